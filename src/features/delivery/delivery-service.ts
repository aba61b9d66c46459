import { randomBytes } from 'node:crypto';
import { z } from 'zod';
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
import { type Collection, collection } from '../../contract/envelope.ts';
import { ServiceError } from '../../contract/errors.ts';
import type { JobTry } from '../../database/job-queue.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { Idempotency, KeyedAnswer } from '../../idempotency/idempotency.ts';
import type { KeyedCall } from '../../idempotency/idempotency-key.ts';
import type { OutsideOutcome } from '../../outbound/outside-outcome.ts';
import type { Outside } from '../../outbound/post-outside.ts';
import type { PageQuery, Paging } from '../../paging/paging.ts';
import { isUuid } from '../../text/uuid.ts';
import type { PublishingService } from '../lists/publishing/publishing-service.ts';
import type { ListRecord } from '../lists/saved/list-record.ts';
import { permits } from '../lists/saved/list-states.ts';
import type { ListsService } from '../lists/saved/lists-service.ts';
import { attemptOf, statusAfter } from './delivery-attempts.ts';
import { deliveryMessage, maxDeliveredRows } from './delivery-message.ts';
import type { DeliveryRecord, TargetRecord } from './delivery-record.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { deliveryView, targetView } from './delivery-view.ts';
import { secretPrefix, webhookHeaders } from './webhook-signature.ts';

export interface DeliveryParts {
  readonly idempotency: Idempotency;
  readonly lists: ListsService;
  readonly publishing: PublishingService;
  readonly store: DeliveryStore;
  readonly outside: Outside;
  readonly paging: Paging;
  /** The public address of the service, without a slash at the end. */
  readonly baseUrl: string;
  now(): Date;
}

const secretBytes = 32;

/** The receiver did not accept a delivery, so the job is retried. */
class NotDelivered extends Error {
  override readonly name = 'NotDelivered';
}

const jobPayload = z.object({ accountId: z.string(), deliveryId: z.string() });

/** Delivers Lists to webhooks and chat tools. */
export class DeliveryService {
  readonly #parts: DeliveryParts;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** `delivery` is null when none is configured. @throws ServiceError list_not_found */
  async target(accountId: string, listId: string): Promise<AnswerBody<typeof targetAnswer>> {
    const list = await this.#parts.lists.find(accountId, listId);
    const target = await this.#parts.store.findTarget(accountId, list.list_id);
    return { ok: true, list_id: list.list_id, delivery: target && targetView(target) };
  }

  /**
   * Sets where and what to deliver. The secret of a webhook is shown only when it is made: with the first
   * configuration, with a new address, or on request.
   * @throws ServiceError list_not_found, list_state_conflict, delivery_target_rejected, invalid_request
   */
  async configure(
    accountId: string,
    listId: string,
    body: DeliveryBody,
  ): Promise<AnswerBody<typeof targetSetAnswer>> {
    await this.#parts.lists.find(accountId, listId);
    // Before the List is locked, because this resolves a host name.
    if (body.url !== undefined) await this.#checkTarget(body.url);
    return this.#parts.lists.onHeld(accountId, listId, 'configure_delivery', async (list, transaction) => {
      const before = await this.#parts.store.findTarget(accountId, list.list_id, transaction);
      const type = body.type ?? before?.type;
      const url = body.url ?? before?.url;
      if (type === undefined || url === undefined) throw missingTarget(type, url);
      const keepsSecret = before?.type === type && before.url === url && body.rotate_secret !== true;
      const secret = type === 'chat' ? null : keepsSecret ? before.secret : newSecret();
      const target = await this.#parts.store.putTarget(
        accountId,
        list.list_id,
        {
          type,
          url,
          secret,
          enabled: body.enabled ?? before?.enabled ?? true,
          payload: body.payload ?? before?.payload ?? 'summary',
        },
        transaction,
      );
      return {
        ok: true,
        list_id: list.list_id,
        delivery: { ...targetView(target), ...(secret !== null && !keepsSecret && { secret }) },
      };
    });
  }

  /**
   * Delivers the current state of the List, once for its key.
   * @throws ServiceError list_not_found, list_state_conflict, idempotency_key_in_use, idempotency_key_reused
   */
  deliver(
    call: Omit<KeyedCall, 'meaning'>,
    listId: string,
    payload: DeliveryPayload | undefined,
  ): Promise<KeyedAnswer<202, AnswerBody<typeof deliveryAcceptedAnswer>>> {
    const { accountId } = call;
    return this.#parts.idempotency.once(
      { ...call, meaning: { payload } },
      {
        work: async (transaction) => {
          const list = await this.#parts.lists.hold(accountId, listId, 'deliver', transaction);
          const target = await this.#enabledTarget(accountId, list, transaction);
          const chosen = payload ?? target.payload;
          const delivery = await this.#prepare(accountId, list, { ...target, payload: chosen }, transaction);
          return { status: 202, body: acceptedAnswer(delivery) };
        },
      },
    );
  }

  /** Like `deliver`, after a refresh found changes and if there is a target; in the transaction of the refresh. */
  async deliverFound(accountId: string, list: ListRecord, transaction: Transaction): Promise<void> {
    const target = await this.#parts.store.findTarget(accountId, list.list_id, transaction);
    if (target?.enabled) await this.#prepare(accountId, list, target, transaction);
  }

  /** Newest first, each with its attempts. @throws ServiceError list_not_found, invalid_cursor */
  async deliveries(accountId: string, listId: string, query: PageQuery): Promise<Collection<DeliveryView>> {
    const { lists, store, paging } = this.#parts;
    const list = await lists.find(accountId, listId);
    const binding = { kind: 'list_deliveries', accountId, listId: list.list_id };
    const { after, limit, cut } = paging.page(query, binding);
    const found = await store.page(accountId, list.list_id, after, limit + 1);
    const { shown, nextCursor } = cut(found, ({ delivery_id }) => delivery_id);
    return collection(await this.#withAttempts(accountId, shown), { limit, nextCursor });
  }

  /** @throws ServiceError list_not_found, not_found */
  async delivery(
    accountId: string,
    listId: string,
    deliveryId: string,
  ): Promise<AnswerBody<typeof deliveryAnswer>> {
    const list = await this.#parts.lists.find(accountId, listId);
    const found = isUuid(deliveryId) ? await this.#parts.store.find(accountId, deliveryId) : null;
    if (found?.list_id !== list.list_id) throw noSuchDelivery();
    const attempts = await this.#parts.store.attempts(accountId, [found.delivery_id]);
    return { ok: true, list_id: list.list_id, delivery: deliveryView(found, attempts) };
  }

  /**
   * Sends the same message again under the same id. @throws ServiceError list_not_found, list_state_conflict, not_found
   */
  redeliver(
    accountId: string,
    listId: string,
    deliveryId: string,
  ): Promise<AnswerBody<typeof deliveryAcceptedAnswer>> {
    return this.#parts.lists.onHeld(accountId, listId, 'deliver', async (list, transaction) => {
      const target = await this.#enabledTarget(accountId, list, transaction);
      const delivery = isUuid(deliveryId)
        ? await this.#parts.store.reopen(accountId, list.list_id, deliveryId, transaction)
        : null;
      if (!delivery) throw noSuchDelivery();
      if (delivery.type !== target.type) {
        throw new ServiceError('list_state_conflict', {
          message: `The delivery was made for a ${delivery.type}, but the List now delivers to a ${target.type}.`,
        });
      }
      return acceptedAnswer(delivery);
    });
  }

  /**
   * One attempt to send a delivery. If a process dies after sending and before recording it, the message is sent again
   * under the same id.
   * @throws NotDelivered when it must be retried
   */
  async attempt(payload: unknown, { last }: JobTry): Promise<void> {
    const { accountId, deliveryId } = jobPayload.parse(payload);
    const { lists, store, outside, now } = this.#parts;
    const delivery = await store.find(accountId, deliveryId);
    if (delivery?.status !== 'pending') return;
    const list = await lists.findIfThere(accountId, delivery.list_id);
    // The List was deleted meanwhile: there is nothing to send and nobody to report to.
    if (!list) return;
    const target = await store.findTarget(accountId, delivery.list_id);
    const startedAt = now();
    const outcome: OutsideOutcome =
      target?.enabled && target.type === delivery.type && permits(list, 'deliver')
        ? await outside.post({
            url: target.url,
            headers: this.#headers(target, delivery, startedAt),
            body: delivery.body,
          })
        : { kind: 'rejected', reason: 'The List no longer delivers to this target.' };
    const attempt = attemptOf(outcome, startedAt, now());
    const status = statusAfter(attempt, last);
    const recorded = await store.recordAttempt(accountId, deliveryId, attempt, status);
    if (recorded && status === 'pending') throw new NotDelivered(attempt.message);
  }

  #headers(
    target: TargetRecord,
    { delivery_id, body }: { readonly delivery_id: string; readonly body: string },
    at: Date,
  ): Readonly<Record<string, string>> {
    const message = { id: delivery_id, timestamp: Math.floor(at.getTime() / 1000), body };
    return {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'company-data-service',
      ...(target.secret === null ? {} : webhookHeaders(target.secret, message)),
    };
  }

  async #prepare(
    accountId: string,
    list: ListRecord,
    { type, payload }: Pick<TargetRecord, 'type' | 'payload'>,
    transaction: Transaction,
  ): Promise<DeliveryRecord> {
    // One more row than is sent, to know whether there are more.
    const deliverable = await this.#parts.publishing.deliverable(
      accountId,
      list,
      payload,
      maxDeliveredRows + 1,
      transaction,
    );
    const { diff } = deliverable;
    if (payload === 'diff' && !diff) {
      throw new ServiceError('list_state_conflict', {
        message: 'The List has no diff to deliver. Refresh it first.',
      });
    }
    const timestamp = this.#parts.now().toISOString();
    const body = deliveryMessage({ type, payload, deliverable, baseUrl: this.#parts.baseUrl, timestamp });
    return this.#parts.store.insert(
      accountId,
      { listId: list.list_id, type, payload, body, diffId: diff?.diff_id ?? null },
      transaction,
    );
  }

  async #enabledTarget(accountId: string, list: ListRecord, transaction: Transaction): Promise<TargetRecord> {
    const target = await this.#parts.store.findTarget(accountId, list.list_id, transaction);
    if (target?.enabled) return target;
    throw new ServiceError('list_state_conflict', {
      message: target ? 'Delivery of the List is not enabled.' : 'The List has no delivery target.',
    });
  }

  async #checkTarget(url: string): Promise<void> {
    const reason = await this.#parts.outside.refusal(url);
    if (reason === null) return;
    throw new ServiceError('delivery_target_rejected', {
      message: reason,
      details: [{ field: 'url', message: reason }],
    });
  }

  async #withAttempts(accountId: string, deliveries: readonly DeliveryRecord[]) {
    const attempts = await this.#parts.store.attempts(
      accountId,
      deliveries.map(({ delivery_id }) => delivery_id),
    );
    return deliveries.map((delivery) =>
      deliveryView(
        delivery,
        attempts.filter(({ delivery_id }) => delivery_id === delivery.delivery_id),
      ),
    );
  }
}

function acceptedAnswer({
  delivery_id,
  list_id,
  status,
  payload,
}: DeliveryRecord): AnswerBody<typeof deliveryAcceptedAnswer> {
  return { ok: true, list_id, delivery_id, status, payload };
}

function newSecret(): string {
  return `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`;
}

function missingTarget(type: string | undefined, url: string | undefined): ServiceError {
  const missing = Object.entries({ type, url }).filter(([, value]) => value === undefined);
  return new ServiceError('invalid_request', {
    details: missing.map(([field]) => ({ field, message: 'is required for the first configuration' })),
  });
}

function noSuchDelivery(): ServiceError {
  return new ServiceError('not_found', { message: 'The List has no delivery with this id.' });
}
