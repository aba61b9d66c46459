import { buildAlternatives, buildEndPattern, buildRunPattern } from '../letters/word-patterns.ts';
import { ENGLISH_FORMS, JAPANESE_FORMS } from '../names/legal-forms.ts';
import { cityNames } from '../places/municipalities.ts';
import { parsePrefecture, prefectures } from '../places/prefectures.ts';
import { ADDRESS, isPlace, prefectureNames } from './place-words.ts';
import words from './written-name-words.json' with { type: 'json' };

/**
 * General words by which a written name is taken apart. They are words of the language, not names: lists of what
 * branches, establishments, departments, roles and bodies are called.
 */

/** Parts of a company with their own address. */
const offices = buildAlternatives(words.offices);

/** Establishments that have names of their own and belong to a corporation: 医療法人X会Y病院, 学校法人X学園Y大学. */
const establishments = buildAlternatives(words.establishments);

export const departments = buildAlternatives(words.departments);

const english = words.english.join('|');

/** Ends in a part of a corporation, also with its number: 第3営業部, 本社2階 is not one. */
export const ENDS_IN_BRANCH = buildEndPattern(`${offices}|${establishments}|\\b(?:${english})`, 'i');
export const ENDS_IN_DEPARTMENT = buildEndPattern(departments, 'i');
/** A department for certain if something divides it from the name: not 倶楽部, and not a single letter. */
export const SURE_DEPARTMENT = /..課$|..係$|.[^楽]部$|[推企管画理進発査務育究]室$|秘書室$/;
/** 第二営業所, Osaka Branch: several Latin words are one branch. */
export const ENGLISH_BRANCH = buildEndPattern(`\\b(?:${english})`, 'i');

/**
 * Words that are hardly ever the end of a company's name, so that any beginning before them can be the name. 製作所, 研究所,
 * 事務所 and センター are not among them.
 */
export const sureParts = buildAlternatives(words.sureParts);
/** The same for corporations that run establishments, which are called so: 学校法人X Y大学. */
export const OF_INSTITUTION =
  /^(?:学校法人|準学校法人|(?:社会|特定)?医療法人(?:社団|財団)?|社会福祉法人|独立行政法人|国立大学法人|公立大学法人|(?:一般|公益)[社財]団法人|国立研究開発法人|地方独立行政法人|\((?:学|医|福|社福|独|国大|公財|一財|公社|一社)\))/;
const SURE_PART = buildEndPattern(`${sureParts}|\\b(?:${english})`, 'i');
const ESTABLISHMENT = buildEndPattern(establishments);

/** Whether what ends the text is certainly a part of a corporation, wherever its name ends. */
export function hasSurePartAtEnd(text: string): boolean {
  if (SURE_PART.test(text)) return true;
  if (/店$/.test(text)) return !SHOP_OF_A_NAME.test(text);
  return OF_INSTITUTION.test(text) && ESTABLISHMENT.test(text);
}

/** Words for shops that are part of a company's own name too: 商店, 書店, 工務店. */
export const SHOP_OF_A_NAME = /[商書酒茶米肉魚具貨務理器売屋品物局菓餅飯麺服鮮薬車食露名老専代]店$/;

/** Only the word for a part: 製作所 behind 株式会社架空 is rather the end of the name. */
export const ONLY_PART = new RegExp(`^(?:${offices}|${establishments}|${departments})$`, 'i');

/** Bodies that are certainly whole names: 架空市商工会, 架空農業協同組合. */
export const WHOLE_BODY_END =
  /..(?:連合会|協会|協議会|商工会|会議所|公社|公団|事業団|機構|大学|銀行|信用金庫|組合|財団|振興会)$/;

/** What a name of a body without a legal form ends in: 森林組合, 商工会, 信用金庫. */
const bodies = buildAlternatives(words.bodies);

const escapeBrackets = (text: string): string => text.replace(/[()]/g, '\\$&');

/** Spellings of legal forms that are recognized inside a text: written out, or in brackets. */
export const formSpellings = JAPANESE_FORMS.flatMap(([, canonical, , others]) => [
  canonical,
  ...others.filter((each) => /^\(.+\)$|^[一-鿿]{4,}$/.test(each)),
  ...others.filter((each) => /npo法人$/.test(each)).map((each) => each.toUpperCase()),
])
  .toSorted((one, other) => other.length - one.length)
  .map(escapeBrackets)
  .join('|');

/** Legal forms of so many letters that one can be missing. */
export const longForms = JAPANESE_FORMS.map(([, canonical]) => canonical).filter(
  (form) => [...form].length > 3,
);

export const FORMS = new RegExp(formSpellings, 'g');
export const FORM_END = buildEndPattern(formSpellings);
export const FORM_ONLY = new RegExp(`^(?:${formSpellings})$`);
export const BODY_END = buildEndPattern(bodies);
const englishForms = ENGLISH_FORMS.flatMap(([, , all]) =>
  all.map((each) => each.replaceAll(/[ .]/g, '[\\s.,]*')),
).join('|');
export const ENGLISH_END = buildEndPattern(`(?:^|[\\s.,])(?:${englishForms})\\.?`, 'i');
export const ENGLISH_FORM_ONLY = new RegExp(`^[\\s.,]?(?:${englishForms})\\.?$`, 'i');

/** Whether a text has a legal form somewhere: it can be a company of its own. */
export const HAS_FORM = /会社|法人|組合|\([株有同資名医学福宗]\)|\((?:一社|一財|公社|公財|特非|社福|地独)\)/;

const count = '(?:計|全)?\\s*(?:\\d{1,4}|[一二三四五六七八九十百数]{1,3})';
const counted = '(?:社|者|名|人|件|団体|法人|機関|組合|箇所|か所|ヶ所)';
/** ほか, 他3社, 外2名, 等5社, など3社, 他(計4社) */
export const AND_OTHERS = new RegExp(
  `${buildRunPattern('\\s、,・', '*')}[(]?(?:(?:ほか|その他|他|外)\\s*[(]?\\s*(?:${count})?\\s*${counted}?|(?:など|等)\\s*(?:[(]?\\s*${count}\\s*${counted}?)?)[)]{0,2}$|${buildRunPattern('\\s,', '+')}(?:et\\.?\\s+al\\.?|and\\s+others)$`,
  'i',
);

const venture = '共同企業体|共同事業体|共同体|企業体|コンソーシアム|連合体|jv|ジョイントベンチャー';
const kindOfVenture = '特定|経常|復旧|復興|地域維持型|乙型|甲型|異工種';
const workOfVenture = '建設|工事|設計|業務|委託|調査|測量|設備|管理|運営|技術|研究';
/**
 * What ends the name of a group of companies that act together. Each run of words can be read in one way only (建設工事 is two words),
 * and is read from its beginning: otherwise, 建設工事 repeated takes time without end.
 */
export const JOINT_VENTURE = new RegExp(
  `(?:(?<!${kindOfVenture})(?:${kindOfVenture})+(?:${workOfVenture})*|(?<!${kindOfVenture}|${workOfVenture})(?:${workOfVenture})*)(?:${venture})$`,
  'i',
);

/** The word for the first of a group, beside its name: 代表企業 A 外2社, A・B（代表：B） */
export const LEADS =
  /(?:代表(?:構成員|企業|会社|者|法人)?|幹事(?:会社|企業|者)?|筆頭(?:企業|会社|者)?)[)\]】〕]?\s*:?\s*/;

/** A group that is named first: 特定建設工事共同企業体 A・B */
export const VENTURE_IN_FRONT = new RegExp(`^\\S{0,30}(?:${venture})(?:[:\\s]\\s*|(?=[([【〔「]))`, 'i');

/** 架空建設【構成員】夢想建設: before the role, which belongs to the next member. */
const roleBetween = `(?<=[^\\s、,・/;|([【〔])\\s*(?=[([【〔](?:${buildAlternatives(words.roles)})[)\\]】〕]\\s*[^\\s、,・/;|)\\]】〕])`;
/** Not the comma of `Co., Ltd.` */
export const SEPARATORS = new RegExp(
  `\\s*(?:→|⇒|->)\\s*|\\s+c/o\\s+|\\s*[/|;、]\\s*|\\s*,(?!\\s*(?:ltd|inc|llc|co|limited|corp|k\\.?k)\\b)\\s*|\\s*(?:及び|および|並びに|ならびに)\\s*|${roleBetween}`,
  'i',
);

const works =
  '工事|業務|委託|請負|役務|事業|修繕|補修|改修|整備|調査|測量|設計|購入|調達|賃貸借|保守|点検|運搬|製造|一式';
/** 架空橋補修工事飛島建設株式会社: what is bought, ordered or built is written right before who does it. */
export const WORK = new RegExp(`(?:${works})(?=\\s*\\S)`, 'g');
/** 令和6年度 実証事業, 4月分: what a row is about, rather than the second half of a name. */
export const PROJECT = new RegExp(
  `(?:${works}|補助金|助成金|交付金|プロジェクト|年度|月分|工区|号機|第\\d{1,2}期)`,
);

export const TELEPHONE_BEHIND =
  /(?<![\s,、/(])[\s,、/(]*(?:(?:tel|fax|電話|代表電話|℡|☎)[.:\s]*\+?[\d(][\d\s()-]{7,}|(?<![\d-])0\d{1,4}[-(]\d{1,4}[-)]\d{3,4}(?![\d-]))\s*\)?(?:[\s,、/]*(?:内線|ext)\.?\s*\d+)?$/i;

/** `TEL 03-1234-5678 内線 12`, `+81-3-1234-5678`, `03.1234.5678` are telephone numbers too. */
const TELEPHONE = '(?:\\+?\\d{1,4}|\\(\\d{1,5}\\))(?:[-. ()]{1,2}\\d{1,5}){2,4}';
export const TELEPHONE_WITH_MORE = new RegExp(
  `${buildRunPattern('\\s,、/(', '+')}(?:(?:tel|fax|電話|℡|☎)[.:\\s]*)?(?=[+0(])${TELEPHONE}[\\s)]*(?:[(\\s]*(?:内線|ext)[.:\\s]*\\d{1,6}\\s*[)]?)?$`,
  'i',
);
export const EMAIL_BEHIND =
  /(?<![\s,、/(<])[\s,、/(<]*(?:(?:e-?mail|mail|メール(?:アドレス)?)[:\s]*)?[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}[)>]?$/i;
export const URL_BEHIND =
  /(?<![\s,、/(<])[\s,、/(<]*(?:(?:url|hp|web|ホームページ)[:\s]*)?(?:https?:\/\/|www\.)[^\s、()<>]+[)>]?$/i;

/** A word, or several, in Latin letters. */
export const LATIN_WORDS = /^(?=.*[a-z])[!-~ ]+$/i;

/**
 * Whether a word that can stand beside a name is also a word of names: 東京, 関西, Kyoto, 研究所, 商事, センター, Lab. Not 東京都,
 * 架空市, 関西地区, 大阪支店.
 */
export function canBeInName(text: string): boolean {
  const prefecture = parsePrefecture(text);
  if (prefecture) return text !== prefecture.name || text === prefecture.shortName;
  return (
    LATIN_WORDS.test(text) || ALSO_IN_NAMES.test(text) || (ONLY_PART.test(text) && !SURE_PART.test(text))
  );
}

const business = buildAlternatives(words.business);
const BUSINESS_END = buildEndPattern(
  `${business}|[店業社商製組舎設装工]|楽部|(?<![田別御])所|..[屋堂]|工房|電設|水産|薬局|造園|食品|土木|建[材築装]|塗装`,
);
const ALSO_IN_NAMES = new RegExp(
  `^(?:東北|関東|北関東|南関東|甲信越|北陸|東海|中部|近畿|関西|中国|四国|九州|首都圏|[東西北]日本|全国|[^市区郡]+[町村都道府県]|[ァ-ヺー]+|工場|本店|[一-鿿]{2}室|${business})$`,
);

/**
 * Whether a branch or department can be the end of the name, although something divides it from what is before: 石材店, 整備工場,
 * オフィス, 倶楽部. Not 大阪支店 or 総務課: of 194,000 names with their form in front, at most five end in such a word.
 */
export function canEndName(part: string): boolean {
  if (canBeginInName(part) || canBeInName(part) || BEGINS_NAMES.test(part) || WORD_IN_FRONT.test(part))
    return true;
  return !(RARE_IN_NAMES.test(part) || SURE_DEPARTMENT.test(part) || isPlainPart(part));
}

/** プラス営業部 behind 株式会社キャリア: the word can be the end of the name. */
const WORD_IN_FRONT = /^(?:[ァ-ヺー]{2,}|[a-z]{2,})[一-鿿]+[部課係室局]$/i;
/** Words for a part of a company that whole names end or begin in. */
const BEGINS_NAMES = /^(?:オフィス|ショールーム|店舗|発電所)$/;
const RARE_IN_NAMES = buildEndPattern(buildAlternatives(words.rareInNames));

/** Whether a word behind a name, which may be a person, is rather the end of the name: 電器店, 鉄工所, 商事. */
export const isBusiness = (text: string): boolean => BUSINESS_END.test(text);

const LOCATED_PART = /^(.+?)(?:支店|支社|支局|支所|営業所|出張所|事業所|オフィス|工場|店)$/;
/** Whether a text is only a branch at a place: 東京支店, 渋谷営業所, but not 設計東京支社. */
export function isBranchAtPlace(text: string): boolean {
  const stem = LOCATED_PART.exec(text)?.[1];
  return stem !== undefined && ([...stem].length <= maxPlaceName || isPlace(stem));
}

const maxPlaceName = 3;

const PLAIN_DEPARTMENT = new RegExp(`^(?:第?[一二三四五六七八九十\\d]{1,2})?(?:${sureParts})$`);
/**
 * Whether a text that nothing divides from a name before it is hardly the end of that name: 大阪支店, 営業部. Not 印刷所,
 * 自動車整備工場, 印刷所大阪支店.
 */
export function isPlainPart(text: string): boolean {
  const [, stem = ''] = ESTABLISHMENT_AT.exec(text) ?? [];
  if (stem !== '') return (isPlace(stem) && !LATIN_WORDS.test(stem)) || cityNames.has(stem);
  return isBranchAtPlace(text) || (PLAIN_DEPARTMENT.test(text) && !ALSO_IN_NAMES.test(text));
}

const OF_OFFICE = new RegExp(`^(.*?)(?:第?[一二三四五六七八九十\\d]{1,2})?(?:${sureParts}|(?<!支)店)$`);
/** More characters are no office at a place. */
const maxPart = 60;
const regions = '東北|関東|北陸|東海|中部|近畿|関西|中国|四国|九州';
const REGION = new RegExp(`^(?:${regions})$`);
/**
 * Whether a text is a branch at a place that is certainly one, or a part without a place, or one of the other: 大阪支店,
 * 千葉県本部, 営業部, 大阪支店営業部. Not 組大阪支店 or 所支店, of which the beginning can be the end of the name before it.
 */
export function isPartAtKnownPlace(text: string): boolean {
  if (text.length > maxPart) return false;
  const stem = OF_OFFICE.exec(text)?.[1];
  if (stem === undefined) return false;
  if (stem === '') return isPlainPart(text);
  return isPlace(stem) || cityNames.has(stem) || REGION.test(stem) || isPartAtKnownPlace(stem);
}

/** 石材店 and 車輌工場 are words of names, 大阪店 and 大阪工場 are not. */
const ESTABLISHMENT_AT = /^(.+?)(?:(?<!支)店|工場|オフィス|本社)$/;

const shortPrefectures = prefectures.map(({ shortName }) => shortName).join('|');
/** A branch or department with nothing that can be a name, unless it can also be the end of one (`canEndName`). */
export const OFFICE_ALONE = new RegExp(
  `^(?:${prefectureNames}|${shortPrefectures}|${regions})?(?:第?[一二三四五六七八九十\\d]{1,2})?(?:${sureParts})$`,
);
const PLACE_BEHIND = new RegExp(`^(.{2,}?|[^東西南北新中])(?:${shortPrefectures}|${regions})$`);

/**
 * Whether the second half of a name can stand before the place of a branch: DESIGN大阪支店, 商事横浜支店. Not in 大阪支店 or
 * 大手町支店.
 */
export function canBeginInName(branch: string): boolean {
  // Boost Osaka Office, スフレ Tokyo Branch
  if (ENGLISH_BRANCH.test(branch)) return /\s\S+\s/.test(branch);
  const stem = LOCATED_PART.exec(branch)?.[1] ?? '';
  const beforePlace = PLACE_BEHIND.exec(stem)?.[1];
  if (beforePlace !== undefined) return !isPlace(beforePlace) || canBeInName(beforePlace);
  if (/^(?:[ァ-ヺー]{2,}(?=[^ァ-ヺー])|[a-z]{2,}(?=[^a-z]))/i.test(stem)) return true;
  return BUSINESS_IN_FRONT.test(stem);
}

/** What names of companies end in, with something behind. */
const BUSINESS_IN_FRONT = new RegExp(`^(?:${business}).{2}`);

/** Whether it is an address with the numbers of a street, so that 号室, 会館 or 荘 at its end belongs to the building. */
export const isStreetAddress = (text: string): boolean =>
  /\d(?:丁目|番|号|-\d)/.test(text) && ADDRESS.test(text) && !hasSurePartAtEnd(text);
