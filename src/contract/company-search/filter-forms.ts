import { z } from 'zod';
import { defineKnownFields } from '../fields.ts';
import { companyFiltersSchema } from './requests.ts';

/** Other forms of the company search filters, derived from their single definition. */

type Filter = z.ZodType & { readonly description?: string | undefined };

function mapFilters(form: (filter: Filter) => z.ZodType) {
  return Object.fromEntries(
    Object.entries(companyFiltersSchema.shape).map(([name, optional]) => {
      const filter: Filter = optional.unwrap();
      return [
        name,
        form(filter)
          .optional()
          .describe(filter.description ?? ''),
      ];
    }),
  );
}

/** Without its description, which would appear twice. */
const omitDescription = (filter: z.ZodType): z.ZodType => filter.clone(filter.def);

/** As answers show them: a single value has become an array. */
export const shownFiltersSchema = z
  .object(
    mapFilters((filter) => (filter instanceof z.ZodUnion ? getArrayForm(filter) : omitDescription(filter))),
  )
  .meta({ id: 'ShownCompanyFilters', description: 'Conditions on companies, as saved.' });

function getArrayForm({ options }: z.ZodUnion): z.ZodType {
  const array = options.find((option) => option instanceof z.ZodArray);
  if (!array) throw new Error('a filter has no array form');
  return array;
}

/** As changes to saved filters. */
export const filterChangesSchema = defineKnownFields(
  mapFilters((filter) => omitDescription(filter).nullable()),
).meta({
  id: 'CompanyFilterChanges',
  description: 'Changes to conditions on companies: null removes a condition, absent ones stay.',
});
