import type { Hints } from '../../../contract/company-resolve/hints.ts';
import type { CompanyLookup } from '../lookup/company-lookup.ts';
import type { NameResult } from '../lookup/name-result.ts';
import { isCrowded, labelHits, mergeHits } from '../lookup/namesakes.ts';
import { type HintHolders, listIdentifierHints } from '../rules/place-hints.ts';
import { chooseNarrowingPlace } from './places-in-name.ts';

/** What a written name found by itself, and the hints beside it. */
export interface HintedName {
  readonly found: NameResult;
  readonly hints: Hints;
}

/** What a name finds together with its hints. */
export interface NarrowedName {
  /** Companies that the hints find come first. */
  readonly found: NameResult;
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
  const keysOf = new Map(names.map((each) => [each, listIdentifierHints(each.hints).map(({ key }) => key)]));
  const cards = await lookup.findByIdentifiers([...new Set([...keysOf.values()].flat())], signal);
  const crowded = names.flatMap((each) => {
    const { found, hints } = each;
    if (!isCrowded(found.hits)) return [];
    // Those that fit both are among those that fit the hints.
    const narrowing = Object.keys(hints).length > 0 ? hints : chooseNarrowingPlace(found);
    if (Object.keys(narrowing).length > 0) return [{ each, found, narrowing }];
    return [];
  });
  const [ofPlaces, ofIdentifiers] = await Promise.all([
    lookup.namesakes.findByPlaces(
      crowded.map(({ found, narrowing }) => ({ keys: found.keys, hints: narrowing })),
      signal,
    ),
    lookup.findByIdentifiersAndName(
      crowded.map(({ each, found }) => ({
        name: [found.name, found.keys],
        identifiers: keysOf.get(each) ?? [],
      })),
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
        if (ids.length > 0) return [[key, new Set(ids)] as const];
        return [];
      }),
    );
    const { placed, held = [] } = places.get(each) ?? {};
    // An identifier that some company has contradicts all others.
    const isHeld = holders.size > 0;
    if (!placed && !isHeld) return { found: each.found, holders };
    const again = [...held, ...(placed?.hits ?? [])];
    const isWhole = each.found.name === each.found.text;
    const narrowed = {
      ...each.found,
      hits: mergeHits(isWhole ? again : labelHits(each.found, again), each.found.hits),
      ofHints: {
        hasAllHolders: isHeld || (placed?.hasAllHolders ?? false),
        isWhole: isHeld || (placed !== undefined && placed !== null && !isCrowded(placed.hits)),
      },
    };
    return { found: isCrowded(each.found.hits) ? narrowed : each.found, holders };
  });
}
