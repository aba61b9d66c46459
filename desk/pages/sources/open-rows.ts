import { answer } from '../../api.ts';
import { useLoaded } from '../../loading.ts';
import { useSession } from '../../session.tsx';

/**
 * Rows that a person still has to look at. Rows that somebody decided are not among them, also those without a company.
 * @param version read again when it changes
 * @returns null until it is known
 */
export function useOpenRows(sourceId: string, version: string): number | null {
  const { api } = useSession();
  const { data } = useLoaded(
    (signal) =>
      answer(
        api.client.GET('/api/service/sources/{sourceId}/progress', {
          params: { path: { sourceId }, query: { segments: 1 } },
          signal,
        }),
      ),
    [api, sourceId, version],
  );
  return data?.total.open ?? null;
}
