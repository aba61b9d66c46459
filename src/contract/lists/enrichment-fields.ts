/** What can be bought for the rows of a List, in the order of answers and exports. */
export const enrichmentFields = [
  'website',
  'employees',
  'insured_persons',
  'jobs',
  'construction_permits',
  'technologies',
  'financials',
  'observations',
] as const;
export type EnrichmentField = (typeof enrichmentFields)[number];
