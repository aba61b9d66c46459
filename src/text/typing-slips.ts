const MIN_LENGTH = 3;
const MAX_LENGTH = 40;

/**
 * Whether two loose keys differ by exactly one slip: one character inserted, left out, replaced, or swapped with its
 * neighbour (Damerau-Levenshtein distance 1). Used only for "did you mean", never for a match.
 */
export function oneSlipApart(a: string, b: string): boolean {
  if (a === b) return false;
  const [short, long] = [[...a], [...b]].sort((x, y) => x.length - y.length);
  if (short === undefined || long === undefined || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  let end = 0;
  while (end < short.length - start && short[short.length - 1 - end] === long[long.length - 1 - end]) end++;
  const differing = short.length - start - end;
  if (differing === 0 || (differing === 1 && short.length === long.length)) return true;
  const exchanged = short[start] === long[start + 1] && short[start + 1] === long[start];
  return differing === 2 && short.length === long.length && exchanged;
}

/**
 * The distinct keys with one character left out. If two keys differ by one slip, they share a variant, or one is a
 * variant of the other, so an exact lookup of a few terms finds slips without a fuzzy query.
 * @returns none for keys shorter than 3 or longer than 40 characters, where slips mean too little or cost too much
 */
export function deletionVariants(key: string): string[] {
  const letters = [...key];
  if (letters.length < MIN_LENGTH || letters.length > MAX_LENGTH) return [];
  return [...new Set(letters.map((_, at) => letters.toSpliced(at, 1).join('')))];
}
