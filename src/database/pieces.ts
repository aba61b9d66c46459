const itemsOfPiece = 1_000;

/** Pieces of which one after another is written: as JSON, tens of thousands of rows at once keep all others waiting. */
export function* piecesOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += itemsOfPiece) yield items.slice(from, from + itemsOfPiece);
}
