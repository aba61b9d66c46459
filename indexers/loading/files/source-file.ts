import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { types } from 'node:util';
import { OperatorError } from '../../operator/operator-error.ts';

/** A file as a publisher offers it for download: plain, `.gz`, or `.zip` with one file of records, or its parts, in it. */
export interface SourceFile {
  readonly path: string;
  readonly name: string;
  /** Of the file as it is stored, compressed or not. */
  readonly sha256: string;
}

/** If a quoted field is never closed, the rest of the file must not be read into memory as one record. */
export const maxRecordLength = 1 << 20;

/** @throws OperatorError when the file cannot be read */
export async function openSource(file: string): Promise<SourceFile> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  } catch (error) {
    throw new OperatorError(`${file} cannot be read: ${describeError(error)}`);
  }
  return { path: file, name: path.basename(file), sha256: hash.digest('hex') };
}

/** The message of an error, also of one from another context of Node. */
export function describeError(error: unknown): string {
  if (types.isNativeError(error)) return error.message;
  return String(error);
}

export function buildDamageError(file: SourceFile, reason: string): OperatorError {
  return new OperatorError(`${file.name} is cut off or damaged: ${reason}`);
}

function toDamageError(file: SourceFile, error: unknown): OperatorError {
  if (error instanceof OperatorError) return error;
  return buildDamageError(file, describeError(error));
}

/** Turns the error of a truncated or wrongly compressed file into one for the operator. */
export async function* refuseDamage<T>(file: SourceFile, pieces: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = pieces[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await iterator.next().catch((error: unknown) => {
        throw toDamageError(file, error);
      });
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
