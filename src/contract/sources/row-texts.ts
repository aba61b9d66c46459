import type { identifierTypes } from '../../text/identifiers/parsed-identifier.ts';
import type { nameRules } from '../companies/name-rules.ts';
import { findText, findWord, type Language, type TextPair } from '../texts.ts';
import type { DecisionAction, DecisionMaker } from './decisions.ts';
import type { columnFields, RowDecision, RowStatus } from './sources.ts';

/** What exports and the desk say for the codes of rows; row-reasons.ts has the reasons. */

export const rowStatusTexts = {
  matched: ['settled', '確定'],
  multiple_candidates: ['candidates to check', '候補あり'],
  not_found: ['no company found', '候補なし'],
  invalid: ['faulty value', '値に誤り'],
  unresolved: ['not looked up yet', '未照合'],
} as const satisfies Record<RowStatus, TextPair>;

/** What a person said. In Japanese, 該当なし is never what was only not found. */
export const rowDecisionTexts = {
  chosen: ['chosen', '会社を選択'],
  none_of_these: ['none of these', '該当なしと確定'],
  not_a_company: ['not a company', '会社ではない'],
} as const satisfies Record<RowDecision, TextPair>;

/** The state of a row for people: nobody was found, or a person said so. A code for programs. */
export function findStateWord(
  { resolve_status, decision }: { readonly resolve_status: RowStatus; readonly decision: RowDecision | null },
  language: Language | null,
): string {
  const isMarked = resolve_status === 'not_found' && decision !== null;
  if (isMarked && language !== null) return findWord(rowDecisionTexts, decision, language);
  return findWord(rowStatusTexts, resolve_status, language);
}

/** What was decided, in the past. */
export const decisionActionTexts = {
  choose: ['Chosen', '選択'],
  none_of_these: ['None of these', rowDecisionTexts.none_of_these[1]],
  not_a_company: ['Not a company', '会社ではない'],
  reopen: ['Reopened', '取り消し'],
  take_back: ['Taken back', '取り消し'],
  skip: ['Skipped', '後回し'],
} as const satisfies Record<DecisionAction, TextPair>;

/** The request that decided. */
export const decisionMakerTexts = {
  select: ['chose', '選択'],
  decisions: ['decided', '判断'],
  choices: ['returned a spreadsheet', '記入済みの表'],
  accept: ['decided a reason at once', '理由ごとにまとめて判断'],
  undo: ['undid a call', '取り消し'],
  earlier_table: ['taken over from an earlier table', '以前の表から引き継ぎ'],
} as const satisfies Record<DecisionMaker, TextPair>;

type NameAnswer = (typeof nameRules)[keyof typeof nameRules]['answer'];

/** Fields of a row or a company that matched. */
export const matchedFieldTexts = {
  identifier: ['Number, code or site', '番号・コード・サイト'],
  legal_name: ['Legal name', '商号'],
  trade_name: ['Trade name', '略称・通称'],
  former_name: ['Former name', '旧商号'],
  english_name: ['English name', '英語名'],
  kana_name: ['Reading', '読み'],
  alias: ['Alias', '別名'],
  name: ['Name', '名称'],
  display_name: ['Short name', '表示名'],
  company_id: ['Company id', '会社 ID'],
  corporate_number: ['Corporate number', '法人番号'],
  invoice_number: ['Invoice number', '登録番号'],
  securities_code: ['Securities code', '証券コード'],
  edinet_code: ['EDINET code', 'EDINET コード'],
  ticker: ['Securities code', '証券コード'],
  domain: ['Site', 'サイト'],
  prefecture: ['Prefecture', '都道府県'],
  city: ['City', '市区町村'],
  address: ['Address', '住所'],
  postal_code: ['Postal code', '郵便番号'],
  email: ['E-mail', 'メール'],
  as_of: ['Day', '日付'],
} as const satisfies Record<
  | (typeof columnFields)[number]
  | (typeof identifierTypes)[number]
  | NameAnswer['field']
  | 'display_name'
  | 'identifier'
  | 'as_of',
  TextPair
>;

/** How a field matched; stands behind its name. */
export const matchedRuleTexts = {
  identifier: ['is the same', 'が一致'],
  identifier_then: ['was the same on that day', 'が当時一致'],
  company_id: ['is the same', 'が一致'],
  exact: ['is the same', 'が一致'],
  core: ['is the same without the legal form', 'が法人格を除いて一致'],
  exact_or_core: ['is the same, apart from the legal form', 'が法人格以外で一致'],
  loose: ['is the same in another spelling', 'が表記ゆれを除いて一致'],
  alike: ['is the same with words written differently', 'が語の書き方を除いて一致'],
  called: ['is often shortened so', 'の略した呼び方'],
  prefix: ['begins so', 'の先頭が一致'],
  all_words: ['has all the words', 'に語がすべて含まれる'],
  head_office: ['fits the head office', 'が本店と一致'],
  previously_selected: ['was chosen for this name before', 'に以前選ばれた会社'],
  chosen_by_hand: ['was chosen by hand', 'に手動で選ばれた会社'],
} as const satisfies Readonly<Record<string, TextPair>> & Record<NameAnswer['rule'], TextPair>;

/** What is wrong with a value of the row. */
export const rowIssueTexts = {
  missing_cell: ['A cell is missing.', 'セルが足りません。'],
  unknown_header: ['The row has a cell that no column has.', 'どの列にも属さないセルがあります。'],
  no_identifier: ['The mapped cells are all empty.', '割り当てられた列のセルが、すべて空です。'],
  name_too_long: ['The name is too long.', '名称が長すぎます。'],
  name_malformed: ['The name cannot be read.', '名称を読み取れません。'],
  corporate_number_malformed: ['This is not a corporate number.', '法人番号ではありません。'],
  corporate_number_placeholder: [
    'This number stands for none. It counts as empty.',
    '番号がないことを示す仮の番号です。空欄として扱います。',
  ],
  ticker_placeholder: [
    'This code stands for none. It counts as empty.',
    'コードがないことを示す仮のコードです。空欄として扱います。',
  ],
  postal_code_placeholder: [
    'This postal code stands for none. It counts as empty.',
    '郵便番号がないことを示す仮の番号です。空欄として扱います。',
  ],
  name_placeholder: [
    'This is only a legal form, not a name. It counts as empty.',
    '法人格だけで、名称がありません。空欄として扱います。',
  ],
  corporate_number_check_digit: [
    'The check digit of the corporate number is wrong.',
    '法人番号の検査用数字が合いません。',
  ],
  corporate_number_unknown: [
    'No loaded company has this corporate number.',
    'この法人番号の会社は見つかりません。',
  ],
  corporate_number_near_miss: [
    'The corporate number is almost that of a candidate.',
    '法人番号が、候補の会社の番号とほぼ同じです。',
  ],
  ticker_malformed: ['This is not a securities code.', '証券コードではありません。'],
  ticker_unknown: ['No loaded company has this securities code.', 'この証券コードの会社は見つかりません。'],
  email_unusable: [
    'The mail address does not say which company is meant.',
    'メールアドレスからは会社を特定できません。',
  ],
  email_differs: [
    'The mail address has another domain than the site.',
    'メールアドレスとサイトのドメインが異なります。',
  ],
  name_of_fund: ['The name is of a fund.', '名称は、次の上場商品のものです。'],
  ticker_of_fund: ['The securities code is of a fund.', '証券コードは、次の上場商品のものです。'],
  domain_malformed: ['This is not a site.', 'サイトのアドレスではありません。'],
  domain_not_identifying: ['Many companies share this site.', '多くの会社が共用するサイトです。'],
  domain_unknown: ['No loaded company has this site.', 'このサイトの会社は見つかりません。'],
  earlier_export_malformed: [
    'The company of the earlier export cannot be read.',
    '以前の書き出しの会社を読み取れません。',
  ],
  earlier_export_check_digit: [
    'The number of the earlier export has a wrong check digit.',
    '以前の書き出しの番号は、検査用数字が合いません。',
  ],
  earlier_export_unknown: [
    'The company of the earlier export is not loaded.',
    '以前の書き出しの会社が見つかりません。',
  ],
  earlier_export_other_row: [
    'The row id is of a row with other cells. The company beside it was not taken over.',
    '行 ID の元の行とセルの内容が違うため、書き出し時の会社は引き継いでいません。',
  ],
  identifier_and_name_differ: [
    'A number, code or site is of one company, and the name is of another.',
    '番号などの会社と名称の会社が異なります。',
  ],
  name_unlike_identifier: [
    'A number, code or site is of a company with another name.',
    '番号などの会社は、名称が異なります。',
  ],
  identifiers_differ: [
    'The numbers, codes or sites are of different companies.',
    '番号・コード・サイトが、別々の会社を示しています。',
  ],
  name_changed_hands: [
    'The name passed from one company to another.',
    'この名称は、別の会社へ移っています。',
  ],
  as_of_malformed: ['This is not a day.', '日付ではありません。'],
  assurance_below: [
    'The match is less sure than this table settles from.',
    '一致の確かさが、この表の確定基準より低いです。',
  ],
  candidates_truncated: [
    'More companies fit than are listed.',
    '該当する会社は、候補に挙げた数より多くあります。',
  ],
  invoice_not_registered: [
    'The register of invoice issuers does not list this number.',
    'この登録番号（インボイス）は公表されていません。',
  ],
  invoice_not_yet_registered: [
    'The invoice number is not registered yet.',
    '登録番号（インボイス）は、まだ登録されていません。',
  ],
  invoice_registration_cancelled: [
    'The registration of the invoice number was cancelled.',
    '登録番号（インボイス）の登録は取り消されました。',
  ],
  invoice_registration_expired: [
    'The registration of the invoice number has expired.',
    '登録番号（インボイス）の登録は失効しました。',
  ],
} as const satisfies Readonly<Record<string, TextPair>>;

/** What agrees, each once; for programs the codes. */
export function describeMatches(
  matched: readonly { readonly field: string; readonly rule: string }[],
  language: Language | null,
): string {
  if (language === null) return matched.map(({ field, rule }) => `${field}:${rule}`).join(' ');
  const texts = matched.map((each) => describeMatch(each, language));
  return [...new Set(texts)].join(language === 'ja' ? '、' : '; ');
}

function describeMatch(
  { field, rule }: { readonly field: string; readonly rule: string },
  language: Language,
): string {
  const space = language === 'ja' ? '' : ' ';
  return findText(matchedFieldTexts, field, language) + space + findText(matchedRuleTexts, rule, language);
}
