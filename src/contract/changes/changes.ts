import { z } from 'zod';
import { companyId } from '../companies/company-fields.ts';
import { momentField } from '../companies/company-result.ts';
import { okField, pageMetaFields } from '../envelope.ts';
import { knownFields, queryInteger, queryText } from '../fields.ts';

/** `GET /changes`. */

export const changesQuery = knownFields({
  since: queryText
    .min(1, 'must not be empty')
    .max(200, 'must have at most 200 characters')
    .describe(
      'Where to continue: `meta.next_cursor` of an earlier answer, which never expires, or `now` for changes from now on. Absent: all changes from the beginning.',
    )
    .optional(),
  limit: queryInteger({ min: 1, max: 1000 }).default(100).describe('Maximum number of changes, 1 to 1,000.'),
});
export type ChangesQuery = z.output<typeof changesQuery>;

export const companyChangeSchema = z
  .object({
    company_id: companyId,
    change: z
      .enum(['added', 'changed', 'closed', 'merged', 'removed', 'renumbered'])
      .describe(
        'What happened. `merged`: another company took it over. `removed`: the register withdrew the entry. `renumbered`: the record was joined to another one, and this id is now a former id.',
      ),
    fields: z.array(z.string()).describe('Changed fields; empty for an added company.'),
    version: z.int().min(1).describe('Increases with every change of the company.'),
    changed_at: momentField.describe('When the service recorded the change.'),
    superseded_by: companyId
      .nullable()
      .describe(
        "The id under which the company continues today: its successor's after a merger, its new one after a renumbering; otherwise null.",
      ),
  })
  .meta({ id: 'CompanyChange', description: 'What happened to a company.' });
export type CompanyChangeView = z.output<typeof companyChangeSchema>;

export const changesAnswerSchema = z.object({
  ok: okField,
  items: z.array(companyChangeSchema).describe('The changes in commit order.'),
  meta: z
    .object({
      ...pageMetaFields,
      limit: pageMetaFields.limit.max(1000),
      next_cursor: z
        .string()
        .describe('Pass it as `since` to continue. Always present, even if there are no more changes yet.'),
    })
    .describe('The page.'),
});
export type ChangesAnswer = z.output<typeof changesAnswerSchema>;
