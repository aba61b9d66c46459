import type { CompanySummary } from '../../../contract/companies/company-fields.ts';
import { parseCorporateNumber } from '../../../text/identifiers/corporate-number.ts';
import { parseCompanyId } from '../../../text/identifiers/identifiers.ts';
import type { CompaniesService } from '../../companies/companies-service.ts';
import type { CompanyLookup } from '../../row-matching/lookup/company-lookup.ts';
import { identifierTerm } from '../../row-matching/rules/match-clauses.ts';

export interface NamedCompaniesParts {
  readonly companies: CompaniesService;
  readonly lookup: CompanyLookup;
}

/** Finds the companies that people name, by id or by corporate number as they write it. */
export class NamedCompanies {
  constructor(private readonly parts: NamedCompaniesParts) {}

  /** @returns by given text, the company under its current id; texts without a company are absent */
  async find(given: readonly string[]): Promise<Map<string, CompanySummary>> {
    const { companies, lookup } = this.parts;
    const terms = new Map(
      [...new Set(given)].flatMap((text) => {
        const number = parseCorporateNumber(text);
        if (number.ok) return [[text, identifierTerm(number)] as const];
        return [];
      }),
    );
    const found = await lookup.findByIdentifiers([...new Set(terms.values())]);
    const idOf = (text: string) => {
      const id = parseCompanyId(text);
      return found.get(terms.get(text) ?? '')?.[0]?.company.company_id ?? (id.ok ? id.value : text);
    };
    const canonical = await companies.findCanonicalIds([...new Set(given.map(idOf))]);
    const summaries = await companies.findSummaries([...new Set(canonical.values())]);
    return new Map(
      given.flatMap((text) => {
        const summary = summaries.get(canonical.get(idOf(text)) ?? '');
        if (summary) return [[text, summary] as const];
        return [];
      }),
    );
  }
}
