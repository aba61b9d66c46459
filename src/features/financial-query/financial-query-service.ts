import { limitWarnings } from '../../contract/envelope.ts';
import type {
  FinancialQueryAnswer,
  FinancialQueryBody,
  FinancialValue,
} from '../../contract/financial-query/financial-query.ts';
import { toTokyoDay } from '../../text/days/calendar.ts';
import type { SearchConditions } from '../company-search/company-search.ts';
import type { CompanySearchService } from '../company-search/company-search-service.ts';
import type { Narrowing } from '../company-search/filters/narrowing.ts';
import {
  buildFigureClauses,
  buildLackingClause,
  findFigure,
  isConditionMet,
  listNeededFigures,
  toFigureConditions,
  toOrder,
} from './financial-conditions.ts';
import type { FinancialQueryStore } from './financial-query-store.ts';

export interface FinancialQueryParts {
  readonly search: CompanySearchService;
  readonly store: FinancialQueryStore;
  now(): Date;
}

/** A payload without its paging. */
export type FinancialConditions = Pick<FinancialQueryBody, 'filters' | 'financials' | 'sort'>;

/** Financial-threshold queries: company search narrowed by figures. They do not interpret free text. */
export class FinancialQueryService {
  constructor(private readonly parts: FinancialQueryParts) {}

  /** A page. @throws ServiceError as company search */
  async queryCompanies(
    accountId: string,
    payload: FinancialQueryBody,
    signal?: AbortSignal,
  ): Promise<FinancialQueryAnswer> {
    const { limit, cursor } = payload;
    const request = { ...this.toSearchConditions(payload), limit, cursor };
    const [answer, excluded] = await Promise.all([
      this.parts.search.search(accountId, request, signal),
      cursor ? null : this.#countExcluded(payload, signal),
    ]);
    return {
      ok: true,
      object: 'company_query',
      kind: payload.kind,
      status: 'ready',
      companies: answer.companies.map((entry) => ({
        ...entry,
        financials: answer.details.get(entry.company.company_id) ?? [],
      })),
      warnings: limitWarnings(answer.warnings),
      meta: { ...answer.meta, ...answer.paging, query: null, excluded_no_data: excluded },
    };
  }

  /** The company search for a payload, with the requested figures. Lists gather its companies. */
  toSearchConditions(payload: FinancialConditions): SearchConditions<FinancialValue[]> {
    const { sort } = payload;
    return {
      filters: payload.filters,
      order: typeof sort === 'string' ? sort : null,
      narrowing: this.#createNarrowing(payload),
    };
  }

  #createNarrowing(payload: FinancialConditions): Narrowing<FinancialValue[]> {
    const conditions = toFigureConditions(payload);
    const needed = listNeededFigures(payload);
    const order = toOrder(payload.sort);
    const narrowed = { clauses: buildFigureClauses(conditions, needed), truncated: false };
    return {
      binding: { kind: 'company_query', conditions },
      signals: ['financials'],
      ...(order && { order }),
      findConditions: async () => narrowed,
      confirm: async (companyIds) => {
        const metrics = [...new Set(needed.map(({ metric }) => metric))];
        const held = await this.parts.store.listFinancials(companyIds, metrics);
        return new Map(
          [...held].flatMap(([companyId, values]) => {
            const figures = needed.flatMap((figure) => findFigure(values, figure) ?? []);
            const fit = conditions.every((condition) => isConditionMet(values, condition));
            if (fit && figures.length === needed.length) return [[companyId, [...new Set(figures)]] as const];
            return [];
          }),
        );
      },
    };
  }

  /** How many companies match the filters but lack a figure; null when counting takes too long. */
  #countExcluded(payload: FinancialConditions, signal?: AbortSignal): Promise<number | null> {
    const { search, now } = this.parts;
    const lacking = [buildLackingClause(listNeededFigures(payload))];
    return search.countMatches(payload.filters ?? {}, lacking, toTokyoDay(now()), signal);
  }
}
