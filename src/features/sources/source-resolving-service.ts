import type { Billing, ChargingBody } from '../../contract/credits/billing.ts';
import type { AnswerBody } from '../../contract/endpoint.ts';
import { ServiceError } from '../../contract/errors.ts';
import type { RowIssue, sourceResolveAnswer, sourceSelectAnswer } from '../../contract/sources/answers.ts';
import { sourcesEndpoints } from '../../contract/sources/endpoints.ts';
import type { Transaction } from '../../database/transaction.ts';
import { inTurns, someAtOnce } from '../../fair-turns.ts';
import { type KeyedAnswer, StalePreparation } from '../../idempotency/idempotency.ts';
import { isUuid } from '../../text/uuid.ts';
import type { ChargeCall } from '../credits/charge-call.ts';
import type { ChargedWork, Charging } from '../credits/charging-service.ts';
import { mappedColumns, readRow } from './mapped-values.ts';
import type { RowOutcome } from './row-state.ts';
import type { SourceChoicesStore } from './source-choices-store.ts';
import { choiceKey, type SourceMatching } from './source-matching-service.ts';
import type { SourceRecord, SourceRowRecord } from './source-record.ts';
import type { RowToResolve, SourceRowsStore } from './source-rows-store.ts';
import { reviewOf, runCounts, sourceEnvelope } from './source-view.ts';
import type { SourcesStore } from './sources-store.ts';

export interface SourceResolvingParts {
  readonly sources: SourcesStore;
  readonly rows: SourceRowsStore;
  readonly choices: SourceChoicesStore;
  readonly matching: SourceMatching;
  readonly charging: Charging;
}

const rowsPerBatch = 2000;
const bytesPerBatch = 512 * 1024;
/** Concurrent batches: while one waits for the index, another is read or judged. */
const batchesAtOnce = 2;

export interface Selection extends ChargingBody {
  readonly row: string;
  readonly companyId: string;
}

/** What a resolve will write, computed before its transaction. */
interface PreparedRun {
  /** The version of the source when its rows were read. */
  readonly version: number;
  /** JSON of outcomes for the store, in pieces. */
  readonly outcomes: readonly Buffer[];
  /** JSON of rows with the same outcome as a row in `outcomes`, in pieces. */
  readonly repeated: readonly Buffer[];
  readonly newlyMatched: number;
}

/** The charged steps of a source: resolve its rows, and select a company for one row. */
export class SourceResolving {
  readonly #parts: SourceResolvingParts;

  constructor(parts: SourceResolvingParts) {
    this.#parts = parts;
  }

  /**
   * Resolves rows that are unresolved or not found. Each row that becomes matched costs 1 basic credit.
   * @throws ServiceError source_not_found, source_mapping_required, and those of charging
   */
  resolve(
    call: ChargeCall,
    sourceId: string,
  ): Promise<KeyedAnswer<200, AnswerBody<typeof sourceResolveAnswer>>> {
    const { accountId } = call;
    return this.#parts.charging.chargeOnce(sourcesEndpoints.resolveSource.charge, call, {
      prepare: () => this.#prepare(accountId, sourceId),
      work: async (transaction, prepared) => {
        const source = await this.#locked(accountId, sourceId, transaction);
        if (source.version !== prepared.version) throw new StalePreparation();
        for (const piece of prepared.outcomes)
          await this.#parts.rows.writeOutcomes(accountId, sourceId, piece.toString(), transaction);
        for (const piece of prepared.repeated)
          await this.#parts.rows.repeatOutcomes(accountId, sourceId, piece.toString(), transaction);
        const counts = await this.#parts.rows.countStates(accountId, sourceId, transaction);
        const { newlyMatched } = prepared;
        const saved = await this.#parts.sources.saveRun(
          accountId,
          sourceId,
          counts,
          newlyMatched,
          transaction,
        );
        return {
          cost: newlyMatched,
          subject: { type: 'source', id: sourceId },
          answer: (billing) => resolveAnswer(saved.source, saved.runId, newlyMatched, billing),
        };
      },
    });
  }

  /**
   * Rules 2 to 4: a selection needs a row in `multiple_candidates` and one of its candidates, and can be made only
   * once.
   * @throws ServiceError source_not_found, source_row_not_found, source_row_not_selectable, candidate_not_found, and
   *   those of charging
   */
  select(
    call: ChargeCall & { readonly body: Selection },
    sourceId: string,
  ): Promise<KeyedAnswer<200, AnswerBody<typeof sourceSelectAnswer>>> {
    const { accountId, body } = call;
    return this.#parts.charging.chargeOnce(sourcesEndpoints.selectSourceRow.charge, call, {
      work: async (transaction) => {
        const source = await this.#locked(accountId, sourceId, transaction);
        const row = isUuid(body.row)
          ? await this.#parts.rows.findRow(accountId, sourceId, body.row, transaction)
          : null;
        if (!row) throw new ServiceError('source_row_not_found');
        return this.#settle(accountId, source, row, body.companyId, transaction);
      },
    });
  }

  async #settle(
    accountId: string,
    source: SourceRecord,
    row: SourceRowRecord,
    companyId: string,
    transaction: Transaction,
  ): Promise<ChargedWork<AnswerBody<typeof sourceSelectAnswer>>> {
    if (row.resolve_status !== 'multiple_candidates') {
      throw new ServiceError('source_row_not_selectable', {
        details: { resolve_status: row.resolve_status },
      });
    }
    const candidate = row.candidates.find(({ company_id }) => company_id === companyId);
    if (!candidate) throw new ServiceError('candidate_not_found');
    const { sources, rows } = this.#parts;
    const { source_id } = source;
    await rows.selectCompany(accountId, source_id, row.source_row_id, companyId, transaction);
    await this.#remember(accountId, source, row, companyId, transaction);
    const settled = await sources.countSelection(accountId, source_id, transaction);
    return {
      cost: 1,
      subject: { type: 'source_row', id: row.source_row_id },
      answer: (billing): AnswerBody<typeof sourceSelectAnswer> => ({
        ...sourceEnvelope('select', settled),
        selected: { source_row_id: row.source_row_id, company_id: companyId, candidate },
        billing,
        review: reviewOf(settled),
      }),
    };
  }

  async #remember(
    accountId: string,
    { mapping, headers }: SourceRecord,
    row: SourceRowRecord,
    companyId: string,
    transaction: Transaction,
  ): Promise<void> {
    if (!mapping) return;
    const { name } = readRow(row.cells, [], mappedColumns(mapping, headers));
    if (name === null) return;
    const choice = { name_key: choiceKey(name), company_id: companyId };
    await this.#parts.choices.remember(accountId, choice, transaction);
  }

  async #locked(accountId: string, sourceId: string, transaction: Transaction): Promise<SourceRecord> {
    const source = isUuid(sourceId)
      ? await this.#parts.sources.lockSource(accountId, sourceId, transaction)
      : null;
    if (!source) throw new ServiceError('source_not_found');
    return source;
  }

  async #prepare(accountId: string, sourceId: string): Promise<PreparedRun> {
    const source = isUuid(sourceId) ? await this.#parts.sources.findSource(accountId, sourceId) : null;
    if (!source) throw new ServiceError('source_not_found');
    const { mapping, headers, version } = source;
    if (!mapping) throw new ServiceError('source_mapping_required');
    const run = this.#parts.matching.run(accountId, mappedColumns(mapping, headers));
    const outcomes = new JsonPieces();
    const repeated = new JsonPieces();
    const firstRows = new Map<RowOutcome, string>();
    let newlyMatched = 0;
    const pages = this.#parts.rows.rowsToResolve(accountId, sourceId, {
      limit: rowsPerBatch,
      maxBytes: bytesPerBatch,
    });
    await someAtOnce(pages, batchesAtOnce, async ({ rows }) => {
      const matched = await run.match(rows.map(toMatch));
      await inTurns(matched, ({ outcome, issues }, at) => {
        const source_row_id = rows[at]?.source_row_id ?? '';
        if (outcome.status === 'matched') newlyMatched += 1;
        const like = firstRows.get(outcome);
        if (like !== undefined) return repeated.add({ source_row_id, like_row_id: like, issues });
        // An outcome without candidates is as short as a reference to another row.
        if (outcome.candidates.length > 0) firstRows.set(outcome, source_row_id);
        outcomes.add(written(source_row_id, outcome, issues));
      });
    });
    return { version, outcomes: outcomes.finish(), repeated: repeated.finish(), newlyMatched };
  }
}

function toMatch({ cells, resolve_status, issues }: RowToResolve) {
  // Issues of an earlier resolve are found again; issues of the import are passed on.
  return { cells, shapeIssues: resolve_status === 'unresolved' ? issues : [] };
}

function written(
  source_row_id: string,
  { status, companyId, candidates }: RowOutcome,
  issues: readonly RowIssue[],
): object {
  return { source_row_id, resolve_status: status, company_id: companyId, candidates, issues };
}

const pieceLength = 512 * 1024;

/**
 * JSON arrays of many objects, each short enough that sending it does not block other requests. As bytes, because these
 * are outside the heap and half as large.
 */
class JsonPieces {
  readonly #pieces: Buffer[] = [];
  #items: string[] = [];
  #length = 0;

  add(item: object): void {
    const json = JSON.stringify(item);
    this.#items.push(json);
    this.#length += json.length;
    if (this.#length >= pieceLength) this.#end();
  }

  finish(): Buffer[] {
    if (this.#items.length > 0) this.#end();
    return this.#pieces;
  }

  #end(): void {
    this.#pieces.push(Buffer.from(`[${this.#items.join(',')}]`));
    this.#items = [];
    this.#length = 0;
  }
}

function resolveAnswer(
  source: SourceRecord,
  runId: string,
  newlyMatched: number,
  billing: Billing,
): AnswerBody<typeof sourceResolveAnswer> {
  const counts = runCounts(source);
  const { matched, multiple_candidates, not_found, invalid, unresolved } = source;
  return {
    ...sourceEnvelope('resolve', source),
    resolution: { matched, multiple_candidates, not_found, invalid, unresolved, ...counts },
    run: { run_id: runId, status: 'completed', newly_matched_count: newlyMatched, ...counts },
    billing,
  };
}
