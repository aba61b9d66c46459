import { defineTextPairs } from '../../texts.ts';

/** Words for codes of the API. test/unit/desk-review-texts.test.ts checks that none is missing. */

/** Fields of a row or a company that matched. */
export const fieldTexts = defineTextPairs({
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
  email: ['Email address', 'メールアドレス'],
  as_of: ['Day', '日付'],
});

/** How it matched. */
export const ruleTexts = defineTextPairs({
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
});

export const suggestionTexts = defineTextPairs({
  slip: ['The names differ by a typing error.', '入力の誤りとみられる違いがあります。'],
  look_alike_glyphs: [
    'The names differ only in characters that look alike.',
    '形の似た文字だけが異なります。',
  ],
  unknown_sign: [
    'The names differ only in a sign for a letter that could not be written.',
    '表示できなかった文字の記号だけが異なります。',
  ],
  cut_off: [
    'The name begins with the text, which has the length at which banks cut names.',
    '銀行が名前を切る長さの文字列で始まる名前です。',
  ],
  same_reading: ['The names are read alike.', '読みが同じです。'],
  alike_words: ['The names have most of their words in common.', 'ほとんどの語が共通しています。'],
});

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

export const companyStatusTexts = defineTextPairs({
  active: ['Active', '存続'],
  closed: ['Closed', '閉鎖'],
  merged: ['Merged', '合併により消滅'],
  removed: ['Removed', '登記抹消'],
});

/** What was decided, in the past. */
export const actionTexts = defineTextPairs({
  choose: ['Chosen', '選択'],
  none_of_these: ['None of these', '該当なし'],
  not_a_company: ['Not a company', '会社ではない'],
  reopen: ['Reopened', '取り消し'],
  take_back: ['Taken back', '取り消し'],
  skip: ['Skipped', '後回し'],
});

/** The request that decided. */
export const makerTexts = defineTextPairs({
  select: ['one by one', '個別'],
  decisions: ['one by one', '個別'],
  choices: ['by a table', '一覧表'],
  accept: ['all at once', '一括'],
  undo: ['undone', '取り消し'],
});
