import { maxCandidatesSeen, maxSuggestions } from '../../../contract/limits.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { CheckedDecision, DecidedRows, DecisionBatch } from '../records/decision.ts';
import { decisionsOf, ownSource, rejectedIds } from '../records/row-conditions.ts';
import { andRestoring, hasSettled, reachesAccount } from '../records/source-choices-store.ts';
import type { SourceScope } from '../records/source-record.ts';
import { listEffects, type RowCondition, rowConditions } from './decision-effects.ts';

export const givenDecisions = `given AS MATERIALIZED (
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

/** A suggestion of the row `r` that is chosen, as `chosenCandidate` in `decision-checks.ts` makes a candidate of a company. */
const chosenSuggestion = `(SELECT s.value - CAST(ARRAY['name', 'reason', 'acceptable'] AS text[]) || jsonb_build_object(
      'superseded_by', NULL, 'named_as', NULL, 'previously_selected', false, 'matched_by', jsonb_build_array(
        jsonb_build_object('stage', 'chosen_by_hand', 'field', 'company_id', 'value', s.value -> 'company_id',
          'rule', 'chosen_by_hand', 'strength', 'exact')))
    FROM jsonb_array_elements(r.suggestions) AS s WHERE s.value ->> 'company_id' = p.after_company_id)`;

/** Whether a condition holds for the row `r` of a target `t` about which `g` decides. */
const conditions: Readonly<Record<RowCondition, string>> = {
  decided: 'r.decision IS NOT NULL',
  paid: 'r.paid',
  by_hand: `r.settled_by = 'person'`,
  candidate: `g.action = 'choose'
    AND r.candidates @> jsonb_build_array(jsonb_build_object('company_id', t.company_id))`,
  taken_back: `g.action = 'choose' AND t.company_id = ANY (${rejectedIds})`,
  call_undone: `:madeBy = 'undo'`,
};

/** As a key of `listEffects`. */
const effectKey = `concat_ws(' ', g.action, ${rowConditions
  .map((each) => `CASE WHEN ${conditions[each]} THEN '${each}' END`)
  .join(', ')})`;

/** A value of an effect: that of the row as it is now, that of the row while it was undecided, or itself. */
function pickValue(value: string, now: string, undecided: string): string {
  return `CASE ${value} WHEN 'now' THEN ${now} WHEN 'undecided' THEN ${undecided} ELSE ${value} END`;
}

const pickStatus = (value: string) => pickValue(value, 'r.resolve_status', 'r.undecided_status');
const pickReason = (value: string) => pickValue(value, 'r.reason', 'r.undecided_reason');

/**
 * Writes decisions into rows and into their history in one statement, for one row or 50,000. `given` has the decisions,
 * `effects` what each does to a row in each state, `targets` the rows of each, with the row that the person had before them.
 */
function buildStatement(targets: string): string {
  return `
  WITH ${givenDecisions},
  targets AS (${targets}),
  planned AS MATERIALIZED (
    SELECT g.place, r.source_row_id, t.shown_row, g.action, g.why, g.name_key, r.resolve_status AS before_status,
      r.company_id AS before_company_id, r.decision AS before_decision,
      ${pickStatus('e.status')} AS after_status,
      CASE e.company WHEN 'chosen' THEN t.company_id END AS after_company_id, e.decision AS after_decision,
      e.charged, e.settled_by, e.candidates, e.rejected, e.skipped,
      ${pickReason('e.reason')} AS after_reason,
      ${pickStatus('e.returns_to')} AS undecided_status,
      ${pickReason('e.returns_to')} AS undecided_reason
    FROM targets t JOIN given g USING (place) JOIN source_rows r ON r.source_row_id = t.source_row_id
      CROSS JOIN LATERAL jsonb_to_record(CAST(:effects AS jsonb) -> ${effectKey}) AS e (status text, company text,
        decision text, reason text, settled_by text, returns_to text, candidates text, rejected text, skipped boolean,
        charged boolean)
    WHERE r.source_id = ${ownSource}),
  -- Once for all rows that are decided with the same one; so few that any plan is quick.
  shown AS MATERIALIZED (
    SELECT r.source_row_id, ${companiesShown} AS companies FROM source_rows r
    WHERE r.source_id = ${ownSource} AND r.source_row_id IN (SELECT shown_row FROM targets WHERE shown_row <> source_row_id)),
  -- A choice that a person takes back is not remembered any longer. One that was edited has a key, but no batch. Two
  -- lookups by keys: in one condition, each row would be compared with all choices of the account.
  taken_back AS (
    SELECT m.choice_id FROM planned p JOIN source_choices m ON m.source_row_id = p.source_row_id
    WHERE p.action = 'take_back' AND m.account_id = :accountId AND m.mark IS NOT NULL AND m.batch_id IS NOT NULL
    UNION
    SELECT m.choice_id FROM (
        -- Rows that a choice settled have no name here: none of them may read the choices of the account.
        SELECT p.source_row_id, p.before_decision, p.before_company_id, last.batch_id AS last_batch, key_of_name
        FROM planned p LEFT JOIN LATERAL (
          SELECT batch_id, name_key FROM ${decisionsOf('p.source_row_id')} d WHERE p.before_decision = 'chosen'
          ORDER BY decision_id DESC LIMIT 1) last ON true,
          LATERAL (SELECT coalesce(last.name_key, decode(p.name_key, 'hex')) AS key_of_name) named
        WHERE p.action = 'reopen' AND key_of_name IS NOT NULL OFFSET 0) p
      JOIN source_choices m ON m.account_id = :accountId AND m.company_id = p.before_company_id
        AND m.name_key = p.key_of_name
    WHERE CASE WHEN m.batch_id IS NULL THEN p.before_decision = 'chosen' AND p.last_batch IS NULL AND m.key_id IS NULL
        ELSE m.source_row_id = p.source_row_id OR p.before_decision = 'chosen' AND m.batch_id = p.last_batch END),
  forgotten AS (
    DELETE FROM source_choices c USING taken_back t
    WHERE ${reachesAccount} AND c.account_id = :accountId AND c.choice_id = t.choice_id
    ${andRestoring}),
  changed AS (
    UPDATE source_rows r SET resolve_status = p.after_status, company_id = p.after_company_id, decision = p.after_decision,
      reason = p.after_reason, settled_by = p.settled_by, undecided_status = p.undecided_status,
      undecided_reason = p.undecided_reason, paid = r.paid OR p.charged, decided_at = CAST(:decidedAt AS timestamptz),
      candidates = CASE p.candidates WHEN 'with_chosen' THEN r.candidates || coalesce(g.candidate, ${chosenSuggestion})
        WHEN 'without_by_hand' THEN (
          SELECT coalesce(jsonb_agg(c.value ORDER BY c.place), '[]')
          FROM jsonb_array_elements(r.candidates) WITH ORDINALITY AS c (value, place)
          WHERE NOT c.value -> 'matched_by' @> '[{"stage": "chosen_by_hand"}]')
        WHEN 'with_own_last' THEN (
          SELECT coalesce(jsonb_agg(c.value ORDER BY c.value ->> 'company_id' = r.company_id, c.place), '[]')
          FROM jsonb_array_elements(r.candidates) WITH ORDINALITY AS c (value, place))
        ELSE r.candidates END,
      rejected_company_ids = CASE p.rejected
        WHEN 'with_own' THEN array_remove(${rejectedIds}, CAST(r.company_id AS text)) || CAST(r.company_id AS text)
        ELSE r.rejected_company_ids END,
      skipped_at = CASE WHEN p.skipped THEN CAST(:decidedAt AS timestamptz) END,
      skipped_by = CASE WHEN p.skipped THEN CAST(:keyId AS uuid) END
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

/** Decisions to be written. */
export interface DecisionsToWrite {
  /** Those about rows that `targets` finds by itself have no row. */
  readonly decisions: readonly (Pick<CheckedDecision, 'place' | 'action'> & Partial<CheckedDecision>)[];
  /** Selects the rows of each decision: place, source_row_id, company_id, shown_row. */
  readonly targets: string;
  /** What `targets` needs beside the scope. */
  readonly bindings: Readonly<Record<string, unknown>>;
}

/** Does to rows what `effectOf` says. The source must be locked. */
export async function writeDecisions(
  scope: SourceScope,
  batch: DecisionBatch,
  { decisions, targets, bindings }: DecisionsToWrite,
  transaction: Transaction,
): Promise<DecidedRows[]> {
  const { rows } = await transaction.raw<{ rows: DecidedRows[] }>(buildStatement(targets), {
    ...scope,
    ...batch,
    ...bindings,
    decisions: JSON.stringify(decisions),
    effects: JSON.stringify(listEffects(decisions.map(({ action }) => action))),
  });
  return rows;
}
