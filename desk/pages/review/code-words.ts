import * as client from '../../../client/index.ts';
import { defineTextPairs } from '../../texts.ts';

/** Words for codes of the API. test/unit/desk-review-texts.test.ts checks that none is missing. */

export type CodeTexts = Readonly<Record<string, string>>;

export const reasonTexts = defineTextPairs(client.rowReasonTexts);
export const issueTexts = defineTextPairs(client.rowIssueTexts);
/** Fields of a row or a company that matched. */
export const fieldTexts = defineTextPairs(client.matchedFieldTexts);
/** How it matched. */
export const ruleTexts = defineTextPairs(client.matchedRuleTexts);
export const suggestionTexts = defineTextPairs(client.suggestionTexts);

/** Why letters that look different count as equal. */
export const equalityTexts = defineTextPairs({
  form_spelling: ['the legal form, written differently', '法人格の書き方'],
  form_left_out: ['the legal form is left out', '法人格の省略'],
  width: ['full or half width', '全角・半角'],
  case: ['upper or lower case', '大文字・小文字'],
  kanji_form: ['old and new forms of a kanji', '漢字の新旧字体'],
  kana: ['kana written differently', 'かなの書き方'],
  marks: ['marks that are left aside', '記号・長音の有無'],
  spaces: ['spaces', '空白'],
});

/** What a part of a cell is that is not the name. */
export const setAsideTexts = defineTextPairs({
  branch: ['branch', '支店'],
  department: ['department', '部署'],
  person: ['person', '氏名'],
  honorific: ['form of address', '敬称'],
  and_others: ['and others', 'ほか'],
  former_name: ['former name', '旧称'],
  abbreviation: ['abbreviation', '略称'],
  place: ['place', '地名'],
  address: ['address', '住所'],
  telephone: ['telephone', '電話番号'],
  email: ['email', 'メール'],
  url: ['site', 'サイト'],
  role: ['role', '役割'],
  other_company: ['another company', '別の会社'],
  code: ['code', 'コード'],
  unit: ['unit', '機関・施設'],
  note: ['note', '注記'],
});

/** What was decided, in the past. */
export const actionTexts = defineTextPairs(client.decisionActionTexts);

/** The request that decided. */
export const makerTexts = defineTextPairs({
  select: ['one by one', '個別'],
  decisions: ['one by one', '個別'],
  choices: ['by a table', '記入済みの表'],
  accept: ['all at once', 'まとめて判断'],
  undo: ['undone', '取り消し'],
  earlier_table: ['from an earlier table', '以前の表から引き継ぎ'],
});
