import type { ClientBase } from 'pg';
import { OperatorError } from '../operator/operator-error.ts';
import type { LoadContext } from './loader.ts';
import type { SourceFile } from './reading.ts';

const outcomes = ['added', 'changed', 'unchanged', 'rejected'] as const;
const counts = ['rows_read', ...outcomes] as const;

/** Number of rows by outcome. */
export type Outcomes = Readonly<Record<(typeof outcomes)[number], number>>;
/** The outcomes, and their sum as `rows_read`. */
export type Progress = Readonly<Record<(typeof counts)[number], number>>;

interface LoadRow extends Progress {
  readonly load_id: string;
}

/** A load and its progress. */
export interface CountedLoad {
  readonly loadId: string;
  readonly progress: Progress;
}

/** A list that is older than one already loaded. A folder load skips it. */
export class OlderListError extends OperatorError {}

/** bigint arrives as text unless the process has set another parser. */
function progressOf(row: Progress): Progress {
  return Object.fromEntries(counts.map((name) => [name, Number(row[name])])) as Progress;
}

/**
 * Opens the load's row in `loads`; each file with its options has one. An interrupted load keeps its counts and resumes;
 * a finished load starts again.
 * @throws OlderListError for a complete list that is older than one already loaded
 */
export async function openLoad(
  client: ClientBase,
  kind: string,
  file: SourceFile,
  context: LoadContext,
): Promise<LoadRecord> {
  await refuseOlderList(client, kind, file, context);
  const { rows } = await client.query<LoadRow>(
    `INSERT INTO loads AS kept (kind, file_name, file_sha256, options, status) VALUES ($1, $2, $3, $4, 'running')
     ON CONFLICT (kind, file_sha256, options) DO UPDATE SET status = 'running', file_name = excluded.file_name,
       ${counts.map((name) => `${name} = CASE WHEN kept.status = 'done' THEN 0 ELSE kept.${name} END`).join(', ')},
       started_at = CASE WHEN kept.status = 'done' THEN now() ELSE kept.started_at END,
       finished_at = NULL
     RETURNING load_id, ${counts.join(', ')}`,
    [kind, file.name, file.sha256, JSON.stringify(optionsOf(context))],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the insert into loads returned no row');
  return new LoadRecord(row);
}

/**
 * The finished load of this file with these options, if it began after the loads `after` had ended or is one of them. Its
 * counts are those of that time.
 */
export async function doneLoad(
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
    [kind, file.sha256, JSON.stringify(optionsOf(context)), after],
  );
  const [row] = rows;
  return row === undefined ? null : { loadId: row.load_id, progress: progressOf(row) };
}

function optionsOf({ asOf, flags }: LoadContext): object {
  return {
    ...(asOf === null ? {} : { as_of: asOf }),
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

  constructor(row: LoadRow) {
    this.loadId = row.load_id;
    this.#counts = progressOf(row);
    this.resumedAfter = this.#counts.rows_read;
  }

  get progress(): Progress {
    return this.#counts;
  }

  /** Counts rows. This is the last statement of the transaction that commits their facts. */
  async advance(client: ClientBase, rejected: number, rows: readonly (keyof Outcomes)[]): Promise<void> {
    const progress = { ...this.#counts };
    progress.rows_read += rejected + rows.length;
    progress.rejected += rejected;
    for (const outcome of rows) progress[outcome] += 1;
    await this.#write(client, progress);
    this.#counts = progress;
  }

  async #write(client: ClientBase, progress: Progress): Promise<void> {
    await client.query(
      `UPDATE loads SET ${counts.map((name, at) => `${name} = $${at + 2}`).join(', ')} WHERE load_id = $1`,
      [this.loadId, ...counts.map((name) => progress[name])],
    );
  }

  async finish(client: ClientBase): Promise<void> {
    await client.query("UPDATE loads SET status = 'done', finished_at = now() WHERE load_id = $1", [
      this.loadId,
    ]);
  }

  /** Resets the counts, so that the next load of the file starts from the beginning. */
  async forget(client: ClientBase): Promise<void> {
    await this.#write(client, { rows_read: 0, added: 0, changed: 0, unchanged: 0, rejected: 0 });
  }

  /** Marks the load as failed, if the database still answers. */
  async fail(client: ClientBase): Promise<void> {
    await client
      .query("UPDATE loads SET status = 'failed', finished_at = now() WHERE load_id = $1", [this.loadId])
      .catch(() => undefined);
  }
}
