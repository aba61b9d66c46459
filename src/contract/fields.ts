import { z } from 'zod';

/**
 * An object whose every key is known; another key is a fault that names the known ones. For queries and bodies.
 */
export function knownFields<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `is not known here; known are: ${known || 'none'}` : undefined,
  });
}

/** A query parameter that may be repeated, comma-separated, or both; blanks are dropped. */
export function queryArray<Item extends z.ZodType<unknown, string>>(item: Item, { max = 1000 } = {}) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((given) =>
      (typeof given === 'string' ? [given] : given)
        .flatMap((part) => part.split(','))
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(item).max(max));
}

const wordsOfTruth: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** A query parameter that is a boolean: `true`, `false`, `1` or `0`. */
export const queryBoolean = z
  .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
  .transform((word) => wordsOfTruth[word] === true);

/** A query parameter that is a whole number from `min` to `max`. */
export function queryInteger({ min, max }: { min: number; max: number }) {
  return z
    .string({ error: 'must be given once' })
    .regex(/^-?\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(boundedInteger({ min, max }));
}

/** A whole number from `min` to `max`, in a body. */
export function boundedInteger({ min, max }: { min: number; max: number }) {
  return z
    .int({ error: 'must be a whole number' })
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);
}

/** A query parameter that is given once. */
export const queryText = z.string({ error: 'must be given once' });

export const uuid = z.uuid({ error: 'must be a uuid' });

/** A day, `YYYY-MM-DD`. */
export const isoDate = z.iso.date({ error: 'must be a date, YYYY-MM-DD' });

/** A moment with its offset, for example `2026-01-31T09:00:00+09:00`. */
export const isoDatetime = z.iso.datetime({
  offset: true,
  error: 'must be an ISO 8601 time with its offset',
});

/** A bound in time: a day, or a moment with its offset. */
export const moment = z.union([isoDate, isoDatetime], {
  error: 'must be a date, YYYY-MM-DD, or an ISO 8601 time with its offset',
});
