import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { useLoaded } from '../../loading.ts';
import { linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { prepareNextRows } from './next-row.ts';
import { type Filter, isForAnyState, readFilter, writeFilter } from './state/filter.ts';
import { readProgress, type Source } from './state/review-api.ts';
import type { ReviewStore } from './state/review-store.ts';
import { getReview, type OpenReview } from './state/review-stores.ts';
import { usePresence } from './state/use-presence.ts';

/** Parts of the map of progress. */
const segments = 120;
/** After the last of several decisions. */
const progressMs = 250;

function useStore(store: ReviewStore): void {
  const [, show] = useReducer((version: number) => version + 1, 0);
  useLayoutEffect(() => store.subscribe(() => show(undefined)), [store]);
}

/** Opens the review of a table, and keeps it, the address and the service in step. */
export function useReview(source: Source, startRow: string | null, query: URLSearchParams) {
  const { api, credits, limits, refreshCredits } = useSession();
  const { source_id: sourceId } = source;
  const [filter, setFilter] = useState<Filter>(() => readFilter(query));
  const [review] = useState<OpenReview>(() => getReview(api, limits.keyId, source, filter));
  const { store } = review;
  useStore(store);
  if (limits.readOnly) store.readOnly = true;
  const [opening, setOpening] = useState(true);
  const openRows = async (other: Filter, rowId: string | null) => {
    setOpening(true);
    setFilter(other);
    review.setFilter(other);
    // A person who asks for the skipped rows wants them now.
    if (other.rows === 'skipped') store.skipped.clear();
    await store.openRows(rowId, isForAnyState(other));
    setOpening(false);
  };
  useEffect(() => {
    void openRows(filter, startRow);
  }, [store]);
  useEffect(() => {
    if (credits) store.setFunds({ balance: credits.basic, ofKey: credits.ofKey });
  }, [credits, store]);
  const unsent = store.outbox.waiting;
  useEffect(() => {
    // Credits may have been granted since.
    if (unsent === 0 || store.unpaid) refreshCredits();
  }, [unsent, store.unpaid, refreshCredits]);
  const progress = useLoaded(async () => {
    const ended = store.tasksEnded;
    const read = await readProgress(api, sourceId, segments);
    store.setTotals(read.total, ended);
    return read;
  }, [api]);
  const { reload } = progress;
  useEffect(() => {
    const timer = setTimeout(reload, progressMs);
    return () => clearTimeout(timer);
  }, [store.tasksEnded, store.history, reload]);
  usePresence(api, sourceId, review, refreshCredits);
  useEffect(() => prepareNextRows(store, source), [store, source, store.shown]);
  const named = useRef(query);
  useEffect(() => {
    // Another address of this review was opened: a row or a filter.
    if (named.current === query) return;
    named.current = query;
    const other = readFilter(query);
    const isSameFilter = JSON.stringify(other) === JSON.stringify(filter);
    void openRows(other, query.get('row') ?? (isSameFilter ? store.shown : null));
  }, [query]);
  useEffect(() => {
    if (opening) return;
    const shown = { ...writeFilter(filter), row: store.shown ?? undefined };
    history.replaceState(null, '', linkTo(['sources', sourceId, 'review'], shown));
  }, [store.shown, filter, opening]);
  return { store, filter, opening, openRows, progress: progress.data };
}
