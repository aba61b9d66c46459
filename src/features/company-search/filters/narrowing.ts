import type { signals } from '../../../contract/company-search/answers.ts';
import type { Warning } from '../../../contract/envelope.ts';
import type { Clause } from '../../../search/clauses.ts';

export type Signal = (typeof signals)[number];

/** An order by a number in the index. All companies found must have it. */
export interface ValueOrder {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/** What another search adds to company search: conditions on jobs, permits or figures. */
export interface Narrowing<Detail = unknown> {
  /** The conditions, for cursors: a cursor is valid only for the same conditions. */
  readonly binding: object;
  /** Signals that the conditions use, for coverage warnings. */
  readonly signals: readonly Signal[];
  /** Replaces the order of the request. */
  readonly order?: ValueOrder;
  /** @param today day in Asia/Tokyo of the first page */
  findConditions(today: string): Promise<NarrowingConditions>;
  /** Which of the companies still fit according to Postgres, each with the details to show. */
  confirm(companyIds: readonly string[], today: string): Promise<ReadonlyMap<string, Detail>>;
}

export interface NarrowingConditions {
  readonly clauses: readonly Clause[];
  /** More companies fit than can be listed by id. Some are left out, and totals are lower bounds. */
  readonly truncated: boolean;
}

/**
 * How many companies a condition may list by id. The engine accepts 65,536 values (docs/traps.md#terms-in-one-query).
 */
export const maxNamedCompanies = 50_000;

export const truncatedConditionsWarning: Warning = {
  code: 'conditions_too_broad',
  message: `More companies meet the conditions than one search can cover. Only the newest ${maxNamedCompanies} of them are searched. Narrow the conditions.`,
  field: 'filters',
};
