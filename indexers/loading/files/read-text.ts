import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TextDecoder } from 'node:util';
import { OperatorError } from '../../operator/operator-error.ts';
import { openBytes } from './archives.ts';
import { refuseDamage, type SourceFile } from './source-file.ts';

/** The decoded text of a file, in pieces. */
export async function* readText(file: SourceFile): AsyncGenerator<string> {
  const decoder = new Decoder(file);
  const feeding = pipeline(await openBytes(file), decoder);
  feeding.catch(() => undefined);
  const pieces: AsyncIterable<string> = decoder.setEncoding('utf8');
  yield* refuseDamage(file, pieces);
  await feeding;
}

/** Every file of these publishers has Japanese text within this number of bytes. */
const bytesForEncoding = 1 << 16;

/**
 * Decodes bytes: as UTF-8 (with or without BOM) if the first bytes are valid UTF-8, otherwise as the Shift_JIS of Japanese
 * offices, which is Windows code page 31J. NUL is dropped, because Postgres cannot store it.
 */
export class Decoder extends Transform {
  readonly #file: SourceFile;
  #encoding: TextDecoder | undefined;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #lastCharacter = '';

  constructor(file: SourceFile) {
    super({ readableObjectMode: false, decodeStrings: true, encoding: 'utf8' });
    this.#file = file;
  }

  /** Whether the text so far ends with an end of line. */
  get endsWithLine(): boolean {
    return this.#lastCharacter === '\n' || this.#lastCharacter === '\r';
  }

  override _transform(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    let refusal: OperatorError | null = null;
    if (this.#encoding === undefined) {
      this.#waiting.push(bytes);
      this.#waitingBytes += bytes.length;
      if (this.#waitingBytes >= bytesForEncoding) refusal = this.#chooseEncoding();
    } else {
      this.#pushText(this.#encoding.decode(bytes, { stream: true }));
    }
    done(refusal);
  }

  override _flush(done: (error?: Error | null) => void): void {
    const refusal = this.#encoding === undefined ? this.#chooseEncoding() : null;
    if (this.#encoding !== undefined) this.#pushText(this.#encoding.decode());
    done(refusal);
  }

  /** Chooses the encoding and passes on the waiting bytes. @returns why the file is refused, or null */
  #chooseEncoding(): OperatorError | null {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    if (/^(\xff\xfe|\xfe\xff)/.test(bytes.toString('latin1', 0, 2)))
      return new OperatorError(`${this.#file.name} is UTF-16: save it as UTF-8 and load it again.`);
    this.#encoding = new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'shift_jis');
    this.#pushText(this.#encoding.decode(bytes, { stream: true }));
    return null;
  }

  #pushText(text: string): void {
    this.#lastCharacter = text.at(-1) ?? this.#lastCharacter;
    if (text !== '') this.push(text.includes('\0') ? text.replaceAll('\0', '') : text, 'utf8');
  }
}

export const undecoded = 'has characters that could not be decoded';

/** Whether the text had bytes that are not valid in its encoding. Such a name would be wrong. */
export function isUndecoded(text: string): boolean {
  return text.includes('\uFFFD');
}

/** Whether the bytes are UTF-8. The last character may be cut off. */
function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
