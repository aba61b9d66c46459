import type { ConstructionAnswer, ConstructionSearchBody } from '../../contract/construction/construction.ts';
import type { CompanySearchService } from '../company-search/company-search-service.ts';
import { groupedAnswer, groupedRequest } from '../company-search/grouped-search.ts';
import type { ConstructionStore } from './construction-store.ts';
import { permitConditions, permitIndexClauses } from './permit-conditions.ts';

export interface ConstructionParts {
  readonly search: CompanySearchService;
  readonly store: ConstructionStore;
}

/** Companies by their construction permits. */
export class ConstructionService {
  readonly #parts: ConstructionParts;

  constructor(parts: ConstructionParts) {
    this.#parts = parts;
  }

  /** @throws ServiceError as company search */
  async search(
    accountId: string,
    body: ConstructionSearchBody,
    signal?: AbortSignal,
  ): Promise<ConstructionAnswer> {
    const { search, store } = this.#parts;
    const conditions = permitConditions(body);
    const request = groupedRequest(
      { ...body, order: body.order ?? 'construction' },
      { binding: { kind: 'construction', conditions }, signals: ['construction'] },
      {
        indexClauses: (today) => permitIndexClauses(conditions, today),
        companyIds: (today, limit) => store.companyIds(conditions, today, limit),
        groups: (companyIds, today) => store.groups(conditions, today, companyIds),
      },
    );
    const answer = await search.search(accountId, request, signal);
    return groupedAnswer('construction_search', answer, body.limit, (company, { rows, count }) => ({
      company,
      permits: rows,
      count,
    }));
  }
}
