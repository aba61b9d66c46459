import type { Knex } from 'knex';
import { queryPrepared } from '../../database/rows.ts';

/** A position in the change feed, as numbers of any size. */
export interface ChangePosition {
  readonly xid: bigint;
  readonly changeId: bigint;
}

export interface CompanyChange extends ChangePosition {
  readonly companyId: string;
  readonly version: number;
}

/** What one statement saw. */
export interface ChangesSeen {
  /** Postgres's name for all transactions that were committed then. */
  readonly snapshot: string;
  /** Another one after a failover: the new primary may use the numbers of lost transactions again. */
  readonly timeline: string;
  /** Up to which change each index of the alias that can serve has everything. */
  readonly indexes: ReadonlyMap<string, ChangePosition>;
  /** The changes; null if there are more than the limit. */
  readonly changes: readonly CompanyChange[] | null;
}

type PositionRow = readonly [index: string, xid: string, changeId: string];
type ChangeRow = readonly [companyId: string, version: string, xid: string, changeId: string];
interface SeenRow {
  readonly snapshot: string;
  readonly timeline: string;
  readonly indexes: readonly PositionRow[];
  readonly changes: readonly ChangeRow[];
}

/** `building` too: an index may serve for a moment before its record says so. */
const indexes = `(SELECT index_name, synced_xid, synced_change_id FROM index_generations
    WHERE alias = $1 AND status IN ('building', 'current') AND synced_xid <= pg_snapshot_xmax(pg_current_snapshot()))`;
const buildChangesSql = (changes: string) => `
  SELECT pg_current_snapshot()::text AS snapshot,
    left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) AS timeline,
    coalesce((SELECT jsonb_agg(jsonb_build_array(index_name, synced_xid::text, synced_change_id::text)) FROM ${indexes} i),
      '[]') AS indexes,
    coalesce((SELECT jsonb_agg(jsonb_build_array(company_id, version::text, xid::text, change_id::text))
      FROM (SELECT company_id, version, xid, change_id FROM company_changes ${changes} LIMIT $2) c), '[]') AS changes`;

/** All changes that an index lacks. Without any index, none. */
const missingSql = buildChangesSql(`WHERE (xid, change_id) >
  (SELECT synced_xid, synced_change_id FROM ${indexes} i ORDER BY synced_xid, synced_change_id LIMIT 1)`);
/** The changes of transactions that were not committed in an earlier snapshot, whatever their order. */
const sinceSql = buildChangesSql(
  'WHERE xid >= pg_snapshot_xmin($3::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $3::pg_snapshot)',
);

/** Reads the change feed as the service follows it: every committed change, without waiting for running transactions. */
export class NewerCompaniesStore {
  constructor(private readonly knex: Knex) {}

  /** @param since the snapshot after which changes are read; null for all that an index lacks */
  async readChanges(alias: string, since: string | null, limit: number): Promise<ChangesSeen> {
    const [row] = since
      ? await queryPrepared<SeenRow>(this.knex, 'changes_since', sinceSql, [alias, limit + 1, since])
      : await queryPrepared<SeenRow>(this.knex, 'changes_missing', missingSql, [alias, limit + 1]);
    if (!row) throw new Error('Postgres did not return its snapshot');
    return {
      snapshot: row.snapshot,
      timeline: row.timeline,
      indexes: new Map(
        row.indexes.map(([index, xid, changeId]) => [
          index,
          { xid: BigInt(xid), changeId: BigInt(changeId) },
        ]),
      ),
      changes:
        row.changes.length > limit
          ? null
          : row.changes.map(([companyId, version, xid, changeId]) => ({
              companyId,
              version: Number(version),
              xid: BigInt(xid),
              changeId: BigInt(changeId),
            })),
    };
  }
}
