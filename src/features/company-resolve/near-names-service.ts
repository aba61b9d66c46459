import type { CompanyCard } from '../../../mappings/companies.ts';
import { maxSuggestions } from '../../contract/company-resolve/suggestions.ts';
import { piecesOf } from '../../database/pieces.ts';
import { inTurns, someAtOnce } from '../../fair-turns.ts';
import type { SearchTarget } from '../../search/gateway.ts';
import { nameKeys } from '../../text/names.ts';
import { keysOf } from '../matching/card-names.ts';
import type { NameSuggestion } from './name-found.ts';
import { type AskedName, askedName, suggestionFrom } from './near-name.ts';
import { buildAlikeLookup, buildNearLookup } from './near-queries.ts';

/** Each name asks for some thirty keys. */
const namesPerLookup = 100;
const namesPerMultiSearch = 25;
const queriesAtOnce = 4;

/**
 * Companies with a name near to each of these: one slip away, with glyphs that look alike, with the same reading, or with
 * nearly the same words. The nearest first, at most three.
 */
export async function findNearNames(
  parts: SearchTarget,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, readonly NameSuggestion[]>> {
  const asked = (await inTurns(names, (name) => askedName(name, nameKeys(name)))).flatMap((one) => one ?? []);
  const found = new Map(asked.map(({ name }) => [name, new Map<string, Ranked>()]));
  const add = (one: AskedName, card: CompanyCard) => {
    const suggestion = suggestionFrom(card, one);
    if (suggestion) found.get(one.name)?.set(card.company_id, suggestion);
  };
  await someAtOnce(piecesOf(asked, namesPerLookup), queriesAtOnce, async (piece) => {
    const request = buildNearLookup(piece);
    const { hits } = await parts.gateway.search<CompanyCard>(parts.alias, request, { signal });
    const byKey = askedByKey(piece);
    await inTurns(hits, ({ card }) => {
      for (const one of askedFor(card, byKey)) add(one, card);
    });
  });
  const open = asked.filter(({ name }) => (found.get(name)?.size ?? 0) === 0);
  await someAtOnce(piecesOf(open, namesPerMultiSearch), queriesAtOnce, async (piece) => {
    const answers = await parts.gateway.multiSearch<CompanyCard>(parts.alias, piece.map(buildAlikeLookup), {
      signal,
    });
    await inTurns(piece.entries(), ([at, one]) => {
      for (const { card } of answers[at]?.hits ?? []) add(one, card);
    });
  });
  return new Map([...found].map(([name, ranked]) => [name, best([...ranked.values()])]));
}

type Ranked = NonNullable<ReturnType<typeof suggestionFrom>>;

function best(ranked: readonly Ranked[]): NameSuggestion[] {
  return ranked
    .toSorted(
      (one, other) => other.nearness - one.nearness || (one.card.company_id < other.card.company_id ? -1 : 1),
    )
    .slice(0, maxSuggestions)
    .map(({ card, name, reason }) => ({ card, name, reason }));
}

/** The asked names by each key that a company could share with them. */
function askedByKey(asked: readonly AskedName[]): ReadonlyMap<string, readonly AskedName[]> {
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

function askedFor(card: CompanyCard, byKey: ReadonlyMap<string, readonly AskedName[]>): Set<AskedName> {
  const keys = card.names.flatMap((name) => askedName(name.name, keysOf(name))?.sharedKeys ?? []);
  return new Set(keys.flatMap((key) => byKey.get(key) ?? []));
}
