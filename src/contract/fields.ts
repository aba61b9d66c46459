import { z } from 'zod';
import { isInvisible } from '../text/letters/normalize.ts';
import { unknownKey } from './fault-words.ts';
import { maxPageItems, maxPageRows } from './limits.ts';
import { isStorable, notStorable } from './storable.ts';

/** For queries and bodies: an object that rejects unknown keys. The message for the first one lists the known keys. */
export function defineKnownFields<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `${unknownKey}; known fields: ${known || 'none'}` : undefined,
  });
}

/** A query parameter that may be repeated, comma-separated, or both; blank values are dropped. */
export function defineQueryArray<Item extends z.ZodType<unknown, string>>(item: Item, { max = 1000 } = {}) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((given) =>
      (typeof given === 'string' ? [given] : given)
        .flatMap((part) => part.split(','))
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .refine((parts) => parts.every(isStorable), notStorable)
    .pipe(z.array(item).max(max));
}

const booleanWords: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** A query parameter that is a boolean: `true`, `false`, `1` or `0`. */
export const queryBoolean = z
  .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
  .transform((word) => booleanWords[word] === true)
  .pipe(z.boolean());

/** A query parameter that is a whole number from `min` to `max`. */
export function defineQueryInteger({ min, max }: { min: number; max: number }) {
  return (
    queryText
      .regex(/^-?\d+$/, 'must be a whole number')
      // A larger one is beyond any bound, which is then named.
      .transform((digits) =>
        Math.min(Math.max(Number(digits), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER),
      )
      .pipe(defineBoundedInteger({ min, max }))
  );
}

/** A whole number from `min` to `max`, in a body. */
export function defineBoundedInteger({ min, max }: { min: number; max: number }) {
  // A number beyond what is exact is told these bounds, and not also those of whole numbers.
  const bounds: Readonly<Record<string, string>> = {
    too_big: `must be at most ${max}`,
    too_small: `must be at least ${min}`,
  };
  return z
    .int({ abort: true, error: ({ code }) => bounds[code] })
    .min(min)
    .max(max);
}

/**
 * A text to search for. A text of only invisible characters was meant to contain something: it is rejected, whereas an
 * empty text may mean a search for everything.
 */
export function defineSearchText(maxLength: number) {
  return requireVisible(z.string().max(maxLength));
}

export function requireVisible(text: z.ZodString) {
  return text.refine((given) => !isInvisible(given), 'must contain a visible character');
}

/** A query parameter that is given once. Any text may reach a store (a cursor, a header, an id), so none is taken that it cannot hold. */
export const queryText = z
  .string({ error: ({ input }) => (Array.isArray(input) ? 'must be given once' : undefined) })
  .refine(isStorable, notStorable);

/** A query parameter by which an answer is narrowed down: an empty text, like an empty list, sets no condition. */
export function defineQueryCondition<Text extends z.ZodType<string, string>>(text: Text) {
  return queryText
    .transform((given) => (given.trim() === '' && !isInvisible(given) ? undefined : given))
    .pipe(text.optional())
    .optional();
}

/** `cursor` of a collection's query. */
export const pageCursor = queryText
  .pipe(z.string().min(1).max(4000))
  .optional()
  .describe(
    '`meta.next_cursor` of the previous page, unchanged, with the same filters. Valid for 24 hours. Absent: the first page.',
  );

/** `limit` of a collection's query. */
export const pageLimit = defineQueryInteger({ min: 1, max: maxPageItems })
  .default(20)
  .describe(`Maximum number of items on a page, 1 to ${maxPageItems}. A page of large items may have fewer.`);

/** A collection without filters. */
export const pageQuery = defineKnownFields({ limit: pageLimit, cursor: pageCursor });

/** `limit` of a query for rows of a table. */
export const rowsLimit = defineQueryInteger({ min: 1, max: maxPageRows })
  .default(100)
  .describe(`Maximum number of rows on a page, 1 to ${maxPageRows}. A page of large rows may have fewer.`);

/** The id of something in a body, of which any store may be asked. */
export const givenId = z.string().min(1).max(1000).refine(isStorable, notStorable);

export const uuid = z.uuid();

/** A day, `YYYY-MM-DD`. */
export const isoDate = z.iso
  .date()
  .refine((day) => !day.startsWith('0000'), 'must not be in the year 0000, which does not exist');

/** Postgres reads offsets up to ±15:59 (ISO 8601 allows any below 24 hours), and only times of limited length. */
const storableOffset = /(?:Z|[+-](?:0\d|1[0-5]):[0-5]\d)$/;
const maxDatetimeLength = 40;

/** Years 0001 to 9999 in UTC: answers write years with four digits, and the year 0000 does not exist. */
function isWritable(time: number): boolean {
  return time >= Date.parse('0001-01-01T00:00:00Z') && time <= Date.parse('9999-12-31T23:59:59.999Z');
}

/** A moment with its offset, for example `2026-01-31T09:00:00+09:00`. */
export const isoDatetime = z.iso
  .datetime({
    offset: true,
    // A value that is not a time has no offset to check.
    abort: true,
  })
  .max(maxDatetimeLength)
  .refine((time) => storableOffset.test(time), 'must have an offset between -15:59 and +15:59')
  .refine((time) => isWritable(Date.parse(time)), 'must be in the years 0001 to 9999');

/** A limit in time: a day, or a moment with its offset. */
export const moment = z.union([isoDate, isoDatetime], {
  error: 'must be a date, YYYY-MM-DD, or an ISO 8601 time with its offset',
});

/** A period must not end before it begins. A day means the whole day in Asia/Tokyo. */
export function checkPeriod(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (from === undefined || to === undefined) return;
  const parseBound = (bound: string, ofDay: string) =>
    Date.parse(bound.includes('T') ? bound : `${bound}T${ofDay}+09:00`);
  if (parseBound(from, '00:00:00') > parseBound(to, '23:59:59.999'))
    context.addIssue({ code: 'custom', path: ['from'], message: 'must not be later than to' });
}

/** Nesting limit for JSON of any shape: whatever walks through it needs stack in proportion to its depth. */
export const maxJsonDepth = 20;
export const tooDeep = `must have at most ${maxJsonDepth} levels`;

/** Any JSON value that is not too deep; a body's values have already been parsed as JSON. */
export const anyJson = z.custom<z.core.util.JSONType>((value) => !isDeeperThan(value, maxJsonDepth), tooDeep);

export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
