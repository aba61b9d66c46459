import type { Schema } from '../../client/index.ts';
import { getAnswer } from '../calls.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { computeIdempotencyKey } from '../input/idempotency.ts';
import { omitUndefined } from '../input/option-values.ts';
import { type PageOptions, showPages } from '../input/pages.ts';
import type { PayingOptions } from '../input/paying.ts';
import { type Progress, startProgress } from '../output/progress.ts';
import { formatCount, formatQuantity } from '../output/text.ts';
import type { Session } from '../session.ts';

/** Runs of a source: looked at, followed, cancelled and resumed. */

export type Run = Schema<'SourceRun'>;
export interface RunAnswer {
  readonly run: Run;
  readonly source: Schema<'Source'>;
}

/** How long one request waits for the end of a run, in seconds: shorter if a person watches the progress. */
const waits = { watched: 2, unwatched: 30 };

export function isOpen({ status }: Run): boolean {
  return status === 'queued' || status === 'running';
}

/** The newest run in the background; undefined if there is none. */
export async function findNewestRun(session: Session, sourceId: string): Promise<Run | undefined> {
  const { items } = await getAnswer(requestRuns(session, sourceId, { limit: 20 }));
  return items.find(({ background }) => background);
}

function requestRuns(session: Session, sourceId: string, query: { limit?: number; cursor?: string }) {
  const params = { path: { sourceId }, query };
  return session.openApi().GET('/api/service/sources/{sourceId}/runs', { params });
}

/** Shows the progress of a run until it has ended. */
export async function followRun(session: Session, sourceId: string, runId: string): Promise<RunAnswer> {
  const path = { sourceId, runId };
  const wait = session.watched ? waits.watched : waits.unwatched;
  let progress: Progress | undefined;
  try {
    for (;;) {
      const answer = await getAnswer(
        session.openApi().GET('/api/service/sources/{sourceId}/runs/{runId}', {
          params: { path, query: { wait } },
        }),
      );
      if (!isOpen(answer.run)) return answer;
      const { rows_done: done, rows_total: total } = answer.run.progress;
      if (total > 0) progress ??= startProgress(session, 'Resolving', total, 'rows');
      progress?.update(done);
    }
  } finally {
    progress?.end();
  }
}

/** `source runs`. */
export async function showRuns(session: Session, sourceId: string, options: PageOptions): Promise<void> {
  await showPages(
    session,
    options,
    (query) => requestRuns(session, sourceId, query),
    ({ items }) =>
      session.printTable(items, {
        run_id: 'run_id',
        status: 'status',
        background: ({ background }) => (background ? 'yes' : ''),
        rows: ({ progress }) => `${formatCount(progress.rows_done)} of ${formatCount(progress.rows_total)}`,
        matched: ({ progress }) => progress.matched,
        credits: ({ billing }) => billing.credits_used,
        requested: ({ created_at }) => created_at.slice(0, 16).replace('T', ' '),
        because: ({ stop_reason }) => stop_reason?.message,
      }),
  );
}

/** `source cancel`. */
export async function cancelRun(
  session: Session,
  sourceId: string,
  runId: string | undefined,
): Promise<void> {
  const path = { sourceId, runId: runId ?? (await requireOpenRun(session, sourceId)).run_id };
  const call = session
    .openApi()
    .POST('/api/service/sources/{sourceId}/runs/{runId}/cancel', { params: { path } });
  await session.showAnswer(call, ({ run }) => session.note(`Run ${run.run_id} is ${run.status}.`));
}

/** Continues a run; a higher maximum may be given. */
export async function requestResume(
  session: Session,
  sourceId: string,
  runId: string | undefined,
  { maxCredits, idempotencyKey }: PayingOptions,
): Promise<Run> {
  const run =
    runId === undefined ? await findLastRun(session, sourceId) : await getRun(session, sourceId, runId);
  if (!run?.background || isOpen(run) || run.status === 'completed') {
    const state = run ? ` It is ${run.status}.` : '';
    throw createMissingRunFailure(sourceId, `The last run of the source cannot be resumed.${state}`);
  }
  const { run_id, billing, stop_reason, finished_at } = run;
  if (stop_reason?.code === 'max_credits_reached' && (maxCredits ?? 0) <= (billing.max_credits ?? 0)) {
    throw new CommandFailure(
      exitCodes.payment,
      `The run stopped at its maximum of ${formatQuantity(billing.max_credits ?? 0, 'credit')}.`,
      'Nothing was charged. To continue, give a higher --max-credits; it includes what the run has already used.',
    );
  }
  const key = computeIdempotencyKey('source.resume', { url: session.url, run_id, finished_at, maxCredits });
  const { run: resumed } = await getAnswer(
    session.openApi().POST('/api/service/sources/{sourceId}/runs/{runId}/resume', {
      params: { path: { sourceId, runId: run_id }, header: { 'Idempotency-Key': idempotencyKey ?? key } },
      body: { execute: true, ...omitUndefined({ maxCredits }) },
    }),
  );
  return resumed;
}

async function requireOpenRun(session: Session, sourceId: string): Promise<Run> {
  const run = await findNewestRun(session, sourceId);
  if (run && isOpen(run)) return run;
  throw createMissingRunFailure(sourceId, 'No run of the source is open.');
}

async function findLastRun(session: Session, sourceId: string): Promise<Run | undefined> {
  return (await getAnswer(requestRuns(session, sourceId, { limit: 1 }))).items[0];
}

async function getRun(session: Session, sourceId: string, runId: string): Promise<Run> {
  const params = { path: { sourceId, runId } };
  return (await getAnswer(session.openApi().GET('/api/service/sources/{sourceId}/runs/{runId}', { params })))
    .run;
}

function createMissingRunFailure(sourceId: string, message: string): CommandFailure {
  return new CommandFailure(
    exitCodes.notFound,
    message,
    `To see its runs: company-data source runs ${sourceId}`,
  );
}
