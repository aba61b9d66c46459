/** Basic credits for each row that materialize saves (specification, "List endpoints"). */
export const rowPrice = 1;

/** Enrichment credits for each row and field in which a new value is found (decisions.md, "Lists"). */
export const enrichmentPrice = 1;
