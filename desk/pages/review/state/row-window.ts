import type { Row, RowsPage } from './review-api.ts';

/** Rows that are read ahead when fewer than these follow the one that is shown. */
const rowsAhead = 40;

/** The rows of a review in their order, as far as they were read; the next page is read before it is needed. */
export class RowWindow {
  rows: readonly Row[] = [];
  /** Whether the last row was read. */
  ended = false;
  error: unknown = null;
  private readonly places = new Map<string, number>();
  private cursor: string | null = null;
  private pendingRead: Promise<void> | null = null;
  private wrapped = false;

  /** @param from the row at which reading begins; the rows before it are read after the last one */
  constructor(
    private readonly readPage: (cursor: string | null, from: string | null) => Promise<RowsPage>,
    private readonly onChange: () => void,
    private from: string | null,
  ) {}

  findRow(rowId: string | null): Row | undefined {
    const place = this.findPlace(rowId);
    if (place < 0) return undefined;
    return this.rows[place];
  }

  findPlace(rowId: string | null): number {
    if (rowId === null) return -1;
    return this.places.get(rowId) ?? -1;
  }

  /** Puts a newer state of a row into its place. */
  replaceRow(row: Row): void {
    const place = this.findPlace(row.source_row_id);
    if (place >= 0) this.rows = this.rows.with(place, row);
  }

  /** Puts a row that was read alone at the beginning. */
  prependRow(row: Row): void {
    if (this.findPlace(row.source_row_id) >= 0) this.replaceRow(row);
    else this.setRows([row, ...this.rows]);
  }

  /** Reads the next page if it is needed soon. */
  readAhead(place: number): void {
    if (!this.ended && this.error === null && this.rows.length - place < rowsAhead) void this.readMore();
  }

  /** Reads one more page; one at a time. Its error is kept in `error`. */
  readMore(): Promise<void> {
    this.pendingRead ??= this.readNext().finally(() => {
      this.pendingRead = null;
      this.onChange();
    });
    return this.pendingRead;
  }

  private async readNext(): Promise<void> {
    if (this.ended) return;
    this.error = null;
    try {
      const { rows, nextCursor } = await this.readPage(this.cursor, this.from);
      const fresh = rows.filter(({ source_row_id }) => !this.places.has(source_row_id));
      this.setRows([...this.rows, ...fresh]);
      this.cursor = nextCursor;
      // After the last row come those before the first one, until one is met that is here already.
      this.ended = nextCursor === null && this.from === null;
      if (this.wrapped && fresh.length < rows.length) this.ended = true;
      if (nextCursor === null && this.from !== null) {
        this.from = null;
        this.wrapped = true;
      }
    } catch (error) {
      this.error = error;
    }
  }

  private setRows(rows: readonly Row[]): void {
    this.rows = rows;
    this.places.clear();
    rows.forEach(({ source_row_id }, place) => {
      this.places.set(source_row_id, place);
    });
  }
}
