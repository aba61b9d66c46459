import type { Warning } from '../../contract/envelope.ts';
import type { Clause } from '../../search/clauses.ts';
import type { Signal } from './coverage-warnings.ts';

/** Order by a number of the index, for companies that all have it. */
export interface ValueOrder {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/** What a search beside company search asks of companies: their jobs, permits or figures. */
export interface Narrowing<Detail = unknown> {
  /** What is asked, for cursors: a cursor of one question is not valid for another. */
  readonly binding: object;
  /** Signals that the conditions rest on, for coverage warnings. */
  readonly signals: readonly Signal[];
  /** In place of the request's order. */
  readonly order?: ValueOrder;
  /** @param today day in Asia/Tokyo on which a walk began */
  conditions(today: string): Promise<NarrowingConditions>;
  /** Of these companies those that fit as Postgres has them now, each with what the answer shows of it. */
  confirm(companyIds: readonly string[], today: string): Promise<ReadonlyMap<string, Detail>>;
}

export interface NarrowingConditions {
  readonly clauses: readonly Clause[];
  /** More companies fit than can be named: the conditions leave some out, and totals are lower bounds. */
  readonly truncated: boolean;
}

/**
 * Companies that conditions may name one by one: the engine takes 65,536 values in a condition
 * (docs/traps.md#terms-in-one-query).
 */
export const maxNamedCompanies = 50_000;

export const truncatedConditionsWarning: Warning = {
  code: 'conditions_too_broad',
  message: `More companies meet the conditions than one search can cover. Only the newest ${maxNamedCompanies} of them are searched. Narrow the conditions.`,
  field: 'filters',
};
