import { foldLoosely } from '../letters/loose-fold.ts';
import { buildAlternatives } from '../letters/word-patterns.ts';
import writings from './alike-words.json' with { type: 'json' };

/**
 * Words that are written in several ways, for the key `alike`: in each line first the writing used in the key, then the
 * others. General words only, no names; where a word is also part of others, only the longer writing is replaced
 * (信用金庫 becomes 信金, but 大信金属 stays). Letters that `loose` folds (kanji variants, kana) need no line.
 *
 * - `oneWord`: writings of one word by SudachiDict 20261015 (normalized forms of common nouns; Apache License 2.0), those that
 *   occur in names of companies, without words of which one writing is a different name (山本, 根本)
 * - `materials`: old spellings of materials, which are not in that dictionary
 * - `bodies`: short forms of bodies that nobody uses for anything else
 * - `english`: English words that companies write in Latin letters and in katakana
 * - `shortAtEnd`: see `stripNameEnd`
 */
const { oneWord, materials, bodies, english, shortAtEnd } = writings;

/**
 * What companies leave out at the end of their names, most of which only a licensed bank or insurer may have: 架空生命 is
 * 架空生命保険, 架空信託 架空信託銀行.
 */
const SHORT_AT_END = new Map(shortAtEnd.map(([short = '', full = '']) => [full, short]));
const LONG_AT_END = new RegExp(`(?<=.)(?:${buildAlternatives([...SHORT_AT_END.keys()])})$`);

/** A loose key without what companies leave out at the end of their names. */
export function stripNameEnd(loose: string): string {
  return loose.replace(LONG_AT_END, (full) => SHORT_AT_END.get(full) ?? full);
}

/**
 * Ways to write one foreign sound: ヴァ バ, ティ チ and ディ ジ inside words, トゥ ツ, ジェ ゼ, イヤ イア, and a long vowel after
 * an e sound written as イ (メイク, メーク). ファ and ハ, フィ and ヒ, シェ and セ are not listed: they make different words
 * equal (ファイン, ハイン; フィット, ヒット; マルシェ, まるせ).
 */
const SOUNDS: ReadonlyMap<string, string> = new Map(
  'ヴァ バ ヴィ ビ ヴェ ベ ヴォ ボ ヴュ ビュ ヴ ブ ティ チ ディ ジ テュ チュ デュ ジュ トゥ ツ ジェ ゼ イヤ イア'
    .split(' ')
    .flatMap((sound, at, all): [string, string][] => (at % 2 === 0 ? [[sound, all[at + 1] ?? '']] : [])),
);
const SOUND =
  /ヴ[ァィェォュ]?|(?<=[ァ-ヺー])[テデ][ィュ](?![ー-])|トゥ|ジェ|イヤ|(?<=[エケセテネヘメレゲゼデベペェ])[ー-]/g;

/** Two kana without which no sound is to be folded, except ヴ. */
export const soundPairs: readonly string[] = [
  ...['ティ', 'ディ', 'テュ', 'デュ', 'トゥ', 'ジェ', 'イヤ'],
  ...Array.from('エケセテネヘメレゲゼデベペェ', (kana) => `${kana}ー`),
];

/** A text in katakana with its sounds in one writing; other text is not changed. */
export function foldSounds(text: string): string {
  return text.replace(SOUND, (sound) => SOUNDS.get(sound) ?? 'イ');
}

const foldWord = (word: string): string => foldLoosely(foldSounds(word));

interface Word {
  readonly word: string;
  readonly standard: string;
}

/** The words by their first character, the longest first. A standard of one line may be a variant in a later one. */
function indexWords(): ReadonlyMap<number, readonly Word[]> {
  const standards = new Map<string, string>();
  for (const [first = '', ...rest] of [...oneWord, ...materials, ...bodies, ...english]) {
    const standard = foldWord(first);
    // ホールデイングス too: registers and banks write small kana large, and then a sound is not recognized.
    for (const other of rest.flatMap((word) => [foldWord(word), foldLoosely(word)]))
      if (other !== standard) standards.set(other, standard);
  }
  const index = new Map<number, Word[]>();
  for (const [word, standard] of [...standards].sort(([one], [other]) => other.length - one.length)) {
    const first = word.charCodeAt(0);
    const entry = { word, standard: standards.get(standard) ?? standard };
    index.set(first, [...(index.get(first) ?? []), entry]);
  }
  return index;
}

const WORDS = indexWords();
/** Faster than asking the map for every character of millions of names. */
const FIRST = new Uint8Array(0x10000);
for (const first of WORDS.keys()) FIRST[first] = 1;

function findWord(loose: string, at: number): Word | undefined {
  return WORDS.get(loose.charCodeAt(at))?.find((entry) => loose.startsWith(entry.word, at));
}

/** Whether a longer word begins inside this one and ends behind it: ミライフィナンシャルグループ has no ライフ. */
function isCutByLonger(loose: string, from: number, { word }: Word): boolean {
  for (let at = from + 1; at < from + word.length; at++) {
    const other = findWord(loose, at);
    if (other && other.word.length > word.length) return true;
  }
  return false;
}

/**
 * A loose key with its words in one writing. A word that is the whole name is a name and stays: 株式会社ネクスト and
 * 株式会社NEXT are different companies.
 */
export function normalizeWords(loose: string): string {
  let key = '';
  let done = 0;
  for (let at = 0; at < loose.length; at++) {
    const unit = loose.charCodeAt(at);
    if (FIRST[unit] === 0) continue;
    const found = findWord(loose, at);
    if (!found || found.word.length === loose.length || isCutByLonger(loose, at, found)) continue;
    key += loose.slice(done, at) + found.standard;
    done = at + found.word.length;
    at = done - 1;
  }
  if (done === 0) return loose;
  return key + loose.slice(done);
}

/** English words that are usually shortened in names of companies. */
const SHORTENED: Readonly<Record<string, string>> = {
  and: '&',
  assn: 'association',
  bros: 'brothers',
  grp: 'group',
  inds: 'industries',
  "int'l": 'international',
  intl: 'international',
  mfg: 'manufacturing',
  mgmt: 'management',
  natl: 'national',
  univ: 'university',
};
const SHORT_WORD = new RegExp(`(?<=[\\s,.])(?:${Object.keys(SHORTENED).join('|')})\\b\\.?(?=[\\s,.])`, 'g');
const ARTICLE = /^the\s+(?=\S)/;

/**
 * A folded name with its English words in full and without `The` in front: `murata mfg. co., ltd.` becomes
 * `murata manufacturing co., ltd.` A first or last word is part of no phrase and stays.
 */
export function expandWords(folded: string): string {
  return folded
    .replace(ARTICLE, '')
    .replace(SHORT_WORD, (word) => SHORTENED[word.replace(/\.$/, '')] ?? word);
}
