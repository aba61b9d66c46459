import type { Sent } from './sending.ts';

/** One request that is meant to do harm. */
export interface Attack {
  readonly operationId: string;
  /** What makes it harmful, for the table. */
  readonly kind: string;
  /** Made only when it is sent: all bodies together would fill the memory. */
  make(): Sent | Promise<Sent>;
  /** Waits for work that continues in the service after the answer. */
  after?(): Promise<void>;
}
