import { type Command, Option } from 'commander';
import type { Schema } from '../../client/index.ts';
import { answered } from '../calls.ts';
import { type ExitCode, exitCodes, Interrupted } from '../failure.ts';
import { purchaseKey } from '../input/idempotency.ts';
import { given } from '../input/option-values.ts';
import {
  addPayingOptions,
  agreeToPrice,
  noteCharged,
  type PayingOptions,
  purchase,
} from '../input/paying.ts';
import { counted, figure } from '../output/text.ts';
import type { Session } from '../session.ts';
import { followRun, isOpen, newestRun, type Run, resumeCall } from './source-runs.ts';
import { inspectCall, showResolveSummary } from './source-view.ts';

/** Resolves the rows of a source: small sources in one call, large ones in the background, with progress. */

export interface ResolveOptions extends PayingOptions {
  readonly background?: true;
  readonly wait?: boolean;
}

type Source = Schema<'Source'>;
type Summary = Schema<'ResolveSummary'>;

type ResolveAnswer = NonNullable<Awaited<ReturnType<typeof resolveCall>>['data']>;

/** From more rows than this, a source is resolved in the background, as its next steps propose. */
const rowsInOneCall = 5_000;
/** How long the price of many rows may take: the service finds it in one call. */
const minTimeoutSeconds = 900;

export function addResolveOptions(command: Command): Command {
  return addPayingOptions(
    command
      .option('--background', 'resolve in the background; always done for more than 5,000 rows')
      .addOption(new Option('--no-wait', 'with --background: do not wait for the end of the run')),
  );
}

export interface Resolved {
  readonly source: Source;
  readonly creditsUsed: number;
  /** Why rows are left that were not looked at; 0 if there are none. */
  readonly exitCode: ExitCode;
  /** As the service sent it. */
  readonly answer: object;
}

/** Whether rows are left that a person must decide or correct. */
export function leavesRows({ multiple_candidates, invalid }: Summary): boolean {
  return multiple_candidates + invalid > 0;
}

/** `source resolve`. */
export async function resolveSource(
  session: Session,
  sourceId: string,
  options: ResolveOptions,
): Promise<void> {
  const resolved = await resolveRows(session, sourceId, options);
  if (resolved) showResolved(session, resolved);
}

function showResolved(session: Session, { source, answer, exitCode }: Resolved): void {
  session.answer(answer, () => showResolveSummary(session, source.resolve_summary));
  endResolving(session, source.resolve_summary, exitCode);
}

/**
 * Sets the exit code of a command that resolved rows. A table without a single company is not `done`: its columns or
 * lines were probably read wrongly.
 * @param exitCode why rows are left that were not looked at
 */
export function endResolving(session: Session, summary: Summary, exitCode: ExitCode): void {
  const { matched, unresolved, total } = summary;
  const foundNobody = matched === 0 && unresolved === 0;
  if (foundNobody) warnOfNobody(session, total);
  if (exitCode !== exitCodes.ok) session.exitCode = exitCode;
  else if (leavesRows(summary)) session.needsPerson();
  else if (foundNobody) session.exitCode = exitCodes.notFound;
}

/** Warns that no row of a table has a company. @param total its rows */
export function warnOfNobody(session: Session, total: number): void {
  session.warn(
    total === 0
      ? 'The table has no rows, so no company was looked for.'
      : `No company was matched: none of ${counted(total, 'row')} has one. Check that the columns and lines of the table were read rightly.`,
  );
}

/** `source runs --follow`. */
export async function followNewestRun(session: Session, sourceId: string): Promise<void> {
  const run = await newestRun(session, sourceId);
  if (!run) return session.note('No run has resolved this source in the background.');
  showResolved(session, await watched(session, run));
}

/** Follows a run that another command started; an interruption leaves it. */
async function watched(session: Session, run: Run): Promise<Resolved> {
  try {
    return await followedTo(session, run);
  } catch (error) {
    if (!session.world.signal.aborted) throw error;
    throw new Interrupted(
      'Interrupted. The run continues in the background.',
      `To follow it: company-data source runs ${run.source_id} --follow. To end it: company-data source cancel ${run.source_id}`,
    );
  }
}

/** `source resume`. */
export async function resumeRun(
  session: Session,
  sourceId: string,
  runId: string | undefined,
  options: ResolveOptions,
): Promise<void> {
  try {
    const run = await resumeCall(session, sourceId, runId, options);
    if (options.wait === false)
      return session.answer({ run }, () => session.note(`Run ${run.run_id} continues in the background.`));
    showResolved(session, await followedTo(session, run));
  } catch (error) {
    if (session.world.signal.aborted) throw await cancelled(session, sourceId);
    throw error;
  }
}

/**
 * Prices, agrees and resolves. A run that is already open is followed.
 * @returns null if only the price was requested
 * @throws CommandFailure without agreement
 */
export async function resolveRows(
  session: Session,
  sourceId: string,
  options: ResolveOptions,
): Promise<Resolved | null> {
  const run = await newestRun(session, sourceId);
  if (run && isOpen(run)) {
    session.note('A run is already resolving this source; this is its progress.');
    return watched(session, run);
  }
  const { source } = await answered(inspectCall(session, sourceId));
  // Large sources take longer than other calls; a person sees that something is done.
  if (session.watched && openRows(source) > rowsInOneCall)
    session.note(`Finding the price of ${counted(openRows(source), 'row')} …`);
  const background = options.background ?? openRows(source) > rowsInOneCall;
  return background
    ? resolveInBackground(session, source, run?.run_id, options)
    : resolveInOneCall(session, source, options);
}

/** Rows that a resolve looks at. */
function openRows({ status, resolve_summary: { total, matched, unresolved, not_found } }: Source): number {
  return status === 'mapped' ? total - matched : unresolved + not_found;
}

async function resolveInOneCall(
  session: Session,
  source: Source,
  options: PayingOptions,
): Promise<Resolved | null> {
  const answer = await purchase(
    session,
    options,
    what,
    (body) => resolveCall(session, source, options, body),
    expected,
  );
  if (!answer) return null;
  const creditsUsed = answer.billing.deduplicated ? 0 : answer.billing.credits_used;
  return { source: answer.source, creditsUsed, exitCode: exitCodes.ok, answer };
}

/** @param lastRun a run that was cancelled before it did anything changes nothing else */
async function resolveInBackground(
  session: Session,
  source: Source,
  lastRun: string | undefined,
  options: ResolveOptions,
): Promise<Resolved | null> {
  const maxCredits = await agreeToPrice(
    session,
    options,
    what,
    (body) => resolveCall(session, source, options, body),
    expected,
  );
  if (maxCredits === null) return null;
  const sourceId = source.source_id;
  const wait = options.wait !== false;
  try {
    const started = await answered(
      session.api().POST('/api/service/sources/{sourceId}/runs', {
        params: {
          path: { sourceId },
          header: { 'Idempotency-Key': keyOf(session, 'source.run', source, options, lastRun) },
        },
        body: { execute: true, maxCredits },
      }),
    );
    if (!wait) {
      session.note(`Run ${started.run.run_id} resolves the source in the background.`);
      return { source: started.source, creditsUsed: 0, exitCode: exitCodes.ok, answer: started };
    }
    return await followedTo(session, started.run);
  } catch (error) {
    if (session.world.signal.aborted) throw await cancelled(session, sourceId);
    throw error;
  }
}

/** Ends the run of a command that was interrupted. No run was open before, so the open one is its own. */
async function cancelled(session: Session, sourceId: string): Promise<Interrupted> {
  const api = session.apiAfterInterruption();
  const path = { sourceId };
  const { items } = await answered(
    api.GET('/api/service/sources/{sourceId}/runs', { params: { path, query: { limit: 1 } } }),
  );
  const [run] = items;
  if (!run || !isOpen(run)) return new Interrupted();
  const ended = await answered(
    api.POST('/api/service/sources/{sourceId}/runs/{runId}/cancel', {
      params: { path: { ...path, runId: run.run_id } },
    }),
  );
  const { progress, billing } = ended.run;
  const done = `${figure(progress.rows_done)} of ${counted(progress.rows_total, 'row')}`;
  return new Interrupted(
    `The run was cancelled after ${done}; ${counted(billing.credits_used, 'credit')} charged.`,
    `To continue, run the same command again, or: company-data source resume ${sourceId}. No row is charged twice.`,
  );
}

const exitCodeOfStop: Readonly<Record<string, ExitCode>> = {
  max_credits_reached: exitCodes.payment,
  credit_balance_insufficient: exitCodes.payment,
  key_spending_limit_reached: exitCodes.payment,
  mapping_changed: exitCodes.refused,
  search_unavailable: exitCodes.unavailable,
};

/**
 * Follows a run, and reports what it has done when it has ended, or why it did not do everything.
 * @param from the run as it was before
 */
async function followedTo(session: Session, from: Run): Promise<Resolved> {
  const answer = await followRun(session, from.source_id, from.run_id);
  const { run, source } = answer;
  const { credits_used: total, credit_class } = run.billing;
  const before = from.billing.credits_used;
  const { balances } = await answered(session.api().GET('/api/service/credits/balance', {}));
  const creditsUsed = total - before;
  const balance_after = balances[credit_class].available;
  noteCharged(session, { credits_used: creditsUsed, credit_class, balance_after });
  if (before > 0) session.note(`The whole run has cost ${counted(total, 'credit')}.`);
  const ended = { source, creditsUsed, answer };
  if (run.status === 'completed') return { ...ended, exitCode: exitCodes.ok };
  const done = `${figure(run.progress.rows_done)} of ${counted(run.progress.rows_total, 'row')}`;
  session.warn(`The run was ${run.status} after ${done}. ${run.stop_reason?.message ?? ''}`.trim());
  // At the maximum, only a higher one continues the run: at most each row that is not matched costs a credit.
  const { total: rows, matched } = source.resolve_summary;
  const higher =
    run.stop_reason?.code === 'max_credits_reached' ? ` --max-credits ${total + rows - matched}` : '';
  session.note(`To continue: company-data source resume ${source.source_id}${higher}`);
  const exitCode =
    run.status === 'cancelled'
      ? exitCodes.refused
      : (exitCodeOfStop[run.stop_reason?.code ?? ''] ?? exitCodes.unexpected);
  return { ...ended, exitCode };
}

const what = 'Resolving the source';

function expected({ run }: ResolveAnswer): string {
  const { resolved_count, multiple_candidates_count, not_found_count, invalid_count } = run;
  return (
    `To expect: ${counted(resolved_count, 'row')} settled, ${figure(multiple_candidates_count)} with several candidates, ` +
    `${figure(not_found_count)} without a company, ${figure(invalid_count)} invalid.`
  );
}

function resolveCall(
  session: Session,
  source: Source,
  options: PayingOptions,
  body: { readonly execute: true; readonly maxCredits: number; readonly dryRun?: true },
) {
  return session.api().POST('/api/service/sources/{sourceId}/resolve', {
    params: {
      path: { sourceId: source.source_id },
      header: { 'Idempotency-Key': keyOf(session, 'source.resolve', source, options) },
    },
    body,
    fetch: session.fetch({ timeoutSeconds: Math.max(session.options.timeout, minTimeoutSeconds) }),
  });
}

/** Mapping, resolving and deciding change updated_at; until then, retries share one key. */
function keyOf(
  session: Session,
  operation: string,
  source: Source,
  options: PayingOptions,
  lastRun?: string,
): string {
  const { source_id, mapping, resolve_summary: counts, updated_at } = source;
  const meaning = { url: session.url, source_id, mapping, counts, updated_at, ...given({ lastRun }) };
  return options.idempotencyKey ?? purchaseKey(operation, meaning);
}
