import { getTokyoDayStart, toTokyoDay, toTokyoMonth } from '../../text/days/calendar.ts';

/** From `start` (inclusive) to `end` (exclusive), in milliseconds since 1970. */
export interface LimitWindow {
  readonly start: number;
  readonly end: number;
}

/** The windows that contain a moment. */
export interface LimitWindows {
  readonly minute: LimitWindow;
  /** Calendar day and month in Asia/Tokyo. */
  readonly day: LimitWindow;
  readonly month: LimitWindow;
  /** The day, `YYYY-MM-DD`. */
  readonly date: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** @param now milliseconds since 1970 */
export function createLimitWindows(now: number): LimitWindows {
  const moment = new Date(now);
  const date = toTokyoDay(moment);
  const dayStart = getTokyoDayStart(date).getTime();
  const minuteStart = now - (now % minuteMs);
  return {
    minute: { start: minuteStart, end: minuteStart + minuteMs },
    day: { start: dayStart, end: dayStart + dayMs },
    month: createMonthWindow(toTokyoMonth(moment)),
    date,
  };
}

/** @param month `YYYY-MM` */
function createMonthWindow(month: string): LimitWindow {
  const start = getTokyoDayStart(`${month}-01`).getTime();
  // 31 days after the first of a month, it is always the next month.
  const next = toTokyoMonth(new Date(start + 31 * dayMs));
  return { start, end: getTokyoDayStart(`${next}-01`).getTime() };
}
