import { z } from 'zod';
import { companyId } from '../companies/company-fields.ts';
import { matchedBySchema } from '../companies/company-result.ts';
import { candidateSchema } from '../company-resolve/company-resolve.ts';
import { billingSchema } from '../credits/billing.ts';
import { collectionSchema, okField, pageMetaFields } from '../envelope.ts';
import { isoDatetime } from '../fields.ts';
import {
  hintFields,
  mappingColumnFields,
  mappingFields,
  mappingHintFields,
  rowStatuses,
  sourceStatuses,
} from './sources.ts';

/** Answers about sources (docs/specification.md#source-endpoints, docs/decisions/0027-sources.md). */

const detectedColumn = z.object({
  field: z.enum(mappingFields).describe('The identifier that the column seems to hold.'),
  header: z.string().describe('Header of the column.'),
  confidence: z.number().min(0).max(1).describe('How sure that is, by header and values.'),
  valid_ratio: z
    .number()
    .min(0)
    .max(1)
    .describe('Share of the non-empty cells looked at, of 500 rows at most, that can be such an identifier.'),
  sample_values: z.array(z.string()).describe('Up to three different cells of the column.'),
});
export type DetectedColumn = z.output<typeof detectedColumn>;

export const detectedColumnSchema = detectedColumn
  .extend({
    suggested: z
      .boolean()
      .describe('Whether to map the field to it: the surest column of each field, no column twice.'),
  })
  .meta({ id: 'DetectedColumn', description: 'A column that seems to identify companies.' });
export type SuggestedColumn = z.output<typeof detectedColumnSchema>;

export const sourceMappingSchema = z
  .object({
    entity: z.literal('company').describe('What the rows are.'),
    columns: z.object(mappingColumnFields).describe('Which columns identify companies, by header.'),
    hints: z.object(mappingHintFields).describe('Which columns say where the head office is, by header.'),
  })
  .meta({ id: 'SourceMapping', description: 'What the columns of a source mean.' });
export type SourceMapping = z.output<typeof sourceMappingSchema>;

const count = z.int().min(0);

const stateCountFields = {
  matched: count.describe('Rows that are settled on a company.'),
  multiple_candidates: count.describe('Rows for which a person has to choose a candidate.'),
  not_found: count.describe('Rows for which no company was found.'),
  invalid: count.describe('Rows whose shape or mapped value is wrong.'),
  unresolved: count.describe('Rows that were not resolved yet.'),
};

export const resolveSummarySchema = z
  .object({ ...stateCountFields, total: count.describe('Rows of the source.') })
  .meta({ id: 'ResolveSummary', description: 'How many rows of a source are in which state.' });
export type ResolveSummary = z.output<typeof resolveSummarySchema>;

const sourceId = z.uuid().describe('Id of the source.');

export const sourceSchema = z
  .object({
    source_id: sourceId,
    name: z.string().describe('What the source is called.'),
    original_filename: z
      .string()
      .nullable()
      .describe('Name of the file that the rows come from; null when it was not told.'),
    content_sha256: z
      .string()
      .nullable()
      .describe('Digest of that file as the caller told it; null when it was not told.')
      .meta({ examples: ['sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] }),
    status: z
      .enum(sourceStatuses)
      .describe(
        '`imported`: has no mapping yet. `mapped`: is to be resolved. `resolved`: every row was resolved under the mapping.',
      ),
    row_count: count.describe('Rows of the source, at most 50,000.'),
    headers: z.array(z.string()).describe('Headers of the columns, in the order of the upload.'),
    detected_identifier_columns: z
      .array(detectedColumnSchema)
      .describe('Columns that seem to identify companies, the surest first.'),
    mapping: sourceMappingSchema.nullable().describe('What its columns mean; null before it is mapped.'),
    resolve_summary: resolveSummarySchema,
    created_at: isoDatetime.describe('When it was imported.'),
    updated_at: isoDatetime.describe('When its mapping or rows last changed.'),
  })
  .meta({ id: 'Source', description: 'An imported table whose rows are resolved to companies.' });
export type SourceView = z.output<typeof sourceSchema>;

const cells = z.record(z.string(), z.string());

const sampledSourceSchema = sourceSchema
  .extend({
    sample_rows: z.array(cells).describe('The first five rows, cells by header as uploaded.'),
  })
  .meta({ id: 'SampledSource', description: 'A source with its first rows.' });

/** What is wrong with a row, or why an identifier of it did not count. */
export const rowIssueSchema = z
  .object({
    code: z
      .string()
      .describe('What it is; stable, for programs.')
      .meta({
        examples: [
          'missing_cell',
          'unknown_header',
          'no_identifier',
          'name_too_long',
          'corporate_number_check_digit',
          'corporate_number_unknown',
          'ticker_malformed',
          'domain_not_identifying',
        ],
      }),
    field: z
      .enum([...mappingFields, ...hintFields])
      .nullable()
      .describe('The mapped field it is about; null for the shape of the row.'),
    header: z
      .string()
      .nullable()
      .describe('Header of the cell it is about; null when it is about no single cell.'),
    message: z.string().describe('What it is, in one or two sentences.'),
  })
  .meta({
    id: 'RowIssue',
    description: 'What is wrong with a row, or why an identifier of it did not count.',
  });
export type RowIssue = z.output<typeof rowIssueSchema>;

/** As in company resolution, with hints and choices among the reasons. */
export const sourceMatchedBySchema = matchedBySchema
  .extend({
    stage: z
      .enum([...matchedBySchema.shape.stage.options, 'hint', 'previous_choice'])
      .describe(
        'Where it was found; `hint`: a hint of the row agrees with the head office; `previous_choice`: a person of the account chose the company for this name before.',
      ),
  })
  .meta({ id: 'SourceMatchedBy', description: 'Something in a row that speaks for a company.' });
export type SourceMatchedBy = z.output<typeof sourceMatchedBySchema>;

export const sourceCandidateSchema = candidateSchema
  .extend({
    matched_by: z.array(sourceMatchedBySchema).describe('What in the row speaks for it, the surest first.'),
    previously_selected: z
      .boolean()
      .describe('Whether a person of this account chose this company for the same name before.'),
  })
  .meta({ id: 'SourceCandidate', description: 'A company that a row may mean.' });
export type SourceCandidate = z.output<typeof sourceCandidateSchema>;

const sourceRowId = z.uuid().describe('Id of the row.');
const rowStatus = z
  .enum(rowStatuses)
  .describe(
    '`unresolved`: not resolved yet. `matched`: settled on a company. `multiple_candidates`: a person has to choose. `not_found`: nobody was found. `invalid`: its shape or a mapped value is wrong.',
  );

export const reviewRowSchema = z
  .object({
    source_row_id: sourceRowId,
    row_number: z.int().min(1).describe('Its place in the upload, from 1.'),
    resolve_status: rowStatus,
    company_id: companyId.nullable().describe('The company of a `matched` row; else null.'),
    superseded_by: companyId
      .nullable()
      .describe('The company_id under which that company goes on, where it was merged; else null.'),
    resolve_candidates: z
      .array(sourceCandidateSchema)
      .describe(
        'Companies that the row may mean, the likeliest first. Of a row that was matched by `resolve` the one company; of one settled by `select` all that could be chosen.',
      ),
    candidate_count: count.describe('Number of `resolve_candidates`.'),
    needs_human: z.boolean().describe('Whether a person has to choose: true in `multiple_candidates`.'),
    cells: cells.describe('Cells by header, as uploaded; a cell that the row lacks is absent.'),
    issues: z
      .array(rowIssueSchema)
      .describe('What is wrong with the row, or why an identifier of it did not count.'),
  })
  .meta({ id: 'SourceRow', description: 'A row of a source and what became of it.' });
export type ReviewRow = z.output<typeof reviewRowSchema>;

export const reviewSchema = z
  .object({
    statuses: z.object(stateCountFields).describe('Rows of the whole source by state.'),
    total_reviewable_rows: count.describe('Rows of the whole source that are not matched.'),
    unresolved_rows_remaining: count.describe('Rows of the whole source that were not resolved yet.'),
    multiple_candidates_remaining: count.describe(
      'Rows of the whole source for which a person has to choose a candidate.',
    ),
  })
  .meta({ id: 'Review', description: 'What is left to do in a whole source, whatever a page shows.' });
export type Review = z.output<typeof reviewSchema>;

export const runCountsSchema = z.object({
  resolved_count: count.describe('Rows of the source that are matched.'),
  multiple_candidates_count: count.describe('Rows for which a person has to choose a candidate.'),
  not_found_count: count.describe('Rows for which no company was found.'),
  invalid_count: count.describe('Rows whose shape or mapped value is wrong.'),
  unresolved_count: count.describe('Rows that were not resolved yet.'),
  review_required_count: count.describe(
    'Rows that are not matched: the sum of multiple_candidates, not_found, invalid and unresolved.',
  ),
});
export type RunCounts = z.output<typeof runCountsSchema>;

export const nextRequestSchema = z
  .object({
    operation: z
      .string()
      .describe('`operationId` of the request.')
      .meta({ examples: ['mapSource'] }),
    method: z.enum(['GET', 'POST']).describe('HTTP method.'),
    path: z
      .string()
      .describe('Path, without its query.')
      .meta({ examples: ['/api/service/lists'] }),
    params: z.record(z.string(), z.string()).describe('Parameters in the path, by name.'),
    query: z.record(z.string(), z.string()).describe('Query parameters, by name.'),
    body: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Body; null when there is none. Keys and values of the form `<…>` are yours to fill in.'),
    needs_idempotency_key: z.boolean().describe('Whether it needs an `Idempotency-Key` header.'),
  })
  .meta({ id: 'NextRequest', description: 'A request that makes sense next.' });
export type NextRequest = z.output<typeof nextRequestSchema>;

export const nextStepSchema = z
  .object({
    action: z
      .enum([
        'import_again',
        'map_columns',
        'resolve_rows',
        'choose_candidates',
        'map_further_columns',
        'correct_rows',
        'create_list',
        'download_rows',
      ])
      .describe('What can be done; stable, for programs.'),
    reason: z.string().describe('What can be done and why, without the requests.'),
    requests: z
      .array(nextRequestSchema)
      .describe('The requests that do it, in their order; empty when a person has to do something first.'),
  })
  .meta({ id: 'NextStep', description: 'What can be done next, for programs.' });
export type NextStep = z.output<typeof nextStepSchema>;

/** The envelope of every successful answer about one source. */
function answerOf<Command extends string, Source extends z.ZodType>(command: Command, source: Source) {
  return z.object({
    ok: okField,
    command: z.literal(`source.${command}`).describe('What was done.'),
    status: z.literal('completed').describe('It is done; nothing goes on behind the answer.'),
    source,
    next_actions: z
      .array(z.string())
      .describe('What can be done next, one sentence each with the request to send.'),
    next_steps: z
      .array(nextStepSchema)
      .describe('`next_actions` for programs: the same steps in the same order, as data.'),
  });
}

const sampledAnswer = <Command extends string>(command: Command) =>
  answerOf(command, sampledSourceSchema).extend({
    deduplicated: z
      .boolean()
      .describe('Whether an import found the same content there already; false in other answers.'),
  });

export const sourceImportAnswer = sampledAnswer('import');
export const sourceInspectAnswer = sampledAnswer('inspect');
export const sourceMapAnswer = sampledAnswer('map');
export const sourceDeleteAnswer = answerOf('delete', sourceSchema);
export const sourcesPageSchema = collectionSchema(sourceSchema, 'Sources, the newest first.');

export const sourceResolveAnswer = answerOf('resolve', sourceSchema).extend({
  resolution: z
    .object({ ...stateCountFields, ...runCountsSchema.shape })
    .describe('The counts of `run` and of `source.resolve_summary` again, for older callers.'),
  run: runCountsSchema
    .extend({
      run_id: z.uuid().describe('Id of the run.'),
      status: z.literal('completed').describe('The run is done.'),
      newly_matched_count: count.describe('Rows that this run matched: what it charged.'),
    })
    .describe('Counts of the whole source after the run, whatever this run changed or charged.'),
  billing: billingSchema,
});

export const sourceReviewAnswer = answerOf('review', sourceSchema).extend({
  review: reviewSchema,
  rows: z.array(reviewRowSchema).describe('Rows of the page, in the order of the upload.'),
  meta: z.object(pageMetaFields).describe('The page.'),
});

export const sourceSelectAnswer = answerOf('select', sourceSchema).extend({
  selected: z
    .object({
      source_row_id: sourceRowId,
      company_id: companyId.describe('The company that the row is settled on.'),
      candidate: sourceCandidateSchema,
    })
    .describe('The row that was settled.'),
  billing: billingSchema,
  review: reviewSchema,
});
