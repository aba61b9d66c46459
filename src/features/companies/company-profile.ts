import type { CompanySummary } from '../../contract/company-fields.ts';
import type { CompanyProfile, ProfileValue } from '../../contract/company-profile.ts';
import type { ProfileRecord } from './company-profile-store.ts';

/** When a profile is shown: its ages count to `now`, its identifiers are current on `today` (Asia/Tokyo). */
export interface ProfileMoment {
  readonly now: Date;
  readonly today: string;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The profile of a company, each value with its source, time and age. */
export function companyProfile(
  record: ProfileRecord,
  summary: CompanySummary,
  asked: string,
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
    profile: profileValues(record, moment),
    identifiers: identifiers(record, moment.today),
    names: [...record.names],
    listings: record.listings.map((listing) => ({
      ...listing,
      age_days: ageInDays(listing.as_of, moment.now) ?? 0,
    })),
    status,
    superseded_by,
    superseded_by_corporate_number: record.successor_corporate_number,
    resolved_from: asked === record.company_id ? null : asked,
  };
}

function profileValues(record: ProfileRecord, { now }: ProfileMoment): Record<string, ProfileValue> {
  const sourced = (value: unknown, source: string, observed_at: string | null): ProfileValue => ({
    value,
    source,
    observed_at,
    age_days: ageInDays(observed_at, now),
  });
  const facts = record.values.map(
    ({ field, value, source, observed_at }) => [field, sourced(value, source, observed_at)] as const,
  );
  const addresses = record.addresses.map(
    ({ kind, source, valid_from, ...address }) =>
      [
        kind === 'head_office' ? kind : 'address_outside_japan',
        sourced(address, source, valid_from),
      ] as const,
  );
  const financials = record.financials.map(
    ({ metric, value, fiscal_year, source, observed_at }) =>
      [metric, sourced({ value, fiscal_year }, source, observed_at)] as const,
  );
  return Object.fromEntries([...facts, ...addresses, ...technologies(record, sourced), ...financials]);
}

/** One value for all technologies: its source and time are those of the newest. */
function technologies(
  { technologies: held }: ProfileRecord,
  sourced: (value: unknown, source: string, observed_at: string | null) => ProfileValue,
): [string, ProfileValue][] {
  const [newest] = [...held].sort((a, b) => ((a.observed_at ?? '') < (b.observed_at ?? '') ? 1 : -1));
  if (!newest) return [];
  const value = held.map(({ technology, source, observed_at }) => ({ key: technology, source, observed_at }));
  return [['technologies', sourced(value, newest.source, newest.observed_at)]];
}

function identifiers(record: ProfileRecord, today: string): CompanyProfile['identifiers'] {
  const always = (identifier_type: string, value: string, source: string | null) => ({
    identifier_type,
    value,
    valid_from: null,
    valid_to: null,
    source,
    current: true,
  });
  const dated = (
    identifier_type: string,
    value: string,
    from: string | null,
    to: string | null,
    source: string,
  ) => ({
    identifier_type,
    value,
    valid_from: from,
    valid_to: to,
    source,
    current: (from === null || from <= today) && (to === null || today < to),
  });
  const number = record.corporate_number;
  return [
    always('company_id', record.company_id, null),
    ...record.aliases.map((alias) => always('company_id', alias, null)),
    ...(number === null
      ? []
      : [
          always('corporate_number', number, 'corporate_registry'),
          always('invoice_number', `T${number}`, 'corporate_registry'),
        ]),
    ...record.listings.map(({ code, listed_from, listed_to }) =>
      dated('securities_code', code, listed_from, listed_to, 'exchange'),
    ),
    ...record.identifiers.map(({ identifier_type, value, valid_from, valid_to, source }) =>
      dated(identifier_type, value, valid_from, valid_to, source),
    ),
  ].filter(
    (one, at, all) =>
      all.findIndex((other) => other.identifier_type === one.identifier_type && other.value === one.value) ===
      at,
  );
}

/** Whole days from a day or moment until now, never below 0; null when it is not known. */
function ageInDays(since: string | null, now: Date): number | null {
  if (since === null) return null;
  const moment = since.length === 10 ? `${since}T00:00:00+09:00` : since;
  return Math.max(0, Math.floor((now.getTime() - Date.parse(moment)) / dayMs));
}
