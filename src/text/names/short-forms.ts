import { foldKanjiVariants } from '../letters/kanji-variants.ts';
import { foldLoosely } from '../letters/loose-fold.ts';
import { toRomajiKey } from '../letters/romaji.ts';
import commonWords from './common-words.json' with { type: 'json' };

/**
 * How a name is shortened by its reading or its translation: initials of its words (MHBK, KCKK), words with initials of the others
 * (みずほ証, キヤノンMJ, MV中部), and the beginning of the reading with that of the last word (ひろぎん). All by rule, from the words
 * of the name and the reading of the company; docs/rules.md has the rules.
 */

/** Common words of names: their readings, and the initials of their translations. */
const COMMON: ReadonlyMap<string, readonly [readings: readonly string[], initials: readonly string[]]> =
  new Map(
    Object.entries(commonWords).map(([word, [reading = '', initials = '']]) => [
      word,
      [reading.split(' '), initials.split(' ').filter(Boolean)],
    ]),
  );
const maxCommon = Math.max(...[...COMMON.keys()].map(({ length }) => length));

/** The first letters of foreign words that Japanese writes with a sound. Where none is listed, it is the first letter in romaji. */
const FOREIGN: Readonly<Record<string, string>> = Object.fromEntries(
  'アau イiey ウuw エeax オoa カck キkcq クckq ケkc コck サsct シsc スs セsc ソs ジjgz ザzt チct テt ノnk バbv ビbv フfh ベbv ボbv ホhw ユuye ラlrw リlr ルlr レlr ロlr ワwo'
    .split(' ')
    .map((each) => [each.charAt(0), each.slice(1)]),
);

const maxWords = 8;
/** Combinations of letters for one name. */
const maxInitials = 24;
const HAN = /^[\p{sc=Han}ノヶ]+$/u;
const KANA = /^[\p{sc=Katakana}\p{sc=Hiragana}ー]+$/u;
const LATIN = /^[a-z0-9]+$/;

/** A word, and how it can begin when it is shortened to a letter. */
interface Word {
  readonly text: string;
  readonly letters: readonly string[];
  /** Where it begins in the reading of the name; -1 if that is not known. */
  readonly begins: number;
  /** Its readings, if it is a common word or in kana. */
  readonly readings: readonly string[];
}

/**
 * @param words of a name, without its legal form
 * @param reading of the whole name without its form, in katakana; empty if unknown
 */
export function listShortForms(words: readonly string[], reading: string): string[] {
  const { before, groups } = splitGroup(words);
  const parts = readWords(before.map(foldKanjiVariants).flatMap(cutCommonWords).slice(0, maxWords), reading);
  const base = [...listMixed(parts), ...listParts(parts)];
  const initials = [...listInitials(parts), ...listSyllableInitials(parts, reading)];
  const whole = joinWords(parts);
  const short = [...base, ...initials.filter(({ length }) => length >= minInitials)];
  const ofGroup = groups.flatMap((group) =>
    [...base, ...initials, ...(parts.length > 0 ? [whole, parts[0]?.text ?? ''] : [])].map(
      (each) => each + group,
    ),
  );
  const all = [...short, ...ofGroup, ...listSounds(parts, reading), ...listSpoken(parts, reading)].map(
    foldLoosely,
  );
  return [...new Set(all)].slice(0, maxForms);
}

/** Forms of one name. */
const maxForms = 400;

/** What names of groups end in, and how that is shortened. */
const GROUP_ENDS: readonly (readonly [end: RegExp, short: readonly string[]])[] = [
  [/フィナンシャルグループ$/u, ['fg']],
  [/フィナンシャルホールディングス$/u, ['fh', 'fhd']],
  [/グループホールディングス$/u, ['ghd', 'hd', 'gh']],
  [/ホールディングス?$/u, ['hd', 'h']],
  [/holdings?$/u, ['hd', 'h']],
  [/グループ(?:本社)?$/u, ['g']],
];

function splitGroup(words: readonly string[]) {
  const name = words.join(' ');
  const joined = words.join('');
  for (const [end, groups] of GROUP_ENDS) {
    const length = end.exec(joined)?.[0].length ?? 0;
    if (length === 0 || length === joined.length) continue;
    let [rest, count] = [length, name.length];
    while (rest > 0) {
      count -= 1;
      if (name[count] !== ' ') rest -= 1;
    }
    return { before: name.slice(0, count).trim().split(' '), groups };
  }
  return { before: words, groups: [] };
}

/** 三井住友信託銀行 as words, of which the common ones are known. */
function cutCommonWords(word: string): string[] {
  if (!HAN.test(word)) return [word];
  const found: string[] = [];
  let rest = '';
  for (let at = 0; at < word.length; ) {
    const common = findCommonWord(word, at);
    if (common === null) {
      rest += word.charAt(at);
      at += 1;
      continue;
    }
    found.push(...cutPairs(rest));
    rest = '';
    found.push(common);
    at += common.length;
  }
  found.push(...cutPairs(rest));
  return found;
}

/** Most words are of two kanji: 横浜丸魚. */
function cutPairs(run: string): string[] {
  if (run === '') return [];
  if (run.length < 4 || run.length > 5) return [run];
  return [run.slice(0, 2), run.slice(2)];
}

function findCommonWord(text: string, at: number): string | null {
  for (let length = Math.min(maxCommon, text.length - at); length > 1; length--) {
    const word = text.slice(at, at + length);
    if (COMMON.has(word)) return word;
  }
  return null;
}

/** The letters of each word: those of its reading where that begins, of its translation, or of the foreign word. */
function readWords(words: readonly string[], reading: string): Word[] {
  // Where the word begins in the reading; -1 where that is not known.
  let at = reading === '' ? -1 : 0;
  let begun = 0;
  return words.map((text, place) => {
    const letters: string[] = [];
    const [readings = [], initials = []] = COMMON.get(text) ?? [];
    const own = KANA.test(text) ? [toKatakana(text)] : readings;
    const sound = (at >= 0 ? reading.charAt(at) : '') || (own[0]?.charAt(0) ?? '');
    if (LATIN.test(text)) letters.push(text.charAt(0), ...(text.length <= 4 ? [text] : []));
    else if (KANA.test(text)) letters.push(...(FOREIGN[own[0]?.charAt(0) ?? ''] ?? ''));
    const romaji = LATIN.test(text) ? '' : toRomajiKey(sound + (own[0]?.slice(1, 2) ?? '')).charAt(0);
    letters.push(...initials, ...(romaji === '' ? [] : [romaji]));
    // Behind a word whose end is not known.
    if (at < 0 && own.length > 0) at = findReading(reading, begun, own);
    const begins = at;
    if (at >= 0) begun = at + 1;
    at = findEnd(reading, at, own, words[place + 1]);
    return { text, letters: [...new Set(letters)], begins, readings: own };
  });
}

/** A letter for the sound that a kana and a small one behind it make. */
const SOUND = /[^ァィゥェォャュョヮ][ァィゥェォャュョヮ]?/g;
const splitSounds = (kana: string): readonly string[] => kana.match(SOUND) ?? [];

/** How the first words are read, up to the one at a place; empty if that is not known. */
function readUntil(words: readonly Word[], place: number, reading: string): string {
  return reading.slice(0, Math.max(0, words[place]?.begins ?? 0));
}

/** Where a word ends in the reading of the name: behind its own reading, or where that of the next word begins. */
function findEnd(reading: string, at: number, own: readonly string[], next = ''): number {
  if (at < 0) return -1;
  const spoken = own.find((each) => reading.startsWith(each, at));
  if (spoken !== undefined) return at + spoken.length;
  const following = KANA.test(next) ? [toKatakana(next)] : (COMMON.get(next)?.[0] ?? []);
  return findReading(reading, at + 1, following);
}

/** Where one of the readings first begins from a place on; -1 if nowhere. */
function findReading(reading: string, from: number, readings: readonly string[]): number {
  const found = readings.map((each) => reading.indexOf(each, from)).filter((at) => at > 0);
  return found.length === 0 ? -1 : Math.min(...found);
}

function toKatakana(kana: string): string {
  return kana.replace(/[ぁ-ゖ]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0x60));
}

/** All ways to take one of the letters of each word, up to a limit; none if a word has no letter. */
function combineLetters(words: readonly Word[]): string[] {
  let combined = [''];
  for (const { letters } of words)
    combined = combined.flatMap((start) => letters.map((letter) => start + letter)).slice(0, maxInitials);
  return combined;
}

/** Two letters say too little. */
const minInitials = 3;

/** Initials of all words, and without the last; also with those of 株式会社 (KK) and Co. behind. */
function listInitials(words: readonly Word[]): string[] {
  const all = combineLetters(words);
  const some = words.length > 2 ? combineLetters(words.slice(0, -1)) : [];
  return [
    ...all,
    ...all.flatMap((initials) => [`${initials}k`, `${initials}kk`, `${initials}c`]),
    ...some,
  ].filter(({ length }) => length >= 2 && length <= 6);
}

const longestSkeleton = 4;
const WITHOUT_LETTER = /^[ンッー]/;

/** MHBK of みずほ銀行, YMFG of 山口フィナンシャルグループ, FTB of フタバ産業: two or all letters of the sounds of the first word. */
function listSyllableInitials(words: readonly Word[], reading: string): string[] {
  const whole = words[0]?.readings[0] ?? readUntil(words, 1, reading);
  const letters = splitSounds(whole || reading)
    .filter((sound) => !WITHOUT_LETTER.test(sound))
    .map((sound) => toRomajiKey(sound).charAt(0));
  const [one = '', other = ''] = letters;
  if (other === '') return [];
  const all = whole !== '' && letters.length <= longestSkeleton ? letters.join('') : '';
  const last = whole === '' ? other : letters.at(-1);
  const starts = [...new Set([one + other, one + last, all])].filter(Boolean);
  return combineLetters(words.slice(1))
    .flatMap((rest) => starts.map((start) => start + rest))
    .concat(all || []);
}

/** サトウ製薬, ちば興銀: the first words as they are read, with the others, without the last, or with their first characters. */
function listSpoken(words: readonly Word[], reading: string): string[] {
  return words.slice(1).flatMap((_, at) => {
    const start = readUntil(words, at + 1, reading);
    if (start === '') return [];
    const behind = words.slice(at + 1);
    const ends = [joinWords(behind)];
    if (behind.length > 1) ends.push(joinWords(behind.slice(0, -1)), joinFirst(behind));
    // キョーリン, キョウリン: `loose` only folds the long vowel of the first.
    const starts = [start, start.replaceAll(LONG_O, '')];
    return ends.flatMap((end) => starts.map((each) => each + end));
  });
}

const LONG_O = /(?<=[オコソトノホモヨロゴゾドボポョ])ウ/g;

/** Parts of more words are too many. */
const maxPartWords = 4;
const maxParts = 200;

/**
 * Each word left out, whole, or by its first characters: 政投銀 and 日本政投銀 of 日本政策投資銀行, 化工機 of 三菱化工機, ヴィレヴァン. The
 * first word of two kanji also by its second: 浜丸魚 of 横浜丸魚.
 */
function listParts(words: readonly Word[]): string[] {
  if (words.length < 2 || words.length > maxPartWords) return [];
  let combined: Combined[] = [{ text: '', pieces: 0, says: false }];
  for (const [place, { text }] of words.entries()) {
    const pieces = listPieces(text, place === 0);
    combined = combined
      .flatMap((start) => [start, ...pieces.map((piece) => addPiece(start, piece, text))])
      .slice(0, maxParts);
  }
  const whole = joinWords(words);
  return combined.flatMap(({ text, says }) => (says && text.length > 1 && text !== whole ? [text] : []));
}

interface Combined {
  readonly text: string;
  readonly pieces: number;
  /** Whether it is more than common words (自動車) and more than the beginning of one word. */
  readonly says: boolean;
}

function addPiece({ text, pieces, says }: Combined, piece: string, word: string): Combined {
  const isWhole = piece === word;
  return {
    text: text + piece,
    pieces: pieces + 1,
    says: says || (isWhole ? !COMMON.has(word) : pieces > 0),
  };
}

function listPieces(text: string, isFirst: boolean): string[] {
  if (LATIN.test(text)) return [text];
  if (KANA.test(text)) return [...new Set([text.slice(0, 2), text.slice(0, 3), text])];
  const pieces = [text.charAt(0), text];
  if (isFirst && text.length > 1 && text.length < 4) pieces.push(text.slice(-1));
  if (isFirst && text.length > 2) pieces.push(text.slice(0, 2));
  // The product says more: 東罐 of 東洋製罐, 甜菜糖.
  if (VERB_IN_FRONT.test(text)) pieces.push(text.slice(1));
  return [...new Set(pieces)];
}

const VERB_IN_FRONT = /^[製発].$/u;

/** The first words with initials or first characters of the others, and initials of the first words with the others. */
function listMixed(words: readonly Word[]): string[] {
  return words.slice(1).flatMap((_, place) => {
    const [before, behind] = [words.slice(0, place + 1), words.slice(place + 1)];
    const start = joinWords(before);
    const end = joinWords(behind);
    const ends = combineLetters(behind.slice(0, 3)).slice(0, 8);
    return [
      ...(LATIN.test(start) ? [] : ends.map((letters) => start + letters)),
      start + joinFirst(behind),
      ...(LATIN.test(end)
        ? []
        : combineLetters(before)
            .slice(0, 8)
            .map((letters) => letters + end)),
      joinFirst(before) + end,
      // 東電PG of 東京電力パワーグリッド.
      ...(before.length > 1 && HAN.test(start) ? ends.map((letters) => joinFirst(before) + letters) : []),
    ];
  });
}

const joinFirst = (words: readonly Word[]): string => words.map(({ text }) => text.charAt(0)).join('');
const joinWords = (words: readonly Word[]): string => words.map(({ text }) => text).join('');

const longestStart = 4;

/**
 * ひろぎん, すみふ, かんこうてつ: the first sounds of the name, or of each word, with those of the last word. Words for insurance may
 * follow.
 */
function listSounds(words: readonly Word[], reading: string): string[] {
  const last = words.findLastIndex(({ text }) => text !== '保険');
  return words.slice(1, last + 1).flatMap(({ begins, readings }, before) => {
    if (begins < 1) return [];
    const isLast = before + 1 === last;
    const [end = reading.slice(begins)] = isLast ? readings : [];
    const [one = '', other = ''] = splitSounds(end);
    if (other === '') return [];
    return listStarts(words.slice(0, before + 1), reading.slice(0, begins)).flatMap((start) => [
      start + one + other,
      ...(isLast && start.length > 1 ? [start + one] : []),
    ]);
  });
}

/** The first sounds of some words or of each of them, and the last two. */
function listStarts(words: readonly Word[], reading: string): string[] {
  const sounds = splitSounds(reading);
  const starts = sounds.slice(0, longestStart).map((_, at) => sounds.slice(0, at + 1).join(''));
  // はまぎん of 横浜銀行.
  if (words.length === 1 && sounds.length > 2) starts.push(sounds.slice(-2).join(''));
  const ofWords = words.map(({ begins }) =>
    begins < 0 ? '' : splitSounds(reading.slice(begins)).slice(0, 2).join(''),
  );
  if (ofWords.length > 1 && !ofWords.includes('')) starts.push(ofWords.join(''));
  return [...new Set(starts)];
}
