import { foldLoosely } from '../letters/loose-fold.ts';
import { foldSounds, normalizeWords, soundPairs, stripNameEnd } from './alike-words.ts';
import { letterBeginnings, replaceSpelledLetters } from './spelled-letters.ts';

/**
 * The key `alike`: what people write differently in words, not in single characters. Each rule is general and works in one
 * direction on every name, so two names are alike only if all their words are. Source: docs/decisions/0002-name-keys.md.
 */

/**
 * 取り扱い and 取扱, 引っ越し and 引越: one hiragana of a verb's ending, or a small one, after a kanji. Particles (の, と, は) stay, and so do
 * adjectives (青い空) and the end of a name of one kanji (和み, 彩り).
 */
const ENDINGS = 'いえきぎくけげしじちてびみめりれ';
const ADJECTIVES = '青赤白黒丸若新古高安深広長強近遠早甘辛良熱寒暑';
const VERB_ENDING = new RegExp(
  `(?<=[一-龠々])(?:っ|(?<![${ADJECTIVES}])[${ENDINGS}])(?=[一-龠々])|(?<=[一-龠々][ぁ-ん]?[一-龠々])[${ENDINGS}]$`,
  'g',
);

const DIGITS = '〇一二三四五六七八九';
const UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
/** No number in a name is longer; without the limit, the cost would be the square of the length. */
const KANJI_NUMBER = /[〇一二三四五六七八九十百千廿]{2,12}/g;
/** 二十一, 百五, 千二百: each unit at most once, in falling order, with at most one digit before it. */
const WITH_UNITS =
  /^(?:[一二三四五六七八九]?千)?(?:[一二三四五六七八九]?百)?(?:[一二三四五六七八九]?十)?[一二三四五六七八九]?$/;
const PLACES = /^[一二三四五六七八九][〇一二三四五六七八九]*〇[〇一二三四五六七八九]*$/;

/** 二十一 and 廿一 are 21, 二〇二一 is 2021. Digits alone (一二三, 三一) are words or names and stay. */
function toDigits(written: string): string {
  const kanji = written.replaceAll('廿', '二十');
  if (PLACES.test(kanji)) return kanji.replace(/./g, (digit) => String(DIGITS.indexOf(digit)));
  if (!WITH_UNITS.test(kanji) || !/[十百千]/.test(kanji)) return written;
  let [total, digit] = [0, 0];
  for (const letter of kanji) {
    const unit = UNITS[letter];
    if (unit === undefined) digit = DIGITS.indexOf(letter);
    else [total, digit] = [total + (digit || 1) * unit, 0];
  }
  return String(total + digit);
}

/** 第一ビル and 第1ビル, but 第一三共 has two words. */
const ORDINAL = /(?<=第)[一二三四五六七八九](?![〇一二三四五六七八九十百千])/g;
/** 山之内 and 山ノ内: between kanji. */
const NO_BETWEEN_KANJI = /(?<=[一-龠])之(?=[一-龠])/g;
/** At the end of a name, or before the other: グループホールディングス. */
const GROUP_AT_END = /(?<=.)(?:グルプ|group)(?=(?:hd)?$)/;
const LIMITED_AT_END = /(?<=.)(?:リミテツド|limited)$/;
/** JA and the place is what an agricultural cooperative calls itself, and their federations (JA架空県中央会). */
const JA_IN_FRONT = /^ja(?=[^a-z0-9])(.+?)(?:農協)?(連合会|中央会)?$/;
/**
 * アンド for the `&` that `loose` drops: between words only, so that アンドウ, アンドロイド and インディアンドラム stay.
 */
const AND = /(?<=.)(?<![ィイエ])アンド(?![ウレリロラル])(?=.)/g;
/** The passenger railway companies (the 旅客会社 of the law on them) call themselves JR and the region. */
const RAILWAY_AT_END = /^(.+)旅客鉄道$/;
/** The motorway companies that took over the motorways of Japan (高速道路株式会社法) call themselves NEXCO and the region. */
const MOTORWAY = /^([東中西]日本)高速道路$/;

/**
 * Which rules a name can need, by its characters and pairs of katakana. Most names need few, and millions are read when an
 * index is built.
 */
const Needs = { verbs: 1, letters: 2, sounds: 4, numbers: 8, no: 16, ordinal: 32 } as const;
const NEEDS = new Uint8Array(0x10000);
for (const [characters, need] of [
  [`${ENDINGS}っ`, Needs.verbs],
  ['ヴ', Needs.sounds],
  ['〇十百千廿', Needs.numbers],
  ['之', Needs.no],
  ['第', Needs.ordinal],
] as const) {
  for (const character of characters) NEEDS[character.charCodeAt(0)] = need;
}

const KATAKANA_FIRST = 0x30a0;
const KATAKANA_COUNT = 0x60;
const KANJI_REPEAT = 0x3005;
const HYPHEN = 0x2d;
const MIDDLE_DOT = 0x30fb;
const LONG_VOWEL = 0x30fc;
const PAIR_NEEDS = new Uint8Array(KATAKANA_COUNT * KATAKANA_COUNT);
const toKatakanaIndex = (unit: number): number => {
  if (unit === HYPHEN) return LONG_VOWEL - KATAKANA_FIRST;
  return unit - KATAKANA_FIRST;
};
for (const [pairs, need] of [
  [letterBeginnings, Needs.letters],
  [soundPairs, Needs.sounds],
] as const) {
  for (const pair of pairs) {
    const at = toKatakanaIndex(pair.charCodeAt(0)) * KATAKANA_COUNT + toKatakanaIndex(pair.charCodeAt(1));
    PAIR_NEEDS[at] = (PAIR_NEEDS[at] ?? 0) | need;
  }
}

function findNeeds(core: string): number {
  let needs = 0;
  let previous = -1;
  let inWord = false;
  let afterKanji = false;
  for (let at = 0; at < core.length; at++) {
    const unit = core.charCodeAt(at);
    const need = NEEDS[unit] ?? 0;
    if (need !== Needs.verbs || afterKanji) needs |= need;
    afterKanji = unit >= 0x4e00 || unit === KANJI_REPEAT;
    const kana = toKatakanaIndex(unit);
    if (kana < 0 || kana >= KATAKANA_COUNT || unit === MIDDLE_DOT || (unit === HYPHEN && previous < 0)) {
      previous = -1;
      continue;
    }
    if (previous >= 0) {
      const pair = PAIR_NEEDS[previous * KATAKANA_COUNT + kana] ?? 0;
      // Letters count only where a word begins.
      needs |= inWord ? pair & ~Needs.letters : pair;
      inWord = true;
    } else {
      inWord = false;
    }
    previous = kana;
  }
  return needs;
}

/** The last characters of GROUP_AT_END and LIMITED_AT_END. */
const LAST_OF_ENDS = new Set(['プ', 'p', 'd', 'ド']);
/** Those of words that `stripNameEnd` shortens. */
const LAST_OF_LONG = new Set(['険', '行', '社']);

/**
 * @param core a name's key without its legal form
 * @param loose its loose key
 */
export function toAlikeKey(core: string, loose: string): string {
  const needs = findNeeds(core);
  let text = core;
  if (needs & Needs.verbs) text = text.replace(VERB_ENDING, '');
  if (needs & Needs.letters) text = replaceSpelledLetters(text);
  if (needs & Needs.sounds) text = foldSounds(text);
  let key = normalizeWords(text === core ? loose : foldLoosely(text) || loose);
  if (needs & Needs.numbers) key = key.replace(KANJI_NUMBER, toDigits);
  if (needs & Needs.ordinal) key = key.replace(ORDINAL, (digit) => String(DIGITS.indexOf(digit)));
  if (needs & Needs.no) key = key.replace(NO_BETWEEN_KANJI, 'ノ');
  if (LAST_OF_ENDS.has(key.charAt(key.length - 1)))
    key = key.replace(LIMITED_AT_END, 'ltd').replace(GROUP_AT_END, 'g');
  if (LAST_OF_LONG.has(key.charAt(key.length - 1))) key = stripNameEnd(key);
  if (key.includes('アンド')) key = key.replace(AND, '');
  if (key.startsWith('ja')) return key.replace(JA_IN_FRONT, '$1農協$2');
  if (key.endsWith('鉄道')) return key.replace(RAILWAY_AT_END, 'jr$1');
  if (key.endsWith('道路')) return key.replace(MOTORWAY, 'nexco$1');
  return key;
}
