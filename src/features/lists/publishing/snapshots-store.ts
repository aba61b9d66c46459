import type { Knex } from 'knex';
import { piecesOf } from '../../../database/pieces.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { SnapshotRecord } from './diff-record.ts';
import type { SnapshotFacts } from './snapshot-facts.ts';

export type NewSnapshot = Pick<SnapshotRecord, 'kind' | 'definition'> & {
  readonly members: ReadonlyMap<string, SnapshotFacts>;
};

const columns = ['version', 'kind', 'definition', 'row_count', 'created_at'] as const;

/** The numbered versions of Lists in Postgres. */
export class SnapshotsStore {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  /** Saves the next version. The List must be locked. */
  async insert(
    accountId: string,
    listId: string,
    { kind, definition, members }: NewSnapshot,
    transaction: Transaction,
  ): Promise<SnapshotRecord> {
    const [snapshot] = await transaction('list_snapshots')
      .insert({
        account_id: accountId,
        list_id: listId,
        version: transaction.raw(
          '(SELECT coalesce(max(version), 0) + 1 FROM list_snapshots WHERE account_id = ? AND list_id = ?)',
          [accountId, listId],
        ),
        kind,
        definition: definition && JSON.stringify(definition),
        row_count: members.size,
      })
      .returning<SnapshotRecord[]>([...columns]);
    if (!snapshot) throw new Error('an inserted snapshot was not returned');
    for (const piece of piecesOf([...members]))
      await transaction.raw(
        `INSERT INTO list_snapshot_rows (list_id, version, company_id, facts)
         SELECT ?, ?, member ->> 0, member -> 1 FROM jsonb_array_elements(cast(? AS jsonb)) AS member`,
        [listId, snapshot.version, JSON.stringify(piece)],
      );
    return snapshot;
  }

  /** The snapshot with the highest version. */
  async latestSnapshot(
    accountId: string,
    listId: string,
    transaction: Transaction,
  ): Promise<SnapshotRecord | null> {
    const row = await transaction('list_snapshots')
      .where({ account_id: accountId, list_id: listId })
      .orderBy('version', 'desc')
      .first<SnapshotRecord | undefined>(...columns);
    return row ?? null;
  }

  /** Newest first. */
  async page(
    accountId: string,
    listId: string,
    before: string | null,
    limit: number,
  ): Promise<SnapshotRecord[]> {
    const query = this.#knex('list_snapshots')
      .where({ account_id: accountId, list_id: listId })
      .orderBy('version', 'desc');
    if (before !== null) query.where('version', '<', Number(before));
    return query.limit(limit).select<SnapshotRecord[]>(...columns);
  }

  async companyIds(accountId: string, listId: string, version: number): Promise<string[]> {
    const { rows } = await this.#knex.raw<{ rows: { company_id: string }[] }>(
      `SELECT company_id FROM list_snapshot_rows JOIN list_snapshots USING (list_id, version)
       WHERE account_id = ? AND list_id = ? AND version = ? ORDER BY company_id`,
      [accountId, listId, version],
    );
    return rows.map(({ company_id }) => company_id);
  }

  /** Members by their current ids. */
  async members(
    accountId: string,
    listId: string,
    version: number,
    transaction: Transaction,
  ): Promise<Map<string, SnapshotFacts>> {
    const { rows } = await transaction.raw<{ rows: { company_id: string; facts: SnapshotFacts }[] }>(
      `SELECT coalesce(a.company_id, r.company_id) AS company_id, facts
       FROM list_snapshot_rows r JOIN list_snapshots USING (list_id, version)
       LEFT JOIN company_aliases a ON a.alias_id = r.company_id
       WHERE account_id = ? AND list_id = ? AND version = ? ORDER BY r.company_id`,
      [accountId, listId, version],
    );
    return new Map(rows.map(({ company_id, facts }) => [company_id, facts]));
  }

  /** Companies that a person suppressed or excluded. */
  async leftOut(accountId: string, listId: string, transaction: Transaction): Promise<Set<string>> {
    const { rows } = await transaction.raw<{ rows: { company_id: string }[] }>(
      `SELECT company_id FROM list_suppressions WHERE account_id = :accountId AND list_id = :listId
       UNION SELECT company_id FROM list_exclusions WHERE account_id = :accountId AND list_id = :listId`,
      { accountId, listId },
    );
    return new Set(rows.map(({ company_id }) => company_id));
  }
}
