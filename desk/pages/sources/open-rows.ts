import { useLoaded } from '../../loading.ts';
import { useSession } from '../../session.tsx';
import { readProgress } from '../review/state/review-api.ts';

/**
 * Rows that a person still has to look at. Rows that somebody decided are not among them, also those without a company.
 * @param version read again when it changes
 * @returns null until it is known
 */
export function useOpenRows(sourceId: string, version: string): number | null {
  const { api } = useSession();
  const { data } = useLoaded(() => readProgress(api, sourceId, 1), [api, sourceId, version]);
  return data?.total.open ?? null;
}
