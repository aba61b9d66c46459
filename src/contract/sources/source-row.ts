import { z } from 'zod';
import { defineComponent, field } from '../answer-fields.ts';
import { companyId } from '../companies/company-fields.ts';
import { assuranceMeaning, assurances } from '../company-resolve/assurance.ts';
import { candidateSchema } from '../company-resolve/company-resolve.ts';
import { changedHandsBetween } from '../company-resolve/name-holders.ts';
import { suggestionSchema } from '../company-resolve/suggestions.ts';
import { writtenNameSchema } from '../company-resolve/written-names.ts';
import { maxComparedCompanies, maxSuggestions } from '../limits.ts';
import { comparedCompanySchema, keySchema, sourceMatchedBySchema } from './compared-companies.ts';
import { columnFields, rowDecisions, rowStatuses } from './sources.ts';

/** A row of a source as answers show it. */

export const rowCells = z.record(z.string(), z.string());

/** A fault of a row, or the reason why one of its identifiers was ignored. */
export const rowIssueSchema = defineComponent(
  'RowIssue',
  'A fault of a row, or the reason why one of its identifiers was ignored.',
  {
    code: field.text('Kind of issue; stable, for programs.').meta({
      examples: [
        'missing_cell',
        'unknown_header',
        'no_identifier',
        'email_unusable',
        'name_too_long',
        'name_malformed',
        'corporate_number_check_digit',
        'corporate_number_placeholder',
        'name_placeholder',
        'corporate_number_unknown',
        'corporate_number_near_miss',
        'identifier_and_name_differ',
        'identifiers_differ',
        'earlier_export_malformed',
        'earlier_export_other_row',
        'ticker_malformed',
        'ticker_of_fund',
        'name_of_fund',
        'domain_not_identifying',
        'name_changed_hands',
        'as_of_malformed',
        'assurance_below',
        'invoice_registration_expired',
      ],
    }),
    field: field.oneOfOrNull(
      [...columnFields, 'as_of'],
      'The mapped field concerned; null if the shape of the row is wrong.',
    ),
    header: field.textOrNull('Header of the cell concerned; null if it is not about a single cell.'),
    message: field.text('The issue, in one or two sentences.'),
    companies: changedHandsBetween,
    fund: field
      .text('Of `ticker_of_fund` and `name_of_fund`: the name of the fund on the list of the exchange.')
      .optional(),
  },
);
export type RowIssue = z.output<typeof rowIssueSchema>;

export const sourceCandidateSchema = candidateSchema
  .extend({
    matched_by: field.listOf(sourceMatchedBySchema, 'Reasons for this company, most certain first.'),
    previously_selected: field.flag(
      'Whether a person of this account chose this company for the same name before.',
    ),
  })
  .meta({ id: 'SourceCandidate', description: 'A company that a row may refer to.' });
export type SourceCandidate = z.output<typeof sourceCandidateSchema>;

export const sourceRowId = field.uuid('Id of the row.');
const rowStatus = field.oneOf(
  rowStatuses,
  '`unresolved`: not resolved yet. `matched`: matched to a company. `multiple_candidates`: a person must choose a candidate. `not_found`: no company was found. `invalid`: the row has an invalid shape or mapped value.',
);

const whoWhen = z.object({
  at: field.time('When.'),
  by: keySchema.nullable().describe('Who: the API key; null for a call without one.'),
});

export const reviewRowSchema = defineComponent('SourceRow', 'A row of a source and its result.', {
  source_row_id: sourceRowId,
  row_number: z.int().min(1).describe('Position in the upload, from 1.'),
  file_row: z
    .int()
    .min(1)
    .nullable()
    .describe('Line in the file, as a spreadsheet numbers it; null for an import of rows.'),
  resolve_status: rowStatus,
  company_id: companyId.nullable().describe('The company of a `matched` row; otherwise null.'),
  superseded_by: companyId
    .nullable()
    .describe('The company that took over that company in a merger; otherwise null.'),
  resolve_candidates: field.listOf(
    sourceCandidateSchema,
    'Companies that the row may refer to, most likely first. For a row matched by `resolve`, the one company; if a remembered choice matched it, that company and then the others; for a row settled by `select`, all candidates that could be chosen.',
  ),
  candidate_count: field.count('Number of `resolve_candidates`.'),
  resolve_suggestions: z
    .array(suggestionSchema)
    .max(maxSuggestions)
    .describe(
      'Companies with a similar name, most likely first. They change no state and cost nothing; choose one as any other company.',
    ),
  written: writtenNameSchema.nullable().describe('How the name was read; null if nothing was set aside.'),
  needs_human: field.flag(
    'Whether only a person can settle the row: true in `multiple_candidates`, and in `invalid` with candidates.',
  ),
  cells: rowCells.describe('Cells by header, as uploaded; missing cells are absent.'),
  issues: field.listOf(
    rowIssueSchema,
    'Faults of the row, why one of its identifiers was ignored, and which of its values are of different companies.',
  ),
  mapping_version: field.count(
    'Number of the mapping with which the row was last resolved; 0 before that. A decision can name it, so that it holds only for what was shown.',
  ),
  reason: z
    .object({
      code: field
        .text('Stable, for programs; docs/sources.md lists all.')
        .meta({ examples: ['several_companies'] }),
      message: field.text('The reason, in one sentence.'),
    })
    .nullable()
    .describe('Why the row is in its state; null before it is resolved.'),
  assurance: field.oneOfOrNull(
    assurances,
    `How sure the match is; null for an open row. With the reason \`assurance_below\`, how sure the match with the candidate would be. ${assuranceMeaning}`,
  ),
  decision: field.oneOfOrNull(
    rowDecisions,
    "A person's decision in force: `chosen`, `none_of_these` (none of the candidates is meant), `not_a_company`; null if the row was not decided by a person.",
  ),
  paid: field.flag('Whether the row was charged. It is never charged again, whatever is decided later.'),
  same_rows: field.count(
    'Open rows of the source that say the same in the mapped cells and that no person decided. This row counts if it is one of them. 0 until the row is resolved with the current mapping.',
  ),
  same_rows_credits: field.count('What choosing a company for all of them costs, at most.'),
  same_name_rows: field.count(
    'Open rows of the source with the same name, whatever their other cells say, that no person decided. This row counts if it is one of them. 0 for a row without a name, and until the row is resolved with the current mapping.',
  ),
  same_name_rows_credits: field.count(
    'What choosing a company for all of them costs, at most; rows that contradict the company are left out. A dry run has the exact price.',
  ),
  skipped: whoWhen
    .nullable()
    .describe('When a person skipped the open row, so that it comes at the end of the work; otherwise null.'),
  open_elsewhere: whoWhen
    .nullable()
    .describe("On whose screen the row is, and since when; null if on nobody's. See `presence`."),
  compared: z
    .array(comparedCompanySchema)
    .max(maxComparedCompanies)
    .optional()
    .describe(
      `Facts about the candidates and then the suggestions, at most ${maxComparedCompanies}, to compare them; only with \`details=candidates\`.`,
    ),
});
export type ReviewRow = z.output<typeof reviewRowSchema>;
