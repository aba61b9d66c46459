import { matchedFieldTexts, maxMaterializedRows, suggestionTexts } from '../../../client/index.ts';
import { defineTextPairs, formatCount, formatQuantity } from '../../texts.ts';

const formatCompanies = (n: string) => formatQuantity(n, 'company', 'companies');

/** As both languages write it. */
const maxRows = formatCount(maxMaterializedRows);

export const texts = defineTextPairs({
  title: ['Companies', '会社'],
  label: ['Name, number, securities code or domain', '会社名・番号・証券コード・ドメイン'],
  hint: [
    'For example トヨタ自動車, 7203, 1180301018771 or toyota.co.jp. Places and sizes belong into the filters.',
    '例: トヨタ自動車、7203、1180301018771、toyota.co.jp。所在地や規模は絞り込みで指定してください。',
  ],
  search: ['Search', '検索'],
  clear: ['Clear all', 'すべて解除'],
  suggestions: [
    (n: number) => `${formatQuantity(n, 'suggestion')}. Use the arrow keys.`,
    (n) => `候補が ${n} 件あります。矢印キーで選べます。`,
  ],
  order: ['Order', '並び順'],
  orders: {
    '': ['Best match, otherwise by name', '一致度順（検索語がなければ名前順）'],
    name: ['By name', '名前順'],
    employees: ['Most employees', '従業員の多い順'],
    jobs: ['Most openings', '求人の多い順'],
    ai: ['Most AI-related openings', 'AI 関連求人の多い順'],
    construction: ['Most construction permits', '建設業許可の多い順'],
  },
  start: [
    'Enter a name or a number, or choose filters.',
    '会社名や番号を入力するか、絞り込み条件を選んでください。',
  ],
  browse: {
    prefecture: ['By prefecture', '都道府県から探す'],
    industry_33_code: ['Listed companies by sector', '業種から探す（上場会社、東証 33 業種）'],
  },
  exact: [formatCompanies, (n) => `${n} 社`],
  atLeast: [(n: string) => `At least ${formatCompanies(n)}`, (n) => `${n} 社以上`],
  about: [(n: string) => `About ${formatCompanies(n)}`, (n) => `約 ${n} 社`],
  exactWhy: ['This is an exact total.', '正確な件数です。'],
  atLeastWhy: [
    'There may be more: not all of them were counted.',
    'すべては数えていないため、さらに多い可能性があります。',
  ],
  aboutWhy: [
    'This is an estimate. It may include companies that were not checked.',
    '推定値です。確認していない会社を含む可能性があります。',
  ],
  none: ['No company found', '該当する会社は見つかりませんでした'],
  noneWhy: [
    'This does not prove that there is none. It may be for these reasons:',
    '会社が存在しないことを示すものではありません。次の理由が考えられます。',
  ],
  facets: ['Narrow down', '絞り込み'],
  facetsExact: ['The numbers are exact.', '件数は正確です。'],
  facetsAbout: [
    'The numbers are counted quickly and not confirmed one by one.',
    '件数は概算です。1 件ずつは確認していません。',
  ],
  facet: {
    prefecture: ['Prefecture', '都道府県'],
    industry_33_code: ['Sector of the exchange', '業種（東証 33 業種）'],
    market_segment: ['Market segment', '市場区分'],
    listing_status: ['Listing', '上場'],
    size: ['Employees', '従業員数'],
  },
  band: [
    (min: string, max: string | null) => (max === null ? `${min} or more` : `${min} to ${max}`),
    (min, max) => (max === null ? `${min} 人以上` : `${min}～${max} 人`),
  ],
  bandNote: [
    'Together with a search text, only a minimum can be chosen.',
    '検索語があるときは、下限だけを指定できます。',
  ],
  allValues: [(n: string) => `Show all ${n}`, (n) => `全 ${n} 件を表示`],
  fewerValues: ['Show fewer', '少なく表示'],
  more: ['More filters', 'その他の条件'],
  apply: ['Apply filters', '条件を適用'],
  lists: {
    prefecture: ['Prefecture', '都道府県'],
    city: ['City or ward', '市区町村'],
    industry_33_code: ['Sector', '業種'],
    market_segment: ['Market segment', '市場区分'],
    listing_status: ['Listing', '上場'],
    kind: ['Kind of corporation', '法人種別'],
    status: ['State in the register', '会社の状態'],
    construction_license_types: ['Construction licence', '建設業許可の業種'],
    technologies: ['Technologies', '利用技術'],
    website_domains: ['Website domains', 'ウェブサイトのドメイン'],
    company_ids: ['Companies', '会社'],
  },
  flags: {
    has_website: ['Website known', 'ウェブサイト'],
    has_jobs: ['Current openings', '募集中の求人'],
    ai_jobs: ['AI-related openings', 'AI 関連の求人'],
    construction: ['Valid construction permit', '有効な建設業許可'],
  },
  numbers: {
    min_employees: ['Employees from', '従業員数（下限）'],
    max_employees: ['Employees to', '従業員数（上限）'],
    min_insured_persons: ['Insured persons from', '被保険者数（下限）'],
    max_insured_persons: ['Insured persons to', '被保険者数（上限）'],
    min_capital_yen: ['Capital from (yen)', '資本金（円、下限）'],
    max_capital_yen: ['Capital to (yen)', '資本金（円、上限）'],
  },
  any: ['Any', '指定なし'],
  yes: ['Yes', 'あり'],
  no: ['No', 'なし'],
  commas: ['Several values: divide them by commas.', '複数の値は読点またはカンマで区切ってください。'],
  active: ['Filters in use', '指定中の条件'],
  remove: [(what: string) => `Remove ${what}`, (what) => `${what} を解除`],
  similar: ['Did you mean one of these?', 'お探しの会社はこちらですか？'],
  similarNote: [
    'They have a similar name. They are not results and count in no total.',
    '名前の似た会社です。検索結果には含まれず、件数にも数えません。',
  ],
  similarReason: suggestionTexts,
  notMeeting: ['Does not meet the filters', '条件に合いません'],
  writtenAs: [
    (name: string) => `Searched for the name ${name}.`,
    (name) => `「${name}」を会社名として検索しました。`,
  ],
  setAside: [(parts: string) => `Set aside: ${parts}.`, (parts) => `除いた部分: ${parts}`],
  matched: ['Found by', '一致'],
  furtherMatches: [(n: string) => `and ${n} more`, (n) => `ほか ${n} 件`],
  fields: matchedFieldTexts,
  rules: {
    identifier: ['the same', '完全一致'],
    identifier_then: ['the same on that day', '指定日時点で一致'],
    company_id: ['the same', '完全一致'],
    exact: ['the same', '完全一致'],
    core: ['the same without the legal form', '法人格を除いて一致'],
    exact_or_core: ['the same, maybe without the legal form', '完全一致または法人格を除いて一致'],
    loose: ['another spelling', '表記の揺れ'],
    alike: ['another writing of its words', '語の書き方の違い'],
    called: ['what people call it', '通称'],
    prefix: ['begins with it', '前方一致'],
    all_words: ['contains all words', 'すべての語を含む'],
  },
  employees: [(n: string) => formatQuantity(n, 'employee'), (n) => `従業員 ${n} 人`],
  openings: [(n: string) => formatQuantity(n, 'opening'), (n) => `求人 ${n} 件`],
  permits: [(n: string) => formatQuantity(n, 'permit'), (n) => `建設業許可 ${n} 件`],
  replacedBy: ['Taken over by', '承継先'],
  save: ['Save as a List', 'リストに保存'],
  saveTitle: ['Save as a List', 'リストに保存'],
  listName: ['Name of the List', 'リストの名前'],
  onlyFirst: ['Only the first (optional)', '先頭から（任意）'],
  onlyFirstHint: [`1 to ${maxRows} companies, in the chosen order.`, `選んだ並び順で 1～${maxRows} 社。`],
  rows: [(n: string) => `Saves ${formatCompanies(n)}.`, (n) => `${n} 社を保存します。`],
  rowsAtLeast: [(n: string) => `Saves at least ${formatCompanies(n)}.`, (n) => `${n} 社以上を保存します。`],
  tooMany: [
    `A List can be made of at most ${maxRows} companies at once. Narrow the search down, or take only the first.`,
    `一度に保存できるのは ${maxRows} 社までです。条件を絞り込むか、先頭からの件数を指定してください。`,
  ],
  noRows: ['There are no companies to save.', '保存する会社がありません。'],
  unsupported: [
    'Conditions that cannot be applied. It cannot be saved with them:',
    '次の条件は適用できないため、保存できません。',
  ],
  weakConditions: ['What is not certain:', '確実ではない点:'],
  limits: ['Limits of this answer', 'この結果についての注意'],
  tryValue: ['Search with:', 'この値で検索:'],
});

type SearchTexts = (typeof texts)['en'];

/** A number of companies, and whether it is certain. */
/**
 * Free text is counted only up to one company past the page. The counts beside the results are of all companies then, so that the
 * total is the same number.
 * @param counted all companies that the counts beside the results have; null without them
 */
export function describeTotal(
  {
    matched_companies: matched,
    total_kind: kind,
    has_more: hasMore,
  }: { readonly matched_companies: number | null; readonly total_kind: string; readonly has_more: boolean },
  counted: number | null,
  text: SearchTexts,
): { readonly total: string; readonly why: string } {
  const number = formatCount(matched ?? 0);
  // A lower bound without a further page: all of them are shown.
  if (kind === 'exact' || (kind === 'lower_bound' && !hasMore))
    return { total: text.exact(number), why: text.exactWhy };
  if (kind !== 'lower_bound') return { total: text.about(number), why: text.aboutWhy };
  if (counted !== null && counted >= (matched ?? 0))
    return { total: text.about(formatCount(counted)), why: text.facetsAbout };
  return { total: text.atLeast(number), why: text.atLeastWhy };
}
