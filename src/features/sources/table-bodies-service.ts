import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { BodyReading, LargeBodies } from '../../http/request-body.ts';
import { Turns } from '../../turns.ts';

/** A file as it was sent. */
export interface TableFile {
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes, in hexadecimal digits. */
  readonly digest: string;
}

/** Hashing a piece takes about a millisecond. */
const pieceLength = 512 * 1024;

/** Bodies that are files. Few are in memory at a time, and one account cannot keep others waiting. */
export class TableBodies implements LargeBodies<TableFile> {
  readonly #bodies = new Turns({ inAll: 4, ofOneKey: 1 });

  readonly turn = (accountId: string): Promise<() => void> => this.#bodies.take(accountId);

  readonly parse = async (bytes: Buffer): Promise<BodyReading<TableFile>> => {
    const hash = createHash('sha256');
    for (let at = 0; at < bytes.length; at += pieceLength) {
      hash.update(bytes.subarray(at, at + pieceLength));
      await setImmediate();
    }
    return { value: { bytes, digest: hash.digest('hex') } };
  };
}
