import { z } from 'zod';
import { defineAnswer, defineComponent, field, groupFields } from '../answer-fields.ts';
import { dataAsOfField } from '../as-of.ts';
import { companyId } from '../companies/company-fields.ts';
import { pageMetaFields } from '../envelope.ts';
import { defineKnownFields, defineQueryInteger, queryText } from '../fields.ts';
import { formatLimit, maxPageChanges } from '../limits.ts';

/** `GET /changes`. */

export const changesQuery = defineKnownFields({
  since: queryText
    .min(1)
    .max(200)
    .describe(
      'Where to continue: `meta.next_cursor` of an earlier answer, which never expires, or `now` for changes from now on. Absent: all changes from the beginning.',
    )
    .optional(),
  limit: defineQueryInteger({ min: 1, max: maxPageChanges })
    .default(100)
    .describe(`Maximum number of changes, 1 to ${formatLimit(maxPageChanges)}.`),
});
export type ChangesQuery = z.output<typeof changesQuery>;

export const companyChangeSchema = defineComponent('CompanyChange', 'What happened to a company.', {
  company_id: companyId,
  change: field.oneOf(
    ['added', 'changed', 'closed', 'merged', 'removed', 'renumbered'],
    'What happened. `merged`: another company took it over. `removed`: the register withdrew the entry. `renumbered`: the record was joined to another one, and this id is now a former id.',
  ),
  fields: field.listOf(z.string(), 'Changed fields; empty for an added company.'),
  version: z.int().min(1).describe('Increases with every change of the company.'),
  changed_at: field.time('When the service recorded the change.'),
  load: groupFields('The load that brought it.', {
    load_id: z.uuid().describe('Changes of one load have the same id.'),
    kind: field.text('The kind of file, for example `nta-diff`.'),
    day: field.dateOrNull('The day of the register that the file states.'),
  })
    .nullable()
    .describe(
      'The load that brought the change; null if it came before the service recorded loads, or by another way.',
    ),
  superseded_by: companyId
    .nullable()
    .describe(
      "The id under which the company continues today: its successor's after a merger, its new one after a renumbering; otherwise null.",
    ),
});
export type CompanyChangeView = z.output<typeof companyChangeSchema>;

export const changesAnswerSchema = defineAnswer({
  items: field.listOf(companyChangeSchema, 'The changes in commit order.'),
  meta: groupFields('The page.', {
    ...pageMetaFields,
    limit: pageMetaFields.limit.max(maxPageChanges),
    next_cursor: field.text(
      'Pass it as `since` to continue. Always present, even if there are no more changes yet.',
    ),
    data_as_of: dataAsOfField,
  }),
});
export type ChangesAnswer = z.output<typeof changesAnswerSchema>;
