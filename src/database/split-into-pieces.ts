/**
 * Splits items into pieces to read or write one by one: tens of thousands of rows as one JSON would block other requests.
 */
export function* splitIntoPieces<Item>(items: readonly Item[], size = 1_000): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
