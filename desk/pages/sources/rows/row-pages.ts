import type { Schema } from '../../../../client/index.ts';

export type TableRow = Schema<'SourceTableRow'>;

/** What is read of a table at once. */
export interface RowsRead {
  readonly rows: readonly TableRow[];
  readonly matching: number;
}

/** No window of the service is smaller, however many columns there are. */
export const pageSize = 100;
/** As many as ten screens and more; others are read again. */
const pagesKept = 40;
/** Who scrolls through thousands of rows does not wait for each of them. */
const pauseMs = 80;

/** The rows of a table as far as they were read: those on the screen are read, one page at a time. */
export class RowPages {
  /** How many rows fit; null until it is known. */
  matching: number | null = null;
  error: unknown = null;
  private readonly pages = new Map<number, readonly TableRow[]>();
  private first = 0;
  private last = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isReading = false;
  private isClosed = false;

  constructor(
    private readonly readPage: (offset: number) => Promise<RowsRead>,
    private readonly onChange: () => void,
  ) {}

  /** @param place in the order, from 0 */
  findRow(place: number): TableRow | undefined {
    return this.pages.get(Math.floor(place / pageSize))?.[place % pageSize];
  }

  /** Says which rows are on the screen. */
  show(first: number, last: number): void {
    this.first = first;
    this.last = last;
    if (this.matching === null) void this.readNext();
    else this.timer ??= setTimeout(() => this.readLater(), pauseMs);
  }

  tryAgain(): void {
    this.error = null;
    void this.readNext();
  }

  close(): void {
    this.isClosed = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private readLater(): void {
    this.timer = null;
    void this.readNext();
  }

  private findMissing(): number | undefined {
    const last = Math.floor(Math.min(this.last, Math.max(0, (this.matching ?? 1) - 1)) / pageSize);
    for (let page = Math.floor(this.first / pageSize); page <= last; page += 1)
      if (!this.pages.has(page)) return page;
    return undefined;
  }

  private async readNext(): Promise<void> {
    const page = this.findMissing();
    if (page === undefined || this.isReading || this.isClosed || this.error !== null) return;
    this.isReading = true;
    try {
      const { rows, matching } = await this.readPage(page * pageSize);
      this.matching = matching;
      this.pages.set(page, rows);
      const [oldest] = this.pages.keys();
      if (this.pages.size > pagesKept && oldest !== undefined) this.pages.delete(oldest);
    } catch (error) {
      this.error = error;
    }
    this.isReading = false;
    if (this.isClosed) return;
    this.onChange();
    void this.readNext();
  }
}
