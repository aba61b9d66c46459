const tokyoOffsetMs = 9 * 60 * 60 * 1000;

/** The day in Asia/Tokyo, `YYYY-MM-DD`. Japan has had no daylight saving time since 1951, so the offset is constant. */
export function toTokyoDay(moment: Date): string {
  return new Date(moment.getTime() + tokyoOffsetMs).toISOString().slice(0, 10);
}

/** A time of ISO 8601 as people write it, in Asia/Tokyo: `YYYY-MM-DD hh:mm:ss`. */
export function formatTokyoTime(iso: string): string {
  const tokyo = new Date(Date.parse(iso) + tokyoOffsetMs);
  return tokyo.toISOString().slice(0, 19).replace('T', ' ');
}

/** The month in Asia/Tokyo, `YYYY-MM`. */
export function toTokyoMonth(moment: Date): string {
  return toTokyoDay(moment).slice(0, 7);
}

/** When a day of Asia/Tokyo, `YYYY-MM-DD`, begins. */
export function getTokyoDayStart(day: string): Date {
  return new Date(formatTokyoDayStart(day));
}

/** The same as ISO 8601 with the offset of Japan. */
export function formatTokyoDayStart(day: string): string {
  return `${day}T00:00:00+09:00`;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The day a number of days later, or earlier if it is negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/**
 * The period from `from` to `to`. A date means the whole day in Asia/Tokyo.
 * @returns `from` included, `to` excluded
 */
export function parsePeriod({ from, to }: { from?: string | undefined; to?: string | undefined }): {
  from?: Date;
  to?: Date;
} {
  const isDay = (text: string) => text.length === 'YYYY-MM-DD'.length;
  const period: { from?: Date; to?: Date } = {};
  if (from !== undefined) period.from = isDay(from) ? getTokyoDayStart(from) : new Date(from);
  if (to !== undefined) period.to = isDay(to) ? getTokyoDayStart(addDays(to, 1)) : new Date(to);
  return period;
}
