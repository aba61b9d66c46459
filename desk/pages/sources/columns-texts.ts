import { defineTextPairs } from '../../texts.ts';

export const texts = defineTextPairs({
  lead: [
    'Check what each column was taken for. One column must say who the company is: a name, a number, a code or a site. Places help to tell companies of one name apart.',
    '各列が何として読み取られたかを確認してください。会社名・法人番号・証券コード・サイトのどれか一つは必要です。所在地は同名の会社を見分けるのに使います。',
  ],
  takenFor: ['Taken for', '読み取り'],
  sure: [(percent: number) => `${percent} % sure`, (percent) => `確度 ${percent} %`],
  uses: {
    name: ['Company name', '会社名'],
    corporate_number: ['Corporate number (法人番号)', '法人番号'],
    ticker: ['Securities code', '証券コード'],
    domain: ['Website or email', 'サイト・メール'],
    prefecture: ['Prefecture', '都道府県'],
    city: ['City', '市区町村'],
    address: ['Address', '住所'],
    postal_code: ['Postal code', '郵便番号'],
    email: ['Email address, in place of a missing website', 'メールアドレス（サイトがない行で使用）'],
    hint_domain: ['Website that companies share', '複数社で共有するサイト'],
    hint_securities_code: ['Securities code, only likely', '証券コード（参考）'],
    as_of: ['Day of the name', '社名の時点'],
  },
  identifiers: ['Who the company is', '会社を特定する'],
  hints: ['Helps to tell apart', '見分けに使う'],
  none: ['Not used', '使わない'],
  nothing: [
    'Choose a column with a name, a number, a code or a site.',
    '会社名・法人番号・証券コード・サイトのどれかの列を選んでください。',
  ],
  choose: [
    (use: string, headers: readonly string[]) =>
      `${use}: several columns could be it (${headers.join(', ')}). Choose the one of the company that you look for.`,
    (use, headers: readonly string[]) =>
      `「${use}」に当たる列が複数あります（${headers.join('、')}）。照合したい会社の列を選んでください。`,
  ],
  noneOfThem: ['None of them', 'どれも使わない'],
  more: ['More choices', '詳しい設定'],
  settleFrom: ['A match settles a row from', '自動で確定する条件'],
  settleHint: [
    'Less sure matches wait for a person and cost nothing.',
    'これより不確かな一致は人の確認に回り、料金はかかりません。',
  ],
  levels: {
    identifier: ['a number, code or site', '番号・コード・サイトの一致'],
    name_and_place: ['name and place', '社名と所在地の一致'],
    name_in_whole_register: [
      'the full name alone, if the register is complete',
      '正式社名のみ（登記データが完全な場合）',
    ],
    bare_name_in_whole_register: [
      'the name without its legal form, if the register is complete',
      '法人格を除いた社名（登記データが完全な場合）',
    ],
    name_in_incomplete_register: [
      'the full name alone, also in an incomplete register',
      '正式社名のみ（登記データが不完全でも）',
    ],
    bare_name_in_incomplete_register: [
      'the name without its legal form, also in an incomplete register',
      '法人格を除いた社名（登記データが不完全でも）',
    ],
    ended_company_in_incomplete_register: ['the name of a company that has closed', '閉鎖した会社の社名'],
  },
  usual: ['usual', '標準'],
  asOf: ['The names are those of the day', '社名の時点'],
  asOfHint: [
    'For old tables: companies are found under the names that they had then. Empty: today.',
    '古い表のとき：その日の社名で会社を探します。空欄なら今日です。',
  ],
  warning: {
    does_not_fit: [
      (unfit: number, _empty: number) => `${unfit} % of the cells do not fit.`,
      (unfit) => `セルの ${unfit} % が合いません。`,
    ],
    mostly_empty: [
      (_: number, empty: number) => `${empty} % of the cells are empty.`,
      (_, empty) => `セルの ${empty} % が空です。`,
    ],
    fits_other_field: [
      (unfit: number, _empty: number) => `${unfit} % of the cells do not fit. They look like something else.`,
      (unfit) => `セルの ${unfit} % が合いません。別の種類の値のようです。`,
    ],
    other_party: [
      () =>
        'This column seems to be about another party, such as the agency or the parent company. Check which company you look for.',
      () => '発注者や親会社など、別の当事者の列のようです。照合したい会社の列か確認してください。',
    ],
    names_of_places: [
      () =>
        'This column seems to have names of places, such as shops, schools or facilities, which are not companies. If another column has the company, choose that one; otherwise check the rows that settle.',
      () =>
        '店舗・学校・施設などの名前の列のようです。会社の名前ではないため、会社の列がほかにあればそちらを選んでください。なければ、確定した行の会社を確認してください。',
    ],
    several_columns: [
      () => 'This may be the company that you look for. So may another column.',
      () => '照合したい会社の列かもしれませんが、ほかにも候補の列があります。',
    ],
  },
  saveSheet: [
    (sheet: string) => `Save and go on with the sheet ${sheet}`,
    (sheet) => `保存して、シート「${sheet}」へ`,
  ],
  save: ['Save and see the price', '保存して料金を見る'],
  anyway: ['Continue all the same', 'このまま進む'],
  warnings: ['Some columns do not fit', '合わない列があります'],
  resolveAgain: [
    'Changing the columns looks again at every row that is not settled. Settled rows stay.',
    '列を変えると、未確定の行をすべて照合し直します。確定済みの行は変わりません。',
  ],
});
