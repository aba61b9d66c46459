import { SourceCalls } from '../../../client/source-resolving.ts';
import { type Api, answer, createIdempotencyKey } from '../../api.ts';
import type { SampledSource } from '../../api-types.ts';
import type { StateCounts } from './state-bar.tsx';

export interface Price {
  readonly expected: StateCounts;
  readonly credits: number;
}

/** Resolves the whole table without saving it. @throws ApiError */
export async function findPrice(
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
