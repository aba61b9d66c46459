import { createHash } from 'node:crypto';
import { toTokyoDay } from '../../src/text/days/calendar.ts';

/**
 * Recorded examples with fixed ids, times, cursors and secrets, so that recording again changes only what the contract
 * changed. Each replacement is derived from the place where the value is first seen, not from how many came before.
 * @param began when the session that was recorded began; times since then are shown as offsets from a fixed one
 */
export function stableExamples<Examples extends object>(examples: Examples, began: Date): Examples {
  const replaced = new Map<string, string>();
  const today = toTokyoDay(began);
  const daysSince = Math.round((Date.parse(today) - Date.parse(recordedDay)) / dayMs);

  const replacement = (found: string, place: string, make: (digest: string) => string): string => {
    const known = replaced.get(found);
    if (known !== undefined) return known;
    const made = make(createHash('sha256').update(place).digest('hex'));
    replaced.set(found, made);
    return made;
  };

  const stableText = (text: string, place: string): string =>
    volatile.reduce(
      (result, { pattern, make }) =>
        result.replace(pattern, (found) => {
          // Values that were already replaced must not be replaced again.
          if ([...replaced.values()].includes(found)) return found;
          return make === 'time'
            ? stableTime(found, began)
            : replacement(found, `${place} ${pattern.source}`, make);
        }),
      text,
    );

  const stable = (value: unknown, place: string): unknown => {
    const key = place.slice(place.lastIndexOf('.') + 1);
    if (value !== null && fixed[key] !== undefined) return fixed[key];
    if (typeof value === 'string') {
      if (value === today) return recordedDay;
      return key === 'month' ? recordedDay.slice(0, 7) : stableText(value, place);
    }
    // Facts of the session itself have no age.
    if (key === 'age_days' && typeof value === 'number') return value < daysSince ? value : value - daysSince;
    if (Array.isArray(value)) return value.map((item, index) => stable(item, `${place}[${index}]`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [stableText(key, place), stable(inner, `${place}.${key}`)]),
    );
  };

  return stable(examples, '') as Examples;
}

/** The day for which the session's companies are generated. */
export const recordedDay = '2026-11-21';
const recordedAt = Date.parse(`${recordedDay}T03:00:00.000Z`);
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** What depends on the hour of the recording, on other sessions or on the machine, by field. */
const fixed: Readonly<Record<string, string | number>> = {
  next_run_at: '2026-11-28T03:00:00.000Z',
  resets_at: '2026-11-22T00:00:00.000Z',
  next_cursor: 'ZXhhbXBsZQ.MDEyMzQ1Njc4OQ',
  duration_ms: 24,
};

const volatile: readonly { pattern: RegExp; make: 'time' | ((digest: string) => string) }[] = [
  {
    pattern: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
    make: (digest) =>
      `0199b3a0-${digest.slice(0, 4)}-7${digest.slice(4, 7)}-8${digest.slice(7, 10)}-${digest.slice(10, 22)}`,
  },
  { pattern: /\b[0-9a-f]{64}\b/g, make: (digest) => digest },
  {
    pattern: /whsec_[A-Za-z0-9+/=]+/g,
    make: (digest) => `whsec_${Buffer.from(digest, 'hex').toString('base64')}`,
  },
  // The counts of a Prometheus text.
  { pattern: /(?<=\} )\d+$/gm, make: () => '1' },
  { pattern: /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z/g, make: 'time' },
];

/** A time of the session as whole hours after a fixed one: an estimate still expires a day after it was made. */
function stableTime(found: string, began: Date): string {
  const offset = Date.parse(found) - began.getTime();
  if (offset < -hourMs) return found;
  return new Date(recordedAt + Math.round(offset / hourMs) * hourMs).toISOString();
}
