import { defineEndpoints } from '../endpoint.ts';
import { formatLimit, maxBatchCandidates, maxBatchItems } from '../limits.ts';
import * as resolve from './company-resolve.ts';

export const companyResolveEndpoints = defineEndpoints('Company search', {
  resolveCompany: {
    method: 'POST',
    path: '/resolve',
    writes: false,
    summary: 'Resolve one identifier or name to a company.',
    description:
      'Resolve never guesses: a name alone determines a company only if exactly one active company has exactly this name. Everything else is `ambiguous` or `not_found`, which are not errors; `gaps` says what would help. A malformed identifier is `not_found` with a gap.',
    answers: { 200: { description: 'The result.', schema: resolve.resolveAnswerSchema } },
    errors: ['search_unavailable'],
    limit: 'search',
    body: resolve.resolveBody,
  },
  resolveCompanies: {
    method: 'POST',
    path: '/resolve/batch',
    writes: false,
    summary: `Resolve up to ${formatLimit(maxBatchItems)} identifiers or names, with a result for each.`,
    description: `An item that does not match its schema gets its own \`error\`; the other items are still resolved. The batch counts as one heavy request toward the rate limit, and each item counts as one search toward the quotas. The items list at most ${formatLimit(maxBatchCandidates)} candidates in total; \`candidate_count\` has the number found for each.`,
    answers: { 200: { description: 'A result for each item.', schema: resolve.resolveBatchAnswerSchema } },
    errors: ['search_unavailable'],
    limit: 'heavy',
    work: 'query',
    searchesIn: countItems,
    body: resolve.resolveBatchBody,
  },
});

/** Each item of a batch counts as one search toward the quotas (docs/decisions/0012-limits-and-quotas.md). */
function countItems(body: unknown): number {
  if (typeof body !== 'object' || body === null || !('items' in body) || !Array.isArray(body.items)) return 1;
  // The schema rejects longer batches.
  return Math.min(Math.max(1, body.items.length), maxBatchItems);
}
