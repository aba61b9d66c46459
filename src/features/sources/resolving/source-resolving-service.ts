import { prices } from '../../../contract/credits/prices.ts';
import type { AnswerBody } from '../../../contract/endpoint.ts';
import { ServiceError } from '../../../contract/errors.ts';
import type { SourceMapping, sourceResolveAnswer } from '../../../contract/sources/answers.ts';
import { sourcesEndpoints } from '../../../contract/sources/endpoints.ts';
import { type KeyedAnswer, StalePreparation } from '../../../idempotency/idempotency.ts';
import { mapInSlices, runConcurrently } from '../../../running/time-slices.ts';
import type { ChargeCall, Charging } from '../../credits/charging-service.ts';
import { type MappedColumns, mappedColumns } from '../../row-matching/parse-row.ts';
import type { DecisionHistoryStore } from '../records/decision-history-store.ts';
import { ResolvedRows } from '../records/resolved-rows.ts';
import type { RowCellsStore } from '../records/row-cells-store.ts';
import type { SourceChoicesStore } from '../records/source-choices-store.ts';
import type { RowVersion, SourceRecord, SourceRowRecord, SourceScope } from '../records/source-record.ts';
import type { SourceRowsStore } from '../records/source-rows-store.ts';
import { isOpen } from '../records/source-run.ts';
import type { SourcesStore } from '../records/sources-store.ts';
import { runCounts, sourceEnvelope, stateCounts } from '../view/source-view.ts';
import { type MatchingParts, RowMatcher } from './source-matching-service.ts';
import type { SourceRunsStore } from './source-runs-store.ts';

export interface SourceResolvingParts extends MatchingParts {
  readonly choices: Pick<SourceChoicesStore, 'choicesFor' | 'stillSettle'>;
  readonly sources: SourcesStore;
  readonly rows: SourceRowsStore;
  readonly cells: RowCellsStore;
  readonly history: DecisionHistoryStore;
  readonly runs: SourceRunsStore;
  readonly charging: Charging;
}

/** Rows that are looked up together. */
export const batchSize = { limit: 2000, maxBytes: 512 * 1024 };
/** Concurrent batches: while one waits for the index, another is read or judged. */
const batchesAtOnce = 3;

type ResolveAnswer = AnswerBody<typeof sourceResolveAnswer>;

/** Resolves the rows of a source. */
export class SourceResolving {
  constructor(private readonly parts: SourceResolvingParts) {}

  /**
   * Resolves the open rows: those without a company so far, and after another mapping also those with candidates and
   * invalid ones. Each row that becomes matched is charged (`prices.matchedRow`), unless it was paid before.
   * @throws ServiceError source_not_found, source_mapping_required, source_run_in_progress, and those of charging
   */
  resolve(call: ChargeCall, sourceId: string): Promise<KeyedAnswer<200, ResolveAnswer>> {
    const scope = { accountId: call.accountId, sourceId };
    const { sources, rows, runs, history, choices, charging } = this.parts;
    return charging.chargeOnce(sourcesEndpoints.resolveSource.charge, call, {
      prepare: () => this.prepare(scope),
      work: async (transaction, { version, mappingVersion, read, resolved }) => {
        const locked = await sources.lock(scope, transaction);
        refuseOpenRun(locked);
        if (locked.mapping_version !== mappingVersion) throw new StalePreparation();
        const changed = locked.version === version ? [] : await rows.changedSince(scope, read, transaction);
        // What people decided meanwhile stays. Only rows that are written as copies of such a row are matched again.
        if (changed.some((id) => resolved.copied.has(id))) throw new StalePreparation();
        const unwritten = new Set(changed);
        const writing = { mappingVersion, except: changed };
        const { charged, ...written } = await rows.writeResolved(scope, resolved, writing, transaction);
        const cost = charged * prices.matchedRow.credits;
        // Last, because it keeps others from choosing.
        if (!(await choices.stillSettle(scope.accountId, resolved.choices, transaction)))
          throw new StalePreparation();
        const run = {
          ...written,
          mapping_version: mappingVersion,
          credits_used: cost,
          max_credits: call.body.maxCredits ?? null,
          key_id: call.keyId,
        };
        const runId = await runs.insertCompleted(scope, run, transaction);
        const takenOver = resolved.takenOver.filter(({ source_row_id }) => !unwritten.has(source_row_id));
        const batch = { batchId: runId, keyId: call.keyId };
        await history.recordTakenOver(scope, batch, takenOver, transaction);
        const states = await rows.countStates(scope, transaction);
        const status = states.unresolved > 0 ? 'mapped' : 'resolved';
        const source = await sources.saveStates(scope, { ...states, status }, transaction);
        const counts = runCounts(source);
        const newlyMatched = written.matched;
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

  /**
   * Matches the open rows; writes nothing.
   * @param after the row after which it begins; by default all open rows are matched
   * @throws ServiceError source_not_found, source_mapping_required, source_run_in_progress, search_unavailable
   */
  async prepare(scope: SourceScope, after: (source: SourceRecord) => string | null = () => null) {
    const source = await this.parts.sources.find(scope);
    refuseOpenRun(source);
    const { version, mapping_version: mappingVersion } = source;
    const run = new RowMatcher(this.parts, scope, await readColumns(this.parts.cells, scope, source));
    const resolved = new ResolvedRows();
    const read: RowVersion[] = [];
    const pages = this.parts.rows.pieces(scope, {
      openFor: { mappingVersion },
      after: after(source),
      ...batchSize,
    });
    await runConcurrently(pages, batchesAtOnce, ({ rows }) => {
      for (const { source_row_id, row_version } of rows) read.push({ source_row_id, row_version });
      return matchRows(resolved, run, rows);
    });
    return { version, mappingVersion, read, resolved };
  }
}

/** Adds the outcomes of rows. */
export async function matchRows(
  resolved: ResolvedRows,
  run: RowMatcher,
  rows: readonly SourceRowRecord[],
): Promise<void> {
  const matched = await run.match(rows);
  await mapInSlices(matched, (each, at) => {
    const row = rows[at];
    if (!row) throw new Error('a row was not matched');
    resolved.add(row, each);
  });
}

/** What the rows of a source are matched by. @throws ServiceError source_mapping_required */
export async function readColumns(
  cells: RowCellsStore,
  scope: SourceScope,
  source: SourceRecord,
): Promise<MappedColumns> {
  const earlier = await cells.findEarlierExport(scope, source);
  return mappedColumns(requireMapping(source), source.headers, earlier);
}

/** @throws ServiceError source_mapping_required */
export function requireMapping({ mapping }: SourceRecord): SourceMapping {
  if (!mapping) throw new ServiceError('source_mapping_required');
  return mapping;
}

/** @throws ServiceError source_run_in_progress */
export function refuseOpenRun({ latest_run }: Pick<SourceRecord, 'latest_run'>): void {
  if (!latest_run || !isOpen(latest_run)) return;
  const { run_id, status } = latest_run;
  throw new ServiceError('source_run_in_progress', { details: { run_id, status } });
}
