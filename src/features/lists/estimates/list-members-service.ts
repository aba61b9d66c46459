import { boundedWarnings } from '../../../contract/envelope.ts';
import { ServiceError } from '../../../contract/errors.ts';
import type {
  CompanyQueryDefinition,
  Condition,
  ListDefinition,
  SearchDefinition,
} from '../../../contract/lists/definitions.ts';
import { type DefinitionKind, maxMaterializedRows } from '../../../contract/lists/lists.ts';
import type { CompaniesService } from '../../companies/companies-service.ts';
import type { SearchConditions } from '../../company-search/company-search.ts';
import type { CompanySearchService } from '../../company-search/company-search-service.ts';
import type { FinancialQueryService } from '../../financial-query/financial-query-service.ts';

/** What a definition currently finds. */
export interface EvaluatedDefinition {
  readonly kind: DefinitionKind;
  /** How the definition was understood. */
  readonly resolved: object;
  /** In order; for a search that finds more than 10,000, only the first. */
  readonly companyIds: readonly string[];
  readonly total: number;
  readonly totalKind: 'exact' | 'lower_bound';
  readonly unsupported: readonly Condition[];
  readonly weak: readonly Condition[];
}

/** Gives access to matched rows of sources. */
export interface SourceMatches {
  /** In the order of the rows. Companies of several rows are repeated. @throws ServiceError source_not_found */
  matchedCompanyIds(accountId: string, sourceId: string): Promise<readonly string[]>;
}

export interface ListMembersParts {
  readonly search: CompanySearchService;
  readonly companies: CompaniesService;
  readonly sources: SourceMatches;
  readonly financialQueries: FinancialQueryService;
}

const maxNamedIds = 20;

/** Finds the companies of a definition: for an estimate, and again at every refresh. */
export class ListMembersService {
  readonly #parts: ListMembersParts;

  constructor(parts: ListMembersParts) {
    this.#parts = parts;
  }

  /** @throws ServiceError source_not_found, max_employees_unsupported_on_this_path, search_unavailable */
  async evaluate(
    accountId: string,
    definition: ListDefinition,
    signal?: AbortSignal,
  ): Promise<EvaluatedDefinition> {
    if ('source_id' in definition) return this.#ofSource(accountId, definition.source_id);
    if ('company_ids' in definition) return this.#ofIds(definition.company_ids);
    if ('kind' in definition) {
      const conditions = this.#parts.financialQueries.searchConditions(definition);
      return this.#ofSearch('company_query', definition, conditions, signal);
    }
    const { query, filters, order } = definition;
    const conditions = { query: query ?? null, filters: filters ?? {}, order: order ?? null };
    return this.#ofSearch('query', definition, conditions, signal);
  }

  async #ofSource(accountId: string, sourceId: string): Promise<EvaluatedDefinition> {
    const matched = [...new Set(await this.#parts.sources.matchedCompanyIds(accountId, sourceId))];
    // A matched row keeps its company_id even if the company is later joined with another.
    const canonical = await this.#parts.companies.canonicalIds(matched);
    const companyIds = [...new Set(matched.flatMap((id) => canonical.get(id) ?? []))];
    return {
      ...whole('source', { source_id: sourceId }, companyIds),
      weak: companyIds.length > 0 ? [] : [noMatchedRows(sourceId)],
    };
  }

  async #ofIds(givenIds: readonly string[]): Promise<EvaluatedDefinition> {
    const canonical = await this.#parts.companies.canonicalIds(givenIds);
    const companyIds = [...new Set(givenIds.flatMap((given) => canonical.get(given) ?? []))];
    const facts = await this.#parts.companies.currentFacts(companyIds);
    const ended = companyIds.filter((id) => facts.get(id)?.status !== 'active');
    const unknown = givenIds.filter((given) => !canonical.has(given));
    return {
      ...whole('company_ids', { company_ids: companyIds }, companyIds),
      weak: [
        ...(unknown.length > 0 ? [unknownIds(unknown)] : []),
        ...(ended.length > 0 ? [endedCompanies(ended)] : []),
      ],
    };
  }

  async #ofSearch(
    kind: 'query' | 'company_query',
    { limit, ...definition }: SearchDefinition | CompanyQueryDefinition,
    conditions: SearchConditions,
    signal: AbortSignal | undefined,
  ): Promise<EvaluatedDefinition> {
    const found = await this.#parts.search.gather(conditions, limit ?? maxMaterializedRows, signal);
    const limited = limit != null;
    const coverage = found.coverageWarnings;
    const asked = found.unsupported.map((condition) => ({ ...condition, state: 'unsupported' as const }));
    return {
      kind,
      resolved: {
        ...definition,
        filters: definition.filters ?? {},
        limit: limit ?? null,
        ...(!('kind' in definition) && { query: definition.query ?? null, order: found.order }),
      },
      companyIds: found.companyIds,
      total: limited ? found.companyIds.length : found.total,
      totalKind: limited ? 'exact' : found.totalKind,
      unsupported: [...asked, ...coverage.filter(({ state }) => state === 'unsupported')],
      weak: [...boundedWarnings(found.warnings), ...coverage.filter(({ state }) => state !== 'unsupported')],
    };
  }
}

/** @throws ServiceError list_conditions_not_materializable */
export function checkMaterializable(evaluated: {
  readonly rowCount: number;
  readonly unsupported: readonly Condition[];
  readonly weak: readonly Condition[];
}): void {
  const { rowCount, unsupported, weak } = evaluated;
  if (unsupported.length > 0) {
    throw new ServiceError('list_conditions_not_materializable', {
      message: 'The definition has conditions that cannot be applied.',
      details: { unsupported_conditions: unsupported },
    });
  }
  if (rowCount === 0 && weak.length > 0) {
    throw new ServiceError('list_conditions_not_materializable', {
      message:
        'The definition finds no company, but some of its conditions rest on too little data to prove that there is none.',
      details: { weak_conditions: weak },
    });
  }
  if (rowCount > maxMaterializedRows) {
    throw new ServiceError('list_conditions_not_materializable', {
      message: `The definition finds ${rowCount} companies. A List can be saved with at most ${maxMaterializedRows}.`,
      details: { row_count: rowCount, most_rows: maxMaterializedRows },
    });
  }
}

function whole(kind: DefinitionKind, resolved: object, companyIds: readonly string[]) {
  return {
    kind,
    resolved,
    companyIds,
    total: companyIds.length,
    totalKind: 'exact' as const,
    unsupported: [],
  };
}

function noMatchedRows(sourceId: string): Condition {
  return {
    code: 'source_without_matched_rows',
    message: 'No row of the source is matched yet. Resolve the source and review its rows first.',
    field: 'definition.source_id',
    value: sourceId,
    state: 'no_data',
  };
}

/** Ended companies that are named by id get rows too, but the caller should know before paying for them. */
function endedCompanies(ended: readonly string[]): Condition {
  return {
    code: 'ended_companies',
    message: `Companies that are closed, merged or removed from the register: ${ended.length}. Each of them still gets a row.`,
    field: 'definition.company_ids',
    value: ended.slice(0, maxNamedIds),
  };
}

function unknownIds(unknown: readonly string[]): Condition {
  return {
    code: 'company_not_found',
    message: `company_ids that name no company: ${unknown.length}. They are left out.`,
    field: 'definition.company_ids',
    value: unknown.slice(0, maxNamedIds),
    state: 'no_data',
  };
}
