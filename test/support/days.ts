import { toTokyoDay } from '../../src/text/days/calendar.ts';

/** The day in Tokyo this many days from today, `YYYY-MM-DD`. */
export function dayFromToday(days: number): string {
  return toTokyoDay(new Date(Date.now() + days * 24 * 60 * 60 * 1000));
}
