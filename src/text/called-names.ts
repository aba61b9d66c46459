import { cutCompounds } from './compound-words.ts';
import { JAPANESE_FORMS } from './legal-forms.ts';
import { looseFold } from './loose-fold.ts';
import { isLegalFormOnly, type NameKeys, nameKeys, readingKey } from './names.ts';
import { foldCase, normalizeText } from './normalize.ts';

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
/** No name that people shorten is longer. */
const maxWords = 8;

/** The keys to look for: none for a name with a legal form, which says enough. */
export function calledAs({
  core,
  loose,
  looseExact,
}: Pick<NameKeys, 'core' | 'loose' | 'looseExact'>): string[] {
  if (loose !== looseExact) return [];
  return longEnough([loose, readingKey(core)]);
}

/**
 * Everything that a company with these names may be called, as keys for `calledAs`. The text of each name has at most 1,000
 * characters, and only its first words count.
 */
export function calledKeys(names: readonly KnownName[]): string[] {
  return longEnough(
    names.flatMap(({ kind, name }) => {
      if (kind === 'kana') return [];
      const { core, loose } = nameKeys(name);
      const whole = [loose, readingKey(core)];
      // An earlier name is known as a whole. Its parts would be those of another time.
      if (kind === 'former' || kind === 'alias') return whole;
      return [...whole, ...(kind === 'english' ? partsOfEnglish(name, core) : partsOfJapanese(name, core))];
    }),
  );
}

/** The words at the end of a name that people leave out first. */
const GROUP_WORDS = /(?:フィナンシャルグループ|グループ|ホールディングス|ホールディング|hd){1,3}(?:本社)?$/u;

/** The keys of whole names, and of names before ホールディングス or グループ: the company is called so more likely than others. */
export function fullyCalledKeys(names: readonly KnownName[]): string[] {
  return longEnough(
    names.flatMap(({ kind, name }) => {
      if (kind === 'kana' || kind === 'former') return [];
      const { core, loose } = nameKeys(name);
      const before = looseFold(core.replace(/[・\s]/g, '').replace(GROUP_WORDS, ''));
      return [loose, before];
    }),
  );
}

function longEnough(keys: readonly (string | null)[]): string[] {
  const long = keys.flatMap((key) => (key !== null && [...key].length >= minLength ? [key] : []));
  return [...new Set(long)];
}

function partsOfJapanese(name: string, core: string): (string | null)[] {
  const text = withoutForm(name, core);
  const words = wordsOf(text);
  const inside = words.slice(1).filter((word) => !HAN_ONLY.test(word) && isWordOfName(word));
  return [
    ...[...beginnings(words, ''), ...inside].flatMap(bothKeys),
    ...shortKanji(text, words).map(looseFold),
  ];
}

/** 有限公司 and `Limited` are not part of a name, wherever they are in it. */
function isWordOfName(word: string): boolean {
  return word.length >= minWordInside && !isLegalFormOnly(word);
}

const HAN_ONLY = /^\p{sc=Han}+$/u;
const LEADING_HAN = /^\p{sc=Han}{3,}/u;
const LATIN_BORDER =
  /(?<=[\p{sc=Latin}\p{N}])(?=[^\p{sc=Latin}\p{N}])|(?<=[^\p{sc=Latin}\p{N}])(?=[\p{sc=Latin}\p{N}])/gu;
const BETWEEN_WORDS = /[\s\p{P}\p{S}]+/u;

/** The name as written, in words, without its legal form. */
function withoutForm(name: string, core: string): string {
  const text = foldCase(normalizeText(name));
  for (const [, form] of JAPANESE_FORMS) {
    if (text.startsWith(form)) return text.slice(form.length).trim();
    if (text.endsWith(form)) return text.slice(0, -form.length).trim();
  }
  return core.length < text.replaceAll(' ', '').length ? core : text;
}

function wordsOf(text: string): string[] {
  const words = cutCompounds(text).replaceAll(LATIN_BORDER, ' ').split(BETWEEN_WORDS);
  return words.filter((word) => word !== '' && word !== 'ー').slice(0, maxWords);
}

/** The first word, the first two, and so on; without the whole. */
function beginnings(words: readonly string[], between: string): string[] {
  return words.slice(1).map((_, at) => words.slice(0, at + 1).join(between));
}

/**
 * How a name in kanji is shortened: its first characters (三菱重工 of 三菱重工業), the first of each of two words (東電 of 東京電力),
 * or its first word with the first of each other (住友電工 of 住友電気工業).
 */
function shortKanji(text: string, words: readonly string[]): string[] {
  const [run] = LEADING_HAN.exec(text) ?? [];
  if (run === undefined) return [];
  const letters = [...run];
  const first = letters
    .slice(1, -1)
    .slice(0, maxWords)
    .map((_, at) => letters.slice(0, at + 2).join(''));
  const [one, other] = words;
  const ofWords = one && other && HAN_ONLY.test(other) ? [(one[0] ?? '') + (other[0] ?? '')] : [];
  const ofPairs = letters.length >= 4 ? [(letters[0] ?? '') + (letters[2] ?? '')] : [];
  const rest = words.slice(1).filter((word) => HAN_ONLY.test(word));
  const ofRest = one && rest.length > 1 ? [one + rest.map(([letter]) => letter).join('')] : [];
  return [...first, ...ofWords, ...ofPairs, ...ofRest];
}

const SMALL_WORDS = new Set(['and', 'of', 'the', 'for', 'in']);

function partsOfEnglish(name: string, core: string): (string | null)[] {
  const words = englishWords(name, core);
  const said = words.filter((word) => !SMALL_WORDS.has(word));
  const initials = said.map((word) => word[0] ?? '').join('');
  const inside = said.slice(1).filter(isWordOfName);
  return [
    ...[...beginnings(words, ' '), ...inside].flatMap(bothKeys),
    ...(initials.length >= minInitials ? [initials] : []),
  ];
}

/** The words of the name that are not its legal form: the fewest that have the same core. */
function englishWords(name: string, core: string): string[] {
  const all = foldCase(normalizeText(name))
    .split(BETWEEN_WORDS)
    .filter(Boolean)
    .slice(0, 2 * maxWords);
  for (let count = 1; count < all.length; count++) {
    const words = all.slice(0, count);
    if (looseFold(words.join('')) === looseFold(core)) return words.slice(0, maxWords);
  }
  return all.slice(0, maxWords);
}

/** By its letters, and by how it is read, so that ホンダ finds `Honda`. */
function bothKeys(words: string): (string | null)[] {
  return [looseFold(words), readingKey(words.replaceAll(' ', ''))];
}
