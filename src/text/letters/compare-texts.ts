/** The order of two texts by their UTF-16 units, for `sort`: the same on every machine. */
export function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  if (one < other) return -1;
  return 1;
}
