import { normalizeText } from '../letters/normalize.ts';
import businessWords from './business-words.json' with { type: 'json' };
import { katakanaWords } from './katakana-words.ts';
import { JAPANESE_FORMS } from './legal-forms.ts';

/**
 * Words inside compounds. The dictionary of the Japanese analysis has many company names as one word (トヨタ自動車,
 * みずほ銀行) and splits others in the wrong place (東建設 into 東建 and 設; 商会合同会社 at 会合). Here, compounds are split where
 * the script changes and around words for a line of business. The split text is indexed in addition to the text as
 * written, so it adds words and removes none.
 */

/** Words that contain others only by spelling, not by meaning (発電機 is 発電 and 機), and a place name (日本橋). */
const CLOSED_WORDS = new Set(['発電機', '発電業', '工事業', '商会館', '大学院', '日本橋', '日本語']);

/**
 * Words for a line of business. The longest word wins: 発電機 and 日本語 are listed so that 電機 and 日本 are not found in them. A
 * word that often appears across the border of two others (都市 in 京都市) is left out. Legal forms are words too, because they are
 * joined to the name: 商会合同会社 does not contain the word 会合.
 */
const WORDS = new Set([...businessWords, ...JAPANESE_FORMS.map(([, canonical]) => canonical)]);
const MAX_WORD_LENGTH = Math.max(...[...WORDS].map((word) => word.length));

const HAN = /\p{sc=Han}{3,}/gu;
const KATAKANA = /[\p{sc=Katakana}ー]{5,}/gu;
const KATAKANA_WORDS = new Set(katakanaWords);
const MAX_KATAKANA_LENGTH = Math.max(...katakanaWords.map((word) => word.length));
/** No word begins with these characters. */
const NO_BEGINNING = /^[ァィゥェォャュョヮッンー]/;
/**
 * A border between Japanese scripts; the analysis itself splits around Latin letters and digits. Hiragana after kanji may
 * be the ending of a word (取り) and is not a border; a single katakana between kanji joins them (関ヶ原, 山ノ内).
 */
const BORDER =
  /(?<=[\p{sc=Katakana}ー]{2})(?=[\p{sc=Han}\p{sc=Hiragana}])|(?<=[\p{sc=Han}\p{sc=Hiragana}])(?=\p{sc=Katakana}[\p{sc=Katakana}ー])|(?<=\p{sc=Hiragana})(?=\p{sc=Han})/gu;
/** The dictionary has コカ・コーラ as one word. */
const DOT = /(?<=[\p{sc=Katakana}ー])・(?=\p{sc=Katakana})/gu;
const COMPOUND = /[\p{sc=Han}\p{sc=Katakana}ー・]{2,}/gu;

/** The name with its compounds split by spaces; the same text if there is nothing to split. Used for queries. Pure, never throws. */
export function cutCompounds(name: string): string {
  const normal = normalizeText(name);
  const cut = normal
    .replace(DOT, ' ')
    .replace(BORDER, ' ')
    .replace(HAN, cutKanji)
    .replace(KATAKANA, cutKatakana);
  if (cut === normal) return name;
  return cut;
}

/**
 * Texts to index in addition to the name: the split name, and words inside its parts (重工 and 工業 in 重工業). May be
 * empty.
 */
export function listInnerWords(name: string): string[] {
  const cut = cutCompounds(name);
  const nested = [...new Set(cut.match(HAN)?.flatMap((word) => nestedWords.get(word) ?? []))];
  return [...(cut === name ? [] : [cut]), ...(nested.length > 0 ? [nested.join(' ')] : [])];
}

/** For each listed word, the listed words at its beginning, then those at its end. */
const nestedWords: ReadonlyMap<string, readonly string[]> = new Map(
  [...WORDS]
    .filter((word) => !CLOSED_WORDS.has(word))
    .map((word) => {
      const shorter = [...WORDS].filter(({ length }) => length < word.length);
      const ends = [
        ...shorter.filter((inner) => word.startsWith(inner)),
        ...shorter.filter((inner) => word.endsWith(inner)),
      ];
      return [word, [...new Set(ends)]];
    }),
);

/** The compounds of a text, split, each once; those that are a single word are left out. Hiragana ends a compound here. */
export function cutCompoundsIn(text: string): string[] {
  const normal = normalizeText(text);
  const cut = new Set<string>();
  for (const { 0: compound, index } of normal.matchAll(COMPOUND)) {
    for (const words of listInnerWords(compound)) cut.add(words);
    // After hiragana, a word may be the end of a name: みずほ銀行.
    if (WORDS.has(compound) && isHiragana(normal[index - 1])) cut.add(compound);
  }
  return [...cut];
}

function isHiragana(letter: string | undefined): boolean {
  return letter !== undefined && /\p{sc=Hiragana}/u.test(letter);
}

/** From the end, longest word first, because qualifiers come first in Japanese compounds (新 + 日本 + 製鉄). */
function cutKanji(run: string): string {
  const parts: string[] = [];
  let end = run.length;
  let at = run.length;
  while (at >= 2) {
    const word = measureEndingWord(run, at);
    if (word === 0) {
      at--;
      continue;
    }
    if (at < end) parts.push(run.slice(at, end));
    parts.push(run.slice(at - word, at));
    at -= word;
    end = at;
  }
  if (end > 0) parts.push(run.slice(0, end));
  return parts.reverse().join(' ');
}

/** Length of the longest word that ends there; 0 if none does. */
function measureEndingWord(run: string, end: number): number {
  for (let length = Math.min(MAX_WORD_LENGTH, end); length >= 2; length--) {
    if (WORDS.has(run.slice(end - length, end))) return length;
  }
  return 0;
}

/** Words from the end, longest first, then one from the beginning of the rest. */
function cutKatakana(run: string): string {
  const parts: string[] = [];
  let rest = run;
  for (let at = findKatakanaBorder(rest); at > 0; at = findKatakanaBorder(rest)) {
    parts.unshift(rest.slice(at));
    rest = rest.slice(0, at);
  }
  const first = KATAKANA_WORDS.has(rest) ? 0 : measureFirstWord(rest);
  return [...(first > 0 ? [rest.slice(0, first), rest.slice(first)] : [rest]), ...parts].join(' ');
}

/** Start of the longest listed word that ends the run and leaves room for a word before it; 0 if none does. */
function findKatakanaBorder(run: string): number {
  if (KATAKANA_WORDS.has(run)) return 0;
  for (let at = Math.max(2, run.length - MAX_KATAKANA_LENGTH); at <= run.length - 3; at++) {
    if (KATAKANA_WORDS.has(run.slice(at))) return at;
  }
  return 0;
}

/** A beginning is split off only if it is long and the rest can be a word. */
function measureFirstWord(run: string): number {
  for (let length = Math.min(MAX_KATAKANA_LENGTH, run.length - 3); length >= 4; length--) {
    if (KATAKANA_WORDS.has(run.slice(0, length)) && !NO_BEGINNING.test(run.slice(length))) return length;
  }
  return 0;
}
