import { z } from 'zod';
import { defineAnswer, defineComponent, field, groupFields } from '../answer-fields.ts';
import { companyId } from '../companies/company-fields.ts';
import { defineCollection } from '../envelope.ts';
import {
  defineKnownFields,
  defineSearchText,
  givenId,
  pageCursor,
  pageLimit,
  queryBoolean,
  queryText,
} from '../fields.ts';
import { maxChangedNames, maxWhyLength } from '../limits.ts';
import { isStorable, notStorable } from '../storable.ts';
import { noteText, rowMarks } from './decisions.ts';
import { rememberedRowSchema, reopen, settledByChoiceSchema, totalRows } from './settled-by-choice.ts';
import { sourceFileParameters } from './source-file.ts';

/** What an account remembers for a name: a company, or that none is meant (docs/sources.md#remembered-choices). */

export const rememberedChoiceSchema = defineComponent(
  'RememberedChoice',
  'A company that the account chose for a name.',
  {
    choice_id: field.uuid('Id of the choice.'),
    name: field.textOrNull('The name as written in the row; null for choices made before names were kept.'),
    company_id: companyId.nullable().describe('The company, under its current id; null for a mark.'),
    mark: field.oneOfOrNull(
      rowMarks,
      'How rows with the name are marked instead: no company is meant that the service knows, or none at all. Only those without an identifier. Null for a company.',
    ),
    company_name: field.textOrNull('Its legal name; null if the company is gone, and for a mark.'),
    corporate_number: field.textOrNull('Its corporate number; null if unknown.'),
    always: field.flag(
      'Whether it settles later rows with this name by itself. Otherwise it comes first among their candidates.',
    ),
    enabled: field.flag(
      'False: switched off. It is kept, but neither settles rows nor is among candidates. Choosing its company as `always` again switches it on.',
    ),
    settled_rows: field.count(
      'Rows that choices for the name settled, and that would have no choice without this one; `GET /remembered-choices/{choiceId}/rows` lists them.',
    ),
    note: field.textOrNull('A note of the account.'),
    chosen_at: field.time(
      'When its company was last chosen, or a file changed it. Editing anything else leaves it.',
    ),
    key: z
      .object({ key_id: field.uuid('Id of the API key.'), label: field.text('Its label.') })
      .nullable()
      .describe('Who chose it then: the API key of the request; null if not known.'),
    source_id: field.uuidOrNull('Source of the row that it comes from; null if the source was deleted.'),
    source_row_id: field.uuidOrNull('The row that it comes from; null if the source was deleted.'),
  },
);
export type RememberedChoice = z.output<typeof rememberedChoiceSchema>;

export const rememberedChoicesPage = defineCollection(rememberedChoiceSchema, 'Choices, newest first.');

export const rememberedRowsPage = defineCollection(
  rememberedRowSchema,
  'Rows that choices for the name settled, and that would have no choice without this one; in the order of their ids.',
).extend({ total_rows: totalRows });

export const rememberedChoiceAnswer = defineAnswer({
  choice: rememberedChoiceSchema,
  settled: settledByChoiceSchema,
});

export const rememberedChoicesQuery = defineKnownFields({
  q: queryText
    .pipe(defineSearchText(200).refine(isStorable, notStorable))
    .optional()
    .describe('Only choices whose name or note contains this text. Width and case make no difference.'),
  always: queryBoolean
    .optional()
    .describe('Only choices that settle rows by themselves, or only the others.'),
  limit: pageLimit,
  cursor: pageCursor,
});
export type RememberedChoicesQuery = z.output<typeof rememberedChoicesQuery>;

/** A malformed id is answered like an unknown one. */
export const rememberedChoiceParams = defineKnownFields({
  choiceId: z.string().max(1000).describe('`choice_id` of the choice.'),
});

export const rememberedChoiceBody = defineKnownFields({
  companyId: givenId
    .optional()
    .describe('Another company for the name, by its `company_id` or corporate number.'),
  always: z
    .boolean()
    .optional()
    .describe(
      'Whether it settles later rows by itself. A name has one such company: another one becomes a suggestion.',
    ),
  enabled: z.boolean().optional().describe('`false` switches the choice off without forgetting it.'),
  note: noteText
    .nullable()
    .optional()
    .describe(`A note of at most ${maxWhyLength} characters; null removes it.`),
  reopen: z.boolean().optional().describe(`\`true\` ${reopen}`),
}).refine(
  (body) => Object.keys(body).length > 0,
  'must have at least one of companyId, always, enabled, note, reopen',
);
export type RememberedChoiceBody = z.output<typeof rememberedChoiceBody>;

export const forgetChoiceQuery = defineKnownFields({
  reopen: queryBoolean.optional().describe(`\`true\` ${reopen}`),
});

export const importRememberedQuery = defineKnownFields({
  dryRun: queryBoolean.optional().describe('`true`: the table is checked, but nothing is saved.'),
  reopen: queryBoolean.optional().describe(`\`true\` ${reopen}`),
  encoding: sourceFileParameters.encoding,
  separator: sourceFileParameters.separator,
  sheet: sourceFileParameters.sheet.describe(
    'Sheet of a workbook, by name, or by number from 1 if no sheet has that name; default the first visible one with the table.',
  ),
});
export type ImportRememberedQuery = z.output<typeof importRememberedQuery>;

export const importRememberedAnswer = defineAnswer({
  imported: groupFields('What the table said.', {
    read: field.count('Lines with a choice.'),
    added: field.count('Choices that the account did not have.'),
    changed: field.count('Choices that became others.'),
    changed_names: z
      .array(z.string())
      .max(maxChangedNames)
      .describe(`The names of the choices that became others, the first ${maxChangedNames}.`),
    unchanged: field.count('Choices that already were so.'),
  }),
  settled: settledByChoiceSchema,
});

export const rememberedRowsQuery = defineKnownFields({ limit: pageLimit, cursor: pageCursor });
export type RememberedRowsQuery = z.output<typeof rememberedRowsQuery>;
