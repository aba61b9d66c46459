import { count, counted, type Texts } from '../../language.ts';
import type { FacetName, FlagFilter, ListFilter, NumberFilter } from './search-state.ts';

interface SearchTexts {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  readonly search: string;
  readonly clear: string;
  readonly suggestions: (number: number) => string;
  readonly order: string;
  readonly orders: Readonly<Record<string, string>>;
  readonly start: string;
  readonly exact: (n: string) => string;
  readonly atLeast: (n: string) => string;
  readonly about: (n: string) => string;
  readonly exactWhy: string;
  readonly atLeastWhy: string;
  readonly aboutWhy: string;
  readonly none: string;
  readonly noneWhy: string;
  readonly facets: string;
  readonly facetsExact: string;
  readonly facetsAbout: string;
  readonly facet: Readonly<Record<FacetName, string>>;
  readonly band: (min: string, max: string | null) => string;
  readonly bandNote: string;
  readonly allValues: (n: string) => string;
  readonly fewerValues: string;
  readonly more: string;
  readonly apply: string;
  readonly lists: Readonly<Record<ListFilter, string>>;
  readonly flags: Readonly<Record<FlagFilter, string>>;
  readonly numbers: Readonly<Record<NumberFilter, string>>;
  readonly any: string;
  readonly yes: string;
  readonly no: string;
  readonly commas: string;
  readonly active: string;
  readonly remove: (what: string) => string;
  readonly similar: string;
  readonly similarNote: string;
  readonly similarReason: Readonly<Record<string, string>>;
  readonly notMeeting: string;
  readonly writtenAs: (name: string) => string;
  readonly setAside: (parts: string) => string;
  readonly matched: string;
  readonly furtherMatches: (n: string) => string;
  readonly fields: Readonly<Record<string, string>>;
  readonly rules: Readonly<Record<string, string>>;
  readonly employees: (n: string) => string;
  readonly openings: (n: string) => string;
  readonly permits: (n: string) => string;
  readonly evidence: (n: string) => string;
  readonly replacedBy: string;
  readonly save: string;
  readonly saveTitle: string;
  readonly listName: string;
  readonly onlyFirst: string;
  readonly onlyFirstHint: string;
  readonly rows: (n: string) => string;
  readonly rowsAtLeast: (n: string) => string;
  readonly tooMany: string;
  readonly noRows: string;
  readonly unsupported: string;
  readonly weakConditions: string;
  readonly limits: string;
  readonly tryValue: string;
  readonly loaded: (n: string) => string;
}

const companies = (n: string) => counted(n, 'company', 'companies');

export const texts: Texts<SearchTexts> = {
  en: {
    title: 'Companies',
    label: 'Name, number, securities code or domain',
    hint: 'For example トヨタ自動車, 7203, 1180301018771 or toyota.co.jp. Places and sizes belong into the filters.',
    search: 'Search',
    clear: 'Clear all',
    suggestions: (n) => `${counted(n, 'suggestion')}. Use the arrow keys.`,
    order: 'Order',
    orders: {
      '': 'Best match, otherwise by name',
      name: 'By name',
      employees: 'Most employees',
      jobs: 'Most openings',
      ai: 'Most AI-related openings',
      construction: 'Most construction permits',
    },
    start: 'Enter a name or a number, or choose filters.',
    exact: companies,
    atLeast: (n) => `At least ${companies(n)}`,
    about: (n) => `About ${companies(n)}`,
    exactWhy: 'This is an exact total.',
    atLeastWhy: 'There may be more: not all of them were counted.',
    aboutWhy: 'This is an estimate. It may include companies that were not checked.',
    none: 'No company found',
    noneWhy: 'This does not prove that there is none. It may be for these reasons:',
    facets: 'Narrow down',
    facetsExact: 'The numbers are exact.',
    facetsAbout: 'The numbers are counted in the index and not confirmed one by one.',
    facet: {
      prefecture: 'Prefecture',
      industry_33_code: 'Sector of the exchange',
      market_segment: 'Market segment',
      listing_status: 'Listing',
      size: 'Employees',
    },
    band: (min, max) => (max === null ? `${min} or more` : `${min} to ${max}`),
    bandNote: 'Together with a search text, only a minimum can be chosen.',
    allValues: (n) => `Show all ${n}`,
    fewerValues: 'Show fewer',
    more: 'More filters',
    apply: 'Apply filters',
    lists: {
      prefecture: 'Prefecture',
      city: 'City or ward',
      industry_33_code: 'Sector',
      market_segment: 'Market segment',
      listing_status: 'Listing',
      kind: 'Kind of corporation',
      status: 'State in the register',
      construction_license_types: 'Construction licence',
      technologies: 'Technologies',
      website_domains: 'Website domains',
      company_ids: 'Companies',
    },
    flags: {
      has_website: 'Website known',
      has_jobs: 'Current openings',
      ai_jobs: 'AI-related openings',
      construction: 'Valid construction permit',
    },
    numbers: {
      min_employees: 'Employees from',
      max_employees: 'Employees to',
      min_insured_persons: 'Insured persons from',
      max_insured_persons: 'Insured persons to',
    },
    any: 'Any',
    yes: 'Yes',
    no: 'No',
    commas: 'Several values: divide them by commas.',
    active: 'Filters in use',
    remove: (what) => `Remove ${what}`,
    similar: 'Did you mean one of these?',
    similarNote: 'They have a similar name. They are not results and count in no total.',
    similarReason: {
      slip: 'The names differ by a typing error.',
      look_alike_glyphs: 'The names differ only in characters that look alike.',
      same_reading: 'The names are read alike.',
      alike_words: 'The names have most of their words in common.',
    },
    notMeeting: 'Does not meet the filters',
    writtenAs: (name) => `Searched for the name ${name}.`,
    setAside: (parts) => `Set aside: ${parts}.`,
    matched: 'Found by',
    furtherMatches: (n) => `and ${n} more`,
    fields: {
      legal_name: 'Legal name',
      trade_name: 'Trade name',
      former_name: 'Former name',
      english_name: 'English name',
      kana_name: 'Reading',
      alias: 'Alias',
      name: 'Name',
      company_id: 'Id',
      corporate_number: 'Corporate number',
      invoice_number: 'Invoice number',
      securities_code: 'Securities code',
      edinet_code: 'EDINET code',
      domain: 'Domain',
    },
    rules: {
      identifier: 'the same',
      identifier_then: 'the same on that day',
      company_id: 'the same',
      exact: 'the same',
      core: 'the same without the legal form',
      exact_or_core: 'the same, maybe without the legal form',
      loose: 'another spelling',
      alike: 'another writing of its words',
      called: 'what people call it',
      prefix: 'begins with it',
      all_words: 'contains all words',
    },
    employees: (n) => counted(n, 'employee'),
    openings: (n) => counted(n, 'opening'),
    permits: (n) => counted(n, 'permit'),
    evidence: (n) => counted(n, 'piece of evidence', 'pieces of evidence'),
    replacedBy: 'Taken over by',
    save: 'Save as a List',
    saveTitle: 'Save as a List',
    listName: 'Name of the List',
    onlyFirst: 'Only the first (optional)',
    onlyFirstHint: '1 to 10,000 companies, in the chosen order.',
    rows: (n) => `Saves ${companies(n)}.`,
    rowsAtLeast: (n) => `Saves at least ${companies(n)}.`,
    tooMany:
      'A List can be made of at most 10,000 companies at once. Narrow the search down, or take only the first.',
    noRows: 'There are no companies to save.',
    unsupported: 'Conditions that cannot be applied. It cannot be saved with them:',
    weakConditions: 'What is not certain:',
    limits: 'Limits of this answer',
    tryValue: 'Search with:',
    loaded: (n) => `${n} shown`,
  },
  ja: {
    title: '会社',
    label: '会社名・番号・証券コード・ドメイン',
    hint: '例: トヨタ自動車、7203、1180301018771、toyota.co.jp。所在地や規模は絞り込みで指定してください。',
    search: '検索',
    clear: 'すべて解除',
    suggestions: (n) => `候補が ${n} 件あります。矢印キーで選べます。`,
    order: '並び順',
    orders: {
      '': '一致度順（検索語がなければ名前順）',
      name: '名前順',
      employees: '従業員の多い順',
      jobs: '求人の多い順',
      ai: 'AI 関連求人の多い順',
      construction: '建設業許可の多い順',
    },
    start: '会社名や番号を入力するか、絞り込み条件を選んでください。',
    exact: (n) => `${n} 社`,
    atLeast: (n) => `${n} 社以上`,
    about: (n) => `約 ${n} 社`,
    exactWhy: '正確な件数です。',
    atLeastWhy: 'すべては数えていないため、さらに多い可能性があります。',
    aboutWhy: '推定値です。確認していない会社を含む可能性があります。',
    none: '該当する会社は見つかりませんでした',
    noneWhy: '会社が存在しないことを示すものではありません。次の理由が考えられます。',
    facets: '絞り込み',
    facetsExact: '件数は正確です。',
    facetsAbout: '件数は索引で数えたもので、1 件ずつは確認していません。',
    facet: {
      prefecture: '都道府県',
      industry_33_code: '業種（東証 33 業種）',
      market_segment: '市場区分',
      listing_status: '上場',
      size: '従業員数',
    },
    band: (min, max) => (max === null ? `${min} 人以上` : `${min}～${max} 人`),
    bandNote: '検索語があるときは、下限だけを指定できます。',
    allValues: (n) => `全 ${n} 件を表示`,
    fewerValues: '少なく表示',
    more: 'その他の条件',
    apply: '条件を適用',
    lists: {
      prefecture: '都道府県',
      city: '市区町村',
      industry_33_code: '業種',
      market_segment: '市場区分',
      listing_status: '上場',
      kind: '法人種別',
      status: '登記の状態',
      construction_license_types: '建設業許可の業種',
      technologies: '利用技術',
      website_domains: 'ウェブサイトのドメイン',
      company_ids: '会社',
    },
    flags: {
      has_website: 'ウェブサイト',
      has_jobs: '募集中の求人',
      ai_jobs: 'AI 関連の求人',
      construction: '有効な建設業許可',
    },
    numbers: {
      min_employees: '従業員数（下限）',
      max_employees: '従業員数（上限）',
      min_insured_persons: '被保険者数（下限）',
      max_insured_persons: '被保険者数（上限）',
    },
    any: '指定なし',
    yes: 'あり',
    no: 'なし',
    commas: '複数の値は読点またはカンマで区切ってください。',
    active: '指定中の条件',
    remove: (what) => `${what} を解除`,
    similar: 'お探しの会社はこちらですか？',
    similarNote: '名前の似た会社です。検索結果には含まれず、件数にも数えません。',
    similarReason: {
      slip: '入力の誤りと思われる違いがあります。',
      look_alike_glyphs: '形の似た文字だけが異なります。',
      same_reading: '読みが同じです。',
      alike_words: '大部分の語が共通しています。',
    },
    notMeeting: '条件に合いません',
    writtenAs: (name) => `「${name}」を会社名として検索しました。`,
    setAside: (parts) => `除いた部分: ${parts}`,
    matched: '一致',
    furtherMatches: (n) => `ほか ${n} 件`,
    fields: {
      legal_name: '商号',
      trade_name: '通称',
      former_name: '旧商号',
      english_name: '英語名',
      kana_name: '読み',
      alias: '別名',
      name: '名前',
      company_id: 'ID',
      corporate_number: '法人番号',
      invoice_number: '登録番号',
      securities_code: '証券コード',
      edinet_code: 'EDINET コード',
      domain: 'ドメイン',
    },
    rules: {
      identifier: '完全一致',
      identifier_then: '指定日時点で一致',
      company_id: '完全一致',
      exact: '完全一致',
      core: '法人格を除いて一致',
      exact_or_core: '完全一致または法人格を除いて一致',
      loose: '表記の揺れ',
      alike: '語の書き方の違い',
      called: '通称',
      prefix: '前方一致',
      all_words: 'すべての語を含む',
    },
    employees: (n) => `従業員 ${n} 人`,
    openings: (n) => `求人 ${n} 件`,
    permits: (n) => `建設業許可 ${n} 件`,
    evidence: (n) => `根拠 ${n} 件`,
    replacedBy: '承継先',
    save: 'リストに保存',
    saveTitle: 'リストに保存',
    listName: 'リストの名前',
    onlyFirst: '先頭から（任意）',
    onlyFirstHint: '選んだ並び順で 1～10,000 社。',
    rows: (n) => `${n} 社を保存します。`,
    rowsAtLeast: (n) => `${n} 社以上を保存します。`,
    tooMany: '一度に保存できるのは 10,000 社までです。条件を絞り込むか、先頭からの件数を指定してください。',
    noRows: '保存する会社がありません。',
    unsupported: '次の条件は適用できないため、保存できません。',
    weakConditions: '確実ではない点:',
    limits: 'この結果についての注意',
    tryValue: 'この値で検索:',
    loaded: (n) => `${n} 件を表示`,
  },
};

/** A number of companies, and whether it is certain. */
export function totalText(
  { matched_companies: matched, total_kind: kind }: { matched_companies: number | null; total_kind: string },
  text: SearchTexts,
): { readonly total: string; readonly why: string } {
  const number = count(matched ?? 0);
  if (kind === 'exact') return { total: text.exact(number), why: text.exactWhy };
  if (kind === 'lower_bound') return { total: text.atLeast(number), why: text.atLeastWhy };
  return { total: text.about(number), why: text.aboutWhy };
}
