import { type Command, Option } from 'commander';
import { maxCreditAmount, maxRowsInOneCall, type Schema } from '../../client/index.ts';
import {
  countRemainingRows,
  isOpenRun,
  needsRun,
  type Run,
  SourceCalls,
} from '../../client/source-resolving.ts';
import { getAnswer } from '../calls.ts';
import { type ExitCode, exitCodes, Interrupted } from '../failure.ts';
import { computeIdempotencyKey } from '../input/idempotency.ts';
import { omitUndefined } from '../input/option-values.ts';
import {
  addPayingOptions,
  type ChargingBody,
  confirmPrice,
  makePurchase,
  noteCharged,
  type PayingOptions,
  purchase,
} from '../input/paying.ts';
import { formatCount, formatQuantity, joinText } from '../output/text.ts';
import type { Session } from '../session.ts';
import { findNewestRun, openSourceCalls, requestResume, showRunToEnd } from './source-runs.ts';
import { requestSource, showResolveSummary } from './source-view.ts';

/** Resolves the rows of a source: small sources in one call, large ones in the background, with progress. */

export interface ResolveOptions extends PayingOptions {
  readonly background?: true;
  readonly wait?: boolean;
  /** What may be charged, if the price was agreed to before. */
  readonly agreed?: number;
}

type Source = Schema<'Source'>;
type Summary = Schema<'ResolveSummary'>;

type ResolveAnswer = NonNullable<Awaited<ReturnType<typeof requestResolve>>['data']>;

/** How long the price of many rows may take: the service finds it in one call. */
const minTimeoutSeconds = 900;

/** What `--background` does. */
export const aboutBackground = `resolve in the background; always done for more than ${formatCount(maxRowsInOneCall)} rows`;

export function addResolveOptions(command: Command): Command {
  return addPayingOptions(
    command
      .option('--background', aboutBackground)
      .addOption(new Option('--no-wait', 'with --background: do not wait for the end of the run')),
  );
}

export interface ResolveResult {
  readonly source: Source;
  readonly creditsUsed: number;
  /** Why rows are left that were not looked at; 0 if there are none. */
  readonly exitCode: ExitCode;
  /** As the service sent it. */
  readonly answer: object;
}

/** Whether rows are left that a person must decide or correct. */
export function hasOpenRows({ multiple_candidates, invalid }: Summary): boolean {
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

function showResolved(session: Session, { source, answer, exitCode }: ResolveResult): void {
  session.printAnswer(answer, () => showResolveSummary(session, source.resolve_summary));
  endResolving(session, source.resolve_summary, exitCode);
}

/**
 * Sets the exit code of a command that resolved rows. A table without a single company is not `done`: its columns or
 * lines were probably read wrongly.
 * @param exitCode why rows are left that were not looked at
 */
export function endResolving(session: Session, summary: Summary, exitCode: ExitCode): void {
  const { matched, unresolved, total } = summary;
  const isEmpty = matched === 0 && unresolved === 0;
  if (isEmpty) warnOfNobody(session, total);
  if (exitCode !== exitCodes.ok) session.exitCode = exitCode;
  else if (hasOpenRows(summary)) session.requirePerson();
  else if (isEmpty) session.exitCode = exitCodes.notFound;
}

/** Warns that no row of a table has a company. @param total its rows */
export function warnOfNobody(session: Session, total: number): void {
  if (total === 0) session.warn('The table has no rows, so no company was looked for.');
  else
    session.warn(
      `No company was matched: none of ${formatQuantity(total, 'row')} has one. Check that the columns and lines of the table were read rightly.`,
    );
}

/** `source runs --follow`. */
export async function followNewestRun(session: Session, sourceId: string): Promise<void> {
  const run = await findNewestRun(session, sourceId);
  if (!run) return session.note('No run has resolved this source in the background.');
  showResolved(session, await watchRun(session, run));
}

/** Follows a run that another command started; an interruption leaves it. */
async function watchRun(session: Session, run: Run): Promise<ResolveResult> {
  try {
    return await followToEnd(session, run);
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
    const run = await requestResume(session, sourceId, runId, options);
    if (options.wait === false)
      return session.printAnswer({ run }, () =>
        session.note(`Run ${run.run_id} continues in the background.`),
      );
    showResolved(session, await followToEnd(session, run));
  } catch (error) {
    if (session.world.signal.aborted) throw await cancelOwnRun(session, sourceId);
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
): Promise<ResolveResult | null> {
  const run = await findNewestRun(session, sourceId);
  if (run && isOpenRun(run)) {
    session.note('A run is already resolving this source; this is its progress.');
    return watchRun(session, run);
  }
  const { source } = await getAnswer(requestSource(session, sourceId));
  // Large sources take longer than other calls; a person sees that something is done.
  if (session.watched && needsRun(source))
    session.note(`Finding the price of ${formatQuantity(countRemainingRows(source), 'row')} …`);
  if (options.background ?? needsRun(source))
    return resolveInBackground(session, source, run?.run_id, options);
  return resolveInOneCall(session, source, options);
}

async function resolveInOneCall(
  session: Session,
  source: Source,
  options: ResolveOptions,
): Promise<ResolveResult | null> {
  const call = (body: ChargingBody) => requestResolve(session, source, options, body);
  const answer =
    options.agreed === undefined
      ? await makePurchase(session, options, what, call, describeExpected)
      : await purchase(session, options.agreed, call);
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
): Promise<ResolveResult | null> {
  const call = (body: ChargingBody) => requestResolve(session, source, options, body);
  const agree = () => confirmPrice(session, options, what, call, describeExpected);
  const maxCredits = options.agreed ?? (await agree());
  if (maxCredits === null) return null;
  const sourceId = source.source_id;
  const wait = options.wait !== false;
  try {
    const key = computeKey(session, 'source.run', source, options, lastRun);
    const started = await getAnswer(openSourceCalls(session, sourceId).startRun(key, maxCredits));
    if (!wait) {
      session.note(`Run ${started.run.run_id} resolves the source in the background.`);
      return { source: started.source, creditsUsed: 0, exitCode: exitCodes.ok, answer: started };
    }
    return await followToEnd(session, started.run);
  } catch (error) {
    if (session.world.signal.aborted) throw await cancelOwnRun(session, sourceId);
    throw error;
  }
}

/** What resolving would cost and find. */
export async function findPrice(session: Session, sourceId: string, options: PayingOptions) {
  const { source } = await getAnswer(requestSource(session, sourceId));
  const limits = { execute: true, maxCredits: maxCreditAmount, dryRun: true } as const;
  const { billing, run } = await getAnswer(requestResolve(session, source, options, limits));
  return { billing, run };
}

/** Ends the run of a command that was interrupted. No run was open before, so the open one is its own. */
async function cancelOwnRun(session: Session, sourceId: string): Promise<Interrupted> {
  const calls = new SourceCalls(session.openApiAfterInterruption(), sourceId);
  const [run] = (await getAnswer(calls.listRuns({ limit: 1 }))).items;
  if (!run || !isOpenRun(run)) return new Interrupted();
  const { progress, billing } = (await getAnswer(calls.cancelRun(run.run_id))).run;
  const done = `${formatCount(progress.rows_done)} of ${formatQuantity(progress.rows_total, 'row')}`;
  return new Interrupted(
    `The run was cancelled after ${done}; ${formatQuantity(billing.credits_used, 'credit')} charged.`,
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
async function followToEnd(session: Session, from: Run): Promise<ResolveResult> {
  const answer = await showRunToEnd(session, from);
  const { run, source } = answer;
  const { credits_used: total, credit_class } = run.billing;
  const before = from.billing.credits_used;
  const { balances } = await getAnswer(session.api.GET('/api/service/credits/balance', {}));
  const creditsUsed = total - before;
  const balance_after = balances[credit_class].available;
  noteCharged(session, { credits_used: creditsUsed, credit_class, balance_after });
  if (before > 0) session.note(`The whole run has cost ${formatQuantity(total, 'credit')}.`);
  const ended = { source, creditsUsed, answer };
  if (run.status === 'completed') return { ...ended, exitCode: exitCodes.ok };
  const done = `${formatCount(run.progress.rows_done)} of ${formatQuantity(run.progress.rows_total, 'row')}`;
  session.warn(`The run was ${run.status} after ${done}. ${run.stop_reason?.message ?? ''}`.trim());
  // At the maximum, only a higher one continues the run: at most each row that is not matched costs a credit.
  const { total: rows, matched } = source.resolve_summary;
  session.note(
    joinText(
      `To continue: company-data source resume ${source.source_id}`,
      run.stop_reason?.code === 'max_credits_reached' && ` --max-credits ${total + rows - matched}`,
    ),
  );
  if (run.status === 'cancelled') return { ...ended, exitCode: exitCodes.refused };
  return { ...ended, exitCode: exitCodeOfStop[run.stop_reason?.code ?? ''] ?? exitCodes.unexpected };
}

const what = 'Resolving the source';

export function describeExpected({ run }: { readonly run: ResolveAnswer['run'] }): string {
  const { resolved_count, multiple_candidates_count, not_found_count, invalid_count } = run;
  return (
    `To expect: ${formatQuantity(resolved_count, 'row')} settled, ${formatCount(multiple_candidates_count)} with several candidates, ` +
    `${formatCount(not_found_count)} without a company, ${formatCount(invalid_count)} invalid.`
  );
}

function requestResolve(session: Session, source: Source, options: PayingOptions, limits: ChargingBody) {
  const key = computeKey(session, 'source.resolve', source, options);
  const timeoutSeconds = Math.max(session.options.timeout, minTimeoutSeconds);
  const fetch = session.createFetch({ timeoutSeconds });
  return openSourceCalls(session, source.source_id).resolve(key, limits, { fetch });
}

/** Mapping, resolving and deciding change updated_at; until then, retries share one key. */
function computeKey(
  session: Session,
  operation: string,
  source: Source,
  options: PayingOptions,
  lastRun?: string,
): string {
  const { source_id, mapping, resolve_summary: counts, updated_at } = source;
  const meaning = { url: session.url, source_id, mapping, counts, updated_at, ...omitUndefined({ lastRun }) };
  return options.idempotencyKey ?? computeIdempotencyKey(operation, meaning);
}
