import type { AnswerBody } from '../../contract/endpoint.ts';
import { collection } from '../../contract/envelope.ts';
import { ServiceError } from '../../contract/errors.ts';
import {
  maxShownRememberedRows,
  type RememberedRow,
  type RememberedRowsQuery,
  type rememberedRowsPage,
} from '../../contract/sources/remembered-choices.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { Paging } from '../../paging/paging.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import { countChanges, rowsOf } from './decision.ts';
import { mappedCells } from './mapped-values.ts';
import type { RememberedName, RememberedRowRecord, RememberedRowsStore } from './remembered-rows-store.ts';
import type { RowDecisionsStore } from './row-decisions-store.ts';
import type { SourcesStore } from './sources-store.ts';

export interface RememberedRowsParts {
  readonly remembered: RememberedRowsStore;
  readonly sources: SourcesStore;
  readonly decisions: RowDecisionsStore;
  readonly companies: CompaniesService;
  readonly paging: Paging;
}

/** The rows that remembered choices settled, and how they are opened again when a choice was wrong. */
export class RememberedRows {
  readonly #parts: RememberedRowsParts;

  constructor(parts: RememberedRowsParts) {
    this.#parts = parts;
  }

  /** @throws ServiceError invalid_cursor */
  async page(
    name: RememberedName,
    query: RememberedRowsQuery,
  ): Promise<AnswerBody<typeof rememberedRowsPage>> {
    const { remembered, paging } = this.#parts;
    const binding = { kind: 'remembered-rows', ...name };
    const { shown, end } = await paging.rows(query, binding, 'source_row_id', (place) =>
      remembered.list(name, place),
    );
    const total_rows = await remembered.count(name);
    return { ...collection(await this.views(shown), end), total_rows };
  }

  /** How many rows there are, and the first of them. */
  async settled(name: RememberedName, transaction: Transaction) {
    const { remembered } = this.#parts;
    const total_rows = await remembered.count(name, transaction);
    const found = await remembered.list(name, { after: null, limit: maxShownRememberedRows }, transaction);
    return { total_rows, found };
  }

  /** Locks the sources with such rows. @returns their ids, without those that were deleted meanwhile */
  async lockSources(name: RememberedName, transaction: Transaction): Promise<string[]> {
    const { remembered, sources } = this.#parts;
    const locked: string[] = [];
    for (const sourceId of await remembered.sourceIds(name, transaction)) {
      try {
        await sources.lock({ accountId: name.accountId, sourceId }, transaction);
        locked.push(sourceId);
      } catch (error) {
        if (!(error instanceof ServiceError && error.code === 'source_not_found')) throw error;
      }
    }
    return locked;
  }

  /**
   * Reopens the rows that no choice for the name supports any more, free of charge.
   * @param sourceIds of locked sources
   * @returns the number of rows
   */
  async reopen(
    { accountId, nameKey }: Pick<RememberedName, 'accountId' | 'nameKey'>,
    keyId: string,
    sourceIds: readonly string[],
    transaction: Transaction,
  ): Promise<number> {
    const { decisions, sources } = this.#parts;
    let reopened = 0;
    for (const sourceId of sourceIds) {
      const scope = { accountId, sourceId };
      const batch = await decisions.begin(scope, { madeBy: 'decisions', keyId }, transaction);
      const changes = await decisions.reopenRemembered(scope, batch, nameKey, transaction);
      if (changes.length > 0) await sources.countDecisions(scope, countChanges(changes), transaction);
      reopened += rowsOf(changes);
    }
    return reopened;
  }

  async views(records: readonly RememberedRowRecord[]): Promise<RememberedRow[]> {
    const companies = await this.#parts.companies.summaries([
      ...new Set(records.map(({ company_id }) => company_id)),
    ]);
    return records.map(({ cells, headers, mapping, ...record }) => ({
      ...record,
      cells: mappedCells(cells, { mapping, headers }),
      company_name: companies.get(record.company_id)?.legal_name ?? null,
    }));
  }
}
