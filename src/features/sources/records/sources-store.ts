import { createHash } from 'node:crypto';
import { finished } from 'node:stream/promises';
import type { Knex } from 'knex';
import { from as copyFrom } from 'pg-copy-streams';
import { getConnectionOf } from '../../../adapters/knex.ts';
import { ServiceError } from '../../../contract/errors.ts';
import { maxSheetsInOneCall } from '../../../contract/limits.ts';
import type { OtherSheet, SourceMapping } from '../../../contract/sources/answers.ts';
import { rowStatuses } from '../../../contract/sources/sources.ts';
import { type BoundedPage, fetchNewestRows } from '../../../database/bounded-page.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { isUuid } from '../../../text/identifiers/uuid.ts';
import { copiedColumns } from '../parsing/copy-format.ts';
import type { UploadedTable } from '../parsing/uploaded-table.ts';
import type { DecidedCounts } from './decision.ts';
import type { SourceRecord, SourceScope, SourceWithCompanies } from './source-record.ts';
import { openStatuses } from './source-run.ts';

export interface NewSource extends Pick<SourceRecord, 'name' | 'original_filename' | 'content_sha256'> {
  readonly table: UploadedTable;
}

const columns = [
  'source_id',
  'name',
  'original_filename',
  'content_sha256',
  'headers',
  'detected_identifier_columns',
  'misshapen_rows',
  'status',
  'mapping',
  'version',
  'mapping_version',
  'reading',
  'row_count',
  ...rowStatuses,
  'dismissed',
  'created_at',
  'updated_at',
] as const;

/** Matched rows of an account, the newest, among which companies that it has paid are found: twenty full sources. */
const rowsSearched = 1_000_000;

const runSql = `SELECT json_build_object('run_id', run_id, 'status', status, 'background', background,
    'stop_reason', stop_reason, 'mapping_version', mapping_version, 'rows_total', rows_total, 'rows_done', rows_done, 'credits_used', credits_used)
  FROM source_runs r WHERE r.source_id = sources.source_id`;

/** The open run; without one, the latest. Each is one step in an index. */
const latestRunSql = `coalesce((${runSql} AND status IN ('queued', 'running')),
  (${runSql} ORDER BY run_id DESC LIMIT 1)) AS latest_run`;

/** Sources of accounts in Postgres. */
export class SourcesStore {
  readonly #columns: (Knex.Raw | (typeof columns)[number])[];

  constructor(private readonly knex: Knex) {
    this.#columns = [...columns, knex.raw(latestRunSql)];
  }

  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.knex.transaction(work);
  }

  /**
   * Stores a source with its rows, or finds the account's source with the same content.
   * @param again `new` stores it in any case; only for files
   */
  async insertOrFind(
    accountId: string,
    given: NewSource,
    again: 'existing' | 'new',
    transaction: Transaction,
  ): Promise<{ readonly source: SourceRecord; readonly deduplicated: boolean }> {
    const { table, ...described } = given;
    const reading = table.reading?.json ?? null;
    const content = {
      account_id: accountId,
      content_sha256: given.content_sha256,
      table_digest: again === 'new' ? digestOfCopy(table) : Buffer.from(table.digest),
    };
    if (reading !== null && again === 'existing') {
      // The same bytes read in the same way; the newest, because copies of it may have been made.
      const source = await transaction('sources')
        .where({ account_id: accountId, content_sha256: given.content_sha256 })
        .whereRaw(`${sameReadingSql('reading')} = ${sameReadingSql('?')}`, [reading])
        .orderBy('source_id', 'desc')
        .first<SourceRecord | undefined>(...columns);
      if (source) {
        // An earlier version did not look for the column, and kept no file.
        if (source.reading?.free_column === undefined)
          await transaction('sources').where({ source_id: source.source_id }).update({ reading });
        return { source, deduplicated: true };
      }
    }
    const [inserted] = await transaction('sources')
      .insert({
        ...described,
        ...content,
        source_id: table.sourceId,
        headers: [...table.headers],
        detected_identifier_columns: JSON.stringify(table.detected),
        reading,
        misshapen_rows: table.misshapenRows,
        row_count: table.rowCount,
        unresolved: table.rowCount,
      })
      .onConflict(['account_id', 'content_sha256', 'table_digest'])
      .ignore()
      .returning<SourceRecord[]>(this.#columns);
    if (inserted) {
      await copyPieces(table.copy, transaction);
      return { source: inserted, deduplicated: false };
    }
    const source = await transaction('sources')
      .where(content)
      .first<SourceRecord | undefined>(...this.#columns);
    // The source was deleted between the two statements, so the content is new again.
    if (source) return { source, deduplicated: true };
    return this.insertOrFind(accountId, given, again, transaction);
  }

  /** @throws ServiceError source_not_found */
  async find(scope: SourceScope, transaction?: Transaction): Promise<SourceRecord> {
    return existing(await this.#source(scope, transaction).select<SourceRecord[]>(...this.#columns));
  }

  /** Locks the source until the transaction ends. @throws ServiceError source_not_found */
  async lock(scope: SourceScope, transaction: Transaction): Promise<SourceRecord> {
    await this.#source(scope, transaction).forUpdate().select('source_id');
    // A statement that waited for the lock would show the runs as they were before it waited.
    return this.find(scope, transaction);
  }

  /** Locks those of the sources that no other transaction has locked, without waiting. @returns their ids */
  lockFree(accountId: string, sourceIds: readonly string[], transaction: Transaction): Promise<string[]> {
    const own = transaction('sources').where({ account_id: accountId });
    return own
      .whereIn('source_id', [...sourceIds])
      .forUpdate()
      .skipLocked()
      .pluck('source_id');
  }

  /** See `SourcesService.withCompanies`. Companies that were joined with another since count under their new id. */
  async withCompanies(
    accountId: string,
    companyIds: readonly string[],
    transaction: Knex = this.knex,
  ): Promise<SourceWithCompanies[]> {
    const { rows } = await transaction.raw<{ rows: (SourceWithCompanies & { companies: string })[] }>(
      `WITH given AS (SELECT unnest(cast(:companyIds AS text[])) AS id),
       member AS (
         SELECT id, id AS company_id FROM given
         UNION SELECT alias_id, company_id FROM company_aliases WHERE company_id IN (SELECT id FROM given)),
       newest AS (
         SELECT source_id, name FROM (
           SELECT source_id, name, sum(matched) OVER (ORDER BY source_id DESC) AS rows_so_far
           FROM sources WHERE account_id = :accountId AND matched > 0) s
         WHERE rows_so_far <= :rowsSearched)
       SELECT n.source_id, n.name, count(DISTINCT m.company_id) AS companies
       FROM newest n JOIN source_rows r ON r.source_id = n.source_id AND r.company_id IS NOT NULL
         JOIN member m ON m.id = r.company_id
       GROUP BY n.source_id, n.name ORDER BY companies DESC, n.source_id DESC LIMIT 3`,
      { accountId, companyIds: [...companyIds], rowsSearched },
    );
    return rows.map((row) => ({ ...row, companies: Number(row.companies) }));
  }

  /** Of the other sheets of the workbook that the source was read from, the newest source of each. */
  async listOtherSheets(
    { accountId, sourceId }: SourceScope,
    transaction: Knex = this.knex,
  ): Promise<OtherSheet[]> {
    const { rows } = await transaction.raw<{ rows: OtherSheet[] }>(
      `SELECT DISTINCT ON (sheet) source_id, sheet, status, writable
       FROM (SELECT o.source_id, o.status, o.reading->>'sheet' AS sheet, o.reading->>'free_column' IS NOT NULL AS writable
         FROM sources s JOIN sources o ON o.account_id = s.account_id AND o.content_sha256 = s.content_sha256
         WHERE s.account_id = :accountId AND s.source_id = :sourceId AND o.reading->>'sheet' <> s.reading->>'sheet') o
       ORDER BY sheet, source_id DESC LIMIT :limit`,
      { accountId, sourceId, limit: maxSheetsInOneCall - 1 },
    );
    return rows;
  }

  /** Newest first. @param before only sources older than this one; null for the newest */
  async list(accountId: string, before: string | null, limit: number): Promise<BoundedPage<SourceRecord>> {
    const listed = this.knex('sources').where({ account_id: accountId });
    if (before !== null) listed.where('source_id', '<', before);
    listed
      .orderBy('source_id', 'desc')
      .limit(limit + 1)
      // A list shows no readings, which can be large.
      .select(...this.#columns.filter((column) => column !== 'reading'), this.knex.raw('NULL AS reading'));
    return fetchNewestRows(this.knex, listed, 'source_id', limit);
  }

  /**
   * Saves a mapping. An open run stops, because its rows would no longer be resolved with the current mapping.
   * @throws ServiceError source_not_found
   */
  setMapping(scope: SourceScope, mapping: SourceMapping): Promise<SourceRecord> {
    return this.knex.transaction(async (transaction) => {
      const { source_id } = await this.lock(scope, transaction);
      await transaction('source_runs').where({ source_id }).whereIn('status', openStatuses).update({
        status: 'stopped',
        stop_reason: 'mapping_changed',
        finished_at: transaction.fn.now(),
      });
      return this.#change(scope, transaction, {
        mapping: JSON.stringify(mapping),
        status: 'mapped',
        version: transaction.raw('version + 1'),
        mapping_version: transaction.raw('mapping_version + 1'),
      });
    });
  }

  /** Saves the counts after rows were resolved. The source must be locked. */
  saveStates(
    scope: SourceScope,
    change: DecidedCounts & Partial<Pick<SourceRecord, 'status'>>,
    transaction: Transaction,
  ): Promise<SourceRecord> {
    return this.#change(scope, transaction, { ...change, version: transaction.raw('version + 1') });
  }

  /**
   * Counts the rows that decisions moved from one state to another. A resolve that was prepared before leaves out the rows
   * that changed. A source with rows that wait to be resolved again is `mapped`.
   * @param changes how many rows more or less each count has
   */
  countDecisions(
    scope: SourceScope,
    changes: Partial<DecidedCounts>,
    transaction: Transaction,
  ): Promise<SourceRecord> {
    const counts = Object.entries(changes).map(([state, change]) => [
      state,
      transaction.raw('?? + ?::int', [state, change]),
    ]);
    const status = transaction.raw(
      `CASE WHEN status = 'resolved' AND unresolved + ?::int > 0 THEN 'mapped' ELSE status END`,
      [changes.unresolved ?? 0],
    );
    const version = transaction.raw('version + 1');
    return this.#change(scope, transaction, { ...Object.fromEntries(counts), status, version });
  }

  /** Deletes a source with its rows and runs. Its charges stay in the ledger. @throws ServiceError source_not_found */
  async delete(scope: SourceScope, transaction: Transaction): Promise<SourceRecord> {
    const deleted = this.#source(scope, transaction).delete();
    return existing(await deleted.returning<SourceRecord[]>(this.#columns));
  }

  async #change(scope: SourceScope, connection: Knex, change: object): Promise<SourceRecord> {
    const changed = this.#source(scope, connection).update({ ...change, updated_at: connection.fn.now() });
    return existing(await changed.returning<SourceRecord[]>(this.#columns));
  }

  #source({ accountId, sourceId }: SourceScope, connection = this.knex) {
    if (!isUuid(sourceId)) throw new ServiceError('source_not_found');
    return connection('sources').where({ account_id: accountId, source_id: sourceId });
  }
}

/** What a reading says about the table; the rest depends on the version, and on which other sheets were asked for. */
const sameReadingSql = (reading: string) => `(${reading}::jsonb - 'free_column' - 'remarks')`;

/** Two sources with the same content differ in the digest. */
function digestOfCopy({ digest, sourceId }: UploadedTable): Buffer {
  return createHash('sha256').update(digest).update(sourceId).digest();
}

function existing([source]: readonly SourceRecord[]): SourceRecord {
  if (!source) throw new ServiceError('source_not_found');
  return source;
}

async function copyPieces(pieces: readonly Uint8Array[], transaction: Transaction): Promise<void> {
  const client = await getConnectionOf(transaction);
  const stream = client.query(
    copyFrom(`COPY source_rows (${copiedColumns.join(', ')}) FROM STDIN (FORMAT binary)`),
  );
  const done = finished(stream);
  for (const piece of pieces) stream.write(piece);
  stream.end();
  await done;
}
