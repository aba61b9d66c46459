import { tokyoDay } from '../../calendar.ts';
import type { CompanyQueryBody, FinancialValue } from '../../contract/financial-query/company-query.ts';
import type {
  CompanySearchService,
  Narrowing,
  SearchConditions,
} from '../company-search/company-search-service.ts';
import { pagedMeta, searchWarnings } from '../company-search/search-envelope.ts';
import {
  figureClauses,
  figureConditions,
  fits,
  heldFigure,
  lacksFigure,
  neededFigures,
  orderOf,
} from './financial-conditions.ts';
import type { FinancialQueryStore } from './financial-query-store.ts';

export interface FinancialQueryParts {
  readonly search: CompanySearchService;
  readonly store: FinancialQueryStore;
  now(): Date;
}

/** A payload without its paging. */
export type FinancialQueryConditions = Pick<CompanyQueryBody, 'filters' | 'financials' | 'sort'>;

/** Financial-threshold queries: company search narrowed by figures. Nothing is read out of free text. */
export class FinancialQueryService {
  constructor(private readonly parts: FinancialQueryParts) {}

  /** A page. @throws ServiceError as company search */
  async query(accountId: string, payload: CompanyQueryBody, signal?: AbortSignal) {
    const { limit, cursor } = payload;
    const figures = new Map<string, FinancialValue[]>();
    const [answer, excluded] = await Promise.all([
      this.parts.search.search(
        accountId,
        {
          ...this.searchConditions(payload, figures),
          limit,
          offset: 0,
          cursor: cursor ?? null,
          facets: [],
          words: false,
        },
        signal,
      ),
      cursor ? null : this.excludedNoData(payload, signal),
    ]);
    return {
      ok: true,
      object: 'company_query',
      kind: payload.kind,
      status: 'ready',
      companies: answer.companies.map((entry) => ({
        ...entry,
        financials: figures.get(entry.company.company_id) ?? [],
      })),
      warnings: searchWarnings(answer),
      meta: { ...pagedMeta(answer, limit), excluded_no_data: excluded },
    };
  }

  /**
   * The company search that a payload stands for; Lists gather its companies.
   * @param figures filled with the figures that were asked for, of the companies that are confirmed
   */
  searchConditions(
    payload: FinancialQueryConditions,
    figures = new Map<string, FinancialValue[]>(),
  ): SearchConditions {
    const { sort } = payload;
    return {
      query: null,
      filters: payload.filters ?? {},
      order: typeof sort === 'string' ? sort : null,
      narrowing: this.narrowing(payload, figures),
    };
  }

  private narrowing(payload: FinancialQueryConditions, figures: Map<string, FinancialValue[]>): Narrowing {
    const conditions = figureConditions(payload);
    const needed = neededFigures(payload);
    const order = orderOf(payload.sort);
    const clauses = figureClauses(conditions, needed);
    return {
      binding: { kind: 'company_query', conditions, order: order ?? null },
      signals: ['financials'],
      ...(order && { order }),
      conditions: async () => ({ clauses, truncated: false }),
      confirm: async (companyIds) => {
        const metrics = [...new Set(needed.map(({ metric }) => metric))];
        const held = await this.parts.store.financials(companyIds, metrics);
        for (const [companyId, values] of held) {
          const asked = needed.flatMap((figure) => heldFigure(values, figure) ?? []);
          if (asked.length === needed.length && conditions.every((condition) => fits(values, condition)))
            figures.set(companyId, [...new Set(asked)]);
        }
        return figures;
      },
    };
  }

  /** Companies that the filters find and that lack a figure; null when counting takes too long. */
  private excludedNoData(payload: FinancialQueryConditions, signal?: AbortSignal): Promise<number | null> {
    const lacking = [lacksFigure(neededFigures(payload))];
    return this.parts.search.countMatches(payload.filters ?? {}, lacking, tokyoDay(this.parts.now()), signal);
  }
}
