import { z } from 'zod';
import { chargingFields } from './billing.ts';
import { candidateSchema } from './company-resolve.ts';
import { matchedBySchema } from './company-search.ts';
import { knownFields, queryArray, queryBoolean, queryInteger, queryText } from './fields.ts';

/** Source import to resolved rows (specification, "Source endpoints"; decisions.md, "Sources"). */

export const mostSourceRows = 50_000;
export const mostSourceHeaders = 200;
export const mostImportBytes = 32 * 1024 * 1024;
/** Characters of a cell or a header. */
export const longestCell = 10_000;

export const sourceStatuses = ['imported', 'mapped', 'resolved'] as const;
export type SourceStatus = (typeof sourceStatuses)[number];

export const rowStatuses = ['unresolved', 'matched', 'multiple_candidates', 'not_found', 'invalid'] as const;
export type RowStatus = (typeof rowStatuses)[number];

/** Keys of `columns`, the one that identifies most surely first. */
export const mappingFields = ['corporate_number', 'ticker', 'domain', 'name'] as const;
export type MappingField = (typeof mappingFields)[number];

export const hintFields = ['prefecture', 'city', 'address', 'postal_code'] as const;
export type HintField = (typeof hintFields)[number];

const line = (longest: number) =>
  z
    .string()
    .max(longest, `must have at most ${longest} characters`)
    .refine((text) => text.trim() !== '', 'must not be blank')
    .refine(isStorable, 'must not hold U+0000 or half of a surrogate pair');

/** Characters that are no text: Postgres cannot hold them, or UTF-8 cannot. */
export function isStorable(text: string): boolean {
  return !/[\0\ud800-\udfff]/u.test(text);
}

/** What the checks of an upload found in it before its schema is looked at: headers and rows have codes of their own. */
const uploadedTable = z.custom<object>((value) => typeof value === 'object' && value !== null, {
  error: 'is required',
});

export const sourceImportBody = knownFields({
  name: line(500).optional(),
  originalFilename: line(1000).optional(),
  contentSha256: z
    .string()
    .regex(/^sha256:[0-9a-fA-F]{64}$/, 'must be sha256: and 64 hexadecimal digits')
    .transform((digest) => digest.toLowerCase())
    .optional(),
  headers: z.unknown().meta({
    type: 'array',
    items: { type: 'string' },
    minItems: 1,
    maxItems: mostSourceHeaders,
    description: 'Column headers, each once.',
  }),
  rows: uploadedTable.meta({
    type: 'array',
    items: { type: 'object', additionalProperties: { type: 'string', maxLength: longestCell } },
    maxItems: mostSourceRows,
    description: 'Rows by header; every cell is a string.',
  }),
});
export type SourceImportBody = z.output<typeof sourceImportBody>;

/** An id that no source can have is as unknown as any other. */
export const sourceParams = knownFields({ sourceId: z.string().max(1000) });

const header = z.string({ error: 'must be one of the headers of the source' });

export const sourceMapBody = knownFields({
  entity: z.literal('company', { error: 'must be company' }),
  columns: knownFields({
    corporate_number: header.optional(),
    domain: header.optional(),
    name: header.optional(),
    ticker: header.optional(),
  }).optional(),
  hints: knownFields({
    prefecture: header.optional(),
    city: header.optional(),
    address: header.optional(),
    postal_code: header.optional(),
  }).optional(),
});
export type SourceMapBody = z.output<typeof sourceMapBody>;

export const sourceResolveBody = knownFields(chargingFields);

export const sourceSelectBody = knownFields({
  row: z.string().min(1, 'must not be blank').max(1000),
  companyId: z.string().min(1, 'must not be blank').max(1000),
  ...chargingFields,
});

const cursor = queryText.pipe(z.string().min(1).max(4000)).optional();

export const sourceReviewQuery = knownFields({
  status: queryArray(z.enum(rowStatuses, { error: `must be one of ${rowStatuses.join(', ')}` })).optional(),
  limit: queryInteger({ min: 1, max: 500 }).default(100),
  cursor,
});
export type SourceReviewQuery = z.output<typeof sourceReviewQuery>;

export const sourcesQuery = knownFields({ limit: queryInteger({ min: 1, max: 100 }).default(20), cursor });
export type SourcesQuery = z.output<typeof sourcesQuery>;

export const sourceExportQuery = knownFields({ bom: queryBoolean.default(false) });

export const detectedColumnSchema = z.object({
  field: z.enum(mappingFields),
  header: z.string(),
  /** 0..1 */
  confidence: z.number(),
  /** Share of the non-empty cells looked at that are such an identifier, 0..1. */
  valid_ratio: z.number(),
  sample_values: z.array(z.string()),
});
export type DetectedColumn = z.output<typeof detectedColumnSchema>;

export const sourceMappingSchema = z.object({
  entity: z.literal('company'),
  columns: z.partialRecord(z.enum(mappingFields), z.string()),
  hints: z.partialRecord(z.enum(hintFields), z.string()),
});
export type SourceMapping = z.output<typeof sourceMappingSchema>;

export const resolveSummarySchema = z.object({
  matched: z.int(),
  multiple_candidates: z.int(),
  not_found: z.int(),
  invalid: z.int(),
  unresolved: z.int(),
  total: z.int(),
});
export type ResolveSummary = z.output<typeof resolveSummarySchema>;

export const sourceSchema = z.object({
  source_id: z.string(),
  name: z.string(),
  original_filename: z.string().nullable(),
  content_sha256: z.string().nullable(),
  status: z.enum(sourceStatuses),
  row_count: z.int(),
  headers: z.array(z.string()),
  detected_identifier_columns: z.array(detectedColumnSchema),
  mapping: sourceMappingSchema.nullable(),
  resolve_summary: resolveSummarySchema,
  created_at: z.string(),
  updated_at: z.string(),
});
export type SourceView = z.output<typeof sourceSchema>;

/** What is wrong with a row, or why an identifier of it did not count. */
export const rowIssueSchema = z.object({
  code: z.string(),
  /** The mapped field it is about; null for the shape of the row. */
  field: z.enum([...mappingFields, ...hintFields]).nullable(),
  header: z.string().nullable(),
  message: z.string(),
});
export type RowIssue = z.output<typeof rowIssueSchema>;

/** As in company resolution, with hints and choices among the reasons. */
export const sourceMatchedBySchema = matchedBySchema.extend({
  stage: z.enum([...matchedBySchema.shape.stage.options, 'hint', 'previous_choice']),
});
export type SourceMatchedBy = z.output<typeof sourceMatchedBySchema>;

export const sourceCandidateSchema = candidateSchema.extend({
  matched_by: z.array(sourceMatchedBySchema),
  /** A person of this account chose this company for the same name before. */
  previously_selected: z.boolean(),
});
export type SourceCandidate = z.output<typeof sourceCandidateSchema>;

export const reviewRowSchema = z.object({
  source_row_id: z.string(),
  row_number: z.int(),
  resolve_status: z.enum(rowStatuses),
  company_id: z.string().nullable(),
  superseded_by: z.string().nullable(),
  resolve_candidates: z.array(sourceCandidateSchema),
  candidate_count: z.int(),
  needs_human: z.boolean(),
  cells: z.record(z.string(), z.string()),
  issues: z.array(rowIssueSchema),
});
export type ReviewRow = z.output<typeof reviewRowSchema>;

export const reviewSchema = z.object({
  statuses: z.record(z.enum(rowStatuses), z.int()),
  /** Rows of the whole source that are not matched. */
  total_reviewable_rows: z.int(),
  unresolved_rows_remaining: z.int(),
  multiple_candidates_remaining: z.int(),
});
export type Review = z.output<typeof reviewSchema>;

export const runCountsSchema = z.object({
  resolved_count: z.int(),
  multiple_candidates_count: z.int(),
  not_found_count: z.int(),
  invalid_count: z.int(),
  unresolved_count: z.int(),
  review_required_count: z.int(),
});
export type RunCounts = z.output<typeof runCountsSchema>;
