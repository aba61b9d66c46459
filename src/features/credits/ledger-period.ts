import { tokyoDayStart } from '../../calendar.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The moments that `from` and `to` bound: a date is the whole day in Asia/Tokyo, a time is itself.
 * @returns `from` included, `to` excluded
 */
export function ledgerPeriod({ from, to }: { from?: string | undefined; to?: string | undefined }): {
  from?: Date;
  to?: Date;
} {
  return {
    ...(from === undefined ? {} : { from: isDay(from) ? tokyoDayStart(from) : new Date(from) }),
    ...(to === undefined
      ? {}
      : { to: isDay(to) ? new Date(tokyoDayStart(to).getTime() + dayMs) : new Date(to) }),
  };
}

function isDay(text: string): boolean {
  return text.length === 'YYYY-MM-DD'.length;
}
