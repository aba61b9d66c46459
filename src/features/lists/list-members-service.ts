import type { Warning } from '../../contract/envelope.ts';
import { ServiceError } from '../../contract/errors.ts';
import {
  type DefinitionKind,
  type ListDefinition,
  mostMaterializedRows,
  type SearchDefinition,
} from '../../contract/lists.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import type { CompanySearchService } from '../company-search/company-search-service.ts';

/** A condition that cannot be applied, or that an empty result may be due to. */
export type Condition = Warning & { readonly state?: string };

/** What a definition means now. */
export interface EvaluatedDefinition {
  readonly kind: DefinitionKind;
  /** What the caller gave was understood as. */
  readonly resolved: object;
  /** In their order; of a search with more than 10,000 only the first. */
  readonly companyIds: readonly string[];
  readonly total: number;
  readonly totalKind: 'exact' | 'lower_bound';
  readonly unsupported: readonly Condition[];
  readonly weak: readonly Condition[];
}

/** The rows of sources that are settled on a company. */
export interface SourceMatches {
  /** In the order of the rows, a company named by several rows more than once. @throws ServiceError source_not_found */
  matchedCompanyIds(accountId: string, sourceId: string): Promise<readonly string[]>;
}

/** The financial query behind `company_query.v1`. */
export interface CompanyQueries {
  /** @param most as many companies as are gathered at most */
  gather(
    payload: Readonly<Record<string, unknown>>,
    most: number,
  ): Promise<Omit<EvaluatedDefinition, 'kind'>>;
}

/** Stands in where no financial query is served: every such definition has an unsupported condition. */
export const companyQueriesUnsupported: CompanyQueries = {
  gather: async (payload) => ({
    resolved: payload,
    companyIds: [],
    total: 0,
    totalKind: 'exact',
    unsupported: [
      {
        code: 'company_query_unsupported',
        message: 'Financial conditions (company_query.v1) cannot be saved as a List.',
        field: 'definition',
        state: 'unsupported',
      },
    ],
    weak: [],
  }),
};

export interface ListMembersParts {
  readonly search: CompanySearchService;
  readonly companies: CompaniesService;
  readonly sources: SourceMatches;
  readonly companyQueries: CompanyQueries;
}

const mostNamedIds = 20;

/** Says which companies a definition means: at an estimate, and again at every refresh. */
export class ListMembersService {
  constructor(private readonly parts: ListMembersParts) {}

  /** @throws ServiceError source_not_found, max_employees_unsupported_on_this_path, search_unavailable */
  async evaluate(
    accountId: string,
    definition: ListDefinition,
    signal?: AbortSignal,
  ): Promise<EvaluatedDefinition> {
    if ('kind' in definition) {
      const gathered = await this.parts.companyQueries.gather(definition, mostMaterializedRows);
      return { kind: 'company_query', ...gathered };
    }
    if ('source_id' in definition) return this.ofSource(accountId, String(definition.source_id));
    if ('company_ids' in definition) return this.ofIds(definition.company_ids as string[]);
    return this.ofSearch(definition as SearchDefinition, signal);
  }

  private async ofSource(accountId: string, sourceId: string): Promise<EvaluatedDefinition> {
    const matched = [...new Set(await this.parts.sources.matchedCompanyIds(accountId, sourceId))];
    // A matched row keeps its id when companies are joined later.
    const canonical = await this.parts.companies.canonicalIds(matched);
    const companyIds = [...new Set(matched.flatMap((id) => canonical.get(id) ?? []))];
    return {
      ...whole('source', { source_id: sourceId }, companyIds),
      weak: companyIds.length > 0 ? [] : [noMatchedRows(sourceId)],
    };
  }

  private async ofIds(givenIds: readonly string[]): Promise<EvaluatedDefinition> {
    const canonical = await this.parts.companies.canonicalIds(givenIds);
    const companyIds = [...new Set(givenIds.flatMap((given) => canonical.get(given) ?? []))];
    const unknown = givenIds.filter((given) => !canonical.has(given));
    return {
      ...whole('company_ids', { company_ids: companyIds }, companyIds),
      weak: unknown.length > 0 ? [unknownIds(unknown)] : [],
    };
  }

  private async ofSearch(
    { query, filters, order, limit }: SearchDefinition,
    signal: AbortSignal | undefined,
  ): Promise<EvaluatedDefinition> {
    const found = await this.parts.search.gather(
      { query: query ?? null, filters: filters ?? {}, order: order ?? null },
      limit ?? mostMaterializedRows,
      signal,
    );
    const conditions = found.coverageWarnings;
    const limited = limit != null;
    return {
      kind: 'query',
      resolved: { ...found.resolved, filters: filters ?? {}, limit: limit ?? null },
      companyIds: found.companyIds,
      total: limited ? found.companyIds.length : found.total,
      totalKind: limited ? 'exact' : found.totalKind,
      unsupported: conditions.filter(({ state }) => state === 'unsupported'),
      weak: [...found.warnings, ...conditions.filter(({ state }) => state !== 'unsupported')],
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
      message: 'The definition finds no company, and conditions of it rest on too little to believe that.',
      details: { weak_conditions: weak },
    });
  }
  if (rowCount > mostMaterializedRows) {
    throw new ServiceError('list_conditions_not_materializable', {
      message: `The definition finds ${rowCount} companies; a List is saved with at most ${mostMaterializedRows}.`,
      details: { row_count: rowCount, most_rows: mostMaterializedRows },
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
    message: 'No row of the source is matched yet: resolve it and review its rows first.',
    field: 'definition.source_id',
    value: sourceId,
    state: 'no_data',
  };
}

function unknownIds(unknown: readonly string[]): Condition {
  return {
    code: 'company_not_found',
    message: `${unknown.length} of the company_ids name no company; they are left out.`,
    field: 'definition.company_ids',
    value: unknown.slice(0, mostNamedIds),
    state: 'no_data',
  };
}
