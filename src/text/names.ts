import type { LegalForm } from './legal-forms.ts';
import { looseFold } from './loose-fold.ts';
import { type NameParts, takeApart } from './name-parts.ts';
import { nfkc } from './nfkc.ts';
import { foldCase, normalizeText } from './normalize.ts';
import { parsePrefecture } from './prefectures.ts';

export type { LegalForm } from './legal-forms.ts';
export { romajiKey } from './romaji.ts';
export { deletionVariants, oneSlipApart } from './typing-slips.ts';

/**
 * The keys of one name. The index, queries and resolve all make them here, so they cannot disagree.
 * Source of the rules: docs/decisions/0002-name-keys.md.
 */
export interface NameKeys {
  /** NFKC, spaces and case folded, the legal form in its one spelling, where it stands. */
  readonly exact: string;
  /** `exact` without the legal form. Never empty for a name that is not: a name of a form alone keeps it. */
  readonly core: string;
  /** `core` with everything folded that people mix up: small kana, long vowels, hyphens, dots, kanji variants … */
  readonly loose: string;
  /** `loose` with the legal form in its one spelling, where it stands. */
  readonly looseExact: string;
  readonly legalForm: LegalForm | null;
}

/**
 * Glyphs that character sets trade for one another: what is `‐` in the register is `-` or `−` after one conversion,
 * and `’` is `'`. The register allows only one of each in a name, so no two names differ by them.
 */
const TWIN_GLYPHS = /[‐−‘’]/;
const asAscii = (glyph: string): string => (glyph === '‐' || glyph === '−' ? '-' : "'");

function folded(name: string): string {
  const text = foldCase(normalizeText(name));
  return TWIN_GLYPHS.test(text) ? text.replaceAll(/[‐−‘’]/g, asAscii) : text;
}

function withForm({ title, link, form }: NameParts, rest: string): string {
  if (form === null) return rest;
  const front = form.legalForm.position === 'front';
  return front ? title + form.canonical + rest : title + rest + link + form.canonical;
}

/** A removed space can bring a combining mark behind its letter: NFC joins them, as NFKC would have. */
const COMBINING = /[\u0300-\u036f\u3099\u309a]/;
const joined = (key: string): string => (COMBINING.test(key) ? nfkc(key) : key);

/** The loose fold, except that a name of nothing but marks keeps them. */
function looseOr(key: string): string {
  return looseFold(key) || key;
}

/** All keys of one name. A blank name has empty keys. Pure and total: any string is taken. */
export function nameKeys(name: string): NameKeys {
  const parts = takeApart(folded(name));
  const exact = joined(withForm(parts, parts.rest));
  const core = parts.form === null ? exact : joined(parts.rest) || exact;
  const loose = looseOr(core);
  if (parts.form === null || parts.rest === '')
    return { exact, core, loose, looseExact: loose, legalForm: null };
  const looseExact = withForm({ ...parts, link: '' }, loose);
  return { exact, core, loose, looseExact, legalForm: parts.form.legalForm };
}

export const exactKey = (name: string): string => nameKeys(name).exact;
export const coreKey = (name: string): string => nameKeys(name).core;
export const looseKey = (name: string): string => nameKeys(name).loose;

/** The distinct keys under which prefix search finds a name, given it or its keys: without and with its legal form. */
export function prefixKeys(name: string | NameKeys): string[] {
  const { loose, looseExact } = typeof name === 'string' ? nameKeys(name) : name;
  return loose === '' ? [] : [...new Set([loose, looseExact])];
}

/**
 * What a half-typed name is looked up by. A form at the front goes when something remains; a Japanese form at the end
 * gets its one spelling, so (同) continues to 合同会社; an English one stays as typed, because `Toyota Motor Co` is on
 * its way to Co., Ltd. as well as to Corporation.
 */
export function prefixQueryKey(query: string): string {
  const text = folded(query);
  const parts = takeApart(text);
  const { rest, form } = parts;
  if (form === null || rest === '') return looseOr(joined(text.replaceAll(' ', '')));
  if (form.legalForm.position === 'front') return looseOr(joined(rest));
  const typed = LATIN_END.test(text) ? text.replaceAll(' ', '') : withForm(parts, rest);
  return looseOr(joined(typed));
}

const LATIN_END = /[a-z][\s.,]*$/;

/** Whether a text is nothing but a legal form, in any of its spellings. */
export function isLegalFormOnly(text: string): boolean {
  const { title, rest, form } = takeApart(folded(text));
  return form !== null && rest === '' && title === '';
}

/** Whether a text is nothing but the name of a prefecture, with or without 都, 道, 府, 県. A bare code is not a name. */
export function isPrefectureName(text: string): boolean {
  return !/\d/.test(normalizeText(text)) && parsePrefecture(text) !== undefined;
}

/**
 * Whether a free text names too much to be searched by words: fewer than two characters (marks do not count), only a
 * legal form, or only a prefecture. Source: docs/decisions/0019-broad-text.md.
 */
export function isBroadName(query: string): boolean {
  const letters = [...looseFold(folded(query))];
  return letters.length < 2 || isLegalFormOnly(query) || isPrefectureName(query);
}
