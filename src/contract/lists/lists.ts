import { z } from 'zod';
import { okField } from '../envelope.ts';
import { knownFields, pageCursor, pageLimit, rowsLimit, visible } from '../fields.ts';
import { isStorable, notStorable } from '../storable.ts';

/** What all parts of saved Lists share (docs/specification.md#lists, docs/decisions/0028-lists.md). */

/** Rows that one materialize saves at most. */
export const maxMaterializedRows = 10_000;
/** Rows of one List: as many as a source can have. */
export const maxListRows = 50_000;

export const listStatuses = ['active', 'paused', 'archived'] as const;
export type ListStatus = (typeof listStatuses)[number];

export const listSchedules = ['manual', 'daily', 'weekly'] as const;
export type ListSchedule = (typeof listSchedules)[number];

export const definitionKinds = ['source', 'company_ids', 'query', 'company_query'] as const;
export type DefinitionKind = (typeof definitionKinds)[number];

/** Text of 1 to `longest` characters after trimming. */
export function line(longest: number) {
  const text = z.string().trim().min(1, 'must not be blank');
  return visible(text.max(longest, `must have at most ${longest} characters`)).refine(
    isStorable,
    notStorable,
  );
}

export const givenCompanyId = line(100)
  .describe('A company, by its company_id or any other id it has ever had.')
  .meta({ examples: ['cn_1180301018771'] });

/** Moments are answered to the millisecond, in UTC. */
export const answeredTime = z.iso.datetime({ offset: true });
/** In requests; an id that nothing can have is as unknown as any other. */
export const anyId = z.string().min(1, 'must not be blank').max(1000);

export const listPageQuery = knownFields({ limit: pageLimit, cursor: pageCursor });
export const listRowsQuery = knownFields({ limit: rowsLimit, cursor: pageCursor });

const listIdParam = anyId.describe('`list_id` of the List.');
export const listParams = knownFields({ listId: listIdParam });
export const runParams = knownFields({ listId: listIdParam, runId: anyId.describe('`run_id` of the run.') });
export const diffParams = knownFields({
  listId: listIdParam,
  diffId: anyId.describe('`diff_id` of the diff.'),
});
export const diffRowParams = knownFields({
  listId: listIdParam,
  diffRowId: anyId.describe('`diff_row_id` of a row of one of the diffs of the List.'),
});
export const exportParams = knownFields({
  listId: listIdParam,
  fileName: anyId.describe(
    'Name of the file, as `path` of the export ends: 64 hexadecimal digits and `.csv`.',
  ),
});
export const deliveryParams = knownFields({
  listId: listIdParam,
  deliveryId: anyId.describe('`delivery_id` of the delivery.'),
});

/** Of operations that take nothing beside their path. */
export const noFieldsBody = knownFields({}).describe('Takes no fields; may be absent.');

export const listIdField = z.uuid().describe('Id of the List.');

export const listSchema = z
  .object({
    list_id: listIdField,
    name: z.string().describe('Its name, 1 to 200 characters; need not be unique.'),
    status: z
      .enum(listStatuses)
      .describe(
        '`active`: everything runs. `paused`: its schedule does not run. `archived`: only reads, exports and setting the status are permitted.',
      ),
    schedule: z
      .enum(listSchedules)
      .describe(
        'When it is refreshed by itself: `manual` never, `daily` at 06:00 in Asia/Tokyo, `weekly` on Mondays at that time.',
      ),
    next_run_at: answeredTime
      .nullable()
      .describe(
        'When the schedule refreshes it next; a time that has just passed is about to run. Null when the schedule does not run.',
      ),
    no_next_run_because: z
      .enum(['manual', 'not_published', 'paused', 'archived'])
      .nullable()
      .describe(
        'Why the schedule does not run: it is `manual`, the List was never published, or its status is not active. Null when it runs.',
      ),
    row_count: z
      .int()
      .min(0)
      .describe('Rows of the List, suppressed and excluded ones among them; at most 50,000.'),
    source: z
      .object({
        kind: z
          .enum(['empty', ...definitionKinds])
          .describe('Kind of its definition; `empty`: made without one.'),
        id: z
          .uuid()
          .nullable()
          .describe(
            'The source (`kind` is `source`) or the estimate it was made from; null for an empty one.',
          ),
      })
      .describe('What the List was made from.'),
    published_version: z
      .int()
      .min(1)
      .nullable()
      .describe('Number of the snapshot that was published last; null before the first.'),
    created_at: answeredTime.describe('When it was made.'),
    updated_at: answeredTime.describe('When its settings or its published version changed last.'),
  })
  .meta({ id: 'List', description: 'A saved List.' });
export type ListView = z.output<typeof listSchema>;

export const listAnswer = z.object({ ok: okField, list: listSchema.describe('The List after the call.') });
