import { z } from 'zod';
import { defineAnswer, defineComponent, field, groupFields } from '../answer-fields.ts';
import { companyId } from '../companies/company-fields.ts';
import { defineCollection, pageMetaFields } from '../envelope.ts';
import { defineKnownFields, rowsLimit } from '../fields.ts';
import { formatLimit, maxReasonLength, maxReviewNoteLength } from '../limits.ts';
import { weakField } from '../lists/definitions.ts';
import { defineLine, listIdField, listSchema } from '../lists/lists.ts';

/** Snapshots of Lists, the differences between them, and people's decisions about those. */

export const reviewOutcomes = ['accepted', 'rejected', 'needs_review'] as const;
export type ReviewOutcome = (typeof reviewOutcomes)[number];

export const diffRowKinds = ['added', 'removed', 'changed'] as const;
export type DiffRowKind = (typeof diffRowKinds)[number];

/** The company data that a snapshot stores and a diff compares. */
export const comparedFields = [
  'display_name',
  'legal_name',
  'corporate_number',
  'status',
  'superseded_by',
  'listing_status',
  'securities_code',
  'market_segment',
  'industry_33_code',
  'prefecture',
  'city',
  'website_url',
  'employees',
  'insured_persons',
] as const;

/** Takes no cursor: further rows are at `GET /lists/{listId}/diffs/{diffId}`, and a cursor belongs to one diff. */
export const refreshQuery = defineKnownFields({ limit: rowsLimit });

const outcome = z.enum(reviewOutcomes);
const outcomeField = outcome.describe(
  'Outcome of the review. `rejected` keeps the row out of deliveries; `needs_review` leaves the decision to another person.',
);

export const diffReviewBody = defineKnownFields({
  outcome: outcomeField,
  note: defineLine(maxReviewNoteLength)
    .nullish()
    .describe(`Note for people, 1 to ${formatLimit(maxReviewNoteLength)} characters. Absent or null: none.`),
});

export const diffRowsReviewBody = diffReviewBody.extend({
  kind: z.enum(diffRowKinds).optional().describe('Only rows of this kind. Absent: all rows of the diff.'),
});

export const diffExclusionBody = defineKnownFields({
  excluded: z
    .boolean()
    .describe("Whether the row's company is left out of exports, snapshots and deliveries."),
  reason: defineLine(maxReasonLength)
    .nullish()
    .describe(`Reason, for people, 1 to ${maxReasonLength} characters. Absent or null: none.`),
});

const version = z.int().min(1);

const snapshotSchema = defineComponent('ListSnapshot', 'A numbered, unchanging state of a List.', {
  version: version.describe('Number of the snapshot, from 1 for each List.'),
  kind: field.oneOf(
    ['published', 'refreshed'],
    '`published`: made by a call to publish. `refreshed`: made by a refresh that found changes.',
  ),
  row_count: field.count('Number of companies in it.'),
  created_at: field.time('When it was created; it never changes.'),
});
export type SnapshotView = z.output<typeof snapshotSchema>;

export const publishAnswer = defineAnswer({
  list: listSchema.describe('The List after the call.'),
  snapshot: snapshotSchema,
});
export const snapshotsAnswer = defineCollection(snapshotSchema, 'Snapshots of the List, newest first.');

const diffSchema = defineComponent('ListDiff', 'The result of a refresh, without its rows.', {
  diff_id: field.uuid('Id of the diff.'),
  from_version: version.describe('Number of the earlier snapshot.'),
  to_version: version.describe(
    'Number of the later snapshot; the same as `from_version` if nothing changed.',
  ),
  counts: groupFields('Number of rows by kind, in the whole diff.', {
    added: field.count('Companies that the definition finds now and did not find before.'),
    removed: field.count('Companies that it no longer finds.'),
    changed: field.count('Companies with a changed field.'),
  }),
  scheduled_for: field.timeOrNull('The scheduled time of the refresh; null if a caller requested it.'),
  created_at: field.time('When the refresh ran.'),
});
export type DiffView = z.output<typeof diffSchema>;

const fact = z.union([z.string(), z.number(), z.null()]);

const reviewSchema = z.object({
  outcome: outcomeField,
  note: field.textOrNull('The given note; null if none.'),
  reviewed_at: field.time('When the review was recorded.'),
});

const diffRowSchema = defineComponent('ListDiffRow', 'A company in a diff, and the decisions about it.', {
  diff_row_id: field.uuid('Id of the row, for review and exclusion.'),
  kind: field.oneOf(
    diffRowKinds,
    '`added`: found now but not before; not in the List until materialize saves it. `removed`: no longer found; its row stays in the List, and in exports until it is excluded. `changed`: a compared field changed.',
  ),
  company_id: companyId.describe('The company.'),
  display_name: field.text('Its name in the later snapshot; for a removed company, in the earlier one.'),
  changes: field.listOf(
    z.object({
      field: field.oneOf(comparedFields, 'The changed field, as named in company answers.'),
      before: fact.describe('Value in the earlier snapshot; null if none.'),
      after: fact.describe('Value in the later snapshot; null if none.'),
    }),
    'Changed fields; empty for added and removed rows.',
  ),
  review: reviewSchema.nullable().describe('The last review; null before the first.'),
  exclusion: z
    .object({
      excluded: field.flag('true: the company was excluded. false: the exclusion was reverted.'),
      reason: field.textOrNull('The given reason; null if none.'),
      excluded_at: field.time('When the decision was recorded.'),
    })
    .nullable()
    .describe('The last decision to exclude or include the company; null before the first.'),
});
export type DiffRowView = z.output<typeof diffRowSchema>;

const diffWithRows = diffSchema
  .extend({
    rows: field.listOf(
      diffRowSchema,
      'A page of the rows: added rows in the order of the definition, then removed, then changed rows.',
    ),
  })
  .meta({ id: 'ListDiffWithRows', description: 'The result of a refresh, with a page of its rows.' });

export const diffAnswer = defineAnswer({
  list: listSchema,
  diff: diffWithRows,
  meta: groupFields('The page of rows.', pageMetaFields),
});
export const latestDiffAnswer = diffAnswer.extend({
  diff: diffWithRows.nullable().describe('The newest diff; null before the first refresh.'),
});
export const refreshAnswer = diffAnswer.extend({ weak_conditions: weakField });
export const diffsAnswer = defineCollection(
  diffSchema,
  'Diffs of the List, newest first, without their rows.',
);

export const diffRowsReviewAnswer = defineAnswer({
  list_id: listIdField,
  diff_id: field.uuid('The diff.'),
  rows_changed: field.count('Rows that got the review. Those that had this outcome before keep theirs.'),
  review: reviewSchema.describe('The review of these rows.'),
});
export const diffRowAnswer = defineAnswer({
  list_id: listIdField,
  diff_id: field.uuid('The diff that the row belongs to.'),
  diff_row: diffRowSchema.describe('The row after the call.'),
});
