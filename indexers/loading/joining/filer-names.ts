import type { ClientBase } from 'pg';
import type { ObservationSource } from '../../../src/contract/observations/vocabulary.ts';
import type { FilerNameRow, NameRow } from '../../facts/index.ts';
import { groupByKey } from '../group-by-key.ts';
import { buildFilerNames, type OtherName, type OtherNames } from './build-filer-names.ts';
import { findFirstRenames, isSameName } from './known-companies.ts';
import { noteChange } from './merge.ts';

/** What EDINET stated about names of filers, and the names that follow. */
export interface FilerNames {
  readonly filer_names: FilerNameRow[];
  readonly company_names: NameRow[];
}

/**
 * The names of these filers from all that EDINET stated about them, stored or new. Names that no longer follow are removed.
 * @param statements new ones; a company can have several with one name
 * @param register what the register says now, by company, if that is not stored yet
 */
export async function deriveFilerNames(
  client: ClientBase,
  companyIds: readonly string[],
  statements: readonly FilerNameRow[],
  register: ReadonlyMap<string, OtherNames> = new Map(),
): Promise<FilerNames> {
  const stored = await readStatements(client, companyIds);
  const byCompany = groupByKey(joinStatements([...stored, ...statements]), ({ company_id }) => company_id);
  const ids = [...byCompany.keys()];
  if (ids.length === 0) return { filer_names: [], company_names: [] };
  const names = await readStoredNames(client, ids);
  const renames = await findFirstRenames(client, ids);
  const company_names = [...byCompany].flatMap(([id, stated]) => {
    const known = names.get(id) ?? [];
    const said = register.get(id) ?? {
      names: known.filter(({ source }) => source === 'corporate_registry'),
      renamedOn: renames.get(id),
    };
    const others = known.filter(({ kind, source }) => kind === 'former' && source !== 'corporate_registry');
    const built = buildFilerNames(stated, { ...said, names: [...others, ...said.names] });
    return [...built, ...listReplacedNames(known, stated, built)];
  });
  await removeOthers(client, ids, company_names);
  return { filer_names: [...byCompany.values()].flat(), company_names };
}

async function readStatements(client: ClientBase, companyIds: readonly string[]): Promise<FilerNameRow[]> {
  const { rows } = await client.query<FilerNameRow>(
    `SELECT company_id, name, listed, stated_from::text, stated_on::text FROM filer_names
     WHERE company_id = ANY($1::text[])`,
    [companyIds],
  );
  return rows;
}

/** One for each name, with the first and the last day. */
function joinStatements(statements: readonly FilerNameRow[]): FilerNameRow[] {
  const joined = new Map<string, FilerNameRow>();
  for (const one of statements) {
    const key = `${one.company_id} ${one.listed} ${one.name}`;
    const { stated_from: from, stated_on: on } = joined.get(key) ?? one;
    joined.set(key, {
      ...one,
      stated_from: one.stated_from < from ? one.stated_from : from,
      stated_on: one.stated_on > on ? one.stated_on : on,
    });
  }
  return [...joined.values()];
}

interface StoredName extends OtherName {
  readonly companyId: string;
  readonly source: ObservationSource;
}

/** Names that follow from other statements than EDINET's. */
async function readStoredNames(
  client: ClientBase,
  companyIds: readonly string[],
): Promise<Map<string, StoredName[]>> {
  const { rows } = await client.query<StoredName>(
    `SELECT company_id AS "companyId", kind, name, source, valid_from::text AS "validFrom", valid_to::text AS "validTo"
     FROM company_names
     WHERE company_id = ANY($1::text[]) AND (kind = 'legal' AND stated_from IS NULL OR kind = 'former' AND source <> 'edinet')`,
    [companyIds],
  );
  return groupByKey(rows, ({ companyId }) => companyId);
}

/** A legal name that EDINET's replaces, because only the register's counts more, was the name before. */
function listReplacedNames(
  stored: readonly StoredName[],
  stated: readonly FilerNameRow[],
  names: readonly NameRow[],
): NameRow[] {
  if (!names.some(({ kind }) => kind === 'legal')) return [];
  return stored.flatMap(({ companyId: company_id, kind, name, source }): NameRow[] => {
    if (kind !== 'legal' || stated.some((one) => isSameName(one.name, name))) return [];
    return [{ company_id, kind: 'former', name, source }];
  });
}

/** Former and trade names of EDINET that are other than these, apart from those that no filing and no list states. */
async function removeOthers(
  client: ClientBase,
  companyIds: readonly string[],
  names: readonly NameRow[],
): Promise<void> {
  const columns = [
    'company_id',
    'kind',
    'name',
    'valid_from',
    'valid_to',
    'stated_from',
    'stated_on',
  ] as const;
  await noteChange(
    client,
    `DELETE FROM company_names t
     WHERE t.company_id = ANY($1::text[]) AND t.source = 'edinet' AND t.kind IN ('former', 'trade')
       AND (t.stated_from IS NOT NULL
         OR EXISTS (SELECT FROM filer_names f WHERE f.company_id = t.company_id AND f.name = t.name))
       AND NOT EXISTS (
         SELECT FROM unnest($2::text[], $3::text[], $4::text[], $5::date[], $6::date[], $7::date[], $8::date[])
           AS s (company_id, kind, name, valid_from, valid_to, stated_from, stated_on)
         WHERE s.company_id = t.company_id AND s.kind = t.kind AND s.name = t.name AND (t.kind = 'trade'
           OR (s.valid_from, s.valid_to, s.stated_from, s.stated_on)
             IS NOT DISTINCT FROM (t.valid_from, t.valid_to, t.stated_from, t.stated_on)))
     RETURNING t.company_id, ARRAY[t.kind || '_name'] AS fields`,
    [companyIds, ...columns.map((column) => names.map((name) => name[column] ?? null))],
  );
}
