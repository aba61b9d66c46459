/** Basic credits for each row that materialize saves (docs/specification.md#credits). */
export const rowPrice = 1;

/**
 * Enrichment credits for each row and field in which a new value is found
 * (docs/decisions/0029-enrichment-and-export.md).
 */
export const enrichmentPrice = 1;
