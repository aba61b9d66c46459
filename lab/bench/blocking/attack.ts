import { randomBytes } from 'node:crypto';
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

/** An attack whose method and path are those of the API document, with the ids of existing objects. */
export interface NamedAttack extends Omit<Attack, 'make'> {
  readonly query?: string;
  body?(): object;
  before?(): Promise<unknown>;
  /** A path of its own. */
  path?(): Promise<string>;
}

export function keyHeader() {
  return { 'idempotency-key': randomBytes(12).toString('hex') };
}
