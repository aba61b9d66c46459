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

/**
 * The class of names that a parent and its main company share: みずほ of みずほフィナンシャルグループ and みずほ銀行. Both are listed or file
 * with EDINET.
 */
const ofGroup = 'group';
const parentEnds = ['ホールディングス', 'グループ', 'フィナンシャルグループ', 'フィナンシャル・グループ'];
/** What the main company does, the likeliest first. */
const businesses = ['銀行', '航空', '電鉄', '生命保険', '証券', '電力', '自動車'];

export interface DictionaryReport {
  /** Whether the database has aliases of a dictionary. */
  readonly loaded: boolean;
  /**
   * `all`, and what the writing is to the name: `initials`, `abbreviation` … Also `group`: short names of a parent and its main
   * company, for which both must be found.
   */
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
      { class: 'all', ...scoreNames(judged.filter(({ name }) => name.class !== ofGroup)) },
      ...classes.map((each) => ({
        class: each,
        ...scoreClass(
          each,
          judged.filter(({ name }) => name.class === each),
        ),
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

const scoreClass = (ofClass: string, judged: readonly Judged<DictionaryName>[]): WrittenScores => ({
  ...scoreNames(judged),
  ...(ofClass === ofGroup && { found_in_five: judged.filter(isWhollyFound).length }),
});

function isWhollyFound({ name: { right }, answer }: Judged<DictionaryName>): boolean {
  const found = lookedAt(answer);
  return right.every((id) => found.includes(id));
}

async function listOtherNames(
  client: ClientBase,
  groups: readonly DictionaryEntry[][],
): Promise<DictionaryName[]> {
  const headed = groups.flatMap((group) => {
    const head = group.find(({ kind }) => kind === null);
    return head ? [{ group, bare: toBare(head.text) }] : [];
  });
  const byHead = groupByKey(headed, ({ bare }) => bare);
  // Several groups with one name are of several companies: 中国銀行.
  const single = headed.filter(({ bare }) => byHead.get(bare)?.length === 1);
  const shared = single.flatMap(({ group, bare }) => listShared(group, bare));
  const bareNames = [...single.map(({ bare }) => bare), ...shared.flatMap(({ others }) => others)];
  const holders = await readHolders(client, [{ bareNames }]);
  const findOnly = (bare: string) => {
    const ids = idsOf(holders.bareNamed(bare), ['legal']);
    return ids.length === 1 ? ids : [];
  };
  const others = single.flatMap(({ group, bare }) => {
    const right = findOnly(bare);
    if (right.length === 0) return [];
    return group
      .filter(({ text }) => toBare(text) !== bare)
      .map(({ text, kind }) => ({ class: kind ?? 'other', text, right }));
  });
  const known = await readKnown(client);
  const ofGroups = shared.flatMap(({ text, bare, others }) => {
    const [own] = findOnly(bare);
    const [other] = others.flatMap(findOnly).filter((id) => known.has(id));
    if (own === undefined || !known.has(own) || other === undefined) return [];
    return [{ class: ofGroup, text, right: [own, other] }];
  });
  return [...others, ...ofGroups];
}

const toBare = (text: string): string => bareName(plainName(text));

/** The short names of a group that its company shares with its parent, or with the main company if it is the parent. */
function listShared(group: readonly DictionaryEntry[], bare: string) {
  return group.flatMap(({ text }) => {
    const listWith = (ends: readonly string[]) => ends.map((end) => toBare(text + end));
    const [parents, companies] = [listWith(parentEnds), listWith(businesses)];
    if (parents.includes(bare)) return [{ text, bare, others: companies }];
    return companies.includes(bare) ? [{ text, bare, others: parents }] : [];
  });
}

/** Companies that are listed or file with EDINET. */
async function readKnown(client: ClientBase): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ company_id: string }>(
    "SELECT DISTINCT company_id FROM company_identifiers WHERE identifier_type <> 'domain' AND valid_to IS NULL",
  );
  return new Set(rows.map(({ company_id }) => company_id));
}

async function hasDictionary(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query("SELECT FROM name_aliases WHERE source = 'synonym_dictionary' LIMIT 1");
  return rows.length > 0;
}

function describeMiss({ name, answer }: Judged<DictionaryName>): DictionaryReport['misses'] {
  const { class: ofClass, text, right } = name;
  const found = lookedAt(answer);
  const isFound =
    ofClass === ofGroup ? isWhollyFound({ name, answer }) : found.some((id) => right.includes(id));
  if (isFound) return [];
  return [{ class: ofClass, text, settled_on: answer.settledOn, found }];
}
