import { randomUUID } from 'node:crypto';
import { maxPageRows, type RowStatus, type Schema } from '../../client/index.ts';
import { ApiFailure } from '../api-failure.ts';
import { getAnswer } from '../calls.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { computeIdempotencyKey } from '../input/idempotency.ts';
import { guessIdentifierType } from '../input/identifier-type.ts';
import { omitUndefined } from '../input/option-values.ts';
import { type PageOptions, showPages } from '../input/pages.ts';
import { confirmMaximum, makePurchase, type PayingOptions } from '../input/paying.ts';
import { askLine, askWhether } from '../input/prompts.ts';
import {
  describeReason,
  describeSuggestion,
  describeWrittenName,
  formatListing,
  formatPlace,
  type ShownCompany,
  showCandidates,
  showSuggestions,
} from '../output/company-view.ts';
import { showNotices } from '../output/notices.ts';
import { type Cell, renderFields, renderTable } from '../output/table.ts';
import { formatCount, formatQuantity, toPrintable } from '../output/text.ts';
import type { Session } from '../session.ts';
import { type Decision, isRowNumber, requestDecisions, requestUndo } from './source-decisions.ts';

/** Lets a person decide about rows, one after the other. */

export interface ReviewOptions extends PageOptions, PayingOptions {
  readonly status?: RowStatus[];
  readonly show?: string[];
  readonly list?: true;
  readonly why?: string;
}

type ReviewRow = Schema<'SourceRow'>;
type Review = Schema<'Review'>;
/** A candidate of a row, or a company that the person searched. */
type Candidate = ShownCompany &
  Partial<Pick<Schema<'SourceCandidate'>, 'named_as' | 'matched_by' | 'previously_selected'>> &
  Partial<Pick<Schema<'CompanySuggestion'>, 'name' | 'message'>>;

/** Rows that the walk offers. Those that are invalid are offered only if they have candidates. */
const needsPerson: RowStatus[] = ['multiple_candidates', 'invalid'];
const candidateWidth = 30;
const maxShownReasons = 2;
/** The best candidates first; more of them would push the row itself off the screen. */
const candidatesAtOnce = 6;
const rowsPerPage = 50;
const maxFound = 9;

export async function reviewSource(
  session: Session,
  sourceId: string,
  options: ReviewOptions,
): Promise<void> {
  if (session.json || !session.interactive || options.list || options.status?.includes('matched'))
    await showRows(session, sourceId, options);
  else {
    const walk = new ReviewWalk(session, sourceId, options);
    await walk.reviewAll();
    showNotices(session, { next_steps: walk.nextSteps });
  }
}

/** Goes through the rows with a person at the terminal. @returns the credits that were spent */
export function reviewRows(session: Session, sourceId: string, options: ReviewOptions): Promise<number> {
  return new ReviewWalk(session, sourceId, options).reviewAll();
}

async function showRows(session: Session, sourceId: string, options: ReviewOptions): Promise<void> {
  const { status = ['multiple_candidates'], show } = options;
  await showPages(
    session,
    options,
    (page) => requestReviewPage(session, sourceId, { status, ...page }),
    ({ rows, review }) => {
      for (const row of rows) {
        session.print(`${formatRowTitle(row)}: ${row.resolve_status}  ${row.source_row_id}`);
        session.printFields(pickCells(row, show));
        for (const line of listOpenReasons(row)) session.print(line);
        showCandidates(session, row.resolve_candidates);
        showSuggestions(session, row.resolve_suggestions);
        session.print('');
      }
      const counts = Object.entries(review.statuses).map(
        ([state, count]) => `${state} ${formatCount(count)}`,
      );
      session.note(counts.join(', '));
    },
  );
}

interface PastDecision {
  readonly row: ReviewRow;
  /** The call that decided. */
  readonly batchId: string;
}

/** The rows for which a decision holds. */
type ApplyTo = NonNullable<Decision['applyTo']>;

/** What the person has switched on for a row. */
interface RowSwitches {
  readonly applyTo: ApplyTo;
  readonly always: boolean;
  /** Whether companies of a search are shown, instead of the candidates. */
  readonly found: boolean;
  /** Candidates on the screen. */
  readonly shown: number;
}

/** A session in which a person goes through the rows that need a decision. */
class ReviewWalk {
  readonly #session: Session;
  readonly #sourceId: string;
  readonly #options: ReviewOptions;
  readonly #decided: PastDecision[] = [];
  readonly #seen = new Set<string>();
  #maxCredits = 0;
  #spent = 0;
  #skipped = 0;
  #review: Review | undefined;
  /** What can be done next, by the last answer. */
  nextSteps: readonly Schema<'NextStep'>[] = [];

  constructor(session: Session, sourceId: string, options: ReviewOptions) {
    this.#session = session;
    this.#sourceId = sourceId;
    this.#options = options;
  }

  async reviewAll(): Promise<number> {
    let cursor: string | undefined;
    let started = false;
    pages: for (;;) {
      const page = await this.#readPage(cursor);
      this.#keepReview(page);
      for (const row of page.rows.filter((each) => this.#isOffered(each))) {
        if (!started) {
          const upTo = this.#countOpenRows(page.review);
          this.#maxCredits = await confirmMaximum(this.#session, this.#options, 'Each choice', upTo);
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
    else this.#session.note('No row needs a decision.');
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
    return this.#options.status ?? needsPerson;
  }

  #isOffered(row: ReviewRow): boolean {
    if (this.#seen.has(row.source_row_id)) return false;
    if (this.#options.status) return row.decision === null;
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
    return getAnswer(requestReviewPage(this.#session, this.#sourceId, query));
  }

  async #askAboutRow(row: ReviewRow): Promise<'next' | 'reload' | 'restart' | 'quit'> {
    const session = this.#session;
    session.note(`\n${session.applyColor('bold', formatRowTitle(row))}`);
    session.note(renderFields(pickCells(row, this.#options.show), session.screenWidth));
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
      const chosen = { applyTo, always, found: candidates !== own, shown };
      const key = await this.#askKey(row, candidates.length, chosen);
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
        const found = await this.#searchCompanies(key.search);
        if (found.length > 0) showNextCandidates(found);
      } else {
        const companyId = typeof key === 'number' ? candidates[key - 1]?.company_id : undefined;
        const action: Decision['action'] =
          key === 'n' ? 'none_of_these' : key === 'x' ? 'not_a_company' : 'choose';
        const { why } = this.#options;
        const remember = always && action === 'choose' ? ('always' as const) : undefined;
        const decision = { ...toDecisionTarget(row), action, ...omitUndefined({ companyId, why, remember }) };
        const outcome = await this.#decideRow(row, decision, applyTo);
        if (outcome !== null) return outcome;
      }
    }
  }

  async #askKey(row: ReviewRow, count: number, chosen: RowSwitches): Promise<ReviewKey> {
    const { applyTo, always, found, shown } = chosen;
    const numbers = shown === 0 ? [] : [`${shown === 1 ? '1' : `1–${shown}`} to choose`];
    const more = count > shown;
    const others = row.same_rows > 1;
    const ofName = row.same_name_rows > Math.max(1, row.same_rows);
    const keys = [
      ...numbers,
      ...(more ? [`+ more of ${count} candidates`] : []),
      'n none of these',
      'x not a company',
      '/name search',
      ...(found ? ['/ back'] : []),
      ...(others
        ? [applyTo === 'same' ? 'a only this row' : `a the same in ${formatQuantity(row.same_rows, 'row')}`]
        : []),
      ...(ofName
        ? [
            applyTo === 'same_name'
              ? 'm only this row'
              : `m the same name in ${formatQuantity(row.same_name_rows, 'row')}`,
          ]
        : []),
      always ? 'r not for later rows' : 'r remember for all later rows',
      ...(this.#decided.length > 0 ? ['u undo'] : []),
      's skip',
      'q quit',
    ];
    if (applyTo === 'same')
      this.#session.note(
        `The next decision is for ${formatQuantity(row.same_rows, 'row')} that say the same; choosing costs ${formatQuantity(row.same_rows_credits, 'credit')}.`,
      );
    if (applyTo === 'same_name')
      this.#session.note(
        `The next decision is for up to ${formatQuantity(row.same_name_rows, 'row')} with the same name, except those that contradict it; choosing costs up to ${formatQuantity(row.same_name_rows_credits, 'credit')}.`,
      );
    if (always)
      this.#session.note(
        'The company chosen next settles all later rows with this name by itself, for 1 credit each.',
      );
    const offered = { a: others, m: ofName, u: this.#decided.length > 0, '/': found, '+': more };
    const readOfferedKey = (typed: string) => {
      const key = readKey(typed, shown);
      if (typeof key === 'string' && key in offered && !offered[key as keyof typeof offered]) return null;
      return key;
    };
    this.#session.note(keys.join(', '));
    const short = keys.map((key) => key.split(' ')[0]).join(', ');
    const typed = await askLine(
      this.#session,
      `${short}:`,
      (line) => readOfferedKey(line) !== null || `Enter ${short}.`,
    );
    return readOfferedKey(typed) ?? 's';
  }

  /** @returns how to go on; null if the person has to say something else about the row */
  async #decideRow(row: ReviewRow, decision: Decision, applyTo: ApplyTo): Promise<'next' | 'reload' | null> {
    const session = this.#session;
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
    if (this.#options.maxCredits !== undefined) {
      this.#session.warn(`${sentence} To pay more: q, then a higher --max-credits.`);
      return false;
    }
    if (!(await askWhether(this.#session, `${sentence} Agree to it?`))) return false;
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
        requestDecisions(this.#session, this.#sourceId, { decisions, ...limits }, randomUUID()),
      );
      this.#spent += answer.billing.credits_used;
      this.#keepReview(answer);
      return answer;
    } catch (error) {
      if (!(error instanceof ApiFailure) || !changedMeanwhile.has(error.code ?? '')) throw error;
      this.#session.warn(error.message);
      return null;
    }
  }

  /** Takes the last decision back, about all of its rows. @returns whether there was one that could be */
  async #undoLast(): Promise<boolean> {
    const last = this.#decided.pop();
    if (!last) return false;
    const call = requestUndo(this.#session, this.#sourceId, { batchId: last.batchId }, randomUUID());
    const answer = await getAnswer(call);
    this.#keepReview(answer);
    this.#session.note(`Undone: ${formatQuantity(answer.undone.rows, 'row')} of row ${last.row.row_number}.`);
    return true;
  }

  /** Companies for a name or number. Says if there are none. */
  async #searchCompanies(text: string): Promise<readonly Candidate[]> {
    const found = await findCompanies(this.#session, text);
    if (found.length === 0) this.#session.note(`No company was found for ${toPrintable(text)}.`);
    return found;
  }

  #reportEnd(): void {
    const remaining = this.#review ? this.#countOpenRows(this.#review) : 0;
    this.#session.note(
      `Decided ${this.#decided.length}, skipped ${this.#skipped}; ${formatQuantity(remaining, 'row')} remaining.`,
    );
    if (remaining > 0) this.#session.requirePerson();
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

/** The row, with what makes a decision hold only for what the person saw. */
function toDecisionTarget({ source_row_id, mapping_version, decision }: ReviewRow) {
  return { row: source_row_id, mappingVersion: mapping_version, shownDecision: decision };
}

function getPrice(row: ReviewRow, applyTo: ApplyTo): number {
  if (applyTo === 'same') return row.same_rows_credits;
  if (applyTo === 'same_name') return row.same_name_rows_credits;
  if (row.paid) return 0;
  return 1;
}

async function findCompanies(session: Session, text: string): Promise<readonly Candidate[]> {
  const type = guessIdentifierType(text);
  if (type !== 'name') {
    const body = { identifier_type: type, identifier: text };
    const { data } = await getAnswer(session.openApi().POST('/api/service/resolve', { body }));
    if (data.candidates.length > 0) return data.candidates.slice(0, maxFound);
  }
  const body = { query: text, limit: maxFound };
  const { companies } = await getAnswer(session.openApi().POST('/api/service/search', { body }));
  return companies.map(({ company }) => company);
}

/** Commands take the number of the row; people see the line in their spreadsheet. */
function formatRowTitle({ row_number, file_row }: ReviewRow): string {
  if (file_row === null) return `Row ${row_number}`;
  return `Row ${row_number}, line ${file_row}`;
}

/** Why a row is open, as lines. */
function listOpenReasons({ reason: why, issues, written }: ReviewRow): string[] {
  const faults = issues.map(({ header, message }) => `! ${header ? `${header}: ` : ''}${message}`);
  return [...(written ? [describeWrittenName(written)] : []), ...(why ? [why.message] : []), ...faults].map(
    toPrintable,
  );
}

const letters = ['s', 'q', 'n', 'x', 'u', 'a', 'm', 'r', '/', '+'] as const;

export type ReviewKey = number | (typeof letters)[number] | { readonly search: string };

/** A key of the review, in half or full width: the number of a candidate, a letter, or `/` with words; null otherwise. */
export function readKey(typed: string, shown: number): ReviewKey | null {
  const text = typed.normalize('NFKC').trim();
  const search = text.startsWith('/') ? text.slice(1).trim() : '';
  if (search !== '') return { search };
  const key = text.toLowerCase();
  for (const letter of letters) if (key === letter) return letter;
  const number = /^\d{1,2}$/.test(key) ? Number(key) : 0;
  if (number >= 1 && number <= shown) return number;
  return null;
}

/** Candidates as columns, as many side by side as fit into the width. @param before how many were shown before */
function renderSideBySide(candidates: readonly Candidate[], before: number, width: number): string {
  const atOnce = Math.max(1, Math.floor(width / candidateWidth));
  const blocks: string[] = [];
  for (let from = 0; from < candidates.length; from += atOnce)
    blocks.push(renderCandidates(candidates.slice(from, from + atOnce), before + from, width));
  return blocks.join('\n\n');
}

/** The names of the candidate stand above them already. */
function describeReasons({ display_name, legal_name, matched_by = [] }: Candidate): string[] {
  return matched_by.map((by) =>
    describeReason([display_name, legal_name].includes(by.value) ? { ...by, value: '' } : by),
  );
}

type Line = readonly [title: string, of: (candidate: Candidate) => Cell];

const candidateLines: readonly Line[] = [
  ['name', ({ display_name }) => display_name],
  ['legal name', ({ display_name, legal_name }) => (legal_name === display_name ? '' : legal_name)],
  ['company_id', ({ company_id }) => company_id],
  ['head office', formatPlace],
  ['listing', formatListing],
  ['named as', ({ named_as = null }) => named_as],
  ['similar name', ({ name, message }) => (name && message ? describeSuggestion({ name, message }) : '')],
  ['chosen before', ({ previously_selected }) => (previously_selected ? 'yes' : '')],
  ...Array.from(
    { length: maxShownReasons },
    (_, at): Line => [at === 0 ? 'why' : '', (candidate) => describeReasons(candidate)[at]],
  ),
];

function renderCandidates(candidates: readonly Candidate[], from: number, width: number): string {
  const lines = candidateLines.filter(([, of]) => candidates.some((candidate) => of(candidate)));
  const columns = candidates.map((candidate, at): [string, (line: Line) => Cell] => [
    `[${from + at + 1}]`,
    ([, of]) => of(candidate),
  ]);
  return renderTable(lines, { '': ([title]) => title, ...Object.fromEntries(columns) }, width, ['']);
}

function pickCells({ cells }: ReviewRow, show: readonly string[] | undefined): [string, string][] {
  return Object.entries(cells).filter(([header]) => show === undefined || show.includes(header));
}

/** `source select`. */
export async function selectRow(
  session: Session,
  sourceId: string,
  row: string,
  companyId: string,
  options: PayingOptions,
): Promise<void> {
  const rowId = await findRowId(session, sourceId, row);
  const params = { path: { sourceId }, query: { row: rowId, limit: maxPageRows } };
  const { items } = await getAnswer(
    session.openApi().GET('/api/service/sources/{sourceId}/history', { params }),
  );
  // A row is settled once, and once again each time after it was reopened.
  const reopened = items.find(({ action }) => action === 'reopen')?.decision_id;
  const meaning = { url: session.url, source_id: sourceId, row: rowId, company_id: companyId };
  const key =
    options.idempotencyKey ??
    computeIdempotencyKey('source.select', { ...meaning, ...omitUndefined({ reopened }) });
  const answer = await makePurchase(session, options, 'Selecting the company', (limits) =>
    session.openApi().POST('/api/service/sources/{sourceId}/select', {
      params: { path: { sourceId }, header: { 'Idempotency-Key': key } },
      body: { row: rowId, companyId, ...limits },
    }),
  );
  if (!answer) return;
  session.printAnswer(answer, ({ selected, review }) => {
    session.print(`${toPrintable(selected.candidate.display_name)}  ${selected.company_id}`);
    session.note(`${formatQuantity(review.multiple_candidates_remaining, 'row')} remaining.`);
  });
}

export interface NamesakesOptions extends PageOptions {
  readonly prefecture?: string;
  readonly city?: string;
}

/** `source namesakes`: every company that has the name of a row. */
export async function showNamesakes(
  session: Session,
  sourceId: string,
  row: string,
  { prefecture, city, ...page }: NamesakesOptions,
): Promise<void> {
  const path = { sourceId, rowId: await findRowId(session, sourceId, row) };
  await showPages(
    session,
    page,
    (query) =>
      session.openApi().GET('/api/service/sources/{sourceId}/rows/{rowId}/namesakes', {
        params: { path, query: { ...query, ...omitUndefined({ prefecture, city }) } },
      }),
    ({ items, name, total }) => {
      session.note(
        `${formatQuantity(total, 'company', 'companies')} with the name ${toPrintable(name ?? '')}`,
      );
      session.printTable(items, {
        company_id: 'company_id',
        name: 'legal_name',
        place: formatPlace,
        listing: formatListing,
        status: 'status',
      });
    },
  );
}

/**
 * The id of a row given by its number in the review.
 * @throws CommandFailure if the row with this number has no candidates
 */
async function findRowId(session: Session, sourceId: string, row: string): Promise<string> {
  if (!isRowNumber(row)) return row;
  const wanted = Number(row.normalize('NFKC'));
  // Includes rows that this command has settled: run again, it shows the same answer.
  const status: RowStatus[] = ['multiple_candidates', 'matched'];
  let cursor: string | undefined;
  do {
    const page = { status, limit: maxPageRows, ...omitUndefined({ cursor }) };
    const { rows, meta } = await getAnswer(requestReviewPage(session, sourceId, page));
    const found = rows.find(({ row_number }) => row_number === wanted);
    if (found) return found.source_row_id;
    // Rows are in the order of the upload.
    cursor = (rows.at(-1)?.row_number ?? 0) < wanted ? (meta.next_cursor ?? undefined) : undefined;
  } while (cursor !== undefined);
  throw new CommandFailure(
    exitCodes.notFound,
    `Row ${wanted} of the source has no candidates to choose from.`,
    `To see the rows that have candidates: company-data source review ${sourceId}`,
  );
}

function requestReviewPage(
  session: Session,
  sourceId: string,
  query: {
    readonly status: RowStatus[];
    readonly sort?: 'work';
    readonly limit?: number;
    readonly cursor?: string;
  },
) {
  const params = { path: { sourceId }, query };
  return session.openApi().GET('/api/service/sources/{sourceId}/review', { params });
}
