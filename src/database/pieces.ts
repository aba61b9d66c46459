const maxPieceItems = 1_000;

/** Splits items into pieces to write one by one: tens of thousands of rows as one JSON would block other requests. */
export function* piecesOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += maxPieceItems)
    yield items.slice(from, from + maxPieceItems);
}
