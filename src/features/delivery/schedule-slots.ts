import { getTokyoDayStart, toTokyoDay } from '../../text/days/calendar.ts';

/** Schedules run daily at 06:00 in Asia/Tokyo, or weekly on Monday at 06:00. */

export const scheduledHour = 6;

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** The latest scheduled time that is not after this moment. */
export function findLatestSlot(schedule: 'daily' | 'weekly', now: Date): Date {
  // The latest day whose 06:00 has passed.
  const today = getTokyoDayStart(toTokyoDay(new Date(now.getTime() - scheduledHour * hourMs)));
  const daysSinceMonday = schedule === 'weekly' ? (getWeekday(today) + 6) % 7 : 0;
  return new Date(today.getTime() - daysSinceMonday * dayMs + scheduledHour * hourMs);
}

/** The scheduled time after this one. Japan has no daylight saving time. */
export function findNextSlot(schedule: 'daily' | 'weekly', slot: Date): Date {
  return new Date(slot.getTime() + (schedule === 'weekly' ? 7 : 1) * dayMs);
}

/** 0 is Sunday. @param midnight of a day in Asia/Tokyo */
function getWeekday(midnight: Date): number {
  return new Date(`${toTokyoDay(midnight)}T00:00:00Z`).getUTCDay();
}
