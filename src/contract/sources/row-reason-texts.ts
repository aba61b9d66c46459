import { findText, type Language, type TextPair } from '../texts.ts';
import type { RowReason } from './row-reasons.ts';

/** Why a row is in its state, in one sentence of every language, for answers, exports and the desk. */
export const rowReasonTexts = {
  earlier_export: [
    'The row names this company in a column of an earlier export, free of charge.',
    '以前の書き出しの列に、この会社が記入されています（無料）。',
  ],
  number_and_name: [
    'The corporate number and the name are of this company.',
    '法人番号と名称がこの会社と一致します。',
  ],
  number_alone: [
    'The corporate number is of this company. The row has no name.',
    '法人番号がこの会社と一致します。行に名称はありません。',
  ],
  code_and_name: [
    'The securities code and the name are of this company.',
    '証券コードと名称がこの会社と一致します。',
  ],
  code_alone: [
    'The securities code is of this company. The row has no name.',
    '証券コードがこの会社と一致します。行に名称はありません。',
  ],
  site_and_name: ['The site and the name are of this company.', 'ウェブサイトと名称がこの会社と一致します。'],
  site_alone: [
    'The site is of this company. The row has no name.',
    'ウェブサイトがこの会社と一致します。行に名称はありません。',
  ],
  shared_identifier_and_name: [
    'Several companies share a number, code or site of the row. The name is of this one.',
    '番号などは複数の会社に共通ですが、名称はこの会社と一致します。',
  ],
  remembered: [
    'A person decided so for this name before, for all later rows.',
    'この名称についての、以前の判断を記憶していたものです。',
  ],
  full_name: [
    'Of the companies on record, this is the only active one with this full name.',
    '収録されている存続会社のうち、この正式名称はこの 1 社だけです。',
  ],
  name_without_form: [
    'Of the companies on record, this is the only active one with this name. The row has no legal form.',
    '収録されている存続会社のうち、この名称はこの 1 社だけです。行に法人格の記載はありません。',
  ],
  exclusive_alias: [
    'Only this company is called so, as a source says.',
    'この通称で呼ばれる会社は、この 1 社だけです。',
  ],
  name_former: [
    'No active company has this name. Only this one ever had it.',
    'この名称の存続会社はなく、過去に名乗ったのもこの 1 社だけです。',
  ],
  company_ended: [
    'The only company that ever had this name no longer exists.',
    'この名称を名乗った唯一の会社は、すでに存在しません。',
  ],
  name_as_of: [
    'On the day of the row or table, only this company had this full name.',
    '行または表の日付の時点で、この正式名称の会社はこの 1 社だけでした。',
  ],
  other_spelling: [
    'Only this company has the name, in another spelling that hardly two companies share.',
    '表記ゆれを除けば、この名称の会社はこの 1 社だけです。別の会社とは考えにくい違いです。',
  ],
  branch_of_name: [
    'Only this active company has the name. The rest of the cell is a branch, department or place.',
    'この名称の存続会社は 1 社だけです。セルの残りは支店・部署・地名などです。',
  ],
  unit_of: [
    'The cell names a unit of this organization: an office, a school or a hospital.',
    'セルの名称は、この団体の事業所・学校・病院などです。',
  ],
  name_and_place: [
    'Of the companies of this name, only this one fits the place or other details of the row.',
    'この名称の会社のうち、行の所在地などに合うのはこの 1 社だけです。',
  ],
  chosen: ['A person chose this company for the row.', '担当者がこの会社を選びました。'],

  several_companies: [
    'Several companies have this name, or one that differs only in spelling or legal form.',
    '同じ名称、または表記や法人格だけが異なる名称の会社が複数あります。',
  ],
  called_so: [
    'A well-known company is called like this, or like a part of it. It is not its legal name.',
    '有名な会社の呼び名か、それを含む名称です。正式な名称ではありません。',
  ],
  no_company_meant: [
    'People write this word, such as 現金, where no company is meant.',
    '「現金」のように、特定の会社を指さないときに使われる言葉です。',
  ],
  name_changed_hands: [
    'This name passed from one company to another within five years.',
    'この名称は、5 年以内に別の会社へ移っています。',
  ],
  several_companies_named: ['The cell names several companies.', 'セルに複数の会社が書かれています。'],
  part_of_name: [
    'Only a part of the cell is the name of a company, and of only one.',
    'セルの一部だけが会社の名称と一致します。該当するのは 1 社だけです。',
  ],
  too_many_namesakes: [
    'So many companies have this name that not all were compared. Narrow by place.',
    '同名の会社が多すぎるため、一部だけを比べています。所在地で絞り込んでください。',
  ],
  only_english_name: [
    'Only one company has this name, as its English name.',
    'この名称を英語名とする会社が 1 社だけあります。',
  ],
  only_trade_name: [
    'Only one company has this name, as its trade name.',
    'この名称を略称とする会社が 1 社だけあります。',
  ],
  only_alias: [
    'Only one company is called so, by another name.',
    'この名称を通称とする会社が 1 社だけあります。',
  ],
  only_former_name: [
    'Only one company had this name, and it has another name today.',
    'この名称を旧商号とする会社が 1 社だけあります。現在の商号は異なります。',
  ],
  only_kana_name: [
    'Only one company reads like this in kana. Others can sound the same.',
    '読みがこの名称と同じ会社が 1 社あります。ほかにも同音の会社がありえます。',
  ],
  only_other_spelling: [
    'Only one company has this name, in another spelling.',
    '表記ゆれを除けば、この名称の会社が 1 社だけあります。',
  ],
  only_form_at_other_end: [
    'Only one company has this name, in any spelling, with its legal form at the other end.',
    '法人格の位置（前・後）が異なる会社が 1 社あります。そのほかの違いは表記ゆれだけです。',
  ],
  only_other_legal_form: [
    'Only one company has this name, but with another legal form.',
    '法人格だけが異なる会社が 1 社あります。',
  ],
  assurance_below: [
    'One company has this name, but less surely than this table settles from.',
    '該当する会社は 1 社ですが、この表の確定基準より確かさが低いため、確定していません。',
  ],
  company_closed: [
    'The only company with this name, in any spelling or legal form, has closed.',
    'この名称の唯一の会社は、すでに閉鎖されています。',
  ],
  place_contradicts: [
    'The company with this name is not in the place that the row gives.',
    'この名称の会社の所在地が、行の所在地と異なります。',
  ],
  identifier_and_name_differ: [
    'A number, code or site is of one company, and the name is of another.',
    '番号などの会社と名称の会社が異なります。',
  ],
  code_and_short_name: [
    'The securities code is of this company, and its name begins with that of the row. Others have the name, too.',
    '証券コードはこの会社のもので、商号は行の名称で始まります。同じ名称の会社がほかにもあります。',
  ],
  identifier_and_likely_name: [
    'A number, code or site is of this company. The name is likely to mean it, too, but is none of its names.',
    '番号などはこの会社のものです。名称もこの会社を指すとみられますが、登録された名称とは一致しません。',
  ],
  name_unlike_identifier: [
    'A number, code or site is of a company with another name, and no company has the name.',
    '番号などの会社は名称が異なり、行の名称の会社は見つかりません。',
  ],
  branch_behind_name: [
    'A number, code or site is of this company, whose name is only a part of the cell.',
    '番号などはこの会社と一致し、その名称はセルの一部だけです。',
  ],
  identifiers_differ: [
    'The numbers, codes or sites of the row are of different companies.',
    '行の番号・コード・サイトが、別々の会社を示しています。',
  ],
  identifier_shared: [
    'Several companies have the number, code or site of the row.',
    '行の番号などを持つ会社が複数あります。',
  ],
  identifier_unknown_other_known: [
    'No loaded company has the surest number of the row. Another one names a company.',
    '最も確かな番号の会社が見つかりません。別の番号などでは会社が見つかります。',
  ],
  identifier_unknown_name_found: [
    'No loaded company has the number, code or site. Only one company has the name.',
    '番号などの会社が見つかりません。名称の会社は 1 社あります。',
  ],
  identifier_unknown_name_several: [
    'No loaded company has the number, code or site. Several companies have the name.',
    '番号などの会社が見つかりません。名称の会社は複数あります。',
  ],
  site_unknown_name_settles: [
    'No loaded company has the site. The name alone means this company.',
    'ウェブサイトの会社が見つかりません。名称だけならこの会社です。',
  ],
  number_near_miss: [
    'The corporate number has a typing error: it is almost that of this company.',
    '法人番号に誤記があります。この会社の番号とほぼ同じです。',
  ],
  earlier_choice_differs: [
    'A person chose another company for this name before.',
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
    'A person took this company back for this row.',
    'この行では、この会社の選択が一度取り消されています。',
  ],
  company_not_loaded: [
    'The company of this row was removed a moment ago. Map and resolve again.',
    'この行の会社は、たった今削除されました。列の割り当てと照合をやり直してください。',
  ],

  one_slip: [
    'One letter differs from the name of a company in the same street. No other one fits.',
    '同じ番地に、1 文字だけ違う名称の会社があります（誤字・脱字の可能性）。',
  ],
  suggestions_only: [
    'No loaded company has what the row gives. Companies with similar names are suggested.',
    '行の内容に当てはまる会社はありません。名称の似た会社を挙げています。',
  ],
  nobody_found: ['No loaded company has this name.', 'この名称の会社は見つかりません。'],
  identifier_unknown: [
    'No loaded company has what the row gives.',
    '行の内容に当てはまる会社は見つかりません。',
  ],
  code_of_fund: [
    'The securities code is of a fund on the list of the exchange (ETF, REIT), not of a listed company.',
    '証券コードは ETF・REIT などの上場商品のもので、上場会社のものではありません。',
  ],
  name_of_fund: [
    'The name is of a fund on the list of the exchange (ETF, REIT), not of a loaded company.',
    '名称は ETF・REIT などの上場商品のもので、この名称の会社は見つかりません。',
  ],
  site_not_identifying: [
    'The row has only a site or mail service that many companies share.',
    '行にあるのは、多くの会社が共用するサイトやメールサービスだけです。',
  ],
  nothing_given: [
    'No mapped cell of the row says which company is meant.',
    '割り当てられた列のセルに、会社の手がかりがありません。',
  ],
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
    'A value of the row is wrong. The others find one company, but not surely.',
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
} as const satisfies Readonly<Record<RowReason, TextPair>>;

/** The sentence of a reason; the code itself if it is not known any more. */
export function getRowReasonText(code: string, language: Language = 'en'): string {
  return findText(rowReasonTexts, code, language);
}
