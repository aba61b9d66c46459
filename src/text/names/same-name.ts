import { KANJI_VARIANTS } from '../letters/kanji-variants.ts';
import { foldLookalikes } from '../letters/loose-letters.ts';
import type { NameKeys } from './names.ts';

/**
 * Whether two names that are written differently are one. The limits are lengths from which hardly two companies have such names
 * (docs/decisions/0004-settling-names.md).
 */

/** The long-vowel mark lengthens only kana. Behind anything else, people mean a hyphen: JーPOWER. */
const HYPHEN_AS_VOWEL = /(?<=[^ぁ-ゖァ-ヺー])ー/g;

/** Whether names differ only in what no registered name has: a long-vowel mark behind a Latin letter, Cyrillic letters. */
export function differOnlyInTyping(one: NameKeys, other: NameKeys): boolean {
  return foldTyping(one.exact) === foldTyping(other.exact);
}

function foldTyping(exact: string): string {
  return foldLookalikes(exact).replaceAll(HYPHEN_AS_VOWEL, '-');
}

const minWeight = 14;
const minLettersWithVariants = 6;
const minSpelledLetters = 3;
const minBesideSpelledLetters = 4;

/** A kanji says as much as two kana, and a kana as much as two letters or digits. */
export function isDistinctive({ loose }: Pick<NameKeys, 'loose'>): boolean {
  return weigh(loose) >= minWeight;
}

const KANA = /[ァ-ヺ]/;

function weigh(loose: string): number {
  let weight = 0;
  for (const letter of loose) {
    if (isLatin(letter)) weight += 0.5;
    else weight += KANA.test(letter) ? 1 : 2;
  }
  return weight;
}

const isLatin = (letter: string): boolean => letter <= 'z';

/**
 * Whether two spellings of a name with the same kind of legal form are so long, or differ in so little, that hardly two companies
 * have them: 山﨑マシーナリー and 山崎マシーナリー, エヌ・ティ・ティ企業年金基金 and NTT企業年金基金.
 */
export function areSpellingsOfOne(written: NameKeys, own: NameKeys): boolean {
  if (written.legalForm?.kind !== own.legalForm?.kind) return false;
  if (written.loose === own.loose && isDistinctive(own)) return true;
  const isSameEnd = written.legalForm?.position === own.legalForm?.position;
  if (!isSameEnd) return false;
  if (
    [...own.core].length >= minLettersWithVariants &&
    foldVariants(written.exact) === foldVariants(own.exact)
  )
    return true;
  if (written.alike !== own.alike) return false;
  return (isDistinctive(written) && isDistinctive(own)) || differInSpelledLetters(written.loose, own.loose);
}

function foldVariants(exact: string): string {
  return exact.replaceAll(/\p{sc=Han}/gu, (letter) => KANJI_VARIANTS.get(letter) ?? letter);
}

function differInSpelledLetters(one: string, other: string): boolean {
  const [fewer, more] = [one, other]
    .map((loose) => {
      const letters = [...loose];
      const latin = letters.filter(isLatin).length;
      return { latin, others: letters.length - latin };
    })
    .toSorted((a, b) => a.latin - b.latin);
  if (!fewer || !more) return false;
  return more.latin - fewer.latin >= minSpelledLetters && more.others >= minBesideSpelledLetters;
}
