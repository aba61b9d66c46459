import type { Api } from '../../../api.ts';
import { readCallToUndo, readReopening } from '../../../parts/undo/call-to-undo.ts';
import { Agreement } from './agreement.ts';
import { buildRowsQuery, type Filter } from './filter.ts';
import * as calls from './review-api.ts';
import { ReviewStore } from './review-store.ts';

/** A review that is open, with what its page needs beside the store. */
export interface OpenReview {
  readonly store: ReviewStore;
  /** Another one for each window, so that people are told apart. */
  readonly session: string;
  setFilter(filter: Filter): void;
}

const historyEntries = 100;

/** They outlive the page: what was not sent yet is sent, also after the person went elsewhere in the desk. */
const reviews = new WeakMap<Api, Map<string, OpenReview>>();

export function getReview(api: Api, keyId: string, source: calls.Source, filter: Filter): OpenReview {
  const ofKey = reviews.get(api) ?? new Map<string, OpenReview>();
  reviews.set(api, ofKey);
  const known = ofKey.get(source.source_id);
  if (known) return known;
  const review = openReview(api, keyId, source, filter);
  ofKey.set(source.source_id, review);
  return review;
}

function openReview(api: Api, keyId: string, source: calls.Source, firstFilter: Filter): OpenReview {
  const { source_id: sourceId, mapping } = source;
  const session = crypto.randomUUID();
  let filter = firstFilter;
  const { name, ...identifiers } = mapping?.columns ?? {};
  const others = Object.values({ ...identifiers, ...mapping?.hints }).filter(
    (header) => header !== undefined,
  );
  const store = new ReviewStore(
    {
      readPage: async (cursor, from) => {
        const ended = store.tasksEnded;
        const page = await calls.readRows(api, sourceId, {
          ...buildRowsQuery(filter, source.headers),
          session,
          ...(cursor === null ? from !== null && { from_row: from } : { cursor }),
        });
        if (ended === store.tasksEnded) store.setOpenRows(page.openRows);
        return page;
      },
      readRow: (rowId) => calls.readRow(api, sourceId, rowId, session),
      decide: (key, decision) => calls.decideRow(api, sourceId, key, decision),
      undo: (key, batchId, reopens) => calls.undoBatch(api, sourceId, key, batchId, reopens),
      readCall: (batchId) => readCallToUndo(api, sourceId, batchId),
      readReopening: (row) => readReopening(api, sourceId, row),
      readPresent: () => calls.reportPresence(api, sourceId, session, null),
      readHistory: (row) =>
        calls.readHistory(api, sourceId, row === undefined ? { limit: historyEntries } : { row, limit: 1 }),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    },
    new Agreement(sourceId, sessionStorage),
    { name, others },
    keyId,
  );
  addEventListener('beforeunload', (event) => {
    if (store.outbox.waiting > 0) event.preventDefault();
  });
  api.unsent.set(sourceId, () => store.outbox.waiting);
  api.refused.set(sourceId, () => store.refusals.length);
  addEventListener('online', () => store.outbox.retryNow());
  return {
    store,
    session,
    setFilter: (other) => {
      filter = other;
    },
  };
}
