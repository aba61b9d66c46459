import type { Hints } from '../../../contract/company-resolve/hints.ts';
import type { CompanyLookup } from '../lookup/company-lookup-service.ts';
import type { NameFound } from '../lookup/name-found.ts';
import { isCrowded } from '../lookup/namesake-count.ts';
import type { MatchedCompany } from '../rules/explain-match.ts';
import { type HintHolders, identifierHints } from '../rules/place-hints.ts';
import { narrowingPlace } from './places-in-name.ts';

/** What a written name found by itself, and the hints beside it. */
export interface HintedName {
  readonly found: NameFound;
  readonly hints: Hints;
}

/** What a name finds together with its hints. */
export interface NarrowedName {
  /** Companies that the hints find come first. */
  readonly found: NameFound;
  /** For the judge of the hints: who has the identifiers among them. */
  readonly holders: HintHolders;
}

/**
 * Asks the index again, with their hints or the place in them, about names that so many companies have that not all of them were read. Few
 * queries for any number of names. In the order of the names.
 */
export async function narrowByHints(
  lookup: CompanyLookup,
  names: readonly HintedName[],
  signal?: AbortSignal,
): Promise<NarrowedName[]> {
  const keysOf = new Map(names.map((each) => [each, identifierHints(each.hints).map(({ key }) => key)]));
  const cards = await lookup.byIdentifiers([...new Set([...keysOf.values()].flat())], signal);
  const crowded = names.flatMap((each) => {
    const { found, hints } = each;
    if (!isCrowded(found.hits)) return [];
    // Those that fit both are among those that fit the hints.
    const narrowing = Object.keys(hints).length > 0 ? hints : narrowingPlace(found);
    return Object.keys(narrowing).length > 0 ? [{ each, found, narrowing }] : [];
  });
  const [ofPlaces, ofIdentifiers] = await Promise.all([
    lookup.namesakes.byNamesAndPlaces(
      crowded.map(({ found, narrowing }) => ({ name: found.name, hints: narrowing })),
      signal,
    ),
    lookup.byIdentifiersAndName(
      crowded.map(({ each, found }) => ({ name: found.name, keys: keysOf.get(each) ?? [] })),
    ),
  ]);
  const places = new Map(
    crowded.map(({ each }, at) => [each, { placed: ofPlaces[at], held: ofIdentifiers[at] }]),
  );
  return names.map((each) => {
    const keys = keysOf.get(each) ?? [];
    const holders = new Map(
      keys.flatMap((key) => {
        const ids = cards.get(key)?.map(({ company }) => company.company_id) ?? [];
        return ids.length > 0 ? [[key, new Set(ids)] as const] : [];
      }),
    );
    const { placed, held = [] } = places.get(each) ?? {};
    // An identifier that some company has contradicts all others.
    const isHeld = holders.size > 0;
    if (!placed && !isHeld) return { found: each.found, holders };
    const narrowed = {
      ...each.found,
      hits: joined(each.found, held, placed?.hits ?? []),
      ofHints: {
        hasAllHolders: isHeld || (placed?.hasAllHolders ?? false),
        isWhole: isHeld || (placed !== undefined && placed !== null && !isCrowded(placed.hits)),
      },
    };
    return { found: isCrowded(each.found.hits) ? narrowed : each.found, holders };
  });
}

/** Each company once, where it comes first. */
function joined(
  { text, name, keys, hits }: NameFound,
  ...found: readonly (readonly MatchedCompany[])[]
): MatchedCompany[] {
  const asName = name === text ? {} : { asName: { text: name, name: keys } };
  const all = [...found.flat().map((hit) => ({ ...hit, ...asName })), ...hits];
  const first = new Map<string, MatchedCompany>();
  for (const hit of all)
    if (!first.has(hit.card.company.company_id)) first.set(hit.card.company.company_id, hit);
  return [...first.values()];
}
