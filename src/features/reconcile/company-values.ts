import type { CompanyProfile } from '../../contract/companies/company-profile.ts';
import { industries, marketSegments, termLabel } from '../../contract/companies/company-vocabulary.ts';
import type { ExtensionCell } from '../../contract/reconcile/answers.ts';
import type { ColumnId } from '../../contract/reconcile/properties.ts';
import type { PropertySettings } from '../../contract/reconcile/requests.ts';
import { anyCompany, typesOf } from '../../contract/reconcile/types.ts';

/** The values of a company that reconciling clients fetch. */

type Name = CompanyProfile['names'][number];

/** A company with what is not in its own profile. */
export interface ExtendedCompany {
  readonly profile: CompanyProfile;
  /** The legal name of the company that took it over. */
  readonly successorName: string | undefined;
}

export function valuesOf(
  company: ExtendedCompany,
  property: ColumnId,
  settings: PropertySettings = {},
): ExtensionCell[] {
  const values = readers[property](company, settings);
  return settings.limit ? values.slice(0, settings.limit) : values;
}

type Reader = (company: ExtendedCompany, settings: PropertySettings) => ExtensionCell[];

const strings = (...texts: readonly (string | null | undefined)[]): ExtensionCell[] =>
  texts.flatMap((str) => (str === null || str === undefined || str === '' ? [] : [{ str }]));

const number = (value: unknown): ExtensionCell[] => {
  if (typeof value !== 'number') return [];
  return [Number.isSafeInteger(value) ? { int: value } : { float: value }];
};

const day = (value: unknown): ExtensionCell[] =>
  typeof value === 'string' ? [{ date: `${value}T00:00:00Z` }] : [];

const company = (read: (company: CompanyProfile['company']) => string | null): Reader => {
  return ({ profile }) => strings(read(profile.company));
};

const fact = (field: keyof CompanyProfile['profile'], view: (value: unknown) => ExtensionCell[]): Reader => {
  return ({ profile }) => view(Object(profile.profile[field]).value);
};

/** The newest known year. */
const metric = (field: keyof CompanyProfile['profile']): Reader =>
  fact(field, (value) => number(Object(value).value));

/** Names of a kind; those that are no longer valid come last. */
const names = (kind: string): Reader => {
  return ({ profile }, { names: wanted = 'current' }) =>
    strings(
      ...profile.names
        .filter((name) => name.kind === kind && (wanted === 'all' || name.valid_to === null))
        .map(({ name }) => name),
    );
};

const place = (view: (office: NonNullable<Office>) => string | null): Reader => {
  return ({ profile }) => {
    const office = profile.profile.head_office?.value;
    return office ? strings(view(office)) : [];
  };
};
type Office = NonNullable<CompanyProfile['profile']['head_office']>['value'] | undefined;

const readers: Readonly<Record<ColumnId, Reader>> = {
  name: company(({ display_name }) => display_name),
  legal_name: ({ profile }, { as_of }) =>
    as_of === undefined ? strings(profile.company.legal_name) : strings(...listLegalNames(profile, as_of)),
  former_names: ({ profile }) => strings(...formerNames(profile).map(({ name }) => name)),
  former_names_with_dates: ({ profile }) => strings(...formerNames(profile).map(withDates)),
  kana: names('kana'),
  english_name: names('english'),
  trade_names: names('trade'),
  aliases: names('alias'),
  corporate_number: company(({ corporate_number }) => corporate_number),
  securities_code: company(({ securities_code }) => securities_code),
  edinet_code: ({ profile }) =>
    strings(
      ...profile.identifiers
        .filter(({ identifier_type, current }) => identifier_type === 'edinet_code' && current)
        .map(({ value }) => value),
    ),
  listing_status: company(({ listing_status }) => listing_status),
  market_segment: company(
    ({ market_segment }) => market_segment && termLabel(marketSegments, market_segment),
  ),
  industry: company(({ industry_33_code }) => industry_33_code && termLabel(industries, industry_33_code)),
  type: ({ profile }) => {
    const [form = anyCompany] = typesOf(profile.company.legal_name);
    return form === anyCompany ? [] : strings(form.name);
  },
  prefecture: place(({ prefecture }) => prefecture),
  city: place(({ city }) => city),
  address: place(({ prefecture, city, street }) => `${prefecture ?? ''}${city ?? ''}${street ?? ''}`),
  postal_code: place(({ postal_code }) => postal_code),
  website: fact('website_url', (value) => strings(value as string | undefined)),
  status: ({ profile }) => strings(profile.status),
  closed_on: ({ profile }) => day(profile.company.closed_on),
  superseded_by: ({ profile: { superseded_by: id }, successorName }) =>
    id === null ? [] : [{ id, name: successorName ?? id }],
  employees: fact('employees', number),
  capital: ({ profile: { profile } }) => number(profile.capital_yen?.value ?? profile.capital?.value.value),
  revenue: metric('revenue'),
  net_income: metric('net_income'),
  founded_on: fact('founded_on', day),
  business_summary: fact('business_summary', (value) => strings(value as string | undefined)),
};

/** The latest first. */
export function formerNames({ names: all }: CompanyProfile): Name[] {
  return all
    .filter(({ kind }) => kind === 'former')
    .toSorted((one, other) => ((one.valid_to ?? '') < (other.valid_to ?? '') ? 1 : -1));
}

function withDates({ name, valid_from, valid_to }: Name): string {
  return `${name} (${valid_from ?? '?'}–${valid_to ?? '?'})`;
}

/**
 * The name on a day: that of the period that includes it. A period whose first day is unknown includes every day before
 * its last one, so of several the one that ended first is the name; none if no known period includes the day.
 */
function listLegalNames({ names: all }: CompanyProfile, on: string): string[] {
  const [held] = all
    .filter(({ kind, valid_from, valid_to }) => {
      const hasEnded = valid_to === null ? kind !== 'legal' : valid_to <= on;
      return (kind === 'legal' || kind === 'former') && (valid_from ?? '') <= on && !hasEnded;
    })
    .toSorted((one, other) => ((one.valid_to ?? '9999') < (other.valid_to ?? '9999') ? -1 : 1));
  return held ? [held.name] : [];
}
