import { knownFields, queryInteger, queryText } from './fields.ts';

/** `GET /changes`. */
export const changesQuery = knownFields({
  since: queryText.min(1, 'must not be empty').max(200, 'must have at most 200 characters').optional(),
  limit: queryInteger({ min: 1, max: 1000 }).default(100),
});
export type ChangesQuery = {
  readonly since?: string | undefined;
  readonly limit: number;
};

/** What happened to a company. */
export interface CompanyChangeView {
  readonly company_id: string;
  /** `renumbered`: the record was joined to another, and its id is an alias now. */
  readonly change: 'added' | 'changed' | 'closed' | 'merged' | 'removed' | 'renumbered';
  /** What changed; empty for a company that was added. */
  readonly fields: readonly string[];
  /** Grows with every change of the company. */
  readonly version: number;
  readonly changed_at: string;
  /** Under which id the company goes on today: its successor's after a merger, its own after a renumbering. */
  readonly superseded_by: string | null;
}

export interface ChangesAnswer {
  readonly ok: true;
  readonly items: readonly CompanyChangeView[];
  readonly meta: {
    readonly limit: number;
    readonly returned: number;
    readonly has_more: boolean;
    /** Where to go on; always there, also when nothing is left for now. */
    readonly next_cursor: string;
  };
}
