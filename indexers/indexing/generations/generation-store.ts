import type { ClientBase } from 'pg';
import { runInTransaction } from '../../operator/database-session.ts';

/** A position in the change feed: everything up to and including this change is in the index. */
export interface FeedPosition {
  readonly xid: string;
  readonly changeId: string;
}

/**
 * An index and its status: `building` until it serves, `current` while it serves, `previous` when another one has taken
 * over, `failed` when it was given up.
 */
export interface Generation {
  readonly indexName: string;
  readonly mappingVersion: number;
  readonly status: 'building' | 'current' | 'previous' | 'failed';
  readonly position: FeedPosition | null;
  /** The position is a transaction that this server has not begun: the database was restored from another server's dump. */
  readonly isAhead: boolean;
}

const selectGenerations = `SELECT index_name AS "indexName", mapping_version AS "mappingVersion", status,
    CASE WHEN synced_xid IS NOT NULL
      THEN json_build_object('xid', synced_xid::text, 'changeId', synced_change_id::text) END AS position,
    coalesce(synced_xid > pg_snapshot_xmax(pg_current_snapshot()), false) AS "isAhead"
  FROM index_generations`;

/** Newest first. */
export async function listGenerations(client: ClientBase, alias: string): Promise<Generation[]> {
  const newestFirst = 'ORDER BY coalesce(activated_at, created_at) DESC, index_name DESC';
  const { rows } = await client.query<Generation>(`${selectGenerations} WHERE alias = $1 ${newestFirst}`, [
    alias,
  ]);
  return rows;
}

export async function findGeneration(client: ClientBase, indexName: string): Promise<Generation | null> {
  const { rows } = await client.query<Generation>(`${selectGenerations} WHERE index_name = $1`, [indexName]);
  return rows[0] ?? null;
}

/** The position never moves backwards, so that two concurrent syncs of one index do no harm. */
export async function movePosition(
  client: ClientBase,
  indexName: string,
  { xid, changeId }: FeedPosition,
): Promise<void> {
  await client.query(
    `UPDATE index_generations SET synced_xid = $2::xid8, synced_change_id = $3
     WHERE index_name = $1
       AND (synced_xid IS NULL OR (synced_xid, synced_change_id) < ($2::xid8, $3::bigint))`,
    [indexName, xid, changeId],
  );
}

export async function setDocumentCount(client: ClientBase, indexName: string, count: number): Promise<void> {
  const sql = 'UPDATE index_generations SET document_count = $2 WHERE index_name = $1';
  await client.query(sql, [indexName, count]);
}

/** Records which index serves. The one that served before becomes `previous`. */
export async function recordServing(client: ClientBase, alias: string, indexName: string): Promise<void> {
  await runInTransaction(client, async () => {
    await client.query(
      `UPDATE index_generations SET status = 'previous'
       WHERE alias = $1 AND status = 'current' AND index_name <> $2`,
      [alias, indexName],
    );
    await client.query(
      `UPDATE index_generations SET status = 'current', activated_at = now()
       WHERE index_name = $1 AND status <> 'current'`,
      [indexName],
    );
  });
}

export async function recordFailed(client: ClientBase, indexName: string): Promise<void> {
  await client.query("UPDATE index_generations SET status = 'failed' WHERE index_name = $1", [indexName]);
}

export async function removeGeneration(client: ClientBase, indexName: string): Promise<void> {
  await client.query('DELETE FROM index_generations WHERE index_name = $1', [indexName]);
}
