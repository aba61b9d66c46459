import type { CompanySummary } from '../../contract/companies/company-fields.ts';
import type { CompanyProfile, ProfileValue } from '../../contract/companies/company-profile.ts';
import type { InvoiceRegistration } from '../../contract/companies/invoice-registration.ts';
import { getEnd } from '../invoice-register/invoice-registration.ts';
import { buildFactOrigins, getRowOrigin, getStatedDay } from './fact-origins.ts';
import type { Observed, ProfileRecord } from './profile-record.ts';

/** When a profile is shown: ages are counted up to `now`, and identifiers are current on `today` (Asia/Tokyo). */
export interface ProfileMoment {
  readonly now: Date;
  readonly today: string;
}

const dayMs = 24 * 60 * 60 * 1000;

/** What a profile is made from. */
export interface ProfileParts {
  readonly record: ProfileRecord;
  readonly summary: CompanySummary;
  /** In the register of invoice issuers, today; null for a company without a corporate number. */
  readonly registration: InvoiceRegistration | null;
}

/** The profile of a company, each value with its source, time and age. */
export function buildCompanyProfile(
  { record, summary, registration }: ProfileParts,
  requestedId: string,
  moment: ProfileMoment,
): CompanyProfile {
  const { status, superseded_by, website_url: _, employees: __, insured_persons: ___, ...company } = summary;
  return {
    ok: true,
    company: {
      ...company,
      assigned_on: record.assigned_on,
      register_updated_on: record.register_updated_on,
      closed_on: record.closed_on,
      close_cause: record.close_cause,
      updated_at: record.updated_at.toISOString(),
    },
    sources: buildFactOrigins(record, summary),
    profile: buildProfileValues(record, moment),
    identifiers: listIdentifiers(record, registration, moment.today),
    names: [
      ...record.names.map(({ stated_on, filed_from, filed_to, ...name }) => ({
        ...name,
        ...(filed_from !== null && { filed: { from: filed_from, to: filed_to } }),
        observed_at: getStatedDay(record, { ...name, stated_on }),
      })),
      ...record.name_aliases.map((each) => toAliasName(record, each)),
    ],
    listings: record.listings.map((listing) => ({
      ...listing,
      age_days: computeAgeInDays(listing.as_of, moment.now) ?? 0,
    })),
    status,
    superseded_by,
    superseded_by_corporate_number: record.successor_corporate_number,
    resolved_from: requestedId === record.company_id ? null : requestedId,
  };
}

function toAliasName(record: ProfileRecord, each: ProfileRecord['name_aliases'][number]) {
  const { alias: name, alias_kind: kind, exclusive, language, source_url, source } = each;
  return {
    kind: 'alias',
    name,
    valid_from: null,
    valid_to: null,
    source,
    observed_at: getStatedDay(record, each),
    alias: { kind, exclusive, language, source_url },
  };
}

function buildProfileValues(record: ProfileRecord, { now }: ProfileMoment): Record<string, ProfileValue> {
  const toProfileValue = (value: unknown, { source, observed_at }: Observed): ProfileValue => ({
    value,
    source,
    observed_at,
    age_days: computeAgeInDays(observed_at, now),
  });
  const values: Record<string, ProfileValue> = {};
  for (const { field, value, ...observed } of record.values) values[field] = toProfileValue(value, observed);
  if (record.parent) values.parent_company = toProfileValue(record.parent.value, record.parent);
  for (const { kind, source, valid_from, stated_on, ...address } of record.addresses) {
    const name = kind === 'head_office' ? kind : 'address_outside_japan';
    const observed_at = getStatedDay(record, { source, stated_on });
    const placed = { ...toProfileValue(address, { source, observed_at }), valid_from };
    values[name] = placed;
  }
  // All technologies are one value. Its source and time are those of the newest technology.
  const [newest] = record.technologies.toSorted((a, b) =>
    (a.observed_at ?? '') < (b.observed_at ?? '') ? 1 : -1,
  );
  const keys = record.technologies.map(({ technology, ...observed }) => ({ key: technology, ...observed }));
  if (newest) values.technologies = toProfileValue(keys, newest);
  for (const { metric, value, fiscal_year, ...observed } of record.financials)
    values[metric] = toProfileValue({ value, fiscal_year }, observed);
  return values;
}

type ProfileIdentifier = CompanyProfile['identifiers'][number];

function listIdentifiers(
  record: ProfileRecord,
  registration: InvoiceRegistration | null,
  today: string,
): ProfileIdentifier[] {
  const createIdentifier = (
    identifier_type: string,
    value: string,
    more: Partial<ProfileIdentifier> = {},
  ): ProfileIdentifier => ({
    identifier_type,
    value,
    valid_from: null,
    valid_to: null,
    source: null,
    observed_at: null,
    derived_from: null,
    current: true,
    ...more,
  });
  const toPeriod = (valid_from: string | null, valid_to: string | null) => ({
    valid_from,
    valid_to,
    current: (valid_from === null || valid_from <= today) && (valid_to === null || today < valid_to),
  });
  const number = record.corporate_number;
  const { source, observed_at } = getRowOrigin(record);
  return [
    ...[record.company_id, ...record.aliases].map((id) => createIdentifier('company_id', id)),
    ...(number === null
      ? []
      : [
          createIdentifier('corporate_number', number, { source, observed_at }),
          createIdentifier('invoice_number', `T${number}`, toRegistrationFields(registration)),
        ]),
    ...record.listings.map(({ code, listed_from, listed_to, as_of }) =>
      createIdentifier('securities_code', code, {
        ...toPeriod(listed_from, listed_to),
        source: 'exchange',
        observed_at: as_of,
      }),
    ),
    ...record.identifiers.map((held) =>
      createIdentifier(held.identifier_type, held.value, {
        ...toPeriod(held.valid_from, held.valid_to),
        source: held.source,
        observed_at: getStatedDay(record, held),
      }),
    ),
  ].filter(
    (one, at, all) =>
      all.findIndex((other) => other.identifier_type === one.identifier_type && other.value === one.value) ===
      at,
  );
}

/** The invoice number is read from the register of issuers if a statement about it is loaded, otherwise derived. */
function toRegistrationFields(registration: InvoiceRegistration | null): Partial<ProfileIdentifier> {
  if (registration === null || registration.stated_on === null)
    return {
      derived_from: 'corporate_number',
      current: registration?.status === 'not_registered' ? false : null,
      ...(registration && { registration }),
    };
  return {
    valid_from: registration.registered_on,
    valid_to: getEnd(registration),
    source: 'invoice_registry',
    observed_at: registration.stated_on,
    current: registration.status === 'registered',
    registration,
  };
}

/** Whole days from a day or moment until now, never below 0; null when it is not known. */
function computeAgeInDays(since: string | null, now: Date): number | null {
  if (since === null) return null;
  const moment = since.length === 10 ? `${since}T00:00:00+09:00` : since;
  return Math.max(0, Math.floor((now.getTime() - Date.parse(moment)) / dayMs));
}
