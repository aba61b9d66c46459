import { pickText, type TextPair } from '../texts.ts';
import { type ExportLanguage, resultColumnTitles } from './result-columns.ts';

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
  ...buildStateTitles('before', ['Before', '変更前']),
  ...buildStateTitles('after', ['After', '変更後']),
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

type When = 'before' | 'after';
type StateTitles<Of extends When> = Readonly<
  Record<`${Of}_${'status' | 'decision' | 'company_id' | 'company_name'}`, TextPair>
>;

function buildStateTitles<Of extends When>(of: Of, [en, ja]: TextPair): StateTitles<Of> {
  const { resolve_status, decision, company_id, legal_name } = resultColumnTitles;
  const columns = { status: resolve_status, decision, company_id, company_name: legal_name };
  return Object.fromEntries(
    Object.entries(columns).map(([name, title]) => [
      `${of}_${name}`,
      [`${en}: ${title[0]}`, `${ja}_${title[1]}`],
    ]),
  ) as unknown as StateTitles<Of>;
}

export const historyColumns = Object.keys(titles) as readonly (keyof typeof titles)[];

export function getHistoryHeaders(language: ExportLanguage): string[] {
  return historyColumns.map((column) => (language === null ? column : pickText(titles[column], language)));
}

/** Of the sheet with the record. */
export const historySheetTitle: TextPair = ['decisions', '判断の記録'];
