import { z } from 'zod';
import { type ErrorCode, errorCatalogue, errorEntry, type ServiceError } from './errors.ts';

/** Something that keeps an answer from being read as more than it is (docs/decisions/0009-shapes.md). */
export const warningSchema = z
  .object({
    code: z.string().describe('What kind of warning it is; stable, for programs.'),
    message: z.string().describe('What it means for this answer, in one or two sentences.'),
    signal: z.string().optional().describe('The signal it is about, such as `jobs` or `employees`.'),
    field: z.string().optional().describe('The field of the request it is about.'),
    value: z.unknown().optional().describe('What that field held.'),
    suggestions: z.array(z.unknown()).readonly().optional().describe('Values that would find something.'),
  })
  .readonly()
  .meta({ id: 'Warning', description: 'Keeps an answer from being read as more than it is.' });
export type Warning = z.output<typeof warningSchema>;

/** Warnings of one answer at most, so that no request makes an answer that nobody can read. */
const maxWarnings = 100;

export const warningsSchema = z.array(warningSchema).max(maxWarnings);

/** The first of them; where there are more, the last says how many were left out. */
export function boundedWarnings(warnings: readonly Warning[]): Warning[] {
  if (warnings.length <= maxWarnings) return [...warnings];
  const shown = warnings.slice(0, maxWarnings - 1);
  const more = warnings.length - shown.length;
  return [
    ...shown,
    { code: 'warnings_truncated', message: `And ${more.toLocaleString('en')} more warnings.` },
  ];
}

/** Something that is missing for a better answer. */
export const gapSchema = z
  .object({
    code: z.string().describe('What is missing; stable, for programs.'),
    message: z.string().describe('What is missing, in one sentence.'),
    field: z.string().optional().describe('The field of the request it is about.'),
  })
  .readonly()
  .meta({ id: 'Gap', description: 'Something that is missing for a better answer.' });
export type Gap = z.output<typeof gapSchema>;

// The catalogue's keys are its codes.
const errorCodes = Object.keys(errorCatalogue) as ErrorCode[];

/** The body of every answer that is not a success (docs/decisions/0007-errors.md). */
export const errorEnvelopeSchema = z
  .object({
    ok: z.literal(false).describe('False on every failure.'),
    status: z
      .enum(['error', 'blocked'])
      .describe('`blocked`: the request is understood and refused on purpose, and `gaps` says why.'),
    error: z
      .object({
        code: z.enum(errorCodes).describe('Stable, for programs.'),
        message: z.string().describe('What happened, in one sentence.'),
        details: z
          .unknown()
          .optional()
          .describe('Bad fields as `[{ field, message }]`, or other facts that help a program.'),
        details_omitted: z
          .int()
          .min(1)
          .optional()
          .describe('How many entries were left out of `details`, whose lists have at most 100 each.'),
        recovery: z.string().optional().describe('What the caller can do about it.'),
      })
      .readonly()
      .describe('The failure.'),
    gaps: z.array(gapSchema).readonly().describe('What is missing for an answer.'),
    request_id: z.string().describe('Also in the header X-Request-Id; name it when you ask about a failure.'),
  })
  .readonly()
  .meta({ id: 'Error', description: 'The answer to every request that fails.' });
export type ErrorEnvelope = z.output<typeof errorEnvelopeSchema>;

export function errorEnvelope(error: ServiceError, requestId: string): ErrorEnvelope {
  const entry = errorEntry(error.code);
  return {
    ok: false,
    status: entry.blocked ? 'blocked' : 'error',
    error: {
      code: error.code,
      message: error.message,
      ...(error.details === undefined ? {} : { details: error.details }),
      ...(error.detailsOmitted === 0 ? {} : { details_omitted: error.detailsOmitted }),
      recovery: entry.recovery,
    },
    gaps: [...error.gaps],
    request_id: requestId,
  };
}

/** `ok` of every success. */
export const okField = z.literal(true).describe('True on every success.');

/** What every collection says of its page. */
export const pageMetaFields = {
  limit: z.int().min(1).describe('Items a page has at most, as asked for.'),
  returned: z.int().min(0).describe('Items on this page.'),
  has_more: z.boolean().describe('Whether there is a page behind this one.'),
  next_cursor: z
    .string()
    .nullable()
    .describe('Pass it unchanged as `cursor` for the next page; null on the last.'),
};

/** A page of a collection (docs/decisions/0009-shapes.md). */
export function collectionSchema<Item extends z.ZodType>(item: Item, about: string) {
  return z.object({
    ok: okField,
    items: z.array(item).describe(about),
    meta: z.object(pageMetaFields).describe('The page.'),
  });
}

interface PageMeta {
  readonly limit: number;
  readonly returned: number;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

interface PageEnd {
  readonly limit: number;
  readonly nextCursor: string | null;
}

/** A page goes on exactly when it has a cursor. */
export function pageMeta(shown: readonly unknown[], { limit, nextCursor }: PageEnd): PageMeta {
  return { limit, returned: shown.length, has_more: nextCursor !== null, next_cursor: nextCursor };
}

export interface Collection<Item> {
  readonly ok: true;
  readonly items: readonly Item[];
  readonly meta: PageMeta;
}

export function collection<Item>(items: readonly Item[], end: PageEnd): Collection<Item> {
  return { ok: true, items, meta: pageMeta(items, end) };
}
