import type { Schema } from '../client/index.ts';
import type { Session } from './session.ts';
import type { Column } from './table.ts';

/** Companies in tables. */

export interface ShownCompany {
  readonly company_id: string;
  readonly display_name: string;
  readonly legal_name: string;
  readonly listing_status: string;
  readonly market_segment?: string | null;
  readonly securities_code?: string | null;
  readonly prefecture?: string | null;
  readonly city?: string | null;
  readonly status?: string;
  readonly superseded_by?: string | null;
}

/** Columns for a company that is part of a row. */
export function companyColumns<Row>(company: (row: Row) => ShownCompany): Column<Row>[] {
  return [
    { title: 'company_id', cell: (row) => company(row).company_id, whole: true },
    { title: 'name', cell: (row) => company(row).display_name },
    { title: 'legal name', cell: (row) => company(row).legal_name },
    { title: 'head office', cell: (row) => place(company(row)) },
    { title: 'listing', cell: (row) => listing(company(row)) },
  ];
}

export function place({ prefecture, city }: Pick<ShownCompany, 'prefecture' | 'city'>): string {
  return [prefecture, city].filter((part) => part).join(' ');
}

export function listing({
  listing_status,
  securities_code,
  market_segment,
  status,
  superseded_by,
}: Pick<
  ShownCompany,
  'listing_status' | 'securities_code' | 'market_segment' | 'status' | 'superseded_by'
>): string {
  const listed = [listing_status, securities_code, market_segment].filter((part) => part).join(' ');
  const ended =
    status && status !== 'active' ? ` (${status}${superseded_by ? `, now ${superseded_by}` : ''})` : '';
  return listed + ended;
}

type Fact = NonNullable<Schema<'CompanyProfile'>['profile'][keyof Schema<'CompanyProfile'>['profile']]>;

/** A profile value for people: an address in the usual order, a figure with its year. */
export function profileValue(value: Fact['value']): string {
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'string' ? one : one.key)).join(', ');
  if ('fiscal_year' in value) {
    const figure = value.value.toLocaleString('en-US', { maximumFractionDigits: 6 });
    return `${figure} (${value.fiscal_year})`;
  }
  const { postal_code, prefecture, city, street } = value;
  return [postal_code && `〒${postal_code}`, prefecture, city, street].filter((part) => part).join(' ');
}

export interface ShownReason {
  readonly field: string;
  readonly value: string;
  readonly rule: string;
  readonly strength: string;
  readonly derived_from?: string;
}

export function reason({ field, value, rule, strength, derived_from }: ShownReason): string {
  const derived = derived_from === undefined ? '' : `, derived from the ${derived_from.replaceAll('_', ' ')}`;
  return `${field} ${value} (${rule.replaceAll('_', ' ')}, ${strength}${derived})`;
}

/** A table of candidates, each with the reasons for it. */
export function showCandidates(
  session: Session,
  candidates: readonly (ShownCompany & { readonly matched_by: readonly ShownReason[] })[],
): void {
  session.table(
    [
      ...companyColumns<(typeof candidates)[number]>((candidate) => candidate),
      { title: 'why', cell: ({ matched_by }) => matched_by.map(reason).join('; ') },
    ],
    candidates,
  );
}
