import type { ClientBase } from 'pg';
import type { CompanyKind } from '../../../src/contract/companies/company-vocabulary.ts';
import { formatTokyoDayStart } from '../../../src/text/days/calendar.ts';
import { toNameKeys } from '../../../src/text/names/names.ts';
import { readAddress } from '../../../src/text/places/municipalities.ts';
import {
  type AddressRow,
  createEmptyBatch,
  type FilerNameRow,
  type NameRow,
  type ProfileValueRow,
} from '../../facts/index.ts';
import { deriveFilerNames } from '../../loading/joining/filer-names.ts';
import { buildUnregisteredRow, Identities } from '../../loading/joining/identities.ts';
import type { KnownCompany } from '../../loading/joining/known-companies.ts';
import { noteChange } from '../../loading/joining/merge.ts';
import type { LoadContext, Loader, LoadPlan } from '../../loading/loader.ts';
import { pickNewObservations } from '../../loading/stated-observations.ts';
import { type EdinetFiler, readEdinetList, readEdinetListDay } from './columns.ts';
import { buildIdentifierRows } from './identifier-rows.ts';
import { buildFilerObservation } from './observations.ts';

const source = 'edinet';
const profileFields = [
  ...(['capital_yen', 'fiscal_year_end', 'industry', 'listing_statement', 'consolidated'] as const),
];

/** The EDINET code list: the companies that file reports, with codes, English name and capital. */
export const edinetLoader: Loader<EdinetFiler> = {
  title: 'EDINET code list (Financial Services Agency)',
  files: { names: ['EdinetcodeDlInfo*', 'Edinetcode'], formats: ['csv'] },
  // The whole list in one chunk: it is small, and nine companies have two rows far apart.
  chunkRows: 100_000,
  readListDay: readEdinetListDay,
  read: readEdinetList,
  async plan(client, filers, context): Promise<LoadPlan> {
    const { asOf } = context;
    if (asOf === null) throw new TypeError('the list has no day');
    const stated = { statedBy: source, statedOn: asOf } as const;
    const identities = await Identities.lookUp(
      client,
      filers.map((filer) => ({ ...filer, ...stated })),
    );
    const batch = createEmptyBatch();
    const companies = new Map<EdinetFiler, KnownCompany>();
    const filerOf = new Map<string, EdinetFiler>();
    for (const filer of filers.toSorted((one, other) => hasCode(one) - hasCode(other))) {
      const company = identities.findCompany(filer) ?? identities.createCompany(filer);
      companies.set(filer, company);
      filerOf.set(company.companyId, filer);
    }
    const named = [...filerOf].map(([company_id, { name }]) => ({
      company_id,
      name,
      listed: true,
      stated_from: asOf,
      stated_on: asOf,
    }));
    await removeTakenBack(client, named);
    Object.assign(batch, await deriveFilerNames(client, [...filerOf.keys()], named));
    for (const [filer, company] of companies) {
      const companyId = company.companyId;
      batch.company_identifiers.push(...buildIdentifierRows(companyId, filer, asOf));
      // If a company has two rows, the one with the securities code is used.
      if (filerOf.get(companyId) !== filer) continue;
      if (company.registerUpdatedOn === null && company.legalName === null) {
        batch.companies.push(buildUnregisteredRow(company, findKind(filer), stated));
      }
      batch.company_names.push(...buildNameRows(companyId, filer, asOf));
      batch.company_addresses.push(...buildAddressRows(companyId, filer, context));
      batch.profile_values.push(...buildProfileRows(companyId, filer, context));
      batch.observations.push(buildFilerObservation(companyId, filer, asOf));
    }
    batch.observations = await pickNewObservations(client, batch.observations);
    const companyIds = [...filerOf.keys()];
    await endCodes(client, companyIds, filers, context);
    return {
      batch,
      merge: {
        statedOn: asOf,
        complete: [
          {
            source,
            companyIds,
            facts: { company_names: ['trade', 'english', 'kana'], profile_values: profileFields },
          },
        ],
      },
      outcomes: filers.map((filer) => companies.get(filer)?.companyId ?? null),
    };
  },
};

function hasCode({ securitiesCode }: EdinetFiler): number {
  if (securitiesCode === null) return 0;
  return 1;
}

const companyKinds = new Set<string>([
  'kabushiki',
  'yugen',
  'gomei',
  'goshi',
  'godo',
] satisfies CompanyKind[]);

function findKind({ foreign, name }: EdinetFiler): CompanyKind | null {
  const kind = toNameKeys(name).legalForm?.kind ?? '';
  if (foreign) return 'foreign';
  if (companyKinds.has(kind)) return kind as CompanyKind;
  return null;
}

/** A list that was published again on its day replaces the one before. */
async function removeTakenBack(client: ClientBase, named: readonly FilerNameRow[]): Promise<void> {
  await client.query(
    `DELETE FROM filer_names kept USING unnest($1::text[], $2::text[], $3::date[]) AS now (company_id, name, stated_on)
     WHERE kept.company_id = now.company_id AND kept.listed AND kept.name <> now.name
       AND kept.stated_from = now.stated_on AND kept.stated_on = now.stated_on`,
    (['company_id', 'name', 'stated_on'] as const).map((column) => named.map((name) => name[column])),
  );
}

/** The names other than that of the filer (`deriveFilerNames`). */
function buildNameRows(companyId: string, filer: EdinetFiler, stated_on: string): NameRow[] {
  const names = [
    ['trade', filer.tradeName],
    ['english', filer.englishName],
    ['kana', filer.kana],
  ] as const;
  return names.flatMap(([kind, name]): NameRow[] =>
    name === null ? [] : [{ company_id: companyId, kind, name, source, stated_on }],
  );
}

/** Most addresses of the list lack the prefecture; see `readAddress`. */
function buildAddressRows(
  companyId: string,
  { address, foreign }: EdinetFiler,
  { asOf }: LoadContext,
): AddressRow[] {
  if (address === null) return [];
  const place = readAddress(address);
  const stated = { company_id: companyId, source, stated_on: asOf } as const;
  if (foreign && place.prefecture === null) return [{ ...stated, kind: 'outside_japan', street: address }];
  return [{ ...stated, kind: 'head_office', ...place }];
}

function buildProfileRows(companyId: string, filer: EdinetFiler, { asOf }: LoadContext): ProfileValueRow[] {
  const values: Readonly<Record<(typeof profileFields)[number], unknown>> = {
    capital_yen: filer.capitalYen,
    fiscal_year_end: filer.fiscalYearEnd,
    industry: filer.industry,
    listing_statement: filer.listingStatement,
    consolidated: filer.consolidated,
  };
  const observed_at = asOf && formatTokyoDayStart(asOf);
  return Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => ({ company_id: companyId, field, value, source, observed_at }));
}

/** A securities code that the list no longer gives to its company ends on the day of the list. */
async function endCodes(
  client: ClientBase,
  companyIds: readonly string[],
  filers: readonly EdinetFiler[],
  { asOf }: LoadContext,
): Promise<void> {
  await noteChange(
    client,
    `UPDATE company_identifiers SET valid_to = greatest(valid_from, $3::date)
     WHERE company_id = ANY($1::text[]) AND identifier_type = 'securities_code' AND source = '${source}'
       AND valid_to IS NULL AND value <> ALL($2::text[])
     RETURNING company_id, ARRAY['identifiers'] AS fields`,
    [companyIds, filers.map(({ securitiesCode }) => securitiesCode).filter((code) => code !== null), asOf],
  );
}
