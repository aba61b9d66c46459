import type { AnswerBody } from '../../../contract/endpoint.ts';
import { ServiceError } from '../../../contract/errors.ts';
import type { Decision, sourceDecisionsAnswer } from '../../../contract/sources/decisions.ts';
import type { SettledByChoice } from '../../../contract/sources/settled-by-choice.ts';
import { mappedColumns, maxNameLength, parseNameCell } from '../../row-matching/parse-row.ts';
import {
  type ChoiceToRemember,
  choiceKey,
  creditsOf,
  type DecidedRows,
  type DecisionBatch,
  type LastDecision,
  type NamedRow,
  rowsOf,
} from '../records/decision.ts';
import type { SourceRecord } from '../records/source-record.ts';
import type { AskedDecision, CheckedAsked, DecisionFault, RowsName } from './decision-checks.ts';

/** What decisions say, and what is answered about them. */

/** Decisions that were made in a transaction. */
export interface Decided {
  readonly source: SourceRecord;
  readonly decisions: readonly CheckedAsked[];
  readonly changes: readonly DecidedRows[];
  /** By place of the decision, rows with the same name that contradict it. */
  readonly leftOut: ReadonlyMap<number, number>;
  readonly settled: SettledByChoice;
  readonly batch: DecisionBatch;
  readonly cost: number;
}

export type DecisionsAnswer = AnswerBody<typeof sourceDecisionsAnswer>;

export function toAskedDecision(
  { row, action, companyId, why, applyTo, remember, mappingVersion, shownDecision }: Decision,
  place: number,
): AskedDecision {
  const path: AskedDecision['path'] = (field) => `decisions[${place}].${field}`;
  const given = { row, action, companyId, why: why?.trim(), applyTo, mappingVersion, shownDecision };
  // Choosing a company again can change how it is remembered.
  return { ...given, remember, rememberAgain: remember !== undefined, path };
}

export function toDecisionView(
  { row, checked }: CheckedAsked,
  { changes, leftOut }: Pick<Decided, 'changes' | 'leftOut'>,
): DecisionsAnswer['decisions'][number] {
  const own = changes.filter(({ place }) => place === checked.place);
  const rows_changed = rowsOf(own);
  return {
    source_row_id: row.source_row_id,
    row_number: row.row_number,
    action: checked.action,
    company_id: checked.company_id,
    rows_changed,
    same_rows: rows_changed - (checked.own ? 1 : 0),
    left_out_rows: leftOut.get(checked.place) ?? 0,
    credits: creditsOf(own),
  };
}

/** Whether a call changed rows otherwise than by undoing decisions. */
export function hasDecided({ decisions, changes }: Decided): boolean {
  const changed = new Set(changes.map(({ place }) => place));
  return decisions.some(
    ({ checked: { place, action } }) => changed.has(place) && action !== 'reopen' && action !== 'take_back',
  );
}

/** The decision that came first, for whoever came second; null if resolving settled the row. */
export function toLastDecisionView(last: LastDecision | undefined) {
  if (!last) return null;
  return {
    at: last.decided_at.toISOString(),
    by: last.key_id === null ? null : { key_id: last.key_id, label: last.key_label ?? '' },
    action: last.action,
    company_id: last.after_company_id,
    decision: last.after_decision,
    resolve_status: last.after_status,
    batch_id: last.batch_id,
  };
}

/** Where the names of rows are, and how to read them. */
export function locateNames({ mapping, headers }: SourceRecord) {
  const column = mapping && mappedColumns(mapping, headers).fields.find(({ field }) => field === 'name');
  return {
    nameAt: column?.place ?? null,
    nameOf: ({ name: cell }: Pick<NamedRow, 'name'>): RowsName | null => {
      const name = cell === null ? null : parseNameCell(cell);
      if (cell === null || name === null) return null;
      // A cell can have more characters than a name, all of them blank.
      const written = cell.trim().length <= maxNameLength ? cell.trim() : name;
      return { written, key: choiceKey(name).toString('hex') };
    },
  };
}

/** One error for all faults. @param outcome what became of the request */
export function makeRefusal(
  faults: readonly DecisionFault[],
  outcome = 'Nothing was decided.',
): ServiceError {
  const [first] = faults;
  if (!first) throw new Error('a refusal has a fault');
  const alike = faults.every(({ code }) => code === first.code);
  const more = faults.length === 1 ? '' : ` There are ${faults.length} faults in all.`;
  return new ServiceError(alike ? first.code : 'invalid_request', {
    message: `${outcome} ${first.field}: ${first.message.replace(/\.$/, '')}.${more}`,
    details: faults,
  });
}

/** Each name with each company once, in a fixed order. `always` wins over a suggestion. */
export function keepEachOnce(choices: readonly ChoiceToRemember[]): ChoiceToRemember[] {
  const once = new Map<string, ChoiceToRemember>();
  for (const each of choices) {
    const key = `${each.name_key} ${each.company_id}`;
    if (!once.get(key)?.always) once.set(key, each);
  }
  return [...once.values()];
}
