import { z } from 'zod';
import { defineAnswer, defineComponent, field, groupFields } from '../answer-fields.ts';
import { companyId } from '../companies/company-fields.ts';
import { registerCoverageSchema } from '../company-resolve/assurance.ts';
import { placeHintFields } from '../company-resolve/hints.ts';
import { billingSchema } from '../credits/billing.ts';
import { defineCollection, pageMetaFields } from '../envelope.ts';
import { formatLimit, maxSheetsInOneCall, maxSourceRows } from '../limits.ts';
import { type SheetReason, sheetReasons, sourceReadingSchema } from './source-file.ts';
import { reviewRowSchema, rowCells, sourceCandidateSchema, sourceRowId } from './source-row.ts';
import {
  columnFields,
  mappingAsOfFields,
  mappingColumnFields,
  mappingFields,
  mappingHintFields,
  mappingSettleFrom,
  sourceStatuses,
} from './sources.ts';

/** Answers about sources (docs/specification.md#source-endpoints, docs/decisions/0027-sources.md). */

const detectedColumn = z.object({
  field: field.oneOf(mappingFields, 'The identifier that the column seems to hold.'),
  header: field.text('Header of the column.'),
  confidence: field.ratio('How certain that is, judged by header and values, 0 to 1.'),
  valid_ratio: field.ratio(
    'Share of valid identifiers among the non-empty cells of the first rows, at most 500, 0 to 1.',
  ),
  sample_values: field.listOf(z.string(), 'Up to three different cells of the column.'),
});
export type DetectedColumn = z.output<typeof detectedColumn>;

export const detectedColumnSchema = detectedColumn
  .extend({
    suggested: field.flag(
      'Whether to map the field to this column: the most certain column of each field, no column twice.',
    ),
  })
  .meta({ id: 'DetectedColumn', description: 'A column that seems to identify companies.' });
export type SuggestedColumn = z.output<typeof detectedColumnSchema>;

const detectedHint = detectedColumn.extend({
  field: field.oneOf([...placeHintFields, 'email'], 'The hint that the column seems to hold.'),
});
/** A detected column as stored: of an identifier or of a hint. */
export type DetectedField = DetectedColumn | z.output<typeof detectedHint>;

export const detectedHintSchema = detectedHint
  .extend({
    suggested: field.flag('Whether to map the hint to this column: the most certain column of each hint.'),
  })
  .meta({ id: 'DetectedHint', description: 'A column that seems to hold the location of companies.' });
export type SuggestedHint = z.output<typeof detectedHintSchema>;

export const sourceMappingSchema = defineComponent('SourceMapping', "The meaning of a source's columns.", {
  entity: z.literal('company').describe('Kind of rows.'),
  columns: groupFields('Columns that identify companies, by header.', mappingColumnFields),
  hints: groupFields('Columns that distinguish companies with the same name, by header.', mappingHintFields),
  as_of: groupFields('The day as of which names are resolved; absent: today.', mappingAsOfFields).optional(),
  settle_from: mappingSettleFrom,
});
export type SourceMapping = z.output<typeof sourceMappingSchema>;

const stateCountFields = {
  matched: field.count('Rows matched to a company.'),
  multiple_candidates: field.count('Rows with candidates that a person must choose from.'),
  not_found: field.count('Rows for which no company was found.'),
  invalid: field.count('Rows with an invalid shape or mapped value.'),
  unresolved: field.count('Rows not resolved yet.'),
};

export const resolveSummarySchema = defineComponent(
  'ResolveSummary',
  'Number of rows of a source by state.',
  {
    ...stateCountFields,
    total: field.count('All rows of the source.'),
  },
);

const sourceId = field.uuid('Id of the source.');

const openRows = field.count(
  'Rows that wait for a person: neither matched nor decided as nobody or as not a company; skipped rows count.',
);

export const sourceSchema = defineComponent(
  'Source',
  'An imported table, whose rows are resolved to companies.',
  {
    source_id: sourceId,
    name: field.text('Name of the source.'),
    original_filename: field.textOrNull('Name of the file that the rows come from; null if not given.'),
    content_sha256: field.textOrNull('Digest of that file, as given by the caller; null if not given.').meta({
      examples: ['sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    status: field.oneOf(
      sourceStatuses,
      '`imported`: has no mapping yet. `mapped`: must be resolved. `resolved`: every row was resolved with the current mapping.',
    ),
    row_count: field.count(`Number of rows, at most ${formatLimit(maxSourceRows)}.`),
    headers: field.listOf(z.string(), 'Headers of the columns, in the order of the upload.'),
    detected_identifier_columns: field.listOf(
      detectedColumnSchema,
      'Columns that seem to identify companies, most certain first.',
    ),
    detected_hint_columns: field.listOf(
      detectedHintSchema,
      'Columns that seem to hold the location of companies, most certain first.',
    ),
    mapping: sourceMappingSchema
      .nullable()
      .describe('Meaning of the columns; null before the source is mapped.'),
    resolve_summary: resolveSummarySchema,
    open_rows: openRows,
    created_at: field.time('When it was imported.'),
    updated_at: field.time('When its mapping or rows last changed.'),
  },
);
export type SourceView = z.output<typeof sourceSchema>;

const sampleRows = field.listOf(rowCells, 'The first five rows, cells by header as uploaded.');

export const mappingWarningSchema = defineComponent(
  'MappingWarning',
  'A column that may not be what it is mapped to.',
  {
    field: field.oneOf([...columnFields, 'as_of'], 'The field.'),
    header: field.text('Header of the column.'),
    code: field.oneOf(
      [
        'does_not_fit',
        'mostly_empty',
        'fits_other_field',
        'other_party',
        'names_of_places',
        'several_columns',
      ],
      '`does_not_fit`: many cells are not valid for the field. `mostly_empty`: most rows have no cell. `fits_other_field`: the cells fit `other_field` better. `other_party`: the header names another party than the company that the table is about, for example the agency of a contract. `names_of_places`: the header names shops, schools, facilities or other places, which are not companies, and no column has a corporate number; also before a mapping. `several_columns`: the source is not mapped, and this column and another one could each be the company, so neither is suggested.',
    ),
    other_field: field.oneOfOrNull(columnFields, 'The field that the cells fit better; otherwise null.'),
    valid_ratio: field.ratio('Share of valid cells among the non-empty ones, 0 to 1.'),
    empty_ratio: field.ratio('Share of empty cells, 0 to 1.'),
    samples: field.listOf(z.string(), 'Up to three different cells that do not fit.'),
    message: field.text('The warning, in one or two sentences.'),
  },
);
export type MappingWarning = z.output<typeof mappingWarningSchema>;

const otherSheet = z.object({
  source_id: sourceId,
  sheet: field.text('Name of its sheet.'),
  status: sourceSchema.shape.status,
  writable: field.flag('Whether an export can write into the sheet (`reading.free_column`).'),
});
/** A source of another sheet of the same file. */
export type OtherSheet = z.output<typeof otherSheet>;

const sampledSourceSchema = sourceSchema
  .extend({
    sample_rows: sampleRows,
    other_sheets: field.listOf(
      otherSheet,
      `The sources of other sheets of the same workbook, of each sheet the newest, by name; at most ${maxSheetsInOneCall - 1}. An export can write into all of them (\`with\`). Empty for a key that is for one source.`,
    ),
    reading: sourceReadingSchema.nullable().describe('How the file was read; null for an import of rows.'),
    mapping_warnings: field.listOf(
      mappingWarningSchema,
      'Mapped columns whose cells or headers do not fit, judged by up to 500 rows spread over the source; before a mapping, the columns that a person must choose from.',
    ),
  })
  .meta({ id: 'SampledSource', description: 'A source with its first rows.' });

export const reviewSchema = defineComponent(
  'Review',
  'The remaining work in the whole source, regardless of the page.',
  {
    statuses: groupFields('Rows of the whole source by state.', stateCountFields),
    total_reviewable_rows: field.count('Rows of the whole source that are not matched.'),
    open_rows: openRows,
    unresolved_rows_remaining: field.count('Rows of the whole source not resolved yet.'),
    multiple_candidates_remaining: field.count(
      'Rows of the whole source with candidates that a person must choose from.',
    ),
  },
);
export type Review = z.output<typeof reviewSchema>;

export const runCountsSchema = z.object({
  resolved_count: field.count('Matched rows of the source.'),
  multiple_candidates_count: field.count('Rows with candidates that a person must choose from.'),
  not_found_count: field.count('Rows for which no company was found.'),
  invalid_count: field.count('Rows with an invalid shape or mapped value.'),
  unresolved_count: field.count('Rows not resolved yet.'),
  review_required_count: field.count(
    'Rows that are not matched: the sum of multiple_candidates, not_found, invalid and unresolved.',
  ),
});
export type RunCounts = z.output<typeof runCountsSchema>;

export const nextRequestSchema = defineComponent('NextRequest', 'A request that makes sense next.', {
  operation: field.text('`operationId` of the request.').meta({ examples: ['mapSource'] }),
  method: field.oneOf(['GET', 'POST'], 'HTTP method.'),
  path: field.text('Path, without its query.').meta({ examples: ['/api/service/lists'] }),
  params: z.record(z.string(), z.string()).describe('Parameters in the path, by name.'),
  query: z.record(z.string(), z.string()).describe('Query parameters, by name.'),
  body: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Body; null if there is none. Replace keys and values of the form `<…>`.'),
  needs_idempotency_key: field.flag('Whether it needs an `Idempotency-Key` header.'),
});
export type NextRequest = z.output<typeof nextRequestSchema>;

export const nextStepSchema = defineComponent('NextStep', 'A possible next step, for programs.', {
  action: field.oneOf(
    [
      'import_again',
      'map_columns',
      'resolve_rows',
      'resolve_in_background',
      'follow_run',
      'resume_run',
      'choose_candidates',
      'accept_rows',
      'decide_rows',
      'reopen_rows',
      'take_back_rows',
      'undo_decisions',
      'map_further_columns',
      'correct_rows',
      'create_list',
      'download_rows',
    ],
    'The possible action; stable, for programs.',
  ),
  reason: field.text('The action and the reason for it, without the requests.'),
  requests: field.listOf(
    nextRequestSchema,
    'The requests for the action, in order; empty if a person must do something first.',
  ),
});
export type NextStep = z.output<typeof nextStepSchema>;

/** The envelope of every successful answer about one source, except its `status`. */
export function defineEnvelope<Command extends string, Source extends z.ZodType>(
  command: Command,
  source: Source,
) {
  return defineAnswer({
    command: z.literal(`source.${command}`).describe('The operation that was run.'),
    source,
    next_actions: field.listOf(z.string(), 'Possible next steps, each a sentence with the request to send.'),
    next_steps: field.listOf(
      nextStepSchema,
      '`next_actions` for programs: the same steps in the same order, as data.',
    ),
  });
}

/** The envelope of answers after which nothing continues. */
export function defineSourceAnswer<Command extends string, Source extends z.ZodType>(
  command: Command,
  source: Source,
) {
  return defineEnvelope(command, source).extend({
    status: z.literal('completed').describe('Always `completed`: nothing continues after the answer.'),
  });
}

const defineSampledAnswer = <Command extends string>(command: Command) =>
  defineSourceAnswer(command, sampledSourceSchema).extend({
    deduplicated: field.flag(
      'Whether the import found that this content already exists; false in other answers.',
    ),
  });

export const sourceImportAnswer = defineSampledAnswer('import');
export const sourceInspectAnswer = defineSampledAnswer('inspect');
export const sourceMapAnswer = defineSampledAnswer('map');

const previewedTable = defineComponent('PreviewedTable', 'A table as it would be imported.', {
  row_count: field.count('Number of rows.'),
  content_sha256: field.text('Digest of the file.'),
  headers: field.listOf(z.string(), 'Headers of the columns.'),
  detected_identifier_columns: sourceSchema.shape.detected_identifier_columns,
  detected_hint_columns: sourceSchema.shape.detected_hint_columns,
  sample_rows: sampleRows,
  mapping_warnings: field.listOf(
    mappingWarningSchema,
    'The columns that a person must choose from before the table is mapped, judged by up to 500 rows spread over it.',
  ),
  reading: sourceReadingSchema,
});
export type PreviewedTable = z.output<typeof previewedTable>;

const importedSheet = defineComponent('ImportedSheet', 'What was done with a sheet of a workbook.', {
  sheet: field.text('Name of the sheet.'),
  left_out: field.oneOfOrNull(
    Object.keys(sheetReasons) as SheetReason[],
    `Why it is not read; null if it is. ${Object.entries(sheetReasons)
      .map(([code, text]) => `\`${code}\`: ${text}`)
      .join(' ')}`,
  ),
  message: field.textOrNull('The reason in a sentence; null if it is read.'),
  source: sampledSourceSchema.nullable().describe('Its source; null if it is not read, and for a preview.'),
  preview: previewedTable.nullable().describe('Its table, for a preview; otherwise null.'),
  deduplicated: field.flag('Whether its source already existed.'),
});
export type ImportedSheet = z.output<typeof importedSheet>;

export const sourceFileAnswer = defineSampledAnswer('import').extend({
  command: z.enum(['source.import', 'source.preview']).describe('The operation that was run.'),
  source: sampledSourceSchema
    .nullable()
    .describe('The source, with `sheets` that of the first sheet that is read; null for a preview.'),
  preview: previewedTable
    .nullable()
    .describe('The table of a preview, with `sheets` that of the first sheet that is read; otherwise null.'),
  sheets: field.listOf(
    importedSheet,
    'With `sheets`: all sheets of the workbook in their order, those that are left out with the reason. Otherwise empty.',
  ),
});
export const sourceDeleteAnswer = defineSourceAnswer('delete', sourceSchema);
export const sourcesPageSchema = defineCollection(sourceSchema, 'Sources, newest first.');

export const sourceResolveAnswer = defineSourceAnswer('resolve', sourceSchema).extend({
  resolution: groupFields(
    'The counts of `run` and `source.resolve_summary`, repeated for existing callers.',
    {
      ...stateCountFields,
      ...runCountsSchema.shape,
    },
  ),
  run: runCountsSchema
    .extend({
      run_id: field.uuid('Id of the run.'),
      status: z.literal('completed').describe('The run is complete.'),
      newly_matched_count: field.count('Rows that this run matched and charged.'),
    })
    .describe('Counts of the whole source after the run, not only of what this run changed or charged.'),
  billing: billingSchema,
});

export const sourceReviewAnswer = defineSourceAnswer('review', sourceSchema).extend({
  review: reviewSchema,
  register: registerCoverageSchema,
  matching_rows: field.count('Rows of the source that fit the filters, on all pages.'),
  rows: field.listOf(reviewRowSchema, 'Rows of the page, in the requested order.'),
  meta: groupFields('The page.', pageMetaFields),
});

/** Of a call that decides about rows. */
export const batchId = field.uuidOrNull(
  'Names this call in the history, so that all of it can be undone; null if no row changed, and in a dry run.',
);

export const sourceSelectAnswer = defineSourceAnswer('select', sourceSchema).extend({
  selected: groupFields('The settled row.', {
    source_row_id: sourceRowId,
    company_id: companyId.describe('The selected company.'),
    candidate: sourceCandidateSchema,
  }),
  batch_id: batchId,
  billing: billingSchema,
  review: reviewSchema,
});
