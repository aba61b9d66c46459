import { foldLoosely } from '../letters/loose-fold.ts';
import { foldCase, normalizeText } from '../letters/normalize.ts';
import { toAlikeKey } from './alike-key.ts';
import { BETWEEN_WORDS, GROUP_WORDS, maxWords, splitNameWords, splitWords, stripForm } from './name-words.ts';
import { isLegalFormOnly, type NameKeys, toNameKeys, toReadingKey } from './names.ts';
import { listShortForms } from './short-forms.ts';

/**
 * What people may call a well-known company (docs/decisions/0004-settling-names.md): the names it has, their beginnings,
 * and a word of them. 日産 and `Nissan` are 日産自動車, グリコ is 江崎グリコ, `IIJ` is Internet Initiative Japan.
 *
 * These keys only ever prevent that such a word settles on another company, and offer the well-known one. So they contain
 * words that nobody says, which harm nobody.
 */

export interface KnownName {
  readonly kind: string;
  readonly name: string;
}

/** A single character is not what a company is called. */
const minLength = 2;
/** Shorter words inside a name, and shorter initials, are too common. */
const minWordInside = 3;
const minInitials = 2;
/** The keys to look for: none for a name with a legal form, which says enough. */
export function listLookupKeys(keys: Pick<NameKeys, 'core' | 'loose' | 'looseExact' | 'alike'>): string[] {
  const { core, loose, looseExact, alike } = keys;
  if (loose !== looseExact) return [];
  return filterLong([loose, alike, toReadingKey(core)]);
}

/**
 * Everything that a company with these names may be called, as keys for `listLookupKeys`. The text of each name has at most 1,000
 * characters, and only its first words count.
 */
export function listCalledKeys(names: readonly KnownName[]): string[] {
  return [...new Set(Object.values(listCompanyCallings(names)).flat())];
}

/** What the names say each for itself, and what a name and its reading say together. */
export function listCompanyCallings(names: readonly KnownName[]): CompanyCallings {
  const callings = names.map(listCallings);
  const reading = toNameKeys(names.find(({ kind }) => kind === 'kana')?.name ?? '').core;
  const written = names.filter(({ kind }) => kind === 'legal' || kind === 'trade');
  const forms = written.flatMap(({ name }) => listShortForms(splitNameWords(name), reading));
  return {
    words: callings.flatMap(({ words }) => words),
    short: callings.flatMap(({ short }) => short),
    formed: filterLong([...forms, ...names.flatMap(listFormInitials)]),
    cut: callings.flatMap(({ cut }) => cut),
  };
}

/** Keys under which people may call a company by one of its names. */
export interface Callings {
  /** They end with a word, and mean the company more likely than a name that is cut off. */
  readonly words: readonly string[];
  /**
   * Initials, or made of parts of words: the company is called so less likely than one whose name has the word. Ten banks have the
   * initials SB, but S&B is in the name of one company.
   */
  readonly short: readonly string[];
  readonly cut: readonly string[];
}

export interface CompanyCallings extends Callings {
  /** Made of a name and its reading, or its legal form. */
  readonly formed: readonly string[];
}

export function listCallings({ kind, name }: KnownName): Callings {
  if (kind === 'domain') return { words: filterLong(listDomainParts(name)), short: [], cut: [] };
  const keys = toNameKeys(name);
  const { core, loose, alike } = keys;
  // People write readings in Latin letters, too.
  if (kind === 'kana') {
    const cuts = cutName(keys);
    return { words: [], short: [], cut: [...cuts, ...cuts.flatMap((cut) => listRomaji(cut))] };
  }
  const whole = [loose, alike, toReadingKey(core)];
  // An earlier name is known as a whole. Its parts would be those of another time.
  if (kind === 'former' || kind === 'alias') return { words: filterLong(whole), short: [], cut: [] };
  if (kind === 'english') {
    const parts = listEnglishParts(name, core);
    const initials = listEnglishInitials(name, core);
    return { words: filterLong([...whole, ...parts]), short: filterLong(initials), cut: [] };
  }
  const text = stripForm(name, core);
  const words = splitWords(text);
  return {
    words: filterLong([...whole, ...listJapaneseParts(text, words)]),
    short: filterLong(listShortWords(words).flatMap(listKeysOfWords)),
    cut: cutName(keys),
  };
}

/** Shorter ones are those of other words, because long vowels are folded. */
const minRomaji = 5;

function listRomaji(kana: string): string[] {
  const key = toReadingKey(kana) ?? '';
  return key.length < minRomaji ? [] : [key];
}

/** The names of a company, and its site, which often is what it calls itself: `tepco.co.jp`, `jpx.co.jp`. */
export function addSite(names: readonly KnownName[], domain: string | null): readonly KnownName[] {
  if (domain === null) return names;
  return [...names, { kind: 'domain', name: domain }];
}

/** Shorter beginnings are too common, unless they are kanji (`listShortKanji`). */
const minCut = 3;
const maxCut = 12;
const CUT_AFTER = /[^a-z0-9]$/;
const LONG_VOWEL = 'ー';

/**
 * A name cut off anywhere: 三菱マテ, クレハ, and of a reading ムラタ of ムラタセイサクショ. Not within Latin letters, which people
 * shorten to initials.
 */
function cutName({ core, loose, alike }: NameKeys): string[] {
  const listCuts = (key: string) => {
    const letters = [...key];
    const count = Math.max(0, Math.min(maxCut, letters.length - 1) - minCut + 1);
    return Array.from({ length: count }, (_, at) => letters.slice(0, minCut + at).join('')).filter((cut) =>
      CUT_AFTER.test(cut),
    );
  };
  // マクド of 日本マクドナルド.
  const said = core.startsWith(COUNTRY) ? listCuts(foldLoosely(core.slice(COUNTRY.length))) : [];
  // コーエー: as written it is long enough.
  const long = core.includes(LONG_VOWEL) ? listCuts(core).map(foldLoosely) : [];
  return filterLong([...listCuts(loose), ...(alike === loose ? [] : listCuts(alike)), ...said, ...long]);
}

const minLabel = 3;
const GROUP_IN_SITE = /-?(?:holdings?|hd|group|grp|corp|fg)$/;

/** The first label of a domain, what is before `-hd` or `group`, and before a hyphen (`ctc-g.co.jp`); also as it is read. */
function listDomainParts(domain: string): (string | null)[] {
  const [label = ''] = domain.split('.');
  // `jp.example` is a company's own top level.
  if (label.length < minLabel) return [];
  const before = label.replace(GROUP_IN_SITE, '');
  const [front = ''] = label.split('-');
  return [label, before, ...(front.length < minLabel ? [] : [front])].flatMap(listKeysOfWords);
}

/** The keys of whole names, and of names before ホールディングス or グループ: the company is called so more likely than others. */
export function listFullNameKeys(names: readonly KnownName[]): string[] {
  return filterLong(
    names.flatMap(({ kind, name }) => {
      if (kind === 'kana' || kind === 'former' || kind === 'domain') return [];
      const { core, loose, alike } = toNameKeys(name);
      const before = core.replace(/[・\s]/g, '').replace(GROUP_WORDS, '');
      return [loose, alike, foldLoosely(before), toReadingKey(before)];
    }),
  );
}

function filterLong(keys: readonly (string | null)[]): string[] {
  const long = keys.flatMap((key) => (key !== null && [...key].length >= minLength ? [key] : []));
  return [...new Set(long)];
}

function listJapaneseParts(text: string, words: readonly string[]): (string | null)[] {
  const [first = '', ...others] = words;
  const parts = [...listBeginnings(words, '')];
  parts.push(...others.filter((word) => !HAN_ONLY.test(word) && isWordOfName(word)));
  // 森精機 of DMG森精機: what stands behind the letters of a group.
  if (LATIN_ONLY.test(first) && isWordOfName(others.join(''))) parts.push(others.join(''));
  return [...parts.flatMap(listKeysOfWords), ...listShortKanji(text, words).map(foldLoosely)];
}

const LATIN_ONLY = /^[a-z0-9]+$/;

/** 有限公司 and `Limited` are not part of a name, wherever they are in it. */
function isWordOfName(word: string): boolean {
  return word.length >= minWordInside && !isLegalFormOnly(word);
}

const HAN_ONLY = /^\p{sc=Han}+$/u;
const LEADING_HAN = /^\p{sc=Han}{3,}/u;
/** The first word, the first two, and so on; without the whole. */
function listBeginnings(words: readonly string[], between: string): string[] {
  return words.slice(1).map((_, at) => words.slice(0, at + 1).join(between));
}

/**
 * How a name in kanji is shortened: its first characters (三菱重工 of 三菱重工業), the first of each of two words (東電 of 東京電力),
 * or its first word with the first of each other (住友電工 of 住友電気工業).
 */
function listShortKanji(text: string, words: readonly string[]): string[] {
  const [run] = LEADING_HAN.exec(text) ?? [];
  if (run === undefined) return [];
  const letters = [...run];
  const first = letters
    .slice(1, -1)
    .slice(0, maxWords)
    .map((_, at) => letters.slice(0, at + 2).join(''));
  const [one, other] = words;
  // 昭電, 昭電工 of 昭和電工.
  const ofWords =
    one && other && HAN_ONLY.test(other) ? [(one[0] ?? '') + (other[0] ?? ''), (one[0] ?? '') + other] : [];
  const ofPairs = letters.length >= 4 ? [(letters[0] ?? '') + (letters[2] ?? '')] : [];
  // 日鉄 of 日本製鉄, 神鋼 of 神戸製鋼所.
  const ofFourth = letters.length >= 4 ? [(letters[0] ?? '') + (letters[3] ?? '')] : [];
  // 日清粉 of 日清製粉, 住友鉱 of 住友金属鉱山: as newspapers write them.
  const ofThree = letters.slice(3, maxWords).map((letter) => letters.slice(0, 2).join('') + letter);
  // 豊田織機 of 豊田自動織機.
  const ofEnds = letters.length >= 6 ? [[...letters.slice(0, 2), ...letters.slice(-2)].join('')] : [];
  const rest = words.slice(1).filter((word) => HAN_ONLY.test(word));
  const initials = rest.map(([letter]) => letter).join('');
  // 野村総研 of 野村総合研究所.
  const ofRest = one && rest.length > 1 ? [one + initials, one + initials.slice(0, 2)] : [];
  return [...first, ...ofWords, ...ofPairs, ...ofFourth, ...ofThree, ...ofEnds, ...ofRest];
}

/** What is left out first of a name that begins with it: 板硝子 of 日本板硝子. */
const COUNTRY = '日本';
const KANA_ONLY = /^[\p{sc=Katakana}\p{sc=Hiragana}ー]+$/u;
/** Two sounds of each word: スクエニ. Three of a later word: 東エレク. */
const shortSounds = 2;
const longSounds = 3;

/**
 * How a name of several words is shortened: the first letter or two sounds of its first word with the whole of the next
 * (日ハム, 大ガス, クレセゾン) or its beginning (日テレ, 東エレク, スクエニ); and without 日本.
 */
function listShortWords([one = '', other = '', ...rest]: readonly string[]): string[] {
  if (one === '' || other === '' || GROUP_WORDS.test(other)) return [];
  const isKana = KANA_ONLY.test(one);
  const first = isKana ? one.slice(0, shortSounds) : one.charAt(0);
  const ends = KANA_ONLY.test(other)
    ? [other, other.slice(0, shortSounds), other.slice(0, longSounds)]
    : [other, other.charAt(0)];
  const [more = ''] = rest;
  // 住友鉱山 of 住友金属鉱山.
  const short = rest.slice(-1).map((last) => one + last);
  if (isKana || HAN_ONLY.test(one)) short.push(...ends.map((end) => first + end));
  if (one === COUNTRY) short.push(other, other + more);
  return short;
}

const SMALL_WORDS = new Set(['and', 'of', 'the', 'for', 'in']);
const COMPANY = /\b(?:co|company|corporation|corp)\b/i;
/** What is seldom added for the legal form: KEL of Kanematsu Electronics Ltd., TICO of Toyota Industries Corporation. */
const FORM_INITIALS: readonly (readonly [form: RegExp, end: string])[] = [
  [COMPANY, 'co'],
  [/\b(?:ltd|limited)\b/i, 'l'],
  [/\b(?:inc|incorporated)\b/i, 'i'],
];
const GROUP_WORDS_ENGLISH = new Set(['group', 'holdings', 'holding']);

function listEnglishParts(name: string, core: string): (string | null)[] {
  const words = splitEnglishWords(name, core);
  const inside = words.slice(1).filter((word) => !SMALL_WORDS.has(word) && isWordOfName(word));
  return [...listBeginnings(words, ' '), ...inside].flatMap(listKeysOfWords);
}

/** SoftBank has two words. */
const INSIDE_WORD = /(?<=\p{Ll})(?=\p{Lu})/gu;

/** OLC of Oriental Land Co., Ltd., SBG of SoftBank Group, and JP of Japan Post Holdings, because it is JPHD or JP. */
function listEnglishInitials(name: string, core: string): string[] {
  const written = [name, name.replace(INSIDE_WORD, ' ')];
  return [...new Set(written)].flatMap((each) => {
    const words = splitEnglishWords(each, core).filter((word) => !SMALL_WORDS.has(word));
    const withoutGroup = words.filter((word) => !GROUP_WORDS_ENGLISH.has(word));
    const all = [words, withoutGroup].map((some) => some.map((word) => word.charAt(0)).join(''));
    // SSHD of Sega Sammy Holdings.
    if (words.at(-1)?.startsWith('holding')) all.push(`${all[0]}d`);
    if (COMPANY.test(name)) all.push(`${all[0]}c`);
    return all.filter(({ length }) => length >= minInitials);
  });
}

function listFormInitials({ kind, name }: KnownName): string[] {
  if (kind !== 'english') return [];
  const words = splitEnglishWords(name, toNameKeys(name).core).filter((word) => !SMALL_WORDS.has(word));
  const initials = words.map((word) => word.charAt(0)).join('');
  if (initials.length < minInitials) return [];
  return FORM_INITIALS.flatMap(([form, end]) => (form.test(name) ? [initials + end] : []));
}

/** The words of the name that are not its legal form: the fewest that have the same core. */
function splitEnglishWords(name: string, core: string): string[] {
  const all = foldCase(normalizeText(name))
    .split(BETWEEN_WORDS)
    .filter(Boolean)
    .slice(0, 2 * maxWords);
  for (let count = 1; count < all.length; count++) {
    const words = all.slice(0, count);
    if (foldLoosely(words.join('')) === foldLoosely(core)) return words.slice(0, maxWords);
  }
  return all.slice(0, maxWords);
}

/** By its letters and in one writing of its words, and by how it is read, so that ホンダ finds `Honda`. */
function listKeysOfWords(words: string): (string | null)[] {
  const core = words.replaceAll(' ', '');
  const loose = foldLoosely(words);
  return [loose, toAlikeKey(core, loose), toReadingKey(core)];
}
