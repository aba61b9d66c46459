import type { ClientBase } from 'pg';
import type { FactBatch, ObservationRow } from '../../facts/index.ts';
import { readCsv } from '../../loading/files/read-csv.ts';
import { readRows } from '../../loading/files/read-rows.ts';
import { groupByKey } from '../../loading/group-by-key.ts';
import type { OtherNames } from '../../loading/joining/build-filer-names.ts';
import { joinFilerNames } from '../../loading/joining/filer-names.ts';
import { readCompaniesByNumber } from '../../loading/joining/known-companies.ts';
import { type CompleteStatement, noteChange } from '../../loading/joining/merge.ts';
import type { FileNames, Loader, LoadPlan } from '../../loading/loader.ts';
import { pickNewObservations } from '../../loading/stated-observations.ts';
import { type RegisterState, readRegisterRow } from './columns.ts';
import { buildRegisterFacts, type RegisterFacts } from './facts.ts';
import { compareByPublication, type RegisterStatement } from './name-history.ts';
import { buildRegistryObservations } from './observations.ts';
import {
  readStoredAddresses,
  readStoredFormerNames,
  readStoredStatements,
  storeStatements,
} from './statements.ts';

/**
 * Files of the register of corporate numbers. The full file has one row for each corporation. A differential file also has
 * the earlier states of corporations that it corrects, in order. The same rules apply to both.
 */
function createRegisterLoader(
  title: string,
  names: Pick<FileNames, 'names' | 'except'>,
  wholeRegister: boolean,
): Loader<RegisterState> {
  return {
    title,
    files: { ...names, formats: ['csv'], dated: true },
    chunkRows: 5000,
    read: (file) => readRows(readCsv(file), readRegisterRow, renderRejectedText),
    getDay: ({ updatedOn }) => updatedOn,
    getGroup: ({ corporateNumber }) => corporateNumber,
    async plan(client, rows): Promise<LoadPlan> {
      const byNumber = groupByKey(rows, ({ corporateNumber }) => corporateNumber);
      const facts = await deriveFacts(client, byNumber);
      const stated = await addFilerNames(
        client,
        [...facts.values()].filter((each) => each !== null),
      );
      await setMoveDays(client, stated);
      const observations = [...byNumber].flatMap(([number, states]): ObservationRow[] => {
        const companyId = facts.get(number)?.companyId;
        const published = states.toSorted(compareByPublication);
        if (companyId) return buildRegistryObservations(companyId, published, { wholeRegister });
        return [];
      });
      return {
        batch: { ...joinBatches(stated), observations: await pickNewObservations(client, observations) },
        merge: { complete: listCompleteStatements(stated) },
        outcomes: rows.map(({ corporateNumber }) => facts.get(corporateNumber)?.companyId ?? null),
      };
    },
  };
}

/** The register of invoice issuers, whose files can have the same names, also has natural persons. */
function renderRejectedText(cells: readonly string[]): string {
  if (/^T\d{13}$/.test(cells[1] ?? '')) return '';
  return cells.join(',');
}

export const ntaLoader = createRegisterLoader(
  'Full file of the register of corporate numbers (National Tax Agency)',
  // Of the country, or of a prefecture: 13_tokyo_all_20260831.
  { names: ['*zenkoku*', '[0-9]{2}_[a-z]+_all_*'] },
  true,
);
export const ntaDiffLoader = createRegisterLoader(
  'Differential file of the register of corporate numbers',
  // The register of invoice issuers has names like diff_20260821_csv.
  { names: ['diff_*'], except: ['diff_*_csv', 'diff_*_json', 'diff_*_xml'] },
  false,
);

/** The facts by corporate number. Stores what the rows state about names and addresses. */
async function deriveFacts(
  client: ClientBase,
  byNumber: ReadonlyMap<string, readonly RegisterState[]>,
): Promise<Map<string, RegisterFacts | null>> {
  const numbers = [...byNumber.keys()];
  const known = await readCompaniesByNumber(client, numbers);
  const stored = await readStoredStatements(client, numbers);
  const ids = [...known.values()].map(({ companyId }) => companyId);
  const formerNames = await readStoredFormerNames(client, ids);
  const addresses = await readStoredAddresses(client, ids);
  const statements: RegisterStatement[] = [];
  const facts = new Map<string, RegisterFacts | null>();
  for (const [number, states] of byNumber) {
    const company = known.get(number);
    const built = buildRegisterFacts(states, {
      known: company,
      statements: stored.get(number) ?? [],
      formerNames: formerNames.get(company?.companyId ?? '') ?? [],
      address: addresses.get(company?.companyId ?? ''),
    });
    facts.set(number, built.facts);
    statements.push(...built.statements);
  }
  await storeStatements(client, statements);
  return facts;
}

/** The same, with what EDINET states about the names. */
async function addFilerNames(
  client: ClientBase,
  facts: readonly RegisterFacts[],
): Promise<readonly RegisterFacts[]> {
  const named = facts.filter(({ names }) => names.length > 0);
  const joined = await joinFilerNames(
    client,
    new Map(named.map((each) => [each.companyId, { ...toOtherNames(each), rows: each.names }])),
  );
  return facts.map((each) => ({ ...each, names: joined.get(each.companyId) ?? each.names }));
}

function toOtherNames({ names, renamedOn }: RegisterFacts): OtherNames {
  const others = names.flatMap(({ kind, name, source, valid_from = null, valid_to = null }) => {
    if (source === 'edinet' || (kind !== 'legal' && kind !== 'former')) return [];
    return [{ kind, name, validFrom: valid_from, validTo: valid_to }];
  });
  return { names: others, renamedOn };
}

/** Older rows can tell since when a company is where it is, because the newest entry can be about something else. */
async function setMoveDays(client: ClientBase, facts: readonly RegisterFacts[]): Promise<void> {
  const moves = facts.filter(({ movedOn }) => movedOn !== undefined);
  if (moves.length === 0) return;
  await noteChange(
    client,
    `UPDATE company_addresses kept SET valid_from = moved.valid_from
     FROM unnest($1::text[], $2::date[]) AS moved (company_id, valid_from)
     WHERE kept.company_id = moved.company_id AND kept.kind = 'head_office' AND kept.source = 'corporate_registry'
     RETURNING kept.company_id, ARRAY['address'] AS fields`,
    [moves.map(({ companyId }) => companyId), moves.map(({ movedOn }) => movedOn)],
  );
}

/** Former names are derived from all statements, so they are complete even if the rows are older than the database. */
function listCompleteStatements(facts: readonly RegisterFacts[]): CompleteStatement[] {
  const source = 'corporate_registry';
  const listIds = (some: readonly RegisterFacts[]) => some.map(({ companyId }) => companyId);
  return [
    {
      source,
      companyIds: listIds(facts.filter(({ current }) => current)),
      facts: {
        company_names: ['kana', 'english', 'former'],
        company_addresses: 'all',
        company_successors: 'all',
      },
    },
    {
      source,
      companyIds: listIds(facts.filter(({ current, names }) => !current && names.length > 0)),
      facts: { company_names: ['former'] },
    },
  ];
}

function joinBatches(facts: readonly RegisterFacts[]): FactBatch {
  return {
    companies: facts.flatMap(({ companies }) => companies),
    company_names: facts.flatMap(({ names }) => names),
    company_addresses: facts.flatMap(({ addresses }) => addresses),
    company_successors: facts.flatMap(({ successors }) => successors),
  };
}
