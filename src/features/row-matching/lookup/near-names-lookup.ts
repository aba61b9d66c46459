import type { CompanyCard } from '../../../../mappings/companies.ts';
import { maxListedCandidates, maxSuggestions } from '../../../contract/limits.ts';
import { splitIntoPieces } from '../../../database/rows.ts';
import { mapInSlices, runConcurrently } from '../../../running/time-slices.ts';
import {
  type Clause,
  combineAll,
  combineAny,
  matchAnyOf,
  matchAnyValue,
  matchValue,
} from '../../../search/clauses.ts';
import type { SearchTarget } from '../../../search/gateway.ts';
import type { HitColumns } from '../../../search/search-answer.ts';
import { toSureBeginning } from '../../../text/names/cut-name.ts';
import { toNameKeys } from '../../../text/names/names.ts';
import { compareIds } from '../rules/match-scores.ts';
import type { NameSuggestion } from './name-result.ts';
import {
  type AskedName,
  compareLetters,
  listGrams,
  prepareNearName,
  readNearKeys,
  suggestCompany,
} from './near-name.ts';

/** Each name asks for some thirty keys. */
const namesPerLookup = 100;
const namesPerMultiSearch = 25;
const queriesAtOnce = 4;
const companiesPerLookup = 500;
/** Of each name; more than are suggested, because some have another legal form. */
const companiesRead = 2 * maxSuggestions;

/**
 * Companies with a name near to each of these: one slip away, with glyphs that look alike, with the same reading, or with
 * nearly the same words. The nearest first, at most three, and all that are read so or fit but for an unknown sign: hints say which of them is meant.
 */
export async function findNearNames(
  parts: SearchTarget,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, readonly NameSuggestion[]>> {
  const asked = (await mapInSlices(names, (name) => prepareNearName(name, toNameKeys(name)))).flatMap(
    (one) => one ?? [],
  );
  const found = new Map(asked.map(({ name }) => [name, new Map<string, Ranked>()]));
  const add = (one: AskedName, card: CompanyCard) => {
    const suggestion = suggestCompany(card, one);
    if (suggestion) found.get(one.name)?.set(card.company.company_id, suggestion);
  };
  await runConcurrently(splitIntoPieces(asked, namesPerLookup), queriesAtOnce, async (piece) => {
    const hits = await findNearCompanies(parts, piece, signal);
    const byKey = groupByKey(piece);
    // They share no whole key with the names that fit.
    const partial = piece.filter(({ gap, cut }) => gap !== null || cut !== null);
    await mapInSlices(hits, ({ card }) => {
      const keys = card.names.flatMap((name) => readNearKeys(name)?.sharedKeys ?? []);
      const sharing = keys.flatMap((key) => byKey.get(key) ?? []);
      for (const one of new Set([...sharing, ...partial])) add(one, card);
    });
  });
  const open = asked.filter((one) => (found.get(one.name)?.size ?? 0) === 0 && listGrams(one).length > 0);
  const alike: { readonly one: AskedName; readonly companyId: string }[] = [];
  await runConcurrently(splitIntoPieces(open, namesPerMultiSearch), queriesAtOnce, async (piece) => {
    const answers = await parts.gateway.searchColumns(parts.alias, piece.map(buildAlikeLookup), { signal });
    await mapInSlices(piece.entries(), ([at, one]) => {
      alike.push(...pickNearest(one, answers[at] ?? []).map((companyId) => ({ one, companyId })));
    });
  });
  const askedBy = groupByCompany(alike);
  await runConcurrently(
    splitIntoPieces([...askedBy.keys()], companiesPerLookup),
    queriesAtOnce,
    async (ids) => {
      const { hits } = await parts.gateway.search<CompanyCard>(parts.alias, buildCompaniesLookup(ids), {
        signal,
      });
      await mapInSlices(hits, ({ card }) => {
        for (const one of askedBy.get(card.company.company_id) ?? []) add(one, card);
      });
    },
  );
  return new Map([...found].map(([name, ranked]) => [name, rankSuggestions([...ranked.values()])]));
}

/** Asked in halves if some are cut off, so that what a name finds does not depend on the names that are asked with it. */
async function findNearCompanies(
  parts: SearchTarget,
  asked: readonly AskedName[],
  signal?: AbortSignal,
): Promise<readonly { readonly card: CompanyCard }[]> {
  const { hits } = await parts.gateway.search<CompanyCard>(parts.alias, buildNearLookup(asked), { signal });
  if (hits.length < nearCompanies || asked.length < 2) return hits;
  const halves = splitIntoPieces(asked, Math.ceil(asked.length / 2));
  const found: { readonly card: CompanyCard }[] = [];
  for (const half of halves) found.push(...(await findNearCompanies(parts, half, signal)));
  return found;
}

type Ranked = NonNullable<ReturnType<typeof suggestCompany>>;

/** Of these there can be many, and hints say which of them is meant. */
const tellsPlaces: ReadonlySet<string> = new Set(['same_reading', 'unknown_sign']);

/** If names fit but for an unknown sign, only those. */
function rankSuggestions(ranked: readonly Ranked[]): NameSuggestion[] {
  const fitting = ranked.filter(({ reason }) => reason === 'unknown_sign');
  return (fitting.length > 0 ? fitting : ranked)
    .toSorted((one, other) => other.nearness - one.nearness || compareIds(one, other))
    .filter(({ reason }, at) => at < (tellsPlaces.has(reason) ? maxListedCandidates : maxSuggestions))
    .map(({ card, name, reason }) => ({ card, name, reason }));
}

/** The ids of the companies that are nearest by the letters of their names. */
function pickNearest({ loose }: AskedName, hits: readonly HitColumns[]): string[] {
  const measureNearness = compareLetters(loose);
  return hits
    .map(({ company_id: [companyId = ''] = [], 'name_keys.loose': keys = [] }) => {
      const nearness = keys.map((key) => measureNearness(key)?.nearness ?? 0);
      return { companyId, nearness: Math.max(0, ...nearness) };
    })
    .filter(({ nearness }) => nearness > 0)
    .toSorted((one, other) => other.nearness - one.nearness)
    .slice(0, companiesRead)
    .map(({ companyId }) => companyId);
}

function groupByCompany(
  alike: readonly { readonly one: AskedName; readonly companyId: string }[],
): ReadonlyMap<string, readonly AskedName[]> {
  const askedBy = new Map<string, AskedName[]>();
  for (const { one, companyId } of alike) askedBy.set(companyId, [...(askedBy.get(companyId) ?? []), one]);
  return askedBy;
}

/** The asked names by each key that a company could share with them. */
function groupByKey(asked: readonly AskedName[]): ReadonlyMap<string, readonly AskedName[]> {
  const byKey = new Map<string, AskedName[]>();
  for (const one of asked) {
    for (const key of one.sharedKeys) {
      const sharing = byKey.get(key);
      if (sharing) sharing.push(one);
      else byKey.set(key, [one]);
    }
  }
  return byKey;
}

/** Companies that share a key with one of the names, in an order that is the same in every index of the same companies. */
export function buildNearLookup(asked: readonly AskedName[]) {
  const slips = distinct(asked.flatMap((one) => one.slips));
  const readings = distinct(asked.flatMap((one) => one.readings));
  const groups = distinct(asked.flatMap((one) => one.groups));
  const beginnings = distinct(asked.flatMap(({ cut }) => (cut === null ? [] : toSureBeginning(cut))));
  const clauses: Clause[] = [
    ...matchAnyOf('name_keys.alike', groups),
    ...matchAnyOf('name_prefix', beginnings),
    matchAnyValue('name_glyphs', distinct(asked.map(({ glyphs }) => glyphs))),
    ...matchAnyOf('name_readings', readings),
    ...matchAnyOf('name_slips', slips),
    ...matchAnyOf('name_keys.loose', slips),
  ];
  return {
    query: combineAll([combineAny(clauses), matchValue('hidden', false)]),
    size: nearCompanies,
    sort: ['company_id'],
    track_total_hits: false,
  };
}

/**
 * Companies that share runs of three characters with the name, those with rare runs first, as their ids and the keys of
 * their names. Not every run of a longer name is looked up: a difference at one place changes at most two neighbours.
 */
export function buildAlikeLookup(asked: AskedName) {
  const all = listGrams(asked);
  const step = all.length < manyRuns ? 2 : 3;
  const grams = all.filter((_, at) => at % step === 0 || at === all.length - 1);
  return {
    query: {
      bool: {
        should: grams.map((gram) => matchValue('name_grams', gram)),
        minimum_should_match: Math.max(2, Math.floor(grams.length * minShare)),
        filter: [matchValue('hidden', false)],
      },
    },
    docvalue_fields: ['company_id', 'name_keys.loose'],
    size: companiesCompared,
    sort: ['_score', 'company_id'],
    track_total_hits: false,
  };
}

/** These companies by their ids, except hidden ones. */
export function buildCompaniesLookup(companyIds: readonly string[]) {
  return {
    query: combineAll([matchAnyValue('company_id', companyIds), matchValue('hidden', false)]),
    size: companyIds.length,
    sort: ['_doc'],
    track_total_hits: false,
  };
}

/** More companies than this are cut off; of names asked together, fewer are then asked at once. */
export const nearCompanies = 2_000;
const companiesCompared = 20;
/** Two runs of a name are lost at each place where another one differs; `near-name.ts` compares what is found. */
const minShare = 0.4;
/** From this number on, every third is enough. */
const manyRuns = 10;

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
