import type { Knex } from 'knex';
import { maxSuggestions } from '../../../contract/company-resolve/suggestions.ts';
import type { SourceCandidate } from '../../../contract/sources/answers.ts';
import { maxCandidatesSeen } from '../../../contract/sources/decisions.ts';
import type { RowStatus } from '../../../contract/sources/sources.ts';
import type { Transaction } from '../../../database/transaction.ts';
import {
  type CheckedDecision,
  type DecidedRows,
  type DecisionBatch,
  judgedActions,
  type NamedRow,
} from '../records/decision.ts';
import { andRestoring, hasSettled, reachesAccount } from '../records/source-choices-store.ts';
import type { SourceRowRecord, SourceScope } from '../records/source-record.ts';
import { bindingsOf, hasNoChoice, type RememberedNames } from './remembered-rows-store.ts';

/** The source of a scope, which is locked. */
const ownSource = '(SELECT source_id FROM sources WHERE account_id = :accountId AND source_id = :sourceId)';

/** The companies that people took back for a row, under their current ids. */
export const rejectedIds = `CASE WHEN r.rejected_company_ids = '{}' THEN CAST('{}' AS text[])
  ELSE ARRAY(SELECT CAST(coalesce(a.company_id, x) AS text) FROM unnest(r.rejected_company_ids) AS x
    LEFT JOIN company_aliases a ON a.alias_id = x) END`;

/** Rows that a decision about rows that say the same, or with the same reason, may change. */
export const isUndecided = `r.resolve_status <> 'matched' AND r.decision IS NULL`;

const givenDecisions = `given AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset(CAST(:decisions AS jsonb)) AS g (place integer, row_id uuid, action text,
      company_id text, candidate jsonb, own boolean, apply_to text, why text, name_key text))`;

/** The first companies of a list of a row, as JSON. */
function shownOf(list: 'candidates' | 'suggestions', most: number, more: string): string {
  return `(SELECT coalesce(jsonb_agg(jsonb_build_object('company_id', c.value -> 'company_id',
      'display_name', left(c.value ->> 'display_name', 200), ${more}) ORDER BY c.place), '[]')
    FROM jsonb_path_query(r.${list}, '$[0 to ${most - 1}]') WITH ORDINALITY AS c (value, place))`;
}

/** The companies that a row `r` showed before the decision. Bounded, because a call can decide about 50,000 rows. */
const companiesShown = `jsonb_build_object(
  'candidates', ${shownOf('candidates', maxCandidatesSeen, `'rule', c.value #> '{matched_by,0,rule}'`)},
  'more_candidates', greatest(jsonb_array_length(r.candidates) - ${maxCandidatesSeen}, 0),
  'suggestions', ${shownOf('suggestions', maxSuggestions, `'reason', c.value -> 'reason'`)})`;

/** What the person had before them when a row `r` was decided. Nobody looks at each row to undo a call. */
const seen = `CASE WHEN p.shown_row IS NOT NULL THEN jsonb_build_object('source_row_id', p.shown_row, 'reason', r.reason,
  -- The name that another mapping reads was not shown.
  'name', left(r.cells[(SELECT array_position(headers, mapping #>> '{columns,name}') FROM sources
    WHERE source_id = ${ownSource} AND mapping_version = r.mapping_version)], 500)) || coalesce(s.companies, ${companiesShown}) END`;

/**
 * Applies decisions to rows and writes their history in one statement, for one row or 50,000. What becomes of a row is
 * said in `planned`. `given` has the decisions, `targets` the rows of each, with the row that the person had before them.
 */
function applying(targets: string): string {
  return `
  ${givenDecisions},
  targets AS (${targets}),
  planned AS MATERIALIZED (
    SELECT g.place, r.source_row_id, t.shown_row, g.action, g.why, g.name_key, r.resolve_status AS before_status,
      r.company_id AS before_company_id, r.decision AS before_decision,
      CASE g.action WHEN 'choose' THEN 'matched' WHEN 'reopen' THEN coalesce(r.undecided_status, 'multiple_candidates')
        WHEN 'take_back' THEN coalesce(r.undecided_status, r.resolve_status) WHEN 'skip' THEN r.resolve_status
        ELSE 'not_found' END AS after_status,
      CASE g.action WHEN 'choose' THEN t.company_id END AS after_company_id,
      CASE g.action WHEN 'choose' THEN 'chosen' WHEN 'none_of_these' THEN g.action WHEN 'not_a_company' THEN g.action
        END AS after_decision,
      -- A company that was taken back without having been paid had settled the row free of charge.
      g.action = 'choose' AND NOT r.paid AND t.company_id <> ALL (${rejectedIds}) AS charged,
      g.action = 'choose' AND NOT r.candidates @> jsonb_build_array(jsonb_build_object('company_id', t.company_id))
        AS by_hand
    FROM targets t JOIN given g USING (place) JOIN source_rows r ON r.source_row_id = t.source_row_id
    WHERE r.source_id = ${ownSource}),
  -- Once for all rows that are decided with the same one; so few that any plan is quick.
  shown AS MATERIALIZED (
    SELECT r.source_row_id, ${companiesShown} AS companies FROM source_rows r
    WHERE r.source_id = ${ownSource} AND r.source_row_id IN (SELECT shown_row FROM targets WHERE shown_row <> source_row_id)),
  -- A choice that a person takes back is not remembered any longer. One that was edited has a key, but no batch.
  forgotten AS (
    DELETE FROM source_choices c USING planned p LEFT JOIN LATERAL (
      SELECT batch_id, name_key FROM source_decisions d
      WHERE d.source_id = :sourceId AND d.source_row_id = p.source_row_id AND p.before_decision = 'chosen'
      ORDER BY decision_id DESC LIMIT 1) last ON true
    WHERE p.action = 'reopen' AND ${reachesAccount} AND c.account_id = :accountId AND c.company_id = p.before_company_id
      AND c.name_key = coalesce(last.name_key, decode(p.name_key, 'hex'))
      AND CASE WHEN c.batch_id IS NULL THEN p.before_decision = 'chosen' AND last.batch_id IS NULL AND c.key_id IS NULL
        ELSE c.source_row_id = p.source_row_id OR p.before_decision = 'chosen' AND c.batch_id = last.batch_id END
    ${andRestoring}),
  changed AS (
    UPDATE source_rows r SET resolve_status = p.after_status, company_id = p.after_company_id,
      settled_by = CASE WHEN p.action = 'choose' THEN CASE WHEN p.by_hand THEN 'person' ELSE 'select' END END,
      candidates = CASE WHEN p.by_hand THEN r.candidates || g.candidate
        WHEN p.action = 'reopen' AND r.settled_by = 'person' THEN (
          SELECT coalesce(jsonb_agg(c.value ORDER BY c.place), '[]')
          FROM jsonb_array_elements(r.candidates) WITH ORDINALITY AS c (value, place)
          WHERE NOT c.value -> 'matched_by' @> '[{"stage": "chosen_by_hand"}]')
        ELSE r.candidates END,
      paid = r.paid OR p.charged, decision = p.after_decision, decided_at = CAST(:decidedAt AS timestamptz),
      undecided_status = CASE WHEN p.after_decision IS NOT NULL
        THEN coalesce(r.undecided_status, r.resolve_status) END,
      undecided_reason = CASE WHEN p.after_decision IS NULL THEN NULL
        WHEN r.decision IS NULL THEN r.reason ELSE r.undecided_reason END,
      reason = CASE WHEN p.action = 'choose' THEN 'chosen' WHEN p.after_decision IS NOT NULL THEN p.action
        WHEN r.decision IS NOT NULL THEN r.undecided_reason WHEN p.action = 'reopen' THEN 'taken_back'
        ELSE r.reason END,
      skipped_at = CASE p.action WHEN 'skip' THEN CAST(:decidedAt AS timestamptz) END,
      skipped_by = CASE p.action WHEN 'skip' THEN CAST(:keyId AS uuid) END,
      rejected_company_ids = CASE p.action
        WHEN 'reopen' THEN array_remove(${rejectedIds}, CAST(r.company_id AS text)) || CAST(r.company_id AS text)
        WHEN 'choose' THEN array_remove(${rejectedIds}, p.after_company_id)
        ELSE r.rejected_company_ids END
    FROM planned p JOIN given g USING (place)
    WHERE r.source_id = ${ownSource} AND r.source_row_id = p.source_row_id),
  written AS (
    INSERT INTO source_decisions (source_id, source_row_id, batch_id, made_by, action, key_id, why, before_status,
      before_company_id, before_decision, after_status, after_company_id, after_decision, charged, name_key, decided_at,
      seen)
    SELECT :sourceId, p.source_row_id, CAST(:batchId AS uuid), :madeBy, p.action, CAST(:keyId AS uuid), p.why, p.before_status,
      p.before_company_id, p.before_decision, p.after_status, p.after_company_id, p.after_decision, p.charged,
      CASE p.action WHEN 'choose' THEN decode(p.name_key, 'hex') END, CAST(:decidedAt AS timestamptz), ${seen}
    FROM planned p JOIN source_rows r ON r.source_id = ${ownSource} AND r.source_row_id = p.source_row_id
      LEFT JOIN shown s ON s.source_row_id = p.shown_row
    ORDER BY p.source_row_id)
  SELECT place, before_status, after_status, count(*)::int AS rows, (count(*) FILTER (WHERE charged))::int AS charged,
    (count(*) FILTER (WHERE after_decision IN ('none_of_these', 'not_a_company'))
      - count(*) FILTER (WHERE before_decision IN ('none_of_these', 'not_a_company')))::int AS dismissed,
    (SELECT coalesce(json_agg(json_build_object('name_key', encode(name_key, 'hex'), 'company_id', company_id)), '[]')
      FROM forgotten WHERE ${hasSettled}) AS forgotten
  FROM planned GROUP BY place, before_status, after_status`;
}

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

/** The rows about which a call decided. */
const ofCall = `source_decisions d WHERE d.source_id = ${ownSource} AND d.batch_id = CAST(:undone AS uuid)`;
const hasDecided = `d.action IN ('choose', 'none_of_these', 'not_a_company', 'skip')`;

/** Those among them that were not decided again since, with the place of what undoes the decision. */
const stillOfCall = `
  SELECT CASE d.action WHEN 'choose' THEN 0 ELSE 1 END AS place, d.source_row_id, CAST(NULL AS text) AS company_id,
    CAST(NULL AS uuid) AS shown_row
  FROM ${ofCall} AND ${hasDecided} AND NOT EXISTS (SELECT FROM source_decisions later
    WHERE later.source_id = d.source_id AND later.source_row_id = d.source_row_id
      AND later.decision_id > d.decision_id)
    -- Resolving ends a skip.
    AND (d.action <> 'skip' OR EXISTS (SELECT FROM source_rows r
      WHERE r.source_id = d.source_id AND r.source_row_id = d.source_row_id AND r.skipped_at IS NOT NULL))`;

/** Rows with one candidate that no person took back, and that was found with the current mapping. */
const isSingle = `(jsonb_array_length(r.candidates) = 1
  AND r.mapping_version = (SELECT mapping_version FROM sources WHERE source_id = :sourceId)
  AND CAST(r.candidates -> 0 ->> 'company_id' AS text) <> ALL (${rejectedIds}))`;

/** Those of them whose candidate can be accepted unseen (`acceptable-rows.ts`). */
const isAcceptable = `(${isSingle} AND r.candidates -> 0 -> 'acceptable' = 'true')`;

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

function decisionBindings(decisions: readonly CheckedDecision[], { named, fitting }: OtherRows) {
  return {
    decisions: JSON.stringify(decisions),
    namedRows: JSON.stringify(named),
    fitting: JSON.stringify(fitting),
  };
}

/** The rows with a reason that can be accepted at once. */
export interface ReasonScope {
  readonly reason: string;
  readonly status: RowStatus;
}

/** How many rows are open for a reason. */
export interface ReasonCounts {
  /** Null for rows resolved before reasons were kept. */
  readonly reason: string | null;
  readonly resolve_status: RowStatus;
  readonly rows: number;
  /** Those that can be accepted at once. */
  readonly acceptable: number;
  /** Those of `acceptable` that were never charged. */
  readonly unpaid: number;
}

export interface ReasonSample
  extends Pick<ReasonCounts, 'reason' | 'resolve_status'>,
    Pick<SourceRowRecord, 'source_row_id' | 'row_number' | 'cells'> {
  /** The only candidate. */
  readonly candidate: SourceCandidate | null;
}

/** Changes rows by decisions of people. The source must be locked, and its account is checked by every statement. */
export class RowDecisionsStore {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

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
    const bindings = { ...scope, ...batch, ...decisionBindings(decisions, others) };
    const { rows } = await transaction.raw<{ rows: DecidedRows[] }>(
      `WITH ${applying(namedAndAlike)}`,
      bindings,
    );
    return rows;
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
      { accountId, sourceId, ...decisionBindings(ofNames, others) },
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
    const { rows } = await this.#knex.raw<{ rows: RowsOfName[] }>(
      `SELECT DISTINCT ON (r.same_key) encode(r.same_key, 'hex') AS key, CAST(ARRAY[${cells}] AS text[]) AS cells,
         r.candidates @> jsonb_build_array(jsonb_build_object('company_id', CAST(:candidate AS text))) AS candidate
       FROM source_rows r WHERE r.source_id = ${ownSource} AND r.same_name_key = decode(:nameKey, 'hex')
         AND r.mapping_version = :mappingVersion AND ${isUndecided} ORDER BY r.same_key`,
      { accountId, sourceId, nameKey, mappingVersion, candidate },
    );
    return rows;
  }

  /** Settles the rows with a reason on their only candidate. */
  async accept(
    scope: SourceScope,
    batch: DecisionBatch,
    { reason, status, why }: ReasonScope & { readonly why: string | null },
    transaction: Transaction,
  ): Promise<DecidedRows[]> {
    const accepted = `SELECT 0 AS place, r.source_row_id, CAST(r.candidates -> 0 ->> 'company_id' AS text) AS company_id,
        r.source_row_id AS shown_row
      FROM source_rows r WHERE r.source_id = ${ownSource} AND r.reason = :reason AND r.resolve_status = :status
        AND ${isUndecided} AND ${isAcceptable}`;
    const decisions = JSON.stringify([{ place: 0, action: 'choose', why }]);
    const { rows } = await transaction.raw<{ rows: DecidedRows[] }>(`WITH ${applying(accepted)}`, {
      ...scope,
      ...batch,
      decisions,
      reason,
      status,
    });
    return rows;
  }

  /** How many rows a call has decided, and how many it has reopened or taken back. */
  async countCall(
    { accountId, sourceId }: SourceScope,
    batchId: string,
    transaction: Transaction,
  ): Promise<{ decided: number; undid: number }> {
    const { rows } = await transaction.raw<{ rows: { decided: number; undid: number }[] }>(
      `SELECT (count(*) FILTER (WHERE ${hasDecided}))::int AS decided,
         (count(*) FILTER (WHERE NOT ${hasDecided}))::int AS undid FROM ${ofCall}`,
      { accountId, sourceId, undone: batchId },
    );
    return rows[0] ?? { decided: 0, undid: 0 };
  }

  /** Undoes what a call decided about rows that were not decided again since. */
  async undo(
    scope: SourceScope,
    batch: DecisionBatch,
    undone: string,
    why: string | null,
    transaction: Transaction,
  ): Promise<DecidedRows[]> {
    const decisions = JSON.stringify([
      { place: 0, action: 'reopen', why },
      { place: 1, action: 'take_back', why },
    ]);
    const { rows } = await transaction.raw<{ rows: DecidedRows[] }>(`WITH ${applying(stillOfCall)}`, {
      ...scope,
      ...batch,
      decisions,
      undone,
    });
    return rows;
  }

  /** Reopens the rows that choices for names settled, and to which none gives their company any more. */
  async reopenRemembered(
    scope: SourceScope,
    batch: DecisionBatch,
    names: RememberedNames,
    transaction: Transaction,
  ): Promise<DecidedRows[]> {
    const remembered = `SELECT 0 AS place, r.source_row_id, CAST(NULL AS text) AS company_id, CAST(NULL AS uuid) AS shown_row
      FROM source_rows r WHERE r.source_id = ${ownSource} AND ${hasNoChoice}`;
    const decisions = JSON.stringify([{ place: 0, action: 'reopen' }]);
    const { rows } = await transaction.raw<{ rows: DecidedRows[] }>(`WITH ${applying(remembered)}`, {
      ...scope,
      ...batch,
      decisions,
      ...bindingsOf(names),
    });
    return rows;
  }

  /** The reasons of open rows that no person decided, those with the most rows first. */
  async reasons({ accountId, sourceId }: SourceScope, transaction?: Transaction): Promise<ReasonCounts[]> {
    const { rows } = await (transaction ?? this.#knex).raw<{ rows: ReasonCounts[] }>(
      `SELECT reason, resolve_status, count(*)::int AS rows, (count(*) FILTER (WHERE acceptable))::int AS acceptable,
         (count(*) FILTER (WHERE acceptable AND NOT paid))::int AS unpaid
       FROM (SELECT r.reason, r.resolve_status, r.paid, ${isAcceptable} AS acceptable FROM source_rows r
         WHERE r.source_id = ${ownSource} AND r.resolve_status <> 'unresolved' AND ${isUndecided}) AS open
       GROUP BY reason, resolve_status ORDER BY count(*) DESC, reason, resolve_status`,
      { accountId, sourceId },
    );
    return rows;
  }

  /** The first rows of each reason, those that can be accepted first. */
  async samples({ accountId, sourceId }: SourceScope, perReason: number): Promise<ReasonSample[]> {
    const { rows } = await this.#knex.raw<{ rows: ReasonSample[] }>(
      `SELECT r.source_row_id, r.row_number, r.reason, r.resolve_status, r.cells,
         CASE WHEN single THEN r.candidates -> 0 END AS candidate
       FROM (SELECT r.source_row_id, ${isSingle} AS single, row_number() OVER (PARTITION BY r.reason, r.resolve_status
             ORDER BY ${isAcceptable} DESC, ${isSingle} DESC, r.source_row_id) AS place
           FROM source_rows r
           WHERE r.source_id = ${ownSource} AND r.resolve_status <> 'unresolved' AND ${isUndecided}) AS ranked
         JOIN source_rows r ON r.source_id = ${ownSource} AND r.source_row_id = ranked.source_row_id
       WHERE place <= :perReason ORDER BY r.source_row_id`,
      { accountId, sourceId, perReason },
    );
    return rows;
  }
}
