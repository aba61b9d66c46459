import { toNfd } from '../../src/text/letters/nfkc.ts';
import type { QueryForm, RelevanceClass } from './judged-query.ts';
import { type NameKind, namesOfKind } from './known-company.ts';
import { judgedName, legalNameOf, type NameQuery } from './name-judgement.ts';
import { bareName, plainName } from './plain-name.ts';
import {
  dashedLongVowels,
  fullWidth,
  halfKana,
  halfWidth,
  hiragana,
  katakana,
  largeKana,
  otherKanji,
  withoutLongVowels,
} from './spellings.ts';

/** Names as people write them: the legal name in another spelling, former and English names, readings. */

export interface LegalParts {
  readonly form: keyof typeof formWords;
  readonly position: 'front' | 'back';
  /** As registered. */
  readonly rest: string;
}

export const formWords = {
  株式会社: { brackets: '(株)', sign: '㈱', kana: 'カブシキガイシャ', bank: 'カ)', latin: 'K.K.' },
  有限会社: { brackets: '(有)', sign: '㈲', kana: 'ユウゲンガイシャ', bank: 'ユ)', latin: 'Y.K.' },
  合同会社: { brackets: '(同)', sign: '(同)', kana: 'ゴウドウガイシャ', bank: 'ド)', latin: 'G.K.' },
} as const;

export function legalParts(name: string): LegalParts | null {
  for (const form of Object.keys(formWords) as (keyof typeof formWords)[]) {
    const rest = name.startsWith(form) ? name.slice(form.length) : name.slice(0, -form.length);
    if (rest.trim() === '') continue;
    if (name.startsWith(form)) return { form, position: 'front', rest: rest.trim() };
    if (name.endsWith(form)) return { form, position: 'back', rest: rest.trim() };
  }
  return null;
}

export function joined({ position, rest }: LegalParts, form: string, space = ''): string {
  return position === 'front' ? form + space + rest : rest + space + form;
}

function inBrackets(parts: LegalParts): string {
  return joined(parts, formWords[parts.form].brackets);
}

export const nameForms: readonly QueryForm[] = [
  width('full width', fullWidth),
  width('half width', halfWidth),
  width('half-width kana', (name) => halfKana(halfWidth(name))),
  width('other case', (name) => swappedCase(name)),
  width('spaces between letters', (name) => [...name].join(' ')),
  width('no-break and full-width spaces around', (name) => `\u3000\u00a0${name}\u3000`),
  width('letters decomposed (NFD)', (name) => toNfd(name)),

  legalForm('brackets', inBrackets),
  legalForm('brackets in full width', (parts) => joined(parts, fullWidth(formWords[parts.form].brackets))),
  legalForm('sign', (parts) => joined(parts, formWords[parts.form].sign)),
  legalForm('brackets and a space', (parts) => joined(parts, formWords[parts.form].brackets, ' ')),
  legalForm('in Latin letters', (parts) => joined(parts, formWords[parts.form].latin, ' ')),
  legalForm('in kana', (parts) => joined(parts, formWords[parts.form].kana, '　')),
  legalForm('as on a bank account', (parts) =>
    parts.position === 'front' ? joined(parts, formWords[parts.form].bank) : null,
  ),
  legalForm(
    'at the other end',
    (parts) => joined({ ...parts, position: parts.position === 'front' ? 'back' : 'front' }, parts.form),
    { strict: true },
  ),
  legalForm('left out', ({ rest }) => rest, { anyForm: true, strict: true }),

  spelling('kana', 'small kana written large', largeKana),
  spelling('kana', 'katakana as hiragana', hiragana),
  spelling('kana', 'hiragana as katakana', katakana),
  spelling('kana', 'long vowels left out', withoutLongVowels),
  spelling('kana', 'hyphens for long vowels', (rest) => dashedLongVowels(rest, '-')),
  spelling('kana', 'full-width dashes for long vowels', (rest) => dashedLongVowels(rest, '－')),
  spelling('kana', 'middle dots left out', (rest) => rest.replaceAll('・', '')),
  spelling('kana', 'ヶ and ケ for each other', (rest) =>
    rest.replace(/(?<=[一-鿋])[ヶケ](?=[一-鿋])/g, (kana) => (kana === 'ヶ' ? 'ケ' : 'ヶ')),
  ),
  spelling('kanji_variants', 'another form of a kanji', otherKanji),
  spelling('kanji_variants', 'another form of a kanji, without the legal form', otherKanji, {
    anyForm: true,
  }),

  other('former_names', 'former', 'as it was', (name) => name),
  other('former_names', 'former', 'without spaces, half width', (name) =>
    halfWidth(name).replaceAll(' ', ''),
  ),
  other('former_names', 'former', 'the legal form in brackets', (name) => {
    const parts = legalParts(name);
    return parts && inBrackets(parts);
  }),
  other('english_names', 'english', 'as stated', (name) => name),
  other('english_names', 'english', 'lower case', (name) => name.toLowerCase()),
  other('english_names', 'english', 'upper case, full width', (name) => fullWidth(name.toUpperCase())),
  other('english_names', 'english', 'without the legal form', withoutEnglishForm, { anyForm: true }),
  other('readings', 'kana', 'katakana', (name) => name),
  other('readings', 'kana', 'hiragana', hiragana),
  other('readings', 'kana', 'half-width kana', halfKana),
  other('readings', 'kana', 'small kana written large', largeKana),
];

type Rule = (name: string) => string | null;
type Options = Pick<NameQuery, 'anyForm' | 'sameName' | 'strict'>;

function width(form: string, write: Rule): QueryForm {
  return other('widths', 'legal', form, (name) => changed(name, write(name)));
}

function legalForm(
  form: string,
  write: (parts: LegalParts) => string | null,
  options: Options = { sameName: true },
): QueryForm {
  const rule: Rule = (name) => {
    const parts = legalParts(name);
    return parts && write(parts);
  };
  return other('legal_form_variants', 'legal', form, rule, options);
}

/** The name in another spelling, with its legal form unchanged, or left out with `anyForm`. */
function spelling(
  ofClass: RelevanceClass,
  form: string,
  respell: (rest: string) => string,
  options: Pick<Options, 'anyForm'> = {},
): QueryForm {
  const rule: Rule = (name) => {
    const parts = legalParts(name);
    const rest = parts && changed(parts.rest, respell(parts.rest));
    if (parts === null || rest === null || options.anyForm) return rest;
    return joined({ ...parts, rest }, parts.form);
  };
  return other(ofClass, 'legal', form, rule, options);
}

function other(
  ofClass: RelevanceClass,
  kind: NameKind,
  form: string,
  write: Rule,
  options: Options = {},
): QueryForm {
  return {
    class: ofClass,
    form,
    draft(company) {
      const current = plainName(legalNameOf(company) ?? '');
      const [meant] = namesOfKind(company, kind).filter(
        (name) => kind === 'legal' || plainName(name) !== current,
      );
      const text = meant === undefined ? null : write(meant);
      if (meant === undefined || text === null || [...text.trim()].length < 2) return null;
      return judgedName({ text, meant, kinds: [kind], ...options });
    },
  };
}

function withoutEnglishForm(name: string): string | null {
  const plain = plainName(name);
  const bare = bareName(plain);
  if (bare === plain || !plain.startsWith(bare)) return null;
  // Keeps as many letters of the written name as the bare name has.
  let letters = 0;
  const end = [...name].findIndex((letter) => letter.trim() !== '' && ++letters > [...bare].length);
  return [...name].slice(0, end).join('').trim();
}

function changed(before: string, after: string | null): string | null {
  return after === before ? null : after;
}

function swappedCase(text: string): string {
  return text.replace(/\p{L}/gu, (letter) => {
    const upper = letter.toUpperCase();
    return upper === letter ? letter.toLowerCase() : upper;
  });
}
