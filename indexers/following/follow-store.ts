import type { ClientBase } from 'pg';
import { addDays } from '../../src/text/days/calendar.ts';
import type { Progress } from '../loading/load-record.ts';
import { OperatorError } from '../operator/operator-error.ts';

/** How far a register is followed. Days are `YYYY-MM-DD`. */
export interface Followed {
  readonly register: string;
  /** All of the publisher's days up to this one are loaded; null if following has not begun. */
  readonly completeThrough: string | null;
  /** Of a day that is not over, the last entry of its list that is loaded. */
  readonly openDay: string | null;
  readonly openPosition: number | null;
  readonly failures: number;
  /** Why the publisher is left alone until `nextAt`; null if that is only the time of its next check. */
  readonly failure: string | null;
  readonly nextAt: Date | null;
}

/** What a day's loads did. */
export interface DayWork extends Omit<Progress, 'unchanged'> {
  readonly requests: number;
  readonly load_ids: readonly string[];
}

const columns = `register, complete_through::text AS "completeThrough", open_day::text AS "openDay",
  open_position AS "openPosition", failures, failure, next_at AS "nextAt"`;

/** The register's row, which is made if there is none. */
export async function openFollowed(client: ClientBase, register: string): Promise<Followed> {
  await client.query('INSERT INTO followed_registers (register) VALUES ($1) ON CONFLICT DO NOTHING', [
    register,
  ]);
  const { rows } = await client.query<Followed>(
    `SELECT ${columns} FROM followed_registers WHERE register = $1`,
    [register],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`followed_registers lost the row of ${register}`);
  return row;
}

/**
 * Begins a register after a day, or begins it again there: its days from then on are read anew.
 * @param client in a transaction
 */
export async function beginAfter(client: ClientBase, register: string, day: string): Promise<void> {
  await openFollowed(client, register);
  await client.query(
    `UPDATE followed_registers SET began_after = least(began_after, $2), complete_through = $2,
       open_day = NULL, open_position = NULL, failures = 0, failure = NULL, next_at = NULL WHERE register = $1`,
    [register, day],
  );
  await client.query('DELETE FROM followed_days WHERE register = $1 AND day > $2', [register, day]);
}

/**
 * The newest day of finished loads of these kinds, with which following can begin; null if there is none.
 * @param nameBegins only files with such a name, in upper or lower case
 */
export async function readNewestLoadedDay(
  client: ClientBase,
  kinds: readonly string[],
  nameBegins = '',
): Promise<string | null> {
  const { rows } = await client.query<{ day: string | null }>(
    `SELECT max(register_day)::text AS day FROM (
       SELECT register_day FROM loads WHERE kind = ANY($1) AND status = 'done' AND starts_with(lower(file_name), lower($2))
       UNION ALL SELECT register_day FROM earlier_loads
         WHERE kind = ANY($1) AND status = 'done' AND starts_with(lower(file_name), lower($2))) AS finished`,
    [kinds, nameBegins],
  );
  return rows[0]?.day ?? null;
}

/**
 * Notes that a day is complete.
 * @param client in a transaction
 * @throws OperatorError unless the day follows the one before it: another process has moved on, or began again
 */
export async function completeDay(
  client: ClientBase,
  register: string,
  day: string,
  work: DayWork,
): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE followed_registers SET complete_through = $2, open_day = NULL, open_position = NULL
     WHERE register = $1 AND complete_through = $3`,
    [register, day, addDays(day, -1)],
  );
  if (rowCount !== 1)
    throw new OperatorError(
      `${register} is no longer at the day before ${day}: another process follows it too.`,
    );
  await noteDay(client, register, day, work);
}

/**
 * Notes the day of a list. A list is complete by itself, so days may lie between two.
 * @param work null if the list was already loaded
 */
export async function completeList(
  client: ClientBase,
  register: string,
  day: string,
  work: DayWork | null,
): Promise<void> {
  await client.query(
    `UPDATE followed_registers SET began_after = coalesce(began_after, $2),
       complete_through = greatest(complete_through, $2) WHERE register = $1`,
    [register, day],
  );
  if (work !== null) await noteDay(client, register, day, work);
}

async function noteDay(client: ClientBase, register: string, day: string, work: DayWork): Promise<void> {
  const { requests, rows_read, added, changed, rejected, load_ids } = work;
  await client.query(
    `INSERT INTO followed_days AS kept (register, day, requests, rows_read, added, changed, rejected, load_ids)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (register, day) DO UPDATE SET requests = kept.requests + excluded.requests,
       rows_read = excluded.rows_read, added = kept.added + excluded.added,
       changed = kept.changed + excluded.changed, rejected = excluded.rejected,
       load_ids = (kept.load_ids || excluded.load_ids)[1:1000], completed_at = now()`,
    [register, day, requests, rows_read, added, changed, rejected, load_ids],
  );
}

/** Notes how far the list of a day that is not over is loaded. */
export async function notePosition(
  client: ClientBase,
  register: string,
  day: string,
  position: number,
): Promise<void> {
  await client.query('UPDATE followed_registers SET open_day = $2, open_position = $3 WHERE register = $1', [
    register,
    day,
    position,
  ]);
}

export interface Checked {
  /** The newest day that the publisher says it has published; null if it does not say. */
  readonly publishedThrough: string | null;
  readonly at: Date;
  readonly nextAt: Date;
}

/** The publisher has answered completely. */
export async function noteChecked(client: ClientBase, register: string, checked: Checked): Promise<void> {
  await client.query(
    `UPDATE followed_registers SET published_through = coalesce($2, published_through), checked_at = $3,
       next_at = $4, failures = 0, failure = NULL WHERE register = $1`,
    [register, checked.publishedThrough, checked.at, checked.nextAt],
  );
}

/** When the publisher is asked again. */
export async function noteNext(client: ClientBase, register: string, nextAt: Date): Promise<void> {
  await client.query('UPDATE followed_registers SET next_at = $2 WHERE register = $1', [register, nextAt]);
}

/** A failure of this register. Other registers of the publisher wait too if it refuses all requests. */
export async function noteFailure(
  client: ClientBase,
  register: string,
  failure: { readonly text: string; readonly nextAt: Date; readonly alsoWaiting: readonly string[] },
): Promise<void> {
  await client.query(
    `UPDATE followed_registers SET failures = failures + 1, failure = $2, next_at = $3 WHERE register = $1`,
    [register, failure.text, failure.nextAt],
  );
  for (const other of failure.alsoWaiting) await openFollowed(client, other);
  await client.query(
    'UPDATE followed_registers SET failure = $3, next_at = greatest(next_at, $2) WHERE register = ANY($1)',
    [failure.alsoWaiting, failure.nextAt, failure.text],
  );
}

/** The id of the newest finished load of a kind, if there is one. */
export async function readNewestLoads(client: ClientBase, kind: string): Promise<string[]> {
  const { rows } = await client.query<{ load_id: string }>(
    "SELECT load_id FROM loads WHERE kind = $1 AND status = 'done' ORDER BY finished_at DESC LIMIT 1",
    [kind],
  );
  return rows.map(({ load_id }) => load_id);
}

/** Counts a document that cannot be read. @returns how often it could not */
export async function countUnreadable(
  client: ClientBase,
  register: string,
  document: string,
  failure: string,
): Promise<number> {
  const { rows } = await client.query<{ failures: number }>(
    `INSERT INTO followed_documents AS kept (register, document, failures, failure) VALUES ($1, $2, 1, $3)
     ON CONFLICT (register, document) DO UPDATE SET failures = kept.failures + 1, failure = excluded.failure
     RETURNING failures`,
    [register, document, failure],
  );
  return rows[0]?.failures ?? 1;
}

/** Whether a file of this name was loaded completely. */
export async function isFileLoaded(client: ClientBase, kind: string, name: string): Promise<boolean> {
  const { rows } = await client.query(
    "SELECT FROM loads WHERE kind = $1 AND file_name = $2 AND status = 'done' LIMIT 1",
    [kind, name],
  );
  return rows.length > 0;
}

/** The day that the file of a load states; null if it states none. */
export async function readDayOfLoad(client: ClientBase, loadId: string): Promise<string | null> {
  const { rows } = await client.query<{ day: string | null }>(
    "SELECT coalesce(register_day, (options ->> 'as_of')::date)::text AS day FROM loads WHERE load_id = $1",
    [loadId],
  );
  return rows[0]?.day ?? null;
}
