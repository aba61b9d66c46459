import { foldLoosely } from '../letters/loose-fold.ts';
import { toNfkc } from '../letters/nfkc.ts';
import { foldCase, normalizeText } from '../letters/normalize.ts';
import { toRomajiKey } from '../letters/romaji.ts';
import { parsePrefecture } from '../places/prefectures.ts';
import { toAlikeKey } from './alike-key.ts';
import { expandWords } from './alike-words.ts';
import { JAPANESE_FORMS, type LegalForm } from './legal-forms.ts';
import { type NameParts, takeApart } from './name-parts.ts';

/**
 * The keys of a name. The index, queries and resolve all make them here, so they always agree.
 * Source of the rules: docs/decisions/0002-name-keys.md.
 */
export interface NameKeys {
  /** NFKC, with spaces and case folded, and the legal form in its canonical spelling, in its position. */
  readonly exact: string;
  /** `exact` without the legal form. Empty only for an empty name: a name that is only a form keeps it. */
  readonly core: string;
  /** `core` with all differences folded that people confuse: small kana, long vowels, hyphens, dots, kanji variants … */
  readonly loose: string;
  /** `loose` with the legal form in its canonical spelling, in its position. */
  readonly looseExact: string;
  /** `loose` with words in one spelling that people write in several. It makes candidates and never settles. */
  readonly alike: string;
  readonly legalForm: LegalForm | null;
}

/**
 * Glyphs that character set conversions exchange: `‐` in the register becomes `-` or `−`, and `’` becomes `'`. The
 * register permits only one of each in names, so no two names differ only by them. So does `·` (`&middot;`), which becomes `・`.
 */
const TWIN_GLYPHS = /[‐−‘’·]/;
const TWINS: Readonly<Record<string, string>> = { '‐': '-', '−': '-', '‘': "'", '’': "'", '·': '・' };

/** 【株】, ［有］, 〈同〉: no name has such a bracket around one letter or two of a form. */
const FORM_IN_BRACKETS = /[[【〔〈《{<]([株有同資名医福学宗財社協]|[一公][社財]|特非|社福)[\]】〕〉》}>]/g;
const UNUSUAL_BRACKET = /[[【〔〈《{<]/;

const FULL_FORMS: ReadonlyMap<string, string> = new Map(
  JAPANESE_FORMS.flatMap(([, canonical, , others]) =>
    others.filter((each) => /^\(.+\)$/.test(each)).map((each) => [each, canonical] as const),
  ),
);
/** 架空(協), 架空健保組合. Such words are no forms at the end: the part before them is not a complete name. */
const SHORT_BODY_AT_END = /(?<=..)(?:\((?:協|生協|企|企業)\)|\((?:協組|[健国]保(?:組合)?)\)|[健国]保組合)$/;
const FULL_BODIES: Readonly<Record<string, string>> = {
  健保組合: '健康保険組合',
  国保組合: '国民健康保険組合',
  '(協組)': '協同組合',
  '(健保)': '健康保険組合',
  '(健保組合)': '健康保険組合',
  '(国保)': '国民健康保険組合',
  '(国保組合)': '国民健康保険組合',
};
/** What is at an end is taken apart later. */
const SHORT_FORM_INSIDE = /(?<!^)\([^()]{1,6}\)(?!$)/g;

function foldName(name: string): string {
  let text = foldCase(normalizeText(name));
  if (UNUSUAL_BRACKET.test(text)) text = text.replace(FORM_IN_BRACKETS, '($1)');
  // リョーマ(同)3 as リョーマ合同会社3, as the register has it.
  if (text.includes('(')) text = text.replace(SHORT_FORM_INSIDE, (form) => FULL_FORMS.get(form) ?? form);
  if (text.endsWith(')') || text.endsWith('組合'))
    text = text.replace(SHORT_BODY_AT_END, (body) => FULL_BODIES[body] ?? FULL_FORMS.get(body) ?? body);
  if (TWIN_GLYPHS.test(text)) text = text.replaceAll(/[‐−‘’·]/g, (glyph) => TWINS[glyph] ?? glyph);
  return text;
}

function addForm({ title, link, form }: NameParts, rest: string): string {
  if (form === null) return rest;
  const front = form.legalForm.position === 'front';
  if (front) return title + form.canonical + rest;
  return title + rest + link + form.canonical;
}

/** Removing a space can put a mark after a letter or another mark; then they must be composed and put in order. */
const COMBINING = /\p{M}/u;
const combineMarks = (key: string): string => {
  if (COMBINING.test(key)) return toNfkc(key);
  return key;
};

/** All keys of a name; a blank name has empty keys. Pure; never throws. */
export function toNameKeys(name: string): NameKeys {
  const text = foldName(name);
  const parts = takeApart(text);
  const join = COMBINING.test(text) ? toNfkc : (key: string) => key;
  const exact = join(addForm(parts, parts.rest));
  const core = parts.form === null ? exact : join(parts.rest) || exact;
  // A name of only marks keeps them.
  const loose = foldLoosely(core) || core;
  const inFull = text.includes(' ') ? expandWords(text) : text;
  const coreInFull = inFull === text ? core : join(takeApart(inFull).rest) || core;
  const alike = toAlikeKey(coreInFull, coreInFull === core ? loose : foldLoosely(coreInFull) || coreInFull);
  if (parts.form === null || parts.rest === '')
    return { exact, core, loose, looseExact: loose, alike, legalForm: null };
  const looseExact = addForm({ ...parts, link: '' }, loose);
  return { exact, core, loose, looseExact, alike, legalForm: parts.form.legalForm };
}

export const toExactKey = (name: string): string => toNameKeys(name).exact;
export const toCoreKey = (name: string): string => toNameKeys(name).core;
export const toLooseKey = (name: string): string => toNameKeys(name).loose;

/** Kana, Latin letters, digits and marks, which can be read without a dictionary. */
const READABLE = /^[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Latin}\p{N}\p{P}\p{S}\p{M}ー]+$/u;
const ONLY_DIGITS = /^[0-9]*$/;

/**
 * The romaji key of a name in kana or Latin letters, without its legal form, so that ヤマダ, `Yamada` and やまだ株式会社 are
 * equal. Takes a name or its keys.
 * @param romaji the `romajiKey` of its core, if the caller has it already
 * @returns null for a name with kanji, or without letters
 */
export function toReadingKey(name: string | Pick<NameKeys, 'core'>, romaji?: string): string | null {
  const { core } = typeof name === 'string' ? toNameKeys(name) : name;
  if (!READABLE.test(core)) return null;
  // Banks and old registers write small kana large: キヨ for キョ.
  const key = (romaji ?? toRomajiKey(core))
    .replace(/(?<=sh|ch|j)iy(?=[auo])/g, '')
    .replace(/iy(?=[auo])/g, 'y');
  if (ONLY_DIGITS.test(key)) return null;
  return key;
}

/** The distinct keys by which prefix search finds a name, without and with its legal form; takes a name or its keys. */
export function listPrefixKeys(name: string | NameKeys): string[] {
  const { loose, looseExact } = typeof name === 'string' ? toNameKeys(name) : name;
  if (loose === '') return [];
  return [...new Set([loose, looseExact])];
}

/**
 * The texts whose beginnings the index has: every `prefixQueryKey` that begins a prefix key also begins one of these. A form at
 * the front is removed from what is typed, so no query goes on after it.
 */
export function listIndexedPrefixKeys({ loose, looseExact, legalForm }: NameKeys): string[] {
  if (loose === '') return [];
  if (legalForm?.position === 'front') return [loose, looseExact.slice(0, -loose.length)];
  if (looseExact.startsWith(loose)) return [looseExact];
  return [loose, looseExact];
}

/**
 * The lookup key of a partly typed name. A form at the front is removed unless nothing remains. A Japanese form at the
 * end gets its canonical spelling, so (同) matches 合同会社. An English one stays as typed, because `Toyota Motor Co` may
 * become Co., Ltd. or Corporation.
 */
export function toPrefixQueryKey(query: string): string {
  const text = foldName(query);
  const parts = takeApart(text);
  const { rest, form } = parts;
  let typed = text.replaceAll(' ', '');
  if (form !== null && rest !== '') {
    if (form.legalForm.position === 'front') typed = rest;
    else if (!LATIN_END.test(text)) typed = addForm(parts, rest);
  }
  const key = combineMarks(typed);
  return foldLoosely(key) || key;
}

const LATIN_END = /[a-z][\s.,]*$/;

/** Whether a text is only a legal form, in any spelling. */
export function isLegalFormOnly(text: string): boolean {
  const { title, rest, form } = takeApart(foldName(text));
  return form !== null && rest === '' && title === '';
}

/**
 * Whether a query is too broad for a search by words: fewer than two characters (not counting marks), only a legal form,
 * or only a prefecture. Source: docs/decisions/0019-broad-text.md.
 */
export function isBroadName(query: string): boolean {
  const letters = [...foldLoosely(foldName(query))];
  // The code of a prefecture is not a name.
  const isPrefecture = !/\d/.test(normalizeText(query)) && parsePrefecture(query) !== undefined;
  return letters.length < 2 || isLegalFormOnly(query) || isPrefecture;
}
