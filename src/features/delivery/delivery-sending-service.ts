import { z } from 'zod';
import type { QueuedTry } from '../../database/queue-tasks.ts';
import type { OutboundClient, OutboundRequest } from '../../outbound/outbound-client.ts';
import { SecretKeyError } from '../../secrets/secret-box.ts';
import type { ListRecord } from '../lists/saved/list-record.ts';
import { isPermitted } from '../lists/saved/list-states.ts';
import type { ListsService } from '../lists/saved/lists-service.ts';
import { type AttemptOutcome, createAttempt, getNextStatus } from './delivery-attempts.ts';
import type { DeliveryRecord, TargetRecord } from './delivery-record.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { minSilentMs, SilentTargets } from './silent-targets.ts';
import { buildWebhookHeaders } from './webhook-signature.ts';

export interface SendingParts {
  readonly lists: ListsService;
  readonly store: DeliveryStore;
  readonly outside: OutboundClient;
  /** Called when the address or secret of a target cannot be decrypted. */
  onUnreadable(error: SecretKeyError): void;
  now(): Date;
  /** Called after each attempt, for the metrics. */
  onAttempt?(outcome: 'delivered' | 'to_retry' | 'failed'): void;
}

/** The receiver did not accept a delivery, so the task is retried. */
class NotDelivered extends Error {
  override readonly name = 'NotDelivered';
}

const queuedPayload = z.object({ accountId: z.string(), deliveryId: z.string() });

/** What is sent. */
interface Message extends Pick<DeliveryRecord, 'type'> {
  readonly id: string;
  readonly body: string;
}

/** Sends deliveries that are queued. */
export class DeliverySender {
  readonly #silent = new SilentTargets();

  constructor(private readonly parts: SendingParts) {}

  /**
   * One attempt to send a delivery. If a process dies after sending and before recording it, the message is sent again
   * under the same id.
   * @throws NotDelivered when it must be retried
   */
  async tryDelivery(payload: unknown, { last }: QueuedTry): Promise<void> {
    const { accountId, deliveryId } = queuedPayload.parse(payload);
    const { lists, store, now } = this.parts;
    const delivery = await store.findDelivery(accountId, deliveryId);
    if (delivery?.status !== 'pending' || delivery.body === null) return;
    const list = await lists.findList(accountId, delivery.list_id);
    // The List was deleted meanwhile: there is nothing to send or to record.
    if (!list) return;
    const startedAt = now();
    const message = { id: deliveryId, type: delivery.type, body: delivery.body };
    const outcome = await this.#sendMessage(accountId, list, message, startedAt);
    const attempt = createAttempt(outcome, startedAt, now());
    const status = getNextStatus(attempt, last);
    const recorded = await store.recordAttempt(accountId, deliveryId, attempt, status);
    if (recorded) this.parts.onAttempt?.(status === 'pending' ? 'to_retry' : status);
    if (recorded && status === 'pending') throw new NotDelivered(attempt.message);
  }

  async #sendMessage(
    accountId: string,
    list: ListRecord,
    message: Message,
    startedAt: Date,
  ): Promise<AttemptOutcome> {
    const { store, outside, onUnreadable, now } = this.parts;
    try {
      const target = await store.findTarget({ accountId, listId: list.list_id });
      if (!target?.enabled || target.type !== message.type || !isPermitted(list, 'deliver'))
        return { kind: 'rejected', reason: 'The List no longer delivers to this target.' };
      if (this.#silent.isLeftAlone(accountId, target.url, startedAt.getTime())) return { kind: 'left_alone' };
      const outcome = await outside.post(buildRequest(target, message, startedAt));
      const endedAt = now().getTime();
      // One that fails at once takes no place from others.
      const answered = outcome.kind !== 'unreachable' || endedAt - startedAt.getTime() < minSilentMs;
      this.#silent.noteOutcome(accountId, target.url, { answered, now: endedAt });
      return outcome;
    } catch (error) {
      if (!(error instanceof SecretKeyError)) throw error;
      onUnreadable(error);
      return { kind: 'unreadable' };
    }
  }
}

function buildRequest({ url, secret }: TargetRecord, { id, body }: Message, at: Date): OutboundRequest {
  const message = { id, timestamp: Math.floor(at.getTime() / 1000), body };
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'company-data-service',
    ...(secret !== null && buildWebhookHeaders(secret, message)),
  };
  return { url, headers, body };
}
