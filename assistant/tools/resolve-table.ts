import { z } from 'zod';
import { maxCreditAmount, maxRowsInOneToolCall, prices } from '../../client/index.ts';
import {
  computeMaxPrice,
  countRemainingRows,
  followRun,
  isOpenRun,
  isResumableRun,
  needsRun,
  type Run,
  SourceCalls,
} from '../../client/source-resolving.ts';
import { type Api, computeIdempotencyKey, getAnswer, ToolFailure } from '../api-calls.ts';
import { line } from '../quoted-text.ts';
import { inspectSource, mapSource, obtainSource, type Source, tableInput } from '../sent-table.ts';
import {
  type RenderedAnswer,
  renderAgreementStep,
  renderAnswer,
  renderColumnsNeeded,
  renderDone,
  renderEnd,
  renderRun,
  tableOutput,
} from '../table-answer.ts';
import { defineTool, type ToolContext } from '../tool.ts';

/** Clients usually wait a minute for an answer. */
const followSeconds = 25;
const pollSeconds = 5;

const input = z.strictObject({
  ...tableInput,
  max_credits: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe(
      'The price that the user agreed to, in basic credits. Absent: only the price, nothing is charged.',
    ),
});

export const resolveTable = defineTool({
  name: 'resolve_table',
  title: 'Find the company of each row of a table',
  description: `Find the company of each row. First call it with csv, or with headers and rows: it answers a source_id, which columns it uses, and the price; nothing is charged. Show the user the columns and the price. If they agree, call it with source_id and max_credits: ${prices.matchedRow.text} for each matched row, never more than max_credits, and never twice for a row. Large tables go on in the background: call it again with source_id to follow. Afterwards, open_rows shows the rows that need a person.`,
  input,
  output: tableOutput,
  async run(given, context) {
    const source = await mapSource(context.api, given, await obtainSource(context.api, given));
    if (source.mapping === null) return renderColumnsNeeded(source);
    const run = await findNewestRun(context.api, source.source_id);
    if (run && isOpenRun(run)) return watchRun(context, source, run);
    if (isLookedUp(source)) return renderEnd(source, run);
    if (given.max_credits === undefined) return findPrice(context, source);
    return resolveSource(context, source, run, given.max_credits);
  },
});

/** Whether every row was looked up with these columns. */
function isLookedUp(source: Source): boolean {
  if (source.status === 'mapped') return countRemainingRows(source) === 0;
  return source.resolve_summary.unresolved === 0;
}

async function findPrice({ api }: ToolContext, source: Source): Promise<RenderedAnswer> {
  if (needsRun(source, maxRowsInOneToolCall)) {
    const { balances } = await getAnswer(api.GET('/api/service/credits/balance', {}));
    const price = { credits: computeMaxPrice(source), exact: false, balance: balances.basic.available };
    return renderAnswer(source, { state: 'priced', price, next: renderAgreementStep(source, price) });
  }
  const answer = await getAnswer(requestResolve(api, source, { maxCredits: maxCreditAmount, dryRun: true }));
  const { credits_used, balance_after } = answer.billing;
  const price = { credits: credits_used, exact: true, balance: balance_after + credits_used };
  const expected = { ...source, resolve_summary: answer.source.resolve_summary };
  return renderAnswer(expected, {
    state: 'priced',
    price,
    next: renderAgreementStep(source, price),
    expected: true,
  });
}

async function resolveSource(
  context: ToolContext,
  source: Source,
  run: Run | undefined,
  maxCredits: number,
): Promise<RenderedAnswer> {
  const { api } = context;
  if (run && isResumableRun(run)) return watchRun(context, source, await resumeRun(api, run, maxCredits));
  if (needsRun(source, maxRowsInOneToolCall))
    return watchRun(context, source, await startRun(api, source, run, maxCredits));
  const answer = await getAnswer(requestResolve(api, source, { maxCredits }));
  const { credits_used, deduplicated } = answer.billing;
  const resolved = { ...source, ...answer.source };
  if (deduplicated) return renderDone(resolved, 0);
  return renderDone(resolved, credits_used);
}

/** @param limits the same call in the same state of the source has the same key */
function requestResolve(
  api: Api,
  { source_id: sourceId, mapping, resolve_summary, updated_at }: Source,
  limits: { readonly maxCredits: number; readonly dryRun?: true },
) {
  const key = computeIdempotencyKey('source.resolve', sourceId, mapping, resolve_summary, updated_at);
  return new SourceCalls(api, sourceId).resolve(key, limits);
}

async function findNewestRun(api: Api, sourceId: string): Promise<Run | undefined> {
  const { items } = await getAnswer(new SourceCalls(api, sourceId).listRuns({ limit: 1 }));
  return items.find(({ background }) => background);
}

async function startRun(api: Api, source: Source, before: Run | undefined, maxCredits: number): Promise<Run> {
  const { source_id: sourceId, mapping, updated_at } = source;
  const key = computeIdempotencyKey('source.run', sourceId, mapping, updated_at, before?.run_id);
  return (await getAnswer(new SourceCalls(api, sourceId).startRun(key, maxCredits))).run;
}

/** @param maxCredits of the whole run, with what it has used already, so that repeating a call charges nothing more */
async function resumeRun(
  api: Api,
  { source_id: sourceId, run_id: runId, billing, finished_at }: Run,
  maxCredits: number,
) {
  if (maxCredits <= billing.credits_used) {
    const message = line`The run stopped after it had used ${billing.credits_used} credits of max_credits.`;
    const recovery = line`To continue, agree with the user on a higher max_credits, which includes these credits.`;
    throw new ToolFailure('max_credits_exceeded', message, recovery);
  }
  const key = computeIdempotencyKey('source.resume', runId, finished_at, maxCredits);
  return (await getAnswer(new SourceCalls(api, sourceId).resumeRun(runId, key, maxCredits))).run;
}

/** Follows a run for as long as a client waits for an answer. It goes on after that. */
async function watchRun(context: ToolContext, source: Source, from: Run): Promise<RenderedAnswer> {
  const run = await followForAWhile(context, from);
  const now = await inspectSource(context.api, source.source_id);
  if (run.status === 'completed') return renderDone(now, run.billing.credits_used, run);
  return renderRun(now, run);
}

async function followForAWhile({ api, signal, progress }: ToolContext, from: Run): Promise<Run> {
  // A repeated call may have started a run that has ended.
  if (!isOpenRun(from)) return from;
  const calls = new SourceCalls(api, from.source_id);
  const until = performance.now() + followSeconds * 1000;
  const askForRun = async () => {
    const answer = await getAnswer(calls.getRun(from.run_id, { wait: pollSeconds }));
    const { rows_done, rows_total } = answer.run.progress;
    await progress(rows_done, rows_total, 'rows resolved');
    return answer;
  };
  return (await followRun(askForRun, () => performance.now() < until && !signal.aborted)).run;
}
