import { maxRunWaitSeconds, type Schema } from '../../client/index.ts';
import {
  followRun,
  isOpenRun,
  isResumableRun,
  type Run,
  SourceCalls,
} from '../../client/source-resolving.ts';
import { getAnswer } from '../calls.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { computeIdempotencyKey } from '../input/idempotency.ts';
import { type PageOptions, showPages } from '../input/pages.ts';
import type { PayingOptions } from '../input/paying.ts';
import { type Progress, startProgress } from '../output/progress.ts';
import { formatCount, formatQuantity } from '../output/text.ts';
import type { Session } from '../session.ts';

/** Runs of a source: looked at, followed, cancelled and resumed. */

interface RunAnswer {
  readonly run: Run;
  readonly source: Schema<'Source'>;
}

/** How long one request waits for the end of a run, in seconds: shorter if a person watches the progress. */
const waits = { watched: 2, unwatched: maxRunWaitSeconds };

/** The calls about resolving a source. */
export function openSourceCalls(session: Session, sourceId: string): SourceCalls {
  return new SourceCalls(session.api, sourceId);
}

/** The newest run in the background; undefined if there is none. */
export async function findNewestRun(session: Session, sourceId: string): Promise<Run | undefined> {
  const { items } = await getAnswer(openSourceCalls(session, sourceId).listRuns({ limit: 20 }));
  return items.find(({ background }) => background);
}

/** Shows the progress of a run until it has ended. */
export async function showRunToEnd(session: Session, { source_id, run_id }: Run): Promise<RunAnswer> {
  const calls = openSourceCalls(session, source_id);
  const wait = session.watched ? waits.watched : waits.unwatched;
  let progress: Progress | undefined;
  try {
    return await followRun(
      () => getAnswer(calls.getRun(run_id, { wait })),
      ({ run }) => {
        const { rows_done: done, rows_total: total } = run.progress;
        if (total > 0) progress ??= startProgress(session, 'Resolving', total, 'rows');
        progress?.update(done);
        return true;
      },
    );
  } finally {
    progress?.end();
  }
}

/** `source runs`. */
export async function showRuns(session: Session, sourceId: string, options: PageOptions): Promise<void> {
  await showPages(
    session,
    options,
    (query) => openSourceCalls(session, sourceId).listRuns(query),
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
  const open = runId ?? (await requireOpenRun(session, sourceId)).run_id;
  await session.showAnswer(openSourceCalls(session, sourceId).cancelRun(open), ({ run }) =>
    session.note(`Run ${run.run_id} is ${run.status}.`),
  );
}

/** Continues a run; a higher maximum may be given. */
export async function requestResume(
  session: Session,
  sourceId: string,
  runId: string | undefined,
  { maxCredits, idempotencyKey }: PayingOptions,
): Promise<Run> {
  const calls = openSourceCalls(session, sourceId);
  const run = await findRun(calls, runId);
  if (!run || !isResumableRun(run)) {
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
  return (await getAnswer(calls.resumeRun(run_id, idempotencyKey ?? key, maxCredits))).run;
}

async function requireOpenRun(session: Session, sourceId: string): Promise<Run> {
  const run = await findNewestRun(session, sourceId);
  if (run && isOpenRun(run)) return run;
  throw createMissingRunFailure(sourceId, 'No run of the source is open.');
}

/** The given run, or the newest one. */
async function findRun(calls: SourceCalls, runId: string | undefined): Promise<Run | undefined> {
  if (runId !== undefined) return (await getAnswer(calls.getRun(runId))).run;
  return (await getAnswer(calls.listRuns({ limit: 1 }))).items[0];
}

function createMissingRunFailure(sourceId: string, message: string): CommandFailure {
  return new CommandFailure(
    exitCodes.notFound,
    message,
    `To see its runs: company-data source runs ${sourceId}`,
  );
}
