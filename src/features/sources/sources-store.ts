import { finished } from 'node:stream/promises';
import type { Knex } from 'knex';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { SourceMapping } from '../../contract/sources/answers.ts';
import { type BoundedPage, newestRows } from '../../database/bounded-page.ts';
import type { Transaction } from '../../database/transaction.ts';
import { copiedColumns } from './copy-format.ts';
import type { UploadedTable } from './import-reading.ts';
import type { SourceRecord, StateCounts } from './source-record.ts';

export interface NewSource {
  readonly name: string;
  readonly originalFilename: string | null;
  readonly contentSha256: string | null;
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
  'row_count',
  'unresolved',
  'matched',
  'multiple_candidates',
  'not_found',
  'invalid',
  'created_at',
  'updated_at',
] as const;

/** Sources of accounts in Postgres. */
export class SourcesStore {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  /** Stores a source with its rows. @returns null when the account already has the same content */
  async insertSource(
    accountId: string,
    { name, originalFilename, contentSha256, table }: NewSource,
    transaction: Transaction,
  ): Promise<SourceRecord | null> {
    const [source] = await transaction('sources')
      .insert({
        account_id: accountId,
        source_id: table.sourceId,
        name,
        original_filename: originalFilename,
        content_sha256: contentSha256,
        table_digest: Buffer.from(table.digest),
        headers: [...table.headers],
        detected_identifier_columns: JSON.stringify(table.detected),
        misshapen_rows: table.misshapenRows,
        row_count: table.rowCount,
        unresolved: table.rowCount,
      })
      .onConflict(['account_id', 'content_sha256', 'table_digest'])
      .ignore()
      .returning<SourceRecord[]>([...columns]);
    if (source) await copyPieces(table.copy, transaction);
    return source ?? null;
  }

  async findSameContent(
    accountId: string,
    { contentSha256, table }: NewSource,
    transaction: Transaction,
  ): Promise<SourceRecord | null> {
    const found = await transaction('sources')
      .where({
        account_id: accountId,
        content_sha256: contentSha256,
        table_digest: Buffer.from(table.digest),
      })
      .first<SourceRecord | undefined>(...columns);
    return found ?? null;
  }

  async findSource(
    accountId: string,
    sourceId: string,
    transaction?: Transaction,
  ): Promise<SourceRecord | null> {
    const found = await (transaction ?? this.#knex)('sources')
      .where({ account_id: accountId, source_id: sourceId })
      .first<SourceRecord | undefined>(...columns);
    return found ?? null;
  }

  /** Locks the source until the transaction ends. */
  async lockSource(
    accountId: string,
    sourceId: string,
    transaction: Transaction,
  ): Promise<SourceRecord | null> {
    const found = await transaction('sources')
      .where({ account_id: accountId, source_id: sourceId })
      .forUpdate()
      .first<SourceRecord | undefined>(...columns);
    return found ?? null;
  }

  /** Newest first. @param before only sources older than this one; null for the newest */
  async listSources(
    accountId: string,
    before: string | null,
    limit: number,
  ): Promise<BoundedPage<SourceRecord>> {
    const listed = this.#knex('sources').where({ account_id: accountId });
    if (before !== null) listed.where('source_id', '<', before);
    listed
      .orderBy('source_id', 'desc')
      .limit(limit + 1)
      .select(...columns);
    return newestRows(this.#knex, listed, 'source_id', limit);
  }

  async setMapping(
    accountId: string,
    sourceId: string,
    mapping: SourceMapping,
  ): Promise<SourceRecord | null> {
    const [source] = await this.#knex('sources')
      .where({ account_id: accountId, source_id: sourceId })
      .update({
        mapping: JSON.stringify(mapping),
        status: 'mapped',
        version: this.#knex.raw('version + 1'),
        updated_at: this.#knex.fn.now(),
      })
      .returning<SourceRecord[]>([...columns]);
    return source ?? null;
  }

  /** Saves the new counts and the run of a resolve. @returns the source and the id of the run */
  async saveRun(
    accountId: string,
    sourceId: string,
    counts: StateCounts,
    newlyMatched: number,
    transaction: Transaction,
  ): Promise<{ source: SourceRecord; runId: string }> {
    const [source] = await transaction('sources')
      .where({ account_id: accountId, source_id: sourceId })
      .update({
        ...counts,
        status: 'resolved',
        version: transaction.raw('version + 1'),
        updated_at: transaction.fn.now(),
      })
      .returning<SourceRecord[]>([...columns]);
    const { unresolved: _, ...states } = counts;
    const [run] = await transaction('source_runs')
      .insert({ source_id: sourceId, newly_matched: newlyMatched, ...states })
      .returning<{ run_id: string }[]>('run_id');
    if (!source || !run) throw new Error('a locked source is gone');
    return { source, runId: run.run_id };
  }

  /** Counts a selection: one row with several candidates became matched. */
  async countSelection(accountId: string, sourceId: string, transaction: Transaction): Promise<SourceRecord> {
    const [source] = await transaction('sources')
      .where({ account_id: accountId, source_id: sourceId })
      .update({
        matched: transaction.raw('matched + 1'),
        multiple_candidates: transaction.raw('multiple_candidates - 1'),
        updated_at: transaction.fn.now(),
      })
      .returning<SourceRecord[]>([...columns]);
    if (!source) throw new Error('a locked source is gone');
    return source;
  }

  /** Deletes a source with its rows and runs. Its charges stay in the ledger. */
  async deleteSource(accountId: string, sourceId: string): Promise<SourceRecord | null> {
    const [source] = await this.#knex('sources')
      .where({ account_id: accountId, source_id: sourceId })
      .delete()
      .returning<SourceRecord[]>([...columns]);
    return source ?? null;
  }
}

async function copyPieces(pieces: readonly Uint8Array[], transaction: Transaction): Promise<void> {
  const client: ClientBase = await transaction.client.acquireConnection();
  const stream = client.query(
    copyFrom(`COPY source_rows (${copiedColumns.join(', ')}) FROM STDIN (FORMAT binary)`),
  );
  const done = finished(stream);
  for (const piece of pieces) stream.write(piece);
  stream.end();
  await done;
}
