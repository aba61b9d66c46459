/**
 * The one place that normalises Unicode. Marks on a letter are put in order one by one, so a text of marks alone costs
 * the square of its length: 100,000 of them took four seconds. The Stream-Safe Text Format (UAX #15, section 13) allows
 * 30 of them in a row, which no real text exceeds; those beyond are left out, in what is indexed as in what is asked.
 */

/** Marks, and the two signs that are no marks themselves and decompose to some. */
const MARK = '[\\p{M}\\uFF9E\\uFF9F]';
const BEYOND = new RegExp(`(?<!${MARK})(${MARK}{30})${MARK}+`, 'gu');
/**
 * All but two Arabic ligatures of whole sentences, which are left as they are: one of them becomes eighteen characters, so
 * that a megabyte of them would be six. Everything else becomes six at most.
 */
const SHORT_FORMS = /[^\ufdfa\ufdfb]+/g;
const LATIN_1 = /^[\0-\xff]*$/;

function streamSafe(text: string): string {
  return text.replace(BEYOND, '$1');
}

function normalized(text: string, form: 'NFKC' | 'NFD'): string {
  if (LATIN_1.test(text)) return text.normalize(form);
  // Once more: a mark can stand for several.
  return streamSafe(streamSafe(text).normalize(form));
}

/** NFKC of a text whose letters carry at most 30 marks. Idempotent; its cost grows with the length, whatever the text. */
export function nfkc(text: string): string {
  return text.replace(SHORT_FORMS, (part) => normalized(part, 'NFKC'));
}

/** Letters taken apart from their marks (NFD), with the same limit. */
export function nfd(text: string): string {
  return normalized(text, 'NFD');
}
