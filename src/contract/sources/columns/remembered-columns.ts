import { pickText, type TextPair } from '../../texts.ts';
import { matchedFieldTexts } from '../row-texts.ts';
import { type ColumnKind, type ExportLanguage, resultColumnTitles } from './result-columns.ts';

/** The columns of a file of remembered choices, with their titles for people. */

const titles = {
  name: matchedFieldTexts.name,
  company_id: resultColumnTitles.company_id,
  corporate_number: resultColumnTitles.corporate_number,
  company_name: resultColumnTitles.legal_name,
  mark: ['Instead of a company', '会社以外の判断'],
  always: ['Settles rows by itself', '自動で確定'],
  enabled: ['In use', '使用'],
  note: ['Note', 'メモ'],
  chosen_at: ['Chosen at (Japan time)', '選択日時（日本時間）'],
  key_label: ['API key', 'APIキー'],
  source_id: ['Table ID', '表ID'],
  source_row_id: resultColumnTitles.source_row_id,
  choice_id: ['Choice ID', '選択ID'],
  settled_rows: ['Rows settled', '確定した行数'],
} as const satisfies Readonly<Record<string, TextPair>>;

export type RememberedColumn = keyof typeof titles;
export const rememberedColumns = Object.keys(titles) as readonly RememberedColumn[];

export const rememberedKinds: readonly ColumnKind[] = rememberedColumns.map((column) =>
  column === 'settled_rows' ? 'number' : 'text',
);

export function getRememberedHeader(column: RememberedColumn, language: ExportLanguage): string {
  return language === null ? column : pickText(titles[column], language);
}

/** What people read and write for a flag. */
export const flagTexts = { true: ['yes', 'はい'], false: ['no', 'いいえ'] } as const satisfies Readonly<
  Record<string, TextPair>
>;
