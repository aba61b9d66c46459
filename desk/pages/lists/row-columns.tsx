import type { ComponentChildren } from 'preact';
import type { Schema } from '../../../client/index.ts';
import { type EnrichmentField, enrichmentFields } from '../../../client/index.ts';
import { findCodeText, formatCount, type Language } from '../../language.ts';
import { DataText } from '../../parts/data-text.tsx';
import { OutsideLink } from '../../parts/outside-link.tsx';
import { formatPrefecture, translateCode } from '../../words.ts';
import { formatEnrichment } from './enriched-values.ts';
import type { texts } from './list-texts.ts';

export type Row = Schema<'ListRow'>;
type Company = NonNullable<Row['company']>;

const companyColumns = [
  'legal_name',
  'corporate_number',
  'securities_code',
  'listing_status',
  'market_segment',
  'industry_33_code',
  'place',
  'status',
  'website_url',
  'employees',
  'insured_persons',
  'company_id',
] as const;
type CompanyColumn = (typeof companyColumns)[number];

/** Names under which the List keeps the columns of its people. */
const enriched = enrichmentFields.map((field) => `enriched_${field}` as const);
export const allColumns: readonly string[] = [...companyColumns, ...enriched];
export const firstColumns: readonly string[] = [
  'corporate_number',
  'listing_status',
  'place',
  'status',
  ...enriched,
];

export function isEnriched(column: string): boolean {
  return column.startsWith('enriched_');
}

function getField(column: string): EnrichmentField {
  return column.replace('enriched_', '') as EnrichmentField;
}

export function getEnrichment(row: Row, column: string) {
  return row.enrichments[getField(column)];
}

/** For the attribute `class`: numbers stand below each other. */
export function getClass(column: string): string | undefined {
  if (column === 'employees' || column === 'insured_persons') return 'number';
  return undefined;
}

export function getColumnName(column: string, text: (typeof texts)['en']): string {
  if (isEnriched(column)) return findCodeText(text.fields, getField(column)) ?? column;
  return findCodeText(text.columnNames, column) ?? column;
}

/** A bought value; undefined for another column. */
export function formatEnriched(row: Row, column: string, language: Language): string | undefined {
  if (isEnriched(column)) return formatEnrichment(row.enrichments, getField(column), language);
  return undefined;
}

export function renderValue(row: Row, column: string, language: Language): ComponentChildren {
  if (isEnriched(column)) return formatEnriched(row, column, language);
  return row.company && renderCompanyValue(row.company, column as CompanyColumn, language);
}

function renderCompanyValue(company: Company, column: CompanyColumn, language: Language): ComponentChildren {
  switch (column) {
    case 'place':
      return (
        <DataText
          text={[company.prefecture && formatPrefecture(company.prefecture, language), company.city]
            .filter(Boolean)
            .join(' ')}
        />
      );
    case 'listing_status':
      if (company.listing_status === 'unknown') return '';
      return translateCode('listing', company.listing_status, language);
    case 'market_segment':
      return company.market_segment && translateCode('segment', company.market_segment, language);
    case 'industry_33_code':
      return company.industry_33_code && translateCode('sector', company.industry_33_code, language);
    case 'status':
      if (company.status === 'active') return translateCode('status', company.status, language);
      return <span class="tag tag-warn">{translateCode('status', company.status, language)}</span>;
    case 'website_url':
      return company.website_url && <OutsideLink url={company.website_url} />;
    case 'employees':
    case 'insured_persons':
      if (company[column] === null) return '';
      return formatCount(company[column]);
    default:
      return <DataText text={company[column] ?? ''} />;
  }
}
