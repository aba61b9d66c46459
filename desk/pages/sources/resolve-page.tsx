import { useEffect, useMemo, useState } from 'preact/hooks';
import { computeMaxPrice, needsRun, SourceCalls } from '../../../client/source-resolving.ts';
import { ApiError, answer, createIdempotencyKey } from '../../api.ts';
import type { SampledSource, SourceRun } from '../../api-types.ts';
import { formatCount, useTexts } from '../../language.ts';
import { useAction, useLoaded } from '../../loading.ts';
import { Button, Form } from '../../parts/form.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Loading } from '../../parts/page.tsx';
import { linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { findPrice } from './find-price.ts';
import { texts } from './resolve-texts.ts';
import { RunProgress } from './run-progress.tsx';
import { SheetsAgreement } from './sheets-agreement.tsx';
import { SourceFrame, useSource } from './source-frame.tsx';
import { countStates, StateBar } from './state-bar.tsx';

/** The sheets of the workbook that wait to be looked up, if that is not only this one. */
function listWaitingSheets({ source_id, status, other_sheets: others }: SampledSource): readonly string[] {
  const waiting = others.filter((sheet) => sheet.status === 'mapped').map((sheet) => sheet.source_id);
  if (waiting.length === 0) return [];
  return status === 'mapped' ? [source_id, ...waiting] : waiting;
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
          {run !== null && loaded.status !== 'resolved' && (
            <RunProgress sourceId={sourceId} run={run} onRun={setRun} onEnded={handleEnd} />
          )}
          {(run === null || loaded.status === 'resolved') && !runs.loading && (
            <Purchase source={loaded} onRun={setRun} onOtherRun={runs.reload} onEnded={handleEnd} />
          )}
          {loaded.status === 'resolved' && <Ways source={loaded} />}
        </>
      )}
    </SourceFrame>
  );
}

/** Where to go when every row was looked up. The result first: it has what can be decided for many rows at once. */
function Ways({ source }: { readonly source: SampledSource }) {
  const text = useTexts(texts);
  const { open_rows: open } = source;
  return (
    <>
      <StateBar counts={countStates(source)} />
      <p class="buttons">
        <a class="button primary" href={linkTo(['sources', source.source_id, 'result'])}>
          {text.result}
        </a>
        {open > 0 && (
          <a class="button" href={linkTo(['sources', source.source_id, 'review'])}>
            {text.review(formatCount(open))}
          </a>
        )}
      </p>
    </>
  );
}

interface PurchaseProps {
  readonly source: SampledSource;
  readonly onRun: (run: SourceRun) => void;
  /** Somebody else started a run meanwhile. */
  readonly onOtherRun: () => void;
  readonly onEnded: () => void;
}

/** Of this table, or of all sheets of its workbook that wait. */
function Purchase(props: PurchaseProps) {
  const sheets = listWaitingSheets(props.source);
  if (sheets.length > 0)
    return <SheetsAgreement source={props.source} ids={sheets} onEnded={props.onEnded} />;
  return <Agreement {...props} />;
}

/** The price, and the agreement to it. */
function Agreement(props: PurchaseProps) {
  const text = useTexts(texts);
  const { api, credits, limits } = useSession();
  const { source } = props;
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
  const atMost = price.data?.credits ?? computeMaxPrice(source);
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
        <Form class="card resolve-price" onSubmit={starting.run}>
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
            <Button
              label={chosen === 0 ? text.free : text.agree(formatCount(chosen))}
              type="submit"
              class="primary"
              disabled={starting.running || limits.readOnly}
            />
            {!wanted && <Button label={text.exact} onClick={() => setWanted(true)} />}
            {starting.running && <span role="status">{text.running} …</span>}
          </p>
        </Form>
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
