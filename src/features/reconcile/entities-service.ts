import type { CompanyProfile } from '../../contract/companies/company-profile.ts';
import type { AnswerBody } from '../../contract/endpoint.ts';
import { ServiceError } from '../../contract/errors.ts';
import type {
  ExtensionCell,
  extensionSchema,
  suggestedEntitiesSchema,
} from '../../contract/reconcile/answers.ts';
import { findColumn } from '../../contract/reconcile/properties.ts';
import type { ExtensionQuery } from '../../contract/reconcile/requests.ts';
import { anyCompany, findType, listTypes } from '../../contract/reconcile/types.ts';
import { mapInSlices, runConcurrently } from '../../running/time-slices.ts';
import { parseIdentifier, parseIdentifiers } from '../../text/identifiers/identifiers.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import type { CompanyProfileService } from '../companies/company-profile-service.ts';
import type { CompanySearchService } from '../company-search/company-search-service.ts';
import type { CompanyLookup } from '../row-matching/lookup/company-lookup.ts';
import { identifierTerm } from '../row-matching/rules/match-clauses.ts';
import { getValues } from './company-values.ts';
import { describeCompany } from './query-candidates.ts';

export interface EntitiesParts {
  readonly companies: CompaniesService;
  readonly profiles: CompanyProfileService;
  readonly search: CompanySearchService;
  readonly lookup: CompanyLookup;
}

const profilesAtOnce = 4;
/** The index does not know the types, so those of another type are left out of so many. */
const suggestedWithType = 500;

/** Companies as entities: completion and values. */
export class EntitiesService {
  constructor(private readonly parts: EntitiesParts) {}

  /** The companies with the typed number, code, site or company_id, and those whose name begins as typed. */
  async suggestEntities(
    {
      prefix,
      limit,
      type,
    }: { readonly prefix: string; readonly limit: number; readonly type?: string | undefined },
    signal?: AbortSignal,
  ): Promise<AnswerBody<typeof suggestedEntitiesSchema>> {
    const { search, companies } = this.parts;
    const wanted = type === undefined || type === anyCompany.id ? undefined : findType(type);
    const [named, found] = await Promise.all([
      this.#findIdentified(prefix, limit),
      search.suggestNames(prefix, wanted ? suggestedWithType : limit, signal),
    ]);
    const ids = [...new Set([...named, ...found.map(({ company_id }) => company_id)])];
    const summaries = await companies.findSummaries(ids);
    const result = ids.flatMap((id) => {
      const summary = summaries.get(id);
      if (!summary) return [];
      const notable = listTypes(summary.legal_name).map(({ id: of, name }) => ({ id: of, name }));
      if (wanted && !notable.some((each) => each.id === wanted.id)) return [];
      return [{ id, name: summary.legal_name, description: describeCompany(summary), notable }];
    });
    return { result: result.slice(0, limit) };
  }

  async extendEntities({ ids, properties }: ExtensionQuery): Promise<AnswerBody<typeof extensionSchema>> {
    const profiles = new Map<string, CompanyProfile>();
    const distinct = [...new Set(ids)];
    await runConcurrently(distinct.values(), profilesAtOnce, async (id) => {
      const profile = await this.#findProfile(id);
      if (profile) profiles.set(id, profile);
    });
    const asked = properties.flatMap(({ id, settings }) => {
      const property = findColumn(id);
      if (property) return [{ property, settings }];
      return [];
    });
    const successors = [...profiles.values()].flatMap(({ superseded_by }) => superseded_by ?? []);
    const successorNames = asked.some(({ property }) => property.id === 'superseded_by')
      ? await this.parts.companies.findLegalNames([...new Set(successors)])
      : new Map<string, string>();
    const rows = await mapInSlices(distinct, (id): [string, Record<string, ExtensionCell[]>] => {
      const profile = profiles.get(id);
      const successorName = successorNames.get(profile?.superseded_by ?? '');
      const cells = asked.map(({ property, settings }): [string, ExtensionCell[]] => [
        property.id,
        profile ? getValues({ profile, successorName }, property.id, settings) : [],
      ]);
      return [id, Object.fromEntries(cells)];
    });
    return {
      meta: asked.map(({ property: { id, name } }) => ({
        id,
        name,
        ...(id === 'superseded_by' && { type: { id: anyCompany.id, name: anyCompany.name } }),
      })),
      rows: Object.fromEntries(rows),
    };
  }

  /** @throws ServiceError company_not_found */
  getProfile(id: string): Promise<CompanyProfile> {
    return this.parts.profiles.getProfile(toCompanyId(id));
  }

  /** Null if no company ever had this id. */
  async #findProfile(id: string): Promise<CompanyProfile | null> {
    try {
      return await this.getProfile(id);
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'company_not_found') return null;
      throw error;
    }
  }

  async #findIdentified(prefix: string, limit: number): Promise<string[]> {
    const { companies, lookup } = this.parts;
    const parsed = parseIdentifier('company_id', toCompanyId(prefix));
    if (parsed.ok) return [...(await companies.findCanonicalIds([parsed.value])).values()];
    const terms = parseIdentifiers(prefix).flatMap((each) => (each.ok ? identifierTerm(each) : []));
    if (terms.length === 0) return [];
    const found = await lookup.findByIdentifiers(terms);
    return terms
      .flatMap((term) => found.get(term)?.map(({ company }) => company.company_id) ?? [])
      .slice(0, limit);
  }
}

/** A company_id. A column of corporate numbers can be used as ids, too. */
function toCompanyId(given: string): string {
  const number = parseIdentifier('corporate_number', given);
  if (number.ok) return `cn_${number.value}`;
  return given;
}
