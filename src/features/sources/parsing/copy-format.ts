import { Buffer } from 'node:buffer';

/**
 * Encodes rows of `source_rows` in Postgres's binary COPY format (PostgreSQL manual, COPY, "Binary Format"). This is
 * done where the upload is read, so that the bytes go to the database unchanged.
 */

/** The columns, in the order of `SourceRowsCopy`. */
export const copiedColumns = [
  'source_id',
  'source_row_id',
  'row_number',
  'file_row',
  'cells',
  'issues',
] as const;

const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const textOid = 25;
const chunkBytes = 256 * 1024;
/** The maximum number of UTF-8 bytes for one UTF-16 unit. */
const unitBytes = 3;
/** Bytes of one row without its cells and issues. */
const frameBytes = 128;

export class SourceRowsCopy {
  readonly #chunks: Uint8Array<ArrayBuffer>[] = [];
  #chunk = Buffer.allocUnsafeSlow(chunkBytes);
  #at = 0;

  constructor(private readonly sourceId: Uint8Array) {
    this.#at += signature.copy(this.#chunk);
  }

  /**
   * @param fileRow null for rows that do not come from a file
   * @param cells null for cells that the row does not have
   * @param issues JSON text
   * @returns the bytes of cells and issues, valid until the next call; for a digest
   */
  addRow(
    rowId: Uint8Array,
    { rowNumber, fileRow }: { readonly rowNumber: number; readonly fileRow: number | null },
    cells: readonly (string | null)[],
    issues: string,
  ): Uint8Array {
    let maxBytes = frameBytes + issues.length * unitBytes + cells.length * 4;
    for (const cell of cells) maxBytes += (cell?.length ?? 0) * unitBytes;
    this.#makeRoom(maxBytes);
    const chunk = this.#chunk;
    this.#at = chunk.writeInt16BE(copiedColumns.length, this.#at);
    this.#bytes(this.sourceId);
    this.#bytes(rowId);
    this.#integer(rowNumber);
    this.#integer(fileRow);
    const from = this.#at;
    this.#cells(cells);
    this.#jsonb(issues);
    return chunk.subarray(from, this.#at);
  }

  /** Ends the stream. @returns its bytes, in pieces with their own memory */
  finish(): Uint8Array<ArrayBuffer>[] {
    this.#makeRoom(2);
    this.#at = this.#chunk.writeInt16BE(-1, this.#at);
    this.#chunks.push(this.#chunk.subarray(0, this.#at));
    return this.#chunks;
  }

  #makeRoom(bytes: number): void {
    if (this.#at + bytes <= this.#chunk.length) return;
    this.#chunks.push(this.#chunk.subarray(0, this.#at));
    this.#chunk = Buffer.allocUnsafeSlow(Math.max(chunkBytes, bytes));
    this.#at = 0;
  }

  #bytes(value: Uint8Array): void {
    this.#at = this.#chunk.writeInt32BE(value.length, this.#at);
    this.#chunk.set(value, this.#at);
    this.#at += value.length;
  }

  #integer(value: number | null): void {
    this.#at = this.#chunk.writeInt32BE(value === null ? -1 : 4, this.#at);
    if (value !== null) this.#at = this.#chunk.writeInt32BE(value, this.#at);
  }

  #text(value: string): void {
    const written = this.#chunk.write(value, this.#at + 4);
    this.#chunk.writeInt32BE(written, this.#at);
    this.#at += 4 + written;
  }

  #cells(cells: readonly (string | null)[]): void {
    const chunk = this.#chunk;
    const lengthAt = this.#at;
    this.#at += 4;
    this.#at = chunk.writeInt32BE(1, this.#at);
    this.#at = chunk.writeInt32BE(cells.includes(null) ? 1 : 0, this.#at);
    this.#at = chunk.writeInt32BE(textOid, this.#at);
    this.#at = chunk.writeInt32BE(cells.length, this.#at);
    this.#at = chunk.writeInt32BE(1, this.#at);
    for (const cell of cells) {
      if (cell === null) this.#at = chunk.writeInt32BE(-1, this.#at);
      else this.#text(cell);
    }
    chunk.writeInt32BE(this.#at - lengthAt - 4, lengthAt);
  }

  #jsonb(text: string): void {
    const lengthAt = this.#at;
    const jsonbVersion = 1;
    this.#at = this.#chunk.writeInt8(jsonbVersion, this.#at + 4);
    this.#at += this.#chunk.write(text, this.#at);
    this.#chunk.writeInt32BE(this.#at - lengthAt - 4, lengthAt);
  }
}
