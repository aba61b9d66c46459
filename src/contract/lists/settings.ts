import { z } from 'zod';
import { companyId } from '../companies/company-fields.ts';
import { collectionSchema, okField, warningSchema } from '../envelope.ts';
import { anyJson, knownFields, pageCursor, pageLimit, queryText } from '../fields.ts';
import { isStorableJson, notStorable } from '../storable.ts';
import { definitionSchema } from './definitions.ts';
import {
  answeredTime,
  givenCompanyId,
  line,
  listAnswer,
  listIdField,
  listSchedules,
  listSchema,
  listStatuses,
} from './lists.ts';

/** Finding Lists, and setting how they behave. */

export const maxSuppressionChanges = 1_000;
/** Bytes of the workspace preferences as compact JSON. */
export const maxPreferenceBytes = 16 * 1024;

export const listsQuery = knownFields({
  limit: pageLimit,
  cursor: pageCursor,
  status: queryText
    .pipe(z.enum(listStatuses, { error: `must be one of ${listStatuses.join(', ')}` }))
    .optional()
    .describe('Only Lists with this status.'),
});

export const listStatusBody = knownFields({
  status: z
    .enum(listStatuses, { error: `must be one of ${listStatuses.join(', ')}` })
    .describe('The new status; any can follow any other.'),
});

export const listScheduleBody = knownFields({
  schedule: z
    .enum(listSchedules, { error: `must be one of ${listSchedules.join(', ')}` })
    .describe(
      '`daily`: at 06:00 in Asia/Tokyo; `weekly`: on Mondays at that time; `manual`: never by itself.',
    ),
});

export const listScheduleAnswer = listAnswer.extend({
  warnings: z
    .array(warningSchema)
    .describe(
      '`schedule_not_running`: the schedule is kept and does not run yet; `list.no_next_run_because` has the reason.',
    ),
});

export const listRenameBody = knownFields({
  name: line(200).describe('The new name, 1 to 200 characters; need not be unique.'),
});

export const listDeleteAnswer = z.object({
  ok: okField,
  list_id: listIdField,
  name: z.string().describe('Its name.'),
  row_count: z.int().min(0).describe('Rows that it had.'),
});

const changesOf = <Item extends z.ZodType>(item: Item) =>
  z.array(item).max(maxSuppressionChanges, `must have at most ${maxSuppressionChanges} entries`).default([]);

export const suppressionsBody = knownFields({
  add: changesOf(
    knownFields({
      company_id: givenCompanyId,
      reason: line(500).nullish().describe('Why, for people, 1 to 500 characters.'),
    }),
  ).describe(
    'Companies to suppress, whether or not they have a row. One that is suppressed takes the new reason.',
  ),
  remove: changesOf(givenCompanyId).describe('Companies to suppress no longer; others are passed over.'),
}).superRefine(({ add, remove }, context) => {
  if (add.length === 0 && remove.length === 0)
    context.addIssue({ code: 'custom', path: ['add'], message: 'or remove must be given' });
  if (add.length + remove.length > maxSuppressionChanges) {
    const message = `and remove together must have at most ${maxSuppressionChanges} entries`;
    context.addIssue({ code: 'custom', path: ['add'], message });
  }
});

/** What the workspace preferences are after a merge patch (RFC 7396) was applied. */
export const workspacePreferences = knownFields({
  columns: z
    .array(line(100))
    .max(200, 'must have at most 200 entries')
    .optional()
    .describe('Columns to show, in their order; names are the workspace’s own.'),
  sort: knownFields({
    field: line(100).describe('What the rows are sorted by; the name is the workspace’s own.'),
    direction: z.enum(['asc', 'desc'], { error: 'must be asc or desc' }).describe('Ascending or descending.'),
  })
    .optional()
    .describe('How the rows are sorted.'),
  filters: z
    .record(z.string().max(100), anyJson)
    .optional()
    .describe('Filters of the workspace; names and values are its own.'),
  notes: z
    .string()
    .max(10_000, 'must have at most 10000 characters')
    .optional()
    .describe('Notes for people, at most 10,000 characters.'),
}).refine(isStorableJson, notStorable);
export type WorkspacePreferences = z.output<typeof workspacePreferences>;

/** A merge patch: null takes a member away. */
export const preferencesPatch = knownFields({
  columns: anyJson.optional().describe('An array of names replaces the columns; null takes them away.'),
  sort: anyJson.optional().describe('Members of `{ field, direction }` to change; null takes the sort away.'),
  filters: anyJson.optional().describe('Filters to change; a filter that is null is taken away, null all.'),
  notes: anyJson.optional().describe('A text replaces the notes; null takes them away.'),
});

export const listsAnswer = collectionSchema(listSchema, 'Lists of the account, newest first.');

const preferencesField = z
  .object(workspacePreferences.shape)
  .describe('How a workspace shows the List; the service itself does not read it. Empty until it is set.');

export const listDetailAnswer = z.object({
  ok: okField,
  list: listSchema,
  definition: definitionSchema
    .nullable()
    .describe('What a refresh evaluates anew; null for a List that was made empty.'),
  row_counts: z
    .object({
      total: z.int().min(0).describe('Rows of the List.'),
      suppressed: z.int().min(0).describe('Of those, rows whose company is suppressed.'),
      excluded: z.int().min(0).describe('Of those, rows whose company is excluded.'),
      effective: z.int().min(0).describe('Rows that are neither: what exports and deliveries show.'),
    })
    .describe('How many rows there are.'),
  workspace_preferences: preferencesField,
});

const suppressionSchema = z.object({
  company_id: companyId.describe('The company that is left out.'),
  reason: z.string().nullable().describe('Why, as it was given; null when nobody said.'),
  suppressed_at: answeredTime.describe('Since when.'),
});

export const suppressionsAnswer = collectionSchema(
  suppressionSchema,
  'Suppressed companies, in the order of company_id.',
);

export const suppressionsChangedAnswer = z.object({
  ok: okField,
  list_id: listIdField,
  suppressions: z
    .object({
      added: z.int().min(0).describe('Companies of `add`, each counted once.'),
      removed: z.int().min(0).describe('Companies that were suppressed and are no longer.'),
      total: z.int().min(0).describe('Companies that the List suppresses now.'),
    })
    .describe('What became of the change.'),
});

export const preferencesAnswer = z.object({
  ok: okField,
  list_id: listIdField,
  workspace_preferences: preferencesField,
});
