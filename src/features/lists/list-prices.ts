/**
 * What Lists cost (docs/specification.md#credits, docs/decisions/0029-enrichment-and-export.md): saving rows, in basic
 * credits, and enriching them, in enrichment credits. All else is free; a List made of a source takes rows that were paid
 * when they were resolved. What a call must carry to be charged is in the endpoints: `src/contract/lists`.
 */

/** @param newRows rows that the List did not have */
export function materializePrice(newRows: number): number {
  return newRows;
}

/** @param newValues one for each row and field in which a value was found that the row did not have */
export function enrichmentPrice(newValues: number): number {
  return newValues;
}
