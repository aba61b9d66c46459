import type { CellKind } from '../../../../../tables/workbook-parts.ts';

/** Cells that are written into a file as the user sent it. */

export interface FilledLine {
  /** Line of the file, from 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

export interface Filling {
  readonly headerRow: number;
  readonly headers: readonly string[];
  /** The same as the earlier export in the file named them; formulas name those of an Excel table. */
  readonly earlierHeaders: readonly string[];
  /** Columns, from 1, of the cells of each line. Cells that a line does not have are emptied, and so are columns without a header. */
  readonly columns: readonly number[];
  /** Of their cells, in a workbook. */
  readonly kinds: readonly CellKind[];
  /** Columns that say which company a row means. */
  readonly namingColumns: readonly number[];
  /** The first column beside everything. */
  readonly freeColumn: number;
  /** The column whose styles new cells take. */
  readonly styledLike: number;
  /** Lines below the header in the order of the file, in pieces. */
  lines(): AsyncIterable<readonly FilledLine[]>;
}

/** The cells of one line after the other. */
export class FilledLines {
  readonly #pieces: AsyncIterator<readonly FilledLine[]>;
  #piece: readonly FilledLine[];
  #next = 0;

  constructor({ headerRow, headers, lines }: Filling) {
    this.#piece = [{ row: headerRow, cells: headers }];
    this.#pieces = lines()[Symbol.asyncIterator]();
  }

  /**
   * @param row after those that were asked for before
   * @returns null if nothing is written into this line
   * @throws if a line before it was not asked for: what is written would be incomplete
   */
  async cellsOf(row: number): Promise<readonly string[] | null> {
    const line = await this.#peekLine();
    if (!line || line.row > row) return null;
    if (line.row < row) throw new Error(`the file has no line ${line.row}`);
    this.#next += 1;
    return line.cells;
  }

  /** After the last line of the file. @throws if there is a line that it does not have, or the lines cannot be read to their end */
  async finish(): Promise<void> {
    await this.cellsOf(Number.POSITIVE_INFINITY);
  }

  async #peekLine(): Promise<FilledLine | undefined> {
    while (this.#next === this.#piece.length) {
      const { value, done } = await this.#pieces.next();
      if (done) return undefined;
      this.#piece = value;
      this.#next = 0;
    }
    return this.#piece[this.#next];
  }
}
