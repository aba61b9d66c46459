import { Buffer } from 'node:buffer';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { ServiceError } from '../../../../contract/errors.ts';
import { tooLarge, unreadable, unsupported } from '../file-failures.ts';

/** The parts of a workbook: XML files in a zip archive, read as a stream with bounds on their real size. */

export interface PartHandler {
  /** @param name without its prefix */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Marked text, a comment or an instruction: what Office does not write. */
  unusual?(): void;
}

const maxParts = 10_000;
/** Characters of one text, tag or comment. Excel permits 32,767 in a cell, of which each can be written as an entity. */
const maxPieceCharacters = 1024 * 1024;
/** Elements within each other. Office needs about ten. */
const maxDepth = 100;
/** Decompressed bytes of all parts that are read. A table at the limits needs a third of it. */
export const maxBytes = 512 * 1024 * 1024;

export class WorkbookArchive {
  #read = 0;

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws ServiceError source_file_unreadable, source_file_type_unsupported */
  static open(file: Uint8Array): Promise<WorkbookArchive> {
    return readable(async () => {
      const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
      const zip = await fromBufferPromise(bytes, { autoClose: false });
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        if (entries.size >= maxParts) throw tooLarge(`The workbook has more than ${maxParts} parts.`);
        if (entry.isEncrypted()) throw unsupported('The archive has a password.');
        // Names of parts are compared without case (ECMA-376, part 2).
        entries.set(entry.fileName.toLowerCase(), entry);
      }
      return new WorkbookArchive(zip, entries);
    });
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase());
  }

  /** Names of all parts as they are in the archive, in its order. */
  get parts(): readonly string[] {
    return [...this.entries.values()].map(({ fileName }) => fileName);
  }

  /** Decompressed bytes of all parts, as the archive states them; a part that has more fails when it is read. */
  get size(): number {
    return this.parts.reduce((sum, part) => sum + this.sizeOf(part), 0);
  }

  sizeOf(name: string): number {
    return this.#entry(name).uncompressedSize;
  }

  changedAt(name: string): Date {
    return this.#entry(name).getLastModDate();
  }

  /** The bytes of a part. */
  open(name: string): ReturnType<ZipFile['openReadStreamPromise']> {
    return this.zip.openReadStreamPromise(this.#entry(name));
  }

  async readText(name: string): Promise<string> {
    const pieces: Buffer[] = [];
    for await (const piece of await this.open(name)) pieces.push(piece as Buffer);
    return new TextDecoder().decode(Buffer.concat(pieces));
  }

  /** The text of a part that has only tags and text; null for any other one. */
  async readPlainText(name: string): Promise<string | null> {
    let isPlain = true;
    const unusual = () => {
      isPlain = false;
    };
    try {
      await this.read(name, { unusual });
    } catch (error) {
      if (error instanceof ServiceError) return null;
      throw error;
    }
    return isPlain ? this.readText(name) : null;
  }

  #entry(name: string): Entry {
    const entry = this.entries.get(name.toLowerCase());
    if (!entry) throw new Error(`the workbook has no part ${name}`);
    return entry;
  }

  /** Passes the XML of a part to the handler; nothing if the archive does not have it. */
  async read(name: string, handler: PartHandler): Promise<void> {
    const entry = this.entries.get(name.toLowerCase());
    if (!entry) return;
    if (entry.uncompressedSize > maxBytes - this.#read) throw tooBig();
    await readable(async () => {
      const { parser, write } = parserFor(handler);
      const decoder = new TextDecoder('utf-8', { fatal: true });
      for await (const chunk of await this.zip.openReadStreamPromise(entry)) {
        this.#read += (chunk as Buffer).length;
        if (this.#read > maxBytes) throw tooBig();
        write(decoder.decode(chunk as Buffer, { stream: true }));
      }
      write(decoder.decode());
      parser.close();
    });
  }
}

function tooBig(): ServiceError {
  return tooLarge(`The workbook has more than ${maxBytes / 2 ** 20} MiB when it is decompressed.`);
}

/** Failures of the archive and its XML are faults of the file. */
async function readable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw unreadable(
      `The workbook is damaged: ${(error as Error).message.slice(0, 200).replace(/\.$/, '')}.`,
      error,
    );
  }
}

/** The parser collects a text, a tag or a comment until it ends, and the elements around it, so these are bounded here. */
function parserFor(handler: PartHandler) {
  const parser = new SaxesParser();
  let collected = 0;
  let depth = 0;
  const ended = () => {
    collected = 0;
  };
  parser.on('error', (error) => {
    throw error;
  });
  // Office writes none. It could define entities.
  parser.on('doctype', () => {
    throw unreadable('The workbook is damaged: its XML has a document type.');
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    ended();
    depth += 1;
    if (depth > maxDepth)
      throw tooLarge(`The XML of the workbook has more than ${maxDepth} elements within each other.`);
    handler.open?.(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    ended();
    depth -= 1;
    handler.close?.(localName(name));
  });
  parser.on('text', (text) => {
    ended();
    handler.text?.(text);
  });
  parser.on('cdata', (text) => {
    ended();
    handler.unusual?.();
    handler.text?.(text);
  });
  for (const kind of ['comment', 'processinginstruction'] as const)
    parser.on(kind, () => {
      ended();
      handler.unusual?.();
    });
  const write = (text: string): void => {
    collected += text.length;
    parser.write(text);
    if (collected > maxPieceCharacters) throw tooLongText();
  };
  return { parser, write };
}

/** For a text of a cell, too, which can be in several pieces. */
export function boundedText(text: string, piece: string): string {
  if (text.length + piece.length > maxPieceCharacters) throw tooLongText();
  return text + piece;
}

function tooLongText(): ServiceError {
  return tooLarge(
    `A text or tag in the XML of the workbook has more than ${maxPieceCharacters.toLocaleString('en')} characters.`,
  );
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
