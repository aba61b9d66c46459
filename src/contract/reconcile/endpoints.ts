import { z } from 'zod';
import { formatPrice, prices } from '../credits/prices.ts';
import { type Charge, defineEndpoints, type Endpoint } from '../endpoint.ts';
import { reconciledQuestionDays } from '../limits.ts';
import * as answers from './answers.ts';
import * as requests from './requests.ts';

/** What queries cost. Clients send neither `execute` nor keys, so no endpoint requires them. */
export const reconcileCharge = {
  operation: 'reconcile',
  creditClass: prices.matchedQuery.creditClass,
} as const satisfies Pick<Charge, 'operation' | 'creditClass'>;

const common = { root: true, cors: true, keyPurpose: 'reconciliation', limit: 'suggest' } as const;

const price = `Each query that is answered with \`match: true\` costs ${formatPrice(prices.matchedQuery)}. The same question under the same key is charged once in ${reconciledQuestionDays} days. Candidates without a match, suggestions, previews and fetched values are free. If the whole batch cannot be paid, it is refused, and nothing is charged. Each query counts as one search toward the quotas.`;

const html = { description: 'A page without scripts, to be shown in a frame.' };

const withHeader = defineEndpoints('Reconciliation', {
  describeReconciliation: {
    ...common,
    method: 'GET',
    path: '/reconcile',
    summary: 'The manifest of the reconciliation service; with queries or extend, their answer.',
    description: price,
    spends: reconcileCharge.creditClass,
    query: requests.reconcileAsking,
    searchesIn: requests.countQueries,
    answers: {
      200: {
        description: 'The manifest, the results of the queries, or the fetched values.',
        schema: z.union([answers.manifestSchema, answers.extensionSchema, answers.resultBatchSchema]),
      },
    },
    errors: ['search_unavailable'],
  },
  reconcile: {
    ...common,
    method: 'POST',
    path: '/reconcile',
    // A read-only key may fetch values; queries, which spend credits, are refused for it by the handler.
    writes: false,
    summary: 'Find the company for each query of a batch, or fetch values of companies.',
    description: `${price} The body is JSON, or a form whose fields are JSON, as OpenRefine sends it.`,
    formFields: requests.reconcileFields,
    spends: reconcileCharge.creditClass,
    query: requests.reconcileSending,
    body: requests.reconcileBody,
    searchesIn: requests.countQueries,
    answers: {
      200: {
        description: 'The results of the queries, or the fetched values.',
        schema: z.union([answers.extensionSchema, answers.resultBatchSchema]),
      },
    },
    errors: ['search_unavailable'],
  },
  suggestEntities: {
    ...common,
    method: 'GET',
    path: '/reconcile/suggest/entity',
    summary: 'Companies whose name begins as typed.',
    query: requests.suggestEntityParameters,
    answers: { 200: { description: 'Companies.', schema: answers.suggestedEntitiesSchema } },
    errors: ['search_unavailable'],
  },
  suggestTypes: {
    ...common,
    method: 'GET',
    path: '/reconcile/suggest/type',
    summary: 'Types of companies: all, and each legal form.',
    query: requests.suggestParameters,
    answers: { 200: { description: 'Types.', schema: answers.suggestedTypesSchema } },
  },
  suggestProperties: {
    ...common,
    method: 'GET',
    path: '/reconcile/suggest/property',
    summary: 'Properties of companies: evidence first, then what can only be fetched.',
    query: requests.suggestParameters,
    answers: { 200: { description: 'Properties.', schema: answers.suggestedPropertiesSchema } },
  },
  showEntityFlyout: {
    ...common,
    method: 'GET',
    path: '/reconcile/suggest/entity/flyout',
    summary: 'A few lines about a company, as a piece of HTML.',
    query: requests.flyoutParameters,
    answers: { 200: { description: 'The piece.', schema: answers.flyoutSchema } },
    errors: ['company_not_found'],
  },
  showTypeFlyout: {
    ...common,
    method: 'GET',
    path: '/reconcile/suggest/type/flyout',
    summary: 'A sentence about a type, as a piece of HTML.',
    query: requests.flyoutParameters,
    answers: { 200: { description: 'The piece.', schema: answers.flyoutSchema } },
    errors: ['not_found'],
  },
  showPropertyFlyout: {
    ...common,
    method: 'GET',
    path: '/reconcile/suggest/property/flyout',
    summary: 'A sentence about a property, as a piece of HTML.',
    query: requests.flyoutParameters,
    answers: { 200: { description: 'The piece.', schema: answers.flyoutSchema } },
    errors: ['not_found'],
  },
  previewEntity: {
    ...common,
    method: 'GET',
    path: '/reconcile/preview',
    framed: true,
    produces: ['text/html'],
    summary: 'A small page about a company.',
    query: requests.flyoutParameters,
    answers: { 200: html },
    errors: ['company_not_found'],
  },
  proposeProperties: {
    ...common,
    method: 'GET',
    path: '/reconcile/extend/propose',
    summary: 'Properties that can be fetched.',
    query: requests.proposeParameters,
    answers: { 200: { description: 'Properties.', schema: answers.proposedPropertiesSchema } },
  },
});

type WithHeader = typeof withHeader;
/** The same operation for clients that send no headers. */
type WithKeyInPath = {
  readonly [Id in keyof WithHeader as `${Id}WithKey`]: Omit<WithHeader[Id], 'params'> & {
    readonly keyInPath: true;
    readonly params: typeof requests.keyInPath;
  };
};

const withKey = Object.fromEntries(
  Object.entries(withHeader as Readonly<Record<string, Endpoint>>).map(([id, endpoint]) => [
    `${id}WithKey`,
    {
      ...endpoint,
      path: endpoint.path.replace('/reconcile', '/reconcile/:key'),
      summary: `${endpoint.summary} For clients that send no headers: the key is in the path.`,
      keyInPath: true,
      sameAs: id,
      params: requests.keyInPath,
    },
  ]),
) as unknown as WithKeyInPath;

export const reconcileEndpoints = { ...withHeader, ...withKey };
