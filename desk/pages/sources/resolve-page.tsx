import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import {
  countRemainingRows,
  followRun,
  isOpenRun,
  needsRun,
  SourceCalls,
} from '../../../client/source-resolving.ts';
import { type Api, ApiError, answer, createIdempotencyKey } from '../../api.ts';
import type { SampledSource, SourceRun } from '../../api-types.ts';
import { counted, defineTexts, formatCount, useLanguage, useTexts } from '../../language.ts';
import { useAction, useLoaded } from '../../loading.ts';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Loading } from '../../parts/page.tsx';
import { linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { useOpenRows } from './open-rows.ts';
import { estimateTimeLeft } from './run-pace.ts';
import { SourceFrame, useSource } from './source-frame.tsx';
import { StateBar, type StateCounts } from './state-bar.tsx';

const texts = defineTexts({
  en: {
    lead: 'The company of each row is looked up. One credit for each row that is settled; nothing for the others. A settled row is never charged again.',
    nothingToDo: 'Every row has been looked up with these columns.',
    workingOut: 'Working out the price …',
    workingOutLarge:
      'Working out the exact price. Every row is looked up for it, which can take minutes. You need not wait.',
    expected: 'What to expect',
    price: (credits: string) => `Price: ${counted(credits, 'credit')}`,
    priceAtMost: (credits: string) => `Price: at most ${counted(credits, 'credit')}`,
    priceRule: 'One for each row that is settled.',
    left: (credits: string) => `${counted(credits, 'credit')} left`,
    tooFew: (missing: string) =>
      `Missing: ${counted(missing, 'credit')}. You can agree to what is left: it stops there, and what is done stays.`,
    keyLimit: (left: string) =>
      `The key may spend only ${counted(left, 'more credit')}. You can agree to that: it stops there, and what is done stays.`,
    exact: 'Work out the exact price first',
    ceiling: 'Spend at most',
    ceilingHint: 'Rows are looked up in groups. It stops before a group that would cost more.',
    agree: (credits: string) => `Agree to ${counted(credits, 'credit')} and start`,
    free: 'Start, free of charge',
    running: 'Looking up the companies',
    queued: 'Waiting to begin …',
    lost: 'Last seen',
    done: (done: string, total: string) => `${done} of ${counted(total, 'row')}`,
    pace: (rows: string) => `${counted(rows, 'row')} a second`,
    remaining: (minutes: number, seconds: number) =>
      minutes > 0 ? `about ${minutes} min left` : `about ${seconds} s left`,
    charged: (credits: string) => `${counted(credits, 'credit')} charged`,
    cancel: 'Stop',
    resume: 'Continue',
    resumeWith: 'Spend at most, with what is already spent',
    ended: {
      completed: 'Every row has been looked up.',
      cancelled: 'Stopped. What is done stays; the rest can be continued at any time.',
      failed: 'It failed. What is done stays; the rest can be continued.',
    },
    stopped: {
      max_credits_reached: 'The next group of rows would cost more than what is left of the agreed price.',
      credit_balance_insufficient: 'There are too few credits for the next rows.',
      key_spending_limit_reached: 'The next group of rows would cost more than the key may still spend.',
      mapping_changed:
        'The columns were changed meanwhile. Continue to look up all rows with the new columns.',
      search_unavailable: 'The search did not respond.',
      internal_error: 'Something went wrong in the service.',
    },
    stay: 'You can leave this page. The work goes on, and this page finds it again.',
    review: (rows: string) => `Review ${counted(rows, 'row')}`,
    result: 'See the result',
  },
  ja: {
    lead: '各行の会社を探します。確定した行ごとに 1 クレジット、それ以外は無料です。一度確定した行に再び料金はかかりません。',
    nothingToDo: 'この列の設定で、すべての行を照合済みです。',
    workingOut: '料金を計算しています…',
    workingOutLarge:
      '正確な料金を計算しています。すべての行を照合するため、数分かかることがあります。待たずに始めることもできます。',
    expected: '見込み',
    price: (credits) => `料金：${credits} クレジット`,
    priceAtMost: (credits) => `料金：最大 ${credits} クレジット`,
    priceRule: '確定した行ごとに 1 クレジットです。',
    left: (credits) => `残り ${credits} クレジット`,
    tooFew: (missing) =>
      `${missing} クレジット足りません。残りの分だけで始めることもできます。そこで止まり、済んだ分は残ります。`,
    keyLimit: (left) =>
      `このキーで使えるのは残り ${left} クレジットです。その分だけで始めることもできます。そこで止まり、済んだ分は残ります。`,
    exact: '先に正確な料金を計算する',
    ceiling: '上限',
    ceilingHint: '行はまとめて照合します。上限を超えるまとまりの前で止まります。',
    agree: (credits) => `${credits} クレジットに同意して始める`,
    free: '無料で始める',
    running: '照合しています',
    queued: '開始を待っています…',
    lost: '最後に確認した状態',
    done: (done, total) => `${total} 行中 ${done} 行`,
    pace: (rows) => `毎秒 ${rows} 行`,
    remaining: (minutes, seconds) => (minutes > 0 ? `残り約 ${minutes} 分` : `残り約 ${seconds} 秒`),
    charged: (credits) => `${credits} クレジット請求済み`,
    cancel: '止める',
    resume: '続ける',
    resumeWith: '上限（使用済みを含む）',
    ended: {
      completed: 'すべての行を照合しました。',
      cancelled: '止めました。済んだ分は残り、続きはいつでも再開できます。',
      failed: '失敗しました。済んだ分は残り、続きを再開できます。',
    },
    stopped: {
      max_credits_reached: '次のまとまりを照合すると、同意した上限を超えます。',
      credit_balance_insufficient: '次の行に必要なクレジットが足りません。',
      key_spending_limit_reached: '次のまとまりを照合すると、キーの利用上限を超えます。',
      mapping_changed: '途中で列の設定が変わりました。続けると、新しい設定ですべての行を照合します。',
      search_unavailable: '検索が応答しませんでした。',
      internal_error: 'サービスで問題が起きました。',
    },
    stay: 'このページを離れても処理は続きます。戻ると続きが表示されます。',
    review: (rows) => `${rows} 行を確認する`,
    result: '結果を見る',
  },
});

interface Price {
  readonly expected: StateCounts;
  readonly credits: number;
}

/** Resolves the whole table without saving it. @throws ApiError */
async function findPrice(
  api: Api,
  { source_id: sourceId, row_count: rows }: SampledSource,
  signal: AbortSignal,
): Promise<Price> {
  const calls = new SourceCalls(api.client, sourceId);
  const { resolution, billing } = await answer(
    calls.resolve(createIdempotencyKey(), { dryRun: true, maxCredits: rows }, { signal }),
  );
  return { expected: resolution, credits: billing.credits_used };
}

export function ResolvePage({ sourceId }: { readonly sourceId: string }) {
  const { api, refreshCredits } = useSession();
  const source = useSource(sourceId);
  const [run, setRun] = useState<SourceRun | null>(null);
  const runs = useLoaded(
    async (signal) => {
      const { items } = await answer(
        new SourceCalls(api.client, sourceId).listRuns({ limit: 1 }, { signal }),
      );
      const [latest] = items;
      // A run that ended without finishing can be continued, unless the table was resolved otherwise since.
      if (latest?.background && latest.status !== 'completed') setRun(latest);
      return latest ?? null;
    },
    [api, sourceId],
  );
  const handleEnd = () => {
    source.reload();
    refreshCredits();
  };
  return (
    <SourceFrame step="resolve" source={source}>
      {(loaded) => (
        <>
          <Failure error={runs.error} onRetry={runs.reload} />
          {runs.loading && !runs.data && run === null && <Loading />}
          {run !== null && loaded.status !== 'resolved' ? (
            <RunProgress sourceId={sourceId} run={run} onRun={setRun} onEnded={handleEnd} />
          ) : (
            !runs.loading && (
              <Agreement source={loaded} onRun={setRun} onOtherRun={runs.reload} onEnded={handleEnd} />
            )
          )}
          {loaded.status === 'resolved' && <Ways source={loaded} />}
        </>
      )}
    </SourceFrame>
  );
}

/** Where to go when every row was looked up. */
function Ways({ source }: { readonly source: SampledSource }) {
  const text = useTexts(texts);
  const open = useOpenRows(source.source_id, source.updated_at) ?? 0;
  return (
    <>
      <StateBar counts={source.resolve_summary} />
      <p class="buttons">
        {open > 0 && (
          <a class="button primary" href={linkTo(['sources', source.source_id, 'review'])}>
            {text.review(formatCount(open))}
          </a>
        )}
        <a class="button" href={linkTo(['sources', source.source_id, 'result'])}>
          {text.result}
        </a>
      </p>
    </>
  );
}

/** The price, and the agreement to it. */
function Agreement(props: {
  readonly source: SampledSource;
  readonly onRun: (run: SourceRun) => void;
  /** Somebody else started a run meanwhile. */
  readonly onOtherRun: () => void;
  readonly onEnded: () => void;
}) {
  const text = useTexts(texts);
  const { api, credits, limits } = useSession();
  const { source } = props;
  const toResolve = countRemainingRows(source);
  // The upper bound of a large table can be agreed to without waiting for the exact price.
  const canAgree = needsRun(source);
  const [wanted, setWanted] = useState(!canAgree);
  const [ceiling, setCeiling] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  // One purchase: a repeated click after a lost answer must not start a second one.
  const key = useMemo(createIdempotencyKey, [source.updated_at]);
  const price = useLoaded(
    // Whoever starts without waiting for the price ends this call.
    (signal) =>
      wanted && source.status !== 'resolved' ? findPrice(api, source, signal) : Promise.resolve(null),
    [api, wanted, source.updated_at],
  );
  const atMost = price.data?.credits ?? toResolve;
  const refusal = price.error instanceof ApiError ? price.error : null;
  const keyLeft = computeKeyLimitLeft(refusal);
  const tooFew = keyLeft !== null || refusal?.code === 'credit_balance_insufficient';
  const available = credits?.basic ?? null;
  const affordable = Math.min(atMost, available ?? atMost, keyLeft ?? atMost);
  const chosen = ceiling === null ? affordable : Math.max(0, Math.floor(Number(ceiling) || 0));
  const starting = useAction(async () => {
    const calls = new SourceCalls(api.client, source.source_id);
    const keyOfChoice = `${key}:${chosen}`;
    // A ceiling below the price: only a run stops there and keeps what is done.
    if (!canAgree && chosen >= atMost) {
      await answer(calls.resolve(keyOfChoice, { maxCredits: chosen }));
      setDone(true);
      props.onEnded();
      return;
    }
    props.onRun((await answer(calls.startRun(keyOfChoice, chosen))).run);
  });
  const isRunning = starting.error instanceof ApiError && starting.error.code === 'source_run_in_progress';
  useEffect(() => {
    if (isRunning) props.onOtherRun();
  }, [isRunning]);
  if (source.status === 'resolved')
    return <Notice kind="good">{done ? text.ended.completed : text.nothingToDo}</Notice>;
  const missing = available === null ? 0 : atMost - available;
  return (
    <>
      <p class="lead">{text.lead}</p>
      {price.loading && wanted && (
        <p role="status" class="loading">
          {canAgree ? text.workingOutLarge : text.workingOut}
        </p>
      )}
      {!tooFew && <Failure error={price.error} onRetry={price.reload} />}
      {(canAgree || !(price.loading && wanted)) && (price.error === null || tooFew || canAgree) && (
        <form
          class="card resolve-price"
          onSubmit={(event) => {
            event.preventDefault();
            void starting.run();
          }}
        >
          {price.data && (
            <section>
              <h2>{text.expected}</h2>
              <StateBar counts={price.data.expected} />
            </section>
          )}
          <p class="resolve-amount">
            {price.data ? text.price(formatCount(atMost)) : text.priceAtMost(formatCount(atMost))}
          </p>
          <p>
            {text.priceRule} {available !== null && text.left(formatCount(available))}
          </p>
          {missing > 0 && <Notice kind="warning">{text.tooFew(formatCount(missing))}</Notice>}
          {keyLeft !== null && <Notice kind="warning">{text.keyLimit(formatCount(keyLeft))}</Notice>}
          <label class="resolve-ceiling">
            {text.ceiling}
            <input
              type="number"
              min={0}
              max={1_000_000}
              value={ceiling ?? String(affordable)}
              onInput={(event) => setCeiling(event.currentTarget.value)}
            />
            <small>{text.ceilingHint}</small>
          </label>
          <Failure error={starting.error} />
          <p class="buttons">
            <button type="submit" class="primary" disabled={starting.running || limits.readOnly}>
              {chosen === 0 ? text.free : text.agree(formatCount(chosen))}
            </button>
            {!wanted && (
              <button type="button" onClick={() => setWanted(true)}>
                {text.exact}
              </button>
            )}
            {starting.running && <span role="status">{text.running} …</span>}
          </p>
        </form>
      )}
    </>
  );
}

/** What a key with a spending limit may still spend, if that is too little; otherwise null. */
function computeKeyLimitLeft(error: ApiError | null): number | null {
  if (error?.code !== 'key_spending_limit_exceeded') return null;
  const { max_credits: max, credits_spent: spent } = error.details as Record<string, number>;
  return Math.max(0, (max ?? 0) - (spent ?? 0));
}

/** @returns true: the run is followed further */
async function pause(): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, 700));
  return true;
}

/** Follows a run to its end, also one that began before this page was opened. */
function RunProgress(props: {
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
      {isOpen ? (
        <>
          {lost === null && <p>{text.stay}</p>}
          <button
            type="button"
            disabled={cancelling.running || limits.readOnly || lost !== null}
            onClick={() => void cancelling.run()}
          >
            {text.cancel}
          </button>
        </>
      ) : (
        run.status !== 'completed' && !limits.readOnly && <Resume {...props} />
      )}
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
    <form
      class="resolve-resume"
      onSubmit={(event) => {
        event.preventDefault();
        void resuming.run();
      }}
    >
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
      <button type="submit" class="primary" disabled={resuming.running}>
        {text.resume}
      </button>
    </form>
  );
}
