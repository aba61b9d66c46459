import { foldRadicals } from './radicals.ts';

/**
 * The only place in this code that normalizes Unicode: NFKC makes one form of full-width and half-width characters, so that ﾄﾖﾀ is
 * トヨタ. Radicals become the characters that they look like. Normalization sorts the marks of a letter one by one, so the cost of a text of only marks grows with the square
 * of its length: 100,000 marks took four seconds. The Stream-Safe Text Format (UAX #15, section 13) permits 30 marks in a
 * row, which no real text exceeds; further marks are removed, from indexed texts and from queries alike.
 */

/** Marks, and the two characters that are not marks but decompose to marks. */
const MARK = '[\\p{M}\\uFF9E\\uFF9F]';
const maxMarks = 30;
const BEYOND = new RegExp(`(?<!${MARK})(${MARK}{${maxMarks}})${MARK}+`, 'gu');
/** Nearly no text has them, and this is found ten times as fast. */
const TOO_MANY = new RegExp(`${MARK}{${maxMarks + 1}}`, 'u');
/**
 * Everything except two Arabic ligatures of whole sentences, which are not normalized: one of them becomes eighteen
 * characters, so that a megabyte of them would become six. Every other character becomes at most six.
 */
const SHORT_FORMS = /[^\ufdfa\ufdfb]+/g;
const LONG_FORM = /[\ufdfa\ufdfb]/;
/**
 * Latin letters, kana, kanji and full-width forms: no marks, and none of them becomes more than a few. This is found much faster
 * than that marks are not too many.
 */
const WITHOUT_MARKS = /^[\0-\u02ff\u3000-\u3029\u3030-\u3098\u309b-\u9fff\uff00-\uff9d]*$/;

function limitMarks(text: string): string {
  if (text.length > maxMarks && TOO_MANY.test(text)) return text.replace(BEYOND, '$1');
  return text;
}

function normalizeForm(text: string, form: 'NFKC' | 'NFD'): string {
  if (WITHOUT_MARKS.test(text)) return text.normalize(form);
  // Again, because a mark may decompose to several.
  return limitMarks(limitMarks(foldRadicals(text)).normalize(form));
}

/** NFKC, with at most 30 marks per letter. Idempotent; the cost is linear for any text. */
export function toNfkc(text: string): string {
  if (!LONG_FORM.test(text)) return normalizeForm(text, 'NFKC');
  return text.replace(SHORT_FORMS, (part) => normalizeForm(part, 'NFKC'));
}

/** Letters separated from their marks (NFD), with the same limit. */
export function toNfd(text: string): string {
  return normalizeForm(text, 'NFD');
}
