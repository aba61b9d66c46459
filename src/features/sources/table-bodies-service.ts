import type { BodyReading, LargeBodies } from '../../http/request-body.ts';
import { Turns } from '../../turns.ts';

/** Bodies that are files, as bytes. Few are in memory at a time, and one account cannot keep others waiting. */
export class TableBodies implements LargeBodies<Uint8Array> {
  readonly #bodies = new Turns({ inAll: 4, ofOneKey: 1 });

  readonly turn = (accountId: string): Promise<() => void> => this.#bodies.take(accountId);
  readonly parse = (bytes: Buffer): Promise<BodyReading<Uint8Array>> => Promise.resolve({ value: bytes });
}
