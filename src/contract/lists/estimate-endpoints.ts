import { formatPrice, prices } from '../credits/prices.ts';
import { defineEndpoints } from '../endpoint.ts';
import { formatLimit, maxListRows, maxMaterializedRows } from '../limits.ts';
import * as definitions from './definitions.ts';

export const estimateEndpoints = defineEndpoints('Lists', {
  estimateList: {
    method: 'POST',
    path: '/lists/estimate',
    work: 'query',
    writes: true,
    summary: 'Freeze a definition and its companies for 24 hours, and estimate the cost of saving it.',
    description: `The first step to a List. Nothing is charged. Before saving, check \`resolved_definition\`, \`unsupported_conditions\` and
\`weak_conditions\`; the cost of saving is \`billing.materialize.estimated_credits\`. Rows of a source cost
nothing; \`warnings\` names companies that you have already paid in a source and would pay again. The companies stay the same for 24 hours, even if
the search would now find others. An estimate may have more than ${formatLimit(maxMaterializedRows)} rows, but then it cannot be saved.`,
    answers: { 200: { description: 'The estimate.', schema: definitions.listEstimateAnswer } },
    errors: ['source_not_found', 'max_employees_unsupported_on_this_path', 'search_unavailable'],
    limit: 'heavy',
    body: definitions.listEstimateBody,
  },
  listCandidates: {
    method: 'GET',
    path: '/lists/candidates',
    summary: 'Page through the frozen companies of an estimate.',
    description: 'A preview before paying; it cannot be exported. Company data is current.',
    answers: { 200: { description: 'A page of companies.', schema: definitions.listCandidatesAnswer } },
    errors: ['estimate_not_found', 'estimate_expired', 'invalid_cursor'],
    query: definitions.listCandidatesQuery,
  },
  materializeList: {
    method: 'POST',
    path: '/lists/materialize',
    work: 'table',
    writes: true,
    summary: `Save an estimate as a List, or add its rows to a List, for ${formatPrice(prices.savedRow)} per saved row; rows of a source are free.`,
    description: `Saves all frozen companies or none. With \`list_id\`, the missing rows are added to that List, and only those are charged; this is
also the only way to add rows that a refresh found. A List has at most ${formatLimit(maxListRows)} rows.

\`list_conditions_not_materializable\` is the answer if a condition is not applied, if weak conditions find no rows, if the estimate
has more than ${formatLimit(maxMaterializedRows)} rows, or if the List would have more than ${formatLimit(maxListRows)}; \`error.details\` has the reason.`,
    answers: {
      200: { description: 'What was saved and charged.', schema: definitions.listMaterializeAnswer },
    },
    errors: [
      'estimate_not_found',
      'estimate_expired',
      'list_not_found',
      'list_state_conflict',
      'list_conditions_not_materializable',
    ],
    charge: {
      operation: 'list.materialize',
      creditClass: prices.savedRow.creditClass,
      requires: { execute: true, idempotencyKey: true, maxCredits: true },
    },
    body: definitions.listMaterializeBody,
  },
  createList: {
    method: 'POST',
    path: '/lists',
    work: 'table',
    writes: true,
    summary: 'Create a List, empty or from the matched rows of a source, free of charge.',
    description:
      'The shortest way from a source to a List. Its rows are free, because resolving the source already charged for them. To add rows later, use `POST /lists/materialize` with `list_id`; rows of a source are free there, too.',
    answers: { 200: { description: 'The new List.', schema: definitions.listCreateAnswer } },
    errors: ['source_not_found'],
    takesKey: true,
    body: definitions.listCreateBody,
  },
});
