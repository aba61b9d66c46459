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
  confidence: z.number().min(0).max(1).describe('How certain that is, judged by header and values, 0 to 1.'),
  valid_ratio: z
    .number()
    .min(0)
    .max(1)
    .describe('Share of valid identifiers among the non-empty cells of the first rows, at most 500, 0 to 1.'),
  sample_values: z.array(z.string()).describe('Up to three different cells of the column.'),
});
export type DetectedColumn = z.output<typeof detectedColumn>;

export const detectedColumnSchema = detectedColumn
  .extend({
    suggested: z
      .boolean()
      .describe(
        'Whether to map the field to this column: the most certain column of each field, no column twice.',
      ),
  })
  .meta({ id: 'DetectedColumn', description: 'A column that seems to identify companies.' });
export type SuggestedColumn = z.output<typeof detectedColumnSchema>;

export const sourceMappingSchema = z
  .object({
    entity: z.literal('company').describe('Kind of rows.'),
    columns: z.object(mappingColumnFields).describe('Columns that identify companies, by header.'),
    hints: z.object(mappingHintFields).describe('Columns with the location of the head office, by header.'),
  })
  .meta({ id: 'SourceMapping', description: "The meaning of a source's columns." });
export type SourceMapping = z.output<typeof sourceMappingSchema>;

const count = z.int().min(0);

const stateCountFields = {
  matched: count.describe('Rows matched to a company.'),
  multiple_candidates: count.describe('Rows with candidates that a person must choose from.'),
  not_found: count.describe('Rows for which no company was found.'),
  invalid: count.describe('Rows with an invalid shape or mapped value.'),
  unresolved: count.describe('Rows not resolved yet.'),
};

export const resolveSummarySchema = z
  .object({ ...stateCountFields, total: count.describe('All rows of the source.') })
  .meta({ id: 'ResolveSummary', description: 'Number of rows of a source by state.' });

const sourceId = z.uuid().describe('Id of the source.');

export const sourceSchema = z
  .object({
    source_id: sourceId,
    name: z.string().describe('Name of the source.'),
    original_filename: z
      .string()
      .nullable()
      .describe('Name of the file that the rows come from; null if not given.'),
    content_sha256: z
      .string()
      .nullable()
      .describe('Digest of that file, as given by the caller; null if not given.')
      .meta({ examples: ['sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] }),
    status: z
      .enum(sourceStatuses)
      .describe(
        '`imported`: has no mapping yet. `mapped`: must be resolved. `resolved`: every row was resolved with the current mapping.',
      ),
    row_count: count.describe('Number of rows, at most 50,000.'),
    headers: z.array(z.string()).describe('Headers of the columns, in the order of the upload.'),
    detected_identifier_columns: z
      .array(detectedColumnSchema)
      .describe('Columns that seem to identify companies, most certain first.'),
    mapping: sourceMappingSchema
      .nullable()
      .describe('Meaning of the columns; null before the source is mapped.'),
    resolve_summary: resolveSummarySchema,
    created_at: isoDatetime.describe('When it was imported.'),
    updated_at: isoDatetime.describe('When its mapping or rows last changed.'),
  })
  .meta({ id: 'Source', description: 'An imported table, whose rows are resolved to companies.' });
export type SourceView = z.output<typeof sourceSchema>;

const cells = z.record(z.string(), z.string());

const sampledSourceSchema = sourceSchema
  .extend({
    sample_rows: z.array(cells).describe('The first five rows, cells by header as uploaded.'),
  })
  .meta({ id: 'SampledSource', description: 'A source with its first rows.' });

/** A fault of a row, or the reason why one of its identifiers was ignored. */
export const rowIssueSchema = z
  .object({
    code: z
      .string()
      .describe('Kind of issue; stable, for programs.')
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
      .describe('The mapped field concerned; null if the shape of the row is wrong.'),
    header: z
      .string()
      .nullable()
      .describe('Header of the cell concerned; null if it is not about a single cell.'),
    message: z.string().describe('The issue, in one or two sentences.'),
  })
  .meta({
    id: 'RowIssue',
    description: 'A fault of a row, or the reason why one of its identifiers was ignored.',
  });
export type RowIssue = z.output<typeof rowIssueSchema>;

/** As in company resolution, with hints and earlier choices as further reasons. */
export const sourceMatchedBySchema = matchedBySchema
  .extend({
    stage: z
      .enum([...matchedBySchema.shape.stage.options, 'hint', 'previous_choice'])
      .describe(
        'The matching stage that found it. `hint`: a hint in the row matches the head office. `previous_choice`: a person of the account chose the company for this name before.',
      ),
  })
  .meta({ id: 'SourceMatchedBy', description: 'A reason why a row may refer to a company.' });
export type SourceMatchedBy = z.output<typeof sourceMatchedBySchema>;

export const sourceCandidateSchema = candidateSchema
  .extend({
    matched_by: z.array(sourceMatchedBySchema).describe('Reasons for this company, most certain first.'),
    previously_selected: z
      .boolean()
      .describe('Whether a person of this account chose this company for the same name before.'),
  })
  .meta({ id: 'SourceCandidate', description: 'A company that a row may refer to.' });
export type SourceCandidate = z.output<typeof sourceCandidateSchema>;

const sourceRowId = z.uuid().describe('Id of the row.');
const rowStatus = z
  .enum(rowStatuses)
  .describe(
    '`unresolved`: not resolved yet. `matched`: matched to a company. `multiple_candidates`: a person must choose a candidate. `not_found`: no company was found. `invalid`: the row has an invalid shape or mapped value.',
  );

export const reviewRowSchema = z
  .object({
    source_row_id: sourceRowId,
    row_number: z.int().min(1).describe('Position in the upload, from 1.'),
    resolve_status: rowStatus,
    company_id: companyId.nullable().describe('The company of a `matched` row; otherwise null.'),
    superseded_by: companyId
      .nullable()
      .describe('The company that took over that company in a merger; otherwise null.'),
    resolve_candidates: z
      .array(sourceCandidateSchema)
      .describe(
        'Companies that the row may refer to, most likely first. For a row matched by `resolve`, the one company; for a row settled by `select`, all candidates that could be chosen.',
      ),
    candidate_count: count.describe('Number of `resolve_candidates`.'),
    needs_human: z
      .boolean()
      .describe('Whether a person must choose a candidate; true in `multiple_candidates`.'),
    cells: cells.describe('Cells by header, as uploaded; missing cells are absent.'),
    issues: z
      .array(rowIssueSchema)
      .describe('Faults of the row, and reasons why one of its identifiers was ignored.'),
  })
  .meta({ id: 'SourceRow', description: 'A row of a source and its result.' });
export type ReviewRow = z.output<typeof reviewRowSchema>;

export const reviewSchema = z
  .object({
    statuses: z.object(stateCountFields).describe('Rows of the whole source by state.'),
    total_reviewable_rows: count.describe('Rows of the whole source that are not matched.'),
    unresolved_rows_remaining: count.describe('Rows of the whole source not resolved yet.'),
    multiple_candidates_remaining: count.describe(
      'Rows of the whole source with candidates that a person must choose from.',
    ),
  })
  .meta({ id: 'Review', description: 'The remaining work in the whole source, regardless of the page.' });
export type Review = z.output<typeof reviewSchema>;

export const runCountsSchema = z.object({
  resolved_count: count.describe('Matched rows of the source.'),
  multiple_candidates_count: count.describe('Rows with candidates that a person must choose from.'),
  not_found_count: count.describe('Rows for which no company was found.'),
  invalid_count: count.describe('Rows with an invalid shape or mapped value.'),
  unresolved_count: count.describe('Rows not resolved yet.'),
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
      .describe('Body; null if there is none. Replace keys and values of the form `<…>`.'),
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
      .describe('The possible action; stable, for programs.'),
    reason: z.string().describe('The action and the reason for it, without the requests.'),
    requests: z
      .array(nextRequestSchema)
      .describe('The requests for the action, in order; empty if a person must do something first.'),
  })
  .meta({ id: 'NextStep', description: 'A possible next step, for programs.' });
export type NextStep = z.output<typeof nextStepSchema>;

/** The envelope of every successful answer about one source. */
function answerOf<Command extends string, Source extends z.ZodType>(command: Command, source: Source) {
  return z.object({
    ok: okField,
    command: z.literal(`source.${command}`).describe('The operation that was run.'),
    status: z.literal('completed').describe('Always `completed`: nothing continues after the answer.'),
    source,
    next_actions: z
      .array(z.string())
      .describe('Possible next steps, each a sentence with the request to send.'),
    next_steps: z
      .array(nextStepSchema)
      .describe('`next_actions` for programs: the same steps in the same order, as data.'),
  });
}

const sampledAnswer = <Command extends string>(command: Command) =>
  answerOf(command, sampledSourceSchema).extend({
    deduplicated: z
      .boolean()
      .describe('Whether the import found that this content already exists; false in other answers.'),
  });

export const sourceImportAnswer = sampledAnswer('import');
export const sourceInspectAnswer = sampledAnswer('inspect');
export const sourceMapAnswer = sampledAnswer('map');
export const sourceDeleteAnswer = answerOf('delete', sourceSchema);
export const sourcesPageSchema = collectionSchema(sourceSchema, 'Sources, newest first.');

export const sourceResolveAnswer = answerOf('resolve', sourceSchema).extend({
  resolution: z
    .object({ ...stateCountFields, ...runCountsSchema.shape })
    .describe('The counts of `run` and `source.resolve_summary`, repeated for existing callers.'),
  run: runCountsSchema
    .extend({
      run_id: z.uuid().describe('Id of the run.'),
      status: z.literal('completed').describe('The run is complete.'),
      newly_matched_count: count.describe('Rows that this run matched and charged.'),
    })
    .describe('Counts of the whole source after the run, not only of what this run changed or charged.'),
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
      company_id: companyId.describe('The selected company.'),
      candidate: sourceCandidateSchema,
    })
    .describe('The settled row.'),
  billing: billingSchema,
  review: reviewSchema,
});
