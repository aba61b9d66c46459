import type { CompanyProfile } from '../../contract/companies/company-profile.ts';
import { ServiceError } from '../../contract/errors.ts';
import { splitIntoPieces } from '../../database/rows.ts';
import { toTokyoDay } from '../../text/days/calendar.ts';
import { parseIdentifier } from '../../text/identifiers/identifiers.ts';
import type { InvoiceRegisterService } from '../invoice-register/invoice-register-service.ts';
import type { CompaniesService } from './companies-service.ts';
import type { CompanyGroup } from './company-group.ts';
import type { CompanyGroupsStore } from './company-groups-store.ts';
import { buildCompanyProfile } from './company-profile.ts';
import type { CompanyProfileStore } from './company-profile-store.ts';
import type { ComparedFacts } from './company-record.ts';
import type { ComparedRecord, ProfileRecord } from './profile-record.ts';

export interface CompanyProfileParts {
  readonly store: CompanyProfileStore;
  readonly groups: CompanyGroupsStore;
  readonly companies: CompaniesService;
  readonly invoiceRegister: InvoiceRegisterService;
  now(): Date;
}

/** One company from Postgres, without the index. */
export class CompanyProfileService {
  constructor(private readonly parts: CompanyProfileParts) {}

  /**
   * By a current or former id. A closed or merged company has its own profile, with its end and its successor. A
   * company that the register hides from searches has one too, because the caller already knows the id.
   * @throws ServiceError company_not_found
   */
  async getProfile(companyId: string): Promise<CompanyProfile> {
    const parsed = parseIdentifier('company_id', companyId);
    const record = parsed.ok ? await this.parts.store.findProfile(parsed.value) : null;
    if (!parsed.ok || !record) throw new ServiceError('company_not_found');
    const summary = (await this.parts.companies.findSummaries([record.company_id])).get(record.company_id);
    if (!summary) throw new ServiceError('company_not_found');
    const now = this.parts.now();
    const moment = { now, today: toTokyoDay(now) };
    const number = record.corporate_number;
    const [registration = null] = await this.parts.invoiceRegister.findRegistrations(
      number === null ? [] : [{ corporateNumber: number, on: moment.today }],
    );
    return buildCompanyProfile({ record, summary, registration }, parsed.value, moment);
  }

  /**
   * Profiles by given id, current or former; an id that is gone is absent. A few queries for any number of companies,
   * none without one.
   */
  async findProfiles(givenIds: readonly string[]): Promise<Map<string, CompanyProfile>> {
    const { store, companies, invoiceRegister } = this.parts;
    const located = await companies.findLocatedCompanies(givenIds);
    const ids = [...new Set([...located.values()].map(({ summary }) => summary.company_id))];
    const records = new Map<string, ProfileRecord>();
    for (const piece of splitIntoPieces(ids))
      for (const record of await store.findProfiles(piece)) records.set(record.company_id, record);
    const now = this.parts.now();
    const moment = { now, today: toTokyoDay(now) };
    const numbers = [...new Set([...records.values()].flatMap((record) => record.corporate_number ?? []))];
    const registrations = await invoiceRegister.findRegistrations(
      numbers.map((corporateNumber) => ({ corporateNumber, on: moment.today })),
    );
    const registrationOf = new Map(numbers.map((number, at) => [number, registrations[at] ?? null]));
    return new Map(
      [...located].flatMap(([id, { summary }]) => {
        const record = records.get(summary.company_id);
        if (!record) return [];
        const registration = registrationOf.get(record.corporate_number ?? '') ?? null;
        return [[id, buildCompanyProfile({ record, summary, registration }, id, moment)] as const];
      }),
    );
  }

  /** The groups of companies, by current id. */
  findGroups(companyIds: readonly string[]): Promise<Map<string, CompanyGroup>> {
    return this.parts.groups.findGroups(companyIds);
  }

  /**
   * What people compare about companies, by given id, current or former; an id that is gone is absent. A few queries
   * for any number of companies.
   */
  async findComparedFacts(givenIds: readonly string[]): Promise<Map<string, ComparedFacts>> {
    const located = await this.parts.companies.findLocatedCompanies(givenIds);
    const ids = [...new Set([...located.values()].map(({ summary }) => summary.company_id))];
    const records = new Map<string, ComparedRecord>();
    for (const piece of splitIntoPieces(ids))
      for (const record of await this.parts.store.findComparedRecords(piece))
        records.set(record.company_id, record);
    return new Map(
      [...located].flatMap(([id, company]) => {
        const record = records.get(company.summary.company_id);
        if (record) return [[id, { ...company, record }] as const];
        return [];
      }),
    );
  }

  /**
   * The canonical id of a company, from a current or former id.
   * @throws ServiceError company_not_found
   */
  async getCanonicalId(companyId: string): Promise<string> {
    const parsed = parseIdentifier('company_id', companyId);
    const found = parsed.ok ? await this.parts.store.findCanonicalId(parsed.value) : null;
    if (found === null) throw new ServiceError('company_not_found');
    return found;
  }
}
