import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { CommandFailure, exitCodes } from './failure.ts';
import { writeWhole } from './output-file.ts';
import { startProgress } from './progress.ts';
import type { Session } from './session.ts';
import { counted } from './text.ts';

interface Target {
  /** stdout when undefined. */
  readonly file: string | undefined;
  /** What the whole must be; a download that differs is not kept. */
  readonly sha256?: string;
  readonly bytes?: number;
}

/**
 * Writes a download to its file, which is there only when it is whole.
 * @throws CommandFailure when what came is not what was announced
 */
export async function downloadTo(
  session: Session,
  stream: unknown,
  { file, sha256, bytes: announced }: Target,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const progress = startProgress(session, 'Downloading', announced ?? 0, 'bytes');
  let bytes = 0;
  async function* watched(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      progress.to(bytes);
      yield chunk;
    }
  }
  const source = Readable.fromWeb(stream as ReadableStream<Uint8Array>);
  let brokenOff: Error | undefined;
  source.once('error', (error) => {
    brokenOff = error;
  });
  const receive = async (part: string | null) => {
    if (part === null) await pipeline(source, watched, session.world.stdout, { end: false });
    else await pipeline(source, watched, createWriteStream(part));
    const digest = hash.digest('hex');
    if ((sha256 !== undefined && sha256 !== digest) || (announced !== undefined && announced !== bytes)) {
      throw new CommandFailure(
        exitCodes.unexpected,
        `The download is damaged: ${bytes} bytes with SHA-256 ${digest}, announced ${announced} with ${sha256}.`,
        'Run the command again.',
      );
    }
    return { bytes, sha256: digest };
  };
  try {
    return await (file === undefined ? receive(null) : writeWhole(file, receive));
  } catch (cause) {
    // The file's own error ends the source too, and with that same error.
    if (!brokenOff || cause !== brokenOff) throw cause;
    const message = `The download broke off after ${counted(bytes, 'byte')}: ${brokenOff.message}.`;
    throw new CommandFailure(exitCodes.unavailable, message, 'Run the command again.', { cause });
  } finally {
    progress.end();
  }
}
