import { type CompanyCard, prominentFrom } from '../../../../mappings/companies.ts';
import { maxListedCandidates } from '../../../contract/limits.ts';
import { splitIntoPieces } from '../../../database/rows.ts';
import { mapInSlices, runConcurrently } from '../../../running/time-slices.ts';
import { combineAll, matchAnyValue, matchValue } from '../../../search/clauses.ts';
import type { SearchTarget } from '../../../search/gateway.ts';
import { LATIN } from '../../../text/letters/is-latin.ts';
import {
  addSite,
  listCompanyCallings,
  listFullNameKeys,
  listLookupKeys,
} from '../../../text/names/called-names.ts';
import { isFrequentWord } from '../../../text/names/frequent-words.ts';
import type { NameKeys } from '../../../text/names/names.ts';
import { hasCallings, keysOf } from '../rules/compare-names.ts';
import type { MatchedCompany } from '../rules/explain-match.ts';
import { compareIds } from '../rules/match-scores.ts';

const keysPerLookup = 500;
const queriesAtOnce = 4;
/** More than have one key among some 4,000 well-known companies, and few enough to be parsed in one go. */
const companiesPerLookup = 1_000;

/**
 * Well-known companies that people call by these names, the best known first (docs/decisions/0004-settling-names.md). Only
 * for names without a legal form.
 */
export async function findCalledCompanies(
  { gateway, alias }: SearchTarget,
  names: readonly (readonly [name: string, keys: NameKeys])[],
  signal?: AbortSignal,
): Promise<Map<string, readonly CalledCompany[]>> {
  const askedBy = new Map<string, string[]>();
  await mapInSlices(names, ([name, keys]) => {
    for (const key of listLookupKeys(keys)) askedBy.set(key, [...(askedBy.get(key) ?? []), name]);
  });
  const found = new Map<string, Map<string, CompanyCard>>();
  // Once for each company, because the names of a batch may find the same ones.
  const callings = new Map<string, CompanyCallings>();
  const add = (card: CompanyCard, asked: ReadonlySet<string>) => {
    if (!hasCallings(card)) return;
    const { company_id } = card.company;
    const called = callings.get(company_id) ?? collectCallings(card);
    callings.set(company_id, called);
    for (const key of called.all) {
      if (!asked.has(key)) continue;
      for (const name of askedBy.get(key) ?? []) {
        found.set(name, (found.get(name) ?? new Map<string, CompanyCard>()).set(company_id, card));
      }
    }
  };
  const lookUp = async (keys: readonly string[]): Promise<void> => {
    const request = buildCalledLookup(keys);
    const { hits } = await gateway.search<CompanyCard>(alias, request, { signal });
    const asked = new Set(keys);
    await mapInSlices(hits, ({ card }) => add(card, asked));
    if (hits.length < companiesPerLookup || keys.length === 1) return;
    await Promise.all([...splitIntoPieces(keys, Math.ceil(keys.length / 2))].map((half) => lookUp(half)));
  };
  await runConcurrently(splitIntoPieces([...askedBy.keys()], keysPerLookup), queriesAtOnce, lookUp);
  const keysOfNames = new Map(names);
  const ranked = await mapInSlices(found, ([name, cards]) => {
    const keys = keysOfNames.get(name);
    return [
      name,
      rankCalledCompanies([...cards.values()], keys ? listLookupKeys(keys) : [], callings),
    ] as const;
  });
  return new Map(ranked);
}

function buildCalledLookup(keys: readonly string[]) {
  return {
    query: combineAll([
      matchAnyValue('name_keys.called', keys),
      matchValue('status', 'active'),
      matchValue('hidden', false),
    ]),
    size: companiesPerLookup,
    sort: ['_doc'],
    track_total_hits: false,
  };
}

/** A company that people call so. */
interface CalledCompany extends MatchedCompany {
  /** Whether a rule only shortens its name so: a source that states an alias knows better. */
  readonly isGuess?: boolean;
  /** Whether too many others are shortened so, too: companies that have the name come first. */
  readonly isUnlikely?: boolean;
}

/**
 * Companies whose name it is, perhaps before ホールディングス, then those of which it is a word, then those that it shortens; each
 * by prominence. Those whose name only begins with these letters count if it is no word of a well-known name. A company that is
 * not well known is called so less likely.
 */
function rankCalledCompanies(
  cards: readonly CompanyCard[],
  keys: readonly string[],
  callings: ReadonlyMap<string, CompanyCallings>,
): CalledCompany[] {
  const ranked = cards.map((card) => {
    const own = callings.get(card.company.company_id);
    const fully = measureFullness(keys, own);
    // NDK is Nippon Densetsu Kogyo, and read so.
    const isTwice = fully === Fullness.short && keys.some((key) => own?.formed.has(key));
    const isProminent = card.prominence >= prominentFrom;
    const fame = card.prominence + (own && beginsWith(own, keys) ? writtenBonus : 0);
    const level = isProminent ? fully : Math.min(fully, Math.max(fully - 1, 1));
    return { card, isProminent, fame, fully, isTwice, level };
  });
  const hasWord = ranked.some(({ level, isProminent }) => level >= Fullness.word && isProminent);
  const sorted = ranked
    .filter(({ level }) => level > Fullness.cut || !hasWord)
    .toSorted(
      (one, other) =>
        other.level - one.level ||
        Number(other.isTwice) - Number(one.isTwice) ||
        other.fame - one.fame ||
        Number(isPublicBusiness(other)) - Number(isPublicBusiness(one)) ||
        (other.card.profile.employees ?? 0) - (one.card.profile.employees ?? 0) ||
        one.card.company.legal_name.length - other.card.company.legal_name.length ||
        compareIds(one, other),
    );
  const likely = countLikely(sorted);
  return sorted
    .slice(0, isCommon(sorted, keys) ? likely || undefined : calledShown)
    .map(({ card, level, fully, isProminent }, at) => ({
      card,
      matchedQueries: ['called'],
      isGuess: level < Fullness.word && !(level === Fullness.short && isProminent),
      isUnlikely: at >= likely && fully < Fullness.word,
    }));
}

/** トヨタ is rather トヨタ自動車 than a company as well known that is read so, 豊田自動織機. */
const writtenBonus = 1;

function beginsWith({ written }: CompanyCallings, keys: readonly string[]): boolean {
  const japanese = keys.filter((key) => !LATIN.test(key));
  return written.some((name) => japanese.some((key) => name.startsWith(key)));
}

/** What the public deals with in a group: its bank, insurer, broker, airline, railway or power company. */
const PUBLIC_BUSINESS = /(?:銀行|[証證]券|生命|保険|航空|電鉄|鉄道|電力)(?:株式会社|相互会社)?$/;

function isPublicBusiness({ card }: { readonly card: CompanyCard }): boolean {
  return PUBLIC_BUSINESS.test(card.company.legal_name);
}

/** Of hundreds with システム in their names, and of those that only begin with the same letters, the best known are no answer. */
function isCommon([first]: readonly { readonly level: number }[], keys: readonly string[]): boolean {
  return first?.level === Fullness.cut || keys.some(isFrequentWord);
}

/** How many are called so more likely than the rest, if more share a word than are shown. */
function countLikely(sorted: readonly { readonly level: number; readonly isProminent: boolean }[]): number {
  const end = sorted[calledShown];
  if (end === undefined) return sorted.length;
  return sorted
    .slice(0, calledShown)
    .filter(({ level, isProminent }) => level !== end.level || isProminent !== end.isProminent).length;
}

/** How much of a name is said: it is cut off, shortened, a word, or whole. */
const Fullness = { cut: 0, formed: 1, short: 2, word: 3, whole: 4 } as const;

/** What a company is called: all of it, as `listCalledKeys` has it, and by how much of a name is said. */
interface CompanyCallings {
  readonly all: ReadonlySet<string>;
  readonly whole: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly short: ReadonlySet<string>;
  readonly formed: ReadonlySet<string>;
  /** Its legal and trade names, by their loose keys. */
  readonly written: readonly string[];
}

function collectCallings({ names, profile: { website_domain } }: CompanyCard): CompanyCallings {
  const called = listCompanyCallings(addSite(names, website_domain));
  return {
    all: new Set(Object.values(called).flat()),
    whole: new Set(listFullNameKeys(names)),
    words: new Set(called.words),
    short: new Set(called.short),
    formed: new Set(called.formed),
    written: names
      .filter(({ kind }) => kind === 'legal' || kind === 'trade')
      .map((name) => keysOf(name).loose),
  };
}

function measureFullness(keys: readonly string[], callings: CompanyCallings | undefined): number {
  const isOneOf = (called?: ReadonlySet<string>) => keys.some((key) => called?.has(key));
  if (isOneOf(callings?.whole)) return Fullness.whole;
  if (isOneOf(callings?.words)) return Fullness.word;
  if (isOneOf(callings?.short)) return Fullness.short;
  if (isOneOf(callings?.formed)) return Fullness.formed;
  return Fullness.cut;
}

/** Companies shown of those that are called by the name. A word that more of them share means none of them. */
const calledShown = 10;

/**
 * The companies of a name without a legal form: those that have it in full, then well-known companies that people call so,
 * then all others with the name.
 * @param hits companies with the name, the best first
 * @param called well-known companies that are called by it, the likeliest first
 */
export function insertCalled(
  hits: readonly MatchedCompany[],
  called: readonly CalledCompany[],
): readonly MatchedCompany[] {
  if (called.length === 0 || (hits.length === 0 && called.length > calledShown)) return hits;
  const byId = new Map(hits.map((hit) => [hit.card.company.company_id, hit]));
  const known = called.slice(0, calledShown).map(({ isGuess = false, isUnlikely = false, ...hit }) => {
    const own = byId.get(hit.card.company.company_id);
    const matchedQueries = [...(own?.matchedQueries ?? []), 'called'];
    return { isGuess: isGuess && own === undefined, isUnlikely, hit: { ...(own ?? hit), matchedQueries } };
  });
  const ids = new Set(known.map(({ hit }) => hit.card.company.company_id));
  const others = hits.filter(({ card }) => !ids.has(card.company.company_id));
  const isStated = ({ matchedQueries }: MatchedCompany) => matchedQueries.includes('alias');
  const inFull = (hit: MatchedCompany) => hit.matchedQueries.includes('legal_exact');
  const listKnown = (ofKind: (one: (typeof known)[number]) => boolean) =>
    known.filter(ofKind).map(({ hit }) => hit);
  const all = [
    ...listKnown(({ isGuess, isUnlikely }) => !isGuess && !isUnlikely),
    ...others.filter(isStated),
    ...listKnown(({ isGuess, isUnlikely }) => isGuess && !isUnlikely),
    ...others.filter((hit) => !isStated(hit)),
    ...listKnown(({ isUnlikely }) => isUnlikely),
  ];
  return [...all.filter(inFull), ...all.filter((hit) => !inFull(hit))].slice(0, maxListedCandidates);
}
