import type { CompanySummary } from '../../contract/companies/company-fields.ts';
import type { CompanyProfile, ProfileValue } from '../../contract/companies/company-profile.ts';

import { factOrigins, originOfRow, statedOn } from './fact-origins.ts';
import type { ProfileRecord } from './profile-record.ts';

/** When a profile is shown: ages are counted up to `now`, and identifiers are current on `today` (Asia/Tokyo). */
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
    sources: factOrigins(record, summary),
    profile: profileValues(record, moment),
    identifiers: identifiers(record, moment.today),
    names: record.names.map(({ stated_on, ...name }) => ({
      ...name,
      observed_at: statedOn(record, { ...name, stated_on }),
    })),
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
    ({ kind, source, valid_from, stated_on, ...address }) =>
      [
        kind === 'head_office' ? kind : 'address_outside_japan',
        { ...sourced(address, source, statedOn(record, { source, stated_on })), valid_from },
      ] as const,
  );
  const financials = record.financials.map(
    ({ metric, value, fiscal_year, source, observed_at }) =>
      [metric, sourced({ value, fiscal_year }, source, observed_at)] as const,
  );
  return Object.fromEntries([...facts, ...addresses, ...technologies(record, sourced), ...financials]);
}

/** All technologies are one value. Its source and time are those of the newest technology. */
function technologies(
  { technologies: held }: ProfileRecord,
  sourced: (value: unknown, source: string, observed_at: string | null) => ProfileValue,
): [string, ProfileValue][] {
  const [newest] = [...held].sort((a, b) => ((a.observed_at ?? '') < (b.observed_at ?? '') ? 1 : -1));
  if (!newest) return [];
  const value = held.map(({ technology, source, observed_at }) => ({ key: technology, source, observed_at }));
  return [['technologies', sourced(value, newest.source, newest.observed_at)]];
}

type ProfileIdentifier = CompanyProfile['identifiers'][number];

function identifiers(record: ProfileRecord, today: string): ProfileIdentifier[] {
  const always = (
    identifier_type: string,
    value: string,
    said: Partial<Pick<ProfileIdentifier, 'source' | 'observed_at' | 'derived_from' | 'current'>> = {},
  ): ProfileIdentifier => ({
    identifier_type,
    value,
    valid_from: null,
    valid_to: null,
    source: null,
    observed_at: null,
    derived_from: null,
    current: true,
    ...said,
  });
  const dated = (
    identifier_type: string,
    value: string,
    [valid_from, valid_to]: readonly [from: string | null, to: string | null],
    said: Pick<ProfileIdentifier, 'source' | 'observed_at'>,
  ): ProfileIdentifier => ({
    ...always(identifier_type, value, said),
    valid_from,
    valid_to,
    current: (valid_from === null || valid_from <= today) && (valid_to === null || today < valid_to),
  });
  const number = record.corporate_number;
  const { source, observed_at } = originOfRow(record);
  return [
    always('company_id', record.company_id),
    ...record.aliases.map((alias) => always('company_id', alias)),
    ...(number === null
      ? []
      : [
          always('corporate_number', number, { source, observed_at }),
          // No register of invoice issuers is loaded, so it is unknown whether the company is registered.
          always('invoice_number', `T${number}`, { derived_from: 'corporate_number', current: null }),
        ]),
    ...record.listings.map(({ code, listed_from, listed_to, as_of }) =>
      dated('securities_code', code, [listed_from, listed_to], { source: 'exchange', observed_at: as_of }),
    ),
    ...record.identifiers.map(({ identifier_type, value, valid_from, valid_to, ...said }) =>
      dated(identifier_type, value, [valid_from, valid_to], {
        source: said.source,
        observed_at: statedOn(record, said),
      }),
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
