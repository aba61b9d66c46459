import { randomUUID } from 'node:crypto';
import type { RowStatus, Schema } from '../../client/index.ts';
import { ApiFailure } from '../api-failure.ts';
import { getAnswer } from '../calls.ts';
import { omitUndefined } from '../input/option-values.ts';
import type { PageOptions } from '../input/pages.ts';
import { confirmMaximum, type PayingOptions } from '../input/paying.ts';
import { askLine, askWhether } from '../input/prompts.ts';
import { renderFields } from '../output/table.ts';
import { formatQuantity, toPrintable } from '../output/text.ts';
import type { Session } from '../session.ts';
import { type Candidate, findCompanies, renderSideBySide } from './review-candidates.ts';
import {
  type ApplyTo,
  describeSwitches,
  getPrice,
  listKeys,
  type ReviewKey,
  type RowSwitches,
  readOfferedKey,
  toAction,
} from './review-keys.ts';
import {
  formatRowTitle,
  listOpenReasons,
  pickCells,
  type ReviewRow,
  requestReviewPage,
  toDecisionTarget,
} from './review-rows.ts';
import { type Decision, requestDecisions, requestUndo } from './source-decisions.ts';

export interface ReviewOptions extends PageOptions, PayingOptions {
  readonly status?: RowStatus[];
  readonly show?: string[];
  readonly list?: true;
  readonly why?: string;
}

type Review = Schema<'Review'>;

/** Rows that the walk offers. Those that are invalid are offered only if they have candidates. */
const needsPerson: RowStatus[] = ['multiple_candidates', 'invalid'];
/** The best candidates first; more of them would push the row itself off the screen. */
const candidatesAtOnce = 6;
const rowsPerPage = 50;

interface PastDecision {
  readonly row: ReviewRow;
  /** The call that decided. */
  readonly batchId: string;
}

/** A session in which a person goes through the rows that need a decision. */
export class ReviewWalk {
  readonly #decided: PastDecision[] = [];
  readonly #seen = new Set<string>();
  #maxCredits = 0;
  #spent = 0;
  #skipped = 0;
  #review: Review | undefined;
  /** What can be done next, by the last answer. */
  nextSteps: readonly Schema<'NextStep'>[] = [];

  constructor(
    private readonly session: Session,
    private readonly sourceId: string,
    private readonly options: ReviewOptions,
  ) {}

  async reviewAll(): Promise<number> {
    let cursor: string | undefined;
    let started = false;
    pages: for (;;) {
      const page = await this.#readPage(cursor);
      this.#keepReview(page);
      for (const row of page.rows.filter((each) => this.#isOffered(each))) {
        if (!started) {
          const upTo = this.#countOpenRows(page.review);
          this.#maxCredits = await confirmMaximum(this.session, this.options, 'Each choice', upTo);
          started = true;
        }
        const outcome = await this.#askAboutRow(row);
        if (outcome === 'quit') break pages;
        // Rows of earlier pages may be open again.
        if (outcome === 'restart') cursor = undefined;
        // Equal rows may have been decided, or are fewer now: the page is asked for again.
        if (outcome !== 'next') continue pages;
      }
      if (!page.meta.next_cursor) break;
      cursor = page.meta.next_cursor;
    }
    if (started) this.#reportEnd();
    else this.session.note('No row needs a decision.');
    return this.#spent;
  }

  #keepReview({
    review,
    next_steps,
  }: {
    readonly review: Review;
    readonly next_steps: Schema<'NextStep'>[];
  }): void {
    this.#review = review;
    // Undoing is one of the keys; the last call alone would not be all that the person decided.
    this.nextSteps = next_steps.filter(({ action }) => action !== 'undo_decisions');
  }

  get #statuses(): RowStatus[] {
    return this.options.status ?? needsPerson;
  }

  #isOffered(row: ReviewRow): boolean {
    if (this.#seen.has(row.source_row_id)) return false;
    if (this.options.status) return row.decision === null;
    return row.needs_human && row.decision === null;
  }

  #countOpenRows({ statuses }: Review): number {
    return this.#statuses.reduce((sum, status) => sum + statuses[status], 0);
  }

  #readPage(cursor?: string) {
    // Rows that somebody skipped come last.
    const query = {
      status: this.#statuses,
      sort: 'work' as const,
      limit: rowsPerPage,
      ...omitUndefined({ cursor }),
    };
    return getAnswer(requestReviewPage(this.session, this.sourceId, query));
  }

  async #askAboutRow(row: ReviewRow): Promise<'next' | 'reload' | 'restart' | 'quit'> {
    const session = this.session;
    session.note(`\n${session.applyColor('bold', formatRowTitle(row))}`);
    session.note(renderFields(pickCells(row, this.options.show), session.screenWidth));
    for (const why of listOpenReasons(row)) session.note(why);
    const own: readonly Candidate[] = [...row.resolve_candidates, ...row.resolve_suggestions];
    let candidates = own;
    let shown = 0;
    const showNextCandidates = (from: readonly Candidate[]) => {
      if (from !== candidates) shown = 0;
      candidates = from;
      const next = candidates.slice(shown, shown + candidatesAtOnce);
      if (next.length > 0) session.note(`\n${renderSideBySide(next, shown, session.screenWidth)}\n`);
      shown += next.length;
    };
    showNextCandidates(own);
    let applyTo: ApplyTo = 'row';
    let always = false;
    const others = { a: 'same', m: 'same_name' } as const;
    for (;;) {
      const key = await this.#askKey(row, {
        applyTo,
        always,
        isSearchShown: candidates !== own,
        shown,
        candidates: candidates.length,
        canUndo: this.#decided.length > 0,
      });
      if (key === 'q') return 'quit';
      if (key === 's') {
        await this.#skipRow(row);
        return 'next';
      }
      if (key === 'a' || key === 'm') applyTo = applyTo === others[key] ? 'row' : others[key];
      else if (key === 'r') always = !always;
      else if (key === '/') showNextCandidates(own);
      else if (key === '+') showNextCandidates(candidates);
      else if (key === 'u') {
        if (await this.#undoLast()) return 'restart';
      } else if (typeof key === 'object') {
        const companies = await this.#searchCompanies(key.search);
        if (companies.length > 0) showNextCandidates(companies);
      } else {
        const companyId = typeof key === 'number' ? candidates[key - 1]?.company_id : undefined;
        const action = toAction(key);
        const { why } = this.options;
        const remember = always && action === 'choose' ? ('always' as const) : undefined;
        const decision = { ...toDecisionTarget(row), action, ...omitUndefined({ companyId, why, remember }) };
        const outcome = await this.#decideRow(row, decision, applyTo);
        if (outcome !== null) return outcome;
      }
    }
  }

  async #askKey(row: ReviewRow, switches: RowSwitches): Promise<ReviewKey> {
    for (const sentence of describeSwitches(row, switches)) this.session.note(sentence);
    const keys = listKeys(row, switches);
    this.session.note(keys.join(', '));
    const short = keys.map((key) => key.split(' ')[0]).join(', ');
    const typed = await askLine(
      this.session,
      `${short}:`,
      (line) => readOfferedKey(line, row, switches) !== null || `Enter ${short}.`,
    );
    return readOfferedKey(typed, row, switches) ?? 's';
  }

  /** @returns how to go on; null if the person has to say something else about the row */
  async #decideRow(row: ReviewRow, decision: Decision, applyTo: ApplyTo): Promise<'next' | 'reload' | null> {
    const session = this.session;
    const left = this.#maxCredits - this.#spent;
    const price = decision.action === 'choose' ? getPrice(row, applyTo) : 0;
    if (price > left && !(await this.#raiseMaximum(price - left))) return null;
    const answer = await this.#sendDecisions([{ ...decision, applyTo }], price);
    // As it is now, it is offered again if it is still open.
    if (!answer) return 'reload';
    if (answer.batch_id !== null) this.#decided.push({ row, batchId: answer.batch_id });
    const leftOut = answer.decisions.reduce((sum, { left_out_rows }) => sum + left_out_rows, 0);
    session.note(
      `${decidedText[decision.action]} ${formatQuantity(answer.rows_changed, 'row')}; ${formatQuantity(answer.billing.balance_after, 'credit')} remaining.`,
    );
    if (leftOut > 0)
      session.note(
        `Left open, because something in them contradicts: ${formatQuantity(leftOut, 'row')} with the same name.`,
      );
    if (row.same_rows > 1 || row.same_name_rows > 1) return 'reload';
    return 'next';
  }

  /** Agrees to more than the maximum of the start. @returns whether the person agreed */
  async #raiseMaximum(credits: number): Promise<boolean> {
    const sentence = `That is ${formatQuantity(credits, 'credit')} more than the agreed maximum.`;
    if (this.options.maxCredits !== undefined) {
      this.session.warn(`${sentence} To pay more: q, then a higher --max-credits.`);
      return false;
    }
    if (!(await askWhether(this.session, `${sentence} Agree to it?`))) return false;
    this.#maxCredits += credits;
    return true;
  }

  /** Puts the row at the end of the work, for everybody. */
  async #skipRow(row: ReviewRow): Promise<void> {
    this.#seen.add(row.source_row_id);
    this.#skipped += 1;
    await this.#sendDecisions([{ ...toDecisionTarget(row), action: 'skip', applyTo: 'row' }], 0);
  }

  /** Makes decisions. Null if somebody decided a row, or resolved it again, in the meantime. */
  async #sendDecisions(decisions: Decision[], maxCredits: number) {
    const limits = { execute: true, maxCredits } as const;
    try {
      const answer = await getAnswer(
        requestDecisions(this.session, this.sourceId, { decisions, ...limits }, randomUUID()),
      );
      this.#spent += answer.billing.credits_used;
      this.#keepReview(answer);
      return answer;
    } catch (error) {
      if (!(error instanceof ApiFailure) || !changedMeanwhile.has(error.code ?? '')) throw error;
      this.session.warn(error.message);
      return null;
    }
  }

  /** Takes the last decision back, about all of its rows. @returns whether there was one that could be */
  async #undoLast(): Promise<boolean> {
    const last = this.#decided.pop();
    if (!last) return false;
    const call = requestUndo(this.session, this.sourceId, { batchId: last.batchId }, randomUUID());
    const answer = await getAnswer(call);
    this.#keepReview(answer);
    this.session.note(`Undone: ${formatQuantity(answer.undone.rows, 'row')} of row ${last.row.row_number}.`);
    return true;
  }

  /** Companies for a name or number. Says if there are none. */
  async #searchCompanies(text: string): Promise<readonly Candidate[]> {
    const companies = await findCompanies(this.session, text);
    if (companies.length === 0) this.session.note(`No company was found for ${toPrintable(text)}.`);
    return companies;
  }

  #reportEnd(): void {
    const remaining = this.#review ? this.#countOpenRows(this.#review) : 0;
    this.session.note(
      `Decided ${this.#decided.length}, skipped ${this.#skipped}; ${formatQuantity(remaining, 'row')} remaining.`,
    );
    if (remaining > 0) this.session.requirePerson();
  }
}

const decidedText: Readonly<Record<Decision['action'], string>> = {
  choose: 'Settled',
  none_of_these: 'None of these, in',
  not_a_company: 'Not a company, in',
  reopen: 'Reopened',
  take_back: 'Taken back in',
  skip: 'Skipped',
};

/** Codes of decisions about a row that is no longer as it was shown. */
const changedMeanwhile: ReadonlySet<string> = new Set(['source_row_not_selectable', 'source_row_changed']);
