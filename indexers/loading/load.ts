import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { isCalendarDay } from '../../src/text/days/written-days.ts';
import { runInTransaction, withSession } from '../operator/database-session.ts';
import { OperatorError } from '../operator/operator-error.ts';
import { findDayInName } from './files/day-in-name.ts';
import type { Located } from './files/read-rows.ts';
import { openSource, type SourceFile } from './files/source-file.ts';
import { describeFormsAlone, dropFormsAlone } from './forms-alone.ts';
import { mergeFacts, prepareMerge } from './joining/merge.ts';
import { takeLoadLock } from './load-lock.ts';
import {
  type CountedLoad,
  findDoneLoad,
  type LoadRecord,
  type Outcomes,
  openLoad,
  type Progress,
} from './load-record.ts';
import type { LoadContext, Loader } from './loader.ts';
import { readAhead } from './read-ahead.ts';
import { type RejectedRow, RejectedRows } from './rejected-rows.ts';
import { refreshStatistics } from './statistics.ts';

export interface LoadOptions {
  readonly databaseUrl: string;
  /** Where rejected rows are written, unless `rejectedFile` names a file. */
  readonly stateFolder: string;
  readonly file: string;
  readonly rejectedFile?: string;
  /** The loader's flags that are set. */
  readonly flags?: readonly string[];
  /**
   * Ids of loads. Skip the file if it is already loaded and its load began after these loads had ended: its rows have seen
   * all that those loads added. Without this option the file is read again, which repairs facts that have changed since.
   */
  readonly skipIfDoneAfter?: readonly string[];
  /** A file of at most so many rows is loaded even if no row can be read: all of them are then rejected. */
  readonly mayRejectAll?: number;
  /** Called after every committed chunk. */
  readonly onProgress?: (progress: Progress) => void;
  /** Stops between chunks: the load is then interrupted. Committed chunks stay, and the next load of the file resumes after them. */
  readonly signal?: AbortSignal;
}

/**
 * The outcomes of the file's rows: `added` rows are about new companies, `changed` rows about companies that changed,
 * `unchanged` rows about companies that did not change. The four outcomes add up to `rows_read`.
 */
export interface LoadReport extends Progress {
  readonly load_id: string;
  readonly kind: string;
  readonly file: string;
  /** Rows that an earlier, interrupted run had committed. */
  readonly resumed_after: number;
  /** The file was already loaded and was skipped: the counts are those of the earlier load. */
  readonly skipped: boolean;
  /** JSON Lines of line, reason and text; null when nothing was rejected. */
  readonly rejected_file: string | null;
  readonly notes: readonly string[];
  /** Of this run. */
  readonly seconds: number;
}

/**
 * Loads a file in constant memory, one transaction for each chunk of records. Loading it again changes nothing; an
 * interrupted load resumes after its last committed chunk.
 * @throws OperatorError when the file or its list is not as expected, or another load is running
 */
export async function runLoad(kind: string, loader: Loader, options: LoadOptions): Promise<LoadReport> {
  const began = performance.now();
  const file = await openSource(options.file);
  const asOf = (await loader.readListDay?.(file)) ?? null;
  const context: LoadContext = { asOf, flags: new Set(options.flags) };
  return await withSession(options.databaseUrl, async (client) => {
    await takeLoadLock(client);
    const { skipIfDoneAfter: after } = options;
    const done = (after && (await findDoneLoad(client, kind, file, context, after))) ?? null;
    const buildReport = ({ loadId, progress }: CountedLoad, rest: Partial<LoadReport>): LoadReport => ({
      load_id: loadId,
      kind,
      file: file.name,
      ...progress,
      resumed_after: 0,
      skipped: false,
      rejected_file: null,
      notes: [],
      ...rest,
      seconds: Math.round(performance.now() - began) / 1000,
    });
    if (done !== null) return buildReport(done, { skipped: true });
    await prepareMerge(client);
    const rejectedFile = chooseRejectedFile(kind, file, options);
    const stated = asOf ?? (loader.files.dated && findDayInName(file.name));
    const day = stated && isCalendarDay(stated) ? stated : null;
    const record = await openLoad(client, kind, file, context, { day, rejectedFile });
    const rejected = await RejectedRows.openAfter(rejectedFile, record.resumedAfter);
    const run = new LoadRun({ client, kind, loader, context, record, rejected, day });
    try {
      const notes = await run.loadChunks(file, options);
      const { added, changed } = record.progress;
      await refreshStatistics(client, added + changed);
      return buildReport(record, {
        resumed_after: record.resumedAfter,
        rejected_file: rejected.count > 0 ? rejected.path : null,
        notes,
      });
    } catch (error) {
      // A load that was stopped has not failed: it is shown as interrupted.
      if (options.signal?.aborted !== true) await record.markFailed(client);
      throw error;
    }
  });
}

function chooseRejectedFile(kind: string, file: SourceFile, options: LoadOptions): string {
  const rejected = path.resolve(
    options.rejectedFile ??
      path.join(options.stateFolder, 'rejected', `${kind}-${file.sha256.slice(0, 12)}.jsonl`),
  );
  // The load empties the file of rejected rows when it begins.
  if (rejected === path.resolve(file.path))
    throw new OperatorError(`${file.name} is the file to load: choose another file for its rejected rows.`);
  return rejected;
}

/** A record with its number in the file, from 1. */
type NumberedRecord = Located<unknown> & { readonly record: number };

interface RunParts {
  readonly client: pg.Client;
  readonly kind: string;
  readonly loader: Loader;
  readonly context: LoadContext;
  readonly record: LoadRecord;
  readonly rejected: RejectedRows;
  /** Of the file, if it is known before its rows are read. */
  readonly day: string | null;
}

class LoadRun {
  /** The newest day of the rows that were read so far, also of those that an earlier run committed. */
  #newestDay: string | null = null;
  /** Rows of this run that could not be read. */
  #unreadable = 0;
  #firstFault = '';
  /** Names of this run that were left out, because they are only a legal form. */
  #formsAlone = 0;

  constructor(private readonly parts: RunParts) {}

  async loadChunks(
    file: SourceFile,
    { onProgress, signal, mayRejectAll = 0 }: LoadOptions,
  ): Promise<string[]> {
    for await (const chunk of readAhead(this.#readChunks(file))) {
      if (signal?.aborted) throw new OperatorError('The load was stopped. Load the file again to resume it.');
      await this.#storeChunk(chunk);
      onProgress?.(this.parts.record.progress);
    }
    await this.#requireReadableRows(file, mayRejectAll);
    let notes: string[] = [];
    await runInTransaction(this.parts.client, async () => {
      notes = (await this.parts.loader.finish?.(this.parts.client, this.parts.context)) ?? [];
      await this.parts.record.finish(this.parts.client, this.parts.day ?? this.#newestDay);
    });
    if (this.#formsAlone === 0) return notes;
    return [...notes, describeFormsAlone(this.#formsAlone)];
  }

  /**
   * A file without a readable row is the wrong file or a failed download. Its rows do not count as read, so that a later
   * build that can read the file starts from the beginning.
   */
  async #requireReadableRows(file: SourceFile, mayRejectAll: number): Promise<void> {
    const { rows_read, rejected } = this.parts.record.progress;
    if (rows_read === 0) throw new OperatorError(`${file.name} is empty: it has no rows to load.`);
    if (rows_read <= mayRejectAll) return;
    if (rejected < rows_read || this.#unreadable < rows_read - this.parts.record.resumedAfter) return;
    await this.parts.record.resetCounts(this.parts.client);
    throw new OperatorError(
      `No row of ${file.name} can be read as ${this.parts.kind} (first reason: ${this.#firstFault}). ` +
        `Is it another kind of file? All rows with their reasons: ${this.parts.rejected.path}`,
    );
  }

  /** Chunks of whole groups, after the records that an earlier run committed. */
  async *#readChunks(file: SourceFile): AsyncGenerator<NumberedRecord[]> {
    const { chunkRows } = this.parts.loader;
    let chunk: NumberedRecord[] = [];
    let lastGroup: string | undefined;
    let record = 0;
    for await (const located of this.parts.loader.read(file)) {
      record += 1;
      // The next chunk is read while Postgres works on this one. The event loop must stay free for its answers.
      if (record % 200 === 0) await turn();
      this.#noteDay(located);
      if (record <= this.parts.record.resumedAfter) continue;
      const row = { ...located, record };
      const rowGroup = this.#getGroup(row);
      if (chunk.length >= chunkRows && (rowGroup === undefined || rowGroup !== lastGroup)) {
        yield chunk;
        chunk = [];
      }
      chunk.push(row);
      lastGroup = rowGroup;
    }
    if (chunk.length > 0) yield chunk;
  }

  #noteDay(located: Located<unknown>): void {
    const day = ('value' in located && this.parts.loader.getDay?.(located.value)) || '';
    if (day > (this.#newestDay ?? '') && isCalendarDay(day)) this.#newestDay = day;
  }

  /**
   * Commits a chunk. If Postgres refuses a value in it, the chunk is halved until only the group of rows with that value
   * is left. That group is rejected with the reason that Postgres gives.
   */
  async #storeChunk(chunk: readonly NumberedRecord[]): Promise<void> {
    try {
      await runInTransaction(this.parts.client, () => this.#writeChunk(chunk));
    } catch (error) {
      if (!isRefusedValue(error)) throw error;
      const [first, second] = this.#splitChunk(chunk);
      if (second.length > 0) {
        await this.#storeChunk(first);
        await this.#storeChunk(second);
      } else {
        const rejected = first.map((row) => toRejectedRow(row, error.message));
        await runInTransaction(this.parts.client, () => this.#recordOutcomes(rejected, []));
      }
    }
  }

  async #writeChunk(chunk: readonly NumberedRecord[]): Promise<void> {
    const readable = chunk.filter((row) => 'value' in row);
    const plan = await this.parts.loader.plan(
      this.parts.client,
      readable.map(({ value }) => value),
      this.parts.context,
    );
    const { batch, formsAlone } = dropFormsAlone(plan.batch);
    const merged = await mergeFacts(this.parts.client, batch, plan.merge);
    const unreadable = chunk.filter((row) => 'fault' in row).map((row) => toRejectedRow(row, row.fault));
    const rejected = [...unreadable];
    const outcomes: (keyof Outcomes)[] = [];
    for (const [at, row] of readable.entries()) {
      const outcome = plan.outcomes[at] ?? null;
      if (outcome === null) outcomes.push('unchanged');
      else if (typeof outcome !== 'string') rejected.push(toRejectedRow(row, outcome.reason));
      else if (merged.added.has(outcome)) outcomes.push('added');
      else if (merged.changed.has(outcome)) outcomes.push('changed');
      else outcomes.push('unchanged');
    }
    await this.#recordOutcomes(rejected, outcomes);
    this.#unreadable += unreadable.length;
    this.#formsAlone += formsAlone;
    this.#firstFault ||= unreadable[0]?.reason ?? '';
  }

  /** Rejected rows are written first. After a crash between the two steps, the next run drops and rewrites them. */
  async #recordOutcomes(rejected: RejectedRow[], outcomes: readonly (keyof Outcomes)[]): Promise<void> {
    await this.parts.rejected.addRows(rejected.sort((one, other) => one.record - other.record));
    await this.parts.record.addCounts(this.parts.client, rejected.length, outcomes);
  }

  #splitChunk(chunk: readonly NumberedRecord[]): [NumberedRecord[], NumberedRecord[]] {
    const middle = Math.ceil(chunk.length / 2);
    const groups = chunk.map((row) => this.#getGroup(row));
    const cuts = [...groups.keys()].filter(
      (at) => at > 0 && (groups[at] === undefined || groups[at] !== groups[at - 1]),
    );
    const cut = cuts.find((at) => at >= middle) ?? cuts.at(-1) ?? chunk.length;
    return [chunk.slice(0, cut), chunk.slice(cut)];
  }

  #getGroup(row: NumberedRecord): string | undefined {
    if ('value' in row) return this.parts.loader.getGroup?.(row.value);
    return undefined;
  }
}

function toRejectedRow(row: NumberedRecord, reason: string): RejectedRow {
  const text = 'fault' in row ? row.text : JSON.stringify(row.value);
  return { record: row.record, line: row.line, reason, text };
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint violation). */
function isRefusedValue(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');
}
