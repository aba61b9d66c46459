import type { CompanySummary } from '../../contract/companies/company-fields.ts';
import type { CompanyProfile, ProfileValue } from '../../contract/companies/company-profile.ts';
import type { InvoiceRegistration } from '../../contract/companies/invoice-registration.ts';
import { endOf } from '../invoice-register/invoice-registration.ts';
import { factOrigins, originOfRow, statedOn } from './fact-origins.ts';
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
export function companyProfile(
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
    sources: factOrigins(record, summary),
    profile: profileValues(record, moment),
    identifiers: identifiers(record, registration, moment.today),
    names: [
      ...record.names.map(({ stated_on, ...name }) => ({
        ...name,
        observed_at: statedOn(record, { ...name, stated_on }),
      })),
      ...record.name_aliases.map((each) => aliasOf(record, each)),
    ],
    listings: record.listings.map((listing) => ({
      ...listing,
      age_days: ageInDays(listing.as_of, moment.now) ?? 0,
    })),
    status,
    superseded_by,
    superseded_by_corporate_number: record.successor_corporate_number,
    resolved_from: requestedId === record.company_id ? null : requestedId,
  };
}

function aliasOf(record: ProfileRecord, each: ProfileRecord['name_aliases'][number]) {
  const { alias: name, alias_kind: kind, exclusive, language, source_url, source } = each;
  return {
    kind: 'alias',
    name,
    valid_from: null,
    valid_to: null,
    source,
    observed_at: statedOn(record, each),
    alias: { kind, exclusive, language, source_url },
  };
}

function profileValues(record: ProfileRecord, { now }: ProfileMoment): Record<string, ProfileValue> {
  const sourced = (value: unknown, { source, observed_at }: Observed): ProfileValue => ({
    value,
    source,
    observed_at,
    age_days: ageInDays(observed_at, now),
  });
  const values: Record<string, ProfileValue> = {};
  for (const { field, value, ...observed } of record.values) values[field] = sourced(value, observed);
  for (const { kind, source, valid_from, stated_on, ...address } of record.addresses) {
    const name = kind === 'head_office' ? kind : 'address_outside_japan';
    const observed_at = statedOn(record, { source, stated_on });
    const placed = { ...sourced(address, { source, observed_at }), valid_from };
    values[name] = placed;
  }
  // All technologies are one value. Its source and time are those of the newest technology.
  const [newest] = record.technologies.toSorted((a, b) =>
    (a.observed_at ?? '') < (b.observed_at ?? '') ? 1 : -1,
  );
  const keys = record.technologies.map(({ technology, ...observed }) => ({ key: technology, ...observed }));
  if (newest) values.technologies = sourced(keys, newest);
  for (const { metric, value, fiscal_year, ...observed } of record.financials)
    values[metric] = sourced({ value, fiscal_year }, observed);
  return values;
}

type ProfileIdentifier = CompanyProfile['identifiers'][number];

function identifiers(
  record: ProfileRecord,
  registration: InvoiceRegistration | null,
  today: string,
): ProfileIdentifier[] {
  const identifier = (
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
  const period = (valid_from: string | null, valid_to: string | null) => ({
    valid_from,
    valid_to,
    current: (valid_from === null || valid_from <= today) && (valid_to === null || today < valid_to),
  });
  const number = record.corporate_number;
  const { source, observed_at } = originOfRow(record);
  return [
    ...[record.company_id, ...record.aliases].map((id) => identifier('company_id', id)),
    ...(number === null
      ? []
      : [
          identifier('corporate_number', number, { source, observed_at }),
          identifier('invoice_number', `T${number}`, registered(registration)),
        ]),
    ...record.listings.map(({ code, listed_from, listed_to, as_of }) =>
      identifier('securities_code', code, {
        ...period(listed_from, listed_to),
        source: 'exchange',
        observed_at: as_of,
      }),
    ),
    ...record.identifiers.map((held) =>
      identifier(held.identifier_type, held.value, {
        ...period(held.valid_from, held.valid_to),
        source: held.source,
        observed_at: statedOn(record, held),
      }),
    ),
  ].filter(
    (one, at, all) =>
      all.findIndex((other) => other.identifier_type === one.identifier_type && other.value === one.value) ===
      at,
  );
}

/** The invoice number is read from the register of issuers if a statement about it is loaded, otherwise derived. */
function registered(registration: InvoiceRegistration | null): Partial<ProfileIdentifier> {
  if (registration === null || registration.stated_on === null)
    return {
      derived_from: 'corporate_number',
      current: registration?.status === 'not_registered' ? false : null,
      ...(registration && { registration }),
    };
  return {
    valid_from: registration.registered_on,
    valid_to: endOf(registration),
    source: 'invoice_registry',
    observed_at: registration.stated_on,
    current: registration.status === 'registered',
    registration,
  };
}

/** Whole days from a day or moment until now, never below 0; null when it is not known. */
function ageInDays(since: string | null, now: Date): number | null {
  if (since === null) return null;
  const moment = since.length === 10 ? `${since}T00:00:00+09:00` : since;
  return Math.max(0, Math.floor((now.getTime() - Date.parse(moment)) / dayMs));
}
