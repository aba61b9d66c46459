import { ApiError } from '../../../api.ts';
import type { CallToUndo } from '../../../parts/undo/call-to-undo.ts';
import type { Agreement } from './agreement.ts';
import { tryCall } from './attempts.ts';
import { listCalls } from './decided-calls.ts';
import { Outbox } from './outbox.ts';
import type { Choice, DecisionResult, HistoryEntry, Mark, Row } from './review-api.ts';
import type { Numbered, Undoing, Undone } from './review-state.ts';
import { RowBrowser } from './row-browser.ts';
import type { StoreNeeds } from './store-needs.ts';
import { type Action, createTask, getPrice, restoreRow, type Task, takesBack, toDecision } from './task.ts';

/**
 * What a person decides in a review. It holds at once; it is sent in the background, and a refusal puts the row back with its reason.
 * The store outlives the page, so leaving the page loses nothing.
 */
export class ReviewStore extends RowBrowser {
  readonly outbox: Outbox<Task, DecisionResult>;
  /** Is to be undone, but only its answer says how many rows that takes back. */
  private undoneWhenSent: Task | null = null;

  constructor(
    needs: StoreNeeds,
    agreement: Agreement,
    mapped: { readonly name: string | undefined; readonly others: readonly string[] },
    /** The key under which decisions are made here. */
    private readonly keyId: string,
  ) {
    super(needs, agreement, mapped);
    this.outbox = new Outbox<Task, DecisionResult>({
      send: (task) => tryCall(() => this.sendTask(task)),
      onDone: (task, done) => this.handleDone(task, done),
      onRefused: (task, error) => this.handleRefusal(task, error),
      onChange: () => this.notifyListeners(),
      wait: needs.wait,
    });
  }

  chooseCompany(company: Choice, byHand: boolean): void {
    const { row } = this;
    if (!row || !this.isOpen(row)) return;
    const price = getPrice(row, this.scope);
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

  markRow(action: Mark): void {
    const { row } = this;
    if (row && this.isOpen(row)) this.decideRow(row, action, null, false, 0);
  }

  /** Leaves the row for later: it comes last, for everybody. */
  skipRow(): void {
    const { row } = this;
    if (!row || !this.isOpen(row)) return;
    this.skipped.add(row.source_row_id);
    const task = createTask({ row, action: 'skip', rows: [row] });
    this.recordTask(task);
    this.showNext();
    this.outbox.addTask(task);
  }

  private decideRow(row: Row, action: Action, company: Choice | null, byHand: boolean, price: number): void {
    const { scope } = this;
    const rows = scope.same ? this.findSameRows(row) : [row];
    const task = createTask({ row, action, company, byHand, scope, price, rows });
    this.agreement.reserveCredits(task.id, row.source_row_id, price);
    for (const { source_row_id } of rows) this.decided.set(source_row_id, task);
    this.skipped.delete(row.source_row_id);
    this.recordTask(task);
    this.showNext();
    // After the next row is shown, because a person waits for that.
    this.outbox.addTask(task);
  }

  /**
   * Takes back the last thing that was done here; after a reload, the last decision under this key.
   * @returns the row that it was about; `asks` if a person is asked first; null if there is nothing
   */
  async undoLast(): Promise<Undone | 'asks' | null> {
    const task = this.tasks.find(
      (each) => !takesBack(each) && !each.undone && (each.state === 'waiting' || each.state === 'done'),
    );
    if (task) {
      if (this.undoTask(task)) return { row_number: task.row.row_number, action: task.action };
      return 'asks';
    }
    // What was undone here is not undone again.
    const undone = new Set(
      this.tasks.flatMap(({ undoes }) => undoes?.batchId ?? undoes?.task?.batchId ?? []),
    );
    const last = listCalls(this.history).find(
      ({ key, made_by, can_undo, batch_id }) =>
        key?.key_id === this.keyId && made_by === 'decisions' && can_undo && !undone.has(batch_id),
    );
    if (!last) return null;
    if (await this.undoEntry(last)) return last;
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

  /** Asks before several rows are taken back, or something that is remembered. @returns whether it was done without asking */
  private async askAbout(readCall: () => Promise<CallToUndo>, row: Numbered, run: Undoing): Promise<boolean> {
    let done = false;
    await this.readOrReport(async () => {
      const call = await readCall();
      done = call.rows < 2 && call.settled.total_rows === 0 && !call.switchesOff && !call.isRemembered;
      if (done) return run(false);
      this.undoing = { call, row, run };
      this.notifyListeners();
    });
    return done;
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
    if (this.window.findPlace(rowId) < 0) this.window.prependRow(restoreRow(task, task.row));
    this.showRow(rowId);
  }

  /** Takes the decision about a row back, whoever made it. */
  takeBack(row: Row): void {
    const task = this.decided.get(row.source_row_id);
    if (task) {
      this.undoTask(task);
      return;
    }
    const action = row.resolve_status === 'matched' ? 'reopen' : 'take_back';
    // What was decided may be remembered.
    void this.askAbout(
      () => this.needs.readReopening(row),
      row,
      (reopens) => this.sendTakingBack(row, action, reopens),
    );
  }

  private sendTakingBack(row: Row, action: 'reopen' | 'take_back', reopens: boolean): void {
    const taken = createTask({ row, action, rows: [], reopens });
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
    const task = createTask({ row, action: 'undo', rows: [], undoes, reopens });
    this.recordTask(task);
    this.outbox.addTask(task);
  }

  private sendTask(task: Task): Promise<DecisionResult> {
    const { undoes } = task;
    if (!undoes) return this.needs.decide(task.id, toDecision(task));
    const batchId = undoes.batchId ?? undoes.task?.batchId ?? null;
    if (batchId === null) return Promise.reject(new Error('The call changed nothing.'));
    return this.needs.undo(task.id, batchId, task.reopens);
  }

  private handleDone(task: Task, done: DecisionResult): void {
    this.tasksEnded += 1;
    task.state = 'done';
    task.batchId = done.batchId;
    task.rowsChanged = done.rowsChanged;
    task.leftOut = done.leftOut;
    if (done.settledBefore > 0) this.settledBefore = { row: task.row, rows: done.settledBefore };
    this.setOpenRows(done.openRows);
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
}
