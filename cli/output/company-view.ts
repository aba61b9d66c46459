import type { Schema } from '../../client/index.ts';
import type { Session } from '../session.ts';
import type { Columns } from './table.ts';
import { joinText, toPrintable } from './text.ts';

/** Companies in tables. */

export type ShownCompany = Pick<Schema<'Company'>, 'company_id'> & Partial<Schema<'Company'>>;

/** Columns for a company that is part of a row. */
export function buildCompanyColumns<Row>(company: (row: Row) => ShownCompany) {
  return {
    company_id: (row) => company(row).company_id,
    name: (row) => company(row).display_name,
    'legal name': (row) => company(row).legal_name,
    'head office': (row) => formatPlace(company(row)),
    listing: (row) => formatListing(company(row)),
  } satisfies Columns<Row>;
}

export function formatPlace({ prefecture, city }: Pick<ShownCompany, 'prefecture' | 'city'>): string {
  return [prefecture, city].filter((part) => part).join(' ');
}

export function formatListing(company: Partial<ShownCompany>): string {
  const { listing_status, securities_code, market_segment, status, superseded_by } = company;
  const listed = [listing_status, securities_code, market_segment].filter((part) => part).join(' ');
  if (!status || status === 'active') return listed;
  return joinText(listed, ` (${status}`, superseded_by && `, now ${superseded_by}`, ')');
}

type Fact = NonNullable<Schema<'CompanyProfile'>['profile'][keyof Schema<'CompanyProfile'>['profile']]>;

/** A profile value for people: an address in the usual order, a figure with its year, a parent with its share. */
export function formatProfileValue(value: Fact['value']): string {
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'string' ? one : one.key)).join(', ');
  if ('fiscal_year' in value) {
    const figure = value.value.toLocaleString('en-US', { maximumFractionDigits: 6 });
    return `${figure} (${value.fiscal_year})`;
  }
  if ('share' in value) {
    const { name, corporate_number, share } = value;
    return joinText(
      name,
      corporate_number && ` ${corporate_number}`,
      share !== null && ` (${(share * 100).toFixed(2)} %)`,
    );
  }
  const { postal_code, prefecture, city, street } = value;
  return [postal_code && `〒${postal_code}`, prefecture, city, street].filter((part) => part).join(' ');
}

type Reason = Schema<'MatchedBy'> | Schema<'SourceMatchedBy'>;

export function describeReason({ field, value, rule, strength, derived_from }: Reason): string {
  return joinText(
    field,
    value !== '' && ` ${value}`,
    ` (${rule.replaceAll('_', ' ')}, ${strength}`,
    derived_from !== undefined && `, derived from the ${derived_from.replaceAll('_', ' ')}`,
    ')',
  );
}

/** A table of candidates, each with the reasons for it. */
export function showCandidates(
  session: Session,
  candidates: readonly (Schema<'Candidate'> | Schema<'SourceCandidate'>)[],
): void {
  session.printTable(candidates, {
    ...buildCompanyColumns<(typeof candidates)[number]>((candidate) => candidate),
    ...(candidates.some(({ named_as }) => named_as) && {
      'named as': ({ named_as }: (typeof candidates)[number]) => named_as,
    }),
    why: ({ matched_by }) => matched_by.map(describeReason).join('; '),
  });
}

/** A table of companies with similar names; nothing if there are none. */
export function showSuggestions(session: Session, suggestions: readonly Schema<'CompanySuggestion'>[]): void {
  if (suggestions.length === 0) return;
  session.note('Similar names:');
  session.printTable(suggestions, {
    ...buildCompanyColumns<(typeof suggestions)[number]>((suggestion) => suggestion),
    why: describeSuggestion,
  });
}

export function describeSuggestion({
  name,
  message,
}: Pick<Schema<'CompanySuggestion'>, 'name' | 'message'>): string {
  return `${name}: ${message}`;
}

/** How a name was read, if something was set aside. */
export function showWritten(session: Session, written: Schema<'WrittenName'> | null): void {
  if (written) session.note(toPrintable(describeWrittenName(written)));
}

export function describeWrittenName({ name, set_aside }: Schema<'WrittenName'>): string {
  const aside = set_aside.map(({ kind, text }) => `${text} (${kind.replaceAll('_', ' ')})`);
  return `Read as ${name}; set aside: ${aside.join(', ')}.`;
}
