import { parseCorporateNumber, readNumber } from './identifiers.ts';

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

/** All valid corporate numbers that one typing error can make into the written one: about thirty. */
export function numbersNear(written: string): string[] {
  const digits = readNumber(written)?.digits ?? '';
  if (!/^\d{12,14}$/.test(digits)) return [];
  const places = Array.from({ length: digits.length + 1 }, (_, at) => at);
  const others = places.flatMap((at) => {
    const [before, after] = [digits.slice(0, at), digits.slice(at)];
    if (digits.length === 14) return [before + after.slice(1)];
    const rest = digits.length === 12 ? after : after.slice(1);
    const typed = [...'0123456789'].map((digit) => before + digit + rest);
    return [...typed, `${before}${after.charAt(1)}${after.charAt(0)}${after.slice(2)}`];
  });
  return [...new Set(others)].filter(
    (number) => number.length === 13 && nearMiss(digits, number) !== null && parseCorporateNumber(number).ok,
  );
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}
