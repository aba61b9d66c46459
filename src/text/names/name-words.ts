import { foldCase, normalizeText } from '../letters/normalize.ts';
import { cutCompounds } from './compound-words.ts';
import { JAPANESE_FORMS } from './legal-forms.ts';
import { toCoreKey } from './names.ts';

/** No name that people shorten is longer. */
export const maxWords = 8;

/** The words at the end of a name that people leave out first. */
export const GROUP_WORDS =
  /(?:フィナンシャルグループ|グループ|ホールディングス|ホールディング|group|holdings?|hd){1,3}(?:本社)?$/u;

const LATIN_BORDER =
  /(?<=[\p{sc=Latin}\p{N}])(?=[^\p{sc=Latin}\p{N}])|(?<=[^\p{sc=Latin}\p{N}])(?=[\p{sc=Latin}\p{N}])/gu;
export const BETWEEN_WORDS = /[\s\p{P}\p{S}]+/u;

/** The name as written, in words, without its legal form. */
export function stripForm(name: string, core: string): string {
  const text = foldCase(normalizeText(name));
  for (const [, form] of JAPANESE_FORMS) {
    if (text.startsWith(form)) return text.slice(form.length).trim();
    if (text.endsWith(form)) return text.slice(0, -form.length).trim();
  }
  if (core.length < text.replaceAll(' ', '').length) return core;
  return text;
}

export function splitWords(text: string): string[] {
  const words = cutCompounds(text).replaceAll(LATIN_BORDER, ' ').split(BETWEEN_WORDS);
  return words.filter((word) => word !== '' && word !== 'ー').slice(0, maxWords);
}

/** The words of a name without its legal form. */
export function splitNameWords(name: string): string[] {
  return splitWords(stripForm(name, toCoreKey(name)));
}
