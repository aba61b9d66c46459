const most = 3;

/** The known values nearest to what was given, for a "did you mean": shared pairs of characters decide. */
export function nearestValues(given: string, known: readonly string[]): string[] {
  const wanted = pairs(given);
  return known
    .map((value) => ({ value, likeness: likeness(wanted, pairs(value)) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness || (a.value < b.value ? -1 : 1))
    .slice(0, most)
    .map(({ value }) => value);
}

/** Sørensen–Dice coefficient of two sets. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return (2 * shared) / (a.size + b.size || 1);
}

function pairs(text: string): Set<string> {
  const characters = ['^', ...text.normalize('NFKC').toLowerCase()];
  return new Set(
    characters.slice(1).flatMap((character, at) => [character, `${characters[at]}${character}`]),
  );
}
