import { prices } from '../../contract/credits/prices.ts';
import type { DefinitionKind } from '../../contract/lists/lists.ts';

/**
 * What calls about Lists cost (docs/specification.md#credits, docs/decisions/0029-enrichment-and-export.md). Only saving
 * rows and enriching them is charged. The endpoints in `src/contract/lists` say what a charged call must have.
 */

/**
 * The rows of a source are free in every way of saving them, because they were paid when they were resolved.
 * @param newRows rows that the List did not have
 */
export function computeMaterializePrice(definitionKind: DefinitionKind, newRows: number): number {
  const price = definitionKind === 'source' ? prices.savedSourceRow : prices.savedRow;
  return newRows * price.credits;
}

/** @param newValues one for each field of a row that got a new value (`EnrichmentStore.countValues`) */
export function computeEnrichmentPrice(newValues: number): number {
  return newValues * prices.newValue.credits;
}
