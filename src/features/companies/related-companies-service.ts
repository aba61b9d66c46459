import type { CompanySummary } from '../../contract/companies/company-fields.ts';
import {
  type RelatedCompany,
  type relatedAnswer,
  relations,
} from '../../contract/companies/related-companies.ts';
import type { AnswerBody } from '../../contract/endpoint.ts';
import { maxRelatedOfOneKind } from '../../contract/limits.ts';
import type { CompaniesService } from './companies-service.ts';
import type { CompanyProfileService } from './company-profile-service.ts';
import type { RelatedCompaniesStore } from './related-companies-store.ts';

export interface RelatedCompaniesParts {
  readonly store: RelatedCompaniesStore;
  readonly companies: CompaniesService;
  readonly profiles: CompanyProfileService;
}

/** Companies that have to do with another, by facts of the registers. */
export class RelatedCompaniesService {
  constructor(private readonly parts: RelatedCompaniesParts) {}

  /** @param givenId a current or former id @throws ServiceError company_not_found */
  async findRelatedCompanies(givenId: string): Promise<Omit<AnswerBody<typeof relatedAnswer>, 'meta'>> {
    const { store, companies, profiles } = this.parts;
    const companyId = await profiles.getCanonicalId(givenId);
    const rows = await store.findRelatedCompanies(companyId);
    const ofRelation = relations.map((relation) => ({
      relation,
      rows: rows.filter((row) => row.relation === relation),
    }));
    const shown = ofRelation.flatMap((one) => one.rows.slice(0, maxRelatedOfOneKind));
    const summaries = await companies.findSummaries([...new Set(shown.map(({ company_id }) => company_id))]);
    return {
      ok: true,
      company_id: companyId,
      related: shown.flatMap(({ company_id, ...relation }) => {
        const summary = summaries.get(company_id);
        if (summary) return [{ company: toCompanyIdentity(summary), ...relation }];
        return [];
      }),
      truncated: ofRelation
        .filter((one) => one.rows.length > maxRelatedOfOneKind)
        .map(({ relation }) => relation),
    };
  }
}

function toCompanyIdentity(summary: CompanySummary): RelatedCompany['company'] {
  const { company_id, display_name, legal_name, prefecture, city, listing_status, status, superseded_by } =
    summary;
  return { company_id, display_name, legal_name, prefecture, city, listing_status, status, superseded_by };
}
