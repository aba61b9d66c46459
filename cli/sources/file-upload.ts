import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { maxImportBytes, type operations } from '../../client/index.ts';
import { getAnswer } from '../calls.ts';
import { createUsageFailure } from '../failure.ts';
import { startProgress } from '../output/progress.ts';
import type { Session } from '../session.ts';

/** Sends files to the service, which reads them. */

export type FileParameters = NonNullable<operations['importSourceFile']['parameters']['query']>;

/** @param file `-` reads stdin. @throws CommandFailure, ApiFailure */
export async function sendFile(session: Session, file: string, parameters: FileParameters) {
  const bytes = readBytes(file);
  const progress = startProgress(session, 'Sending', bytes.length, 'bytes');
  try {
    return await getAnswer(
      session.api.POST('/api/service/sources/files', {
        params: {
          query: { filename: getFileName(file), ...parameters },
          // For retries within this run. The service recognizes a later run by the content of the file.
          header: { 'Idempotency-Key': randomUUID() },
        },
        ...toFileBody(bytes),
        fetch: session.createFetch({ onSent: progress.update }),
      }),
    );
  } finally {
    progress.end();
  }
}

export function getFileName(file: string): string {
  if (file === '-') return 'stdin';
  return path.basename(file);
}

/** The parts of a request whose body is a file, as it is. */
export function toFileBody(bytes: Uint8Array<ArrayBuffer>) {
  return {
    headers: { 'Content-Type': 'application/octet-stream' },
    body: '',
    bodySerializer: () => bytes,
  };
}

/** @param file `-` reads stdin. @throws CommandFailure if it cannot be read or is too large */
export function readBytes(file: string): Uint8Array<ArrayBuffer> {
  const bytes = readWhole(file);
  if (bytes.length === 0) throw createUsageFailure(`${file} is empty.`);
  // Checked before megabytes are sent needlessly.
  if (bytes.length <= maxImportBytes) return bytes;
  throw createUsageFailure(
    `${file} is larger than ${maxImportBytes / 1024 / 1024} MiB.`,
    'Split it and send the parts.',
  );
}

function readWhole(file: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(readFileSync(file === '-' ? 0 : file));
  } catch (cause) {
    throw createUsageFailure(`${file} cannot be read: ${(cause as Error).message}.`);
  }
}
