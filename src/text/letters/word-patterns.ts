/** Expressions made of word lists. The words may be patterns themselves, so nothing is escaped. */

/** The words as alternatives, the longest first, so that none hides a longer one. */
export function buildAlternatives(words: readonly string[]): string {
  return words.toSorted((one, other) => other.length - one.length).join('|');
}

/** One expression for several, so that no line has a long one. Their own flags are ignored. */
export function combineExpressions(expressions: readonly RegExp[], flags: string): RegExp {
  return new RegExp(expressions.map(({ source }) => source).join('|'), flags);
}

/**
 * Whether a text ends in an expression. It is read backwards from the end: an expression before `$` would be tried at every
 * character of the text.
 */
export function buildEndPattern(source: string, flags = ''): RegExp {
  return new RegExp(`$(?<=${source})`, flags);
}

/**
 * What stands before a part at the end: a run of marks. Only where the run begins, because from there the whole run is taken, and
 * beginning at each of its marks would take the square of its length.
 */
export const buildRunPattern = (marks: string, count: '*' | '+'): string =>
  `(?<![${marks}])[${marks}]${count}`;
