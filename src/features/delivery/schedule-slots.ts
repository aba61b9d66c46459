import { tokyoDay, tokyoDayStart } from '../../calendar.ts';

/** When schedules run: daily at 06:00 in Asia/Tokyo, weekly on Monday at that time. */

export const scheduledHour = 6;

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** The last time of the schedule that is not after this moment. */
export function latestSlot(schedule: 'daily' | 'weekly', now: Date): Date {
  // The day whose time has come: six hours ago it was the same day or the one before.
  const today = tokyoDayStart(tokyoDay(new Date(now.getTime() - scheduledHour * hourMs)));
  const daysSinceMonday = schedule === 'weekly' ? (weekday(today) + 6) % 7 : 0;
  return new Date(today.getTime() - daysSinceMonday * dayMs + scheduledHour * hourMs);
}

/** The time of the schedule that follows this one. Japan has no daylight saving time. */
export function slotAfter(schedule: 'daily' | 'weekly', slot: Date): Date {
  return new Date(slot.getTime() + (schedule === 'weekly' ? 7 : 1) * dayMs);
}

/** 0 is Sunday. @param midnight of a day in Asia/Tokyo */
function weekday(midnight: Date): number {
  return new Date(`${tokyoDay(midnight)}T00:00:00Z`).getUTCDay();
}
