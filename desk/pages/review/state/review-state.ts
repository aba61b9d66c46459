import type { CallToUndo } from '../../../parts/undo/call-to-undo.ts';
import type { Agreement } from './agreement.ts';
import type { HistoryEntry, Present, Row } from './review-api.ts';
import { RowWindow } from './row-window.ts';
import { isSameName } from './same-name.ts';
import type { StoreNeeds } from './store-needs.ts';
import { getPrice, isBeingUndone, restoreRow, type Scope, type Task, thisRowOnly } from './task.ts';

/** Basic credits. */
export interface Funds {
  /** Of the account. */
  readonly balance: number;
  /** What the key may still spend; null if it has no limit. */
  readonly ofKey: number | null;
}

const keptTasks = 2000;

export type Numbered = Pick<Row, 'row_number'>;

/** A decision that is undone. */
export type Undone = Numbered & Pick<Task, 'action'>;

/** Rows of a whole table. */
export interface Totals {
  /** Neither matched nor decided, skipped ones included. */
  readonly open: number;
  readonly skipped: number;
}

/** Undoes something, and reopens the rows or not that a choice settled which it remembered. */
export type Undoing = (reopens: boolean) => void;

/** What is known of a review on this page, and how it changes. Nothing here asks the service. */
export abstract class ReviewState {
  window: RowWindow;
  /** What was decided here, by row; it holds before the service says so. */
  readonly decided = new Map<string, Task>();
  readonly skipped = new Set<string>();
  /** Other people at this source. */
  present: readonly Present[] = [];
  tasks: readonly Task[] = [];
  refusals: readonly Task[] = [];
  history: readonly HistoryEntry[] = [];
  /** Of the whole table, as the service said last; null until it did. */
  totals: Totals | null = null;
  /** What can be spent; null while unknown. */
  funds: Funds | null = null;
  scope: Scope = thisRowOnly;
  shown: string | null = null;
  /** A choice that waits until a person agreed to spend more. */
  pending: { readonly price: number; readonly run: () => void } | null = null;
  /** A choice that what is left does not pay. */
  unpaid: { readonly price: number } | null = null;
  /** An undoing that waits until a person agreed, because it is about several rows. */
  undoing: { readonly call: CallToUndo; readonly row: Numbered; readonly run: Undoing } | null = null;
  /** The last decision here that replaced a remembered company, and the rows that are still settled on that. */
  settledBefore: { readonly row: Row; readonly rows: number } | null = null;
  /** The key may not decide. Known when a decision was refused. */
  readOnly = false;
  /** A row that was asked for and could not be read. */
  unread: { readonly error: unknown; readonly again: () => void } | null = null;
  /** Raised with each change, for those who show it. */
  version = 0;
  /** Rows are looked at one after the other, whether or not they are open. */
  protected anyState = false;
  /** Others reopened rows that were not read. */
  protected isIncomplete = false;
  /** The newest entries of rows that were read alone. */
  protected readonly entries = new Map<string, HistoryEntry>();
  private readonly listeners = new Set<() => void>();

  constructor(
    protected readonly needs: StoreNeeds,
    readonly agreement: Agreement,
    /** Headers of the mapped columns. */
    private readonly mapped: { readonly name: string | undefined; readonly others: readonly string[] },
  ) {
    this.window = new RowWindow(needs.readPage, () => this.notifyListeners(), null);
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  notifyListeners(): void {
    this.version += 1;
    for (const listener of this.listeners) listener();
  }

  /** Open rows that are decided here, but not for the service yet. */
  get unsentRows(): number {
    const unsent = this.tasks.filter(({ state, action }) => state === 'waiting' && action !== 'skip');
    return unsent.reduce((sum, { rows }) => sum + rows.length, 0);
  }

  /** Open rows, without those that are decided here and not sent yet; null until known. */
  get openRowCount(): number | null {
    return this.totals && Math.max(0, this.totals.open - this.unsentRows);
  }

  /** Things done here that have their answer. */
  tasksEnded = 0;

  /** @param ended `tasksEnded` when the numbers were asked for: they do not have what was answered since */
  setTotals(totals: Totals, ended: number): void {
    if (ended !== this.tasksEnded) return;
    this.totals = totals;
    this.notifyListeners();
  }

  /** An answer has the number of open rows; which of them are skipped is read again. */
  setOpenRows(open: number): void {
    this.totals = { open, skipped: Math.min(open, this.totals?.skipped ?? 0) };
  }

  get row(): Row | undefined {
    return this.window.findRow(this.shown);
  }

  /** Whether a person still has to look at the row. */
  isOpen(row: Row): boolean {
    return !this.decided.has(row.source_row_id) && row.resolve_status !== 'matched' && row.decision === null;
  }

  /** What is left to spend after everything that is not sent yet; null while unknown. */
  get creditsLeft(): number | null {
    if (this.funds === null) return null;
    const { balance, ofKey } = this.funds;
    const unsent = this.tasks.filter(({ state }) => state === 'waiting');
    return Math.min(balance, ofKey ?? balance) - unsent.reduce((sum, { price }) => sum + price, 0);
  }

  /** Whether the limit of the key, not the account, says what is left. */
  get isLimitOfKey(): boolean {
    const { balance, ofKey } = this.funds ?? { balance: 0, ofKey: null };
    return ofKey !== null && ofKey < balance;
  }

  /** What can be spent was read again: others spend, too, and credits are granted. */
  setFunds(funds: Funds): void {
    // An answer to a decision knows it better.
    if (this.funds !== null && this.tasks.some(({ state }) => state === 'waiting')) return;
    const { balance, ofKey } = this.funds ?? {};
    if (balance === funds.balance && ofKey === funds.ofKey) return;
    this.funds = funds;
    if (this.unpaid && this.unpaid.price <= (this.creditsLeft ?? 0)) this.unpaid = null;
    this.notifyListeners();
  }

  protected findNextRow(from: number): Row | undefined {
    const { rows, ended } = this.window;
    if (this.anyState) return rows[from + 1];
    const isWaiting = (row: Row) => this.isOpen(row) && !this.skipped.has(row.source_row_id);
    const isFree = (row: Row) => isWaiting(row) && this.findOtherPerson(row) === null;
    const next = rows.find((row, place) => place > from && isFree(row));
    // Rows on the screens of others come when nothing else is left.
    return next ?? (ended ? (rows.find(isFree) ?? rows.find(isWaiting)) : undefined);
  }

  /** The person on whose screen the row is. */
  findOtherPerson({ source_row_id }: Row): Present | null {
    return this.present.find(({ row }) => row?.source_row_id === source_row_id) ?? null;
  }

  setScope(change: Partial<Scope>): void {
    this.scope = { ...this.scope, ...change };
    this.notifyListeners();
  }

  /** What choosing a company costs now. */
  get price(): number {
    return this.row ? getPrice(this.row, this.scope) : 0;
  }

  /** Rows among those that were read that say the same. The service decides which rows those are; this only looks ahead. */
  protected findSameRows(row: Row): readonly Row[] {
    return this.window.rows.filter(
      (other) =>
        other === row ||
        (this.isOpen(other) && isSameName(other.cells, row.cells, this.mapped.name, this.mapped.others)),
    );
  }

  /** The rows are again as they were, as far as this task decided them. */
  protected forgetTask(task: Task): void {
    for (const row of task.rows) {
      const holds = this.decided.get(row.source_row_id);
      if (holds && holds !== task) continue;
      this.decided.delete(row.source_row_id);
      this.window.replaceRow(restoreRow(task, row));
    }
  }

  protected applyEntry({ source_row_id, after }: HistoryEntry): void {
    const row = this.window.findRow(source_row_id);
    if (!row || isBeingUndone(this.tasks, row)) return;
    this.window.replaceRow({
      ...row,
      resolve_status: after.resolve_status,
      decision: after.decision,
      company_id: after.company_id,
    });
    const own = this.decided.get(source_row_id);
    if (own && own.state === 'done') this.decided.delete(source_row_id);
  }

  /** A row that was settled once is never charged again. */
  protected markPaid(rowId: string): void {
    const row = this.window.findRow(rowId);
    if (row && !row.paid) this.window.replaceRow({ ...row, paid: true });
  }

  protected recordTask(task: Task): void {
    this.tasks = [task, ...this.tasks].slice(0, keptTasks);
  }

  /** The newest decision about a row that nobody took back, as far as it was read. */
  findEntry({ source_row_id }: Row): HistoryEntry | null {
    const read = this.entries.get(source_row_id) ?? null;
    return this.history.find((entry) => entry.source_row_id === source_row_id) ?? read;
  }

  dismissRefusal(task: Task): void {
    this.refusals = this.refusals.filter((other) => other !== task);
    this.notifyListeners();
  }

  confirmUndo(reopens: boolean): void {
    const { undoing } = this;
    this.undoing = null;
    undoing?.run(reopens);
    this.notifyListeners();
  }

  cancelUndo(): void {
    this.undoing = null;
    this.notifyListeners();
  }

  /** Goes on with the choice that waited for an agreement. */
  acceptCeiling(ceiling: number): void {
    this.agreement.setCeiling(ceiling);
    const { pending } = this;
    this.pending = null;
    this.notifyListeners();
    pending?.run();
  }

  cancelPending(): void {
    this.pending = null;
    this.notifyListeners();
  }
}
