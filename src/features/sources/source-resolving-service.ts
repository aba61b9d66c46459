import type { Billing, ChargingBody } from '../../contract/billing.ts';
import { ServiceError } from '../../contract/errors.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { ChargedOperation } from '../credits/charge-guards.ts';
import {
  type ChargeAnswer,
  type ChargeCall,
  type ChargedWork,
  type Charging,
  StalePreparation,
} from '../credits/charge-once.ts';
import { mappedColumns, readRow } from './mapped-values.ts';
import { isUuid } from './row-ids.ts';
import type { RowOutcome } from './row-state.ts';
import type { SourceChoicesStore } from './source-choices-store.ts';
import { choiceKey, type SourceMatching } from './source-matching-service.ts';
import type { RowToResolve, SourceRowRecord, SourceRowsStore } from './source-rows-store.ts';
import { reviewOf, runCounts, sourceEnvelope } from './source-view.ts';
import type { SourceRecord, SourcesStore } from './sources-store.ts';

export interface SourceResolvingParts {
  readonly sources: SourcesStore;
  readonly rows: SourceRowsStore;
  readonly choices: SourceChoicesStore;
  readonly matching: SourceMatching;
  readonly charging: Charging;
}

export const resolveOperation: ChargedOperation = {
  operation: 'source.resolve',
  creditClass: 'basic',
  requires: { execute: true, idempotencyKey: true, maxCredits: true },
};

export const selectOperation: ChargedOperation = {
  operation: 'source.select',
  creditClass: 'basic',
  requires: { execute: false, idempotencyKey: true, maxCredits: true },
};

const rowsPerBatch = 2000;
/** Batches on their way at once: while one waits for the index, another is read or judged. */
const batchesAtOnce = 2;

export interface Selection extends ChargingBody {
  readonly row: string;
  readonly companyId: string;
}

/** What a resolve is going to write, found out before its transaction. */
interface PreparedRun {
  /** Of the source when its rows were read. */
  readonly version: number;
  /** JSON of outcomes as the store writes them, a batch each. */
  readonly batches: readonly string[];
  readonly newlyMatched: number;
}

/** The charged steps of a source: resolve its rows, and settle one row by a person's choice. */
export class SourceResolving {
  constructor(private readonly parts: SourceResolvingParts) {}

  /**
   * Settles rows that are unresolved or not found; 1 basic credit for each that becomes matched.
   * @throws ServiceError source_not_found, source_mapping_required, and those of charging
   */
  resolve(call: ChargeCall, sourceId: string): Promise<ChargeAnswer> {
    const { accountId } = call;
    return this.parts.charging.chargeOnce(resolveOperation, call, {
      prepare: () => this.#prepare(accountId, sourceId),
      work: async (transaction, prepared) => {
        const source = await this.#locked(accountId, sourceId, transaction);
        if (source.version !== prepared.version) throw new StalePreparation();
        for (const batch of prepared.batches)
          await this.parts.rows.writeOutcomes(accountId, sourceId, batch, transaction);
        const counts = await this.parts.rows.countStates(accountId, sourceId, transaction);
        const { newlyMatched } = prepared;
        const saved = await this.parts.sources.saveRun(
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
   * Rules 2 to 4: only a row in `multiple_candidates`, only one of its candidates, and once.
   * @throws ServiceError source_not_found, source_row_not_found, source_row_not_selectable, candidate_not_found, and
   * those of charging
   */
  select(call: ChargeCall & { readonly body: Selection }, sourceId: string): Promise<ChargeAnswer> {
    const { accountId, body } = call;
    return this.parts.charging.chargeOnce(selectOperation, call, {
      work: async (transaction) => {
        const source = await this.#locked(accountId, sourceId, transaction);
        const row = isUuid(body.row)
          ? await this.parts.rows.findRow(accountId, sourceId, body.row, transaction)
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
  ): Promise<ChargedWork> {
    if (row.resolve_status !== 'multiple_candidates') {
      throw new ServiceError('source_row_not_selectable', {
        details: { resolve_status: row.resolve_status },
      });
    }
    const candidate = row.candidates.find(({ company_id }) => company_id === companyId);
    if (!candidate) throw new ServiceError('candidate_not_found');
    const { sources, rows } = this.parts;
    const { source_id } = source;
    await rows.selectCompany(accountId, source_id, row.source_row_id, companyId, transaction);
    await this.#remember(accountId, source, row, companyId, transaction);
    const settled = await sources.countSelection(accountId, source_id, transaction);
    return {
      cost: 1,
      subject: { type: 'source_row', id: row.source_row_id },
      answer: (billing) => ({
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
    await this.parts.choices.remember(accountId, choice, transaction);
  }

  async #locked(accountId: string, sourceId: string, transaction: Transaction): Promise<SourceRecord> {
    const source = isUuid(sourceId)
      ? await this.parts.sources.lockSource(accountId, sourceId, transaction)
      : null;
    if (!source) throw new ServiceError('source_not_found');
    return source;
  }

  async #prepare(accountId: string, sourceId: string): Promise<PreparedRun> {
    const source = isUuid(sourceId) ? await this.parts.sources.findSource(accountId, sourceId) : null;
    if (!source) throw new ServiceError('source_not_found');
    const { mapping, headers, version } = source;
    if (!mapping) throw new ServiceError('source_mapping_required');
    const columns = mappedColumns(mapping, headers);
    const batches: string[] = [];
    let newlyMatched = 0;
    await takeTurns(this.#batchesOf(accountId, sourceId), batchesAtOnce, async (rows) => {
      const outcomes = await this.parts.matching.match(accountId, rows.map(toMatch), columns);
      newlyMatched += outcomes.filter(({ status }) => status === 'matched').length;
      batches.push(JSON.stringify(outcomes.map((outcome, at) => written(rows[at], outcome))));
    });
    return { version, batches, newlyMatched };
  }

  async *#batchesOf(accountId: string, sourceId: string): AsyncGenerator<RowToResolve[]> {
    let after: string | undefined;
    for (;;) {
      const rows = await this.parts.rows.rowsToResolve(accountId, sourceId, after, rowsPerBatch);
      if (rows.length > 0) yield rows;
      if (rows.length < rowsPerBatch) return;
      after = rows.at(-1)?.source_row_id;
    }
  }
}

/** Does the work on all items, so many at once. */
async function takeTurns<Item>(
  items: AsyncGenerator<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const turn = async () => {
    for (let next = await items.next(); !next.done; next = await items.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, turn));
}

function toMatch({ cells, resolve_status, issues }: RowToResolve) {
  // What an earlier resolve noted is found out anew; what the import found wrong stays.
  return { cells, shapeIssues: resolve_status === 'unresolved' ? issues : [] };
}

function written(
  row: RowToResolve | undefined,
  { status, companyId, candidates, issues }: RowOutcome,
): object {
  return {
    source_row_id: row?.source_row_id,
    resolve_status: status,
    company_id: companyId,
    candidates,
    issues,
  };
}

function resolveAnswer(source: SourceRecord, runId: string, newlyMatched: number, billing: Billing): object {
  const counts = runCounts(source);
  const { matched, multiple_candidates, not_found, invalid, unresolved } = source;
  return {
    ...sourceEnvelope('resolve', source),
    resolution: { matched, multiple_candidates, not_found, invalid, unresolved, ...counts },
    run: { run_id: runId, status: 'completed', newly_matched_count: newlyMatched, ...counts },
    billing,
  };
}
