import type { Schema } from '../client/index.ts';
import { answered } from './calls.ts';
import { purchaseKey } from './idempotency.ts';
import { type PayingOptions, purchase } from './paying.ts';
import type { Session } from './session.ts';
import { inspectCall, showResolveSummary } from './source-view.ts';

/** `source resolve`. */
export async function resolveSource(
  session: Session,
  sourceId: string,
  options: PayingOptions,
): Promise<void> {
  const { source } = await answered(inspectCall(session, sourceId));
  const answer = await resolveRows(session, source, options);
  if (!answer) return;
  session.answer(answer, () => showResolveSummary(session, answer.source.resolve_summary));
  if (answer.run.multiple_candidates_count > 0) session.needsPerson();
}

/** Shows what to expect, asks for the price, and resolves. @returns null if only the price was requested */
export function resolveRows(session: Session, source: Schema<'Source'>, options: PayingOptions) {
  const { source_id: sourceId } = source;
  // Mapping, resolving and selecting change updated_at; until then, retries share one key.
  const key =
    options.idempotencyKey ??
    purchaseKey('source.resolve', {
      url: session.url,
      source_id: sourceId,
      mapping: source.mapping,
      counts: source.resolve_summary,
      updated_at: source.updated_at,
    });
  return purchase(
    session,
    options,
    'Resolving the source',
    (body) =>
      session.api().POST('/api/service/sources/{sourceId}/resolve', {
        params: { path: { sourceId }, header: { 'Idempotency-Key': key } },
        body,
      }),
    ({ source: { resolve_summary: expected } }) =>
      session.note(
        `To expect: ${number(expected.matched)} matched, ${number(expected.multiple_candidates)} with several candidates, ${number(expected.not_found)} not found, ${number(expected.invalid)} invalid.`,
      ),
  );
}

function number(count: number): string {
  return count.toLocaleString('en-US');
}
