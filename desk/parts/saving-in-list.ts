import type { Api } from '../api.ts';
import type { AnswerOf } from '../api-calls.ts';

/** A List that is there, or a new one. */
type ListPlace = { readonly list_id: string } | { readonly name: string };

interface Saving {
  readonly key: string;
  readonly maxCredits: number;
  readonly dryRun?: true;
  readonly signal?: AbortSignal;
}

/** Saves the companies of an estimate in a List. */
export function saveEstimate(
  api: Api,
  estimateId: string,
  place: ListPlace,
  { key, signal, ...agreed }: Saving,
): Promise<AnswerOf<'materializeList'>> {
  return api.post('/lists/materialize', {
    key,
    body: { estimate_id: estimateId, ...place, execute: true, ...agreed },
    signal,
  });
}

/** What the companies of an estimate cost in a List that is there. By a trial, because rows that it has already cost nothing. */
export async function findPriceInList(
  api: Api,
  { estimate, billing }: AnswerOf<'estimateList'>,
  listId: string,
  signal: AbortSignal,
): Promise<number> {
  const trial = await saveEstimate(
    api,
    estimate.estimate_id,
    { list_id: listId },
    {
      key: `trial:${estimate.estimate_id}:${listId}`,
      maxCredits: billing.materialize.estimated_credits,
      dryRun: true,
      signal,
    },
  );
  return trial.billing.credits_used;
}
