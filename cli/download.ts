import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Command } from 'commander';
import { CommandFailure, exitCodes } from './failure.ts';
import { writeWhole } from './output-file.ts';
import { startProgress } from './progress.ts';
import type { Session } from './session.ts';
import { counted } from './text.ts';

export interface ExportOptions {
  readonly out?: string;
  readonly bom?: true;
}

export function addExportOptions(command: Command): Command {
  return command
    .option('--out <file>', 'output file; default stdout')
    .option('--bom', 'begin with a byte order mark, for spreadsheets');
}

interface Target {
  /** Undefined: stdout. */
  readonly file: string | undefined;
  /** The expected digest; a download that differs is not kept. */
  readonly sha256?: string;
  readonly bytes?: number;
}

/**
 * Writes a download to its file, which appears only when it is complete.
 * @throws CommandFailure if the content does not match the announced size or digest
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
  let broken: Error | undefined;
  source.once('error', (error) => {
    broken = error;
  });
  const receive = async (part: string | null) => {
    if (part === null) await pipeline(source, watched, session.world.stdout, { end: false });
    else await pipeline(source, watched, createWriteStream(part));
    const digest = hash.digest('hex');
    if ((sha256 !== undefined && sha256 !== digest) || (announced !== undefined && announced !== bytes)) {
      throw new CommandFailure(
        exitCodes.unexpected,
        `The download is damaged: received ${bytes} bytes with SHA-256 ${digest}, but expected ${announced} with ${sha256}.`,
        'Run the command again.',
      );
    }
    return { bytes, sha256: digest };
  };
  try {
    return await (file === undefined ? receive(null) : writeWhole(file, receive));
  } catch (cause) {
    // An error of the file also ends the source, with the same error.
    if (!broken || cause !== broken) throw cause;
    const message = `The download was interrupted after ${counted(bytes, 'byte')}: ${broken.message}.`;
    throw new CommandFailure(exitCodes.unavailable, message, 'Run the command again.', { cause });
  } finally {
    progress.end();
  }
}
