import type { Knex } from 'knex';
import type { Transaction } from '../../database/transaction.ts';
import { findKeyId, type SecretBox, SecretKeyError } from '../../secrets/secret-box.ts';
import { decryptTarget, encryptTarget, type TargetSecrets } from './target-secrets-service.ts';

/** What was done with the secrets of all targets. */
export interface Rotation {
  /** Encrypted again, with the first key instead of another. */
  readonly reencrypted: number;
  /** Encrypted that were stored as they are. */
  readonly encrypted: number;
  /** Stored as they are that were encrypted, for a version that cannot read encrypted ones. */
  readonly decrypted: number;
  /** Already as they should be. */
  readonly unchanged: number;
  /** Left as they were, because no key fits. */
  readonly unreadable: number;
}

interface StoredTarget extends TargetSecrets {
  readonly list_id: string;
}

const batch = 100;

/** The secrets of all accounts' delivery targets in Postgres. */
export class TargetSecretsStore {
  constructor(
    private readonly knex: Knex,
    private readonly secrets: SecretBox,
  ) {}

  /**
   * Stores every target as the box stores new ones, in small transactions. If it is interrupted, it can be repeated.
   * @param onUnreadable called with the reason for each target that no key fits
   */
  async rotateTargets(onUnreadable: (error: SecretKeyError) => void): Promise<Rotation> {
    const counts = { reencrypted: 0, encrypted: 0, decrypted: 0, unchanged: 0, unreadable: 0 };
    let after: string | null = null;
    do {
      const place: string | null = after;
      after = await this.knex.transaction(async (transaction) => {
        const rows = await this.#lockNextTargets(place, transaction);
        for (const row of rows) counts[await this.#rotateOne(row, transaction, onUnreadable)] += 1;
        if (rows.length < batch) return null;
        return rows.at(-1)?.list_id ?? null;
      });
    } while (after !== null);
    return counts;
  }

  /** Ids of the keys that stored values are encrypted with, and how many values each; null for values that are not encrypted. */
  async countKeysInUse(): Promise<ReadonlyMap<string | null, number>> {
    const { rows } = await this.knex.raw<{ rows: { key: string | null; targets: number }[] }>(
      `SELECT substring(stored FROM '^enc:1:([0-9a-f]{8}):') AS key, count(*)::int AS targets
       FROM list_delivery_targets, LATERAL (VALUES (url), (secret)) AS each (stored)
       WHERE stored IS NOT NULL GROUP BY 1`,
    );
    return new Map(rows.map(({ key, targets }) => [key, targets]));
  }

  #lockNextTargets(after: string | null, transaction: Transaction): Promise<StoredTarget[]> {
    const rows = transaction('list_delivery_targets').orderBy('list_id').limit(batch).forUpdate();
    if (after !== null) rows.where('list_id', '>', after);
    return rows.select<StoredTarget[]>('list_id', 'url', 'secret');
  }

  async #rotateOne(
    { list_id: listId, ...stored }: StoredTarget,
    transaction: Transaction,
    onUnreadable: (error: SecretKeyError) => void,
  ): Promise<keyof Rotation> {
    const keys = [stored.url, ...(stored.secret === null ? [] : [stored.secret])].map(findKeyId);
    if (keys.every((key) => key === this.secrets.keyId)) return 'unchanged';
    try {
      const target = encryptTarget(this.secrets, listId, decryptTarget(this.secrets, listId, stored));
      // Not `updated_at`: for the account, nothing has changed.
      await transaction('list_delivery_targets').where({ list_id: listId }).update(target);
      if (this.secrets.keyId === null) return 'decrypted';
      if (keys.includes(null)) return 'encrypted';
      return 'reencrypted';
    } catch (error) {
      if (!(error instanceof SecretKeyError)) throw error;
      onUnreadable(error);
      return 'unreadable';
    }
  }
}
