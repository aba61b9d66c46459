import { limitWarnings } from '../../../contract/envelope.ts';
import { ServiceError } from '../../../contract/errors.ts';
import { maxMaterializedRows } from '../../../contract/limits.ts';
import type {
  Condition,
  FinancialQueryDefinition,
  ListDefinition,
  SearchDefinition,
} from '../../../contract/lists/definitions.ts';
import type { DefinitionKind } from '../../../contract/lists/lists.ts';
import { yieldToOthers } from '../../../running/time-slices.ts';
import type { SearchConditions } from '../../company-search/company-search.ts';
import type { ListsParts } from '../lists-parts.ts';
import type { Evaluation } from './estimate-record.ts';

const maxNamedIds = 20;

/** Finds the companies of a definition: for an estimate, and again at every refresh. */
export class ListMembersService {
  constructor(private readonly parts: ListsParts) {}

  /** @throws ServiceError source_not_found, max_employees_unsupported_on_this_path, search_unavailable */
  async evaluateMembers(
    accountId: string,
    definition: ListDefinition,
    signal?: AbortSignal,
  ): Promise<Evaluation> {
    if ('source_id' in definition) return this.#evaluateSource(accountId, definition.source_id);
    if ('company_ids' in definition) return this.#evaluateIds(definition.company_ids);
    if ('kind' in definition) {
      const conditions = this.parts.financialQueries.toSearchConditions(definition);
      return this.#evaluateSearch(definition, conditions, signal);
    }
    const { query, filters, order } = definition;
    const conditions = { query: query ?? null, filters: filters ?? {}, order: order ?? null };
    return this.#evaluateSearch(definition, conditions, signal);
  }

  async #evaluateSource(accountId: string, sourceId: string): Promise<Evaluation> {
    const matched = [...new Set(await this.parts.sources.matchedCompanyIds(accountId, sourceId))];
    // A matched row keeps its company_id even if the company is later joined with another.
    const canonical = await this.parts.companies.findCanonicalIds(matched);
    const companyIds = [...new Set(matched.flatMap((id) => canonical.get(id) ?? []))];
    return {
      ...toEvaluation('source', { source_id: sourceId }, companyIds),
      weak_conditions: companyIds.length > 0 ? [] : [createNoMatchedRowsCondition(sourceId)],
    };
  }

  async #evaluateIds(givenIds: readonly string[]): Promise<Evaluation> {
    // Checking a body of 10,000 ids was a long turn already.
    await yieldToOthers();
    const canonical = await this.parts.companies.findCanonicalIds(givenIds);
    const companyIds = [...new Set(givenIds.flatMap((given) => canonical.get(given) ?? []))];
    const facts = await this.parts.companies.findCurrentFacts(companyIds);
    const ended = companyIds.filter((id) => facts.get(id)?.status !== 'active');
    const unknown = givenIds.filter((given) => !canonical.has(given));
    return {
      ...toEvaluation('company_ids', { company_ids: companyIds }, companyIds),
      weak_conditions: [
        ...(unknown.length > 0 ? [createUnknownIdsCondition(unknown)] : []),
        ...(ended.length > 0 ? [createEndedCompaniesCondition(ended)] : []),
      ],
    };
  }

  async #evaluateSearch(
    { limit, ...definition }: SearchDefinition | FinancialQueryDefinition,
    conditions: SearchConditions,
    signal: AbortSignal | undefined,
  ): Promise<Evaluation> {
    const found = await this.parts.search.gatherCompanies(conditions, limit ?? maxMaterializedRows, signal);
    const limited = limit != null;
    const coverage = found.coverageWarnings;
    const unsupported = found.unsupported.map((condition) => ({
      ...condition,
      state: 'unsupported' as const,
    }));
    const isQuery = !('kind' in definition);
    return {
      definition_kind: isQuery ? 'query' : 'company_query',
      resolved_definition: {
        ...definition,
        filters: definition.filters ?? {},
        limit: limit ?? null,
        ...(isQuery && { query: definition.query ?? null, order: found.order }),
      },
      member_ids: found.companyIds,
      row_count: limited ? found.companyIds.length : found.total,
      total_kind: limited ? 'exact' : found.totalKind,
      unsupported_conditions: [...unsupported, ...coverage.filter(({ state }) => state === 'unsupported')],
      weak_conditions: [
        ...limitWarnings(found.warnings),
        ...coverage.filter(({ state }) => state !== 'unsupported'),
      ],
    };
  }
}

/** @throws ServiceError list_conditions_not_materializable */
export function checkMaterializable(
  estimate: Pick<Evaluation, 'definition_kind' | 'row_count' | 'unsupported_conditions' | 'weak_conditions'>,
): void {
  const { definition_kind, row_count, unsupported_conditions, weak_conditions } = estimate;
  if (unsupported_conditions.length > 0) {
    throw new ServiceError('list_conditions_not_materializable', {
      message: 'The definition has conditions that cannot be applied.',
      details: { unsupported_conditions },
    });
  }
  if (row_count === 0 && weak_conditions.length > 0) {
    throw new ServiceError('list_conditions_not_materializable', {
      message:
        'The definition finds no company, but there is too little data about some of its conditions to be sure that none exists.',
      details: { weak_conditions },
    });
  }
  if (row_count > maxMaterializedRows) {
    throw new ServiceError('list_conditions_not_materializable', {
      message: `The definition finds ${row_count} companies. A List can be saved with at most ${maxMaterializedRows}.${
        definition_kind === 'source' ? ' POST /lists with the source_id makes a List of all of them.' : ''
      }`,
      details: { row_count, most_rows: maxMaterializedRows },
    });
  }
}

function toEvaluation(
  definition_kind: DefinitionKind,
  resolved_definition: object,
  member_ids: readonly string[],
) {
  const counted = { row_count: member_ids.length, total_kind: 'exact' } as const;
  return { definition_kind, resolved_definition, member_ids, ...counted, unsupported_conditions: [] };
}

export function createNoMatchedRowsCondition(sourceId: string): Condition {
  return {
    code: 'source_without_matched_rows',
    message: 'No row of the source is matched yet. Resolve the source and review its rows first.',
    field: 'definition.source_id',
    value: sourceId,
    state: 'no_data',
  };
}

/** Ended companies that are named by id get rows too, but the caller should know before paying for them. */
function createEndedCompaniesCondition(ended: readonly string[]): Condition {
  return {
    code: 'ended_companies',
    message: `Companies that are closed, merged or removed from the register: ${ended.length}. Each of them still gets a row.`,
    field: 'definition.company_ids',
    value: ended.slice(0, maxNamedIds),
  };
}

function createUnknownIdsCondition(unknown: readonly string[]): Condition {
  return {
    code: 'company_not_found',
    message: `Unknown company_ids: ${unknown.length}. They are left out.`,
    field: 'definition.company_ids',
    value: unknown.slice(0, maxNamedIds),
    state: 'no_data',
  };
}
