import { z } from 'zod';
import { defineAnswer, field, groupFields } from './answer-fields.ts';

/** A limit of an answer that its reader must know (docs/decisions/0009-shapes.md). */
export const warningSchema = z
  .object({
    code: field.text('Kind of warning; stable, for programs.'),
    message: field.text('What the warning means for this answer, in one or two sentences.'),
    signal: z.string().optional().describe('The signal concerned, such as `jobs` or `employees`.'),
    field: z.string().optional().describe('The request field concerned.'),
    value: z.unknown().optional().describe('The value of that field.'),
    suggestions: z.array(z.unknown()).readonly().optional().describe('Values that would match something.'),
  })
  .readonly()
  .meta({ id: 'Warning', description: 'A limit of the answer; read it before you draw conclusions.' });
export type Warning = z.output<typeof warningSchema>;

/** Keeps an answer readable, whatever the request. */
const maxWarnings = 100;

export const warningsSchema = z.array(warningSchema).max(maxWarnings);

/** The first warnings. If there are more, the last one says how many were left out. */
export function limitWarnings(warnings: readonly Warning[]): Warning[] {
  if (warnings.length <= maxWarnings) return [...warnings];
  const shown = warnings.slice(0, maxWarnings - 1);
  const more = warnings.length - shown.length;
  return [
    ...shown,
    { code: 'warnings_truncated', message: `And ${more.toLocaleString('en')} more warnings.` },
  ];
}

/** Something missing that would improve the answer. */
export const gapSchema = z
  .object({
    code: field.text('What is missing; stable, for programs.'),
    message: field.text('What is missing, in one sentence.'),
    field: z.string().optional().describe('The request field concerned.'),
  })
  .readonly()
  .meta({ id: 'Gap', description: 'Something missing that would improve the answer.' });
export type Gap = z.output<typeof gapSchema>;

/** What every collection states about its page. */
export const pageMetaFields = {
  limit: z.int().min(1).describe('Maximum number of items on a page, as requested.'),
  returned: field.count('Number of items on this page.'),
  has_more: field.flag('Whether another page follows.'),
  next_cursor: field.textOrNull('Pass it unchanged as `cursor` to get the next page; null on the last page.'),
};

/** A page of a collection (docs/decisions/0009-shapes.md). */
export function defineCollection<Item extends z.ZodType>(item: Item, about: string) {
  return defineAnswer({ items: field.listOf(item, about), meta: groupFields('The page.', pageMetaFields) });
}

type PageMeta = Readonly<z.output<z.ZodObject<typeof pageMetaFields>>>;

export interface PageEnd {
  readonly limit: number;
  readonly nextCursor: string | null;
}

/** Another page follows exactly when there is a cursor. */
export function buildPageMeta(shown: readonly unknown[], { limit, nextCursor }: PageEnd): PageMeta {
  return { limit, returned: shown.length, has_more: nextCursor !== null, next_cursor: nextCursor };
}

export interface Collection<Item> {
  readonly ok: true;
  readonly items: readonly Item[];
  readonly meta: PageMeta;
}

export function buildCollection<Item>(items: readonly Item[], end: PageEnd): Collection<Item> {
  return { ok: true, items, meta: buildPageMeta(items, end) };
}
