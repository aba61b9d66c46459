import type { ClientBase } from 'pg';
import { OperatorError } from '../operator/operator-error.ts';
import type { SourceFile } from './files/source-file.ts';
import type { LoadContext } from './loader.ts';

const outcomes = ['added', 'changed', 'unchanged', 'rejected'] as const;
const counts = ['rows_read', ...outcomes] as const;

/** Number of rows by outcome. */
export type Outcomes = Readonly<Record<(typeof outcomes)[number], number>>;
/** The outcomes, and their sum as `rows_read`. */
export type Progress = Readonly<Record<(typeof counts)[number], number>>;

interface LoadRow extends Progress {
  readonly load_id: string;
}

interface OpenedRow extends LoadRow {
  readonly busy_seconds: number | null;
}

/** What is known of a file before its rows are read. */
export interface FileFacts {
  /** The day that the file states, `YYYY-MM-DD`; null if only its rows may state one. */
  readonly day: string | null;
  /** The file of rejected rows. */
  readonly rejectedFile: string;
}

const columns = [
  ...(['load_id', 'kind', 'file_name', 'file_sha256', 'options', 'status', ...counts] as const),
  ...([
    'started_at',
    'finished_at',
    'register_day',
    'rejected_file',
    'run_started_at',
    'busy_seconds',
  ] as const),
];

/** A load and its progress. */
export interface CountedLoad {
  readonly loadId: string;
  readonly progress: Progress;
}

/** A list that is older than one already loaded. A folder load skips it. */
export class OlderListError extends OperatorError {}

/** bigint arrives as text unless the process has set another parser. */
function pickProgress(row: Progress): Progress {
  return Object.fromEntries(counts.map((name) => [name, Number(row[name])])) as Progress;
}

/**
 * Opens the load's row in `loads`; each file with its options has one. An interrupted load keeps its counts and resumes;
 * a finished load starts again, and its earlier result stays in `earlier_loads`.
 * @throws OlderListError for a complete list that is older than one already loaded
 */
export async function openLoad(
  client: ClientBase,
  kind: string,
  file: SourceFile,
  context: LoadContext,
  { day, rejectedFile }: FileFacts,
): Promise<LoadRecord> {
  await refuseOlderList(client, kind, file, context);
  const resetIfDone = (name: string, value: string) =>
    `${name} = CASE WHEN kept.status = 'done' THEN ${value} ELSE kept.${name} END`;
  const { rows } = await client.query<OpenedRow>(
    `WITH earlier AS (
       INSERT INTO earlier_loads (${columns.join(', ')}) SELECT ${columns.join(', ')} FROM loads
       WHERE kind = $1 AND file_sha256 = $3 AND options = $4 AND status = 'done')
     INSERT INTO loads AS kept
       (kind, file_name, file_sha256, options, status, register_day, rejected_file, run_started_at)
     VALUES ($1, $2, $3, $4, 'running', $5, $6, now())
     ON CONFLICT (kind, file_sha256, options) DO UPDATE SET status = 'running', file_name = excluded.file_name,
       ${counts.map((name) => resetIfDone(name, '0')).join(', ')},
       ${resetIfDone('started_at', 'now()')}, ${resetIfDone('busy_seconds', '0')},
       register_day = coalesce(excluded.register_day, kept.register_day),
       rejected_file = excluded.rejected_file, run_started_at = now(), finished_at = NULL
     RETURNING load_id, ${counts.join(', ')}, busy_seconds`,
    [kind, file.name, file.sha256, JSON.stringify(recordOptions(context)), day, rejectedFile],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the insert into loads returned no row');
  // The changes that this session records from now on are those of the load (migration 0037).
  await client.query("SELECT set_config('company_data.load_id', $1, false)", [row.load_id]);
  return new LoadRecord(row);
}

/**
 * The finished load of this file with these options, if it began after the loads `after` had ended or is one of them. Its
 * counts are those of that time.
 */
export async function findDoneLoad(
  client: ClientBase,
  kind: string,
  file: SourceFile,
  context: LoadContext,
  after: readonly string[],
): Promise<CountedLoad | null> {
  const { rows } = await client.query<LoadRow>(
    `SELECT load_id, ${counts.join(', ')} FROM loads AS load
     WHERE kind = $1 AND file_sha256 = $2 AND options = $3 AND status = 'done'
       AND (load_id = ANY($4::uuid[]) OR NOT EXISTS (
         SELECT FROM loads AS before
         WHERE before.load_id = ANY($4::uuid[]) AND before.finished_at > load.started_at))`,
    [kind, file.sha256, JSON.stringify(recordOptions(context)), after],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return { loadId: row.load_id, progress: pickProgress(row) };
}

function recordOptions({ asOf, flags }: LoadContext): object {
  return {
    ...(asOf !== null && { as_of: asOf }),
    ...Object.fromEntries([...flags].map((flag) => [flag, true])),
  };
}

/** A complete list says what is valid on its day. An older list would restore what has ended since. */
async function refuseOlderList(
  client: ClientBase,
  kind: string,
  file: SourceFile,
  { asOf }: LoadContext,
): Promise<void> {
  if (asOf === null) return;
  const { rows } = await client.query<{ newest: string | null }>(
    "SELECT max(options ->> 'as_of') AS newest FROM loads WHERE kind = $1 AND rows_read > 0",
    [kind],
  );
  const newest = rows[0]?.newest ?? '';
  if (newest > asOf) {
    throw new OlderListError(
      `${file.name} is the list of ${asOf}, but the newer list of ${newest} is already loaded.`,
    );
  }
}

/** The committed progress of a load. */
export class LoadRecord implements CountedLoad {
  readonly loadId: string;
  readonly resumedAfter: number;
  #counts: { -readonly [Name in keyof Progress]: number };
  readonly #busySecondsBefore: number;
  readonly #began = performance.now();

  constructor(row: OpenedRow) {
    this.loadId = row.load_id;
    this.#busySecondsBefore = row.busy_seconds ?? 0;
    this.#counts = pickProgress(row);
    this.resumedAfter = this.#counts.rows_read;
  }

  get progress(): Progress {
    return this.#counts;
  }

  /** Counts rows. This is the last statement of the transaction that commits their facts. */
  async addCounts(client: ClientBase, rejected: number, rows: readonly (keyof Outcomes)[]): Promise<void> {
    const progress = { ...this.#counts };
    progress.rows_read += rejected + rows.length;
    progress.rejected += rejected;
    for (const outcome of rows) progress[outcome] += 1;
    await this.#writeProgress(client, progress);
    this.#counts = progress;
  }

  async #writeProgress(client: ClientBase, progress: Progress): Promise<void> {
    await client.query(
      `UPDATE loads SET busy_seconds = $2, ${counts.map((name, at) => `${name} = $${at + 3}`).join(', ')}
       WHERE load_id = $1`,
      [this.loadId, this.#busySeconds, ...counts.map((name) => progress[name])],
    );
  }

  /** @param day that the rows state; null if there is none, or the day is already known */
  async finish(client: ClientBase, day: string | null): Promise<void> {
    await client.query(
      `UPDATE loads SET status = 'done', finished_at = now(), busy_seconds = $2,
         register_day = coalesce($3, register_day) WHERE load_id = $1`,
      [this.loadId, this.#busySeconds, day],
    );
  }

  /** Resets the counts, so that the next load of the file starts from the beginning. */
  async resetCounts(client: ClientBase): Promise<void> {
    await this.#writeProgress(client, { rows_read: 0, added: 0, changed: 0, unchanged: 0, rejected: 0 });
  }

  /** Marks the load as failed, if the database still answers. */
  async markFailed(client: ClientBase): Promise<void> {
    await client
      .query(
        "UPDATE loads SET status = 'failed', finished_at = now(), busy_seconds = $2 WHERE load_id = $1",
        [this.loadId, this.#busySeconds],
      )
      .catch(() => undefined);
  }

  get #busySeconds(): number {
    return this.#busySecondsBefore + (performance.now() - this.#began) / 1000;
  }
}
