import { z } from 'zod';
import { defineComponent, field } from '../answer-fields.ts';
import { companyFields } from '../companies/company-fields.ts';

/** A company that had a name that passed from one company to another. */
export const nameHolderSchema = defineComponent('NameHolder', 'A company that has or had a name.', {
  company_id: companyFields.company_id,
  legal_name: companyFields.legal_name,
  from: field.dateOrNull('First day of the name; null if unknown.'),
  to: field.dateOrNull('First day on which it no longer had the name; null if it has it, or if unknown.'),
});
export type NameHolder = z.output<typeof nameHolderSchema>;

/** On gaps and issues `name_changed_hands`. */
export const changedHandsBetween = z
  .array(nameHolderSchema)
  .readonly()
  .optional()
  .describe('For `name_changed_hands`: the companies that had the name, the earlier one first.');
