import { randomBytes } from 'node:crypto';
import type {
  DeliveryBody,
  DeliveryPayload,
  DeliveryView,
  deliveryAcceptedAnswer,
  deliveryAnswer,
  targetAnswer,
  targetSetAnswer,
} from '../../contract/delivery/delivery.ts';
import type { AnswerBody } from '../../contract/endpoint.ts';
import { buildCollection, type Collection } from '../../contract/envelope.ts';
import { ServiceError } from '../../contract/errors.ts';
import { deliveredBodyDays, maxDeliveredRows, maxWaitingDeliveries } from '../../contract/limits.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { Idempotency, KeyedAnswer } from '../../idempotency/idempotency.ts';
import type { KeyedCall } from '../../idempotency/idempotency-key.ts';
import type { OutboundClient } from '../../outbound/outbound-client.ts';
import type { PageQuery, Paging } from '../../paging/paging.ts';
import type { PublishingService } from '../lists/publishing/publishing-service.ts';
import type { ListRecord } from '../lists/saved/list-record.ts';
import type { ListsService } from '../lists/saved/lists-service.ts';
import { buildDeliveryMessage } from './delivery-message.ts';
import type { DeliveryRecord, TargetRecord, TargetSettings } from './delivery-record.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { toDeliveryView, toTargetView } from './delivery-view.ts';
import { secretPrefix } from './webhook-signature.ts';

export interface DeliveryParts {
  readonly idempotency: Idempotency;
  readonly lists: ListsService;
  readonly publishing: PublishingService;
  readonly store: DeliveryStore;
  readonly outside: OutboundClient;
  readonly paging: Paging;
  /** The public address of the service, without a slash at the end. */
  readonly baseUrl: string;
  now(): Date;
}

type AcceptedAnswer = AnswerBody<typeof deliveryAcceptedAnswer>;

/** Delivers Lists to webhooks and chat tools. */
export class DeliveryService {
  constructor(private readonly parts: DeliveryParts) {}

  /** `delivery` is null when none is configured. @throws ServiceError list_not_found */
  async getTarget(accountId: string, givenId: string): Promise<AnswerBody<typeof targetAnswer>> {
    const { list_id: listId } = await this.parts.lists.getList(accountId, givenId);
    const target = await this.parts.store.findTarget({ accountId, listId });
    return { ok: true, list_id: listId, delivery: target && toTargetView(target) };
  }

  /**
   * Sets where and what to deliver. The secret of a webhook is shown only when it is made: with the first
   * configuration, with a new address, or on request.
   * @throws ServiceError list_not_found, list_state_conflict, delivery_target_rejected, invalid_request
   */
  async configureTarget(
    accountId: string,
    listId: string,
    body: DeliveryBody,
  ): Promise<AnswerBody<typeof targetSetAnswer>> {
    await this.parts.lists.getList(accountId, listId);
    // Before the List is locked, because this resolves a host name.
    if (body.url !== undefined) await this.#checkTarget(body.url);
    const { lists, store } = this.parts;
    return lists.runUnderLock(accountId, listId, 'configure_delivery', async ({ list_id }, transaction) => {
      const scope = { accountId, listId: list_id };
      const before = await store.findTarget(scope, transaction);
      const type = body.type ?? before?.type;
      const url = body.url ?? before?.url;
      if (type === undefined || url === undefined) throw createMissingTargetError(type, url);
      const keepsSecret = before?.type === type && before.url === url && body.rotate_secret !== true;
      const newSecret = type === 'chat' || keepsSecret ? null : createSecret();
      const secret = newSecret ?? (keepsSecret ? before.secret : null);
      const enabled = body.enabled ?? before?.enabled ?? true;
      const payload = body.payload ?? before?.payload ?? 'summary';
      const target = await store.putTarget(scope, { type, url, secret, enabled, payload }, transaction);
      const shown = { ...toTargetView(target), ...(newSecret !== null && { secret: newSecret }) };
      return { ok: true, list_id, delivery: shown };
    });
  }

  /**
   * Delivers the current state of the List, once for its key.
   * @throws ServiceError list_not_found, list_state_conflict, rate_limit_exceeded, idempotency_key_in_use, idempotency_key_reused
   */
  deliverList(
    call: Omit<KeyedCall, 'request'>,
    listId: string,
    payload: DeliveryPayload | undefined,
  ): Promise<KeyedAnswer<202, AcceptedAnswer>> {
    const { accountId } = call;
    return this.parts.idempotency.runOnce(
      { ...call, request: { payload } },
      {
        work: async (transaction) => {
          const list = await this.parts.lists.lockList(accountId, listId, 'deliver', transaction);
          const { type, payload: usual } = await this.#requireEnabledTarget(accountId, list, transaction);
          await this.#refuseMore(accountId, transaction);
          const chosen = { type, payload: payload ?? usual };
          const delivery = await this.#prepareDelivery(accountId, list, chosen, transaction);
          return { status: 202, body: toAcceptedAnswer(delivery) };
        },
      },
    );
  }

  /** Like `deliverList`, after a refresh found changes and if there is a target; in the transaction of the refresh. */
  async deliverFound(accountId: string, list: ListRecord, transaction: Transaction): Promise<void> {
    const target = await this.parts.store.findSettings({ accountId, listId: list.list_id }, transaction);
    if (target?.enabled) await this.#prepareDelivery(accountId, list, target, transaction);
  }

  /** Newest first, each with its attempts. @throws ServiceError list_not_found, invalid_cursor */
  async listDeliveries(
    accountId: string,
    givenId: string,
    query: PageQuery,
  ): Promise<Collection<DeliveryView>> {
    const { lists, store, paging } = this.parts;
    const { list_id: listId } = await lists.getList(accountId, givenId);
    const scope = { accountId, listId };
    const binding = { kind: 'list_deliveries', ...scope };
    const { shown, end } = await paging.fetchRows(query, binding, 'delivery_id', (place) =>
      store.listDeliveries(scope, place),
    );
    const attempts = await store.listAttempts(accountId, shown);
    return buildCollection(
      shown.map((delivery) => toDeliveryView(delivery, attempts)),
      end,
    );
  }

  /** @throws ServiceError list_not_found, not_found */
  async getDelivery(
    accountId: string,
    listId: string,
    deliveryId: string,
  ): Promise<AnswerBody<typeof deliveryAnswer>> {
    const { lists, store } = this.parts;
    const { list_id } = await lists.getList(accountId, listId);
    const found = await store.findDelivery(accountId, deliveryId);
    if (found?.list_id !== list_id) throw createNotFoundError();
    const attempts = await store.listAttempts(accountId, [found]);
    return { ok: true, list_id, delivery: toDeliveryView(found, attempts) };
  }

  /**
   * Sends the same message again under the same id.
   * @throws ServiceError list_not_found, list_state_conflict, rate_limit_exceeded, not_found
   */
  redeliver(accountId: string, listId: string, deliveryId: string): Promise<AcceptedAnswer> {
    const { lists, store } = this.parts;
    return lists.runUnderLock(accountId, listId, 'deliver', async (list, transaction) => {
      const { type } = await this.#requireEnabledTarget(accountId, list, transaction);
      await this.#refuseMore(accountId, transaction);
      const scope = { accountId, listId: list.list_id };
      const delivery = await store.reopenDelivery(scope, deliveryId, transaction);
      if (!delivery) throw await this.#createReopenError(accountId, list.list_id, deliveryId);
      if (delivery.type === type) return toAcceptedAnswer(delivery);
      const message = `The delivery was made for a ${delivery.type}, but the List now delivers to a ${type}.`;
      throw new ServiceError('list_state_conflict', { message });
    });
  }

  async #createReopenError(accountId: string, listId: string, deliveryId: string): Promise<ServiceError> {
    const found = await this.parts.store.findDelivery(accountId, deliveryId);
    if (found?.list_id !== listId) return createNotFoundError();
    const message = `The message of this delivery was removed ${deliveredBodyDays} days after it was sent. Deliver the List again.`;
    return new ServiceError('list_state_conflict', { message });
  }

  async #prepareDelivery(
    accountId: string,
    list: ListRecord,
    { type, payload }: Pick<TargetRecord, 'type' | 'payload'>,
    transaction: Transaction,
  ): Promise<DeliveryRecord> {
    const { publishing, store, baseUrl, now } = this.parts;
    // One more row than is sent, to know whether there are more.
    const maxRows = maxDeliveredRows + 1;
    const deliverable = await publishing.getDeliverable(list, payload, maxRows, transaction);
    const diff_id = deliverable.diff?.diff_id ?? null;
    if (payload === 'diff' && diff_id === null)
      throw new ServiceError('list_state_conflict', {
        message: 'The List has no diff to deliver. Refresh it first.',
      });
    const timestamp = now().toISOString();
    const body = buildDeliveryMessage({ type, payload, deliverable, baseUrl, timestamp });
    const scope = { accountId, listId: list.list_id };
    return store.insertDelivery(scope, { type, payload, body, diff_id }, transaction);
  }

  /** Those that a schedule makes are not refused: a List has one in a day at most. @throws ServiceError rate_limit_exceeded */
  async #refuseMore(accountId: string, transaction: Transaction): Promise<void> {
    const waiting = await this.parts.store.countWaiting(accountId, transaction);
    if (waiting < maxWaitingDeliveries) return;
    throw new ServiceError('rate_limit_exceeded', {
      message: `The account has ${waiting} deliveries that will be sent or retried, and may have ${maxWaitingDeliveries}.`,
      retryAfterSeconds: 60,
    });
  }

  async #requireEnabledTarget(
    accountId: string,
    list: ListRecord,
    transaction: Transaction,
  ): Promise<TargetSettings> {
    const target = await this.parts.store.findSettings({ accountId, listId: list.list_id }, transaction);
    if (target?.enabled) return target;
    throw new ServiceError('list_state_conflict', {
      message: target ? 'Delivery of the List is not enabled.' : 'The List has no delivery target.',
    });
  }

  async #checkTarget(url: string): Promise<void> {
    const message = await this.parts.outside.findRefusal(url);
    if (message === null) return;
    throw new ServiceError('delivery_target_rejected', { message, details: [{ field: 'url', message }] });
  }
}

function toAcceptedAnswer({ delivery_id, list_id, status, payload }: DeliveryRecord): AcceptedAnswer {
  return { ok: true, list_id, delivery_id, status, payload };
}

function createSecret(): string {
  return `${secretPrefix}${randomBytes(32).toString('base64')}`;
}

function createMissingTargetError(type: string | undefined, url: string | undefined): ServiceError {
  const missing = Object.entries({ type, url }).filter(([, value]) => value === undefined);
  return new ServiceError('invalid_request', {
    details: missing.map(([field]) => ({ field, message: 'is required for the first configuration' })),
  });
}

function createNotFoundError(): ServiceError {
  return new ServiceError('not_found', { message: 'The List has no delivery with this id.' });
}
