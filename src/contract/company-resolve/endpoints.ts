import { endpoint } from '../endpoint.ts';
import {
  maxBatchItems,
  resolveAnswerSchema,
  resolveBatchAnswerSchema,
  resolveBatchBody,
  resolveBody,
} from './company-resolve.ts';

export const companyResolveEndpoints = {
  resolveCompany: endpoint({
    method: 'POST',
    path: '/resolve',
    tag: 'Company search',
    summary: 'Resolve one identifier or name to a company.',
    description:
      'Never a guess: a name settles by itself only when one active company has exactly this name. Everything else is `ambiguous` or `not_found`, and `gaps` says what would help; neither is an error. A malformed identifier is `not_found` with a gap.',
    answers: { 200: { description: 'The outcome.', schema: resolveAnswerSchema } },
    errors: ['search_unavailable'],
    auth: 'key',
    limit: 'search',
    body: resolveBody,
  }),
  resolveCompanies: endpoint({
    method: 'POST',
    path: '/resolve/batch',
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
  }),
};

/** Each item of a batch is a search for the quotas (docs/decisions/0012-limits-and-quotas.md). */
function itemCount(body: unknown): number {
  if (typeof body !== 'object' || body === null || !('items' in body) || !Array.isArray(body.items)) return 1;
  // Longer batches are refused by the schema.
  return Math.min(Math.max(1, body.items.length), maxBatchItems);
}
