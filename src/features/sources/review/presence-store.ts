import type { Knex } from 'knex';
import { maxReviewSessions, presenceSeconds } from '../../../contract/limits.ts';
import { deleteSome } from '../../../database/delete-some.ts';
import { ownSource } from '../records/row-conditions.ts';
import type { PresentSession, SourceScope } from '../records/source-record.ts';

export interface LastRow {
  readonly source_row_id: string;
  readonly row_number: number;
  readonly seen_at: Date;
}

export interface OwnSession {
  readonly keyId: string;
  readonly session: string;
}

const isPresent = `p.seen_at > now() - interval '${presenceSeconds} seconds'`;

/** Where people are in the sources of an account. */
export class PresenceStore {
  constructor(private readonly knex: Knex) {}

  /**
   * Says where a session is. Sessions that were not renewed make room for others; if all places are taken, the key with the
   * most sessions gives up the one that was renewed least lately, so that no key can shut out another.
   * @returns whether there was room
   */
  async arrive(
    { accountId, sourceId }: SourceScope,
    { keyId, session }: OwnSession,
    rowId: string | null,
  ): Promise<boolean> {
    const scope = { accountId, sourceId, keyId, session, rowId };
    return this.knex.transaction(async (transaction) => {
      // Two sessions that arrive at once could both take the last place.
      await transaction.raw(
        `SELECT pg_advisory_xact_lock(hashtextextended('source_presence ' || CAST(:sourceId AS text), 0))`,
        scope,
      );
      await transaction.raw(
        `DELETE FROM source_presence p WHERE source_id = ${ownSource} AND NOT ${isPresent}`,
        scope,
      );
      await transaction.raw(
        `WITH others AS (SELECT * FROM source_presence p WHERE p.source_id = ${ownSource}
             AND (p.key_id, p.session) <> (CAST(:keyId AS uuid), CAST(:session AS uuid))),
           held AS (SELECT key_id, count(*) AS sessions FROM others GROUP BY key_id)
         DELETE FROM source_presence p USING (
             SELECT o.source_id, o.key_id, o.session FROM others o JOIN held h USING (key_id)
             WHERE (SELECT sum(sessions) FROM held) >= ${maxReviewSessions}
               AND h.sessions > 1 + coalesce((SELECT sessions FROM held WHERE key_id = CAST(:keyId AS uuid)), 0)
             ORDER BY h.sessions DESC, o.seen_at, o.session LIMIT 1) AS given_up
         WHERE p.source_id = given_up.source_id AND p.key_id = given_up.key_id AND p.session = given_up.session`,
        scope,
      );
      const { rowCount } = await transaction.raw<{ rowCount: number }>(
        `INSERT INTO source_presence AS p (source_id, key_id, session, source_row_id, since, seen_at)
         SELECT s.source_id, CAST(:keyId AS uuid), CAST(:session AS uuid), CAST(:rowId AS uuid), now(), now()
         FROM sources s WHERE s.source_id = ${ownSource} AND (
           SELECT count(*) FROM source_presence o WHERE o.source_id = s.source_id
             AND (o.key_id, o.session) <> (CAST(:keyId AS uuid), CAST(:session AS uuid))) < ${maxReviewSessions}
         ON CONFLICT (source_id, key_id, session) DO UPDATE SET seen_at = excluded.seen_at,
           source_row_id = excluded.source_row_id, since = CASE WHEN p.source_row_id IS NOT DISTINCT FROM excluded.source_row_id
             THEN p.since ELSE excluded.since END`,
        scope,
      );
      if (rowCount === 0) return false;
      if (rowId !== null)
        await transaction.raw(
          `INSERT INTO source_last_rows (source_id, key_id, source_row_id, seen_at)
           SELECT source_id, CAST(:keyId AS uuid), CAST(:rowId AS uuid), now() FROM sources
           WHERE source_id = ${ownSource}
           ON CONFLICT (source_id, key_id) DO UPDATE
             SET source_row_id = excluded.source_row_id, seen_at = excluded.seen_at`,
          scope,
        );
      return true;
    });
  }

  async leave({ accountId, sourceId }: SourceScope, { keyId, session }: OwnSession): Promise<void> {
    await this.knex.raw(
      `DELETE FROM source_presence WHERE source_id = ${ownSource} AND key_id = CAST(:keyId AS uuid)
         AND session = CAST(:session AS uuid)`,
      { accountId, sourceId, keyId, session },
    );
  }

  /** For all accounts. @returns how many were removed, at most `limit` */
  removeSeenBefore(moment: Date, limit: number): Promise<number> {
    return deleteSome(this.knex, { table: 'source_presence', where: 'seen_at < :moment', limit }, { moment });
  }

  /**
   * The sessions at a source, the longest at their row first.
   * @param without a session to leave out; null for none
   */
  async present(
    { accountId, sourceId }: SourceScope,
    without: { readonly keyId: string; readonly session: string | undefined } | null,
  ): Promise<PresentSession[]> {
    const { rows } = await this.knex.raw<{ rows: PresentSession[] }>(
      `SELECT p.key_id, k.label AS key_label, p.session, r.source_row_id, r.row_number, p.since, p.seen_at
       FROM source_presence p JOIN api_keys k USING (key_id)
         LEFT JOIN source_rows r ON r.source_id = p.source_id AND r.source_row_id = p.source_row_id
       WHERE p.source_id = ${ownSource} AND ${isPresent}
         AND (p.key_id, p.session) IS DISTINCT FROM (CAST(:keyId AS uuid), CAST(:session AS uuid))
       ORDER BY p.since, p.session LIMIT ${maxReviewSessions}`,
      { accountId, sourceId, keyId: without?.keyId ?? null, session: without?.session ?? null },
    );
    return rows;
  }

  /** The last row that a session of a key had on the screen; null for none. */
  async lastRow({ accountId, sourceId }: SourceScope, keyId: string): Promise<LastRow | null> {
    const { rows } = await this.knex.raw<{ rows: LastRow[] }>(
      `SELECT r.source_row_id, r.row_number, l.seen_at FROM source_last_rows l
         JOIN source_rows r ON r.source_id = l.source_id AND r.source_row_id = l.source_row_id
       WHERE l.source_id = ${ownSource} AND l.key_id = CAST(:keyId AS uuid)`,
      { accountId, sourceId, keyId },
    );
    return rows[0] ?? null;
  }
}
