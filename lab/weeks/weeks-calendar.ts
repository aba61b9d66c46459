import { addDays } from '../../src/text/days/calendar.ts';

/** The days of the weeks, `YYYY-MM-DD`. The first one is a Friday, of which the register's real differential file is known. */

export const firstDay = '2026-08-21';
/** The day of the files with which the service begins. */
export const dayBefore = addDays(firstDay, -1);

export function daysOf(count: number): string[] {
  return Array.from({ length: count }, (_, at) => addDays(firstDay, at));
}

/** Authorities publish on these days only. */
export function isWorkday(day: string): boolean {
  return ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

/** For file names. */
export function compact(day: string): string {
  return day.replaceAll('-', '');
}
