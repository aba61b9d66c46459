import { useCallback, useEffect } from 'preact/hooks';
import type { Api } from '../../../api.ts';
import { endPresence, reportPresence } from './review-api.ts';
import type { OpenReview } from './review-stores.ts';

const settleMs = 300;
const renewMs = 8000;

/** Says which row is on the screen, and learns who else works here, what they decided, and what is left to spend. */
export function usePresence(
  api: Api,
  sourceId: string,
  { store, session }: OpenReview,
  refreshCredits: () => void,
): void {
  const { shown } = store;
  const say = useCallback(async () => {
    const present = await reportPresence(api, sourceId, session, store.shown).catch(() => null);
    if (present === null) return;
    store.present = present;
    store.notifyListeners();
  }, [api, sourceId, session, store]);
  useEffect(() => {
    // Rows that are passed in a moment are not worth a call.
    const timer = setTimeout(say, settleMs);
    return () => clearTimeout(timer);
  }, [say, shown]);
  useEffect(() => {
    void store.refreshHistory();
    const renewals = setInterval(() => {
      void say();
      void store.refreshHistory();
      // Others spend, too.
      if (store.outbox.waiting === 0) refreshCredits();
    }, renewMs);
    return () => clearInterval(renewals);
  }, [say, store, refreshCredits]);
  useEffect(() => {
    const handleLeave = () => void endPresence(api, sourceId, session).catch(() => {});
    addEventListener('pagehide', handleLeave);
    return () => {
      removeEventListener('pagehide', handleLeave);
      handleLeave();
    };
  }, [api, sourceId, session]);
}
