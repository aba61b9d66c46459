/**
 * Likeness of two names by the pairs of neighbouring characters that they share. It suggests names in which words were
 * left out or added, and never decides anything.
 */

/** Longer names are compared by their beginning, so that one name never costs much. */
const MAX_LENGTH = 60;

/**
 * The distinct pairs of neighbouring characters of a loose key, or its only character.
 * @returns at most 59 pairs; none for an empty key
 */
function listLikenessGrams(loose: string): string[] {
  const letters = [...loose.slice(0, 2 * MAX_LENGTH)].slice(0, MAX_LENGTH);
  if (letters.length < 2) return letters;
  return [...new Set(letters.slice(1).map((letter, at) => (letters[at] ?? '') + letter))];
}

/**
 * The runs of three characters of a loose key, with its ends marked: few names share them, so that looking them up is
 * fast. Names that are alike by their pairs share several.
 * @returns at most 60
 */
export function listLookupGrams(loose: string): string[] {
  const grams = new Set<string>();
  let [first, second] = ['', '^'];
  for (const letter of [...[...loose.slice(0, 2 * MAX_LENGTH)].slice(0, MAX_LENGTH), '$']) {
    if (first !== '') grams.add(first + second + letter);
    [first, second] = [second, letter];
  }
  return [...grams];
}

/** The Dice coefficient of the grams of this loose key and another: 1 if they share all, 0 if none. */
export function makeLikenessMeasure(one: string): (other: string) => number {
  const ofOne = new Set(listLikenessGrams(one));
  return (other) => {
    const ofOther = listLikenessGrams(other);
    const total = ofOne.size + ofOther.length;
    if (total === 0) return 0;
    return (2 * ofOther.filter((gram) => ofOne.has(gram)).length) / total;
  };
}
