import type { Knex } from 'knex';
import { deleteSome } from '../../../database/delete-some.ts';
import { requireRow } from '../../../database/rows.ts';
import { isUuid } from '../../../text/identifiers/uuid.ts';
import type { EstimateRow, NewEstimate } from './estimate-record.ts';

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
  constructor(private readonly knex: Knex) {}

  async insertEstimate(
    accountId: string,
    estimate: NewEstimate,
    connection: Knex = this.knex,
  ): Promise<EstimateRow> {
    const inserted = connection('list_estimates').insert({
      account_id: accountId,
      ...estimate,
      unsupported_conditions: JSON.stringify(estimate.unsupported_conditions),
      weak_conditions: JSON.stringify(estimate.weak_conditions),
    });
    return requireRow(inserted.returning<EstimateRow[]>([...columns]));
  }

  /** A malformed id is treated as unknown. */
  async findEstimate(
    accountId: string,
    estimateId: string,
    transaction: Knex = this.knex,
  ): Promise<EstimateRow | null> {
    if (!isUuid(estimateId)) return null;
    const found = transaction('list_estimates').where({ account_id: accountId, estimate_id: estimateId });
    return (await found.first<EstimateRow | undefined>(...columns)) ?? null;
  }

  /** A page of members in the frozen order. @param from 0 for the first */
  async listMembers(
    accountId: string,
    estimateId: string,
    from: number,
    limit: number,
    transaction: Knex = this.knex,
  ): Promise<string[]> {
    const { rows } = await transaction.raw<{ rows: { ids: string[] }[] }>(
      'SELECT member_ids[?:?] AS ids FROM list_estimates WHERE account_id = ? AND estimate_id = ?',
      [from + 1, from + limit, accountId, estimateId],
    );
    return rows[0]?.ids ?? [];
  }

  /** For all accounts. @returns how many were removed, at most `limit` */
  removeExpiredBefore(moment: Date, limit: number): Promise<number> {
    return deleteSome(
      this.knex,
      { table: 'list_estimates', where: 'expires_at < :moment', limit },
      { moment },
    );
  }
}
