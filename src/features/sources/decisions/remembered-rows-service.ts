import type { AnswerBody } from '../../../contract/endpoint.ts';
import { buildCollection } from '../../../contract/envelope.ts';
import { ServiceError } from '../../../contract/errors.ts';
import { maxShownRememberedRows } from '../../../contract/limits.ts';
import type {
  RememberedRowsQuery,
  rememberedRowsPage,
} from '../../../contract/sources/remembered-choices.ts';
import type { RememberedRow, SettledByChoice } from '../../../contract/sources/settled-by-choice.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { StalePreparation } from '../../../idempotency/idempotency.ts';
import type { Paging } from '../../../paging/paging.ts';
import type { CompaniesService } from '../../companies/companies-service.ts';
import { mappedCells } from '../../row-matching/parse-row.ts';
import { countChanges, rowsOf } from '../records/decision.ts';
import type { SourcesStore } from '../records/sources-store.ts';
import type { RememberedNames, RememberedRowRecord, RememberedRowsStore } from './remembered-rows-store.ts';
import type { RowDecisionsStore } from './row-decisions-store.ts';

export interface RememberedRowsParts {
  readonly remembered: RememberedRowsStore;
  readonly sources: SourcesStore;
  readonly decisions: RowDecisionsStore;
  readonly companies: CompaniesService;
  readonly paging: Paging;
}

/**
 * The sources in which a call that reopens rows found some so far, by id. It is known only after choices were changed which
 * sources these are; sources are locked before choices.
 */
export type SourcesToReopen = Set<string>;

/** The rows that remembered choices settled, and how they are opened again when a choice was wrong. */
export class RememberedRows {
  constructor(private readonly parts: RememberedRowsParts) {}

  /** @throws ServiceError invalid_cursor */
  async page(
    names: RememberedNames,
    query: RememberedRowsQuery,
  ): Promise<AnswerBody<typeof rememberedRowsPage>> {
    const { remembered, paging } = this.parts;
    const binding = { kind: 'remembered-rows', ...names };
    const { shown, end } = await paging.fetchRows(query, binding, 'source_row_id', (place) =>
      remembered.list(names, place),
    );
    const total_rows = await remembered.count(names);
    return { ...buildCollection(await this.#views(shown), end), total_rows };
  }

  /** Locks sources in the order of ids that everybody keeps. Those that were deleted meanwhile are passed over. */
  async lockSources(accountId: string, ids: Iterable<string>, transaction: Transaction): Promise<void> {
    for (const sourceId of [...new Set(ids)].sort()) {
      try {
        await this.parts.sources.lock({ accountId, sourceId }, transaction);
      } catch (error) {
        if (!(error instanceof ServiceError && error.code === 'source_not_found')) throw error;
      }
    }
  }

  /**
   * Finds the rows whose choices were changed or forgotten, so that none gives them their company any more, and reopens them,
   * free of charge. Choices are locked.
   * @param sources null: the rows stay as they are
   * @throws StalePreparation if a source with such rows is locked by another call. It is among `sources` then, to be locked first.
   */
  async settledBy(
    changed: Omit<RememberedNames, 'without'>,
    keyId: string | null,
    sources: SourcesToReopen | null,
    transaction: Transaction,
  ): Promise<SettledByChoice> {
    if (changed.nameKeys.length === 0) return { total_rows: 0, reopened_rows: 0, rows: [] };
    const { remembered } = this.parts;
    const names = { ...changed, without: null };
    const reopening = sources ? await this.#lockFound(names, sources, transaction) : [];
    const total_rows = await remembered.count(names, transaction);
    const found = await remembered.list(names, { after: null, limit: maxShownRememberedRows }, transaction);
    const rows = await this.#views(found, transaction);
    const reopened_rows = total_rows === 0 ? 0 : await this.#reopen(names, keyId, reopening, transaction);
    return { total_rows, reopened_rows, rows };
  }

  /** Without waiting, because whoever holds a source may wait for the choices. @returns ids of the sources with such rows */
  async #lockFound(
    names: RememberedNames,
    sources: SourcesToReopen,
    transaction: Transaction,
  ): Promise<string[]> {
    const found = await this.parts.remembered.sourceIds(names, transaction);
    const locked = await this.parts.sources.lockFree(names.accountId, found, transaction);
    if (locked.length < found.length) {
      for (const id of found) sources.add(id);
      throw new StalePreparation();
    }
    return found;
  }

  async #reopen(
    names: RememberedNames,
    keyId: string | null,
    sourceIds: readonly string[],
    transaction: Transaction,
  ): Promise<number> {
    const { decisions, sources } = this.parts;
    let reopened = 0;
    for (const sourceId of sourceIds) {
      const scope = { accountId: names.accountId, sourceId };
      const batch = await decisions.begin(scope, { madeBy: 'decisions', keyId }, transaction);
      const changes = await decisions.reopenRemembered(scope, batch, names, transaction);
      if (changes.length > 0) await sources.countDecisions(scope, countChanges(changes), transaction);
      reopened += rowsOf(changes);
    }
    return reopened;
  }

  async #views(records: readonly RememberedRowRecord[], transaction?: Transaction): Promise<RememberedRow[]> {
    const ids = new Set(records.flatMap(({ company_id }) => company_id ?? []));
    const companies = await this.parts.companies.findSummaries([...ids], transaction);
    return records.map(({ cells, headers, mapping, ...record }) => ({
      ...record,
      cells: mappedCells(cells, { mapping, headers }),
      company_name: companies.get(record.company_id ?? '')?.legal_name ?? null,
    }));
  }
}
