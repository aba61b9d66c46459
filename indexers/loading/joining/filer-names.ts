import type { ClientBase } from 'pg';
import type { ObservationSource } from '../../../src/contract/observations/vocabulary.ts';
import type { FilerNameRow, NameRow } from '../../facts/index.ts';
import { groupByKey } from '../group-by-key.ts';
import { buildFilerNames, findFiledDays, type OtherName, type OtherNames } from './build-filer-names.ts';
import { findFirstRenames, isSameName } from './known-companies.ts';
import { noteChange } from './merge.ts';

/** What EDINET stated about names of filers, and the names that follow. */
export interface FilerNames {
  readonly filer_names: FilerNameRow[];
  readonly company_names: NameRow[];
}

/**
 * The names of these filers from all that EDINET stated about them, stored or new. Names that no longer follow are removed, and
 * names of other sources say on which days EDINET states them.
 * @param statements new ones; a company can have several with one name
 */
export async function deriveFilerNames(
  client: ClientBase,
  companyIds: readonly string[],
  statements: readonly FilerNameRow[],
): Promise<FilerNames> {
  const stated = await readStatements(client, companyIds, statements);
  const ids = [...stated.keys()];
  const renames = await findFirstRenames(client, ids);
  const names = await readStoredNames(client, ids);
  await noteFiledDays(client, [...names.values()].flat(), stated);
  const company_names = await buildNames(client, stated, names, (id, known) => ({
    names: known.filter(({ source }) => source === 'corporate_registry'),
    renamedOn: renames.get(id),
  }));
  return { filer_names: [...stated.values()].flat(), company_names };
}

/**
 * The register's names with the days on which EDINET states them, and all names of these filers that only EDINET states.
 * @param register what the register says now, by company
 */
export async function joinFilerNames(
  client: ClientBase,
  register: ReadonlyMap<string, OtherNames & { readonly rows: readonly NameRow[] }>,
): Promise<Map<string, NameRow[]>> {
  const stated = await readStatements(client, [...register.keys()]);
  const stored = await readStoredNames(client, [...stated.keys()]);
  const none = { names: [], renamedOn: undefined };
  const company_names = await buildNames(client, stated, stored, (id) => register.get(id) ?? none);
  const byCompany = groupByKey(company_names, ({ company_id }) => company_id);
  return new Map(
    [...stated].map(([id, statements]) => {
      const rows = register.get(id)?.rows.filter(({ source }) => source !== 'edinet') ?? [];
      const filed = rows.map((row) =>
        row.kind === 'legal' || row.kind === 'former' ? { ...row, ...findFiledDays(statements, row) } : row,
      );
      return [id, [...filed, ...(byCompany.get(id) ?? [])]];
    }),
  );
}

/** @param findRegister what the register says about a company with these stored names */
async function buildNames(
  client: ClientBase,
  stated: ReadonlyMap<string, FilerNameRow[]>,
  stored: ReadonlyMap<string, StoredName[]>,
  findRegister: (companyId: string, known: readonly StoredName[]) => OtherNames,
): Promise<NameRow[]> {
  const rows = [...stated].flatMap(([id, statements]) => {
    const known = stored.get(id) ?? [];
    const register = findRegister(id, known);
    const others = known.filter(({ kind, source }) => kind === 'former' && source !== 'corporate_registry');
    const built = buildFilerNames(statements, { ...register, names: [...others, ...register.names] });
    return [...built, ...listReplacedNames(known, statements, built)];
  });
  await removeOthers(client, [...stated.keys()], rows);
  return rows;
}

/** By company, for each name the first and the last day. Companies without any are absent. */
async function readStatements(
  client: ClientBase,
  companyIds: readonly string[],
  more: readonly FilerNameRow[] = [],
): Promise<Map<string, FilerNameRow[]>> {
  const { rows } = await client.query<FilerNameRow>(
    `SELECT company_id, name, listed, stated_from::text, stated_on::text FROM filer_names
     WHERE company_id = ANY($1::text[])`,
    [companyIds],
  );
  return groupByKey(joinStatements([...rows, ...more]), ({ company_id }) => company_id);
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
     WHERE company_id = ANY($1::text[]) AND (kind = 'legal' AND (source <> 'edinet' OR filed_from IS NULL) OR kind = 'former' AND source <> 'edinet')`,
    [companyIds],
  );
  return groupByKey(rows, ({ companyId }) => companyId);
}

/** On the names of other sources. */
async function noteFiledDays(
  client: ClientBase,
  names: readonly StoredName[],
  stated: ReadonlyMap<string, FilerNameRow[]>,
): Promise<void> {
  const filed = names
    .filter(({ source }) => source !== 'edinet')
    .map((name) => ({ ...name, ...findFiledDays(stated.get(name.companyId) ?? [], name) }));
  if (filed.length === 0) return;
  const columns = ['companyId', 'kind', 'name', 'filed_from', 'filed_to'] as const;
  await noteChange(
    client,
    `UPDATE company_names t SET filed_from = s.filed_from, filed_to = s.filed_to
     FROM unnest($1::text[], $2::text[], $3::text[], $4::date[], $5::date[])
       AS s (company_id, kind, name, filed_from, filed_to)
     WHERE t.company_id = s.company_id AND t.kind = s.kind AND t.name = s.name AND t.source <> 'edinet'
       AND (t.filed_from, t.filed_to) IS DISTINCT FROM (s.filed_from, s.filed_to)
     RETURNING t.company_id, ARRAY[t.kind || '_name'] AS fields`,
    columns.map((column) => filed.map((name) => name[column])),
  );
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
    'filed_from',
    'filed_to',
  ] as const;
  await noteChange(
    client,
    `DELETE FROM company_names t
     WHERE t.company_id = ANY($1::text[]) AND t.source = 'edinet' AND t.kind IN ('former', 'trade')
       AND (t.filed_from IS NOT NULL
         OR EXISTS (SELECT FROM filer_names f WHERE f.company_id = t.company_id AND f.name = t.name))
       AND NOT EXISTS (
         SELECT FROM unnest($2::text[], $3::text[], $4::text[], $5::date[], $6::date[], $7::date[], $8::date[])
           AS s (company_id, kind, name, valid_from, valid_to, filed_from, filed_to)
         WHERE s.company_id = t.company_id AND s.kind = t.kind AND s.name = t.name
           AND (s.valid_from, s.valid_to, s.filed_from, s.filed_to)
             IS NOT DISTINCT FROM (t.valid_from, t.valid_to, t.filed_from, t.filed_to))
     RETURNING t.company_id, ARRAY[t.kind || '_name'] AS fields`,
    [companyIds, ...columns.map((column) => names.map((name) => name[column] ?? null))],
  );
}
