import { findTypingSlip, type TypingSlip } from '../names/typing-slips.ts';
import { parseCorporateNumber, readNumber } from './corporate-number.ts';

/**
 * The one typing error between a written corporate number and the number of a company. It never identifies the company
 * by itself: among millions of numbers, a wrong one is often near to several.
 * @param written as people write it, with or without `T`; for example with a wrong check digit
 * @param number 13 digits
 * @returns null if they are equal, or differ by more than one error
 */
export function findNearMiss(written: string, number: string): TypingSlip | null {
  const digits = readNumber(written)?.digits ?? '';
  if (/^\d{12,14}$/.test(digits)) return findTypingSlip(digits, number);
  return null;
}

/** All valid corporate numbers that one typing error can make into the written one: about thirty. */
export function listNearNumbers(written: string): string[] {
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
    (number) =>
      number.length === 13 && parseCorporateNumber(number).ok && findTypingSlip(digits, number) !== null,
  );
}
