import { defineTextPairs } from '../../texts.ts';

/** Words for the codes of the API that the review shows. test/unit/desk-review-texts.test.ts checks that none is missing. */

export type CodeTexts = Readonly<Record<string, string>>;

/** Why a row is in its state, in one sentence. */
export const reasonTexts = defineTextPairs({
  earlier_export: [
    'The row names this company in a column of an earlier export.',
    '以前の書き出しの列が、この会社を示しています。',
  ],
  number_and_name: [
    'The corporate number and the name are of this company.',
    '法人番号と名称が、この会社のものです。',
  ],
  number_alone: [
    'The corporate number is of this company. The row has no name.',
    '法人番号がこの会社のものです。行に名称はありません。',
  ],
  code_and_name: [
    'The securities code and the name are of this company.',
    '証券コードと名称が、この会社のものです。',
  ],
  code_alone: [
    'The securities code is of this company. The row has no name.',
    '証券コードがこの会社のものです。行に名称はありません。',
  ],
  site_and_name: ['The site and the name are of this company.', 'サイトと名称が、この会社のものです。'],
  site_alone: [
    'The site is of this company. The row has no name.',
    'サイトがこの会社のものです。行に名称はありません。',
  ],
  shared_identifier_and_name: [
    'Several companies share an identifier of the row. The name is of this one.',
    '識別子は複数の会社に共通ですが、名称はこの会社のものです。',
  ],
  remembered: [
    'Somebody decided that this name always means this company.',
    'この名称は常にこの会社とする、と以前に決められています。',
  ],
  full_name: [
    'This is the only active company with this full name.',
    'この正式名称の存続会社は、この 1 社だけです。',
  ],
  name_without_form: [
    'This is the only active company with this name. The row has no legal form.',
    'この名称の存続会社は、この 1 社だけです。行に法人格の記載はありません。',
  ],
  exclusive_alias: ['Only this company is called so.', 'この通称の会社は、この 1 社だけです。'],
  name_former: [
    'No active company has this name. Only this one ever had it.',
    'この名称の存続会社はなく、過去に名乗ったのもこの 1 社だけです。',
  ],
  company_ended: [
    'The only company that ever had this name no longer exists.',
    'この名称だった唯一の会社は、すでに存在しません。',
  ],
  name_as_of: [
    'On the day of the row, only this company had this name.',
    '行の日付の時点で、この名称の会社はこの 1 社だけでした。',
  ],
  branch_of_name: [
    'Only this active company has the name. The rest of the cell is a branch or a department.',
    'この名称の存続会社は 1 社だけです。セルの残りは支店や部署などです。',
  ],
  name_and_place: [
    'Several companies have this name. Only this one fits the place in the row.',
    '同名の会社は複数ありますが、行の所在地に合うのはこの 1 社だけです。',
  ],
  chosen: ['A person chose this company for the row.', '担当者がこの行にこの会社を選びました。'],
  several_companies: ['Several companies have this name.', '同じ名称の会社が複数あります。'],
  called_so: [
    'A well-known company is called so, but the name has no legal form.',
    '有名な会社の呼び名と同じですが、法人格の記載がありません。',
  ],
  no_company_meant: [
    'People write this word where no company is meant.',
    '特定の会社を指さないときに使われる言葉です。',
  ],
  name_changed_hands: [
    'This name passed from one company to another within five years.',
    'この名称は、5 年以内に別の会社へ移っています。',
  ],
  several_companies_named: ['The cell names several companies.', 'セルに複数の会社が書かれています。'],
  part_of_name: [
    'Only a part of the cell is the name of a company.',
    'セルの一部だけが、ある会社の名称です。',
  ],
  too_many_namesakes: [
    'So many companies have this name that not all are listed here.',
    '同名の会社が多すぎるため、ここには一部だけが並んでいます。',
  ],
  only_english_name: [
    'Only one company has this name, as its English name.',
    'この名称を英語名とする会社が 1 社だけあります。',
  ],
  only_trade_name: [
    'Only one company has this name, as its trade name.',
    'この名称を商号の略称とする会社が 1 社だけあります。',
  ],
  only_alias: [
    'Only one company is called so, by another name.',
    'この名称を通称とする会社が 1 社だけあります。',
  ],
  only_former_name: [
    'Only one company had this name, and it has another name today.',
    'この名称は、ある 1 社の旧商号です。現在の商号は異なります。',
  ],
  only_kana_name: [
    'Only one company reads like this in kana. Others can sound the same.',
    '読みがこの名称と同じ会社が 1 社あります。ほかにも同音の会社がありえます。',
  ],
  only_other_spelling: [
    'Only one company has this name, in another spelling.',
    '表記の異なる会社が 1 社だけあります。',
  ],
  only_form_at_other_end: [
    'Only one company has this name, with its legal form at the other end.',
    '法人格の位置（前・後）だけが異なる会社が 1 社あります。',
  ],
  only_other_legal_form: [
    'Only one company has this name, but with another legal form.',
    '法人格だけが異なる会社が 1 社あります。',
  ],
  assurance_below: [
    'One company has this name, but less surely than this table settles from.',
    '該当する会社は 1 社ですが、この表の確定基準より確かさが低いです。',
  ],
  company_closed: [
    'The only company with this name has closed.',
    'この名称の唯一の会社は、すでに閉鎖されています。',
  ],
  place_contradicts: [
    'The company with this name is not in the place that the row gives.',
    'この名称の会社の所在地が、行の所在地と異なります。',
  ],
  identifier_and_name_differ: [
    'An identifier is of one company, and the name is of another.',
    '識別子と名称が、別々の会社を示しています。',
  ],
  name_unlike_identifier: [
    'The identifier is of a company with another name, and nobody has the name.',
    '識別子の会社は名称が異なり、行の名称の会社は見つかりません。',
  ],
  branch_behind_name: [
    'The identifier is of this company, whose name is only a part of the cell.',
    '識別子はこの会社のもので、その名称はセルの一部だけです。',
  ],
  identifiers_differ: [
    'The identifiers of the row are of different companies.',
    '行の識別子が、別々の会社を示しています。',
  ],
  identifier_shared: [
    'Several companies have the identifier of the row.',
    '行の識別子を持つ会社が複数あります。',
  ],
  identifier_unknown_other_known: [
    'Nobody has the most reliable identifier of the row. Another one names a company.',
    '最も確かな識別子の会社がありません。別の識別子の会社はあります。',
  ],
  identifier_unknown_name_found: [
    'Nobody has the identifier of the row. One company has its name.',
    '識別子の会社がありません。名称の会社は 1 社あります。',
  ],
  identifier_unknown_name_several: [
    'Nobody has the identifier of the row. Several companies have its name.',
    '識別子の会社がありません。名称の会社は複数あります。',
  ],
  site_unknown_name_settles: [
    'Nobody has the site of the row. The name alone means this company.',
    'サイトの会社がありません。名称だけならこの会社です。',
  ],
  number_near_miss: [
    'The corporate number has a typing error: it is almost the number of this company.',
    '法人番号に誤記があります。この会社の番号とほぼ同じです。',
  ],
  earlier_choice_differs: [
    'Somebody chose another company for this name before.',
    'この名称には、以前に別の会社が選ばれています。',
  ],
  only_earlier_choice: [
    'Only an earlier choice for this name finds a company.',
    'この名称への以前の選択だけが手がかりです。',
  ],
  remembered_contradicted: [
    'A company is remembered for this name, but something in the row contradicts it.',
    'この名称に記憶された会社がありますが、行の内容と矛盾します。',
  ],
  taken_back: [
    'Somebody took this company back for this row.',
    'この行では、この会社の選択が一度取り消されています。',
  ],
  company_not_loaded: [
    'The company of this row was removed a moment ago. Map and resolve again.',
    'この行の会社は、たった今削除されました。列の割り当てと照合をやり直してください。',
  ],
  suggestions_only: [
    'Nobody has this name. Companies with similar names are suggested.',
    'この名称の会社はありません。似た名称の会社を提案しています。',
  ],
  nobody_found: ['No company has this name.', 'この名称の会社は見つかりません。'],
  identifier_unknown: ['No company has what the row gives.', '行の内容に当てはまる会社は見つかりません。'],
  site_not_identifying: [
    'The row has only a site or mail service that many companies share.',
    '行にあるのは、多くの会社が共用するサイトやメールサービスだけです。',
  ],
  nothing_given: ['The mapped cells of the row are all empty.', '割り当てられた列のセルが、すべて空です。'],
  none_of_these: [
    'A person said that none of the candidates is meant.',
    '担当者が「該当なし」と判断しました。',
  ],
  not_a_company: ['A person said that the row is not a company.', '担当者が「会社ではない」と判断しました。'],
  faulty_value_one_company: [
    'A value of the row is wrong. The others mean this company.',
    '行の値に誤りがあります。ほかの値はこの会社を示しています。',
  ],
  faulty_value_uncertain_company: [
    'A value of the row is wrong. The others find one company, not surely.',
    '行の値に誤りがあります。ほかの値で 1 社見つかりますが、確実ではありません。',
  ],
  faulty_value_several_companies: [
    'A value of the row is wrong. The others find several companies.',
    '行の値に誤りがあります。ほかの値では複数の会社が見つかります。',
  ],
  faulty_value_nobody: [
    'A value of the row is wrong. The others find no company.',
    '行の値に誤りがあります。ほかの値でも会社は見つかりません。',
  ],
});

/** What is wrong with a value of the row. */
export const issueTexts = defineTextPairs({
  missing_cell: ['A cell is missing.', 'セルが足りません。'],
  unknown_header: ['The row has a cell that no column has.', 'どの列にも属さないセルがあります。'],
  no_identifier: ['The mapped cells are all empty.', '割り当てられた列のセルが、すべて空です。'],
  name_too_long: ['The name is too long.', '名称が長すぎます。'],
  name_malformed: ['The name cannot be read.', '名称を読み取れません。'],
  corporate_number_malformed: ['This is not a corporate number.', '法人番号ではありません。'],
  corporate_number_placeholder: [
    'This number is a placeholder. It counts as empty.',
    '番号がないことを示す仮の番号です。空欄として扱います。',
  ],
  ticker_placeholder: [
    'This code is a placeholder. It counts as empty.',
    'コードがないことを示す仮のコードです。空欄として扱います。',
  ],
  name_placeholder: [
    'This is only a legal form, not a name. It counts as empty.',
    '法人格だけで、名称がありません。空欄として扱います。',
  ],
  corporate_number_check_digit: [
    'The check digit of the corporate number is wrong.',
    '法人番号の検査用数字が合いません。',
  ],
  corporate_number_unknown: ['No company has this corporate number.', 'この法人番号の会社はありません。'],
  corporate_number_near_miss: [
    'The corporate number is almost that of a candidate.',
    '法人番号が、候補の会社の番号とほぼ同じです。',
  ],
  ticker_malformed: ['This is not a securities code.', '証券コードではありません。'],
  ticker_unknown: ['No company has this securities code.', 'この証券コードの会社はありません。'],
  domain_malformed: ['This is not a site.', 'サイトのアドレスではありません。'],
  domain_not_identifying: ['Many companies share this site.', '多くの会社が共用するサイトです。'],
  domain_unknown: ['No company has this site.', 'このサイトの会社はありません。'],
  earlier_export_malformed: [
    'The company of the earlier export cannot be read.',
    '以前の書き出しの会社を読み取れません。',
  ],
  earlier_export_check_digit: [
    'The number of the earlier export has a wrong check digit.',
    '以前の書き出しの番号は、検査用数字が合いません。',
  ],
  earlier_export_unknown: [
    'The company of the earlier export is not known.',
    '以前の書き出しの会社が見つかりません。',
  ],
  identifier_and_name_differ: [
    'The identifier and the name are of different companies.',
    '識別子と名称が、別々の会社のものです。',
  ],
  name_unlike_identifier: [
    'The identifier is of a company with another name.',
    '識別子の会社は、名称が異なります。',
  ],
  identifiers_differ: ['The identifiers are of different companies.', '識別子が、別々の会社のものです。'],
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
    'More companies have the name than are listed here.',
    '同名の会社は、ここに並ぶ数より多くあります。',
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
});

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
