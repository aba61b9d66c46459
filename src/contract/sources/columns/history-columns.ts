import { pickText, type TextPair } from '../../texts.ts';
import { type ColumnKind, type ExportLanguage, resultColumnTitles } from './result-columns.ts';

/** The columns of the record of decisions, as a file and as a sheet, with their titles for people. */

const titles = {
  decided_at: ['Decided at (Japan time)', '判断日時（日本時間）'],
  row_number: ['Row', '行番号'],
  file_row: ['Line of the file', 'ファイルの行'],
  row_name: ['Name in the row', '行の名称'],
  action: ['What was decided', '判断'],
  made_by: ['How', '方法'],
  key_label: ['API key', 'APIキー'],
  why: ['Why', '判断の理由'],
  before_status: nameBefore(resultColumnTitles.resolve_status),
  before_decision: nameBefore(resultColumnTitles.decision),
  before_company_id: nameBefore(resultColumnTitles.company_id),
  before_company_name: nameBefore(resultColumnTitles.legal_name),
  after_status: nameAfter(resultColumnTitles.resolve_status),
  after_decision: nameAfter(resultColumnTitles.decision),
  after_company_id: nameAfter(resultColumnTitles.company_id),
  after_company_name: nameAfter(resultColumnTitles.legal_name),
  credits: ['Credits', 'クレジット'],
  source_row_id: resultColumnTitles.source_row_id,
  batch_id: ['Call ID', '操作ID'],
  earlier_table: ['Earlier table', '以前の表'],
  earlier_row_number: ['Row of the earlier table', '以前の表の行番号'],
  seen_name: ['Seen: Name', '確認時_名称'],
  seen_reason: ['Seen: Reason', '確認時_理由'],
  seen_candidates: ['Seen: Candidates', '確認時_候補'],
  seen_more_candidates: ['Seen: Further candidates', '確認時_ほかの候補数'],
  seen_suggestions: ['Seen: Similar names', '確認時_類似の名称'],
} as const satisfies Readonly<Record<string, TextPair>>;

function nameBefore([en, ja]: TextPair): TextPair {
  return [`Before: ${en}`, `変更前_${ja}`];
}

function nameAfter([en, ja]: TextPair): TextPair {
  return [`After: ${en}`, `変更後_${ja}`];
}

const historyColumns = Object.keys(titles) as readonly (keyof typeof titles)[];

export function getHistoryHeaders(language: ExportLanguage): string[] {
  return historyColumns.map((column) => (language === null ? column : pickText(titles[column], language)));
}

const numbers: readonly (typeof historyColumns)[number][] = [
  'row_number',
  'file_row',
  'credits',
  'earlier_row_number',
  'seen_more_candidates',
];

export const historyKinds: readonly ColumnKind[] = historyColumns.map((column) =>
  numbers.includes(column) ? 'number' : 'text',
);

const sheetTitle: TextPair = ['Sheet', 'シート'];

/** Of the column behind the others, if the record is of several sheets. */
export function getSheetHeader(language: ExportLanguage): string {
  return language === null ? 'sheet' : pickText(sheetTitle, language);
}

/** Of the sheet with the record. */
export const historySheetTitle: TextPair = ['decisions', '判断の記録'];
