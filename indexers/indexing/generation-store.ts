import type { ClientBase } from 'pg';
import { inTransaction } from '../operator/database-session.ts';
import type { IndexKind } from './index-name.ts';

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
  readonly kind: IndexKind;
  readonly alias: string;
  readonly mappingVersion: number;
  readonly status: 'building' | 'current' | 'previous' | 'failed';
  readonly position: FeedPosition | null;
  /** The position is a transaction that this server has not begun: the database was restored from another server's dump. */
  readonly isAhead: boolean;
  readonly documentCount: number | null;
  readonly createdAt: Date;
  readonly activatedAt: Date | null;
}

type NewGeneration = Pick<Generation, 'indexName' | 'kind' | 'alias' | 'mappingVersion'>;

interface Row {
  index_name: string;
  kind: IndexKind;
  alias: string;
  mapping_version: number;
  status: Generation['status'];
  synced_xid: string | null;
  synced_change_id: string;
  ahead: boolean | null;
  document_count: string | null;
  created_at: Date;
  activated_at: Date | null;
}

const columns = `index_name, kind, alias, mapping_version, status, synced_xid::text, synced_change_id::text,
  synced_xid > pg_snapshot_xmax(pg_current_snapshot()) AS ahead,
  document_count::text, created_at, activated_at`;

export async function addGeneration(client: ClientBase, generation: NewGeneration): Promise<void> {
  const { indexName, kind, alias, mappingVersion } = generation;
  await client.query(
    `INSERT INTO index_generations (index_name, kind, alias, mapping_version, status)
     VALUES ($1, $2, $3, $4, 'building')`,
    [indexName, kind, alias, mappingVersion],
  );
}

/** Newest first. */
export async function generationsOf(client: ClientBase, alias: string): Promise<Generation[]> {
  const { rows } = await client.query<Row>(
    `SELECT ${columns} FROM index_generations WHERE alias = $1
     ORDER BY coalesce(activated_at, created_at) DESC, index_name DESC`,
    [alias],
  );
  return rows.map(generation);
}

export async function findGeneration(client: ClientBase, indexName: string): Promise<Generation | null> {
  const { rows } = await client.query<Row>(`SELECT ${columns} FROM index_generations WHERE index_name = $1`, [
    indexName,
  ]);
  return rows[0] ? generation(rows[0]) : null;
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
  await client.query('UPDATE index_generations SET document_count = $2 WHERE index_name = $1', [
    indexName,
    count,
  ]);
}

/** Records which index serves. The one that served before becomes `previous`. */
export async function recordServing(client: ClientBase, alias: string, indexName: string): Promise<void> {
  await inTransaction(client, async () => {
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

function generation(row: Row): Generation {
  return {
    indexName: row.index_name,
    kind: row.kind,
    alias: row.alias,
    mappingVersion: row.mapping_version,
    status: row.status,
    position: row.synced_xid === null ? null : { xid: row.synced_xid, changeId: row.synced_change_id },
    isAhead: row.ahead === true,
    documentCount: row.document_count === null ? null : Number(row.document_count),
    createdAt: row.created_at,
    activatedAt: row.activated_at,
  };
}
