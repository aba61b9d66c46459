import { normalizeText } from '../letters/normalize.ts';
import { explainUnreadable, findPlaceholder, isEmptyCode } from '../letters/placeholders.ts';
import {
  type IdentifierType,
  makeEmptyFault,
  makeMalformedFault,
  makePlaceholderFault,
  type ParsedIdentifier,
  plainNames,
  type Read,
  toParsedIdentifier,
} from './parsed-identifier.ts';

/** Codes in cells, with what people and spreadsheets write around them. */

/** No code is longer, even with a label and spaces; longer text is not read. */
export const MAX_CODE_LENGTH = 100;

/**
 * @param clean most values are like this and are not read further
 * @param accept reads a clean value
 * @param label what people write before the value, in upper case
 * @param read reads any other text, in upper case and without what is written around it
 */
export function makeCodeParser(type: IdentifierType, clean: RegExp, accept: Read, label: RegExp, read: Read) {
  const tooLong = makeMalformedFault(
    `The ${plainNames[type]} must have at most ${MAX_CODE_LENGTH} characters.`,
  );
  return (input: string): ParsedIdentifier => {
    if (clean.test(input)) return toParsedIdentifier(type, accept(input));
    if (input.length > MAX_CODE_LENGTH) return toParsedIdentifier(type, tooLong);
    const text = normalizeText(replaceNumero(input));
    const why = explainUnreadable(text);
    if (why !== null) return toParsedIdentifier(type, makeMalformedFault(why));
    const value = unwrapCode(text);
    const unlabelled = value.replace(label, '');
    const placeholder = findPlaceholder(value) ?? findPlaceholder(unlabelled);
    if (placeholder !== null) return toParsedIdentifier(type, makePlaceholderFault(type, placeholder));
    const isEmpty = isEmptyCode(text) || isEmptyCode(unlabelled);
    return toParsedIdentifier(type, isEmpty ? makeEmptyFault(type, text) : read(value));
  };
}

/** NFKC would join № with a letter after it: №T118… */
export function replaceNumero(input: string): string {
  return input.replaceAll('№', 'No.');
}

const OPENING = /^[\s='"“”„‘’‚‛′`「『【〔〈《[(<{]+/;
// From the beginning of the run of marks: beginning at each of them would take the square of their number.
const CLOSING = /(?<![\s'"“”‘’′`」』】〕〉》\])>}。.,;、])[\s'"“”‘’′`」』】〕〉》\])>}。.,;、]+$/;

/** What NFKC makes of ´, which people use for an apostrophe. */
const ACUTE = '\u0301';

/** A code without what spreadsheets and people write around it: '7203, ="7203", [7203]. In upper case. */
export function unwrapCode(normalized: string): string {
  return normalized.toUpperCase().replaceAll(ACUTE, "'").replace(OPENING, '').replace(CLOSING, '');
}

/** Anything that is neither letter nor digit. ー is a letter and 〇 a digit, but people write them as a hyphen and a circle. */
export const MARK = '(?:[^\\p{L}\\p{N}]|[ー〇])';

/**
 * Whether a text has nothing but these words, with marks between them. Latin words count only as a whole.
 * @param words a pattern that matches a part of at least one letter in one way only, so that this takes linear time
 */
export function buildOnlyWordsPattern(words: string): RegExp {
  return new RegExp(`^${MARK}*(?:(?:${words})${MARK}*)*$`, 'u');
}

export function buildLatinPattern(words: readonly string[]): string {
  return `(?<![A-Z])(?:${words.join('|')})(?![A-Z])`;
}

/** An amount, a share or a change, but no code: ¥7203, 7203%. */
export const QUANTITY = /[\p{Sc}%‰±](?<!\$)/u;
