import { z } from 'zod';
import { knownFields } from '../fields.ts';
import { companyFiltersSchema } from './requests.ts';

/** Other forms of the filters of company search, made from their one definition. */

type Filter = z.ZodType & { readonly description?: string | undefined };

function filtersAs(form: (filter: Filter) => z.ZodType) {
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

/** Without its description, which would stand twice. */
const bare = (filter: z.ZodType): z.ZodType => filter.clone(filter.def);

/** As answers show them: one value that was given alone has become an array. */
export const shownFiltersSchema = z
  .object(filtersAs((filter) => (filter instanceof z.ZodUnion ? arrayForm(filter) : bare(filter))))
  .meta({ id: 'ShownCompanyFilters', description: 'Conditions on companies as they are kept.' });

function arrayForm({ options }: z.ZodUnion): z.ZodType {
  const array = options.find((option) => option instanceof z.ZodArray);
  if (!array) throw new Error('a filter has no form that is an array');
  return array;
}

/** As changes to filters that are kept. */
export const filterChangesSchema = knownFields(filtersAs((filter) => bare(filter).nullable())).meta({
  id: 'CompanyFilterChanges',
  description: 'Changes to conditions on companies: null takes one away, what is not given stays.',
});
