import { endpoint } from '../endpoint.ts';
import {
  listCandidatesAnswer,
  listCandidatesQuery,
  listCreateBody,
  listEstimateAnswer,
  listEstimateBody,
  listMaterializeAnswer,
  listMaterializeBody,
} from './definitions.ts';
import { listAnswer } from './lists.ts';

export const estimateEndpoints = {
  estimateList: endpoint({
    method: 'POST',
    path: '/lists/estimate',
    tag: 'Lists',
    summary: 'Freeze a definition with its members for 24 hours, and say what saving it costs.',
    description: `The first step to a List. Nothing is charged. Look at \`resolved_definition\`, \`unsupported_conditions\` and \`weak_conditions\`
before saving; what saving costs is \`billing.materialize.estimated_credits\`. The members stay those of the estimate for 24
hours, whatever becomes of the search. More than 10,000 rows are answered and not saved.`,
    answers: { 200: { description: 'The estimate.', schema: listEstimateAnswer } },
    errors: ['source_not_found', 'max_employees_unsupported_on_this_path', 'search_unavailable'],
    auth: 'key',
    limit: 'heavy',
    body: listEstimateBody,
  }),
  listCandidates: endpoint({
    method: 'GET',
    path: '/lists/candidates',
    tag: 'Lists',
    summary: 'Page through the frozen members of an estimate.',
    description: 'A preview before paying; it is not exported. Company facts are those of now.',
    answers: { 200: { description: 'A page of the members.', schema: listCandidatesAnswer } },
    errors: ['estimate_not_found', 'estimate_expired', 'invalid_cursor'],
    auth: 'key',
    limit: 'none',
    query: listCandidatesQuery,
  }),
  materializeList: endpoint({
    method: 'POST',
    path: '/lists/materialize',
    tag: 'Lists',
    summary: 'Save an estimate as a List, or add its rows to one: 1 basic credit a saved row.',
    description: `Saves the frozen members, all or none. With \`list_id\` the rows that this List lacks are added, and those alone are charged; it
is the one way that rows found by a refresh enter a List. A List has at most 50,000 rows.

Refused with \`list_conditions_not_materializable\`, the reason in \`error.details\`: conditions that are not applied, no rows with
weak conditions, more than 10,000 rows in the estimate, or more than 50,000 in the List.`,
    answers: { 200: { description: 'What was saved and charged.', schema: listMaterializeAnswer } },
    errors: [
      'estimate_not_found',
      'estimate_expired',
      'list_not_found',
      'list_state_conflict',
      'list_conditions_not_materializable',
    ],
    charge: {
      operation: 'list.materialize',
      creditClass: 'basic',
      requires: { execute: true, idempotencyKey: true, maxCredits: true },
    },
    auth: 'key',
    limit: 'none',
    body: listMaterializeBody,
  }),
  createList: endpoint({
    method: 'POST',
    path: '/lists',
    tag: 'Lists',
    summary: 'Make an empty List, or one of the matched rows of a source, without charge.',
    description:
      'Rows of a source are free here, because resolving it charged them. Rows can be added later by `POST /lists/materialize` with `list_id`.',
    answers: { 200: { description: 'The new List.', schema: listAnswer } },
    errors: ['source_not_found'],
    takesKey: true,
    auth: 'key',
    limit: 'none',
    body: listCreateBody,
  }),
};
