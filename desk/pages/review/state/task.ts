import { prices } from '../../../../client/index.ts';
import { createIdempotencyKey } from '../../../api.ts';
import type { Choice, Decision, HistoryEntry, Row } from './review-api.ts';

export type Action = Decision['action'] | 'undo';

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
  /** Whether the history that is shown was read after its answer. */
  isListed: boolean;
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

export const thisRowOnly: Scope = { same: false, always: false };

export function createTask(given: Pick<Task, 'row' | 'action' | 'rows'> & Partial<Task>): Task {
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
    isListed: false,
    error: null,
    decidedBy: null,
    ...given,
  };
}

/** What is sent for a task that decides about a row. */
export function toDecision({ row, action, company, scope, reopens, price }: Task): Decision {
  return {
    rowId: row.source_row_id,
    mappingVersion: row.mapping_version,
    shownDecision: row.decision,
    action: action as Decision['action'],
    ...(company && { companyId: company.company_id }),
    same: scope.same,
    always: scope.always,
    reopens,
    maxCredits: price,
  };
}

const takingBack: ReadonlySet<Action> = new Set(['undo', 'reopen', 'take_back']);

/** Whether it only takes back what was decided before. */
export function takesBack({ action }: Task): boolean {
  return takingBack.has(action);
}

/** Whether the row is open again as soon as a task that waits has its answer. */
export function isBeingUndone(tasks: readonly Task[], { source_row_id }: Row): boolean {
  return tasks.some(
    (task) =>
      task.state === 'waiting' &&
      takesBack(task) &&
      [task.row, ...(task.undoes?.task?.rows ?? [])].some((row) => row.source_row_id === source_row_id),
  );
}

/** A row as it was before a task, except that what was paid stays so. */
export function restoreRow({ action, state }: Task, row: Row): Row {
  return { ...row, paid: row.paid || (action === 'choose' && state === 'done') };
}

/** What choosing a company for the row costs, in basic credits. */
export function getPrice(row: Row, scope: Scope): number {
  if (scope.same) return row.same_name_rows_credits;
  if (row.paid) return 0;
  return prices.matchedRow.credits;
}
