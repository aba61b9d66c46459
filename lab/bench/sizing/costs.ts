/** Processor time of one request in each part, in milliseconds. */
export interface RequestCost {
  readonly service: number;
  readonly engine: number;
  readonly postgres: number;
}

export const requestKinds = ['id', 'name', 'filters', 'observations', 'resolve'] as const;
export type RequestKind = (typeof requestKinds)[number];

/** What one document costs: bytes in each store, and processor time of a reindex in milliseconds. */
export interface DocumentCost {
  readonly indexBytes: number;
  readonly databaseBytes: number;
  readonly reindexMs: number;
}

/** What was measured, and with how much data. */
export interface Costs {
  readonly companies: number;
  readonly observations: number;
  readonly company: DocumentCost;
  readonly observation: DocumentCost;
  readonly requests: Readonly<Record<RequestKind, RequestCost>>;
}
