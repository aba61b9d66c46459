import type { AnswerBody } from '../../contract/endpoint.ts';
import { ServiceError } from '../../contract/errors.ts';
import type { sourceResolveAnswer } from '../../contract/sources/answers.ts';
import { sourcesEndpoints } from '../../contract/sources/endpoints.ts';
import { inTurns, someAtOnce } from '../../fair-turns.ts';
import { type KeyedAnswer, StalePreparation } from '../../idempotency/idempotency.ts';
import type { ChargeCall } from '../credits/charge-call.ts';
import type { Charging } from '../credits/charging-service.ts';
import { isShapeIssue, mappedColumns } from './mapped-values.ts';
import type { RowOutcome } from './row-state.ts';
import { type MatchingParts, MatchingRun } from './source-matching-service.ts';
import type { SourceRowRecord, SourceScope } from './source-record.ts';
import type { SourceRowsStore } from './source-rows-store.ts';
import { runCounts, sourceEnvelope, stateCounts } from './source-view.ts';
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

type ResolveAnswer = AnswerBody<typeof sourceResolveAnswer>;

/** Resolves the rows of a source. */
export class SourceResolving {
  readonly #parts: SourceResolvingParts;

  constructor(parts: SourceResolvingParts) {
    this.#parts = parts;
  }

  /**
   * Resolves the open rows: those without a company so far, and after another mapping also those with candidates and
   * invalid ones. Each row that becomes matched costs 1 basic credit, unless it was paid before.
   * @throws ServiceError source_not_found, source_mapping_required, and those of charging
   */
  resolve(call: ChargeCall, sourceId: string): Promise<KeyedAnswer<200, ResolveAnswer>> {
    const scope = { accountId: call.accountId, sourceId };
    const { sources, rows, charging } = this.#parts;
    return charging.chargeOnce(sourcesEndpoints.resolveSource.charge, call, {
      prepare: () => this.#prepare(scope),
      work: async (transaction, { version, mappingVersion, outcomes, repeated, newlyMatched, cost }) => {
        const locked = await sources.lock(scope, transaction);
        if (locked.version !== version) throw new StalePreparation();
        for (const piece of outcomes)
          await rows.writeOutcomes(scope, { outcomes: piece.toString(), mappingVersion }, transaction);
        for (const piece of repeated)
          await rows.repeatOutcomes(scope, { rows: piece.toString(), mappingVersion }, transaction);
        const states = await rows.countStates(scope, transaction);
        const { source, runId } = await sources.saveRun(scope, states, newlyMatched, transaction);
        const counts = runCounts(source);
        return {
          cost,
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

  /** Matches the rows before the transaction that writes their outcomes. */
  async #prepare(scope: SourceScope) {
    const source = await this.#parts.sources.find(scope);
    const { mapping, headers, version, mapping_version: mappingVersion } = source;
    if (!mapping) throw new ServiceError('source_mapping_required');
    const run = new MatchingRun(this.#parts, scope.accountId, mappedColumns(mapping, headers));
    const outcomes = new JsonPieces();
    /** Rows with the same outcome as a row in `outcomes`. */
    const repeated = new JsonPieces();
    const firstRows = new Map<RowOutcome, string>();
    let newlyMatched = 0;
    let cost = 0;
    const pages = this.#parts.rows.pieces(scope, {
      openFor: { mappingVersion },
      limit: rowsPerBatch,
      maxBytes: bytesPerBatch,
    });
    await someAtOnce(pages, batchesAtOnce, async ({ rows }) => {
      const matched = await run.match(rows.map(toMatch));
      await inTurns(matched, ({ outcome, issues, sameKey }, at) => {
        const row = rows[at];
        if (!row) throw new Error('a row was not matched');
        const { source_row_id } = row;
        const own = withoutRejected(outcome, row);
        const { status: resolve_status, companyId: company_id, candidates, reason } = own;
        const isMatched = resolve_status === 'matched';
        const charged = isMatched && !row.paid && !own.free;
        if (isMatched) newlyMatched += 1;
        if (charged) cost += 1;
        const like = firstRows.get(own);
        if (like !== undefined) return repeated.add({ source_row_id, like_row_id: like, issues, charged });
        // An outcome without candidates is as short as a reference to another row.
        if (candidates.length > 0) firstRows.set(own, source_row_id);
        const result = { source_row_id, resolve_status, company_id, candidates, issues, reason, charged };
        outcomes.add({ ...result, same_key: sameKey });
      });
    });
    return {
      version,
      mappingVersion,
      outcomes: outcomes.finish(),
      repeated: repeated.finish(),
      newlyMatched,
      cost,
    };
  }
}

/** A company that a person took back is a candidate again, but settles the row only if a person chooses it. */
function withoutRejected(outcome: RowOutcome, { rejected_company_id }: SourceRowRecord): RowOutcome {
  if (outcome.companyId === null || outcome.companyId !== rejected_company_id) return outcome;
  return { ...outcome, status: 'multiple_candidates', companyId: null, reason: 'taken_back' };
}

function toMatch({ cells, issues }: SourceRowRecord) {
  // Issues of an earlier resolve are found again; issues of the import are passed on.
  return { cells, shapeIssues: issues.filter(isShapeIssue) };
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
