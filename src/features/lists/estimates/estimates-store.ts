import type { Knex } from 'knex';
import type { Condition, ListDefinition } from '../../../contract/lists/definitions.ts';
import type { DefinitionKind } from '../../../contract/lists/lists.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { EstimateRow } from './estimate-record.ts';

export interface NewEstimate {
  readonly kind: DefinitionKind;
  readonly definition: ListDefinition;
  readonly resolved: object;
  readonly rowCount: number;
  readonly totalKind: 'exact' | 'lower_bound';
  readonly unsupported: readonly Condition[];
  readonly weak: readonly Condition[];
  readonly memberIds: readonly string[];
  readonly now: Date;
  readonly expiresAt: Date;
}

const columns = [
  'estimate_id',
  'definition_kind',
  'definition',
  'resolved_definition',
  'row_count',
  'total_kind',
  'unsupported_conditions',
  'weak_conditions',
  'created_at',
  'expires_at',
] as const;

/** Estimates and their frozen members in Postgres. */
export class EstimatesStore {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  async insert(accountId: string, estimate: NewEstimate): Promise<EstimateRow> {
    const [row] = await this.#knex('list_estimates')
      .insert({
        account_id: accountId,
        definition_kind: estimate.kind,
        definition: JSON.stringify(estimate.definition),
        resolved_definition: JSON.stringify(estimate.resolved),
        row_count: estimate.rowCount,
        total_kind: estimate.totalKind,
        unsupported_conditions: JSON.stringify(estimate.unsupported),
        weak_conditions: JSON.stringify(estimate.weak),
        member_ids: [...estimate.memberIds],
        created_at: estimate.now,
        expires_at: estimate.expiresAt,
      })
      .returning<EstimateRow[]>([...columns]);
    if (!row) throw new Error('an inserted estimate was not returned');
    return row;
  }

  async find(accountId: string, estimateId: string, transaction?: Transaction): Promise<EstimateRow | null> {
    const row = await (transaction ?? this.#knex)('list_estimates')
      .where({ account_id: accountId, estimate_id: estimateId })
      .first<EstimateRow | undefined>(...columns);
    return row ?? null;
  }

  /** A page of members in the frozen order. @param from 0 for the first */
  async members(accountId: string, estimateId: string, from: number, limit: number): Promise<string[]> {
    const { rows } = await this.#knex.raw<{ rows: { ids: string[] }[] }>(
      'SELECT member_ids[?:?] AS ids FROM list_estimates WHERE account_id = ? AND estimate_id = ?',
      [from + 1, from + limit, accountId, estimateId],
    );
    return rows[0]?.ids ?? [];
  }

  /** For all accounts. @returns how many were removed */
  async removeExpiredBefore(moment: Date): Promise<number> {
    return this.#knex('list_estimates').where('expires_at', '<', moment).delete();
  }
}
