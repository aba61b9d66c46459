import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { endpoints } from '../../src/contract/endpoints.ts';

/** Whether the answer says in its `meta` how fresh its data is. */
function saysHowFresh(name: keyof typeof endpoints): boolean {
  const answers = Object.values(endpoints[name].answers) as readonly { readonly schema?: z.ZodType }[];
  return answers.some(
    ({ schema }) =>
      schema instanceof z.ZodObject &&
      schema.shape.meta instanceof z.ZodObject &&
      'data_as_of' in schema.shape.meta.shape,
  );
}

it.each([
  'resolveCompany',
  'resolveCompanies',
  'getCompany',
  'listRelatedCompanies',
  'listRowNamesakes',
  'listCandidates',
  'searchCompanies',
  'listChanges',
] as const)('the answer of %s, which is read from the registers, says how fresh they are', (name) => {
  expect(saysHowFresh(name)).toBe(true);
});
