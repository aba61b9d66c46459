import type { Sent } from './sending.ts';

/** One request that is meant to do harm. */
export interface Attack {
  readonly operationId: string;
  /** What is bad about it, for the table. */
  readonly kind: string;
  /** Made only when it is sent: all of them together would fill the memory. */
  make(): Sent | Promise<Sent>;
  /** What goes on in the service after the answer, and is to be waited for. */
  after?(): Promise<void>;
}
