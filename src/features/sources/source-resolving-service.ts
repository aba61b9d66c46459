import type { ChargingBody } from '../../contract/credits/billing.ts';
import type { AnswerBody } from '../../contract/endpoint.ts';
import { ServiceError } from '../../contract/errors.ts';
import type { sourceResolveAnswer, sourceSelectAnswer } from '../../contract/sources/answers.ts';
import { sourcesEndpoints } from '../../contract/sources/endpoints.ts';
import type { Transaction } from '../../database/transaction.ts';
import { inTurns, someAtOnce } from '../../fair-turns.ts';
import { type KeyedAnswer, StalePreparation } from '../../idempotency/idempotency.ts';
import { isUuid } from '../../text/uuid.ts';
import type { ChargeCall } from '../credits/charge-call.ts';
import type { ChargedWork, Charging } from '../credits/charging-service.ts';
import { mappedColumns, readRow } from './mapped-values.ts';
import type { RowOutcome } from './row-state.ts';
import { choiceKey, type MatchingParts, MatchingRun } from './source-matching-service.ts';
import type { SourceRecord, SourceRowRecord, SourceScope } from './source-record.ts';
import type { SourceRowsStore } from './source-rows-store.ts';
import { reviewOf, runCounts, sourceEnvelope, stateCounts } from './source-view.ts';
import type { SourcesStore } from './sources-store.ts';

export interface SourceResolvingParts extends MatchingParts {
  readonly sources: SourcesStore;
  readonly rows: SourceRowsStore;
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

type ResolveAnswer = AnswerBody<typeof sourceResolveAnswer>;
type SelectAnswer = AnswerBody<typeof sourceSelectAnswer>;

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
  resolve(call: ChargeCall, sourceId: string): Promise<KeyedAnswer<200, ResolveAnswer>> {
    const scope = { accountId: call.accountId, sourceId };
    const { sources, rows, charging } = this.#parts;
    return charging.chargeOnce(sourcesEndpoints.resolveSource.charge, call, {
      prepare: () => this.#prepare(scope),
      work: async (transaction, { version, outcomes, repeated, newlyMatched }) => {
        const locked = await sources.lock(scope, transaction);
        if (locked.version !== version) throw new StalePreparation();
        for (const piece of outcomes) await rows.writeOutcomes(scope, piece.toString(), transaction);
        for (const piece of repeated) await rows.repeatOutcomes(scope, piece.toString(), transaction);
        const states = await rows.countStates(scope, transaction);
        const { source, runId } = await sources.saveRun(scope, states, newlyMatched, transaction);
        const counts = runCounts(source);
        return {
          cost: newlyMatched,
          subject: { type: 'source', id: sourceId },
          answer: (billing): ResolveAnswer => ({
            ...sourceEnvelope('resolve', source),
            resolution: { ...stateCounts(source), ...counts },
            run: { run_id: runId, status: 'completed', newly_matched_count: newlyMatched, ...counts },
            billing,
          }),
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
  ): Promise<KeyedAnswer<200, SelectAnswer>> {
    const scope = { accountId: call.accountId, sourceId };
    const { row: rowId, companyId } = call.body;
    return this.#parts.charging.chargeOnce(sourcesEndpoints.selectSourceRow.charge, call, {
      work: async (transaction) => {
        const source = await this.#parts.sources.lock(scope, transaction);
        const row = isUuid(rowId) ? await this.#parts.rows.findRow(scope, rowId, transaction) : null;
        if (!row) throw new ServiceError('source_row_not_found');
        const settled = await this.#settle(scope, row, companyId, transaction);
        await this.#remember(scope, source, row, companyId, transaction);
        return settled;
      },
    });
  }

  async #settle(
    scope: SourceScope,
    { source_row_id, resolve_status, candidates }: SourceRowRecord,
    companyId: string,
    transaction: Transaction,
  ): Promise<ChargedWork<SelectAnswer>> {
    if (resolve_status !== 'multiple_candidates')
      throw new ServiceError('source_row_not_selectable', { details: { resolve_status } });
    const candidate = candidates.find(({ company_id }) => company_id === companyId);
    if (!candidate) throw new ServiceError('candidate_not_found');
    await this.#parts.rows.selectCompany(scope, source_row_id, companyId, transaction);
    const settled = await this.#parts.sources.countSelection(scope, transaction);
    return {
      cost: 1,
      subject: { type: 'source_row', id: source_row_id },
      answer: (billing): SelectAnswer => ({
        ...sourceEnvelope('select', settled),
        selected: { source_row_id, company_id: companyId, candidate },
        billing,
        review: reviewOf(settled),
      }),
    };
  }

  async #remember(
    { accountId }: SourceScope,
    { mapping, headers }: SourceRecord,
    { cells }: SourceRowRecord,
    companyId: string,
    transaction: Transaction,
  ): Promise<void> {
    const name = mapping && readRow(cells, [], mappedColumns(mapping, headers)).name;
    if (name === null) return;
    const choice = { name_key: choiceKey(name), company_id: companyId };
    await this.#parts.choices.remember(accountId, choice, transaction);
  }

  /** Matches the rows before the transaction that writes their outcomes. */
  async #prepare(scope: SourceScope) {
    const { mapping, headers, version } = await this.#parts.sources.find(scope);
    if (!mapping) throw new ServiceError('source_mapping_required');
    const run = new MatchingRun(this.#parts, scope.accountId, mappedColumns(mapping, headers));
    const outcomes = new JsonPieces();
    /** Rows with the same outcome as a row in `outcomes`. */
    const repeated = new JsonPieces();
    const firstRows = new Map<RowOutcome, string>();
    let newlyMatched = 0;
    const pages = this.#parts.rows.pieces(scope, {
      statuses: ['unresolved', 'not_found'],
      limit: rowsPerBatch,
      maxBytes: bytesPerBatch,
    });
    await someAtOnce(pages, batchesAtOnce, async ({ rows }) => {
      const matched = await run.match(rows.map(toMatch));
      await inTurns(matched, ({ outcome, issues }, at) => {
        const source_row_id = rows[at]?.source_row_id ?? '';
        const { status: resolve_status, companyId: company_id, candidates } = outcome;
        if (resolve_status === 'matched') newlyMatched += 1;
        const like = firstRows.get(outcome);
        if (like !== undefined) return repeated.add({ source_row_id, like_row_id: like, issues });
        // An outcome without candidates is as short as a reference to another row.
        if (candidates.length > 0) firstRows.set(outcome, source_row_id);
        outcomes.add({ source_row_id, resolve_status, company_id, candidates, issues });
      });
    });
    return { version, outcomes: outcomes.finish(), repeated: repeated.finish(), newlyMatched };
  }
}

function toMatch({ cells, resolve_status, issues }: SourceRowRecord) {
  // Issues of an earlier resolve are found again; issues of the import are passed on.
  return { cells, shapeIssues: resolve_status === 'unresolved' ? issues : [] };
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
