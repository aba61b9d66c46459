import type { Knex } from 'knex';
import type { CompanyChangeView } from '../../contract/changes/changes.ts';
import type { ChangePosition } from './change-position.ts';

export interface ChangeRow extends Omit<CompanyChangeView, 'superseded_by'> {
  readonly xid: string;
  readonly change_id: string;
}

export interface Feed {
  /** Another one in each restored database; null if it was never restored. */
  readonly feedId: string | null;
  /** After every change that can be read now, and before every later one. */
  readonly endXid: string;
}

/** Reads the change feed. Nothing here belongs to an account. */
export class ChangesStore {
  constructor(private readonly knex: Knex) {}

  /**
   * The changes after a position, by transaction, then in the order in which it wrote them. Only changes before the
   * oldest running transaction, because a transaction that commits later could still come first.
   */
  async listChanges({ xid, changeId }: ChangePosition, limit: number): Promise<ChangeRow[]> {
    const { rows } = await this.knex.raw<{ rows: ChangeRow[] }>(
      `SELECT xid::text, change_id::text, company_id, change, fields, version::float8 AS version,
         to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS changed_at,
         CASE WHEN loads.load_id IS NOT NULL
           THEN json_build_object('load_id', loads.load_id, 'kind', kind, 'day', register_day) END AS load
       FROM company_changes LEFT JOIN loads USING (load_id)
       WHERE (xid, change_id) > (?::xid8, ?::bigint) AND xid < pg_snapshot_xmin(pg_current_snapshot())
       ORDER BY company_changes.xid, company_changes.change_id LIMIT ?`,
      [xid, changeId, limit],
    );
    return rows;
  }

  /** The feed as it is now. */
  async getFeed(): Promise<Feed> {
    const { rows } = await this.knex.raw<{ rows: Feed[] }>(
      `SELECT (SELECT feed_id FROM change_feed) AS "feedId", pg_snapshot_xmin(pg_current_snapshot())::text AS "endXid"`,
    );
    const [feed] = rows;
    if (!feed) throw new Error('Postgres did not return its snapshot');
    return feed;
  }

  /**
   * Whether this database can have given the position: its change is there, because none is ever removed, or its transaction
   * has begun.
   */
  async isKnown({ xid, changeId }: ChangePosition): Promise<boolean> {
    if (changeId === '0')
      return this.#isTrue('SELECT ?::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) AS known', [xid]);
    return this.#isTrue(
      'SELECT EXISTS (SELECT FROM company_changes WHERE xid = ?::xid8 AND change_id = ?::bigint) AS known',
      [xid, changeId],
    );
  }

  async #isTrue(sql: string, values: readonly string[]): Promise<boolean> {
    const { rows } = await this.knex.raw<{ rows: { known: boolean }[] }>(sql, values);
    return rows[0]?.known === true;
  }
}
