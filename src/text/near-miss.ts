import { readNumber } from './identifiers.ts';

/**
 * - `digit`: one digit differs
 * - `swap`: two neighbouring digits are exchanged
 * - `missing`, `added`: the written number has one digit less or more
 */
export type NearMiss = 'digit' | 'swap' | 'missing' | 'added';

/**
 * The one typing error between a written corporate number and the number of a company. It never identifies the company
 * by itself: among millions of numbers, a wrong one is often near to several.
 * @param written as people write it, with or without `T`; for example with a wrong check digit
 * @param number 13 digits
 * @returns null if they are equal, or differ by more than one error
 */
export function nearMiss(written: string, number: string): NearMiss | null {
  const digits = readNumber(written)?.digits ?? '';
  if (!/^\d{12,14}$/.test(digits) || digits === number) return null;
  const at = firstDifference(digits, number);
  if (digits.length < number.length) return digits.slice(at) === number.slice(at + 1) ? 'missing' : null;
  if (digits.length > number.length) return digits.slice(at + 1) === number.slice(at) ? 'added' : null;
  if (digits.slice(at + 1) === number.slice(at + 1)) return 'digit';
  const [first = '', second = ''] = digits.slice(at, at + 2);
  return number.slice(at) === second + first + digits.slice(at + 2) ? 'swap' : null;
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}
