/**
 * Prices of Lists (docs/specification.md#credits, docs/decisions/0029-enrichment-and-export.md): saving rows costs
 * basic credits, enriching them costs enrichment credits. Everything else is free: rows of a source are paid when they
 * are resolved. The endpoints in `src/contract/lists` say what a charged call must have.
 */

/** @param newRows rows that the List did not have */
export function materializePrice(newRows: number): number {
  return newRows;
}

/** @param newValues one for each field of a row that got a new value */
export function enrichmentPrice(newValues: number): number {
  return newValues;
}
