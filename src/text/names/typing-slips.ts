const MIN_LENGTH = 3;
const MAX_LENGTH = 40;

/** How the written text differs from the other: a character is replaced, left out, added, or swapped with the next. */
export type TypingSlip = 'replaced' | 'missing' | 'added' | 'swapped';

/**
 * The one slip between two texts (Damerau-Levenshtein distance 1).
 * @returns null if they are equal, or differ by more than one slip
 */
export function findTypingSlip(written: string, other: string): TypingSlip | null {
  // A character has at most two units.
  if (written === other || Math.abs(written.length - other.length) > 2) return null;
  const [left, right] = [[...written], [...other]];
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  const isSameAfter = (ofLeft: number, ofRight: number) =>
    left.slice(at + ofLeft).join('') === right.slice(at + ofRight).join('');
  if (isSameAfter(0, 1)) return 'missing';
  if (isSameAfter(1, 0)) return 'added';
  if (isSameAfter(1, 1)) return 'replaced';
  if (left[at] === right[at + 1] && left[at + 1] === right[at] && isSameAfter(2, 2)) return 'swapped';
  return null;
}

/** The letters of both texts in which one slip makes them differ; null without one, or for more. */
export function findSlippedLetters(written: string, other: string): string | null {
  if (findTypingSlip(written, other) === null) return null;
  const [left, right] = [[...written], [...other]];
  let front = 0;
  while (left[front] !== undefined && left[front] === right[front]) front++;
  let end = 0;
  const most = Math.min(left.length, right.length) - front;
  while (end < most && left.at(-1 - end) === right.at(-1 - end)) end++;
  return [left, right].flatMap((letters) => letters.slice(front, letters.length - end)).join('');
}

/**
 * The distinct keys with one character left out. If two keys differ by one slip, they share a variant, or one is a
 * variant of the other, so an exact lookup of a few terms finds slips without a fuzzy query.
 * @returns none for keys shorter than 3 or longer than 40 characters, where slips mean too little or cost too much
 */
export function listDeletionVariants(key: string): string[] {
  const letters = [...key];
  if (letters.length < MIN_LENGTH || letters.length > MAX_LENGTH) return [];
  const variants: string[] = [];
  let start = 0;
  for (const [at, letter] of letters.entries()) {
    const end = start + letter.length;
    // Equal letters in a row give equal variants; all others differ.
    if (letter !== letters[at + 1]) variants.push(key.slice(0, start) + key.slice(end));
    start = end;
  }
  return variants;
}

/**
 * How many slips lie between two texts: characters replaced, left out or added, neighbours swapped (optimal string
 * alignment).
 * @returns null for more than `max`
 */
export function countSlips(one: string, other: string, max: number): number | null {
  const [left, right] = [[...one], [...other]];
  if (Math.abs(left.length - right.length) > max) return null;
  let before: number[] = [];
  let above = right.map((_, at) => at + 1);
  for (const [row, letter] of left.entries()) {
    const current: number[] = [];
    for (const [column, wanted] of right.entries()) {
      const diagonal = column === 0 ? row : (above[column - 1] ?? 0);
      const leftOf = column === 0 ? row + 1 : (current[column - 1] ?? 0);
      let slips = Math.min(diagonal + Number(letter !== wanted), (above[column] ?? 0) + 1, leftOf + 1);
      if (row > 0 && column > 0 && letter === right[column - 1] && left[row - 1] === wanted) {
        slips = Math.min(slips, (column === 1 ? row - 1 : (before[column - 2] ?? 0)) + 1);
      }
      current.push(slips);
    }
    if (Math.min(...current, row + 1) > max) return null;
    [before, above] = [above, current];
  }
  const slips = right.length === 0 ? left.length : (above.at(-1) ?? 0);
  if (slips <= max) return slips;
  return null;
}
