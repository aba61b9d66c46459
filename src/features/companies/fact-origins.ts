import type { CompanySummary } from '../../contract/companies/company-fields.ts';
import type { CompanyProfile, FactOrigin } from '../../contract/companies/company-profile.ts';
import { toTokyoDay } from '../../text/days/calendar.ts';
import type { ProfileRecord } from './profile-record.ts';

const register = 'corporate_registry';
const noOrigin = createOrigin(null, null);

function createOrigin(
  source: string | null,
  observed_at: string | null,
  derived_from: string | null = null,
): FactOrigin {
  return { source, observed_at, derived_from };
}

/** The day of a statement. For the register, that is the day of its newest entry about the company. */
export function getStatedDay(
  { register_updated_on }: Pick<ProfileRecord, 'register_updated_on'>,
  { source, stated_on }: { readonly source: string; readonly stated_on: string | null },
): string | null {
  return stated_on ?? (source === register ? register_updated_on : null);
}

/** Where the company's own row comes from: the register if it has the company, otherwise the source that added it. */
export function getRowOrigin(record: ProfileRecord): FactOrigin {
  if (record.register_updated_on === null) return createOrigin(record.stated_by, record.stated_on);
  return createOrigin(register, record.register_updated_on);
}

/** Where each field of a company comes from. Fields that are null are left out. */
export function buildFactOrigins(record: ProfileRecord, summary: CompanySummary): CompanyProfile['sources'] {
  const { successor_source } = record;
  const row = getRowOrigin(record);
  const legalName = getLegalNameOrigin(record, summary.legal_name);
  const address = record.addresses.find(({ kind }) => kind === 'head_office');
  const place = address ? createOrigin(address.source, getStatedDay(record, address)) : noOrigin;
  const current = record.listings.filter(({ listed_to }) => listed_to === null);
  const leading = current.find(({ code }) => code === summary.securities_code);
  const listing = leading ? createExchangeOrigin(leading) : noOrigin;
  // EDINET's list marks only foreign companies. Other kinds are derived from the legal form in the name.
  const kindFromName = row.source === 'edinet' && summary.kind !== 'foreign';
  const pickOrigin = (value: string | null, from: FactOrigin) => {
    if (value === null) return null;
    return from;
  };
  const origins: Readonly<Record<keyof CompanyProfile['sources'], FactOrigin | null>> = {
    display_name: getDisplayNameOrigin(record, summary.display_name, legalName),
    legal_name: legalName,
    listing_status: getListingStatusOrigin(record),
    market_segment: pickOrigin(summary.market_segment, listing),
    corporate_number: pickOrigin(summary.corporate_number, row),
    securities_code: pickOrigin(summary.securities_code, listing),
    industry_33_code: pickOrigin(summary.industry_33_code, listing),
    kind: pickOrigin(summary.kind, { ...row, derived_from: kindFromName ? 'legal_name' : null }),
    prefecture: pickOrigin(summary.prefecture, place),
    city: pickOrigin(summary.city, place),
    assigned_on: pickOrigin(record.assigned_on, row),
    register_updated_on: pickOrigin(record.register_updated_on, row),
    closed_on: pickOrigin(record.closed_on, row),
    close_cause: pickOrigin(record.close_cause, row),
    status: record.status === 'active' && record.register_updated_on === null ? noOrigin : row,
    superseded_by: pickOrigin(
      record.successor_corporate_number,
      createOrigin(
        successor_source,
        successor_source && getStatedDay(record, { source: successor_source, stated_on: null }),
      ),
    ),
  };
  return Object.fromEntries(Object.entries(origins).filter(([, from]) => from !== null));
}

function createExchangeOrigin({ as_of }: { readonly as_of: string }): FactOrigin {
  return createOrigin('exchange', as_of);
}

function getLegalNameOrigin(record: ProfileRecord, shown: string): FactOrigin {
  const name =
    record.names.find(({ kind }) => kind === 'legal') ?? record.names.find(({ name }) => name === shown);
  // A company without any name is shown by its code or number.
  if (!name) return { ...getRowOrigin(record), derived_from: 'identifiers' };
  return createOrigin(name.source, getStatedDay(record, name), name.kind === 'legal' ? null : 'names');
}

function getDisplayNameOrigin({ listings }: ProfileRecord, shown: string, legalName: FactOrigin): FactOrigin {
  const named = listings.find(({ short_name, listed_to }) => listed_to === null && short_name === shown);
  if (named) return { ...createExchangeOrigin(named), derived_from: 'listings' };
  return { ...legalName, derived_from: legalName.derived_from ?? 'legal_name' };
}

function getListingStatusOrigin({ listings, values }: ProfileRecord): FactOrigin {
  // The store returns current listings first.
  const [leading] = listings;
  if (leading) return { ...createExchangeOrigin(leading), derived_from: 'listings' };
  const statement = values.find(({ field }) => field === 'listing_statement');
  if (!statement) return noOrigin;
  const observed = statement.observed_at && toTokyoDay(new Date(statement.observed_at));
  return createOrigin(statement.source, observed, 'listing_statement');
}
