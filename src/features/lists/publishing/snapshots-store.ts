import type { Knex } from 'knex';
import { fetchRows, type PagePlace, requireRow, splitIntoPieces } from '../../../database/rows.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { type ListScope, pickScope } from '../saved/list-record.ts';
import type { SnapshotRecord } from './diff-record.ts';
import type { SnapshotFacts } from './snapshot-facts.ts';

export type NewSnapshot = Pick<SnapshotRecord, 'kind' | 'definition'> & {
  readonly members: ReadonlyMap<string, SnapshotFacts>;
};

/** The numbered versions of Lists in Postgres. */
export class SnapshotsStore {
  constructor(private readonly knex: Knex) {}

  /** Saves the next version. The List must be locked. */
  async insertSnapshot(
    scope: ListScope,
    { kind, definition, members }: NewSnapshot,
    transaction: Transaction,
  ): Promise<SnapshotRecord> {
    const list = pickScope(scope);
    const version = ((await this.findLatestSnapshot(list, transaction))?.version ?? 0) + 1;
    const snapshot = { ...list, version, kind, definition, row_count: members.size };
    const inserted = transaction('list_snapshots').insert(snapshot).returning<SnapshotRecord[]>('*');
    const saved = await requireRow(inserted);
    for (const piece of splitIntoPieces([...members]))
      await transaction.raw(
        `INSERT INTO list_snapshot_rows (list_id, version, company_id, facts)
         SELECT ?, ?, member ->> 0, member -> 1 FROM jsonb_array_elements(cast(? AS jsonb)) AS member`,
        [list.list_id, version, JSON.stringify(piece)],
      );
    return saved;
  }

  /** The snapshot with the highest version. */
  async findLatestSnapshot(scope: ListScope, transaction: Transaction): Promise<SnapshotRecord | null> {
    const found = transaction('list_snapshots').where(pickScope(scope)).orderBy('version', 'desc');
    return (await found.first<SnapshotRecord | undefined>('*')) ?? null;
  }

  /** Newest first. */
  async listSnapshots(scope: ListScope, place: PagePlace): Promise<SnapshotRecord[]> {
    return fetchRows(this.knex('list_snapshots').where(pickScope(scope)), 'version', 'desc', place);
  }

  async listCompanyIds(scope: ListScope, version: number): Promise<string[]> {
    const { rows } = await this.knex.raw<{ rows: { company_id: string }[] }>(
      `SELECT company_id FROM list_snapshot_rows JOIN list_snapshots USING (list_id, version)
       WHERE account_id = :account_id AND list_id = :list_id AND version = :version ORDER BY company_id`,
      { ...pickScope(scope), version },
    );
    return rows.map(({ company_id }) => company_id);
  }

  /** Members by their current ids. */
  async findMembers(
    scope: ListScope,
    version: number,
    transaction: Transaction,
  ): Promise<Map<string, SnapshotFacts>> {
    const { rows } = await transaction.raw<{ rows: { company_id: string; facts: SnapshotFacts }[] }>(
      `SELECT coalesce(a.company_id, r.company_id) AS company_id, facts
       FROM list_snapshot_rows r JOIN list_snapshots USING (list_id, version)
       LEFT JOIN company_aliases a ON a.alias_id = r.company_id
       WHERE account_id = :account_id AND list_id = :list_id AND version = :version ORDER BY r.company_id`,
      { ...pickScope(scope), version },
    );
    return new Map(rows.map(({ company_id, facts }) => [company_id, facts]));
  }

  /** Companies that a person suppressed or excluded. */
  async findLeftOutCompanies(scope: ListScope, transaction: Transaction): Promise<Set<string>> {
    const { rows } = await transaction.raw<{ rows: { company_id: string }[] }>(
      `SELECT company_id FROM list_suppressions WHERE account_id = :account_id AND list_id = :list_id
       UNION SELECT company_id FROM list_exclusions WHERE account_id = :account_id AND list_id = :list_id`,
      { ...pickScope(scope) },
    );
    return new Set(rows.map(({ company_id }) => company_id));
  }
}
