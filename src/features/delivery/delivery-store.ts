import type { Knex } from 'knex';
import { countTasks, queueTask } from '../../database/queue-tasks.ts';
import { fetchRows, type PagePlace } from '../../database/rows.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import { isUuid } from '../../text/identifiers/uuid.ts';
import type {
  AttemptRecord,
  DeliveryRecord,
  NewAttempt,
  TargetRecord,
  TargetSettings,
} from './delivery-record.ts';
import { decryptTarget, encryptTarget } from './target-secrets-service.ts';

/** One account's List. */
export interface ListScope {
  readonly accountId: string;
  readonly listId: string;
}

export type NewTarget = Pick<TargetRecord, 'type' | 'url' | 'secret' | 'enabled' | 'payload'>;

export interface NewDelivery extends Pick<DeliveryRecord, 'type' | 'payload' | 'diff_id'> {
  readonly body: string;
}

export interface DeliveryWithBody extends DeliveryRecord {
  /** Null if it was removed because of its age, which happens only after the delivery has finished. */
  readonly body: string | null;
}

const targetTable = 'list_delivery_targets';
const settingColumns = ['type', 'enabled', 'payload'] as const;
const targetColumns = [...settingColumns, 'url', 'secret', 'created_at', 'updated_at'] as const;

const deliveryColumns = [
  'delivery_id',
  'list_id',
  'type',
  'payload',
  'diff_id',
  'status',
  'created_at',
  'finished_at',
] as const;

const attemptColumns = [
  'delivery_id',
  'attempt',
  'attempted_at',
  'duration_ms',
  'outcome',
  'status_code',
  'message',
] as const;

/** Delivery targets of Lists, deliveries and their attempts in Postgres. */
export class DeliveryStore {
  constructor(
    private readonly knex: Knex,
    private readonly secrets: SecretBox,
  ) {}

  /** Of the target, only what needs no key. */
  async findSettings(scope: ListScope, transaction: Transaction): Promise<TargetSettings | null> {
    const found = transaction(targetTable).where(toListColumns(scope));
    return (await found.first<TargetSettings | undefined>(...settingColumns)) ?? null;
  }

  /** @throws SecretKeyError */
  async findTarget(scope: ListScope, transaction?: Transaction): Promise<TargetRecord | null> {
    const found = (transaction ?? this.knex)(targetTable).where(toListColumns(scope));
    const row = await found.first<TargetRecord | undefined>(...targetColumns);
    if (row === undefined) return null;
    return decryptTarget(this.secrets, scope.listId, row);
  }

  /** The List must be locked. */
  async putTarget(scope: ListScope, target: NewTarget, transaction: Transaction): Promise<TargetRecord> {
    const stored = encryptTarget(this.secrets, scope.listId, target);
    const [row] = await transaction(targetTable)
      .insert({ ...toListColumns(scope), ...stored })
      .onConflict('list_id')
      .merge({ ...stored, updated_at: transaction.fn.now() })
      .returning<TargetRecord[]>([...targetColumns]);
    if (!row) throw new Error('a stored delivery target was not returned');
    return { ...row, ...target };
  }

  /** Saves a delivery and queues the task that sends it. */
  async insertDelivery(
    scope: ListScope,
    delivery: NewDelivery,
    transaction: Transaction,
  ): Promise<DeliveryRecord> {
    const [row] = await transaction('list_deliveries')
      .insert({ ...toListColumns(scope), ...delivery })
      .returning<DeliveryRecord[]>([...deliveryColumns]);
    if (!row) throw new Error('an inserted delivery was not returned');
    await this.#queueDelivery(scope.accountId, row.delivery_id, transaction);
    return row;
  }

  /**
   * Schedules the same message again with a fresh count of attempts.
   * @returns null when the List has no such delivery, or its message was removed
   */
  async reopenDelivery(
    scope: ListScope,
    deliveryId: string,
    transaction: Transaction,
  ): Promise<DeliveryRecord | null> {
    if (!isUuid(deliveryId)) return null;
    const [row] = await transaction('list_deliveries')
      .where({ ...toListColumns(scope), delivery_id: deliveryId })
      .whereNotNull('body')
      .update({ status: 'pending', finished_at: null })
      .returning<DeliveryRecord[]>([...deliveryColumns]);
    if (row) await this.#queueDelivery(scope.accountId, deliveryId, transaction);
    return row ?? null;
  }

  /** How many deliveries of the account will be sent or retried. */
  countWaiting(accountId: string, transaction: Transaction): Promise<number> {
    return countTasks(transaction, 'deliver_list', accountId);
  }

  /** A malformed id is treated as unknown. */
  async findDelivery(accountId: string, deliveryId: string): Promise<DeliveryWithBody | null> {
    if (!isUuid(deliveryId)) return null;
    const row = await this.knex('list_deliveries')
      .where({ account_id: accountId, delivery_id: deliveryId })
      .first<DeliveryWithBody | undefined>(...deliveryColumns, 'body');
    return row ?? null;
  }

  /** Newest first. */
  listDeliveries(scope: ListScope, place: PagePlace): Promise<DeliveryRecord[]> {
    const listed = this.knex('list_deliveries')
      .where(toListColumns(scope))
      .select(...deliveryColumns);
    return fetchRows(listed, 'delivery_id', 'desc', place);
  }

  /** In the order of the attempts. */
  async listAttempts(accountId: string, deliveries: readonly DeliveryRecord[]): Promise<AttemptRecord[]> {
    const ids = deliveries.map(({ delivery_id }) => delivery_id);
    return this.knex('list_delivery_attempts')
      .where({ account_id: accountId })
      .whereIn('delivery_id', ids)
      .orderBy(['delivery_id', 'attempt'])
      .select<AttemptRecord[]>(...attemptColumns);
  }

  /** Records an attempt and the new status of the delivery. @returns false when the List was deleted meanwhile */
  async recordAttempt(
    accountId: string,
    deliveryId: string,
    attempt: NewAttempt,
    status: DeliveryRecord['status'],
  ): Promise<boolean> {
    const delivery = { account_id: accountId, delivery_id: deliveryId };
    return this.knex.transaction(async (transaction) => {
      // The lock keeps two attempts from getting the same number.
      const held = await transaction('list_deliveries').where(delivery).forUpdate().first('delivery_id');
      if (!held) return false;
      const number =
        '(SELECT coalesce(max(attempt), 0) + 1 FROM list_delivery_attempts WHERE delivery_id = ?)';
      await transaction('list_delivery_attempts').insert({
        ...delivery,
        ...attempt,
        attempt: transaction.raw(number, [deliveryId]),
      });
      if (status !== 'pending') {
        const finished_at = transaction.fn.now();
        await transaction('list_deliveries').where(delivery).update({ status, finished_at });
      }
      return true;
    });
  }

  /** Of finished deliveries, for all accounts. @returns how many were removed, at most `limit` */
  async removeBodies(before: Date, limit: number): Promise<number> {
    const { rows } = await this.knex.raw<{ rows: [{ removed: number }] }>(
      'SELECT remove_delivery_messages(?, ?) AS removed',
      [before, limit],
    );
    return rows[0].removed;
  }

  async #queueDelivery(accountId: string, deliveryId: string, transaction: Transaction): Promise<void> {
    const key = `deliver:${deliveryId}`;
    await queueTask(transaction, { task: 'deliver_list', accountId, payload: { deliveryId }, key });
  }
}

function toListColumns({ accountId, listId }: ListScope) {
  return { account_id: accountId, list_id: listId };
}
