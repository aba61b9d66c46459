import { z } from 'zod';
import { defineComponent, field, groupFields } from '../answer-fields.ts';
import { companyId } from '../companies/company-fields.ts';
import { billingSchema, chargingFields } from '../credits/billing.ts';
import { defineCollection } from '../envelope.ts';
import {
  defineBoundedInteger,
  defineKnownFields,
  defineQueryArray,
  givenId,
  pageCursor,
  queryBoolean,
  queryText,
  rowsLimit,
} from '../fields.ts';
import {
  formatLimit,
  maxCandidatesSeen,
  maxDecisions,
  maxSourceRows,
  maxSuggestions,
  maxWhyLength,
} from '../limits.ts';
import { isStorable, notStorable } from '../storable.ts';
import { readableFileQuery } from '../table-files.ts';
import { batchId, defineSourceAnswer, reviewSchema, sourceSchema } from './answers.ts';
import { keySchema } from './compared-companies.ts';
import { reopen, settledByChoiceSchema } from './settled-by-choice.ts';
import { sourceFileParameters } from './source-file.ts';
import { sourceRowId } from './source-row.ts';
import { rowDecisions, rowStatuses } from './sources.ts';

/** What people decide about the rows of a source, and what they decided (docs/sources.md#decisions). */

export const decisionActions = [
  'choose',
  'none_of_these',
  'not_a_company',
  'reopen',
  'take_back',
  'skip',
] as const;
export type DecisionAction = (typeof decisionActions)[number];

/** The requests that decide about rows. */
export const decisionMakers = ['select', 'decisions', 'choices', 'accept', 'undo', 'earlier_table'] as const;
export type DecisionMaker = (typeof decisionMakers)[number];

/** What people say of rows that no company is chosen for. */
export const rowMarks = ['none_of_these', 'not_a_company'] as const satisfies readonly DecisionAction[];
export type RowMark = (typeof rowMarks)[number];

export const rememberings = ['no', 'suggest', 'always'] as const;
export type Remembering = (typeof rememberings)[number];

const why = z
  .string()
  .max(maxWhyLength)
  .refine((text) => text.trim() !== '', 'must not be blank')
  .refine(isStorable, notStorable);

/** Text that people write beside what they decide. */
export const noteText = why;

const remember = z
  .enum(rememberings)
  .describe(
    'Whether the account remembers the company for the name in the row. `suggest`: it comes first among the candidates of later rows. `always`: it settles later rows with this name by itself; each costs what a match costs. What is remembered holds for all sources of the account: a decision of a key for one source is not remembered, and such a key is refused with `suggest` and `always`.',
  );

const decision = defineKnownFields({
  row: z
    .union([givenId, defineBoundedInteger({ min: 1, max: maxSourceRows })], {
      error: 'must be a source_row_id or a row_number',
    })
    .describe('`source_row_id` or `row_number` of the row.'),
  action: z
    .enum(decisionActions)
    .describe(
      '`choose`: the row is this company; for any row that is not matched. `none_of_these`: no company is meant that the service knows. `not_a_company`: the row is not a company. `reopen`: a matched row becomes what it was before, and this company is taken back for it. `take_back`: takes `none_of_these`, `not_a_company` or `skip` back. `skip`: an open row that nobody decided goes to the end of the work for everybody; its state stays.',
    ),
  companyId: givenId
    .optional()
    .describe(
      'For `choose`: any company, also one that is not a candidate of the row, by its `company_id` or corporate number.',
    ),
  why: why.optional().describe(`The reason, for the history; at most ${maxWhyLength} characters.`),
  applyTo: z
    .enum(['row', 'same', 'same_name'])
    .default('row')
    .describe(
      '`same`: also all other rows of the source that say the same in the mapped cells, except rows that a person decided, and rows that this request names. `same_name`: all with the same name, whatever their other cells say, except those and rows that contradict: with a corporate number, another identifier or a hint that does not fit the company; for `none_of_these` and `not_a_company`, with an identifier that this row does not have. `left_out_rows` counts these. For `reopen` and `take_back`: those in the same state. After another mapping, resolve first, so that it is known which rows say the same.',
    ),
  remember: remember
    .optional()
    .describe(
      `For \`choose\`, default \`suggest\`; for \`none_of_these\` and \`not_a_company\`, only \`no\` and \`always\`, default \`no\`: later rows with this name that have no identifier are marked so, too, free of charge. ${remember.description}`,
    ),
  mappingVersion: defineBoundedInteger({ min: 0, max: 2 ** 31 - 1 })
    .optional()
    .describe(
      'The `mapping_version` of the row as it was shown. If the row was resolved with another mapping since, the decision is refused with `source_row_changed`.',
    ),
  shownDecision: z
    .enum(rowDecisions)
    .nullable()
    .optional()
    .describe(
      'The `decision` of the row as it was shown; null: none. If another one is in force now, and not the one that is asked for, it is refused with `source_row_not_selectable`, so that nobody replaces what another person decided unseen.',
    ),
}).superRefine(({ action, companyId, remember }, context) => {
  const addFault = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (action === 'choose' && companyId === undefined)
    addFault('companyId', 'is required to choose a company');
  if (action !== 'choose' && companyId !== undefined) addFault('companyId', `must be absent with ${action}`);
  const isMark = rowMarks.some((mark) => mark === action);
  if (isMark && remember === 'suggest') addFault('remember', `must be no or always with ${action}`);
  if (action !== 'choose' && !isMark && remember !== undefined)
    addFault('remember', `must be absent with ${action}`);
});
export type Decision = z.output<typeof decision>;

export const sourceDecisionsBody = defineKnownFields({
  decisions: z
    .array(decision)
    .min(1)
    .max(maxDecisions)
    .describe(
      `Up to ${formatLimit(maxDecisions)} decisions, each about another row. All of them are made, or none.`,
    ),
  reopen: z
    .boolean()
    .optional()
    .describe(
      `\`true\` ${reopen} A decision \`reopen\` about a row that a remembered choice settled then switches that choice off, so that \`settled\` has all other rows that it settled.`,
    ),
  ...chargingFields,
});
export type SourceDecisionsBody = z.output<typeof sourceDecisionsBody>;

const rowStatus = field.oneOf(rowStatuses, 'State of the row.');
const rowDecision = field.oneOfOrNull(rowDecisions, "A person's decision in force; null without one.");

export const sourceDecisionsAnswer = defineSourceAnswer('decide', sourceSchema).extend({
  decisions: field.listOf(
    z.object({
      source_row_id: sourceRowId,
      row_number: z.int().min(1).describe('Position in the upload, from 1.'),
      action: field.oneOf(decisionActions, 'What was decided.'),
      company_id: companyId.nullable().describe('The company that was chosen; otherwise null.'),
      rows_changed: field.count('Rows that the decision changed; 0 if the row already was as decided.'),
      same_rows: field.count(
        'Rows among them that were decided with the row, because they say the same or have the same name.',
      ),
      left_out_rows: field.count(
        'Open rows with the same name that were left out, because something in them contradicts; 0 without `applyTo: same_name`.',
      ),
      credits: field.count('What the decision costs.'),
    }),
    'What each decision did, in the order of the request.',
  ),
  rows_changed: field.count('Rows that changed.'),
  settled: settledByChoiceSchema,
  batch_id: batchId,
  billing: billingSchema,
  review: reviewSchema,
});

export const sourceHistoryQuery = defineKnownFields({
  row: queryText
    .min(1)
    .max(1000)
    .optional()
    .describe('Only decisions about the row with this `source_row_id`.'),
  batch: queryText.min(1).max(1000).optional().describe('Only decisions of the call with this `batch_id`.'),
  order: z.enum(['newest', 'oldest']).default('newest').describe('Which decisions come first.'),
  limit: rowsLimit,
  cursor: pageCursor,
});
export type SourceHistoryQuery = z.output<typeof sourceHistoryQuery>;

const defineRowState = (about: string) =>
  groupFields(about, {
    resolve_status: rowStatus,
    decision: rowDecision,
    company_id: companyId.nullable().describe('Company of a matched row; otherwise null.'),
    company_name: field.textOrNull('Legal name of that company today.'),
  });

const seenCompany = {
  company_id: companyId,
  display_name: field.text('Its name as it was shown.'),
};

const seenSchema = defineComponent(
  'SeenRow',
  'What a person had before them when they decided about a row.',
  {
    source_row_id: field.uuid(
      'The row that was shown: the row itself, or the one that it was decided with, because it says the same or has the same name. Its candidates and suggestions are these.',
    ),
    name: field.textOrNull('The name as written in the row, at most 500 characters; null without one.'),
    reason: field.textOrNull('Code of the reason why the row was in its state.'),
    candidates: z
      .array(
        z.object({ ...seenCompany, rule: field.textOrNull('The rule that found it, the most certain one.') }),
      )
      .max(maxCandidatesSeen)
      .describe(`The first candidates, at most ${maxCandidatesSeen}.`),
    more_candidates: field.count('Further candidates.'),
    suggestions: z
      .array(z.object({ ...seenCompany, reason: field.text('Why it was suggested.') }))
      .max(maxSuggestions)
      .describe('The suggestions.'),
  },
);
export type SeenRow = z.output<typeof seenSchema>;

export const sourceHistoryAnswer = defineCollection(
  z
    .object({
      decision_id: field.uuid('Id of the entry.'),
      batch_id: field.uuid(
        'The same for all rows that one call decided; `POST /sources/{sourceId}/undo` undoes it.',
      ),
      batch_rows: field.count('Rows that this call changed, on all pages.'),
      batch_companies: field.count('Different companies on which this call settled rows, on all pages.'),
      batch_actions: z
        .array(
          z.object({
            action: field.oneOf(decisionActions, 'What was decided.'),
            rows: field.count('About how many rows.'),
          }),
        )
        .max(decisionActions.length)
        .describe('What this call decided, on all pages; that about the most rows first.'),
      can_undo: field.flag(
        'Whether undoing this call would change a row: not if all of its rows were undone or decided again since, and not for a call that only undid.',
      ),
      decided_at: field.time('When it was decided.'),
      made_by: field.oneOf(
        decisionMakers,
        'The request: a selection, a list of decisions, a returned table, all rows with one reason, undoing one of these, or resolving a file that was exported before: what was decided about its rows in the earlier table (`earlier_table`).',
      ),
      action: field.oneOf(decisionActions, 'What was decided.'),
      key: keySchema.nullable().describe('Who decided: the API key of the request.'),
      why: field.textOrNull('The reason that was given; null without one.'),
      source_row_id: sourceRowId,
      row_number: z.int().min(1).describe('Position in the upload, from 1.'),
      file_row: z.int().min(1).nullable().describe('Line in the file; null for an import of rows.'),
      row_name: field.textOrNull(
        'The cell of the column that is mapped as `name`, at most 500 characters; null without one.',
      ),
      before: defineRowState('The row before.'),
      after: defineRowState('The row after.'),
      credits: field.count('What it cost.'),
      earlier_row: z
        .object({
          source_id: field.uuid('The earlier table.'),
          source_name: field.textOrNull('Its name; null if it was deleted.'),
          row_number: z.int().min(1).describe('Position of the row there, from 1.'),
        })
        .nullable()
        .describe('The row from which the decision was taken over, with `earlier_table`; otherwise null.'),
      seen: seenSchema
        .nullable()
        .describe(
          'What the person had before them; null where a call was undone, and for entries from before this was kept.',
        ),
    })
    .meta({ id: 'SourceDecision', description: "A person's decision about a row." }),
  'Decisions of people about the rows.',
);
export type SourceDecisionView = z.output<typeof sourceHistoryAnswer>['items'][number];

export const sourceUndoBody = defineKnownFields({
  batchId: givenId.describe('`batch_id` of the call to undo, from its answer or from the history.'),
  why: why.optional().describe(`The reason, for the history; at most ${maxWhyLength} characters.`),
  reopen: z.boolean().optional().describe(`\`true\` ${reopen}`),
  dryRun: chargingFields.dryRun,
});
export type SourceUndoBody = z.output<typeof sourceUndoBody>;

export const sourceUndoAnswer = defineSourceAnswer('undo', sourceSchema).extend({
  undone: groupFields('What was undone.', {
    batch_id: field.uuid('Id of the call that was undone.'),
    rows: field.count('Rows that are again as they were before a person decided.'),
    undone_before: field.count('Rows of the call that were undone before. They stay as they are.'),
    decided_again: field.count('Rows that were decided again since the call. They stay as they are.'),
    undone_by_call: field.count('Rows that the call itself reopened or took back. They stay as they are.'),
  }),
  settled: settledByChoiceSchema,
  batch_id: batchId,
  billing: billingSchema,
  review: reviewSchema,
});

/** For endpoints that write a table into a file. */
export const fileQuery = defineKnownFields(readableFileQuery);

/** States of a row that a person can still decide about. */
export const openStatuses = ['unresolved', 'multiple_candidates', 'not_found', 'invalid'] as const;
export type OpenStatus = (typeof openStatuses)[number];

export const sourceCandidatesQuery = defineKnownFields({
  ...fileQuery.shape,
  status: defineQueryArray(z.enum(openStatuses))
    .optional()
    .describe('Only rows in these states, repeated or comma-separated; default all that are not matched.'),
});
export type SourceCandidatesQuery = z.output<typeof sourceCandidatesQuery>;

export const sourceChoicesQuery = defineKnownFields({
  execute: queryBoolean.optional().describe('`true` confirms that credits may be spent.'),
  maxCredits: z
    .string()
    .regex(/^\d{1,13}$/, 'must be a whole number')
    .transform(Number)
    .pipe(chargingFields.maxCredits.unwrap())
    .optional()
    .describe('Maximum cost of the call, in whole credits; a call that would cost more is refused.'),
  dryRun: queryBoolean.optional().describe('`true`: the table is checked and priced, but nothing is saved.'),
  remember: remember.optional().describe(`${remember.description} Default \`suggest\`.`),
  reopen: queryBoolean.optional().describe(`\`true\` ${reopen}`),
  encoding: sourceFileParameters.encoding,
  separator: sourceFileParameters.separator,
  sheet: sourceFileParameters.sheet.describe(
    'Sheet of a workbook, by name, or by number from 1 if no sheet has that name; default the first visible one with the table.',
  ),
});

export const sourceChoicesAnswer = defineSourceAnswer('choices', sourceSchema).extend({
  choices: groupFields('What the table said.', {
    read: field.count('Rows with a choice.'),
    empty: field.count('Rows without a choice. They stay open.'),
    changed: field.count('Rows that changed.'),
    unchanged: field.count('Rows that already were as chosen.'),
    chosen: field.count('Rows with a company.'),
    companies: field.count('Different companies among them.'),
    none_of_these: field.count('Rows marked as なし.'),
    not_a_company: field.count('Rows marked as 対象外.'),
  }),
  settled: settledByChoiceSchema,
  batch_id: batchId,
  billing: billingSchema,
  review: reviewSchema,
});

export const sourceReasonsAnswer = defineSourceAnswer('reasons', sourceSchema).extend({
  reasons: field.listOf(
    z.object({
      code: field.textOrNull('Code of the reason; null for rows resolved before reasons were kept.'),
      message: field.textOrNull('The reason, in one sentence.'),
      resolve_status: rowStatus,
      rows: field.count('Open rows with this reason that no person decided.'),
      single_candidate_rows: field.count(
        'Rows among them that can be accepted: their first candidate, or without one their first suggestion, was found with the current mapping, and is certain enough that nobody needs to look at each row.',
      ),
      left_out_rows: field.count(
        'Rows among them that accepting leaves for a person, because none of their companies is certain enough; 0 if none can be accepted.',
      ),
      acceptable: field.flag('Whether these rows may be accepted at once.'),
      credits: field.count('What accepting them costs. Rows that were paid before are free.'),
      samples: field.listOf(
        z.object({
          source_row_id: sourceRowId,
          row_number: z.int().min(1).describe('Position in the upload, from 1.'),
          cells: z.record(z.string(), z.string()).describe('The mapped cells, by header.'),
          company: z
            .object({
              company_id: companyId,
              legal_name: field.text('Its legal name.'),
              matched_name: field.textOrNull(
                'The name of the company that is like that of the row; null if the name did not find it.',
              ),
              prefecture: field.textOrNull('Prefecture of the head office.'),
              city: field.textOrNull('City of the head office.'),
            })
            .nullable()
            .describe('The company that can be accepted, or the only candidate; otherwise null.'),
        }),
        'Up to five rows, those that can be accepted first.',
      ),
    }),
    'The reasons of open rows: first those of which most rows can be accepted, then those with the most rows.',
  ),
});

export const sourceAcceptBody = defineKnownFields({
  reason: z.string().min(1).max(100).refine(isStorable, notStorable).describe('`code` of a reason.'),
  rows: defineBoundedInteger({ min: 1, max: maxSourceRows }).describe(
    '`single_candidate_rows` of the reason, as you saw it; to mark rows, `rows`. If it is another number by now, nothing is done.',
  ),
  action: z
    .enum(['choose', ...rowMarks])
    .default('choose')
    .describe(
      '`choose`: rows that can be accepted are settled on their company. `none_of_these`, `not_a_company`: all open rows with the reason are marked so, free of charge; also if the reason cannot be accepted.',
    ),
  remember: z
    .enum(['no', 'always'])
    .default('no')
    .describe(
      'Whether the account remembers the decision for the names of the rows, so that it settles later rows with them by itself, in all sources. A name that the call settles on several companies is not remembered. A key for one source is refused with `always`.',
    ),
  status: z
    .enum(openStatuses)
    .optional()
    .describe('`resolve_status` of the reason; required only if rows in several states have it.'),
  why: why.optional().describe('The reason for accepting, for the history.'),
  ...chargingFields,
});
export type SourceAcceptBody = z.output<typeof sourceAcceptBody>;

export const sourceAcceptAnswer = defineSourceAnswer('accept', sourceSchema).extend({
  accepted: groupFields('What was accepted.', {
    reason: field.text('Code of the reason.'),
    action: field.oneOf(['choose', ...rowMarks], 'What was decided about the rows.'),
    rows: field.count('Rows that were settled or marked.'),
    left_out_rows: field.count('Rows with the same reason and state that stay open for a person.'),
    remembered_names: field.count('Names that the account remembers.'),
  }),
  batch_id: batchId,
  billing: billingSchema,
  review: reviewSchema,
});
