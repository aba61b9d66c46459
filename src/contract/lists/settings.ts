import { z } from 'zod';
import { defineAnswer, field, groupFields } from '../answer-fields.ts';
import { companyId } from '../companies/company-fields.ts';
import { defineCollection, warningSchema } from '../envelope.ts';
import { anyJson, defineKnownFields, pageCursor, pageLimit, queryText } from '../fields.ts';
import { maxListNameLength, maxReasonLength, maxSuppressionChanges } from '../limits.ts';
import { isStorableJson, notStorable } from '../storable.ts';
import { definitionSchema } from './definitions.ts';
import {
  defineLine,
  givenCompanyId,
  listAnswer,
  listIdField,
  listSchedules,
  listSchema,
  listStatuses,
} from './lists.ts';

/** Finding Lists and changing their settings. */

export const listsQuery = defineKnownFields({
  limit: pageLimit,
  cursor: pageCursor,
  status: queryText.pipe(z.enum(listStatuses)).optional().describe('Only Lists with this status.'),
});

export const listStatusBody = defineKnownFields({
  status: z.enum(listStatuses).describe('The new status; every change of status is permitted.'),
});

export const listScheduleBody = defineKnownFields({
  schedule: z
    .enum(listSchedules)
    .describe(
      '`daily`: at 06:00 in Asia/Tokyo. `weekly`: on Mondays at 06:00 in Asia/Tokyo. `manual`: never automatically.',
    ),
});

export const listScheduleAnswer = listAnswer.extend({
  warnings: field.listOf(
    warningSchema,
    '`schedule_not_running`: the schedule is saved but does not run yet; `list.no_next_run_because` has the reason.',
  ),
});

export const listRenameBody = defineKnownFields({
  name: defineLine(maxListNameLength).describe(
    `The new name, 1 to ${maxListNameLength} characters; need not be unique.`,
  ),
});

export const listDeleteAnswer = defineAnswer({
  list_id: listIdField,
  name: field.text('Its name.'),
  row_count: field.count('Number of rows that it had.'),
});

const defineChanges = <Item extends z.ZodType>(item: Item) =>
  z.array(item).max(maxSuppressionChanges).default([]);

export const suppressionsBody = defineKnownFields({
  add: defineChanges(
    defineKnownFields({
      company_id: givenCompanyId,
      reason: defineLine(maxReasonLength)
        .nullish()
        .describe(`Reason, for people, 1 to ${maxReasonLength} characters.`),
    }),
  ).describe(
    'Companies to suppress, whether or not they have a row. A company that is already suppressed gets the new reason.',
  ),
  remove: defineChanges(givenCompanyId).describe(
    'Companies to stop suppressing; companies that are not suppressed are ignored.',
  ),
}).superRefine(({ add, remove }, context) => {
  if (add.length === 0 && remove.length === 0)
    context.addIssue({ code: 'custom', path: ['add'], message: 'is required unless remove is given' });
  if (add.length + remove.length > maxSuppressionChanges) {
    const message = `must have at most ${maxSuppressionChanges} entries together with remove`;
    context.addIssue({ code: 'custom', path: ['add'], message });
  }
});

/** The workspace preferences after a merge patch (RFC 7396). */
export const workspacePreferences = defineKnownFields({
  columns: z
    .array(defineLine(100))
    .max(200)
    .optional()
    .describe('Columns to show, in order; the workspace chooses the names.'),
  sort: defineKnownFields({
    field: defineLine(100).describe('Field to sort the rows by; the workspace chooses the name.'),
    direction: z.enum(['asc', 'desc']).describe('Ascending or descending.'),
  })
    .optional()
    .describe('How the rows are sorted.'),
  filters: z
    .record(z.string().max(100), anyJson)
    .optional()
    .describe('Filters of the workspace, which chooses names and values.'),
  notes: z.string().max(10_000).optional().describe('Notes for people, at most 10,000 characters.'),
}).refine(isStorableJson, notStorable);
export type WorkspacePreferences = z.output<typeof workspacePreferences>;

/** A merge patch: null removes a member. */
export const preferencesPatch = defineKnownFields({
  columns: anyJson.optional().describe('An array of names replaces the columns; null removes them.'),
  sort: anyJson.optional().describe('Members of `{ field, direction }` to change; null removes the sort.'),
  filters: anyJson
    .optional()
    .describe('Filters to change; a filter set to null is removed; null removes all filters.'),
  notes: anyJson.optional().describe('A text replaces the notes; null removes them.'),
});

export const listsAnswer = defineCollection(listSchema, 'Lists of the account, newest first.');

const preferencesField = z
  .object(workspacePreferences.shape)
  .describe('How a workspace displays the List; the service does not use it. Empty until set.');

export const listDetailAnswer = defineAnswer({
  list: listSchema,
  definition: definitionSchema
    .nullable()
    .describe('The definition that a refresh evaluates again; null for a List that was created empty.'),
  row_counts: groupFields('Numbers of rows.', {
    total: field.count('All rows of the List.'),
    suppressed: field.count('Of those, rows whose company is suppressed.'),
    excluded: field.count('Of those, rows whose company is excluded.'),
    effective: field.count('Rows that are neither; exports and deliveries contain these.'),
  }),
  workspace_preferences: preferencesField,
});

const suppressionSchema = z.object({
  company_id: companyId.describe('The suppressed company.'),
  reason: field.textOrNull('The given reason; null if none was given.'),
  suppressed_at: field.time('Since when it is suppressed.'),
});

export const suppressionsAnswer = defineCollection(
  suppressionSchema,
  'Suppressed companies, ordered by company_id.',
);

export const suppressionsChangedAnswer = defineAnswer({
  list_id: listIdField,
  suppressions: groupFields('The result of the change.', {
    added: field.count('Companies in `add`, each counted once.'),
    removed: field.count('Companies that are no longer suppressed.'),
    total: field.count('Companies that the List suppresses now.'),
  }),
});

export const preferencesAnswer = defineAnswer({
  list_id: listIdField,
  workspace_preferences: preferencesField,
});
