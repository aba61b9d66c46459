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
      'Where to go on: `meta.next_cursor` of an earlier answer, which stays good for ever, or `now` for what happens from now on. Everything from the beginning unless given.',
    )
    .optional(),
  limit: queryInteger({ min: 1, max: 1000 }).default(100).describe('Changes in an answer at most.'),
});
export type ChangesQuery = z.output<typeof changesQuery>;

export const companyChangeSchema = z
  .object({
    company_id: companyId,
    change: z
      .enum(['added', 'changed', 'closed', 'merged', 'removed', 'renumbered'])
      .describe(
        'What happened. `merged`: another company took it over. `removed`: the register took the entry back. `renumbered`: the record was joined to another, and this id is a former one now.',
      ),
    fields: z.array(z.string()).describe('What changed; empty for a company that was added.'),
    version: z.int().min(1).describe('Grows with every change of the company.'),
    changed_at: momentField.describe('When the service learnt of it.'),
    superseded_by: companyId
      .nullable()
      .describe(
        'Under which id the company goes on today: that of its successor after a merger, its own after a renumbering; else null.',
      ),
  })
  .meta({ id: 'CompanyChange', description: 'What happened to a company.' });
export type CompanyChangeView = z.output<typeof companyChangeSchema>;

export const changesAnswerSchema = z.object({
  ok: okField,
  items: z.array(companyChangeSchema).describe('The changes in the order of commit.'),
  meta: z
    .object({
      ...pageMetaFields,
      limit: pageMetaFields.limit.max(1000),
      next_cursor: z
        .string()
        .describe('Pass it as `since` to go on; always there, also when nothing is left for now.'),
    })
    .describe('The page.'),
});
export type ChangesAnswer = z.output<typeof changesAnswerSchema>;
