import { KANJI_VARIANTS } from './kanji-variants.ts';
import { toNfd } from './nfkc.ts';

/**
 * The loose transformation folds differences that people confuse in names. It is a table from one UTF-16 unit to another
 * (0: dropped), because half a million names pass through it when an index is built. It needs nothing of Node, because the desk marks
 * differences in names with it.
 *
 * Long-vowel marks and hyphens are dropped, not unified: people leave them out (コンピュータ, コンピューター) as often as they
 * confuse them (サ－ビス), and dropping solves both. The kanji 一 is not such a mark and is kept.
 */

/** In place of a mark that names are compared without. */
export const DROPPED = 0;

/** Hyphens, minus signs, dashes, tildes and long-vowel marks that survive NFKC. */
const DASHES = '-‐‑‒–—―⁃−─━ー〜~～﹣_゠';
const DOTS_AND_BRACKETS = ' ・·•‧∙⋅●○.,、。，．&\'"’‘“”′″`´()[]{}<>「」『』【】〈〉《》〔〕«»';
/** Decorative marks that people leave out: Yahoo! JAPAN, モーニング娘。 */
const STYLE_MARKS = '!?:;/\\|*☆★◆◇■□♪♡♥※゙゚';
/** Cyrillic letters typed instead of Latin ones: the register has them in 株式会社ＬОＭО and others. */
const LOOKALIKES = 'аaвbеeкkмmнhоoрpсcтtуyхx';
const LATIN_OF_LOOKALIKE: ReadonlyMap<string, string> = new Map(
  LOOKALIKES.match(/../g)?.map((pair): [string, string] => [pair.charAt(0), pair.charAt(1)]),
);
const LOOKALIKE = new RegExp(`[${[...LATIN_OF_LOOKALIKE.keys()].join('')}]`, 'g');

/** A name in lower case with the Latin letters that Cyrillic ones were typed for. */
export function foldLookalikes(name: string): string {
  return name.replaceAll(LOOKALIKE, (letter) => LATIN_OF_LOOKALIKE.get(letter) ?? letter);
}

const SMALL_KANA = 'ァアィイゥウェエォオッツャヤュユョヨヮワヵカヶケ';
/** Two letters for one sound: ヱスビー, ヱビス, ブリヂストン, すずき and すゞき written つづ or つず. */
const SAME_SOUND = 'ヰイヱエヲオヂジヅズ';

const KATAKANA_FIRST = 0x30a1;
const KATAKANA_LAST = 0x30fa;
export const KANA_REPEAT = 0x30fd;
export const KANA_REPEAT_VOICED = 0x30fe;
export const KANJI_REPEAT = 0x3005;
export const GA = 0x30ac;
const KE = 0x30b1;

function setPairs(table: Uint16Array, pairs: string): void {
  for (let i = 0; i < pairs.length; i += 2) table[pairs.charCodeAt(i)] = pairs.charCodeAt(i + 1);
}

function buildTable(): Uint16Array {
  const table = Uint16Array.from({ length: 0x10000 }, (_, unit) => unit);
  for (let unit = 0xc0; unit < 0x1f00; unit++) {
    const base = toNfd(String.fromCharCode(unit)).charCodeAt(0);
    if (base < 0x80) table[unit] = base;
  }
  for (let unit = 0x300; unit <= 0x36f; unit++) table[unit] = DROPPED;
  setPairs(table, SMALL_KANA);
  setPairs(table, SAME_SOUND);
  for (let hiragana = 0x3041; hiragana <= 0x3096; hiragana++) {
    table[hiragana] = table[hiragana + 0x60] ?? hiragana;
  }
  table[0x309d] = KANA_REPEAT;
  table[0x309e] = KANA_REPEAT_VOICED;
  table[0x303b] = KANJI_REPEAT;
  setPairs(table, LOOKALIKES);
  for (const [variant, standard] of KANJI_VARIANTS) {
    if (variant.length === 1) table[variant.charCodeAt(0)] = standard.charCodeAt(0);
  }
  for (const mark of DASHES + DOTS_AND_BRACKETS + STYLE_MARKS) table[mark.charCodeAt(0)] = DROPPED;
  return table;
}

/** From each UTF-16 unit to the one that stands for it; `DROPPED` for marks. */
export const LOOSE_LETTERS: Uint16Array = buildTable();
const UNVOICED = new Map<number, number>();
const VOICED = new Map<number, number>();
for (const pair of 'カガキギクグケゲコゴサザシジスズセゼソゾタダテデトドハバヒビフブヘベホボ'.match(/../g) ??
  []) {
  UNVOICED.set(pair.charCodeAt(1), pair.charCodeAt(0));
  VOICED.set(pair.charCodeAt(0), pair.charCodeAt(1));
}

export function isKanji(unit: number): boolean {
  return (unit >= 0x4e00 && unit <= 0x9fff) || (unit >= 0x3400 && unit <= 0x4dbf) || unit === 0x3006;
}

/** The letter that a repeat mark means after `previous`; the mark itself if it repeats nothing. */
export function resolveRepeat(mark: number, previous: number): number {
  if (mark === KANJI_REPEAT) {
    if (isKanji(previous)) return previous;
    return mark;
  }
  if (previous < KATAKANA_FIRST || previous > KATAKANA_LAST) return mark;
  const plain = UNVOICED.get(previous) ?? previous;
  if (mark === KANA_REPEAT) return plain;
  return VOICED.get(plain) ?? plain;
}

/** 関ヶ原, 関ケ原, 関が原: between two kanji, が equals ヶ. */
export function foldGaBetweenKanji(units: Uint16Array, length: number): void {
  for (let i = 1; i < length - 1; i++) {
    if (units[i] === GA && isKanji(units[i - 1] ?? 0) && isKanji(units[i + 1] ?? 0)) units[i] = KE;
  }
}
