import { decodeHTMLStrict } from 'entities/decode';
import { toNfkc } from './nfkc.ts';
import { isEmptyText } from './placeholders.ts';

/**
 * Strings are normalized here before any other processing: the register uses full-width characters, people type
 * half-width ones (`nfkc.ts` makes them equal), and spreadsheets add no-break spaces and zero-width characters.
 */

/** Printable ASCII, kana and common kanji, which are already normalized. */
const NORMAL = /^[!-~ぁ-ゖァ-ヺー々一-鿋]*$/;
/** In addition spaces, full-width forms and the register's marks, which need only NFKC and spaces folded. */
const ORDINARY = /^[ -~\u3000-\u3002ぁ-ゖァ-ヺ・ー々一-鿋！-～‐’]*$/;

/**
 * Invisible characters: controls, format characters (zero-width, direction marks, BOM, soft hyphen), and those that
 * Unicode tells displays to ignore (fillers, joiners, variation selectors, which choose a glyph of the same character).
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** カ゛, ｶ ﾞ: the mark of a voiced letter apart from it. NFKC makes a space and a combining mark of ゛. */
const VOICED_APART = /([うか-とは-ほウカ-トハ-ホ]) ([\u3099\u309a])/g;
/** What divides lines in a page, and stays in cells that were copied out of one. */
const LINE_BREAKS = / ?<br ?\/?> ?/gi;
const SPACES = / {2,}/g;
const WHITE_SPACE = /[\s\u0085\u2800]+/g;

/**
 * Character references of HTML and XML, which stay in names that were copied out of a page or an export: `&amp;`, `&#39640;`,
 * `&nbsp;`. Only complete ones count, with their semicolon: A&B, P&G; and &nosuch; are text.
 */
const REFERENCES = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;
/** `&amp;amp;#39;`: text that was written as references more than once. */
const ENCODED_AGAIN = /&(?:(?:amp|#0{0,4}38|#x0{0,4}26);)+/gi;
/** No program writes references of references of references. */
const maxReferenceRounds = 3;

/**
 * NFKC, without invisible characters, with white space (including U+3000 and line breaks) folded to one space, trimmed, and
 * with character references (`&amp;`) and `<br>` read. Letters keep their case. Idempotent, except for references in references.
 */
export function normalizeText(value: string): string {
  let text = normalizeCharacters(value);
  for (let round = 0; round < maxReferenceRounds && text.includes('&') && text.includes(';'); round++) {
    const read = text
      .replace(ENCODED_AGAIN, '&')
      .replace(REFERENCES, (reference) => decodeHTMLStrict(reference));
    if (read === text) break;
    text = normalizeCharacters(read);
  }
  if (text.includes('<')) return text.replace(LINE_BREAKS, ' ').trim();
  return text;
}

function normalizeCharacters(value: string): string {
  if (NORMAL.test(value)) return value;
  if (ORDINARY.test(value)) return toNfkc(value).replace(SPACES, ' ').trim();
  const folded = toNfkc(value.replace(WHITE_SPACE, ' '));
  const visible = folded.replace(INVISIBLE, '');
  const joined = visible.replace(VOICED_APART, '$1$2');
  // Characters between which an invisible one or a space stood can be composed.
  const composed = joined.length === folded.length ? joined : toNfkc(joined);
  return composed.replace(WHITE_SPACE, ' ').trim();
}

/**
 * Normalized text with case folded. By way of upper case, so that `ß` equals `SS` and a Greek final sigma equals any
 * other sigma; then NFKC again, because case mapping can leave letters decomposed.
 */
export function foldCase(normalized: string): string {
  if (ORDINARY.test(normalized)) return normalized.toLowerCase();
  return toNfkc(normalized.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ'));
}

/** Not `trim`, which treats the byte order mark as white space; Unicode does not. */
const BLANK = /^\p{White_Space}*$/u;

/** Whether a text has only invisible characters. Empty and blank texts do not count. */
export function isInvisible(value: string): boolean {
  return !BLANK.test(value) && normalizeText(value) === '';
}

/**
 * Whether a cell of any kind means "no value": blank, dashes, or a word such as なし, 不明 or N/A, in any width and case.
 * Source: docs/decisions/0001-identity.md.
 */
export function isEmptyCell(value: string | null | undefined): boolean {
  return value === null || value === undefined || isEmptyText(normalizeText(value));
}

/** The text with another character in place of the semicolon of each reference, so that it divides nothing. */
export function markReferenceEnds(text: string, mark: string): string {
  return text.replace(REFERENCES, (each) =>
    decodeHTMLStrict(each) === each ? each : `${each.slice(0, -1)}${mark}`,
  );
}
