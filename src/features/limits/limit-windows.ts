import { tokyoDay, tokyoDayStart, tokyoMonth } from '../../text/days/calendar.ts';

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
export function limitWindows(now: number): LimitWindows {
  const moment = new Date(now);
  const date = tokyoDay(moment);
  const dayStart = tokyoDayStart(date).getTime();
  const minuteStart = now - (now % minuteMs);
  return {
    minute: { start: minuteStart, end: minuteStart + minuteMs },
    day: { start: dayStart, end: dayStart + dayMs },
    month: monthWindow(tokyoMonth(moment)),
    date,
  };
}

/** @param month `YYYY-MM` */
function monthWindow(month: string): LimitWindow {
  const start = tokyoDayStart(`${month}-01`).getTime();
  // 31 days after the first of a month, it is always the next month.
  const next = tokyoMonth(new Date(start + 31 * dayMs));
  return { start, end: tokyoDayStart(`${next}-01`).getTime() };
}
