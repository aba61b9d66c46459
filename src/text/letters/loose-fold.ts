import { KANJI_VARIANTS } from './kanji-variants.ts';
import {
  DROPPED,
  foldGaBetweenKanji,
  GA,
  KANA_REPEAT,
  KANA_REPEAT_VOICED,
  KANJI_REPEAT,
  LOOSE_LETTERS,
  resolveRepeat,
} from './loose-letters.ts';

const SURROGATE = /[\ud800-\udfff]/;
/** The kanji that take two units. */
const RARE_KANJI = /[\u{10000}-\u{10ffff}]/gu;

/** One buffer for all names of ordinary length: the fold is synchronous, so calls do not overlap. */
const kept = new Uint16Array(512);

/** Folds a key in exact form. The result is empty if the name has only marks. Idempotent. */
export function foldLoosely(exact: string): string {
  let source = exact;
  if (SURROGATE.test(exact))
    source = exact.replace(RARE_KANJI, (letter) => KANJI_VARIANTS.get(letter) ?? letter);
  const units = source.length <= kept.length ? kept : new Uint16Array(source.length);
  let length = 0;
  let hasGa = false;
  let previous = 0;
  for (let i = 0; i < source.length; i++) {
    let unit = LOOSE_LETTERS[source.charCodeAt(i)] ?? DROPPED;
    if (unit === DROPPED) continue;
    if (unit === KANJI_REPEAT || unit === KANA_REPEAT || unit === KANA_REPEAT_VOICED) {
      unit = resolveRepeat(unit, previous);
    }
    if (unit === GA) hasGa = true;
    units[length++] = unit;
    previous = unit;
  }
  if (hasGa) foldGaBetweenKanji(units, length);
  return Buffer.from(units.buffer, 0, length * 2).toString('utf16le');
}
