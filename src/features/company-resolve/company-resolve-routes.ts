import {
  maxBatchItems,
  resolveAnswerSchema,
  resolveBatchAnswerSchema,
  resolveBatchBody,
  resolveBatchItem,
  resolveBody,
} from '../../contract/company-resolve/company-resolve.ts';
import type { Gap } from '../../contract/envelope.ts';
import { errorEntry, ServiceError } from '../../contract/errors.ts';
import { checked } from '../../contract/schema-faults.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { CompanyResolveService, ResolveOutcome } from './company-resolve-service.ts';

export function companyResolveRoutes(resolver: CompanyResolveService): Route[] {
  const resolve = defineRoute({
    method: 'POST',
    path: '/resolve',
    operationId: 'resolveCompany',
    tag: 'Company search',
    summary: 'Resolve one identifier or name to a company.',
    description:
      'Never a guess: a name settles by itself only when one active company has exactly this name. Everything else is `ambiguous` or `not_found`, and `gaps` says what would help; neither is an error. A malformed identifier is `not_found` with a gap.',
    answers: { 200: { description: 'The outcome.', schema: resolveAnswerSchema } },
    errors: ['search_unavailable'],
    auth: 'key',
    limit: 'search',
    body: resolveBody,
    handler: async ({ body, signal }) => {
      const { data, gaps } = await resolver.resolve(body, signal);
      return { body: { ok: true, data, gaps, error: null } };
    },
  });

  const resolveBatch = defineRoute({
    method: 'POST',
    path: '/resolve/batch',
    operationId: 'resolveCompanies',
    tag: 'Company search',
    summary: 'Resolve up to 1,000 identifiers or names, each with an outcome of its own.',
    description:
      'An item that does not fit its schema gets an `error` of its own, and the others are answered. The batch is one heavy request for the rate, and each item counts as one search toward the quotas. The items list at most 5,000 candidates together; `candidate_count` says how many each of them has.',
    answers: { 200: { description: 'An outcome for each item.', schema: resolveBatchAnswerSchema } },
    errors: ['search_unavailable'],
    auth: 'key',
    limit: 'heavy',
    searchesIn: itemCount,
    body: resolveBatchBody,
    handler: async ({ body, signal }) => {
      const read = body.items.map(readItem);
      const valid = read.flatMap(({ item }) => (item ? [item] : []));
      const outcomes = (await resolver.resolveMany(valid, signal)).values();
      const items = read.map(({ key, item, error }) => {
        if (!item) return { key, data: null, gaps: [] as Gap[], error };
        const outcome = outcomes.next().value as ResolveOutcome;
        return { key, ...outcome, error: null };
      });
      return { body: { ok: true, items } };
    },
  });

  return [resolve, resolveBatch];
}

function readItem(given: { readonly key: string }) {
  try {
    const { key, ...item } = checked(resolveBatchItem, given, 'invalid_request');
    return { key, item, error: null };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { key: given.key, item: null, error: itemError(error) };
  }
}

/** So few, because a batch has up to a thousand items. */
const itemDetails = 10;

function itemError({ details, detailsOmitted }: ServiceError) {
  const { message, recovery } = errorEntry('invalid_request');
  const all = Array.isArray(details) ? details : [];
  const omitted = detailsOmitted + Math.max(0, all.length - itemDetails);
  return {
    code: 'invalid_request',
    message,
    details: all.slice(0, itemDetails),
    ...(omitted > 0 && { details_omitted: omitted }),
    recovery,
  };
}

/** Each item of a batch is a search for the quotas (decisions.md, "Credits, idempotency, usage"). */
function itemCount(body: unknown): number {
  if (typeof body !== 'object' || body === null || !('items' in body) || !Array.isArray(body.items)) return 1;
  // Longer batches are refused by the schema.
  return Math.min(Math.max(1, body.items.length), maxBatchItems);
}
