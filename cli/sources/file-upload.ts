import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { operations } from '../../client/index.ts';
import { answered } from '../calls.ts';
import { usageFailure } from '../failure.ts';
import { startProgress } from '../output/progress.ts';
import type { Session } from '../session.ts';

/** Sends files to the service, which reads them. */

export type FileParameters = NonNullable<operations['importSourceFile']['parameters']['query']>;

/** The service's limit, checked before megabytes are sent needlessly. */
const maxBytes = 32 * 1024 * 1024;

/** @param file `-` reads stdin. @throws CommandFailure, ApiFailure */
export async function sendFile(session: Session, file: string, parameters: FileParameters) {
  const bytes = readBytes(file);
  if (bytes.length > maxBytes)
    throw usageFailure(`${file} is larger than 32 MiB.`, 'Split it and send the parts.');
  const progress = startProgress(session, 'Sending', bytes.length, 'bytes');
  try {
    return await answered(
      session.api().POST('/api/service/sources/files', {
        params: {
          query: { filename: fileNameOf(file), ...parameters },
          // For retries within this run. The service recognizes a later run by the content of the file.
          header: { 'Idempotency-Key': randomUUID() },
        },
        ...fileBody(bytes),
        fetch: session.fetch({ onSent: progress.to }),
      }),
    );
  } finally {
    progress.end();
  }
}

export function fileNameOf(file: string): string {
  return file === '-' ? 'stdin' : path.basename(file);
}

/** The parts of a request whose body is a file, as it is. */
export function fileBody(bytes: Uint8Array<ArrayBuffer>) {
  return {
    headers: { 'Content-Type': 'application/octet-stream' },
    body: '',
    bodySerializer: () => bytes,
  };
}

/** @param file `-` reads stdin. @throws CommandFailure if it cannot be read or is too large */
export function readBytes(file: string): Uint8Array<ArrayBuffer> {
  const bytes = readWhole(file);
  if (bytes.length === 0) throw usageFailure(`${file} is empty.`);
  if (bytes.length <= maxBytes) return bytes;
  throw usageFailure(`${file} is larger than 32 MiB.`, 'Split it and send the parts.');
}

function readWhole(file: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(readFileSync(file === '-' ? 0 : file));
  } catch (cause) {
    throw usageFailure(`${file} cannot be read: ${(cause as Error).message}.`);
  }
}
