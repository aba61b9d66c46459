import type { TextPair } from '../texts.ts';

/** The fixed values in observations. */

/** The possible sources of an observation (docs/decisions/0032-observations.md). */
export const observationSources = [
  'corporate_registry',
  'edinet',
  'gbizinfo',
  'company_website',
  'job_posting',
  'construction_permit',
  'exchange',
] as const;
export type ObservationSource = (typeof observationSources)[number];

/** The possible sources of an alias. A dictionary of synonyms has nothing else about companies. */
const aliasSources = [...observationSources, 'synonym_dictionary'] as const;
export type AliasSource = (typeof aliasSources)[number];

/** The possible sources of a value. The register of invoice issuers has no observations. */
export const valueSources = [...aliasSources, 'invoice_registry'] as const;

export const valueSourceTexts = {
  corporate_registry: ['Register of corporate numbers', '法人番号公表サイト'],
  invoice_registry: ['Register of invoice issuers', '適格請求書発行事業者公表サイト'],
  edinet: ['EDINET', 'EDINET'],
  gbizinfo: ['gBizINFO', 'gBizINFO'],
  company_website: ['Company website', '企業ホームページ'],
  job_posting: ['Job postings', '求人'],
  construction_permit: ['Construction permits', '建設業許可'],
  exchange: ['Stock exchange', '証券取引所'],
  synonym_dictionary: ['SudachiDict synonyms', 'Sudachi 同義語辞書'],
} as const satisfies Record<(typeof valueSources)[number], TextPair>;

/** The sources' names for people, which can be searched. */
export const sourceLabels: Readonly<Partial<Record<string, string>>> = {
  corporate_registry: '法人番号公表サイト',
  edinet: 'EDINET 有価証券報告書',
  gbizinfo: 'gBizINFO',
  company_website: '企業ホームページ',
  job_posting: '求人',
  construction_permit: '建設業許可',
  exchange: '証券取引所',
};

export const typeLabels: Readonly<Partial<Record<string, string>>> = {
  corporate_profile: '企業情報',
  registry_change: '登記の変更',
  listing_change: '上場の変更',
  disclosure: '開示書類',
  procurement: '調達',
  subsidy: '補助金',
  commendation: '表彰',
  certification: '届出・認定',
  patent: '特許・意匠・商標',
  financials: '財務',
  workplace: '職場',
  job_posting: '求人',
};

/** The name of an observation type for people; the key of a type without a name. */
export function getObservationTypeLabel(type: string): string {
  return typeLabels[type] ?? type;
}
