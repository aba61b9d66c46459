import { Buffer } from 'node:buffer';

/**
 * Rows for the database by column, each column as an array in Postgres's binary format (`array_recv`, `jsonb_recv`).
 * Postgres reads it in three quarters of the time of a JSON array of rows. The bytes are outside the heap and sent as they
 * are.
 */

/** The columns of some rows, in the order in which they were named. */
export type ColumnPiece = readonly Buffer[];

const oids = { text: 25, jsonb: 3802 } as const;
export type ColumnType = keyof typeof oids;

/** Short enough that sending it does not block other requests. */
const pieceBytes = 512 * 1024;

export class ColumnPieces<Name extends string> {
  readonly #types: Readonly<Record<Name, ColumnType>>;
  readonly #pieces: ColumnPiece[] = [];
  #columns: readonly ArrayColumn<Name>[] = [];

  /** @param types of the columns, in order */
  constructor(types: Readonly<Record<Name, ColumnType>>) {
    this.#types = types;
  }

  /** @param row texts, and for `jsonb` values that JSON can express; null for none */
  add(row: Readonly<Record<Name, unknown>>): void {
    if (this.#columns.length === 0) this.#begin();
    let bytes = 0;
    for (const column of this.#columns) {
      column.add(row[column.name]);
      bytes += column.length;
    }
    if (bytes >= pieceBytes) this.#end();
  }

  finish(): readonly ColumnPiece[] {
    if (this.#columns.length > 0) this.#end();
    return this.#pieces;
  }

  #begin(): void {
    const types = Object.entries(this.#types) as [Name, ColumnType][];
    this.#columns = types.map(([name, type]) => new ArrayColumn(name, type));
  }

  #end(): void {
    this.#pieces.push(this.#columns.map((column) => column.finish()));
    this.#columns = [];
  }
}

const headerBytes = 20;
const jsonbVersion = 1;
/** The maximum number of UTF-8 bytes for one UTF-16 unit. */
const unitBytes = 3;

class ArrayColumn<Name extends string> {
  readonly name: Name;
  readonly #type: ColumnType;
  #bytes = Buffer.allocUnsafeSlow(4 * 1024);
  #count = 0;
  #hasNull = false;
  length = headerBytes;

  constructor(name: Name, type: ColumnType) {
    this.name = name;
    this.#type = type;
  }

  add(value: unknown): void {
    this.#count += 1;
    if (value === null) {
      this.#hasNull = true;
      this.#makeRoom(4);
      this.length = this.#bytes.writeInt32BE(-1, this.length);
      return;
    }
    const text = this.#type === 'jsonb' ? JSON.stringify(value) : String(value);
    this.#makeRoom(5 + text.length * unitBytes);
    const start = this.length + 4;
    const begin = this.#type === 'jsonb' ? this.#bytes.writeUInt8(jsonbVersion, start) : start;
    const end = begin + this.#bytes.write(text, begin);
    this.#bytes.writeInt32BE(end - start, this.length);
    this.length = end;
  }

  finish(): Buffer {
    const header = [1, this.#hasNull ? 1 : 0, oids[this.#type], this.#count, 1];
    for (const [at, number] of header.entries()) this.#bytes.writeInt32BE(number, 4 * at);
    return this.#bytes.subarray(0, this.length);
  }

  #makeRoom(bytes: number): void {
    const needed = this.length + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.length);
    this.#bytes = larger;
  }
}
