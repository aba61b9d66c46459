import { useEffect } from 'preact/hooks';
import type { Api } from '../../api.ts';
import { leave, sayWhere } from './review-api.ts';
import type { OpenReview } from './review-stores.ts';

const settleMs = 300;
const renewMs = 8000;

/** Says which row is on the screen, and learns who else works here and what they decided. */
export function usePresence(api: Api, sourceId: string, { store, session }: OpenReview): void {
  const { shown } = store;
  useEffect(() => {
    let ended = false;
    const say = async () => {
      const present = await sayWhere(api, sourceId, session, shown).catch(() => null);
      if (ended || present === null) return;
      store.present = present;
      await store.refreshHistory();
    };
    // Rows that are passed in a moment are not worth a call.
    const first = setTimeout(say, settleMs);
    const renewals = setInterval(say, renewMs);
    return () => {
      ended = true;
      clearTimeout(first);
      clearInterval(renewals);
    };
  }, [api, sourceId, session, store, shown]);
  useEffect(
    () => () => {
      void leave(api, sourceId, session).catch(() => {});
    },
    [api, sourceId, session],
  );
}
