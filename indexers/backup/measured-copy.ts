import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { privateFile } from '../../src/process/private-files.ts';

export interface Measured {
  readonly bytes: number;
  /** 64 hex digits. */
  readonly sha256: string;
}

/** Counts and hashes what passes through. */
class Measure extends Transform {
  readonly #hash = createHash('sha256');
  bytes = 0;

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void) {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    done(null, chunk);
  }

  getMeasured(): Measured {
    return { bytes: this.bytes, sha256: this.#hash.digest('hex') };
  }
}

/** Writes a file that is on the disk when this resolves. */
export async function writeMeasured(content: Readable, file: string): Promise<Measured> {
  const measure = new Measure();
  await pipeline(content, measure, createWriteStream(file, { flush: true, mode: privateFile }));
  return measure.getMeasured();
}

/** Like `writeMeasured`, compressed. @param onBytes called with the size of each piece before compression */
export async function writeCompressed(
  content: Readable,
  file: string,
  onBytes: (bytes: number) => void,
): Promise<Measured> {
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onBytes(chunk.length);
      done(null, chunk);
    },
  });
  const measure = new Measure();
  await pipeline(
    content,
    counted,
    // More compression would take longer than Postgres takes to send the rows.
    createGzip({ level: 1 }),
    measure,
    createWriteStream(file, { flush: true, mode: privateFile }),
  );
  return measure.getMeasured();
}

export async function measureContent(content: Readable): Promise<Measured> {
  const measured = new Measure();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(content, measured, nowhere);
  return measured.getMeasured();
}
