import { isCalendarDay } from '../../../src/text/days/written-days.ts';

/**
 * The day in the name of a file, `YYYY-MM-DD`: diff_20260821.csv is of 2026-08-21. If the name has several days, the last of
 * a period counts.
 */
export function findDayInName(name: string): string | null {
  const days = [...name.matchAll(/(?<!\d)(20\d{2})(\d{2})(\d{2})(?!\d)/g)]
    .map(([, year, month, day]) => `${year}-${month}-${day}`)
    .filter(isCalendarDay);
  return days.sort().at(-1) ?? null;
}
