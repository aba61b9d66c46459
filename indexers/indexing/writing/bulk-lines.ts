import type { BulkDocument } from '../generations/index-definition.ts';

/**
 * The lines of one bulk request, kept as bytes: strings of this size would live long enough for every garbage collection
 * to move them.
 */
export class BulkLines {
  readonly ids: string[] = [];
  readonly #ends: number[] = [];
  #bytes: Buffer;
  #size = 0;

  /** @param expectedSize bytes to allocate at once */
  constructor(expectedSize = 0) {
    // Lines differ in length, so a request needs a little more or less than the previous one.
    this.#bytes = Buffer.allocUnsafe(Math.ceil(expectedSize * 1.05));
  }

  get size(): number {
    return this.#size;
  }

  /** `external_gte` allows the same version again, because a document also depends on today's date. */
  addDocument({ id, version, json }: BulkDocument): void {
    const action = `{"index":{"_id":${JSON.stringify(id)},"version":${version},"version_type":"external_gte"}}\n`;
    // A UTF-16 unit takes at most three bytes of UTF-8.
    this.#makeRoom((action.length + json.length) * 3 + 1);
    this.#size += this.#bytes.write(action, this.#size);
    this.#size += this.#bytes.write(json, this.#size);
    this.#bytes[this.#size] = newLine;
    this.#size += 1;
    this.#endDocument(id);
  }

  /** Copies the lines of one document of another request. */
  copyDocument(from: BulkLines, position: number): void {
    const lines = from.#bytes.subarray(from.#ends[position - 1] ?? 0, from.#ends[position]);
    this.#makeRoom(lines.length);
    this.#size += lines.copy(this.#bytes, this.#size);
    this.#endDocument(from.ids[position] ?? '');
  }

  getBody(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }

  #endDocument(id: string): void {
    this.ids.push(id);
    this.#ends.push(this.#size);
  }

  #makeRoom(bytes: number): void {
    if (this.#bytes.length - this.#size >= bytes) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#size + bytes, minSize));
    this.#bytes.copy(larger, 0, 0, this.#size);
    this.#bytes = larger;
  }
}

const newLine = 0x0a;
const minSize = 64 * 1024;
