import type { Knex } from 'knex';
import { fetchRows, type PagePlace } from '../../../database/rows.ts';
import { noCompanyId } from '../records/decision.ts';
import type { SourceRecord, SourceRowRecord } from '../records/source-record.ts';

/** A row that a remembered choice settled. */
export interface RememberedRowRecord
  extends Pick<SourceRowRecord, 'source_row_id' | 'row_number' | 'file_row' | 'cells'>,
    Pick<SourceRecord, 'source_id' | 'mapping' | 'headers'> {
  readonly source_name: string | null;
  /** Under its current id; null for a marked row. */
  readonly company_id: string | null;
}

/** Whose rows, and for which names. */
export interface RememberedNames {
  readonly accountId: string;
  /** Under which choices for the names are stored, in hexadecimal digits. */
  readonly nameKeys: readonly string[];
  /** Only rows on these companies; null: on any. */
  readonly companyIds: readonly string[] | null;
  /** A choice that does not count, as if it was forgotten; null: all count. */
  readonly without: string | null;
}

const currentId = `CASE WHEN r.decision IS NULL
    THEN coalesce((SELECT a.company_id FROM company_aliases a WHERE a.alias_id = r.company_id), r.company_id)
    ELSE '${noCompanyId}' END`;

/** A row `r` that a choice settled or marked, and nobody decided about since. */
const isRemembered = `r.resolve_status IN ('matched', 'not_found') AND r.reason = 'remembered'`;

/** What a row `r` has, and what a choice `o`, whose company has the other id `b`, gives if it is in force: a company, or a mark. */
const whatRowHas = `concat_ws(' ', ${currentId}, r.decision)`;
const whatChoiceGives = `concat_ws(' ', coalesce(b.company_id, o.company_id), o.mark)`;
const isInForce = 'o.always AND o.enabled';

/**
 * Whether choices for the names settled or marked a row `r`, nobody decided about it since, and none gives it its company, or its mark,
 * any more. A row has the first half of the key of its name. The choices are read once, into a hash, whatever the planner knows:
 * of choices that were just written it expects one, takes any index of the account, and reads all of them for each row.
 */
export const hasNoChoice = `r.same_name_key = ANY (
    ARRAY(SELECT substring(decode(k, 'hex') FROM 1 FOR 16) FROM unnest(CAST(:nameKeys AS text[])) AS k))
  AND ${isRemembered}
  AND (CAST(:companyIds AS text[]) IS NULL OR ${currentId} IN (
    SELECT coalesce(a.company_id, c) FROM unnest(CAST(:companyIds AS text[])) AS c
      LEFT JOIN company_aliases a ON a.alias_id = c))
  AND encode(r.same_name_key, 'hex') || ' ' || ${whatRowHas} NOT IN (SELECT given FROM unnest(ARRAY(
    SELECT encode(substring(o.name_key FROM 1 FOR 16), 'hex') || ' ' || ${whatChoiceGives}
    FROM source_choices o LEFT JOIN company_aliases b ON b.alias_id = o.company_id
    WHERE o.account_id = :accountId AND ${isInForce} AND o.choice_id IS DISTINCT FROM CAST(:without AS uuid)
      AND (o.name_key IN (SELECT decode(k, 'hex') FROM unnest(CAST(:nameKeys AS text[])) AS k)) IS TRUE)) AS given)`;

/** What the statement is given. */
export function bindingsOf({ accountId, nameKeys, companyIds, without }: RememberedNames) {
  return { accountId, nameKeys: [...nameKeys], companyIds: companyIds && [...companyIds], without };
}

/** Rows that remembered choices settled, in all sources of an account. */
export class RememberedRowsStore {
  constructor(private readonly knex: Knex) {}

  /** In the order of their ids. */
  list(scope: RememberedNames, place: PagePlace, connection = this.knex): Promise<RememberedRowRecord[]> {
    const listed = this.#rows(scope, connection)
      .leftJoin('company_aliases as current', 'current.alias_id', 'r.company_id')
      .select(
        'r.source_id',
        'source_row_id',
        'row_number',
        'file_row',
        'cells',
        'headers',
        'mapping',
        connection.raw('coalesce(s.name, s.original_filename) AS source_name'),
        connection.raw('coalesce(current.company_id, r.company_id) AS company_id'),
      );
    return fetchRows<RememberedRowRecord>(listed, 'source_row_id', 'asc', place);
  }

  async count(scope: RememberedNames, connection = this.knex): Promise<number> {
    const [counted] = await this.#rows(scope, connection).count<{ count: string }[]>('* as count');
    return Number(counted?.count ?? 0);
  }

  /** How many rows `list` has for each of these choices, without it; choices without rows are absent. */
  async countByChoice(accountId: string, choiceIds: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await this.knex.raw<{ rows: { choice_id: string; rows: number }[] }>(
      `SELECT c.choice_id, count(*)::int AS rows FROM source_choices c
         JOIN sources s ON s.account_id = c.account_id
         JOIN source_rows r ON r.source_id = s.source_id AND r.same_name_key = substring(c.name_key FROM 1 FOR 16)
       WHERE c.account_id = :accountId AND c.choice_id = ANY (CAST(:choiceIds AS uuid[]))
         AND ${isRemembered}
         AND NOT EXISTS (SELECT FROM source_choices o LEFT JOIN company_aliases b ON b.alias_id = o.company_id
           WHERE o.account_id = c.account_id AND o.name_key = c.name_key AND o.choice_id <> c.choice_id
             AND ${isInForce} AND ${whatChoiceGives} = ${whatRowHas})
       GROUP BY c.choice_id`,
      { accountId, choiceIds: [...choiceIds] },
    );
    return new Map(rows.map(({ choice_id, rows: count }) => [choice_id, count]));
  }

  /** The sources with such rows, in the order of their ids. */
  async sourceIds(scope: RememberedNames, connection: Knex): Promise<string[]> {
    const found = this.#rows(scope, connection).distinct('s.source_id').orderBy('s.source_id');
    return (await found).map(({ source_id }) => source_id);
  }

  #rows(names: RememberedNames, connection: Knex) {
    return connection('sources as s')
      .join('source_rows as r', 'r.source_id', 's.source_id')
      .where({ 's.account_id': names.accountId })
      .whereRaw(hasNoChoice, bindingsOf(names));
  }
}
