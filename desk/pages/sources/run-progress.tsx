import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { followRun, isOpenRun, SourceCalls } from '../../../client/source-resolving.ts';
import { ApiError, answer, createIdempotencyKey } from '../../api.ts';
import type { SourceRun } from '../../api-types.ts';
import { formatCount, useLanguage, useTexts } from '../../language.ts';
import { useAction } from '../../loading.ts';
import { Button, Form } from '../../parts/form.tsx';
import { Failure } from '../../parts/notice.tsx';
import { useSession } from '../../session.tsx';
import { texts } from './resolve-texts.ts';
import { estimateTimeLeft } from './run-pace.ts';
import { StateBar } from './state-bar.tsx';

/** @returns true: the run is followed further */
async function pause(): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, 700));
  return true;
}

/** Follows a run to its end, also one that began before this page was opened. */
export function RunProgress(props: {
  readonly sourceId: string;
  readonly run: SourceRun;
  readonly onRun: (run: SourceRun) => void;
  readonly onEnded: () => void;
}) {
  const text = useTexts(texts);
  const language = useLanguage();
  const { api, limits } = useSession();
  const { sourceId, run } = props;
  const { run_id: runId } = run;
  const calls = useMemo(() => new SourceCalls(api.client, sourceId), [api, sourceId]);
  const latest = useRef(props);
  latest.current = props;
  const begun = useRef({ at: Date.now(), rows: run.progress.rows_done });
  const [lost, setLost] = useState<unknown>(null);
  const isOpen = isOpenRun(run);
  useEffect(() => {
    if (!isOpen) return;
    const aborter = new AbortController();
    const { signal } = aborter;
    const askForRun = async () => {
      const answered = await answer(calls.getRun(runId, {}, { signal }));
      setLost(null);
      latest.current.onRun(answered.run);
      return answered;
    };
    void (async () => {
      while (!signal.aborted) {
        try {
          await followRun(askForRun, pause);
          latest.current.onEnded();
          return;
        } catch (error) {
          if (signal.aborted) return;
          // The run goes on without this page.
          setLost(error);
          // The table was deleted.
          if (error instanceof ApiError && error.status === 404) return;
        }
        await pause();
      }
    })();
    return () => aborter.abort();
  }, [calls, runId, isOpen]);
  const cancelling = useAction(async () => {
    props.onRun((await answer(calls.cancelRun(runId))).run);
    props.onEnded();
  });
  const { rows_done: done, rows_total: total } = run.progress;
  const pace = estimateTimeLeft(begun.current, { at: Date.now(), rows: done }, total);
  return (
    <section class="card resolve-run">
      <h2>{isOpen ? describeOpenRun(text, run, lost !== null) : describeEnd(text, run)}</h2>
      <progress max={Math.max(1, total)} value={done} aria-label={text.running} />
      <p aria-live="polite" lang={language}>
        {text.done(formatCount(done), formatCount(total))}
        {isOpen &&
          lost === null &&
          pace &&
          ` · ${text.pace(formatCount(pace.rowsPerSecond))} · ${text.remaining(Math.round(pace.seconds / 60), pace.seconds)}`}
        {` · ${text.charged(formatCount(run.billing.credits_used))}`}
      </p>
      <StateBar counts={{ ...run.progress, unresolved: Math.max(0, total - done) }} />
      <Failure error={lost ?? cancelling.error} />
      {isOpen && lost === null && <p>{text.stay}</p>}
      {isOpen && (
        <Button
          label={text.cancel}
          action={cancelling}
          disabled={cancelling.running || limits.readOnly || lost !== null}
        />
      )}
      {!isOpen && run.status !== 'completed' && !limits.readOnly && <Resume {...props} />}
    </section>
  );
}

function describeOpenRun(text: (typeof texts)['en'], run: SourceRun, isLost: boolean): string {
  if (isLost) return text.lost;
  if (run.status === 'queued') return text.queued;
  return text.running;
}

function describeEnd(text: (typeof texts)['en'], run: SourceRun): string {
  if (run.status === 'stopped' && run.stop_reason)
    return text.stopped[run.stop_reason.code] ?? run.stop_reason.message;
  return text.ended[run.status as keyof typeof text.ended] ?? '';
}

function Resume(props: {
  readonly sourceId: string;
  readonly run: SourceRun;
  readonly onRun: (run: SourceRun) => void;
}) {
  const text = useTexts(texts);
  const { api } = useSession();
  const { sourceId, run } = props;
  const { credits_used: used, max_credits: max } = run.billing;
  const remaining = run.progress.rows_total - run.progress.rows_done;
  const [ceiling, setCeiling] = useState(String(Math.max(max ?? 0, used + remaining)));
  const key = useMemo(createIdempotencyKey, []);
  const resuming = useAction(async () => {
    const maxCredits = Math.max(0, Math.floor(Number(ceiling) || 0));
    const call = new SourceCalls(api.client, sourceId).resumeRun(run.run_id, `${key}:${ceiling}`, maxCredits);
    props.onRun((await answer(call)).run);
  });
  return (
    <Form class="resolve-resume" onSubmit={resuming.run}>
      <label class="resolve-ceiling">
        {text.resumeWith}
        <input
          type="number"
          min={used}
          max={1_000_000}
          value={ceiling}
          onInput={(event) => setCeiling(event.currentTarget.value)}
        />
      </label>
      <Failure error={resuming.error} />
      <Button label={text.resume} type="submit" class="primary" disabled={resuming.running} />
    </Form>
  );
}
