import type { CompanyCard } from '../../../../mappings/companies.ts';
import { mapInSlices } from '../../../running/time-slices.ts';
import type { NameInCell, SetAside } from '../../../text/cells/name-in-cell.ts';
import { hasNumberOfList, isWithoutName } from '../../../text/cells/without-name.ts';
import { parseCorporateNumber } from '../../../text/identifiers/identifiers.ts';
import { type NameKeys, toNameKeys } from '../../../text/names/names.ts';
import type { ParsedName } from '../parsed-name.ts';
import { keysOf } from '../rules/card-names.ts';
import type { MatchedCompany } from '../rules/explain-match.ts';
import { type NameFound, type NameSuggestion, wholeText } from './name-found.ts';
import { findChangeOfHands, findTakeover } from './names-in-time.ts';
import { interleaveParts, mergeHits, sortByLikelihood } from './namesakes.ts';
import { groupKey } from './near-name.ts';

/** What finding written names asks of the index. */
export interface NameLookups {
  /** The companies of each name by the exact-name stage, the best first. @param names with their keys */
  findByNames(
    names: ReadonlyMap<string, NameKeys>,
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly MatchedCompany[]>>;
  /** Companies with a name that is near to each of these, the nearest first. */
  findNearNames(
    names: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly NameSuggestion[]>>;
}

/** Companies shown of each of several names that a cell contains. */
const companiesOfEachPart = 10;

/**
 * What written names find (docs/decisions/0006-written-names.md). Each step asks only about names that the steps before
 * found nobody for: the whole text, the names that it may contain, and last what is near to it.
 * @param today `YYYY-MM-DD`, in Asia/Tokyo
 * @returns what each name found, by its text
 */
export async function findWrittenNames(
  lookups: NameLookups,
  names: readonly ParsedName[],
  today: string,
  signal?: AbortSignal,
): Promise<Map<string, NameFound>> {
  if (names.length === 0) return new Map();
  const byText = new Map(names.map((name) => [name.text, name]));
  const keysOfNames = new Map(names.map(({ text, keys }) => [text, keys]));
  const whole = await lookups.findByNames(keysOfNames, signal);
  const found = new Map<string, NameFound>();
  const nameless = new Map<string, NameFound>();
  const open: ParsedName[] = [];
  await mapInSlices(byText.values(), (name) => {
    const { text, keys } = name;
    const hits = whole.get(text) ?? [];
    if (isWithoutName(text)) {
      const holders = hasNumberOfList(text)
        ? []
        : hits.filter(({ card: { names: own } }) =>
            own.some((name) => name.kind !== 'kana' && keysOf(name).looseExact === keys.looseExact),
          );
      nameless.set(text, wholeText(text, holders, [], keys));
      return;
    }
    if (hits.length > 0) found.set(text, wholeText(text, sortByLikelihood(text, hits), [], keys));
    if (hits.length === 0 || (MARKS.test(text) && hits.every(isOtherWriting))) open.push(name);
  });
  const partNames = await mapInSlices(open, ({ steps }) => steps.flat().map(({ name }) => name));
  const parts = await findParts(lookups, new Set(partNames.flat()), keysOfNames, signal);
  const near: string[] = [];
  await mapInSlices(open, ({ text, steps }) => {
    const best = chooseStep(text, steps, parts);
    // Without its marks, 「株式会社X」 or 株式会社X※ is exactly a name.
    const isBetter = !found.has(text) || (best?.way === 'name' && !best.hits.every(isOtherWriting));
    if (best && isBetter) found.set(text, best);
    else if (!found.has(text)) near.push(text);
  });
  for (const [name, each] of found) {
    // If few companies have the name, and only in another writing, one with a near name may be meant.
    const isWeak = each.hits.length <= fewCompanies && each.hits.every(isOtherWriting);
    if (isWeak || isDoubtful(each)) near.push(name);
  }
  const read = new Set(open);
  const asked = near.flatMap((text) => {
    const name = byText.get(text);
    if (name) return [{ text, plain: read.has(name) ? listPlainNames(name) : [text] }];
    return [];
  });
  const suggested = await findSuggestions(lookups, asked, signal);
  await mapInSlices(near, (name) => {
    const all = suggested.get(name) ?? [];
    const weak = found.get(name);
    found.set(
      name,
      weak
        ? { ...weak, suggestions: filterSuggestions(weak, all) }
        : wholeText(name, [], all, keysOfNames.get(name)),
    );
  });
  return new Map(
    await mapInSlices(
      [...found, ...nameless],
      ([name, each]) => [name, noteHolders(narrowByNumber(each), today)] as const,
    ),
  );
}

/**
 * A corporate number beside the name says which of its companies is meant. If none of them has it, the name does not
 * settle: the number is another company's. The code of a listed company shows that it is not the end of a name.
 */
function narrowByNumber(found: NameFound): NameFound {
  if (found.way !== 'name') return found;
  for (const { kind, text } of found.setAside) {
    const listed =
      kind === 'code' ? found.hits.filter(({ card }) => card.securities_codes.includes(text)) : [];
    if (listed.length > 0) {
      const { wordCut: _, ...others } = found;
      return { ...others, hits: listed };
    }
    const digits = kind === 'code' ? /\d{13}$/.exec(text)?.[0] : undefined;
    const number = digits ? parseCorporateNumber(digits) : null;
    if (!number?.ok) continue;
    const holders = found.hits.filter(({ card }) => card.company.corporate_number === number.value);
    if (holders.length > 0) return { ...found, hits: holders, byNumber: true };
    return { ...found, way: 'beginning', otherNumber: number.value };
  }
  return found;
}

function noteHolders(found: NameFound, today: string): NameFound {
  if (found.hits.length < 2) return found;
  const between = findChangeOfHands(found, today);
  if (between.length > 0) return { ...found, changedHands: between };
  const successors = findTakeover(found, today);
  if (successors.length > 0) return { ...found, tookOver: successors };
  return found;
}

/** Whether the name was cut off before text that is not understood, so that the whole may be another name with a slip. */
function isDoubtful({ way, setAside }: NameFound): boolean {
  return way === 'beginning' && setAside.some(({ kind }) => kind === 'note');
}

/** Beside companies that have the name, only the holding company of that name is worth a question. */
function filterSuggestions(found: NameFound, suggestions: readonly NameSuggestion[]): NameSuggestion[] {
  const { keys, hits } = found;
  const ids = new Set(hits.map(({ card }) => card.company.company_id));
  const others = suggestions.filter(({ card }) => !ids.has(card.company.company_id));
  if (isDoubtful(found)) return others;
  return others.filter(({ name }) => groupKey(toNameKeys(name).alike) === groupKey(keys.alike));
}

const fewCompanies = 4;
const otherWritings = new Set(['loose', 'alike', 'kana', 'english']);
const isOtherWriting = ({ matchedQueries }: MatchedCompany): boolean =>
  matchedQueries.every((rule) => otherWritings.has(rule));

/** Whether quotation marks surround a text, or it ends in a mark that keys of names leave out. */
const MARKS = /^["'“”「『]|["'“”」』*＊※●○◎■□◆◇▲△▼▽★☆。、,?？…]\s*$/;

/** A name of some cells with its keys, and the companies that it finds. */
interface Part {
  readonly keys: NameKeys;
  readonly hits: readonly MatchedCompany[];
}

/** @param known keys of names that were made before */
async function findParts(
  lookups: NameLookups,
  names: ReadonlySet<string>,
  known: ReadonlyMap<string, NameKeys>,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Part>> {
  if (names.size === 0) return new Map();
  const keys = new Map(
    await mapInSlices(names, (name) => [name, known.get(name) ?? toNameKeys(name)] as const),
  );
  const hits = await lookups.findByNames(keys, signal);
  return new Map([...keys].map(([name, own]) => [name, { keys: own, hits: hits.get(name) ?? [] }]));
}

/** The first step in which a name finds companies. */
function chooseStep(
  text: string,
  steps: ParsedName['steps'],
  parts: ReadonlyMap<string, Part>,
): NameFound | null {
  for (const step of steps) {
    const named = step.flatMap((name) => {
      const { keys, hits = [] } = parts.get(name.name) ?? {};
      const companies = keys ? keepNamed(name, keys, hits) : [];
      if (keys && companies.length > 0) return [{ ...name, keys, companies }];
      return [];
    });
    const meant = named.filter((part) => part.way !== 'one_of_several' || !isPartOfName(part, named));
    const [first, ...others] = meant;
    if (!first) continue;
    const several = others.length > 0;
    if (first.among && !several) continue;
    return {
      text,
      name: first.name,
      keys: first.keys,
      way: first.way,
      setAside: several ? joinOverlaps(first.setAside, meant) : first.setAside,
      ...(first.wordCut && { wordCut: true }),
      hits: several ? listBestOfParts(meant) : labelHits(first, first.companies),
      suggestions: [],
    };
  }
  return null;
}

/** 大成, 建設共同企業体 are 大成建設, 共同企業体, if 大成建設 is one of the companies. */
function joinOverlaps(setAside: readonly SetAside[], parts: readonly FoundPart[]): readonly SetAside[] {
  const said = [...setAside];
  for (const { name, overlaps } of parts) {
    if (!overlaps) continue;
    for (const [at, { kind, text }] of said.entries()) {
      const group = said[at + 1];
      const end = name.slice(text.length);
      if (kind !== 'other_company' || !group || !name.startsWith(text) || !group.text.startsWith(end))
        continue;
      said.splice(at, 2, { kind, text: name }, { kind: group.kind, text: group.text.slice(end.length) });
    }
  }
  return said.filter(({ text }) => text !== '');
}

/** Of the beginnings of one member of several, or 安藤 and 安藤・間, the longest that is a name is meant. */
function isPartOfName({ name, cut }: FoundPart, all: readonly FoundPart[]): boolean {
  return all.some(
    (one) =>
      one.name.length > name.length &&
      one.name.includes(name) &&
      (cut || one.overlaps || JOINS.test(one.name)) &&
      one.companies.some(({ card }) => isNamed(card, one.keys)),
  );
}

const JOINS = /[・&+＋×、,\s]/;

/** A part that is cut off must be a name. Well-known companies that are only called so come with those that have it. */
function keepNamed(
  { cut, among }: NameInCell,
  keys: NameKeys,
  hits: readonly MatchedCompany[],
): readonly MatchedCompany[] {
  if (!cut) return hits;
  const named = new Set(hits.filter((hit) => isNamed(hit.card, keys, among ? minName : minBareCore)));
  if (named.size === 0) return [];
  return hits.filter((hit) => named.has(hit) || hit.matchedQueries.includes('called'));
}

interface FoundPart extends NameInCell {
  readonly keys: NameKeys;
  readonly companies: readonly MatchedCompany[];
}

/** Each company once, under the first name that finds it. */
function listBestOfParts(parts: readonly FoundPart[]): MatchedCompany[] {
  const all = parts.flatMap((part) => labelHits(part, part.companies.slice(0, companiesOfEachPart)));
  return interleaveParts(mergeHits(all));
}

/** Hits that say which name found them, because it is not the whole text. */
function labelHits({ name, keys }: FoundPart, hits: readonly MatchedCompany[]): MatchedCompany[] {
  return hits.map((hit) => ({ ...hit, asName: { text: name, name: keys } }));
}

/**
 * Whether a company has or had this name, with its legal form if there is one. Without one, a company that has the name
 * as the core of its name may be meant, unless the name is so short that many begin with it.
 */
function isNamed(
  { names }: CompanyCard,
  { exact, core, alike, legalForm }: NameKeys,
  least = minBareCore,
): boolean {
  const bare = legalForm === null && [...core].length >= least;
  const otherwise = legalForm === null && [...alike].length >= minAlike;
  return names.some((name) => {
    if (name.kind === 'kana') return false;
    const keys = keysOf(name);
    return keys.exact === exact || (bare && keys.core === core) || (otherwise && keys.alike === alike);
  });
}

const minBareCore = 3;
/** Beside another name. */
const minName = 2;
const minAlike = 5;

/** What is near to the name itself, after all that can be set aside. @returns by text */
async function findSuggestions(
  lookups: NameLookups,
  names: readonly { readonly text: string; readonly plain: readonly string[] }[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, readonly NameSuggestion[]>> {
  if (names.length === 0) return new Map();
  const near = await lookups.findNearNames([...new Set(names.flatMap(({ plain }) => plain))], signal);
  return new Map(
    names.map(({ text, plain }) => {
      const found = plain.flatMap((each) => near.get(each) ?? []).toReversed();
      // Each company once, where it comes first.
      return [
        text,
        [...new Map(found.map((one) => [one.card.company.company_id, one])).values()].toReversed(),
      ];
    }),
  );
}

/**
 * The name without what is understood: a slip or another spelling is more often in it than in the rest. If nothing divides
 * the two, as in 北海道観光機構, the rest can be part of the name.
 */
function listPlainNames({ text, steps }: ParsedName): string[] {
  const all = steps.flatMap(([first]) => (first?.way === 'name' ? [first] : []));
  const understood = all.findLast(({ cut }) => !cut) ?? all[0];
  if (!understood) return [text];
  if (understood.cut) return [text, understood.name];
  return [understood.name];
}
