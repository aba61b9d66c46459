import { ReviewState } from './review-state.ts';
import { RowWindow } from './row-window.ts';
import { isBeingUndone, type Task, thisRowOnly } from './task.ts';

/** Goes through the rows of a review, and reads them and what others decided. */
export abstract class RowBrowser extends ReviewState {
  protected isOpening = false;
  protected historyIsRead = false;

  /**
   * Opens the rows, as the filter says, at a row (by id or number) or at the first one.
   * @param anyState not only rows that are open; without it, as before
   */
  async openRows(row: string | null, anyState = this.anyState): Promise<void> {
    this.anyState = anyState;
    this.isOpening = true;
    this.isIncomplete = false;
    this.window = new RowWindow(this.needs.readPage, () => this.notifyListeners(), row);
    const [alone, present] = await Promise.all([
      row === null ? null : this.needs.readRow(row).catch(() => null),
      // Known before a row is picked: rows on the screens of others are passed over.
      this.needs.readPresent().catch(() => null),
      this.window.readMore(),
      this.agreement.settleLeft((left) => this.isPaid(left)),
    ]);
    this.isOpening = false;
    if (present) this.present = present;
    if (!alone) return this.showNext(-1);
    this.window.prependRow(alone.row);
    this.showRow(alone.row.source_row_id);
  }

  protected async isPaid(rowId: string): Promise<boolean | null> {
    const read = await this.needs.readRow(rowId).catch(() => null);
    return read?.row.paid ?? null;
  }

  showRow(rowId: string | null): void {
    // Without its row, the page would say that nothing is left.
    if (rowId !== null && this.window.findPlace(rowId) < 0) return void this.goTo(rowId);
    this.shown = rowId;
    this.unread = null;
    this.unpaid = null;
    this.scope = thisRowOnly;
    const place = this.window.findPlace(rowId);
    this.window.readAhead(place);
    const { row } = this;
    if (row && row.decision !== null && this.findEntry(row) === null) void this.readEntry(row.source_row_id);
    this.notifyListeners();
  }

  /** Shows a row that may not have been read yet. */
  goTo(rowId: string): Promise<void> {
    return this.readOrReport(async () => {
      if (this.window.findPlace(rowId) < 0) this.window.prependRow((await this.needs.readRow(rowId)).row);
      this.showRow(rowId);
    });
  }

  /** Without an answer, the person learns it, and can try again. */
  protected async readOrReport(read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      this.unread = { error, again: () => void this.readOrReport(read) };
      this.notifyListeners();
    }
  }

  /** The neighbour of the row, whatever its state. */
  moveToNeighbour(by: 1 | -1): Promise<void> {
    return this.readOrReport(async () => {
      const { rows } = this.window;
      const isBehind = this.shown === null && by === -1;
      const place = isBehind ? rows.length - 1 : this.window.findPlace(this.shown) + by;
      if (place >= this.window.rows.length) await this.window.readMore();
      const row = this.window.rows[place];
      if (row) this.showRow(row.source_row_id);
      else if (by === -1 && this.shown !== null) {
        // Before the row at which the review was opened: as in the file.
        const { previous } = await this.needs.readRow(this.shown);
        if (previous) await this.goTo(previous.source_row_id);
      } else if (place >= this.window.rows.length) this.showNext(this.anyState ? place : -1);
    });
  }

  /** The next row that a person has to look at; those that were skipped come last. */
  showNext(from = this.window.findPlace(this.shown)): void {
    const { ended } = this.window;
    const next = this.findNextRow(from);
    if (next) this.showRow(next.source_row_id);
    else if (ended && this.isIncomplete) void this.openRows(null);
    else if (ended || this.window.error !== null) this.showRow(null);
    else {
      this.showRow(null);
      void this.window.readMore().then(() => this.shown === null && this.showNext(from));
    }
  }

  /** The rows that were skipped are the next ones. */
  showSkipped(): void {
    this.skipped.clear();
    this.showNext(-1);
  }

  /** Where nothing was left to decide, the row that is open again. */
  protected showOpen(): void {
    if (this.isOpening || this.shown !== null || this.anyState || !this.window.ended) return;
    const next = this.findNextRow(-1);
    if (next) this.showRow(next.source_row_id);
    else if (this.isIncomplete) void this.openRows(null);
  }

  /** Reads who decided a row long ago. */
  protected async readEntry(rowId: string): Promise<void> {
    const [entry] = await this.needs.readHistory(rowId).catch(() => []);
    if (!entry) return;
    this.entries.set(rowId, entry);
    this.notifyListeners();
  }

  protected async refreshRow(rowId: string): Promise<void> {
    const read = await this.needs.readRow(rowId).catch(() => null);
    if (read) this.window.replaceRow(read.row);
    this.showOpen();
    this.notifyListeners();
  }

  /** What others decided meanwhile. */
  async refreshHistory(): Promise<void> {
    const ended = this.tasksEnded;
    const entries = await this.needs.readHistory().catch(() => null);
    if (entries === null) return;
    // Read before the answer to something that was done here: what the rows are is known better.
    if (this.tasksEnded !== ended) return this.refreshHistory();
    const isFirst = !this.historyIsRead;
    const known = new Set(this.history.map(({ decision_id }) => decision_id));
    this.history = entries;
    this.historyIsRead = true;
    for (const task of this.tasks) if (task.state === 'done') task.isListed = true;
    // Rows that were just read need nothing of it. The oldest comes first, so that the newest holds.
    const fresh = isFirst ? [] : entries.filter(({ decision_id }) => !known.has(decision_id));
    for (const entry of fresh.toReversed()) this.applyEntry(entry);
    // Rows that were decided when the rows were read are not among them.
    const reopened = fresh.some(
      ({ source_row_id, after }) =>
        after.resolve_status !== 'matched' && after.decision === null && !this.window.findRow(source_row_id),
    );
    if (reopened && !this.anyState) this.isIncomplete = true;
    this.showOpen();
    this.notifyListeners();
  }

  /** Only the service knows which rows have the same name and which of them contradict: from this row on, they are read again. */
  protected async readAgain(task: Task): Promise<void> {
    const { shown, window, row: before } = this;
    const wasOpen = before !== undefined && this.isOpen(before);
    const fresh = new RowWindow(this.needs.readPage, () => this.notifyListeners(), shown);
    const [alone] = await Promise.all([
      shown === null ? null : this.needs.readRow(shown).catch(() => null),
      fresh.readMore(),
    ]);
    // Another reading came first.
    if (this.window !== window) return this.readAgain(task);
    // Without an answer, the rows are as this page foresaw them.
    if (fresh.error !== null) return;
    const { row } = this;
    const isForeseen = (rowId: string) =>
      rowId !== task.row.source_row_id && this.decided.get(rowId) === task;
    // The row on the screen now, if another one was there when this began: it was read before.
    const unread = row && this.shown !== shown && fresh.findPlace(row.source_row_id) < 0 ? this.shown : null;
    for (const { source_row_id: rowId } of task.rows)
      if (rowId !== unread && isForeseen(rowId)) this.decided.delete(rowId);
    this.window = fresh;
    if (row && this.window.findPlace(row.source_row_id) < 0) this.window.prependRow(row);
    if (unread !== null)
      void this.refreshRow(unread).then(() => {
        if (isForeseen(unread)) this.decided.delete(unread);
        this.notifyListeners();
      });
    // What is being undone is open already.
    if (alone && this.shown === shown && !isBeingUndone(this.tasks, alone.row))
      this.window.replaceRow(alone.row);
    const isDecided = wasOpen && this.shown === shown && this.row !== undefined && !this.isOpen(this.row);
    if (!this.anyState && (this.shown === null || isDecided)) this.showNext();
    this.notifyListeners();
  }
}
