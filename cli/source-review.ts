import type { Schema } from '../client/index.ts';
import { ApiFailure } from './api-failure.ts';
import { answered } from './calls.ts';
import { listing, place, reason, showCandidates } from './company-view.ts';
import { CommandFailure, exitCodes } from './failure.ts';
import { purchaseKey } from './idempotency.ts';
import { given } from './option-values.ts';
import { type PageOptions, showPages } from './pages.ts';
import { agreeToMaximum, type PayingOptions, purchase } from './paying.ts';
import { askLine } from './prompts.ts';
import type { Session } from './session.ts';
import { type Cell, renderFields, renderTable } from './table.ts';
import { counted, printable } from './text.ts';
import type { RowStatus } from './vocabulary.ts';

/** Lets a person choose among the candidates of rows. */

export interface ReviewOptions extends PageOptions, PayingOptions {
  readonly status?: RowStatus[];
  readonly show?: string[];
}

type ReviewRow = Schema<'SourceRow'>;
type Candidate = Schema<'SourceCandidate'>;

const needsChoice: RowStatus[] = ['multiple_candidates'];
const candidateWidth = 30;
const maxShownReasons = 3;
const rowsPerPage = 50;
/** The service's limit for a page. */
const maxRowsPerPage = 500;

export async function reviewSource(
  session: Session,
  sourceId: string,
  options: ReviewOptions,
): Promise<void> {
  if (session.json || !session.interactive || options.status) await showRows(session, sourceId, options);
  else await new ReviewWalk(session, sourceId, options).go();
}

async function showRows(session: Session, sourceId: string, options: ReviewOptions): Promise<void> {
  const { status = needsChoice, show } = options;
  await showPages(
    session,
    options,
    (page) => reviewPage(session, sourceId, { status, ...page }),
    ({ rows, review }) => {
      for (const row of rows) {
        session.print(`Row ${row.row_number}: ${row.resolve_status}  ${row.source_row_id}`);
        session.fields(cellsOf(row, show));
        for (const { header, message } of row.issues)
          session.print(printable(`! ${header ? `${header}: ` : ''}${message}`));
        showCandidates(session, row.resolve_candidates);
        session.print('');
      }
      const counts = Object.entries(review.statuses).map(([state, count]) => `${state} ${count}`);
      session.note(counts.join(', '));
    },
  );
}

/** A session in which a person goes through the rows that need a choice. */
class ReviewWalk {
  readonly #session: Session;
  readonly #sourceId: string;
  readonly #options: ReviewOptions;
  #chosen = 0;
  #skipped = 0;
  #remaining = 0;

  constructor(session: Session, sourceId: string, options: ReviewOptions) {
    this.#session = session;
    this.#sourceId = sourceId;
    this.#options = options;
  }

  async go(): Promise<void> {
    const first = await this.#page();
    this.#remaining = first.review.multiple_candidates_remaining;
    if (this.#remaining === 0) return this.#session.note('No row has several candidates.');
    const maxChoices = await agreeToMaximum(this.#session, this.#options, 'Each choice', this.#remaining);
    const total = this.#remaining;
    for (let page = first; ; page = await this.#page(page.meta.next_cursor ?? undefined)) {
      for (const row of page.rows) {
        const position = this.#chosen + this.#skipped + 1;
        if (this.#chosen >= maxChoices)
          return this.#end(`The maximum of ${counted(maxChoices, 'credit')} is reached.`);
        if ((await this.#ask(row, `${position} of ${total}`)) === 'quit') return this.#end('');
      }
      if (!page.meta.next_cursor) return this.#end('');
    }
  }

  #page(cursor?: string) {
    const query = { status: needsChoice, limit: rowsPerPage, ...given({ cursor }) };
    return answered(reviewPage(this.#session, this.#sourceId, query));
  }

  async #ask(row: ReviewRow, position: string): Promise<'done' | 'quit'> {
    const session = this.#session;
    session.note(`\n${session.colored('bold', `Row ${row.row_number}`)} (${position})`);
    session.note(renderFields(cellsOf(row, this.#options.show), session.screenWidth));
    session.note(`\n${sideBySide(row.resolve_candidates, session.screenWidth)}\n`);
    const count = row.resolve_candidates.length;
    const choices = count === 1 ? '1' : `1–${count}`;
    const line = await askLine(
      session,
      `${choices} to choose, s to skip, q to quit:`,
      (given) => readKey(given, count) !== null || `Enter ${choices}, s or q.`,
    );
    const key = readKey(line, count);
    if (key === 'q') return 'quit';
    const candidate = typeof key === 'number' ? row.resolve_candidates[key - 1] : undefined;
    if (candidate) await this.#choose(row, candidate);
    else this.#skipped += 1;
    return 'done';
  }

  async #choose(row: ReviewRow, candidate: Candidate): Promise<void> {
    const session = this.#session;
    const choice = { sourceId: this.#sourceId, row: row.source_row_id, companyId: candidate.company_id };
    try {
      const { billing, review } = await answered(sendChoice(session, choice, { maxCredits: 1 }));
      this.#chosen += 1;
      this.#remaining = review.multiple_candidates_remaining;
      session.note(
        `${printable(candidate.display_name)}; ${counted(billing.balance_after, 'credit')} remaining.`,
      );
    } catch (error) {
      // Another person has settled the row in the meantime.
      if (!(error instanceof ApiFailure) || error.code !== 'source_row_not_selectable') throw error;
      session.warn(error.message);
      this.#skipped += 1;
    }
  }

  #end(sentence: string): void {
    if (sentence) this.#session.note(sentence);
    this.#session.note(
      `Chosen ${this.#chosen}, skipped ${this.#skipped}; ${counted(this.#remaining, 'row')} remaining.`,
    );
    if (this.#remaining > 0) this.#session.needsPerson();
  }
}

/** The number of a candidate, `s` or `q`, in half or full width; null for anything else. */
export function readKey(given: string, count: number): number | 's' | 'q' | null {
  const key = given.normalize('NFKC').trim().toLowerCase();
  if (key === 's' || key === 'q') return key;
  const number = /^\d{1,2}$/.test(key) ? Number(key) : 0;
  return number >= 1 && number <= count ? number : null;
}

/** Candidates as columns, as many side by side as fit into the width. */
function sideBySide(candidates: readonly Candidate[], width: number): string {
  const atOnce = Math.max(1, Math.floor(width / candidateWidth));
  const blocks: string[] = [];
  for (let from = 0; from < candidates.length; from += atOnce)
    blocks.push(candidateBlock(candidates.slice(from, from + atOnce), from, width));
  return blocks.join('\n\n');
}

type Line = readonly [title: string, of: (candidate: Candidate) => Cell];

const candidateLines: readonly Line[] = [
  ['name', ({ display_name }) => display_name],
  ['legal name', ({ legal_name }) => legal_name],
  ['company_id', ({ company_id }) => company_id],
  ['head office', place],
  ['listing', listing],
  ['chosen before', ({ previously_selected }) => (previously_selected ? 'yes' : '')],
  ...Array.from(
    { length: maxShownReasons },
    (_, at): Line => [at === 0 ? 'why' : '', ({ matched_by }) => matched_by.map(reason)[at]],
  ),
];

function candidateBlock(candidates: readonly Candidate[], from: number, width: number): string {
  const lines = candidateLines.filter(([, of]) => candidates.some((candidate) => of(candidate)));
  const columns = candidates.map((candidate, at): [string, (line: Line) => Cell] => [
    `[${from + at + 1}]`,
    ([, of]) => of(candidate),
  ]);
  return renderTable(lines, { '': ([title]) => title, ...Object.fromEntries(columns) }, width, ['']);
}

function cellsOf({ cells }: ReviewRow, show: readonly string[] | undefined): [string, string][] {
  return Object.entries(cells).filter(([header]) => show === undefined || show.includes(header));
}

interface Choice {
  readonly sourceId: string;
  readonly row: string;
  readonly companyId: string;
}

/** `source select`. */
export async function selectRow(
  session: Session,
  sourceId: string,
  row: string,
  companyId: string,
  options: PayingOptions,
): Promise<void> {
  const choice = { sourceId, row: await rowIdOf(session, sourceId, row), companyId };
  const answer = await purchase(session, options, 'Selecting the company', (limits) =>
    sendChoice(session, choice, limits, options.idempotencyKey),
  );
  if (!answer) return;
  session.answer(answer, ({ selected, review }) => {
    session.print(`${printable(selected.candidate.display_name)}  ${selected.company_id}`);
    session.note(`${counted(review.multiple_candidates_remaining, 'row')} remaining.`);
  });
}

/**
 * The id of a row given by its number in the review.
 * @throws CommandFailure if the row with this number has no candidates
 */
async function rowIdOf(session: Session, sourceId: string, row: string): Promise<string> {
  if (!/^\d{1,5}$/.test(row)) return row;
  const wanted = Number(row);
  // Includes rows that this command has settled: run again, it shows the same answer.
  const status: RowStatus[] = ['multiple_candidates', 'matched'];
  let cursor: string | undefined;
  do {
    const page = { status, limit: maxRowsPerPage, ...given({ cursor }) };
    const { rows, meta } = await answered(reviewPage(session, sourceId, page));
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

/** A row can be settled only once, so retries for the same row and company share one key. */
function sendChoice(
  session: Session,
  { sourceId, row, companyId }: Choice,
  limits: { readonly maxCredits: number; readonly dryRun?: true; readonly execute?: true },
  key = purchaseKey('source.select', { url: session.url, source_id: sourceId, row, company_id: companyId }),
) {
  return session.api().POST('/api/service/sources/{sourceId}/select', {
    params: { path: { sourceId }, header: { 'Idempotency-Key': key } },
    body: { row, companyId, ...limits },
  });
}

function reviewPage(
  session: Session,
  sourceId: string,
  query: { readonly status: RowStatus[]; readonly limit?: number; readonly cursor?: string },
) {
  const params = { path: { sourceId }, query };
  return session.api().GET('/api/service/sources/{sourceId}/review', { params });
}
