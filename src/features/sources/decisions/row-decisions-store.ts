import type { Knex } from 'knex';
import type { Transaction } from '../../../database/transaction.ts';
import {
  type CheckedDecision,
  type DecidedRows,
  type DecisionBatch,
  judgedActions,
  type NamedRow,
} from '../records/decision.ts';
import { isUndecided, ownSource } from '../records/row-conditions.ts';
import type { SourceScope } from '../records/source-record.ts';
import { givenDecisions, writeDecisions } from './decisions-store.ts';
import { bindingsOf, hasNoChoice, type RememberedNames } from './remembered-rows-store.ts';

/** The index of `same_key` has only rows that are not matched, or decided; the index of companies has the others. */
const sayingTheSame = `CROSS JOIN LATERAL (
      SELECT * FROM source_rows m WHERE g.action = 'reopen' AND m.source_id = n.source_id
        AND m.resolve_status = 'matched' AND m.company_id = n.company_id AND m.same_key = n.same_key
      UNION ALL
      SELECT * FROM source_rows m WHERE g.action <> 'reopen' AND m.source_id = n.source_id
        AND m.same_key = n.same_key AND (m.resolve_status <> 'matched' OR m.decision IS NOT NULL)) AS r`;
const namedTheSame = 'JOIN source_rows r ON r.source_id = n.source_id AND r.same_name_key = n.same_name_key';

/** Rows like the row `n` that a decision `g` names: rows `r` in a state in which the decision makes sense for them. */
function alike(by: 'same_key' | 'same_name_key'): string {
  return `given g
    JOIN source_rows n ON n.source_id = ${ownSource} AND n.source_row_id = g.row_id
    ${by === 'same_key' ? sayingTheSame : namedTheSame}
  WHERE g.apply_to = '${by === 'same_key' ? 'same' : 'same_name'}' AND r.mapping_version = n.mapping_version
    AND NOT EXISTS (SELECT FROM jsonb_array_elements_text(CAST(:namedRows AS jsonb)) AS x
      WHERE x::uuid = r.source_row_id)
    AND CASE g.action WHEN 'reopen' THEN r.resolve_status = 'matched' AND r.company_id = n.company_id
      WHEN 'take_back' THEN r.decision IS NOT DISTINCT FROM n.decision
        AND (r.decision IS NOT NULL OR r.skipped_at IS NOT NULL)
      ELSE ${isUndecided} END`;
}

/** Whether nothing in a row with the same name contradicts the decision. */
const fits = `(g.action NOT IN (${judgedActions.map((action) => `'${action}'`).join(', ')})
  OR (g.place, encode(r.same_key, 'hex')) IN (
    SELECT f.place, f.key FROM jsonb_to_recordset(CAST(:fitting AS jsonb)) AS f (place integer, key text)))`;

/** The rows that are named, and those like them. A row that is named is decided by its own decision. */
const namedAndAlike = `
  SELECT place, row_id AS source_row_id, company_id, row_id AS shown_row FROM given WHERE own
  UNION ALL
  SELECT g.place, r.source_row_id, g.company_id, g.row_id FROM ${alike('same_key')}
  UNION ALL
  SELECT g.place, r.source_row_id, g.company_id, g.row_id FROM ${alike('same_name_key')} AND ${fits}`;

/** What a call says about other rows than those that it names. */
export interface OtherRows {
  /** Ids of all rows that the call names. */
  readonly named: readonly string[];
  /** `same_key` of rows with the same name that do not contradict the decision at this place. */
  readonly fitting: readonly { readonly place: number; readonly key: string }[];
}

/** Rows with one name that say the same. */
export interface RowsOfName {
  /** Their `same_key`, in hexadecimal digits. */
  readonly key: string;
  readonly cells: readonly (string | null)[];
  readonly candidate: boolean | null;
}

function bindOthers({ named, fitting }: OtherRows) {
  return { namedRows: JSON.stringify(named), fitting: JSON.stringify(fitting) };
}

/** Changes rows by decisions of people. The source must be locked, and its account is checked by every statement. */
export class RowDecisionsStore {
  constructor(private readonly knex: Knex) {}

  /** The time is read after the source was locked, so that times ascend in the order of the decisions. */
  async begin(
    { accountId, sourceId }: SourceScope,
    by: Pick<DecisionBatch, 'madeBy' | 'keyId'>,
    transaction: Transaction,
  ): Promise<DecisionBatch> {
    const { rows } = await transaction.raw<{ rows: { id: string; at: string }[] }>(
      `SELECT uuidv7() AS id, clock_timestamp()::text AS at WHERE EXISTS ${ownSource}`,
      { accountId, sourceId },
    );
    const [row] = rows;
    if (!row) throw new Error('decisions begin after their source was locked');
    return { ...by, batchId: row.id, decidedAt: row.at };
  }

  /** @param namePlace the column of the name; null without one */
  async namedRows(
    { accountId, sourceId }: SourceScope,
    given: { readonly ids: readonly string[]; readonly numbers: readonly number[] },
    namePlace: number | null,
    transaction: Transaction,
  ): Promise<NamedRow[]> {
    const { rows } = await transaction.raw<{ rows: NamedRow[] }>(
      `SELECT r.source_row_id, r.row_number, r.resolve_status, r.decision, r.company_id,
         coalesce(a.company_id, r.company_id) AS canonical_id, encode(r.same_key, 'hex') AS same_key,
         encode(r.same_name_key, 'hex') AS same_name_key, r.skipped_at IS NOT NULL AS skipped, r.mapping_version,
         r.cells[CAST(:nameAt AS integer)] AS name
       FROM source_rows r LEFT JOIN company_aliases a ON a.alias_id = r.company_id
       WHERE r.source_id = ${ownSource} AND r.source_row_id IN (
         SELECT unnest(CAST(:ids AS uuid[]))
         UNION ALL SELECT n.source_row_id FROM source_rows n
           WHERE cardinality(CAST(:numbers AS integer[])) > 0 AND n.source_id = :sourceId
             AND n.row_number = ANY (CAST(:numbers AS integer[])))`,
      {
        accountId,
        sourceId,
        ids: [...given.ids],
        numbers: [...given.numbers],
        nameAt: namePlace === null ? 0 : namePlace + 1,
      },
    );
    return rows;
  }

  /**
   * Applies decisions, which were checked against the rows.
   * @param others all rows that decisions of the call name, and which rows with the same name do not contradict
   */
  async apply(
    scope: SourceScope,
    batch: DecisionBatch,
    decisions: readonly CheckedDecision[],
    others: OtherRows,
    transaction: Transaction,
  ): Promise<DecidedRows[]> {
    if (decisions.length === 0) return [];
    const written = { decisions, targets: namedAndAlike, bindings: bindOthers(others) };
    return writeDecisions(scope, batch, written, transaction);
  }

  /** By place of the decision, how many open rows with the same name contradict it. */
  async leftOut(
    { accountId, sourceId }: SourceScope,
    decisions: readonly CheckedDecision[],
    others: OtherRows,
    transaction: Transaction,
  ): Promise<Map<number, number>> {
    const ofNames = decisions.filter(({ apply_to }) => apply_to === 'same_name');
    if (ofNames.length === 0) return new Map();
    const { rows } = await transaction.raw<{ rows: { place: number; rows: number }[] }>(
      `WITH ${givenDecisions} SELECT g.place, count(*)::int AS rows FROM ${alike('same_name_key')} AND NOT ${fits}
       GROUP BY g.place`,
      { accountId, sourceId, decisions: JSON.stringify(ofNames), ...bindOthers(others) },
    );
    return new Map(rows.map((each) => [each.place, each.rows]));
  }

  /**
   * The open rows with a name that no person decided, each of those that say the same once, for the given columns.
   * @param nameKey in hexadecimal digits
   * @param places of the cells, from 0
   * @param candidate whether the rows have this company among their candidates
   */
  async sameNames(
    { accountId, sourceId }: SourceScope,
    { nameKey, mappingVersion }: { readonly nameKey: string; readonly mappingVersion: number },
    places: readonly number[],
    candidate: string | null,
  ): Promise<RowsOfName[]> {
    const cells = places.map((place) => `r.cells[${Number(place) + 1}]`).join(', ');
    const { rows } = await this.knex.raw<{ rows: RowsOfName[] }>(
      `SELECT DISTINCT ON (r.same_key) encode(r.same_key, 'hex') AS key, CAST(ARRAY[${cells}] AS text[]) AS cells,
         r.candidates @> jsonb_build_array(jsonb_build_object('company_id', CAST(:candidate AS text))) AS candidate
       FROM source_rows r WHERE r.source_id = ${ownSource} AND r.same_name_key = decode(:nameKey, 'hex')
         AND r.mapping_version = :mappingVersion AND ${isUndecided} ORDER BY r.same_key`,
      { accountId, sourceId, nameKey, mappingVersion, candidate },
    );
    return rows;
  }

  /** Reopens the rows that choices for names settled, and to which none gives their company any more. */
  async reopenRemembered(
    scope: SourceScope,
    batch: DecisionBatch,
    names: RememberedNames,
    transaction: Transaction,
  ): Promise<DecidedRows[]> {
    const remembered = `SELECT CASE WHEN r.decision IS NULL THEN 0 ELSE 1 END AS place, r.source_row_id, CAST(NULL AS text) AS company_id, CAST(NULL AS uuid) AS shown_row
      FROM source_rows r WHERE r.source_id = ${ownSource} AND ${hasNoChoice}`;
    const reopened = [
      { place: 0, action: 'reopen' },
      { place: 1, action: 'take_back' },
    ] as const;
    const written = { decisions: reopened, targets: remembered, bindings: bindingsOf(names) };
    return writeDecisions(scope, batch, written, transaction);
  }
}
