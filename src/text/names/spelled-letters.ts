import { katakanaWords } from './katakana-words.ts';

/**
 * Latin letters spelled in katakana, as the register had to write them until 2002: エヌ・ティ・ティ is NTT. Registers and
 * banks also write small kana large (エヌ・テイ・テイ) and long vowels as hyphens.
 */
const LETTER_NAMES = `
a エー エイ エィ|b ビー ビイ|c シー シイ|d ディー ディ デイ デー|e イー|f エフ|g ジー ジイ|h エイチ エッチ エツチ|i アイ|
j ジェイ ジェー ジエイ ジエー|k ケイ ケー|l エル|m エム|n エヌ|o オー|p ピー ピイ|q キュー キユー|r アール|s エス|
t ティー ティ テイ テー|u ユー ユウ|v ヴィ ヴイ ヴィー ブイ|w ダブリュー ダブリュ ダブリユー ダブリユ ダブルユー ダブルユ ダブルュー|
x エックス エツクス|y ワイ|z ゼット ゼツト`;

/** Digits are spelled too, but only beside letters: エイチ・ツー・オー is H2O, スリーエム 3M. */
const DIGIT_NAMES = '1 ワン|2 ツー|3 スリー|4 フォー|7 セブン';

interface LetterName {
  readonly name: string;
  readonly letter: string;
}

const LETTERS: readonly LetterName[] = `${LETTER_NAMES}|${DIGIT_NAMES}`
  .replaceAll('\n', '')
  .split('|')
  .flatMap((row) => {
    const [letter = '', ...names] = row.split(' ');
    return names.map((name) => ({ name, letter }));
  })
  .sort((one, other) => other.name.length - one.name.length);
/** By the first kana; the longest name first. */
const BY_FIRST = new Map<string, LetterName[]>();
for (const entry of LETTERS) {
  const first = entry.name.charAt(0);
  BY_FIRST.set(first, [...(BY_FIRST.get(first) ?? []), entry]);
}

/** The first two kana of each letter name. */
export const letterBeginnings: readonly string[] = LETTERS.map(({ name }) => name.slice(0, 2));

/** Letters at the front of a text of katakana, and where each ends. */
interface Spelled {
  readonly letters: string;
  readonly ends: readonly number[];
}

function parseSpelled(kana: string): Spelled {
  let letters = '';
  const ends: number[] = [];
  for (let at = 0; at < kana.length; ends.push(at)) {
    const from = at;
    const found = BY_FIRST.get(kana.charAt(at))?.find((entry) => kana.startsWith(entry.name, from));
    if (!found) break;
    letters += found.letter;
    at += found.name.length;
  }
  return { letters, ends };
}

const LETTER = /[a-z]/;

/** The letters and digits that a whole text of katakana spells, or null. */
function findLetters(kana: string): string | null {
  const { letters, ends } = parseSpelled(kana);
  if (ends.at(-1) === kana.length) return letters;
  return null;
}

const COMMON_WORDS = new Set(katakanaWords);
const LONGEST_WORD = Math.max(...katakanaWords.map((word) => word.length));
/** So many kana of letter names begin no ordinary word (アイビー has four). */
const SURE_IN_FRONT = 6;

/**
 * A text without dots that begins with letters before another word: エヌティティデータ. At least two letters; fewer than six
 * kana only before a common word (エムケーサービス).
 * @param least one letter is enough beside other letters: the ティ of エヌ・ティ・ティデータ
 */
function replaceLettersInFront(kana: string, least = 2): string {
  const { letters, ends } = parseSpelled(kana);
  const at = ends.findLastIndex((end) => {
    if (kana.charAt(end) === 'ー') return false;
    const isSure = least === 2 && end >= SURE_IN_FRONT && end <= kana.length - 2;
    return isSure || (kana.length - end <= LONGEST_WORD && COMMON_WORDS.has(kana.slice(end)));
  });
  const front = letters.slice(0, at + 1);
  if (front.length >= least && LETTER.test(front)) return front + kana.slice(ends[at]);
  return kana;
}

const AND = 'アンド';

/** エスアンドエス and エムアンドエムサービス: letters on both sides of アンド, which `&` stands for. */
function findLettersBesideAnd(kana: string): string | null {
  const pieces = kana.split(AND);
  const last = pieces.pop() ?? '';
  const before = pieces.map((piece) => findLetters(piece) ?? '');
  if (!before.every((letters) => LETTER.test(letters)) || before.length === 0) return null;
  const end = findLetters(last) ?? replaceLettersInFront(last, 1);
  if (end === last) return null;
  return [...before, end].join('');
}

/** Katakana with its dots and long-vowel marks; `&` may stand between letters, as アンド may. */
const KATAKANA = /[ァ-ヺ][ァ-ヺー・&-]+/g;
const LONG_AS_HYPHEN = /(?<=[ァ-ヺ])-/g;
const BETWEEN = /[・&]+(?:アンド[・&]+)?/;

function replaceSpelled(run: string): string {
  const written = run.replace(LONG_AS_HYPHEN, 'ー');
  const pieces = written.split(BETWEEN);
  const [only = ''] = pieces;
  if (pieces.length === 1) {
    const letters = findLetters(only);
    if (letters === null) return findLettersBesideAnd(only) ?? replaceLettersInFront(only);
    if (letters.length >= 2 && LETTER.test(letters)) return letters;
    return only;
  }
  const spelled = pieces.map(findLetters);
  // A letter name alone may be a word: アイ, エス.
  return pieces
    .map((piece, at) => {
      const letters = spelled[at] ?? '';
      const beside = [spelled[at - 1] ?? '', spelled[at + 1] ?? ''].join('');
      if (letters !== '') {
        if (beside + letters.slice(1) !== '' && LETTER.test(letters + beside)) return letters;
        return piece;
      }
      if (spelled[at - 1]) return replaceLettersInFront(piece, 1);
      return piece;
    })
    .join('');
}

/**
 * A name with its spelled letters as letters: エヌ・ティ・ティ・データ becomes nttデータ, アール・アンド・ディー rd. Only whole
 * words between dots, ends and other scripts count, with at least two letters together, so アイシン and エステート stay.
 * @param core a name's key without its legal form
 */
export function replaceSpelledLetters(core: string): string {
  return core.replace(KATAKANA, replaceSpelled);
}
