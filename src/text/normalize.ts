import { nfkc } from './nfkc.ts';

/**
 * Whole strings are normalised here before anything looks at them: the register writes full-width, people
 * type half-width, spreadsheets add no-break spaces and zero-width characters.
 */

/** Printable ASCII, kana and common kanji: in NFKC already, nothing to do. */
const NORMAL = /^[!-~ぁ-ゖァ-ヺー々一-鿋]*$/;
/** With spaces, full-width forms and the register's marks: NFKC and spaces are all there is to do. */
const ORDINARY = /^[ -~\u3000-\u3002ぁ-ゖァ-ヺ・ー々一-鿋！-～‐’]*$/;

/**
 * Characters that no reader sees: controls, format characters (zero-width, direction marks, BOM, soft hyphen), and what
 * Unicode has a display ignore (fillers, joiners, variation selectors, which choose a glyph of the same character).
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const SPACES = / {2,}/g;
const WHITE_SPACE = /[\s\u0085\u2800]+/g;

/**
 * NFKC, invisible characters removed, every run of white space (also U+3000 and line breaks) one space, trimmed.
 * Letters keep their case. Idempotent.
 */
export function normalizeText(value: string): string {
  if (NORMAL.test(value)) return value;
  if (ORDINARY.test(value)) return nfkc(value).replace(SPACES, ' ').trim();
  const visible = nfkc(value.replace(WHITE_SPACE, ' ')).replace(INVISIBLE, '');
  return nfkc(visible).replace(WHITE_SPACE, ' ').trim();
}

/**
 * Normalised text with case folded. Through upper case, so that `ß` and `SS` meet and a Greek final sigma equals any
 * other; NFKC again, because case mapping can leave letters decomposed.
 */
export function foldCase(normalized: string): string {
  if (ORDINARY.test(normalized)) return normalized.toLowerCase();
  return nfkc(normalized.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ'));
}

/** Not `trim`: it takes the byte order mark for white space, which Unicode does not. */
const BLANK = /^\p{White_Space}*$/u;

/** Whether something was written of which a reader sees nothing. Empty and plain blank texts are not such. */
export function isInvisible(value: string): boolean {
  return !BLANK.test(value) && normalizeText(value) === '';
}

const EMPTY_CELLS = new Set(['', '-', '‐', '–', '—', '―', '−', 'ー', 'なし', '無し', '不明', 'n/a', 'null']);

/**
 * Whether a cell says "nothing here": blank, `-` in any width, なし, 無し, 不明, N/A or null, in any case.
 * Source: docs/decisions/0001-identity.md.
 */
export function isEmptyCell(value: string | null | undefined): boolean {
  return value === null || value === undefined || EMPTY_CELLS.has(normalizeText(value).toLowerCase());
}
