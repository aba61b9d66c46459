import {
  companies,
  companyAddresses,
  companyAliases,
  companyIdentifiers,
  companyNames,
  companySuccessors,
  filerNames,
  nameAliases,
} from './company-tables.ts';
import { constructionPermits, jobPostings, observations } from './evidence-tables.ts';
import type { RowOf } from './fact-table.ts';
import { companyTechnologies, financials, listings, profileValues } from './value-tables.ts';

/** Every table of facts. A table comes after those that it refers to. */
export const factTables = [
  companies,
  companyNames,
  filerNames,
  nameAliases,
  companyIdentifiers,
  companyAliases,
  companySuccessors,
  companyAddresses,
  listings,
  profileValues,
  companyTechnologies,
  observations,
  jobPostings,
  constructionPermits,
  financials,
] as const;

type Table = (typeof factTables)[number];

/** The rows that a loader or the generator makes, by table. An absent table has no rows in this batch. */
export type FactBatch = { [Each in Table as Each['name']]?: RowOf<Each>[] };

export function createEmptyBatch(): Required<FactBatch> {
  return Object.fromEntries(factTables.map(({ name }) => [name, []])) as unknown as Required<FactBatch>;
}

export type CompanyRow = RowOf<typeof companies>;
export type NameRow = RowOf<typeof companyNames>;
export type FilerNameRow = RowOf<typeof filerNames>;
export type IdentifierRow = RowOf<typeof companyIdentifiers>;
export type SuccessorRow = RowOf<typeof companySuccessors>;
export type AddressRow = RowOf<typeof companyAddresses>;
export type ListingRow = RowOf<typeof listings>;
export type ProfileValueRow = RowOf<typeof profileValues>;
export type ObservationRow = RowOf<typeof observations>;
export type JobPostingRow = RowOf<typeof jobPostings>;
export type ConstructionPermitRow = RowOf<typeof constructionPermits>;
export type FinancialRow = RowOf<typeof financials>;
