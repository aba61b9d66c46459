import { foldCase, normalizeText } from '../../../text/letters/normalize.ts';
import { JAPANESE_FORMS } from '../../../text/names/legal-forms.ts';
import { prefectures } from '../../../text/places/prefectures.ts';
import words from './requested-condition-words.json' with { type: 'json' };

/**
 * Detects free text that asks for conditions (「売上100億円以上の会社」, "companies with over 100 employees in Tokyo"). The
 * service never turns such text into conditions (docs/specification.md#matching), so it must warn the caller that it
 * searched for a name. Each kind of condition has rules over the case-folded text. There is no dictionary and no model.
 */

export interface RequestedCondition {
  readonly kind: ConditionKind;
  /** The words of the text that ask for it, normalised. */
  readonly text: string;
}

export interface RequestedConditions {
  readonly conditions: readonly RequestedCondition[];
  /** False when the text may also be a name (みんなの会社). Then it counts only if no company has that name. */
  readonly certain: boolean;
}

/** In their order, unlike `buildAlternatives`: answers quote what the first of them finds. */
function anyOf(alternatives: readonly string[]): string {
  return `(?:${alternatives.join('|')})`;
}

const NUMBER = '[\\d〇一二三四五六七八九十百千万億兆数][\\d,.〇一二三四五六七八九十百千万億兆]{0,24}';
const BOUND = anyOf(words.bounds);
const MONEY = anyOf(words.money);
const FIGURE = anyOf(words.figures);
const STAFF = anyOf(words.staff);
const COMPANY = anyOf(words.companies);
const LISTED = anyOf(words.listed);
const FOUNDED = anyOf(words.founded);
const YEAR = `(?:(?:平成|令和|昭和|大正|明治)(?:元|${NUMBER})年?|(?:18|19|20)\\d\\d年?|${NUMBER}年)`;
const PREFECTURE = `${anyOf(prefectures.map(({ shortName }) => shortName))}[都府県]?`;
const PLACE = anyOf([PREFECTURE, '[一-鿋々]{1,6}[市区町村郡]', ...words.regions]);
const CITY = anyOf(words.cities);
const TOWN = `(?:${PLACE}|${CITY}市?)`;
/** General words for trades. After a place, they mean companies. */
const TRADE = anyOf(words.trades);
const INDUSTRY = anyOf(words.industries);
const TRADERS = `(?:${TRADE}|[^\\s]{1,12}(?:(?<![工産興])業|業者|業界|メーカー|屋|店|ベンダー|サービス|スタートアップ|ベンチャー|企業|会社|法人|商社|工場))`;
const RATIO = anyOf(words.ratios);
const CERTIFICATE = anyOf(words.certificates);

const ADDRESSED = anyOf(words.addressed);

const WORKER = anyOf(words.englishWorkers);
const EN_COMPANY = anyOf(words.englishCompanies);
const EN_FIGURE = anyOf(words.englishFigures);
const EN_BOUND = anyOf(words.englishBounds);
const EN_NUMBER =
  '(?:[¥$€]\\s?)?(?:jpy |usd )?(?:\\d[\\d,.]{0,20}k?|\\b(?:one|two|three|five|ten|twenty|fifty|hundred|thousand|million|billion|trillion)\\b)';
const EN_PLACE = anyOf([
  ...prefectures.map(({ romaji }) => romaji.toLowerCase()),
  ...words.englishCities,
  ...words.englishRegions,
]);
/** Words for companies of one kind, as in "the biggest banks". */
const EN_TRADERS = anyOf(words.englishTraders);
const EN_ONE = anyOf(words.englishCompany);
const EN_RATIO = anyOf(words.englishRatios);
const EN_MONEY = anyOf(words.englishMoney);

/** How a request for several companies ends, in Japanese. */
const END =
  '(?:(?:の)?(?:一覧|リスト|ランキング|検索|情報|データ|名簿))?(?:を.{0,12}|は.{0,8}|が.{0,8}|って.{0,8}|[?。!])?(?=$|[\\s、。])';

/** Patterns of each kind of condition, in the order in which answers list them. */
const PATTERNS = {
  figures: [
    `(?<![a-z])${RATIO}(?:が|は|も|:)?\\s?[^\\d\\s]{0,3}${NUMBER}\\s?(?:%|倍|円|万|割|ポイント|${BOUND})`,
    `(?<![a-z])${RATIO}(?:が|の|も)?\\s?(?:高い|低い|良い|悪い)`,
    `${NUMBER}\\s?${MONEY}?円?\\s?(?:[~〜～\\-‐–−]|から)\\s?${NUMBER}\\s?(?:億|兆|万)?(?:円|億|兆)`,
    `\\d[\\d,.]*\\s?(?:億|兆|万)円?(?:規模の?)?(?:企業|会社)`,
    `\\b${EN_RATIO} (?:is |of )?(?:${EN_BOUND}|>|<) ?\\d`,
    `\\b${EN_RATIO}:? \\d[\\d.]*\\s?(?:%|percent|x\\b)`,
    `\\d\\s?(?:%|percent) (?:or (?:more|less) )?${EN_RATIO}\\b`,
    `${FIGURE}[^\\d]{0,8}${NUMBER}\\s?(?:円|億|兆|万|千|百|%|ドル|倍|以上|以下)`,
    `${FIGURE}(?:規模|額|高)?[がのはも]?\\s?(?:多|高い|高め|大き|少な|低い|低め|小さ|伸び|増え|増加|減|上位|トップ|順|ランキング|良い|悪い|急増|安定)`,
    `${NUMBER}\\s?${MONEY}[^\\d]{0,6}?${BOUND}`,
    `(?:黒字|赤字|増収|減収|増益|減益|無借金|債務超過|高収益|高配当)(?:の|な|で|が|を|に|経営の|続きの|転換した?|企業$|会社$).{0,12}`,
    `\\b${EN_FIGURE}\\b(?: \\w+){0,2}:? (?:of|is|was|=|${EN_BOUND}) ${EN_NUMBER}`,
    `\\b${EN_FIGURE}:? ${EN_NUMBER}\\s?${EN_MONEY}\\b`,
    `${EN_NUMBER}\\s?${EN_MONEY}(?: ${EN_MONEY})?(?: in| of)? (?:annual )?${EN_FIGURE}\\b`,
    `${EN_BOUND} ${EN_NUMBER}\\s?${EN_MONEY}\\b`,
    `\\b(?:profitable|loss.making|high.growth|fast.growing|fastest.growing) ${EN_COMPANY}`,
    `\\b(?:high|highest|low|lowest|rising|growing|falling) ${EN_FIGURE}\\b`,
  ],
  insured_persons: [`被保険者数?.{0,6}${NUMBER}`, `insured (?:persons|people|members).{0,20}\\d`],
  employees: [
    `\\d[\\d,]*\\s?[人名]?\\s?(?:[~〜～\\-‐–−]|から)\\s?\\d[\\d,]*\\s?[人名](?!組|掛|用|乗)`,
    `\\b(?:employing|employs?|work ?force|head ?count|staff)(?: of)?:? (?:${EN_BOUND} )?(?:\\d|a (?:hundred|thousand)|hundreds|thousands)`,
    `\\b(?:hundreds|thousands|a hundred|a thousand|dozens) (?:of )?${WORKER}\\b`,
    `${STAFF}数?[^\\d]{0,8}?${NUMBER}\\s?(?:人|名|${BOUND})`,
    `${STAFF}数[^\\d]{0,4}\\d`,
    `${STAFF}数?[がのはも]?\\s?(?:多い|少ない|多数|少数)`,
    `${NUMBER}\\s?[人名]\\s?(?:${BOUND}|の${COMPANY}|を雇|が働|ほど|いる)`,
    `(?:大規模|中規模|小規模|少人数)(?:な|の)(?:${COMPANY})`,
    `${EN_NUMBER}\\+?(?: or more| or fewer| or less)? (?:\\w+ )?${WORKER}\\b`,
    `\\b${WORKER}\\b[^\\d]{0,30}\\d`,
    `${EN_BOUND} ${EN_NUMBER} ${WORKER}`,
  ],
  founding: [
    `\\b(?:founded|established|incorporated|formed|started) (?:18|19|20)\\d\\d\\b`,
    `\\b(?:companies|firms|startups|businesses) since (?:18|19|20)\\d\\d\\b`,
    `${FOUNDED}(?:年度?|日|が|は|から|後)?[:\\s]{0,2}${YEAR}`,
    `${YEAR}[^\\d]{0,6}?${FOUNDED}(?:の|された|した|$|${COMPANY}|し)`,
    `${FOUNDED}[^\\d]{0,6}${NUMBER}\\s?年(?:${BOUND}|目|経)`,
    `(?:18|19|20)\\d\\d年(?:代)?(?:以降|以前|以後|より前|から|まで)`,
    `(?:新しく|最近|近年|新規に?)(?:に)?(?:できた|${FOUNDED})`,
    `\\b(?:founded|established|incorporated|started|formed|set up)\\b(?: \\w+){0,2} (?:in|after|before|since|within|during|between|over|under|less|more|from|by)\\b`,
    `\\b(?:newly|recently) (?:founded|established|incorporated|formed)\\b`,
    `${EN_BOUND} \\d+ years?(?: old)?`,
  ],
  listing: [
    `(?:^|[\\s、])(?:未上場|非上場|unlisted|未公開)(?:$|[\\s、の])`,
    `(?:^|[\\s、])(?:東証|tse |名証)(?:の)?\\s?(?:プライム|スタンダード|グロース|prime|standard|growth)(?:市場|市場上場|上場|-listed| listed)?(?:$|[\\s、の])`,
    `${LISTED}(?:一部|二部|1部|2部)?(?:に|へ)?(?:上場)?(?:の|している|して|済み?の?|した|中の|廃止|予定の?)(?:${COMPANY}|子会社|.{1,8}${COMPANY})`,
    `${LISTED}(?:一部|二部|1部|2部|プライム|スタンダード|グロース)?(?:上場)?(?:企業|会社|銘柄|ベンチャー)${END}`,
    `(?:^|[\\s、の])${LISTED}(?:一部|二部|1部|2部|プライム|スタンダード|グロース)?上場(?:$|[\\s、])`,
    `(?:上場|公開)(?:して|し)(?:いる|いない|た|てい)`,
    `\\b(?:listed|unlisted|publicly traded|publicly listed|privately held|delisted|private|public)(?: \\w+){0,3} ${EN_COMPANY}\\b`,
    `\\b(?:listed|traded|quoted) (?:on|in|at)\\b`,
    `\\b(?:tse|tokyo stock exchange|prime market|growth market|standard market) (?:listed|companies|stocks)`,
  ],
  jobs: [
    `^(?:hiring|recruiting) \\w+$`,
    `\\bremote (?:jobs|work)$`,
    `(?:求人|採用|募集|新卒|中途|インターン)(?:情報|活動|枠)?(?:が|の|を|も)?(?:ある|あり|出て|出して|出している|している|して|行って|行なって|中の|多い|強化|掲載)`,
    `(?:求人|採用|募集|人材募集)中`,
    `(?:人|人材|エンジニア|社員|スタッフ|学生|新卒)を(?:採用|募集|探し)`,
    `(?:転職|就職|就活)(?:したい|に(?:おすすめ|有利|強い)|先を)`,
    `\\b(?:hiring|recruiting)\\b.{0,40}\\b${EN_COMPANY}|\\b${EN_COMPANY}\\b.{0,40}\\b(?:hiring|recruiting|job openings?|open positions?|vacanc(?:y|ies))\\b`,
    `\\bwith (?:\\w+ ){0,2}(?:job openings?|open positions?|vacancies|jobs)\\b`,
  ],
  construction: [
    `(?:建設業?|工事業?|建築業?|土木|電気工事業?|管工事業?)(?:の)?(?:許可|免許|認可|登録)(?:票)?(?:が|の|を|も)?(?:ある|あり|持|取得|保有|有す|有る)`,
    `(?:許可|免許|認可|資格|認証|iso\\s?\\d+)を(?:持|取得|保有|有す)`,
    `\\b(?:with|holding|having) (?:an? )?(?:\\w+ ){0,2}(?:permits?|licen[cs]es?|certifications?)\\b`,
  ],
  website: [
    `(?:ホームページ|hp|webサイト|ウェブサイト|web サイト|サイト|url|ecサイト)(?:が|の|を|も)(?:ある|ない|あり|なし|持|公開|無い|有る)`,
    `\\b(?:with|without|having) (?:an? )?(?:website|web site|homepage|home page)s?\\b`,
  ],
  certificate: [
    `${CERTIFICATE}(?:の|を)?\\s?(?:認証|認定)?(?:を)?(?:取得|保有)(?:し|済|$|企業|会社|業者|の|${COMPANY})`,
    `\\biso ?\\d{4,5}(?:[- ]certified| certification| certified)`,
    `\\b(?:certified|accredited) ${EN_COMPANY}\\b`,
  ],
  status: [
    `(?:倒産|廃業|解散|閉鎖|破産|合併|清算)(?:した|している|された|しそうな|寸前の|済みの)`,
    `\\b(?:bankrupt|closed|dissolved|defunct|merged|active) ${EN_COMPANY}\\b`,
  ],
  relation: [
    `[^\\s]\\s(?:競合|競合他社|ライバル|ライバル企業|取引先|仕入先|子会社|関連会社|親会社|系列会社?|グループ会社)$`,
    `^(?:競合|競合他社|取引先|子会社|関連会社|グループ会社)[\\s]`,
    `[^\\s](?:グループの?|系列の?)(?:会社|企業)${END}`,
    `(?:親会社|主要株主|大株主|筆頭株主|取引先|メインバンク)(?:が|は)`,
    `(?:傘下|に出資|が出資|に買収|が買収|の完全子会社|と提携)(?:の|する|した|している|された)`,
    `\\b(?:owned|controlled|acquired|backed|funded|financed|audited) by\\b`,
    `\\b(?!and |the |for |our |all )[a-z\\d]+ (?:competitors|rivals|subsidiaries|suppliers|affiliates|shareholders)$`,
    `.(?:の|と)(?:競合|ライバル|取引先|仕入先|仕入れ先|顧客|株主|親会社|子会社|関連会社|グループ会社|系列会社|下請け?|類似)(?:企業|会社|他社)?${END}`,
    `(?:のような|みたいな|に似た|に近い|と同じような|と同業の|と取引(?:している|のある))(?:${COMPANY}|.{1,10}${COMPANY})`,
    `\\b(?:similar to|competitors? of|competing with|subsidiar(?:y|ies) of|suppliers? (?:of|to)|customers? of|affiliates? of|partners of|rivals? of|parent (?:company )?of)\\b`,
    `\\b${EN_COMPANY} (?:like|such as)\\b`,
  ],
  ranking: [
    `\\b(?:largest|biggest|oldest|smallest|richest|leading|top(?: \\d+)?)(?: [\\w-]+){0,3} ${EN_TRADERS}\\b`,
    `(?:上位|トップ|ベスト|top)\\s?${NUMBER}(?:社|位)`,
    `(?:(?:売上高?|年商|企業|会社|規模|人気|業界|従業員数?|給与|年収)ランキング|売上順|規模順|多い順|高い順|大きい順|人気順)$`,
    `(?:最も|一番|もっとも|最大の|最大手の|最大級の)(?:大き|小さ|多|高|古|新し|有名|.{1,6}${COMPANY}$)`,
    `\\b(?:largest|biggest|oldest|smallest|best|richest|leading|fastest|newest|top(?: \\d+)?)(?: [\\w-]+){0,4} ${EN_COMPANY}\\b`,
    `\\b(?:ranked|sorted|ordered) by\\b`,
  ],
  place: [
    `^${TOWN}(?:都|府|県|市|区)?の${TRADERS}$`,
    `^${TOWN}[\\s、](?:${INDUSTRY}|[^\\s]{0,10}(?:業者|メーカー|企業|会社))$`,
    `^(?:${INDUSTRY}|[^\\s]{0,10}(?:業者|メーカー|企業|会社))[\\s、]${TOWN}$`,
    `\\b${EN_ONE} (?:in|near|around|from|based in) ${EN_PLACE}\\b`,
    `\\b(?:${EN_COMPANY}|${EN_TRADERS}) in ${EN_PLACE}$`,
    `\\b(?:companies|firms|businesses|startups|manufacturers|contractors|exporters) ${EN_PLACE}$`,
    `^${EN_PLACE} (?:[\\w-]+ ){0,2}(?:companies|firms|businesses|manufacturers|startups)$`,
    `^${PLACE}(?:${PLACE})?${ADDRESSED}.{0,30}${COMPANY}${END}`,
    `(?:^|[\\s、でにの])${PLACE}(?:${PLACE})?(?:に本社|に本店|に拠点|を拠点|にある|に所在|内の)`,
    `^${PLACE}(?:${PLACE})?[\\s、](?:.{0,20}[\\s、])?${COMPANY}${END}`,
    `(?:本社|本店|所在地|拠点)(?:が|は|:)\\s?${PLACE}`,
    `\\b${EN_COMPANY}(?: [\\w-]+){0,4} (?:in|near|around|outside|within|across|from|located|based|headquartered)\\b`,
    `\\b\\w+.based(?: [\\w-]+){0,3} ${EN_COMPANY}\\b`,
    `\\b(?:based|located|headquartered|operating|incorporated) (?:in|near|around|outside)\\b`,
  ],
  industry: [
    `${anyOf(words.wholeIndustries)}(?:の|に属する|に関わる|で|に強い|向けの?)(?:.{0,12})${COMPANY}${END}`,
    `(?:業種|業界|産業)(?:が|は|:)`,
  ],
  activity: [
    `[^\\s]{2,20}(?:導入|利用|活用|採用|使用)(?:企業|会社|事業者)${END}`,
    `[をにで]${anyOf(words.activities)}.{0,14}${COMPANY}${END}`,
    `\\b${EN_COMPANY} ${anyOf(words.behindEnglishCompanies)}\\b`,
  ],
  operator: [
    `(?:>=|<=|=>|=<|[<>≧≦≥≤≫])\\s?[¥$]?\\d`,
    `^(?:query|prefecture|city|industry|employees|capital|revenue|sales|listing_status|market_segment|min_\\w+|max_\\w+|has_\\w+|地域|都道府県|業種|従業員数?|資本金|売上高?|設立)\\s?[:=]`,
    `\\b(?:min|max)_(?:employees|insured_persons|capital_yen)\\b`,
  ],
  request: [
    `^(?:who|which|what)(?:'s| is| are| has| have| makes?| sells?| builds?) .{0,60}\\b(?:${EN_TRADERS}|company|firm)\\b`,
    `${COMPANY}(?:の(?:一覧|リスト|名前))?(?:を|って|は|が)?\\s?(?:全て|すべて|いくつ|何社|どこ|教えて|探して|探す|探したい|検索|調べ|リストアップ|抽出|知りたい|見つけ|ありますか|ください|欲しい|ほしい|お願い|表示|出して|挙げて)`,
    `^(?:list|find|show|search|give|get|which|what|who|where|all|every|any|tell me|i want|i need|looking for|please)\\b.{0,80}\\b(?:${EN_COMPANY}|company|firm)\\b`,
    `\\b(?:list|lists|ranking|directory) of\\b.{0,60}\\b${EN_COMPANY}\\b`,
    `${COMPANY}(?:の)?(?:一覧|リスト|検索|ランキング)$`,
  ],
  // Adjectives and clauses that describe companies. Names of companies can contain them too.
  description: [
    `^(?:中小|大手|大|中堅|優良|零細|成長|急成長|老舗|外資系?|日系|黒字|赤字|ホワイト|ベンチャー|スタートアップ)(?:企業|会社|ベンチャー|スタートアップ)?$`,
    `(?:社長|代表者?|経営者|創業者)(?:が|は)|女性(?:社長|経営者|代表)`,
    `^${TOWN}[\\s、]${TRADERS}$|^${TRADERS}[\\s、]${TOWN}$`,
    `(?:[のなるいたうくすつむぐぶ]|業|系|関連|向け|型)(?:${COMPANY})${END}`,
    `^${PLACE}.{0,12}(?:会社|企業)${END}`,
    `\\s${COMPANY}$`,
    `\\b\\w+ ${EN_COMPANY}$`,
  ],
};

export type ConditionKind = keyof typeof PATTERNS;

const RULES = (Object.entries(PATTERNS) as [ConditionKind, string[]][]).map(([kind, patterns]) => ({
  kind,
  certain: kind !== 'description',
  patterns: patterns.map((pattern) => new RegExp(pattern)),
}));

/** A legal form is not a general word for companies: 一番株式会社 asks for no condition. */
const LEGAL_FORM = new RegExp(
  JAPANESE_FORMS.map(([, canonical]) => canonical)
    .sort((one, other) => other.length - one.length)
    .join('|'),
  'g',
);

/**
 * Null for text that asks for no condition. Pure; never throws. No rule has unbounded repetition of alternatives, so the
 * time depends only on the length of the text.
 */
export function parseRequestedConditions(query: string): RequestedConditions | null {
  const text = foldCase(normalizeText(query)).slice(0, maxTextLength).replace(LEGAL_FORM, '〓');
  const found = RULES.flatMap(({ kind, certain, patterns }) => {
    const words = patterns.map((pattern) => pattern.exec(text)?.[0].trim()).find(Boolean);
    if (words) return [{ kind, text: words, certain }];
    return [];
  });
  if (found.length === 0) return null;
  const certain = found.some((condition) => condition.certain);
  const conditions = found
    .filter((condition) => condition.certain === certain)
    .map(({ kind, text: words }) => ({ kind, text: words }));
  // 「…を使う会社」 adds nothing to a more specific condition.
  const plain = conditions.filter(({ kind }) => kind !== 'activity');
  return { conditions: plain.length > 0 ? plain : conditions, certain };
}

/** The first words are enough to detect a request, and people do not type longer queries. */
const maxTextLength = 300;
