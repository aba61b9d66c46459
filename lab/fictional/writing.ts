import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type CopyColumn, copyRows } from '../../indexers/facts/copy-rows.ts';
import { type FactBatch, factTables } from '../../indexers/facts/index.ts';
import { copyNewFacts } from '../../indexers/loading/joining/new-facts.ts';
import { takeLoadLock } from '../../indexers/loading/load-lock.ts';
import { refreshStatistics } from '../../indexers/loading/statistics.ts';
import { runInTransaction } from '../../indexers/operator/database-session.ts';
import { OperatorError } from '../../indexers/operator/operator-error.ts';
import { DatabaseClient } from '../../src/database/database-client.ts';
import { generateCompanies, type Stretch } from './companies.ts';
import { dayNumber } from './days.ts';
import { type EnrichmentRow, enrichmentRows } from './enrichment.ts';
import { maxCompanies } from './numbers.ts';

export interface GenerateOptions {
  readonly databaseUrl: string;
  /** 1 to 10,000,000. */
  readonly companies: number;
  /** A whole number from 0 to 4,294,967,295. */
  readonly seed: number;
  /** `YYYY-MM-DD`. A series that was begun with another day continues with that day. */
  readonly today: string;
  /** Called after every committed chunk with the number of companies so far. */
  readonly onProgress?: (companies: number) => void;
  /** Stops between chunks. Committed chunks stay, and the next run resumes after them. */
  readonly signal?: AbortSignal;
}

export interface GenerateReport {
  readonly companies: number;
  readonly added: number;
  /** Companies of earlier runs. */
  readonly unchanged: number;
  readonly seed: number;
  /** The day on which the data is current. */
  readonly today: string;
  readonly seconds: number;
}

const companiesPerChunk = 2000;
const writers = 2;

/**
 * Fills the database with the first `companies` of the series of `seed`. Running it again adds nothing; a larger number
 * adds the missing companies; an interrupted run resumes after its last chunk.
 * @throws OperatorError for a number out of range, a second series in one database, or while a load or another run works
 */
export async function generate(options: GenerateOptions): Promise<GenerateReport> {
  checkOptions(options);
  const started = performance.now();
  const client = await connect(options.databaseUrl);
  try {
    await takeLoadLock(client);
    const load = await openLoad(client, options);
    const before = Math.min(load.made, options.companies);
    await writeChunks(options, load);
    await refreshStatistics(client, options.companies - before);
    await client.query(
      `UPDATE loads SET status = 'done', finished_at = now(),
         busy_seconds = coalesce(busy_seconds, 0) + $2 WHERE load_id = $1`,
      [load.loadId, (performance.now() - started) / 1000],
    );
    return {
      companies: options.companies,
      added: options.companies - before,
      unchanged: before,
      seed: options.seed,
      today: load.today,
      seconds: (performance.now() - started) / 1000,
    };
  } finally {
    await client.end();
  }
}

/** The series of an interrupted run; null if there is none. */
export async function unfinishedSeries(
  client: pg.ClientBase,
): Promise<Pick<GenerateOptions, 'companies' | 'seed'> | null> {
  const { rows } = await client.query<{ file_name: string }>(
    "SELECT file_name FROM loads WHERE kind = 'generate' AND status <> 'done' LIMIT 1",
  );
  const [, seed, companies] = /^generate-(\d+)-(\d+)$/.exec(rows[0]?.file_name ?? '') ?? [];
  return companies === undefined ? null : { companies: Number(companies), seed: Number(seed) };
}

function checkOptions({ companies, seed, today }: GenerateOptions): void {
  if (!Number.isInteger(companies) || companies < 1 || companies > maxCompanies) {
    throw new OperatorError(`The number of companies must be from 1 to ${maxCompanies}.`);
  }
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) {
    throw new OperatorError('The seed must be a whole number from 0 to 4294967295.');
  }
  try {
    dayNumber(today);
  } catch {
    throw new OperatorError(`${today} is not a valid date in the format YYYY-MM-DD.`);
  }
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new DatabaseClient({ connectionString: databaseUrl, application_name: 'generate' });
  // A lost connection also fails its running query. Without a listener it would end the process instead.
  client.on('error', () => {});
  await client.connect();
  return client;
}

interface Load {
  readonly loadId: string;
  readonly today: string;
  /** Companies of the series that are committed. */
  readonly made: number;
}

/** The series' row in `loads`. There is one for each seed, whatever the number of companies, so that a series can grow. */
async function openLoad(client: pg.Client, { companies, seed, today }: GenerateOptions): Promise<Load> {
  const sha256 = createHash('sha256').update(`generate seed ${seed}`).digest('hex');
  const series = await client.query<{ seed: number; today: string }>(
    `SELECT (options ->> 'seed')::float8 AS seed, options ->> 'today' AS today FROM loads WHERE kind = 'generate'`,
  );
  const [begun] = series.rows;
  if (begun === undefined) await refuseForeignCompanies(client);
  else if (begun.seed !== seed) {
    throw new OperatorError(
      `This database contains the companies of seed ${begun.seed}. Another seed needs its own database.`,
    );
  }
  const { rows } = await client.query<Load>(
    `INSERT INTO loads (kind, file_name, file_sha256, options, status, register_day, run_started_at)
     VALUES ('generate', $1, $2, $3, 'running', $4, now())
     ON CONFLICT (kind, file_sha256, options) DO UPDATE
       SET file_name = excluded.file_name, status = 'running', run_started_at = now(), finished_at = NULL
     RETURNING load_id AS "loadId", options ->> 'today' AS today, rows_read::float8 AS made`,
    [
      `generate-${seed}-${companies}`,
      sha256,
      JSON.stringify({ seed, today: begun?.today ?? today }),
      begun?.today ?? today,
    ],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the insert into loads returned no row');
  return row;
}

/** Generated companies must not mix with those of a register: their numbers are valid, and aliases could collide. */
async function refuseForeignCompanies(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM companies LIMIT 1');
  if (rowCount === 0) return;
  throw new OperatorError(
    'This database contains companies that were not generated. Fictional companies need their own database.',
  );
}

/**
 * Two connections take turns, so that Postgres writes one chunk while the next is made and sent. Chunks are committed in
 * order, so that a later run needs only the count of committed companies in `loads`.
 */
async function writeChunks(options: GenerateOptions, load: Load): Promise<void> {
  const clients = await Promise.all(Array.from({ length: writers }, () => connect(options.databaseUrl)));
  // A chunk that is lost in a crash is made again, so commits need not wait for the disk.
  for (const client of clients) {
    await client.query('SET synchronous_commit = off');
    // The changes that these sessions record are those of the load (migration 0037).
    await client.query("SELECT set_config('company_data.load_id', $1, false)", [load.loadId]);
  }
  let next = load.made;
  let newest: Promise<void> = Promise.resolve();
  const work = async (client: pg.Client): Promise<void> => {
    while (next < options.companies) {
      options.signal?.throwIfAborted();
      const from = next;
      const to = Math.min(from + companiesPerChunk, options.companies);
      next = to;
      newest = writeChunk(client, load, { seed: options.seed, from, to, today: load.today }, newest);
      await newest;
      options.onProgress?.(to);
    }
  };
  const outcomes = await Promise.allSettled(clients.map(work));
  await Promise.all(clients.map((client) => client.end()));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** @param before the chunk that must be committed before this one */
async function writeChunk(
  client: pg.Client,
  load: Load,
  chunk: Stretch,
  before: Promise<void>,
): Promise<void> {
  const batch = generateCompanies(chunk);
  await runInTransaction(client, async () => {
    await copyBatch(client, batch);
    await before;
    await client.query('UPDATE loads SET rows_read = $2, added = $2 WHERE load_id = $1', [
      load.loadId,
      chunk.to,
    ]);
  });
}

async function copyBatch(client: pg.Client, batch: Required<FactBatch>): Promise<void> {
  await copyNewFacts(
    client,
    factTables.map((table) => ({ table, rows: batch[table.name] })),
  );
  const changes = batch.companies.map(({ company_id }) => ({ company_id, version: 1, change: 'added' }));
  await copyRows(client, 'company_changes', ['company_id', 'version', 'change'], changes);
  await copyRows(client, 'company_source_enrichment', enrichmentColumns, enrichmentRows(batch));
}

const enrichmentColumns: readonly CopyColumn<keyof EnrichmentRow>[] = [
  'company_id',
  'employees',
  'insured_persons',
  { name: 'job_openings', as: 'array' },
  { name: 'ai_job_openings', as: 'array' },
  'latest_job_opened_at',
  { name: 'permits', as: 'json' },
  { name: 'observation_counts', as: 'json' },
  'latest_observed_at',
];
