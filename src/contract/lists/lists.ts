import { z } from 'zod';
import { defineAnswer, defineComponent, field, groupFields } from '../answer-fields.ts';
import { defineKnownFields, pageCursor, requireVisible, rowsLimit } from '../fields.ts';
import { formatLimit, maxListNameLength, maxListRows } from '../limits.ts';
import { isStorable, notStorable } from '../storable.ts';

/** Shared by all parts of saved Lists (docs/specification.md#lists, docs/decisions/0028-lists.md). */

export const listStatuses = ['active', 'paused', 'archived'] as const;
export type ListStatus = (typeof listStatuses)[number];

export const listSchedules = ['manual', 'daily', 'weekly'] as const;
export type ListSchedule = (typeof listSchedules)[number];

export const definitionKinds = ['source', 'company_ids', 'query', 'company_query'] as const;
export type DefinitionKind = (typeof definitionKinds)[number];

/** Text of 1 to `maxLength` characters after trimming. */
export function defineLine(maxLength: number) {
  return requireVisible(z.string().trim().min(1).max(maxLength)).refine(isStorable, notStorable);
}

export const givenCompanyId = defineLine(100)
  .describe('A company, by its current or a former company_id.')
  .meta({ examples: ['cn_1180301018771'] });

/** For requests: a malformed id is answered like an unknown one. */
export const anyId = z.string().min(1).max(1000);

export const listRowsQuery = defineKnownFields({ limit: rowsLimit, cursor: pageCursor });

export const listParams = defineKnownFields({ listId: anyId.describe('`list_id` of the List.') });
const defineParams = <Name extends string>(name: Name, about: string) =>
  defineKnownFields({ ...listParams.shape, [name]: anyId.describe(about) } as Record<
    'listId' | Name,
    typeof anyId
  >);
export const runParams = defineParams('runId', '`run_id` of the run.');
export const diffParams = defineParams('diffId', '`diff_id` of the diff.');
export const diffRowParams = defineParams('diffRowId', "`diff_row_id` of a row in one of the List's diffs.");
export const deliveryParams = defineParams('deliveryId', '`delivery_id` of the delivery.');
export const exportParams = defineParams(
  'fileName',
  "File name at the end of the export's `path`: 64 hexadecimal digits and `.csv`.",
);

/** For operations without fields in the body. */
export const noFieldsBody = defineKnownFields({}).describe('No fields; the body may be absent.');

export const listIdField = field.uuid('Id of the List.');

export const listSchema = defineComponent('List', 'A saved List.', {
  list_id: listIdField,
  name: field.text(`Its name, 1 to ${maxListNameLength} characters; need not be unique.`),
  status: field.oneOf(
    listStatuses,
    '`active`: fully in use. `paused`: the schedule does not run. `archived`: only reads, exports and setting the status are permitted.',
  ),
  schedule: field.oneOf(
    listSchedules,
    'When it is refreshed automatically: `manual`: never; `daily`: at 06:00 in Asia/Tokyo; `weekly`: on Mondays at 06:00 in Asia/Tokyo.',
  ),
  next_run_at: field.timeOrNull(
    'When the schedule refreshes it next; if the time has just passed, the run is about to start. Null if the schedule does not run.',
  ),
  no_next_run_because: field.oneOfOrNull(
    ['manual', 'not_published', 'paused', 'archived'],
    'Why the schedule does not run: it is `manual`, the List was never published, or its status is not `active`. Null if it runs.',
  ),
  row_count: field.count(
    `Number of rows, at most ${formatLimit(maxListRows)}, including suppressed and excluded ones.`,
  ),
  source: groupFields('What the List was created from.', {
    kind: field.oneOf(
      ['empty', ...definitionKinds],
      'Kind of definition; `empty`: created without a definition.',
    ),
    id: field.uuidOrNull(
      'The source (if `kind` is `source`) or the estimate it was created from; null for an empty List.',
    ),
  }),
  published_version: z
    .int()
    .min(1)
    .nullable()
    .describe('Number of the last published snapshot; null before the first.'),
  created_at: field.time('When it was created.'),
  updated_at: field.time('When its settings or published version last changed.'),
});
export type ListView = z.output<typeof listSchema>;

export const listAnswer = defineAnswer({ list: listSchema.describe('The List after the call.') });
