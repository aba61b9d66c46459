import { ApiError, createIdempotencyKey } from '../../../api.ts';
import type { CallToUndo } from '../../../parts/call-to-undo.ts';
import type { Agreement } from './agreement.ts';
import { tryCall } from './attempts.ts';
import { canBeUndone, groupByCall } from './decided-calls.ts';
import { Outbox } from './outbox.ts';
import type {
  Choice,
  Counts,
  Decision,
  DecisionResult,
  HistoryEntry,
  Present,
  Row,
  RowsPage,
} from './review-api.ts';
import { RowWindow } from './row-window.ts';
import { isSameName } from './same-name.ts';

/**
 * The state of a review. What a person decides holds at once; it is sent in the background, and a refusal puts the row back with
 * its reason. The store outlives the page, so leaving the page loses nothing.
 */

type Action = Decision['action'] | 'undo';

/** One thing that a person did. */
export interface Task {
  /** Also the idempotency key. */
  readonly id: string;
  readonly action: Action;
  readonly row: Row;
  readonly company: Choice | null;
  /** The company was not a candidate of the row. */
  readonly byHand: boolean;
  readonly scope: Scope;
  readonly price: number;
  readonly at: Date;
  /** Rows that it decides, as far as they were read, as they were before. */
  readonly rows: readonly Row[];
  /** Of an undoing: what is undone. */
  readonly undoes: { readonly batchId: string | null; readonly task?: Task } | null;
  /** Of what takes a decision back: rows are reopened, too, that a choice settled which is forgotten. */
  readonly reopens: boolean;
  state: 'waiting' | 'done' | 'refused' | 'withdrawn';
  batchId: string | null;
  rowsChanged: number;
  /** Rows with the same name that were left out, because something in them contradicts. */
  leftOut: number;
  undone: boolean;
  error: unknown;
  /** Who decided the row before, if that is why it was refused. */
  decidedBy: HistoryEntry | null;
}

export interface Scope {
  /** All rows that say the same. */
  readonly same: boolean;
  /** The account remembers the company for later tables. */
  readonly always: boolean;
}

/** Basic credits. */
export interface Funds {
  /** Of the account. */
  readonly balance: number;
  /** What the key may still spend; null if it has no limit. */
  readonly ofKey: number | null;
}

const keptTasks = 2000;
const onlyUndoes: ReadonlySet<Action> = new Set(['undo', 'reopen', 'take_back']);
export const thisRowOnly: Scope = { same: false, always: false };

type Numbered = Pick<Row, 'row_number'>;

/** Undoes something, and reopens the rows or not that a choice settled which it remembered. */
type Undoing = (reopens: boolean) => void;

type Neighbour = { readonly source_row_id: string } | null;

/** What the store asks of the service. */
export interface StoreNeeds {
  readPage(cursor: string | null, from: string | null): Promise<RowsPage>;
  readRow(
    rowId: string,
  ): Promise<{ readonly row: Row; readonly previous: Neighbour; readonly next: Neighbour }>;
  decide(key: string, decision: Decision): Promise<DecisionResult>;
  /** @param reopens also rows that a choice settled which the call remembered */
  undo(key: string, batchId: string, reopens: boolean): Promise<DecisionResult>;
  /** What undoing a call would take back. */
  readCall(batchId: string): Promise<CallToUndo>;
  /** What reopening a row would take back. */
  readReopening(row: Row): Promise<CallToUndo>;
  /** Who else is at the source. */
  readPresent(): Promise<readonly Present[]>;
  readHistory(rowId?: string): Promise<readonly HistoryEntry[]>;
  wait(ms: number): Promise<void>;
}

export class ReviewStore {
  window: RowWindow;
  readonly outbox: Outbox<Task, DecisionResult>;
  /** What was decided here, by row; it holds before the service says so. */
  readonly decided = new Map<string, Task>();
  readonly skipped = new Set<string>();
  /** Other people at this source. */
  present: readonly Present[] = [];
  tasks: readonly Task[] = [];
  refusals: readonly Task[] = [];
  history: readonly HistoryEntry[] = [];
  counts: Counts | null = null;
  /** Rows that fit the filter. */
  matching: number | null = null;
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
  /** Is to be undone, but only its answer says how many rows that takes back. */
  private undoneWhenSent: Task | null = null;
  /** Raised with each change, for those who show it. */
  version = 0;
  /** Rows are looked at one after the other, whether or not they are open. */
  private anyState = false;
  private historyIsRead = false;
  /** Things done here that have their answer. */
  private tasksEnded = 0;
  /** Others reopened rows that were not read. */
  private isIncomplete = false;
  private isOpening = false;
  /** The newest entries of rows that were read alone. */
  private readonly entries = new Map<string, HistoryEntry>();
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly needs: StoreNeeds,
    readonly agreement: Agreement,
    private readonly mapped: { readonly name: string | undefined; readonly others: readonly string[] },
    /** The key under which decisions are made here. */
    private readonly keyId: string,
  ) {
    this.window = new RowWindow(needs.readPage, () => this.notifyListeners(), null);
    this.outbox = new Outbox<Task, DecisionResult>({
      send: (task) => tryCall(() => this.sendTask(task)),
      onDone: (task, done) => this.handleDone(task, done),
      onRefused: (task, error) => this.handleRefusal(task, error),
      onChange: () => this.notifyListeners(),
      wait: needs.wait,
    });
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
    if (this.outbox.waiting > 0 && this.funds !== null) return;
    const { balance, ofKey } = this.funds ?? {};
    if (balance === funds.balance && ofKey === funds.ofKey) return;
    this.funds = funds;
    if (this.unpaid && this.unpaid.price <= (this.creditsLeft ?? 0)) this.unpaid = null;
    this.notifyListeners();
  }

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

  private async isPaid(rowId: string): Promise<boolean | null> {
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
  private async readOrReport(read: () => Promise<void>): Promise<void> {
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
    const found = this.findNextRow(from);
    if (found) this.showRow(found.source_row_id);
    else if (ended && this.isIncomplete) void this.openRows(null);
    else if (ended || this.window.error !== null) this.showRow(null);
    else {
      this.showRow(null);
      void this.window.readMore().then(() => this.shown === null && this.showNext(from));
    }
  }

  private findNextRow(from: number): Row | undefined {
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
    if (this.row) return this.getPrice(this.row);
    return 0;
  }

  private getPrice(row: Row): number {
    if (this.scope.same) return row.same_name_rows_credits;
    if (row.paid) return 0;
    return 1;
  }

  chooseCompany(company: Choice, byHand: boolean): void {
    const { row } = this;
    if (!row || !this.isOpen(row)) return;
    const price = this.getPrice(row);
    if (price > 0 && price > (this.creditsLeft ?? price)) {
      this.unpaid = { price };
      this.notifyListeners();
      return;
    }
    if (!this.agreement.canCover(price)) {
      this.pending = { price, run: () => this.chooseCompany(company, byHand) };
      this.notifyListeners();
      return;
    }
    this.decideRow(row, 'choose', company, byHand, price);
  }

  markRow(action: 'none_of_these' | 'not_a_company'): void {
    const { row } = this;
    if (row && this.isOpen(row)) this.decideRow(row, action, null, false, 0);
  }

  /** Leaves the row for later: it comes last, for everybody. */
  skipRow(): void {
    const { row } = this;
    if (!row || !this.isOpen(row)) return;
    this.skipped.add(row.source_row_id);
    const task = this.createTask({ row, action: 'skip', rows: [row] });
    this.recordTask(task);
    this.showNext();
    this.outbox.addTask(task);
  }

  /** The rows that were skipped are the next ones. */
  showSkipped(): void {
    this.skipped.clear();
    this.showNext(-1);
  }

  private decideRow(row: Row, action: Action, company: Choice | null, byHand: boolean, price: number): void {
    const scope: Scope = { ...this.scope, always: this.scope.always && action === 'choose' };
    const rows = scope.same ? this.findSameRows(row) : [row];
    const task = this.createTask({ row, action, company, byHand, scope, price, rows });
    this.agreement.reserveCredits(task.id, row.source_row_id, price);
    for (const { source_row_id } of rows) this.decided.set(source_row_id, task);
    this.skipped.delete(row.source_row_id);
    this.recordTask(task);
    this.showNext();
    // After the next row is shown, because a person waits for that.
    this.outbox.addTask(task);
  }

  /** Rows among those that were read that say the same. The service decides which rows those are; this only looks ahead. */
  private findSameRows(row: Row): readonly Row[] {
    return this.window.rows.filter(
      (other) =>
        other === row ||
        (this.isOpen(other) && isSameName(other.cells, row.cells, this.mapped.name, this.mapped.others)),
    );
  }

  /**
   * Takes back the last thing that was done here; after a reload, the last decision under this key.
   * @returns the row that it was about; `asks` if a person is asked first; null if there is nothing
   */
  async undoLast(): Promise<Numbered | 'asks' | null> {
    const task = this.tasks.find(
      ({ action, state, undone }) =>
        !onlyUndoes.has(action) && !undone && (state === 'waiting' || state === 'done'),
    );
    if (task) {
      if (this.undoTask(task)) return task.row;
      return 'asks';
    }
    // What was undone here is not undone again.
    const undone = new Set(
      this.tasks.flatMap(({ undoes }) => undoes?.batchId ?? undoes?.task?.batchId ?? []),
    );
    const last = groupByCall(this.history).find(
      (call) =>
        call.first.key?.key_id === this.keyId &&
        call.first.made_by === 'decisions' &&
        canBeUndone(call) &&
        !undone.has(call.first.batch_id),
    );
    if (!last) return null;
    if (await this.undoEntry(last.first)) return last.first;
    return 'asks';
  }

  /** @returns false if a person is asked first, because it takes several rows back */
  undoTask(task: Task): boolean {
    const { batchId, row, scope } = task;
    if ((scope.same || scope.always) && this.outbox.isSending(task)) {
      this.undoneWhenSent = task;
      return false;
    }
    const isOne = task.rowsChanged < 2 && !scope.always;
    if (task.state !== 'done' || isOne || batchId === null) {
      this.undoAtOnce(task, false);
      return true;
    }
    void this.askAbout(
      () => this.needs.readCall(batchId),
      row,
      (reopens) => this.undoAtOnce(task, reopens),
    );
    return false;
  }

  /** Asks before several rows are taken back, or a choice that settled rows. @returns whether it was done without asking */
  private async askAbout(readCall: () => Promise<CallToUndo>, row: Numbered, run: Undoing): Promise<boolean> {
    let done = false;
    await this.readOrReport(async () => {
      const call = await readCall();
      done = call.rows < 2 && call.settled.total_rows === 0;
      if (done) return run(false);
      this.undoing = { call, row, run };
      this.notifyListeners();
    });
    return done;
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

  private undoAtOnce(task: Task, reopens: boolean): void {
    task.undone = true;
    this.forgetTask(task);
    if (task.action === 'skip') this.skipped.delete(task.row.source_row_id);
    if (this.outbox.removeTask(task)) {
      task.state = 'withdrawn';
      this.agreement.settleTask(task.id, 0);
    } else this.sendUndo(task.row, { batchId: task.batchId, task }, reopens);
    // Rows are read again after a decision about several, then without those that are decided.
    const { source_row_id: rowId } = task.row;
    if (this.window.findPlace(rowId) < 0) this.window.prependRow(this.restoreRow(task, task.row));
    this.showRow(rowId);
  }

  /** The rows are again as they were, as far as this task decided them. */
  private forgetTask(task: Task): void {
    for (const row of task.rows) {
      const holds = this.decided.get(row.source_row_id);
      if (holds && holds !== task) continue;
      this.decided.delete(row.source_row_id);
      this.window.replaceRow(this.restoreRow(task, row));
    }
  }

  /** A row as it was before a task, except that what was paid stays so. */
  private restoreRow(task: Task, row: Row): Row {
    return { ...row, paid: row.paid || (task.action === 'choose' && task.state === 'done') };
  }

  /** Takes the decision about a row back, whoever made it. */
  takeBack(row: Row): void {
    const task = this.decided.get(row.source_row_id);
    if (task) {
      this.undoTask(task);
      return;
    }
    if (row.resolve_status !== 'matched') {
      this.sendTakingBack(row, 'take_back', false);
      return;
    }
    // Its company may be remembered.
    void this.askAbout(
      () => this.needs.readReopening(row),
      row,
      (reopens) => this.sendTakingBack(row, 'reopen', reopens),
    );
  }

  private sendTakingBack(row: Row, action: 'reopen' | 'take_back', reopens: boolean): void {
    const taken = this.createTask({ row, action, rows: [], reopens });
    this.recordTask(taken);
    this.outbox.addTask(taken);
    this.notifyListeners();
  }

  /**
   * Undoes a call of anybody, as the history names it.
   * @returns whether it was done without asking
   */
  async undoEntry({ batch_id, source_row_id, row_number }: HistoryEntry): Promise<boolean> {
    const own = this.tasks.find(({ batchId, undone }) => batchId === batch_id && !undone);
    if (own) return this.undoTask(own);
    return this.askAbout(
      () => this.needs.readCall(batch_id),
      { row_number },
      (reopens) => void this.undoCall(batch_id, source_row_id, reopens),
    );
  }

  private async undoCall(batchId: string, rowId: string, reopens: boolean): Promise<void> {
    await this.goTo(rowId);
    const { row } = this;
    if (row) this.sendUndo(row, { batchId }, reopens);
  }

  private sendUndo(row: Row, undoes: NonNullable<Task['undoes']>, reopens: boolean): void {
    const task = this.createTask({ row, action: 'undo', rows: [], undoes, reopens });
    this.recordTask(task);
    this.outbox.addTask(task);
  }

  dismissRefusal(task: Task): void {
    this.refusals = this.refusals.filter((other) => other !== task);
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

  /** Where nothing was left to decide, the row that is open again. */
  private showOpen(): void {
    if (this.isOpening || this.shown !== null || this.anyState || !this.window.ended) return;
    const next = this.findNextRow(-1);
    if (next) this.showRow(next.source_row_id);
    else if (this.isIncomplete) void this.openRows(null);
  }

  /** The newest decision about a row that nobody took back, as far as it was read. */
  findEntry({ source_row_id }: Row): HistoryEntry | null {
    const read = this.entries.get(source_row_id) ?? null;
    return this.history.find((entry) => entry.source_row_id === source_row_id) ?? read;
  }

  /** Reads who decided a row long ago. */
  private async readEntry(rowId: string): Promise<void> {
    const [entry] = await this.needs.readHistory(rowId).catch(() => []);
    if (!entry) return;
    this.entries.set(rowId, entry);
    this.notifyListeners();
  }

  private applyEntry({ source_row_id, after }: HistoryEntry): void {
    const row = this.window.findRow(source_row_id);
    if (!row || this.isBeingUndone(row)) return;
    this.window.replaceRow({
      ...row,
      resolve_status: after.resolve_status,
      decision: after.decision,
      company_id: after.company_id,
    });
    const own = this.decided.get(source_row_id);
    if (own && own.state === 'done') this.decided.delete(source_row_id);
  }

  private isBeingUndone({ source_row_id }: Row): boolean {
    return this.tasks.some(
      ({ state, action, row, undoes }) =>
        state === 'waiting' &&
        onlyUndoes.has(action) &&
        [row, ...(undoes?.task?.rows ?? [])].some((each) => each.source_row_id === source_row_id),
    );
  }

  private sendTask(task: Task): Promise<DecisionResult> {
    const { undoes } = task;
    if (undoes) {
      const batchId = undoes.batchId ?? undoes.task?.batchId ?? null;
      if (batchId === null) return Promise.reject(new Error('The call changed nothing.'));
      return this.needs.undo(task.id, batchId, task.reopens);
    }
    return this.needs.decide(task.id, {
      rowId: task.row.source_row_id,
      mappingVersion: task.row.mapping_version,
      shownDecision: task.row.decision,
      action: task.action as Decision['action'],
      ...(task.company && { companyId: task.company.company_id }),
      same: task.scope.same,
      always: task.scope.always,
      reopens: task.reopens,
      maxCredits: task.price,
    });
  }

  private handleDone(task: Task, done: DecisionResult): void {
    this.tasksEnded += 1;
    task.state = 'done';
    task.batchId = done.batchId;
    task.rowsChanged = done.rowsChanged;
    task.leftOut = done.leftOut;
    if (done.settledBefore > 0) this.settledBefore = { row: task.row, rows: done.settledBefore };
    this.counts = done.review;
    const ofKey = this.funds?.ofKey ?? null;
    this.funds = { balance: done.balance, ofKey: ofKey && ofKey - done.credits };
    this.agreement.settleTask(task.id, done.credits);
    if (task.action === 'choose') for (const { source_row_id } of task.rows) this.markPaid(source_row_id);
    if (task.undoes || task.action === 'reopen' || task.action === 'take_back')
      void this.refreshRow(task.row.source_row_id);
    if (task.scope.same || task.rowsChanged > 1) {
      void this.refreshHistory();
      void this.readAgain(task.undoes?.task ?? task);
    }
    if (this.undoneWhenSent === task) {
      this.undoneWhenSent = null;
      this.undoTask(task);
    }
  }

  /** Only the service knows which rows have the same name and which of them contradict: from this row on, they are read again. */
  private async readAgain(task: Task): Promise<void> {
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
    if (alone && this.shown === shown && !this.isBeingUndone(alone.row)) this.window.replaceRow(alone.row);
    const isDecided = wasOpen && this.shown === shown && this.row !== undefined && !this.isOpen(this.row);
    if (!this.anyState && (this.shown === null || isDecided)) this.showNext();
    this.notifyListeners();
  }

  /** A row that was settled once is never charged again. */
  private markPaid(rowId: string): void {
    const row = this.window.findRow(rowId);
    if (row && !row.paid) this.window.replaceRow({ ...row, paid: true });
  }

  private handleRefusal(task: Task, error: unknown): void {
    this.tasksEnded += 1;
    task.state = 'refused';
    task.error = error;
    if (error instanceof ApiError && error.code === 'key_not_permitted') this.readOnly = true;
    this.agreement.settleTask(task.id, 0);
    this.forgetTask(task);
    // What was refused, or was as another person had decided before, needs no undoing.
    if (task.undoes?.task && task.undoes.task.batchId === null)
      return void this.refreshRow(task.row.source_row_id);
    this.refusals = [task, ...this.refusals];
    void this.refreshRow(task.row.source_row_id);
    void this.needs.readHistory(task.row.source_row_id).then(
      ([entry]) => {
        task.decidedBy = entry ?? null;
        this.notifyListeners();
      },
      () => {},
    );
  }

  private async refreshRow(rowId: string): Promise<void> {
    const read = await this.needs.readRow(rowId).catch(() => null);
    if (read) this.window.replaceRow(read.row);
    this.showOpen();
    this.notifyListeners();
  }

  private recordTask(task: Task): void {
    this.tasks = [task, ...this.tasks].slice(0, keptTasks);
  }

  private createTask(given: Pick<Task, 'row' | 'action' | 'rows'> & Partial<Task>): Task {
    return {
      id: createIdempotencyKey(),
      company: null,
      byHand: false,
      scope: thisRowOnly,
      price: 0,
      at: new Date(),
      undoes: null,
      reopens: false,
      state: 'waiting',
      batchId: null,
      rowsChanged: 0,
      leftOut: 0,
      undone: false,
      error: null,
      decidedBy: null,
      ...given,
    };
  }
}
