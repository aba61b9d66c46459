import type { ClientBase } from 'pg';
import type { FeedPosition } from '../generations/generation-store.ts';

export interface CompanyChange {
  readonly position: FeedPosition;
  readonly companyId: string;
  readonly version: number;
}

/**
 * Where reading must begin for an index that is built from the client's snapshot. Every earlier transaction is in the
 * snapshot. Some later ones may be, too; reading them again does no harm.
 */
export async function readSnapshotPosition(client: ClientBase): Promise<FeedPosition> {
  const { rows } = await client.query<{ xid: string }>(
    'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid',
  );
  const xid = rows[0]?.xid;
  if (xid === undefined) throw new Error('Postgres did not return its snapshot');
  return { xid, changeId: '0' };
}

/** No change that is committed now has this transaction number or a higher one. */
export async function readNextTransaction(client: ClientBase): Promise<bigint> {
  const { rows } = await client.query<{ xid: string }>(
    'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS xid',
  );
  return BigInt(rows[0]?.xid ?? 0);
}

/**
 * The next changes, oldest first. Only changes before the oldest running transaction are read: a transaction gets its
 * number when it begins to write, so a later commit could still add a change before a newer one.
 */
export async function readChanges(
  client: ClientBase,
  after: FeedPosition,
  limit: number,
): Promise<CompanyChange[]> {
  const { rows } = await client.query<{
    xid: string;
    change_id: string;
    company_id: string;
    version: string;
  }>(
    `SELECT xid::text, change_id::text, company_id, version::text FROM company_changes
     WHERE (xid, change_id) > ($1::xid8, $2::bigint) AND xid < pg_snapshot_xmin(pg_current_snapshot())
     ORDER BY company_changes.xid, company_changes.change_id LIMIT $3`,
    [after.xid, after.changeId, limit],
  );
  return rows.map((row) => ({
    position: { xid: row.xid, changeId: row.change_id },
    companyId: row.company_id,
    version: Number(row.version),
  }));
}

/**
 * If there are changes of transactions that this server has not begun, they came with the dump of another server. Until this
 * server's transaction numbers reached theirs, they would not be read, and would count as newer than later changes. So all changes
 * get one number, below all of this server, and the feed begins again. Their order is then that of `change_id`: changes of one
 * company have it from the lock of its row. Only all of them: the dump may also have numbers that this server has already given.
 */
export async function settleRestoredChanges(client: ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE company_changes SET xid = '3'
     WHERE EXISTS (SELECT FROM company_changes WHERE xid > pg_snapshot_xmax(pg_current_snapshot()))`,
  );
  if (rowCount !== 0) await beginFeedAgain(client);
}

/**
 * From now on, cursors from before are refused: they count the transactions of another server, or lost ones.
 * @returns the new name of the feed
 */
export async function beginFeedAgain(client: ClientBase): Promise<string | undefined> {
  await client.query('DELETE FROM change_feed');
  const { rows } = await client.query<{ feed_id: string }>(
    'INSERT INTO change_feed DEFAULT VALUES RETURNING feed_id',
  );
  return rows[0]?.feed_id;
}

/** The companies that have changes after the position, whether or not these can be read yet. */
export async function listChangedCompanies(
  client: ClientBase,
  after: FeedPosition,
  companyIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ company_id: string }>(
    `SELECT DISTINCT company_id FROM company_changes
     WHERE (xid, change_id) > ($1::xid8, $2::bigint) AND company_id = ANY($3::text[])`,
    [after.xid, after.changeId, companyIds],
  );
  return new Set(rows.map(({ company_id }) => company_id));
}
