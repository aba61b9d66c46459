import type { DefinitionKind } from '../../contract/lists/lists.ts';

/**
 * Prices of Lists (docs/specification.md#credits, docs/decisions/0029-enrichment-and-export.md): saving rows costs
 * basic credits, enriching them costs enrichment credits. Everything else is free. The endpoints in `src/contract/lists` say what a charged call must have.
 */

/**
 * The rows of a source are free in every way of saving them, because they were paid when they were resolved.
 * @param newRows rows that the List did not have
 */
export function computeMaterializePrice(definitionKind: DefinitionKind, newRows: number): number {
  if (definitionKind === 'source') return 0;
  return newRows;
}

/** @param newValues one for each field of a row that got a new value */
export function computeEnrichmentPrice(newValues: number): number {
  return newValues;
}
