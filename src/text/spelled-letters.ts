/**
 * Latin letters spelled in katakana, as the register had to write them until 2002: エヌ・ティ・ティ is NTT. Registers and
 * banks also write small kana large (エヌ・テイ・テイ) and long vowels as hyphens.
 */
const LETTER_NAMES = `
a エー エイ エィ|b ビー ビイ|c シー シイ|d ディー ディ デイ デー|e イー|f エフ|g ジー ジイ|h エイチ エッチ エツチ|i アイ|
j ジェイ ジェー ジエイ ジエー|k ケイ ケー|l エル|m エム|n エヌ|o オー|p ピー ピイ|q キュー キユー|r アール|s エス|
t ティー ティ テイ テー|u ユー ユウ|v ヴィ ヴイ ヴィー ブイ|w ダブリュー ダブリュ ダブリユー ダブリユ ダブルユー ダブルユ ダブルュー|
x エックス エツクス|y ワイ|z ゼット ゼツト`;

const LETTERS: readonly (readonly [string, string])[] = LETTER_NAMES.replaceAll('\n', '')
  .split('|')
  .flatMap((row) => {
    const [letter = '', ...names] = row.split(' ');
    return names.map((name) => [name, letter] as const);
  })
  .sort(([one], [other]) => other.length - one.length);
/** By the first kana; the longest name first. */
const BY_FIRST = new Map<string, (readonly [string, string])[]>();
for (const entry of LETTERS) {
  const first = entry[0].charAt(0);
  BY_FIRST.set(first, [...(BY_FIRST.get(first) ?? []), entry]);
}

/** The first two kana of each letter name. */
export const letterBeginnings: readonly string[] = LETTERS.map(([name]) => name.slice(0, 2));

/** Letters at the front of a text of katakana, and where each ends. */
interface Spelled {
  readonly letters: string;
  readonly ends: readonly number[];
}

function spelledIn(kana: string): Spelled {
  let letters = '';
  const ends: number[] = [];
  for (let at = 0; at < kana.length; ends.push(at)) {
    const from = at;
    const found = BY_FIRST.get(kana.charAt(at))?.find(([name]) => kana.startsWith(name, from));
    if (!found) break;
    letters += found[1];
    at += found[0].length;
  }
  return { letters, ends };
}

/** The letters that a whole text of katakana spells, or null. */
function lettersOf(kana: string): string | null {
  const { letters, ends } = spelledIn(kana);
  return ends.at(-1) === kana.length ? letters : null;
}

/** Fewer kana in front of a word may begin an ordinary word (アイビー). */
const MIN_IN_FRONT = 6;

/** A text without dots that begins with letters before another word of at least two kana: エヌティティデータ. */
function lettersInFront(kana: string): string {
  const { letters, ends } = spelledIn(kana);
  const count = ends.findLastIndex((end) => end <= kana.length - 2 && kana.charAt(end) !== 'ー') + 1;
  const end = ends[count - 1] ?? 0;
  return count >= 2 && end >= MIN_IN_FRONT ? letters.slice(0, count) + kana.slice(end) : kana;
}

/** Katakana with its dots and long-vowel marks; `&` may stand between letters, as アンド may. */
const KATAKANA = /[ァ-ヺ][ァ-ヺー・&-]+/g;
const LONG_AS_HYPHEN = /(?<=[ァ-ヺ])-/g;
const BETWEEN = /[・&]+(?:アンド[・&]+)?/;

function unspelled(run: string): string {
  const written = run.replace(LONG_AS_HYPHEN, 'ー');
  const pieces = written.split(BETWEEN);
  const [only = ''] = pieces;
  if (pieces.length === 1) {
    const letters = lettersOf(only);
    return letters !== null && letters.length >= 2 ? letters : lettersInFront(only);
  }
  const spelled = pieces.map(lettersOf);
  // A letter name alone may be a word: アイ, エス.
  const beside = (at: number) => Boolean(spelled[at - 1]) || Boolean(spelled[at + 1]);
  return pieces
    .map((piece, at) => {
      const letters = spelled[at] ?? '';
      return letters.length >= 2 || (letters !== '' && beside(at)) ? letters : piece;
    })
    .join('');
}

/**
 * A name with its spelled letters as letters: エヌ・ティ・ティ・データ becomes nttデータ, アール・アンド・ディー rd. Only whole
 * words between dots, ends and other scripts count, with at least two letters together, so アイシン and エステート stay.
 * @param core a name's key without its legal form
 */
export function unspellLetters(core: string): string {
  return core.replace(KATAKANA, unspelled);
}
