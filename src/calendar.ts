const tokyoOffsetMs = 9 * 60 * 60 * 1000;

/** The day in Asia/Tokyo, `YYYY-MM-DD`. Japan has had no daylight saving time since 1951, so the offset is constant. */
export function tokyoDay(moment: Date): string {
  return new Date(moment.getTime() + tokyoOffsetMs).toISOString().slice(0, 10);
}

/** The month in Asia/Tokyo, `YYYY-MM`. */
export function tokyoMonth(moment: Date): string {
  return tokyoDay(moment).slice(0, 7);
}

/** When a day of Asia/Tokyo, `YYYY-MM-DD`, begins. */
export function tokyoDayStart(day: string): Date {
  return new Date(`${day}T00:00:00+09:00`);
}
