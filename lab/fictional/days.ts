/** Days as whole numbers since 1970-01-01, for arithmetic without time zones. */

const millisecondsOfDay = 86_400_000;
const texts = new Map<number, string>();

/** @throws RangeError when `day` is not a valid date in the format YYYY-MM-DD */
export function dayNumber(day: string): number {
  const number = Date.parse(`${day}T00:00:00Z`) / millisecondsOfDay;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !Number.isInteger(number) || dayText(number) !== day) {
    throw new RangeError(`not a day: ${day}`);
  }
  return number;
}

/** `YYYY-MM-DD`. A run uses some tens of thousands of days, so each is formatted only once. */
export function dayText(number: number): string;
export function dayText(number: number | null): string | null;
export function dayText(number: number | null): string | null {
  if (number === null) return null;
  let text = texts.get(number);
  if (text === undefined) {
    text = new Date(number * millisecondsOfDay).toISOString().slice(0, 10);
    texts.set(number, text);
  }
  return text;
}

/** Noon of the day in Tokyo. */
export function momentText(number: number): string {
  return `${dayText(number)}T03:00:00.000Z`;
}

/** The corporate number system began on this day. Every older corporation got its number then. */
export const numberingBegan = dayNumber('2015-10-05');
