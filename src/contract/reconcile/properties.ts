/**
 * Properties of companies in the reconciliation API: as evidence beside a name, and as columns to fetch
 * (docs/reconciliation.md).
 */

export interface Property {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** Identifiers and hints, as in the columns of a source. */
export const evidence = {
  corporate_number: 'Corporate number (法人番号)',
  securities_code: 'Securities code (証券コード)',
  website: 'Website (ウェブサイト)',
  prefecture: 'Prefecture (都道府県)',
  city: 'City (市区町村)',
  address: 'Address (所在地)',
  postal_code: 'Postal code (郵便番号)',
} as const;
export type EvidenceId = keyof typeof evidence;
export const evidenceIds = Object.keys(evidence) as readonly EvidenceId[];

export function isEvidence(id: string): id is EvidenceId {
  return Object.hasOwn(evidence, id);
}

const idByWord = new Map(
  Object.entries(evidence).flatMap(([id, name]) =>
    [id, name, ...name.split(/[()]/)].map((word) => [word.trim().toLowerCase(), id as EvidenceId] as const),
  ),
);

/** By its id, or by its English or Japanese name, because people type it into the field for the id. */
export function findEvidence(word: string): EvidenceId | undefined {
  if (word.trim() === '') return undefined;
  return idByWord.get(word.trim().toLowerCase());
}

const columns = {
  name: ['Name (名称)', 'The name to display.'],
  legal_name: ['Legal name (商号)', 'The name as registered; with `as_of`, that of the day.'],
  former_names: ['Former names (旧商号)', 'Earlier legal names, the latest first.'],
  former_names_with_dates: [
    'Former names with dates (旧商号と期間)',
    'Earlier legal names with the days from and until which they were valid, as far as known.',
  ],
  kana: ['Reading (フリガナ)', 'The reading of the name in kana.'],
  english_name: ['English name (英語名)', 'The English name.'],
  trade_names: ['Trade names (通称)', 'Names in trade, for example that of its listing.'],
  aliases: ['Aliases (別名)', 'Brands, abbreviations and other names by which people know it.'],
  corporate_number: [evidence.corporate_number, '13 digits. Also evidence.'],
  securities_code: [evidence.securities_code, 'The code of the current listing. Also evidence.'],
  edinet_code: ['EDINET code (EDINETコード)', 'The code of the filer.'],
  listing_status: ['Listing status (上場区分)', 'listed, delisted, private or unknown.'],
  market_segment: ['Market segment (市場区分)', 'For example プライム.'],
  industry: ['Industry (業種)', "The exchange's sector of a listed company."],
  type: ['Legal form (法人種別)', 'The legal form in its name.'],
  prefecture: [evidence.prefecture, 'Prefecture of the head office. Also evidence.'],
  city: [evidence.city, 'City or ward of the head office. Also evidence.'],
  address: [evidence.address, 'Address of the head office. Also evidence.'],
  postal_code: [evidence.postal_code, 'Postal code of the head office, 7 digits. Also evidence.'],
  website: [evidence.website, 'The website. Also evidence.'],
  status: ['Status (状態)', 'active, closed, merged or removed.'],
  closed_on: ['Closed on (閉鎖日)', 'The day on which the register closed it.'],
  superseded_by: ['Successor (承継法人)', 'The company that took it over.'],
  employees: ['Employees (従業員数)', 'Number of employees, as last reported.'],
  capital: ['Capital (資本金)', 'Capital stock, in yen.'],
  revenue: ['Revenue (売上高)', 'Revenue of the newest known year, in yen.'],
  net_income: ['Net income (当期純利益)', 'Net income of the newest known year, in yen.'],
  parent_company: ['Parent company (親会社)', 'The name of its parent, as a source states it.'],
  founded_on: ['Founded on (設立日)', 'The day of foundation.'],
  business_summary: ['Business summary (事業概要)', 'What the company does, in its own words.'],
} as const satisfies Readonly<Record<string, readonly [name: string, description: string]>>;
export type ColumnId = keyof typeof columns;

/** Everything that can be fetched. All evidence is among it. */
export const columnProperties: readonly (Property & { readonly id: ColumnId })[] = Object.entries(
  columns,
).map(([id, [name, description]]) => ({ id: id as ColumnId, name, description }));

export const evidenceProperties: readonly Property[] = columnProperties.filter(({ id }) => isEvidence(id));

export function findColumn(id: string): (Property & { readonly id: ColumnId }) | undefined {
  return columnProperties.find((property) => property.id === id);
}
