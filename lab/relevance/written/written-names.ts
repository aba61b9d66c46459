import type { RowReason } from '../../../src/contract/sources/row-reasons.ts';
import type { WrittenClass } from './written-class.ts';

/** A name that somebody wrote, with the company that was meant. */
export interface WrittenName {
  readonly text: string;
  /** Null if the company is not in the database. */
  readonly class: WrittenClass | null;
  /** The rule that made a fictional name; null for a name of a file. */
  readonly form: string | null;
  /** Companies that are right: the one meant and its registered successors, or all that are meant. */
  readonly right: readonly string[];
  /** False if the name does not say which company is meant, so that nobody may be settled on. */
  readonly settles: boolean;
}

/** A name that people use for a listed company. */
export interface EverydayName {
  readonly text: string;
  readonly right: readonly string[];
}

/** What was answered. Companies in the order of the answer. */
export interface WrittenAnswer {
  readonly settledOn: string | null;
  /** Empty if the name settled. */
  readonly candidates: readonly string[];
  readonly suggestions: readonly string[];
  /** Why it settled, or not. */
  readonly reason: RowReason;
}
