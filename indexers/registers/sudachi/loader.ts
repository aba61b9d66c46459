import type { ClientBase } from 'pg';
import type { AliasKind } from '../../../src/contract/companies/company-vocabulary.ts';
import { toLooseKey } from '../../../src/text/names/names.ts';
import { createEmptyBatch } from '../../facts/index.ts';
import { groupByKey } from '../../loading/group-by-key.ts';
import type { Loader, LoadPlan, Rejection } from '../../loading/loader.ts';
import { type DictionaryEntry, readDictionary } from './columns.ts';
import { NamedCompanies, type NamedCompany } from './named-companies.ts';

const source = 'synonym_dictionary';
const sourceUrl = 'https://github.com/WorksApplications/SudachiDict';

/** Other names of companies, from a dictionary of synonyms that is published with its source. */
export const sudachiLoader: Loader<DictionaryEntry> = {
  title: 'Synonym dictionary of SudachiDict (Works Applications): other names of companies',
  files: { names: ['synonyms', '*sudachi*synonyms*'], formats: ['txt'], dated: true },
  // The whole dictionary in one chunk: what the one before said and this one does not is removed with the last row.
  chunkRows: 1_000_000,
  read: readDictionary,
  async plan(client, entries): Promise<LoadPlan> {
    const groups = [...groupByKey(entries, ({ group }) => group).values()].filter(isOfCompany);
    const companies = await NamedCompanies.find(
      client,
      groups.flat().map(({ text }) => text),
    );
    const batch = createEmptyBatch();
    const outcomes = new Map<DictionaryEntry, string | Rejection>();
    const sameNamed = groupByKey(groups, nameKey);
    for (const group of groups) {
      const named = findCompany(group, companies, (sameNamed.get(nameKey(group)) ?? []).length);
      const [first] = group;
      if (typeof named !== 'string') {
        if (first) outcomes.set(first, named);
        continue;
      }
      for (const entry of group) {
        outcomes.set(entry, named);
        if (contradictsRegister(entry, named, companies))
          outcomes.set(entry, { reason: 'former_name_is_of_another_company' });
        else if (isAlias(entry, named, companies))
          batch.name_aliases.push({
            company_id: named,
            alias: entry.text,
            alias_kind: entry.kind ?? 'other',
            exclusive: false,
            withdrawn: false,
            source,
            source_url: sourceUrl,
          });
      }
    }
    return {
      batch,
      merge: {
        complete: [
          { source, companyIds: await readCompaniesWithAliases(client), facts: { name_aliases: 'all' } },
        ],
      },
      outcomes: entries.map((entry) => outcomes.get(entry) ?? null),
    };
  },
};

function isOfCompany(group: readonly DictionaryEntry[]): boolean {
  return group.some(({ fields }) => fields.includes('企業名') || fields.includes('旧企業名'));
}

const nameKey = ([first]: readonly DictionaryEntry[]): string => toLooseKey(first?.text ?? '');

/**
 * The first name of a group that any company has says which one is meant. Of several, it is the only one that another name of the group
 * names, too, or the only one that is listed or files with EDINET. If several groups have the name, only another name tells their
 * companies apart. Short forms say nothing: several companies share them.
 */
function findCompany(
  group: readonly DictionaryEntry[],
  companies: NamedCompanies,
  groupsOfName: number,
): string | Rejection {
  const names = group.filter(({ kind, isShort }) => !isShort && (kind === null || writings.has(kind)));
  const all = names.map(({ text }) => companies.listNamed(text));
  const able = all.map((holders, at) => (names[at]?.kind === null ? holders : holders.filter(isSurelyMeant)));
  const at = able.findIndex(({ length }) => length > 0);
  const first = able[at];
  if (first === undefined) return { reason: 'company_not_found' };
  const again = new Set(
    all
      .slice(at + 1)
      .flat()
      .map(({ companyId }) => companyId),
  );
  const named = first.filter(({ companyId }) => again.has(companyId));
  const narrowed = groupsOfName > 1 ? [named] : [first, named, first.filter(({ known }) => known)];
  const [only] = narrowed.find(({ length }) => length === 1) ?? [];
  return only?.companyId ?? { reason: `names_several_companies: ${Math.max(first.length, groupsOfName)}` };
}

/** If nobody has the name itself. Many companies share a translation (Nike, vector), and the one that is meant may not be loaded. */
const isSurelyMeant = ({ known, inLetters }: NamedCompany): boolean => known && inLetters;

const writings: ReadonlySet<string> = new Set<AliasKind>(['translation', 'other']);

/** The register says that the name, which the dictionary calls a former one, is the name of another company today. */
function contradictsRegister(
  { kind, isShort, text }: DictionaryEntry,
  companyId: string,
  companies: NamedCompanies,
) {
  return kind === 'former' && !isShort && companies.isNameOfAnother(companyId, text);
}

/** A single character is not what a company is called. */
function isAlias({ text }: DictionaryEntry, companyId: string, companies: NamedCompanies): boolean {
  return [...text].length > 1 && !companies.hasName(companyId, text);
}

async function readCompaniesWithAliases(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ company_id: string }>(
    'SELECT DISTINCT company_id FROM name_aliases WHERE source = $1',
    [source],
  );
  return rows.map(({ company_id }) => company_id);
}
