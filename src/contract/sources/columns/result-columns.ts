import { type Language, pickText, type TextPair } from '../../texts.ts';

/** The columns that an export of a source adds to the user's own, without their prefix, with their titles for people. */

const titles = {
  resolve_status: ['Result', '結果'],
  reason: ['Reason', '理由'],
  company_id: ['Company ID', '会社ID'],
  corporate_number: ['Corporate number', '法人番号'],
  legal_name: ['Legal name', '商号'],
  prefecture: ['Prefecture', '都道府県'],
  address: ['Address', '所在地'],
  postal_code: ['Postal code', '郵便番号'],
  securities_code: ['Securities code', '証券コード'],
  website: ['Website', 'ウェブサイト'],
  company_status: ['Company status', '会社の状態'],
  superseded_by: ['Merged into', '合併先'],
  match_rule: ['What agrees', '一致した項目'],
  assurance: ['How sure', '確かさ'],
  decision: ['Decision', '担当者の判断'],
  issues: ['Remarks', '注意点'],
  resolve_set_aside: ['Not part of the name', '名称以外の部分'],
  candidate_count: ['Candidates', '候補数'],
  same_company_rows: ['Rows of this company', '同じ会社の行数'],
  same_company_first_row: ['First row of this company', '同じ会社の先頭行'],
  source_row_id: ['Row ID', '行ID'],
} as const satisfies Readonly<Record<string, TextPair>>;

const placeTitles = {
  company_id: ['company ID', '会社ID'],
  corporate_number: ['corporate number', '法人番号'],
  name: ['name', '商号'],
  place: ['place', '所在地'],
  named_as: ['named as', 'セル内の名称'],
  status: ['status', '会社の状態'],
  matched_by: ['what agrees', '一致した項目'],
  reason: ['reason', '理由'],
} as const satisfies Readonly<Record<string, TextPair>>;
type PlaceFact = keyof typeof placeTitles;

/** Facts about the company that are looked up only if they are chosen. */
const factTitles = {
  capital: ['Capital (yen)', '資本金（円）'],
  industry: ['Industry', '業種'],
  employee_count: ['Employees', '従業員数'],
  settlement_month: ['Settlement month', '決算月'],
  former_names: ['Former names', '旧商号'],
  english_name: ['English name', '英語名'],
  closed_on: ['Closed on', '閉鎖日'],
  close_cause: ['Reason of closing', '閉鎖の事由'],
  invoice_number: ['Invoice number', 'インボイス登録番号'],
  invoice_status: ['Invoice registration', 'インボイス登録の状況'],
  invoice_registered_on: ['Invoice registered on', 'インボイス登録日'],
  invoice_ended_on: ['Invoice registration ended on', 'インボイス登録の終了日'],
  parent_company: ['Parent company', '親会社'],
  parent_corporate_number: ['Corporate number of the parent', '親会社の法人番号'],
  group: ['Group', 'グループ'],
  facts_from: ['Sources', '出典'],
} as const satisfies Readonly<Record<string, TextPair>>;

type Place = 1 | 2 | 3;
const places: readonly Place[] = [1, 2, 3];
type CompanyColumn = 'company_id' | 'corporate_number' | 'name' | 'place';
type CandidateColumn = `candidate_${Place}_${CompanyColumn | 'named_as'}`;
type SuggestionColumn = `suggestion_${Place}_${CompanyColumn | 'reason'}`;
export type FactColumn = keyof typeof factTitles;

const candidateColumns = places.flatMap((place): CandidateColumn[] => [
  `candidate_${place}_company_id`,
  `candidate_${place}_corporate_number`,
  `candidate_${place}_name`,
  `candidate_${place}_place`,
  `candidate_${place}_named_as`,
]);

const suggestionColumns = places.flatMap((place): SuggestionColumn[] => [
  `suggestion_${place}_company_id`,
  `suggestion_${place}_corporate_number`,
  `suggestion_${place}_name`,
  `suggestion_${place}_place`,
  `suggestion_${place}_reason`,
]);

export const resultColumnGroups = {
  company: [
    'company_id',
    'corporate_number',
    'legal_name',
    'prefecture',
    'address',
    'postal_code',
    'securities_code',
    'website',
    'company_status',
    'superseded_by',
  ],
  match: ['resolve_status', 'match_rule', 'reason', 'assurance', 'decision', 'issues', 'resolve_set_aside'],
  candidates: ['candidate_count', ...candidateColumns],
  suggestions: suggestionColumns,
  facts: Object.keys(factTitles) as readonly FactColumn[],
  same_company: ['same_company_rows', 'same_company_first_row'],
  row: ['source_row_id'],
} as const;
type ResultColumnGroup = keyof typeof resultColumnGroups;
export type ResultColumn = (typeof resultColumnGroups)[ResultColumnGroup][number];

/** Without a choice: what fits beside a table and is read by people. */
export const defaultResultColumns = [
  'resolve_status',
  'reason',
  'company_id',
  'corporate_number',
  'legal_name',
  'prefecture',
  'address',
  'securities_code',
  'company_status',
  'superseded_by',
  'assurance',
  'candidate_count',
  'candidate_1_name',
  'candidate_1_corporate_number',
  'source_row_id',
] as const satisfies readonly ResultColumn[];

/** In the order of an export. */
export const resultColumns: readonly ResultColumn[] = [
  'resolve_status',
  ...resultColumnGroups.company,
  ...resultColumnGroups.match.slice(1),
  ...resultColumnGroups.candidates,
  ...resultColumnGroups.suggestions,
  ...resultColumnGroups.facts,
  ...resultColumnGroups.same_company,
  ...resultColumnGroups.row,
];

export function isFactColumn(column: ResultColumn): column is FactColumn {
  return Object.hasOwn(factTitles, column);
}

/** What the cells of a column are. In a workbook, numbers can be added up, and days are dates; all else keeps its zeros as text. */
export type ColumnKind = 'text' | 'number' | 'day';

const kinds: Readonly<Partial<Record<ResultColumn, ColumnKind>>> = {
  candidate_count: 'number',
  same_company_rows: 'number',
  same_company_first_row: 'number',
  capital: 'number',
  employee_count: 'number',
  closed_on: 'day',
  invoice_registered_on: 'day',
  invoice_ended_on: 'day',
};

export function getColumnKind(column: ResultColumn): ColumnKind {
  return kinds[column] ?? 'text';
}

/** The title of each column for people. */
export const resultColumnTitles = Object.fromEntries(
  resultColumns.map((column) => [column, findTitle(column)]),
) as Readonly<Record<ResultColumn, TextPair>>;

function findTitle(column: ResultColumn): TextPair {
  const [, kind, place = '', fact] = /^(candidate|suggestion)_(\d)_(\w+)$/.exec(column) ?? [];
  if (fact === undefined) return { ...titles, ...factTitles }[column as keyof typeof titles | FactColumn];
  const ofFact = fact as PlaceFact;
  if (kind === 'candidate') return buildCandidateTitle(ofFact, ` ${place}`);
  const [en, ja] = placeTitles[ofFact];
  return [`Similar ${place} ${en}`, `類似${place}_${ja}`];
}

/** @param place its number, after a space; empty in a table with a line for each candidate */
export function buildCandidateTitle(fact: PlaceFact, place = ''): TextPair {
  const [en, ja] = placeTitles[fact];
  return [`Candidate${place} ${en}`, `候補${place.trim()}_${ja}`];
}

/** The language of the headers and cells of an export; null for the names and codes of the API. */
export type ExportLanguage = Language | null;
export const exportLanguages: readonly ExportLanguage[] = [null, 'en', 'ja'];

export function getColumnTitle(column: ResultColumn, language: ExportLanguage): string {
  if (language === null) return column;
  return pickText(resultColumnTitles[column], language);
}

/** What the headers of added columns begin with, unless the user's own headers do too. */
export function getDefaultPrefix(language: ExportLanguage): string {
  if (language === null) return 'cd_';
  return language === 'ja' ? '照合_' : 'Match: ';
}

const candidateTitles = [
  ...[...candidateColumns, ...suggestionColumns].map((column) => resultColumnTitles[column]),
  ...(Object.keys(placeTitles) as PlaceFact[]).map((fact) => buildCandidateTitle(fact)),
].flat();

/** Whether a column, with or without its prefix, is about companies that open rows may mean, in any of our tables. */
export function isCandidateColumn(header: string): boolean {
  return (
    /(?:candidate|suggestion)_(?:\d_)?(?:company_id|corporate_number|name|place|address|reason|named_as)$/.test(
      header,
    ) || candidateTitles.some((title) => header.endsWith(title))
  );
}

/** What `columns` of an export accepts. */
export const resultColumnWords: readonly string[] = [
  'all',
  'default',
  ...Object.keys(resultColumnGroups),
  ...resultColumns,
];

/**
 * The columns that are meant by names and groups, each once, in the given order; those of `defaultResultColumns` for none.
 * `source_row_id` is always there, so that the file is recognised when it comes back.
 */
export function selectColumns(words: readonly string[]): readonly ResultColumn[] {
  if (words.length === 0) return defaultResultColumns;
  const named = words.flatMap((word): readonly ResultColumn[] => {
    if (word === 'all') return resultColumns;
    if (word === 'default') return defaultResultColumns;
    if (word in resultColumnGroups) return resultColumnGroups[word as ResultColumnGroup];
    return resultColumns.filter((column) => column === word);
  });
  return [...new Set([...named, ...resultColumnGroups.row])];
}
