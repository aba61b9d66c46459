import type { SetAsideLine } from '../../../contract/sources/source-file.ts';
import type { SourceRecord, SourceRowRecord } from '../records/source-record.ts';
import type { AddedColumns } from './result-columns.ts';

/** A source as lines of a table: as in its file, with columns added. */

type Line = readonly string[];

export interface LinesWanted extends Pick<SourceRecord, 'headers' | 'reading'> {
  readonly added: AddedColumns;
  /** `file`: with the lines around the table, in their places. `table`: only header and rows. */
  readonly layout: 'file' | 'table';
}

/** Makes the lines one after the other; rows must be given in the order of the file, and each result read to its end. */
export class ExportLines {
  /** Lines around the table that are still to come. */
  readonly #around: readonly SetAsideLine[];
  #next = 0;
  readonly #width: number;

  constructor(private readonly wanted: LinesWanted) {
    const { headers, reading, layout } = wanted;
    this.#around = layout === 'file' ? (reading?.set_aside ?? []).toSorted(byFileRow) : [];
    const { before, after, headers: added } = wanted.added;
    // A line above the table can be wider than the table. Every line gets the same number of cells.
    const beyond = this.#around.reduce((most, { cells }) => Math.max(most, cells.length - headers.length), 0);
    this.#width = before.length + added.length + after.length + beyond;
  }

  /** What is above the table, and its header. */
  *begin(): Generator<Line> {
    const { headers, reading, added, layout } = this.wanted;
    const given = [...headers];
    const headerRow = reading?.header_row ?? null;
    if (layout === 'file' && headerRow !== null)
      for (const { place, given: inFile } of reading?.renamed_headers ?? []) given[place - 1] = inFile;
    yield* this.#until(headerRow ?? this.#firstRow());
    yield this.#line(given, added.headers);
  }

  /** A row with the cells of the added columns, after the lines of the file that come before it. */
  *row({ cells, file_row }: Pick<SourceRowRecord, 'cells' | 'file_row'>, added: Line): Generator<Line> {
    if (file_row !== null) yield* this.#until(file_row);
    yield this.#line(
      cells.map((cell) => cell ?? ''),
      added,
    );
  }

  /** What is below the last row. */
  end(): Generator<Line> {
    return this.#until(Number.POSITIVE_INFINITY);
  }

  /** The first line of a table without a header: every line of the file is a row or around the table. */
  #firstRow(): number {
    const at = this.#around.findIndex(({ file_row }, place) => file_row !== place + 1);
    return (at < 0 ? this.#around.length : at) + 1;
  }

  *#until(fileRow: number): Generator<Line> {
    for (;;) {
      const line = this.#around[this.#next];
      if (!line || line.file_row >= fileRow) return;
      this.#next += 1;
      yield this.#line(line.cells, []);
    }
  }

  #line(cells: Line, added: Line): Line {
    const { headers, added: columns } = this.wanted;
    const cellAt = (place: number) => cells[place] ?? '';
    const line = [
      ...columns.before.map(cellAt),
      ...columns.headers.map((_, at) => added[at] ?? ''),
      ...columns.after.map(cellAt),
      ...cells.slice(headers.length),
    ];
    while (line.length < this.#width) line.push('');
    return line;
  }
}

function byFileRow(one: SetAsideLine, other: SetAsideLine): number {
  return one.file_row - other.file_row;
}
