import type { CompanyProfile } from '../../contract/companies/company-profile.ts';
import { getTermLabel, industries, marketSegments } from '../../contract/companies/company-vocabulary.ts';
import type { ExtensionCell } from '../../contract/reconcile/answers.ts';
import type { ColumnId } from '../../contract/reconcile/properties.ts';
import type { PropertySettings } from '../../contract/reconcile/requests.ts';
import { anyCompany, listTypes } from '../../contract/reconcile/types.ts';

/** The values of a company that reconciling clients fetch. */

type Name = CompanyProfile['names'][number];

/** A company with what is not in its own profile. */
export interface ExtendedCompany {
  readonly profile: CompanyProfile;
  /** The legal name of the company that took it over. */
  readonly successorName: string | undefined;
}

export function getValues(
  company: ExtendedCompany,
  property: ColumnId,
  settings: PropertySettings = {},
): ExtensionCell[] {
  const values = readers[property](company, settings);
  if (settings.limit) return values.slice(0, settings.limit);
  return values;
}

type Reader = (company: ExtendedCompany, settings: PropertySettings) => ExtensionCell[];

const toStringCells = (...texts: readonly (string | null | undefined)[]): ExtensionCell[] =>
  texts.flatMap((str) => (str === null || str === undefined || str === '' ? [] : [{ str }]));

const toNumberCells = (value: unknown): ExtensionCell[] => {
  if (typeof value !== 'number') return [];
  return [Number.isSafeInteger(value) ? { int: value } : { float: value }];
};

const toDateCells = (value: unknown): ExtensionCell[] => {
  if (typeof value === 'string') return [{ date: `${value}T00:00:00Z` }];
  return [];
};

const readCompany = (read: (company: CompanyProfile['company']) => string | null): Reader => {
  return ({ profile }) => toStringCells(read(profile.company));
};

const readFact = (
  field: keyof CompanyProfile['profile'],
  view: (value: unknown) => ExtensionCell[],
): Reader => {
  return ({ profile }) => view(Object(profile.profile[field]).value);
};

/** The newest known year. */
const readMetric = (field: keyof CompanyProfile['profile']): Reader =>
  readFact(field, (value) => toNumberCells(Object(value).value));

/** Names of a kind; those that are no longer valid come last. */
const readNames = (kind: string): Reader => {
  return ({ profile }, { names: wanted = 'current' }) =>
    toStringCells(
      ...profile.names
        .filter((name) => name.kind === kind && (wanted === 'all' || name.valid_to === null))
        .map(({ name }) => name),
    );
};

const readOffice = (view: (office: NonNullable<Office>) => string | null): Reader => {
  return ({ profile }) => {
    const office = profile.profile.head_office?.value;
    if (office) return toStringCells(view(office));
    return [];
  };
};
type Office = NonNullable<CompanyProfile['profile']['head_office']>['value'] | undefined;

const readers: Readonly<Record<ColumnId, Reader>> = {
  name: readCompany(({ display_name }) => display_name),
  legal_name: ({ profile }, { as_of }) =>
    as_of === undefined
      ? toStringCells(profile.company.legal_name)
      : toStringCells(...listLegalNames(profile, as_of)),
  former_names: ({ profile }) => toStringCells(...listFormerNames(profile).map(({ name }) => name)),
  former_names_with_dates: ({ profile }) => toStringCells(...listFormerNames(profile).map(addDates)),
  kana: readNames('kana'),
  english_name: readNames('english'),
  trade_names: readNames('trade'),
  aliases: readNames('alias'),
  corporate_number: readCompany(({ corporate_number }) => corporate_number),
  securities_code: readCompany(({ securities_code }) => securities_code),
  edinet_code: ({ profile }) =>
    toStringCells(
      ...profile.identifiers
        .filter(({ identifier_type, current }) => identifier_type === 'edinet_code' && current)
        .map(({ value }) => value),
    ),
  listing_status: readCompany(({ listing_status }) => listing_status),
  market_segment: readCompany(
    ({ market_segment }) => market_segment && getTermLabel(marketSegments, market_segment),
  ),
  industry: readCompany(
    ({ industry_33_code }) => industry_33_code && getTermLabel(industries, industry_33_code),
  ),
  type: ({ profile }) => {
    const [form = anyCompany] = listTypes(profile.company.legal_name);
    if (form === anyCompany) return [];
    return toStringCells(form.name);
  },
  prefecture: readOffice(({ prefecture }) => prefecture),
  city: readOffice(({ city }) => city),
  address: readOffice(({ prefecture, city, street }) => `${prefecture ?? ''}${city ?? ''}${street ?? ''}`),
  postal_code: readOffice(({ postal_code }) => postal_code),
  website: readFact('website_url', (value) => toStringCells(value as string | undefined)),
  status: ({ profile }) => toStringCells(profile.status),
  closed_on: ({ profile }) => toDateCells(profile.company.closed_on),
  superseded_by: ({ profile: { superseded_by: id }, successorName }) =>
    id === null ? [] : [{ id, name: successorName ?? id }],
  employees: readFact('employees', toNumberCells),
  capital: ({ profile: { profile } }) =>
    toNumberCells(profile.capital_yen?.value ?? profile.capital?.value.value),
  revenue: readMetric('revenue'),
  net_income: readMetric('net_income'),
  parent_company: ({ profile: { profile } }) => toStringCells(profile.parent_company?.value.name),
  founded_on: readFact('founded_on', toDateCells),
  business_summary: readFact('business_summary', (value) => toStringCells(value as string | undefined)),
};

/** The latest first. */
export function listFormerNames({ names: all }: CompanyProfile): Name[] {
  return all
    .filter(({ kind }) => kind === 'former')
    .toSorted((one, other) => ((one.valid_to ?? '') < (other.valid_to ?? '') ? 1 : -1));
}

function addDates({ name, valid_from, valid_to }: Name): string {
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
  if (held) return [held.name];
  return [];
}
