import { useMemo } from 'preact/hooks';
import { maxRunWaitSeconds, type RowStatus } from '../../../client/index.ts';
import { followRun, needsRun, SourceCalls } from '../../../client/source-resolving.ts';
import { type Api, answer, createIdempotencyKey } from '../../api.ts';
import type { SampledSource } from '../../api-types.ts';
import { formatCount, useTexts } from '../../language.ts';
import { useAction, useLoaded } from '../../loading.ts';
import { Button, Form } from '../../parts/form.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { useSession } from '../../session.tsx';
import { findPrice, type Price } from './find-price.ts';
import { texts } from './resolve-texts.ts';
import { readSource } from './source-frame.tsx';
import { rowStates, StateBar, type StateCounts } from './state-bar.tsx';

interface PricedSheet extends Price {
  readonly source: SampledSource;
}

/** One after the other, because each looks up all rows of its sheet. @param shown is read already @throws ApiError */
async function findPrices(
  api: Api,
  shown: SampledSource,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<PricedSheet[]> {
  const priced: PricedSheet[] = [];
  for (const id of ids) {
    const source = id === shown.source_id ? shown : await readSource(api, id, signal);
    priced.push({ source, ...(await findPrice(api, source, signal)) });
  }
  return priced;
}

/** Resolves a sheet to its end. @returns what it cost; a run that stopped says so on the page of its sheet */
async function resolveSheet(
  api: Api,
  source: SampledSource,
  purchase: { readonly key: string; readonly maxCredits: number },
): Promise<number> {
  const calls = new SourceCalls(api.client, source.source_id);
  const { key, maxCredits } = purchase;
  if (!needsRun(source)) return (await answer(calls.resolve(key, { maxCredits }))).billing.credits_used;
  const { run } = await answer(calls.startRun(key, maxCredits));
  const ask = () => answer(calls.getRun(run.run_id, { wait: maxRunWaitSeconds }));
  return (await followRun(ask, () => true)).run.billing.credits_used;
}

function addCounts(priced: readonly PricedSheet[]): StateCounts {
  const sum = (name: RowStatus) => priced.reduce((total, { expected }) => total + expected[name], 0);
  return Object.fromEntries(rowStates.map((name) => [name, sum(name)])) as StateCounts;
}

/** One price for several sheets of a workbook, and the agreement to it. */
export function SheetsAgreement(props: {
  readonly source: SampledSource;
  readonly ids: readonly string[];
  readonly onEnded: () => void;
}) {
  const text = useTexts(texts);
  const { api, credits, limits } = useSession();
  const { source: shown, ids } = props;
  const prices = useLoaded((signal) => findPrices(api, shown, ids, signal), [api, ids.join()]);
  // A repeated click after a lost answer must not pay twice.
  const key = useMemo(createIdempotencyKey, [ids.join()]);
  const priced = prices.data ?? [];
  const total = priced.reduce((sum, { credits: price }) => sum + price, 0);
  const available = credits?.basic ?? null;
  const missing = available === null ? 0 : total - available;
  const starting = useAction(async () => {
    let left = total;
    for (const { source } of priced)
      left -= await resolveSheet(api, source, { key: `${key}:${source.source_id}`, maxCredits: left });
    props.onEnded();
  });
  if (prices.loading)
    return (
      <p role="status" class="loading">
        {text.workingOutLarge}
      </p>
    );
  if (prices.error !== null) return <Failure error={prices.error} onRetry={prices.reload} />;
  return (
    <>
      <p class="lead">{text.lead}</p>
      <Form class="card resolve-price" onSubmit={starting.run}>
        <section>
          <h2>{text.expected}</h2>
          <StateBar counts={addCounts(priced)} />
        </section>
        <p>
          {text.ofSheets(
            priced.map(({ source, credits: price }) =>
              text.priceOfSheet(source.reading?.sheet ?? source.name, formatCount(price)),
            ),
          )}
        </p>
        <p class="resolve-amount">{text.price(formatCount(total))}</p>
        <p>
          {text.priceRule} {available !== null && text.left(formatCount(available))}
        </p>
        {missing > 0 && <Notice kind="warning">{text.missing(formatCount(missing))}</Notice>}
        <Failure error={starting.error} />
        <p class="buttons">
          <Button
            label={total === 0 ? text.free : text.agree(formatCount(total))}
            type="submit"
            class="primary"
            disabled={starting.running || limits.readOnly || missing > 0}
          />
          {starting.running && <span role="status">{text.running} …</span>}
        </p>
      </Form>
    </>
  );
}
