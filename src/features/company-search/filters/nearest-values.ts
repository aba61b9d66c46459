import { toNfkc } from '../../../text/letters/nfkc.ts';

const maxNearest = 3;

/** A set of known values that also finds similar ones. It is prepared once and can be searched any number of times. */
export interface KnownValues {
  has(value: string): boolean;
  /** For a "did you mean": the values that share the most pairs of characters with the given one. */
  findNearest(given: string): string[];
}

export function indexKnownValues(values: readonly string[]): KnownValues {
  const all = new Set(values);
  const byPair = new Map<string, number[]>();
  const sizes = values.map((value, place) => {
    const own = splitIntoPairs(value);
    for (const pair of own) {
      const holders = byPair.get(pair);
      if (holders) holders.push(place);
      else byPair.set(pair, [place]);
    }
    return own.size;
  });
  return {
    has: (value) => all.has(value),
    findNearest(given) {
      const wanted = splitIntoPairs(given);
      const shared = new Map<number, number>();
      for (const pair of wanted) {
        for (const place of byPair.get(pair) ?? []) shared.set(place, (shared.get(place) ?? 0) + 1);
      }
      return [...shared]
        .map(([place, count]) => ({
          value: values[place] ?? '',
          // Sørensen–Dice coefficient of two sets.
          likeness: (2 * count) / (wanted.size + (sizes[place] ?? 0)),
        }))
        .sort((a, b) => b.likeness - a.likeness || (a.value < b.value ? -1 : 1))
        .slice(0, maxNearest)
        .map(({ value }) => value);
    },
  };
}

function splitIntoPairs(text: string): Set<string> {
  const characters = ['^', ...toNfkc(text).toLowerCase()];
  return new Set(
    characters.slice(1).flatMap((character, at) => [character, `${characters[at]}${character}`]),
  );
}
