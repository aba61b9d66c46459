import { hash } from 'node:crypto';
import type { RowMark } from '../../../contract/sources/decisions.ts';
import type { RowIssue } from '../../../contract/sources/source-row.ts';
import { mapInSlices, type OrderedPlace, OrderedSteps } from '../../../running/time-slices.ts';
import { toTokyoDay } from '../../../text/days/calendar.ts';
import { type NameKeys, toNameKeys } from '../../../text/names/names.ts';
import type { InvoiceRegisterService } from '../../invoice-register/invoice-register-service.ts';
import { findRegistrationFault } from '../../invoice-register/invoice-registration.ts';
import { isShapeIssue, type MappedColumns, type ParsedRow, parseRow } from '../../row-matching/parse-row.ts';
import { ParsedName } from '../../row-matching/parsed-name.ts';
import type { Choices, RowMatching } from '../../row-matching/row-matching-service.ts';
import { buildCellsKey, buildQuestion, type RowQuestion } from '../../row-matching/row-question.ts';
import { describeCase, explainRow, type RowOutcome } from '../../row-matching/settling/explain-row.ts';
import type { SettledRow } from '../../row-matching/settling/settle-row.ts';
import { choiceKey } from '../records/decision.ts';
import type { EarlierRowsStore } from '../records/earlier-rows-store.ts';
import type { MatchedRow, SourceOutcome } from '../records/resolved-rows.ts';
import type { SourceChoicesStore } from '../records/source-choices-store.ts';
import type { SourceRowRecord, SourceScope } from '../records/source-record.ts';
import { type EarlierDecision, EarlierRows } from './earlier-rows-service.ts';

export interface MatchingParts {
  readonly matching: RowMatching;
  readonly choices: Pick<SourceChoicesStore, 'choicesFor'>;
  /** Without it, nothing is said about invoice numbers. */
  readonly invoiceRegister?: Pick<InvoiceRegisterService, 'findRegistrations'>;
  /** Without it, decisions about rows of earlier tables are not looked up. */
  readonly earlierRows?: EarlierRowsStore;
  readonly bounds?: CandidateBounds;
}

/**
 * A run keeps all outcomes in memory until they are written. 50,000 rows with fifty candidates each would take
 * gigabytes, and people do not look at so many candidates.
 */
interface CandidateBounds {
  /** Candidates of a run until its rows list fewer. Rows with the same question count once. */
  readonly ofRun: number;
  /** Candidates that each later row lists at most, the best. */
  readonly ofLaterRow: number;
}

const usualBounds: CandidateBounds = { ofRun: 100_000, ofLaterRow: 5 };

/** What a row is matched by. */
type RowToMatch = Pick<SourceRowRecord, 'cells' | 'issues' | 'rejected_company_ids'> &
  Partial<Pick<SourceRowRecord, 'decided_at'>>;

/** What is asked about rows that are judged together. */
interface Asked {
  readonly question: RowQuestion;
  /** What a person decided about the row of an earlier table; null without one. */
  readonly earlier: EarlierDecision | null;
}

function toSameKey(question: string): string {
  return hash('sha256', question, 'hex').slice(0, 32);
}

/** Finds the outcomes of the rows of one source, one batch at a time. Each question is looked up and judged once. */
export class RowMatcher {
  /** By question, the judging of the first batch with it. */
  readonly #judging = new Map<string, Promise<void>>();
  readonly #outcomes = new Map<string, SourceOutcome>();
  /** Of the names of all batches, because they often come again. */
  readonly #keysOfNames = new Map<string, NameKeys>();
  /** By `sameNameKey`, the company that settles rows with the name. */
  readonly #always = new Map<string, string>();
  /** By the text of a name, how rows with it are marked. */
  readonly #marks = new Map<string, RowMark>();
  #candidates = 0;
  /** Batches are looked up at the same time, but decide in their order, so that the same rows always get the same. */
  readonly #asking = new OrderedSteps();
  readonly #deciding = new OrderedSteps();
  readonly #earlierRows: EarlierRows | null;

  constructor(
    private readonly parts: MatchingParts,
    private readonly scope: SourceScope,
    private readonly columns: MappedColumns,
  ) {
    const { earlierRows } = parts;
    this.#earlierRows = earlierRows ? new EarlierRows(earlierRows, scope.accountId, columns) : null;
  }

  /** Outcomes in the order of the rows. */
  async match(rows: readonly RowToMatch[]): Promise<MatchedRow[]> {
    const [asking, deciding] = [this.#asking.joinQueue(), this.#deciding.joinQueue()];
    try {
      return await this.#matchInOrder(rows, asking, deciding);
    } finally {
      asking.leave();
      deciding.leave();
    }
  }

  async #matchInOrder(
    rows: readonly RowToMatch[],
    asking: OrderedPlace,
    deciding: OrderedPlace,
  ): Promise<MatchedRow[]> {
    const names = new Map<string, ParsedName>();
    const ofEarlierRows = await this.#earlierRows?.find(rows);
    const asked = await mapInSlices(rows, (row) => {
      const said = ofEarlierRows?.get(row) ?? null;
      // What was decided or undone here since stays so.
      const word = said === 'other' || row.decided_at ? null : said;
      const rejected = [...new Set([...row.rejected_company_ids, ...(word?.rejected ?? [])])];
      const parsed = this.#parseRow(row, said === 'other');
      const name = parsed.name === null ? null : this.#parseName(parsed.name, names);
      const settleFrom = this.columns.settleFrom;
      const question = buildQuestion(parsed, name, { rejected, settleFrom });
      const cellsKey = buildCellsKey(question);
      // Rows say the same whatever people took back for them, but can have other outcomes.
      const sameKey = rejected.length === 0 ? cellsKey : JSON.stringify([cellsKey, ...rejected.toSorted()]);
      const earlier = word?.decision ?? null;
      const key = earlier ? JSON.stringify([sameKey, earlier.decision, earlier.companyId]) : sameKey;
      return { question, earlier, parsed, key, cellsKey, sameNameKey: name && toSameKey(name.keys.exact) };
    });
    await asking.turn;
    const fresh = new Map<string, Asked>();
    // An earlier batch may look up the same questions.
    for (const { key, question, earlier } of asked)
      if (!this.#judging.has(key)) fresh.set(key, { question, earlier });
    const judging = this.#judge(fresh, deciding.turn);
    for (const key of fresh.keys()) this.#judging.set(key, judging);
    asking.leave();
    const unregistered = await this.#findUnregistered(asked.map(({ parsed }) => parsed));
    await Promise.all(new Set([judging, ...asked.map(({ key }) => this.#judging.get(key))]));
    return mapInSlices(asked, ({ parsed, earlier, key, cellsKey, sameNameKey }): MatchedRow => {
      const outcome = this.#outcomes.get(key);
      if (!outcome) throw new Error('a row was not judged');
      const issues = [...parsed.issues, ...outcome.issues, ...(unregistered.get(parsed) ?? [])];
      const choice = outcome.reason === 'remembered' ? this.#always.get(sameNameKey ?? '') : undefined;
      const sameKey = toSameKey(cellsKey);
      const earlierRow = earlier && outcome.marked?.ofEarlierTable ? earlier.rowId : null;
      return { outcome, issues, sameKey, sameNameKey, choice: choice ?? null, earlierRow };
    });
  }

  /** @param isOther whether the id of an earlier export is of a row with other cells */
  #parseRow({ cells, issues }: RowToMatch, isOther: boolean): ParsedRow {
    // Issues of an earlier resolve are found again; issues of the import are passed on.
    const shapeIssues = issues.filter(isShapeIssue);
    const parsed = parseRow(cells, shapeIssues, this.columns);
    if (!isOther || parsed.identifiers[0]?.field !== 'earlier_export') return parsed;
    const own = parseRow(cells, shapeIssues, { ...this.columns, own: [] });
    const issue = { ...earlierExportOfOtherRow, header: this.columns.rowId?.header ?? null };
    return { ...own, issues: [...own.issues, issue] };
  }

  /** @param names those of the batch, which many rows can share */
  #parseName(text: string, names: Map<string, ParsedName>): ParsedName {
    const known = names.get(text);
    if (known) return known;
    const keys = this.#keysOfNames.get(text) ?? toNameKeys(text);
    this.#keysOfNames.set(text, keys);
    const name = new ParsedName(text, keys);
    names.set(text, name);
    return name;
  }

  async #judge(pending: ReadonlyMap<string, Asked>, turn: Promise<void>): Promise<void> {
    const asked = [...pending.entries()];
    const questions = asked.map(([, { question }]) => question);
    const settled = await this.parts.matching.match(questions, {
      today: toTokyoDay(new Date()),
      findChoices: (names) => this.#findChoices(names),
    });
    const { ofRun, ofLaterRow } = this.parts.bounds ?? usualBounds;
    await turn;
    await mapInSlices(settled, (row, at) => {
      const outcome = explainRow(row, this.#candidates < ofRun ? undefined : ofLaterRow);
      this.#candidates += outcome.candidates.length;
      const [key = '', { earlier = null } = {}] = asked[at] ?? [];
      const taken = earlier && takeOver(outcome, row, earlier);
      this.#outcomes.set(key, taken ?? markOutcome(outcome, row, this.#marks));
    });
  }

  /** For rows with invoice numbers that are not registered on their day, what to know about them. */
  async #findUnregistered(rows: readonly ParsedRow[]): Promise<ReadonlyMap<ParsedRow, readonly RowIssue[]>> {
    const today = toTokyoDay(new Date());
    const cells = rows.flatMap((parsed) => {
      const on = parsed.asOf !== null && parsed.asOf < today ? parsed.asOf : today;
      return parsed.invoices.map((cell) => ({ parsed, ...cell, on }));
    });
    const registrations = (await this.parts.invoiceRegister?.findRegistrations(cells)) ?? [];
    const issues = new Map<ParsedRow, RowIssue[]>();
    for (const [at, registration] of registrations.entries()) {
      const fault = registration.status === 'unknown' ? null : findRegistrationFault(registration);
      const cell = cells[at];
      if (fault === null || cell === undefined) continue;
      const issue = { ...fault, field: 'corporate_number', header: cell.header } as const;
      issues.set(cell.parsed, [...(issues.get(cell.parsed) ?? []), issue]);
    }
    return issues;
  }

  /** The companies chosen for each name, the latest first. */
  async #findChoices(names: readonly ParsedName[]): Promise<Choices> {
    const keys = new Map(names.map(({ text, keys }) => [text, choiceKey(text, keys.exact)]));
    const choices = await this.parts.choices.choicesFor(this.scope, [...keys.values()]);
    const byKey = new Map<string, { readonly companyId: string; readonly always: boolean }[]>();
    const marks = new Map<string, RowMark>();
    for (const { name_key, company_id: companyId, mark, always } of choices) {
      const key = name_key.toString('hex');
      if (always) this.#always.set(key.slice(0, 32), companyId);
      if (mark !== null && always) marks.set(key, mark);
      if (mark !== null) continue;
      byKey.set(key, [...(byKey.get(key) ?? []), { companyId, always }]);
    }
    for (const [text, key] of keys) {
      const mark = marks.get(key.toString('hex'));
      if (mark) this.#marks.set(text, mark);
    }
    return new Map([...keys].map(([text, key]) => [text, byKey.get(key.toString('hex')) ?? []]));
  }
}

/** Marks a row whose name a person said to mean no company, unless an identifier or a faulty cell says more than the name. */
function markOutcome(
  outcome: RowOutcome,
  { question: { name, identifiers, invalid } }: SettledRow,
  marks: ReadonlyMap<string, RowMark>,
): SourceOutcome {
  const mark = name ? marks.get(name.text) : undefined;
  if (mark === undefined || identifiers.length > 0 || invalid) return { ...outcome, marked: null };
  return {
    ...outcome,
    status: 'not_found',
    companyId: null,
    reason: 'remembered',
    assurance: null,
    marked: { mark, ofEarlierTable: false, ...findUndecided(outcome) },
  };
}

/** What the row is when the decision is undone. */
function findUndecided({ status, reason, companyId }: RowOutcome) {
  if (companyId === null) return { undecided_status: status, undecided_reason: reason };
  // As if a person had taken the company back.
  return { undecided_status: 'multiple_candidates', undecided_reason: 'taken_back' } as const;
}

/**
 * What a person decided about the row in an earlier table holds if the file still says so: beside a chosen company stands the same one,
 * beside a mark none. Null otherwise.
 */
function takeOver(
  outcome: RowOutcome,
  { identifiers, cases, question }: SettledRow,
  { decision, companyId }: EarlierDecision,
): SourceOutcome | null {
  const given = identifiers.find(({ field }) => field === 'earlier_export');
  const isGiven = given?.cards.some(({ company }) => company.company_id === companyId) ?? false;
  if (decision === 'chosen' ? !isGiven : given) return null;
  const marked = { mark: decision, ofEarlierTable: true, ...findUndecided(outcome) };
  const decided = { ...outcome, companyId, reason: decision, free: true, marked };
  if (decision !== 'chosen') return { ...decided, status: 'not_found' };
  const isListed = outcome.candidates.some(({ company_id }) => company_id === companyId);
  const own = cases.filter(({ card }) => card.company.company_id === companyId);
  const candidates = isListed
    ? outcome.candidates
    : [...outcome.candidates, ...own.map((each) => describeCase(each, question.name))];
  return { ...decided, status: 'matched', candidates };
}

const earlierExportOfOtherRow = {
  code: 'earlier_export_other_row',
  field: null,
  message:
    'The row id is of a row whose cells differ from these, so the company beside it was not taken over. Was a part of the columns sorted, or were cells edited?',
} as const;
