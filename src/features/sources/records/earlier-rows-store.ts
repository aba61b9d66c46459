import type { Knex } from 'knex';
import type { RowDecision } from '../../../contract/sources/sources.ts';
import { rejectedIds } from './row-conditions.ts';
import type { SourceRecord, SourceRowRecord } from './source-record.ts';

/** A row from which a row of a later table comes. */
export interface EarlierRow extends Pick<SourceRowRecord, 'source_row_id' | 'cells'> {
  readonly source_id: string;
  /** What a person decided; null for what a remembered choice marked, too. */
  readonly decision: RowDecision | null;
  /** Under its current id. */
  readonly company_id: string | null;
  /** The companies that people took back for it, under their current ids. */
  readonly rejected: readonly string[];
}

export interface EarlierTable extends Pick<SourceRecord, 'source_id' | 'headers'> {
  readonly name: string | null;
}

/** Rows of all sources of an account, by the ids that came back in a file. Those of other accounts are not found. */
export class EarlierRowsStore {
  constructor(private readonly knex: Knex) {}

  async findRows(
    accountId: string,
    named: readonly { readonly sourceId: string; readonly rowId: string }[],
  ): Promise<EarlierRow[]> {
    const { rows } = await this.knex.raw<{ rows: EarlierRow[] }>(
      `SELECT r.source_id, r.source_row_id, r.cells, coalesce(a.company_id, r.company_id) AS company_id,
         CASE WHEN r.reason IS DISTINCT FROM 'remembered' THEN r.decision END AS decision,
         ${rejectedIds} AS rejected
       FROM unnest(CAST(:sourceIds AS uuid[]), CAST(:rowIds AS uuid[])) AS named (source_id, source_row_id)
         JOIN sources s ON s.source_id = named.source_id AND s.account_id = :accountId
         JOIN source_rows r ON r.source_id = named.source_id AND r.source_row_id = named.source_row_id
         LEFT JOIN company_aliases a ON a.alias_id = r.company_id`,
      {
        accountId,
        sourceIds: named.map(({ sourceId }) => sourceId),
        rowIds: named.map(({ rowId }) => rowId),
      },
    );
    return rows;
  }

  async findTables(accountId: string, sourceIds: readonly string[]): Promise<EarlierTable[]> {
    return this.knex('sources')
      .where({ account_id: accountId })
      .whereIn('source_id', [...sourceIds])
      .select<EarlierTable[]>(
        'source_id',
        'headers',
        this.knex.raw('coalesce(name, original_filename) AS name'),
      );
  }
}
