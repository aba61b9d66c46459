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
import { explainRow, type RowOutcome } from '../../row-matching/settling/explain-row.ts';
import type { SettledRow } from '../../row-matching/settling/settle-row.ts';
import { choiceKey } from '../records/decision.ts';
import type { MatchedRow, SourceOutcome } from '../records/resolved-rows.ts';
import type { SourceChoicesStore } from '../records/source-choices-store.ts';
import type { SourceRowRecord, SourceScope } from '../records/source-record.ts';

export interface MatchingParts {
  readonly matching: RowMatching;
  readonly choices: Pick<SourceChoicesStore, 'choicesFor'>;
  /** Without it, nothing is said about invoice numbers. */
  readonly invoiceRegister?: Pick<InvoiceRegisterService, 'findRegistrations'>;
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
type RowToMatch = Pick<SourceRowRecord, 'cells' | 'issues' | 'rejected_company_ids'>;

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

  constructor(
    private readonly parts: MatchingParts,
    private readonly scope: SourceScope,
    private readonly columns: MappedColumns,
  ) {}

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
    const asked = await mapInSlices(rows, ({ cells, issues, rejected_company_ids: rejected }) => {
      // Issues of an earlier resolve are found again; issues of the import are passed on.
      const shapeIssues = issues.filter(isShapeIssue);
      const parsed = parseRow(cells, shapeIssues, this.columns);
      const name = parsed.name === null ? null : this.#parseName(parsed.name, names);
      const settleFrom = this.columns.settleFrom;
      const question = buildQuestion(parsed, name, { rejected, settleFrom });
      const cellsKey = buildCellsKey(question);
      // Rows say the same whatever people took back for them, but can have other outcomes.
      const key = rejected.length === 0 ? cellsKey : JSON.stringify([cellsKey, ...rejected.toSorted()]);
      return { question, parsed, key, cellsKey, sameNameKey: name && toSameKey(name.keys.exact) };
    });
    await asking.turn;
    const fresh = new Map<string, RowQuestion>();
    // An earlier batch may look up the same questions.
    for (const { key, question } of asked) if (!this.#judging.has(key)) fresh.set(key, question);
    const judging = this.#judge(fresh, deciding.turn);
    for (const key of fresh.keys()) this.#judging.set(key, judging);
    asking.leave();
    const unregistered = await this.#findUnregistered(asked.map(({ parsed }) => parsed));
    await Promise.all(new Set([judging, ...asked.map(({ key }) => this.#judging.get(key))]));
    return mapInSlices(asked, ({ parsed, key, cellsKey, sameNameKey }): MatchedRow => {
      const outcome = this.#outcomes.get(key);
      if (!outcome) throw new Error('a row was not judged');
      const issues = [...parsed.issues, ...outcome.issues, ...(unregistered.get(parsed) ?? [])];
      const choice = outcome.reason === 'remembered' ? this.#always.get(sameNameKey ?? '') : undefined;
      return { outcome, issues, sameKey: toSameKey(cellsKey), sameNameKey, choice: choice ?? null };
    });
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

  async #judge(pending: ReadonlyMap<string, RowQuestion>, turn: Promise<void>): Promise<void> {
    const settled = await this.parts.matching.match([...pending.values()], {
      today: toTokyoDay(new Date()),
      findChoices: (names) => this.#findChoices(names),
    });
    const { ofRun, ofLaterRow } = this.parts.bounds ?? usualBounds;
    const keys = [...pending.keys()];
    await turn;
    await mapInSlices(settled, (row, at) => {
      const outcome = explainRow(row, this.#candidates < ofRun ? undefined : ofLaterRow);
      this.#candidates += outcome.candidates.length;
      this.#outcomes.set(keys[at] ?? '', markOutcome(outcome, row, this.#marks));
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
  const open = { undecided_status: outcome.status, undecided_reason: outcome.reason };
  // As if a person had taken the company back.
  const wasSettled = { undecided_status: 'multiple_candidates', undecided_reason: 'taken_back' } as const;
  return {
    ...outcome,
    status: 'not_found',
    companyId: null,
    reason: 'remembered',
    assurance: null,
    marked: { mark, ...(outcome.companyId === null ? open : wasSettled) },
  };
}
