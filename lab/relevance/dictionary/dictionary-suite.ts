import type { ClientBase } from 'pg';
import { openSource } from '../../../indexers/loading/files/source-file.ts';
import { groupByKey } from '../../../indexers/loading/group-by-key.ts';
import { runInSnapshot, withSession } from '../../../indexers/operator/database-session.ts';
import { OperatorError } from '../../../indexers/operator/operator-error.ts';
import { type DictionaryEntry, readDictionary } from '../../../indexers/registers/sudachi/columns.ts';
import { readHolders } from '../company-samples.ts';
import { matchRows } from '../match-rows.ts';
import { idsOf } from '../name-judgement.ts';
import { bareName, plainName } from '../plain-name.ts';
import { openServices, type RelevanceContext } from '../suite.ts';
import { type Judged, lookedAt, scoreNames, type WrittenScores } from '../written/written-scoring.ts';

export interface DictionaryOptions {
  /** A dictionary of synonyms as SudachiDict publishes it. */
  readonly file: string;
  /** One line for the operator: what is being done. */
  readonly onProgress?: (line: string) => void;
}

interface DictionaryName {
  readonly class: string;
  readonly text: string;
  readonly right: readonly string[];
}

export interface DictionaryReport {
  /** Whether the database has aliases of a dictionary. */
  readonly loaded: boolean;
  /** `all`, and what the writing is to the name: `initials`, `abbreviation` … */
  readonly classes: readonly (WrittenScores & { readonly class: string })[];
  /** Names that were not found in five, or settled on another company. */
  readonly misses: readonly (Pick<DictionaryName, 'class' | 'text'> & {
    readonly settled_on: string | null;
    /** The first five. */
    readonly found: readonly string[];
  })[];
}

/**
 * Looks for companies by the other writings of their names in a dictionary. A group is of a company if its first name, apart from
 * the legal form, is the legal name of that active company alone. Changes nothing.
 */
export async function runDictionary(
  context: RelevanceContext,
  { file, onProgress = () => undefined }: DictionaryOptions,
): Promise<DictionaryReport> {
  const groups = await readGroups(file);
  onProgress('Reading the names of all companies …');
  const { names, loaded } = await withSession(context.databaseUrl, (client) =>
    runInSnapshot(client, async () => ({
      names: await listOtherNames(client, groups),
      loaded: await hasDictionary(client),
    })),
  );
  onProgress(`Matching ${names.length} names …`);
  const services = openServices(context);
  const judged = await matchRows(
    services.matching,
    names,
    ({ text: name }) => ({ name }),
    context.now(),
  ).finally(() => services.close());
  const classes = [...new Set(names.map((name) => name.class))].sort();
  return {
    loaded,
    classes: [
      { class: 'all', ...scoreNames(judged) },
      ...classes.map((each) => ({
        class: each,
        ...scoreNames(judged.filter(({ name }) => name.class === each)),
      })),
    ],
    misses: judged.flatMap(describeMiss),
  };
}

/** The groups of companies: the name, and what else stands for it. */
async function readGroups(file: string): Promise<DictionaryEntry[][]> {
  const source = await openSource(file);
  const entries: DictionaryEntry[] = [];
  for await (const located of readDictionary(source)) {
    if ('fault' in located) throw new OperatorError(`${source.name}, line ${located.line}: ${located.fault}`);
    if (located.value.fields.includes('企業名')) entries.push(located.value);
  }
  return [...groupByKey(entries, ({ group }) => group).values()];
}

async function listOtherNames(
  client: ClientBase,
  groups: readonly DictionaryEntry[][],
): Promise<DictionaryName[]> {
  const headed = groups.flatMap((group) => {
    const head = group.find(({ kind }) => kind === null);
    return head ? [{ group, bare: bareName(plainName(head.text)) }] : [];
  });
  const holders = await readHolders(client, [{ bareNames: headed.map(({ bare }) => bare) }]);
  return headed.flatMap(({ group, bare }) => {
    const right = idsOf(holders.bareNamed(bare), ['legal']);
    if (right.length !== 1) return [];
    return group
      .filter(({ text }) => bareName(plainName(text)) !== bare)
      .map(({ text, kind }) => ({ class: kind ?? 'other', text, right }));
  });
}

async function hasDictionary(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query("SELECT FROM name_aliases WHERE source = 'synonym_dictionary' LIMIT 1");
  return rows.length > 0;
}

function describeMiss({ name, answer }: Judged<DictionaryName>): DictionaryReport['misses'] {
  const { class: ofClass, text, right } = name;
  const found = lookedAt(answer);
  if (found.some((id) => right.includes(id))) return [];
  return [{ class: ofClass, text, settled_on: answer.settledOn, found }];
}
