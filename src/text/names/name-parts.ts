import { ENGLISH_FORMS, type Ends, JAPANESE_FORMS, type LegalForm, TITLES } from './legal-forms.ts';

/** A legal form found in a name, with the spelling used in keys. */
export interface FoundForm {
  readonly canonical: string;
  readonly legalForm: LegalForm;
}

/** A name split into parts. All parts are folded and without spaces. */
export interface NameParts {
  /** A farming title before the form or the name; may be empty. */
  readonly title: string;
  readonly rest: string;
  /** The `&` of `Mitsui & Co.`, which belongs to the form. */
  readonly link: '' | '&';
  readonly form: FoundForm | null;
}

type End = LegalForm['position'];

interface FormSpelling {
  readonly text: string;
  readonly form: FoundForm;
}

const LARGE_KANA: Readonly<Record<string, string>> = { ッ: 'ツ', ャ: 'ヤ', ュ: 'ユ', ョ: 'ヨ' };

function toHiragana(katakana: string): string {
  return katakana.replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

function listSpellings(spelling: string): string[] {
  if (!/^[ァ-ヺー]{4,}$/.test(spelling)) return [spelling];
  const large = spelling.replace(/[ッャュョ]/g, (kana) => LARGE_KANA[kana] ?? kana);
  return [...new Set([spelling, large, toHiragana(spelling)])];
}

/** Bank abbreviations have only one bracket: `カ)` begins a name, `(カ` ends one. */
function mayBeAt(text: string, ends: Ends, end: End): boolean {
  if (ends !== 'both' && ends !== end) return false;
  if (/^[^(]+\)$/.test(text)) return end === 'front';
  if (/^\([^)]+$/.test(text)) return end === 'back';
  return true;
}

/** Spellings by first or last UTF-16 unit, longest first, so that one lookup excludes most names. */
function indexSpellings(end: End): ReadonlyMap<number, readonly FormSpelling[]> {
  const index = new Map<number, FormSpelling[]>();
  for (const [kind, canonical, ends, others] of JAPANESE_FORMS) {
    const form: FoundForm = { canonical, legalForm: { kind, position: end } };
    for (const text of [canonical, ...others].flatMap(listSpellings)) {
      if (!mayBeAt(text, ends, end)) continue;
      const unit = text.charCodeAt(end === 'front' ? 0 : text.length - 1);
      index.set(unit, [...(index.get(unit) ?? []), { text, form }]);
    }
  }
  for (const spellings of index.values()) spellings.sort((a, b) => b.text.length - a.text.length);
  return index;
}

const FRONT = indexSpellings('front');
const BACK = indexSpellings('back');

function splitJapaneseForm(compact: string, title: string): NameParts | null {
  const front = FRONT.get(compact.charCodeAt(0))?.find(({ text }) => compact.startsWith(text));
  const back = BACK.get(compact.charCodeAt(compact.length - 1))?.find(({ text }) => compact.endsWith(text));
  if (front && front.form.canonical.length >= (back?.form.canonical.length ?? 0)) {
    return { title, rest: compact.slice(front.text.length), link: '', form: front.form };
  }
  if (!back) return null;
  return { title, rest: compact.slice(0, compact.length - back.text.length), link: '', form: back.form };
}

const BETWEEN_WORDS = '[\\s.,-]*';

function buildPattern(spelling: string): string {
  return spelling.replaceAll('.', '\\.\\s?').replaceAll(' ', BETWEEN_WORDS);
}

const MARKS = /[\s.,-]/g;
const ENGLISH_SPELLINGS = ENGLISH_FORMS.flatMap(([, , spellings]): string[] => [...spellings]).sort(
  (a, b) => b.length - a.length,
);
const ENGLISH_BY_SQUASHED = new Map(
  ENGLISH_FORMS.flatMap(([kind, canonical, spellings]) =>
    spellings.map((text) => [text.replace(MARKS, ''), { kind, canonical }] as const),
  ),
);

/** Two bare letters (KK, GK, Co) are a form only after a space or mark: サンKK and NECO are names. */
const isShort = (text: string): boolean => /^[a-z]{1,2}$/.test(text);
const buildAlternatives = (short: boolean): string =>
  ENGLISH_SPELLINGS.filter((text) => isShort(text) === short)
    .map(buildPattern)
    .join('|');

const ENGLISH_BACK = new RegExp(
  `(?:(?<![a-z0-9'’_-])(${buildAlternatives(false)})|(?<=^|[\\s.,&])(${buildAlternatives(true)}))[\\s.,]*$`,
);
const ENGLISH_FRONT =
  /^(kabushiki[\s-]?[kg]aisha|yugen[\s-]?[kg]aisha|godo[\s-]?[kg]aisha|k\.\s?k\.?|y\.\s?k\.?|g\.\s?k\.?)(?![a-z0-9])[\s.,]*/;

function findEnglishForm(written: string | undefined, position: End): FoundForm | null {
  const form = ENGLISH_BY_SQUASHED.get((written ?? '').replace(MARKS, ''));
  if (form) return { canonical: form.canonical, legalForm: { kind: form.kind, position } };
  return null;
}

function splitEnglishForm(folded: string): NameParts | null {
  const front = ENGLISH_FRONT.exec(folded);
  if (front !== null) {
    const rest = folded.slice(front[0].length).replaceAll(' ', '');
    return { title: '', rest, link: '', form: findEnglishForm(front[1], 'front') };
  }
  const back = ENGLISH_BACK.exec(folded);
  if (back === null) return null;
  const left = folded.slice(0, back.index).replace(/(?<![\s.,])[\s.,]+$/, '');
  const link = left.length > 1 && left.endsWith('&') ? '&' : '';
  const rest = (link ? left.slice(0, -1) : left).replaceAll(' ', '');
  return { title: '', rest, link, form: findEnglishForm(back[1] ?? back[2], 'back') };
}

const LATIN = /[a-z]/;

/**
 * Removes the legal form at either end of a folded name (normalized, case folded, with its spaces): the longest, or the
 * front one if both have the same length. Only one form is removed: the rest may look like a form again
 * (一般社団法人税理士法人協会), but is part of the name. Japanese forms take precedence over English ones, because 株式会社ABC
 * CORPORATION is registered with CORPORATION as part of its name.
 */
export function takeApart(folded: string): NameParts {
  const compact = folded.includes(' ') ? folded.replaceAll(' ', '') : folded;
  const title = TITLES.find((each) => compact.startsWith(each)) ?? '';
  const japanese = splitJapaneseForm(title === '' ? compact : compact.slice(title.length), title);
  if (japanese !== null) return japanese;
  const english = LATIN.test(folded) ? splitEnglishForm(folded) : null;
  if (english?.form) return english;
  return { title: '', rest: compact, link: '', form: null };
}
