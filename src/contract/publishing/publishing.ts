import { z } from 'zod';
import { companyId } from '../companies/company-fields.ts';
import { collectionSchema, okField, pageMetaFields } from '../envelope.ts';
import { knownFields, rowsLimit } from '../fields.ts';
import { weakField } from '../lists/definitions.ts';
import { answeredTime, line, listIdField, listSchema } from '../lists/lists.ts';

/** Snapshots of Lists, what changed between them, and what people decide about it. */

export const reviewOutcomes = ['accepted', 'rejected', 'needs_review'] as const;
export type ReviewOutcome = (typeof reviewOutcomes)[number];

export const diffRowKinds = ['added', 'removed', 'changed'] as const;
export type DiffRowKind = (typeof diffRowKinds)[number];

/** What a snapshot keeps of a company, and a diff compares. */
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

/** The rows of a refresh go on at `GET /lists/{listId}/diffs/{diffId}`: a cursor is of one diff. */
export const refreshQuery = knownFields({ limit: rowsLimit });

const outcome = z.enum(reviewOutcomes, { error: `must be one of ${reviewOutcomes.join(', ')}` });
const outcomeField = outcome.describe(
  'What came of looking at the row. `rejected` keeps it out of deliveries; `needs_review` is for somebody else.',
);

export const diffReviewBody = knownFields({
  outcome: outcomeField,
  note: line(2000).nullish().describe('For people, 1 to 2,000 characters; absent or null: none.'),
});

export const diffExclusionBody = knownFields({
  excluded: z
    .boolean({ error: 'must be true or false' })
    .describe('Whether the company of the row is left out of exports, snapshots and deliveries.'),
  reason: line(500).nullish().describe('Why, for people, 1 to 500 characters; absent or null: none.'),
});

const version = z.int().min(1);

const snapshotSchema = z
  .object({
    version: version.describe('Its number, from 1 for each List.'),
    kind: z
      .enum(['published', 'refreshed'])
      .describe('`published` by a caller, or what a refresh found, when that had changed.'),
    row_count: z.int().min(0).describe('Companies in it.'),
    created_at: answeredTime.describe('When it was made; it never changes.'),
  })
  .meta({ id: 'ListSnapshot', description: 'A numbered state of a List.' });
export type SnapshotView = z.output<typeof snapshotSchema>;

export const publishAnswer = z.object({
  ok: okField,
  list: listSchema.describe('The List after the call.'),
  snapshot: snapshotSchema,
});
export const snapshotsAnswer = collectionSchema(snapshotSchema, 'Snapshots of the List, newest first.');

const diffSchema = z
  .object({
    diff_id: z.uuid().describe('Id of the diff.'),
    from_version: version.describe('Number of the snapshot it begins at.'),
    to_version: version.describe('Number of the snapshot it ends at; the same when nothing changed.'),
    counts: z
      .object({
        added: z.int().min(0).describe('Companies that the definition finds now and did not before.'),
        removed: z.int().min(0).describe('Companies that it no longer finds.'),
        changed: z.int().min(0).describe('Companies of which a compared fact is another one.'),
      })
      .describe('Rows by kind, over the whole diff.'),
    scheduled_for: answeredTime
      .nullable()
      .describe('The time of the schedule it was made for; null when a caller asked for it.'),
    created_at: answeredTime.describe('When the refresh was made.'),
  })
  .meta({ id: 'ListDiff', description: 'What a refresh found, without its rows.' });
export type DiffView = z.output<typeof diffSchema>;

const fact = z.union([z.string(), z.number(), z.null()]);

const diffRowSchema = z
  .object({
    diff_row_id: z.uuid().describe('Id of the row, for review and exclusion.'),
    kind: z
      .enum(diffRowKinds)
      .describe(
        '`added`: found now and not before, and not in the List until materialize saves it. `removed`: no longer found, and still in the List until it is excluded. `changed`: a fact of it changed.',
      ),
    company_id: companyId.describe('The company.'),
    display_name: z.string().describe('Its name in the later snapshot; of a removed one, in the earlier.'),
    changes: z
      .array(
        z.object({
          field: z.enum(comparedFields).describe('The fact, under its name in company answers.'),
          before: fact.describe('Its value in the earlier snapshot; null for none.'),
          after: fact.describe('Its value in the later snapshot; null for none.'),
        }),
      )
      .describe('Facts that changed; empty for added and removed rows.'),
    review: z
      .object({
        outcome: outcomeField,
        note: z.string().nullable().describe('As it was given; null for none.'),
        reviewed_at: answeredTime.describe('When it was given.'),
      })
      .nullable()
      .describe('The last review; null before the first.'),
    exclusion: z
      .object({
        excluded: z.boolean().describe('Whether the company was excluded, or that was taken back.'),
        reason: z.string().nullable().describe('As it was given; null for none.'),
        excluded_at: answeredTime.describe('When it was given.'),
      })
      .nullable()
      .describe('The last decision about leaving the company out; null before the first.'),
  })
  .meta({ id: 'ListDiffRow', description: 'A company that a diff names, and what was decided about it.' });
export type DiffRowView = z.output<typeof diffRowSchema>;

const diffWithRows = diffSchema
  .extend({
    rows: z
      .array(diffRowSchema)
      .describe(
        'Added rows in the order of the definition, then removed, then changed ones; a page of them.',
      ),
  })
  .meta({ id: 'ListDiffWithRows', description: 'What a refresh found, with a page of its rows.' });

export const diffAnswer = z.object({
  ok: okField,
  list: listSchema,
  diff: diffWithRows,
  meta: z.object(pageMetaFields).describe('The page of the rows.'),
});
export const latestDiffAnswer = diffAnswer.extend({
  diff: diffWithRows.nullable().describe('The newest diff; null before the first refresh.'),
});
export const refreshAnswer = diffAnswer.extend({ weak_conditions: weakField });
export const diffsAnswer = collectionSchema(
  diffSchema,
  'Diffs of the List, newest first, without their rows.',
);

export const diffRowAnswer = z.object({
  ok: okField,
  list_id: listIdField,
  diff_id: z.uuid().describe('The diff that the row belongs to.'),
  diff_row: diffRowSchema.describe('The row after the call.'),
});
