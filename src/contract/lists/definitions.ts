import { z } from 'zod';
import { defineAnswer, defineComponent, field, groupFields } from '../answer-fields.ts';
import { dataAsOfField } from '../as-of.ts';
import { companyId, companySummarySchema } from '../companies/company-fields.ts';
import { countKinds } from '../company-search/answers.ts';
import { shownFiltersSchema } from '../company-search/filter-forms.ts';
import { companyFiltersSchema, companyOrders, hasCondition, orderField } from '../company-search/requests.ts';
import { billingSchema, chargingFields } from '../credits/billing.ts';
import { pageMetaFields, warningSchema, warningsSchema } from '../envelope.ts';
import {
  defineBoundedInteger,
  defineKnownFields,
  pageCursor,
  pageLimit,
  queryText,
  uuid,
} from '../fields.ts';
import { financialQueryBody, financialQueryKind, metricOrder } from '../financial-query/financial-query.ts';
import { formatLimit, maxCompanyIds, maxListNameLength, maxMaterializedRows } from '../limits.ts';
import { isStorableJson, notStorable } from '../storable.ts';
import { anyId, type DefinitionKind, defineLine, givenCompanyId, listAnswer, listSchema } from './lists.ts';

/** From a definition to a saved List: estimate, candidates, materialize, and creating a List without an estimate. */

const definitionLimit = defineBoundedInteger({ min: 1, max: maxMaterializedRows })
  .nullish()
  .describe('Maximum number of companies, taken in the given order. Absent or null: all of them.');

/** An answered `resolved_definition` has a kind; it is accepted unchanged as a definition. */
const defineKind = (name: DefinitionKind) =>
  z.literal(name).optional().describe('As in `resolved_definition`; optional.');

const searchFields = {
  query: defineLine(1000)
    .nullish()
    .describe(
      'Name, identifier, domain or short term, as in company search. A query or a filter is required.',
    ),
  filters: companyFiltersSchema.nullish().describe('As in company search.'),
  order: orderField
    .nullish()
    .describe('As in company search. Absent or null: by relevance with a query, otherwise by name.'),
  limit: definitionLimit,
};
const relevance = 'relevance';
const searchDefinition = defineKnownFields({
  ...searchFields,
  kind: defineKind('query'),
  order: z
    .enum([relevance, ...companyOrders], {
      error: `must be one of ${companyOrders.join(', ')}, or relevance with a query`,
    })
    .nullish()
    .describe(searchFields.order.description ?? ''),
})
  .superRefine(({ query, filters, order }, context) => {
    if (order === relevance && !query)
      context.addIssue({ code: 'custom', path: ['order'], message: 'relevance needs a query' });
    if (query || hasCondition(filters)) return;
    const message = 'is required unless filters are given';
    // Aborts this form, so that the other forms of a definition are checked.
    context.addIssue({ code: 'custom', path: ['query'], message, continue: false });
  })
  .transform(({ kind: _, order, ...conditions }) => ({
    ...conditions,
    order: order === relevance ? null : order,
  }));

const sourceFields = {
  source_id: uuid.describe(
    "A source of the account; its matched rows become the List's rows, each company once.",
  ),
};
const sourceDefinition = defineKnownFields({ ...sourceFields, kind: defineKind('source') }).transform(
  ({ source_id }) => ({ source_id }),
);

const companyIdsFields = {
  company_ids: z
    .array(givenCompanyId)
    .min(1)
    .max(maxCompanyIds)
    .describe(
      `Companies by id, in the order of the rows; 1 to ${formatLimit(maxCompanyIds)}. Repeated companies count once.`,
    ),
};
const companyIdsDefinition = defineKnownFields({
  ...companyIdsFields,
  kind: defineKind('company_ids'),
}).transform(({ company_ids }) => ({ company_ids }));

const { kind, filters: financialQueryFilters, financials, sort } = financialQueryBody.shape;
const financialQueryFields = {
  kind,
  filters: financialQueryFilters,
  financials,
  sort,
  limit: definitionLimit,
};
const financialQueryDefinition = defineKnownFields({
  ...financialQueryFields,
  kind: z
    .enum([financialQueryKind, 'company_query'])
    .transform(() => financialQueryKind)
    .describe(`\`${financialQueryKind}\`; or \`company_query\`, as in \`resolved_definition\`.`),
});

export const listDefinition = z
  .union([searchDefinition, sourceDefinition, companyIdsDefinition, financialQueryDefinition], {
    error:
      'must be { source_id }, { company_ids }, { query, filters, order, limit } or a company_query.v1 payload',
  })
  .refine(isStorableJson, notStorable);
export type ListDefinition = z.output<typeof listDefinition>;
export type ResolvedDefinition = z.output<typeof resolvedDefinitionSchema>;
export type SearchDefinition = z.output<typeof searchDefinition>;
export type FinancialQueryDefinition = z.output<typeof financialQueryDefinition>;

export const listEstimateBody = defineKnownFields({
  definition: listDefinition.describe(
    'The companies: a company search, the matched rows of a source, a list of ids, or a financial query.',
  ),
});

export const listCandidatesQuery = defineKnownFields({
  estimate_id: queryText.pipe(anyId).describe('`estimate.estimate_id` of the estimate.'),
  limit: pageLimit,
  cursor: pageCursor,
});

export const listMaterializeBody = defineKnownFields({
  estimate_id: anyId.describe('`estimate.estimate_id` of the estimate to save.'),
  name: defineLine(maxListNameLength)
    .optional()
    .describe(
      `Name of the new List, 1 to ${maxListNameLength} characters. Required without \`list_id\`; ignored with it.`,
    ),
  list_id: anyId
    .optional()
    .describe('Add the missing rows to this List, and pay only for those, instead of creating a new List.'),
  ...chargingFields,
}).superRefine(({ name, list_id }, context) => {
  if (name !== undefined || list_id !== undefined) return;
  context.addIssue({ code: 'custom', path: ['name'], message: 'is required for a new List' });
});

export const listCreateBody = defineKnownFields({
  name: defineLine(maxListNameLength).describe(`Name of the List, 1 to ${maxListNameLength} characters.`),
  source_id: anyId
    .optional()
    .describe('Use the matched rows of this source, which are already paid for. Absent: an empty List.'),
  dryRun: chargingFields.dryRun,
});

/** A condition that cannot be applied, or that may be the reason for an empty result. */
export const conditionSchema = defineComponent(
  'ListCondition',
  'A condition that makes the result of a definition unreliable.',
  {
    ...warningSchema.unwrap().shape,
    state: z
      .enum(['weak', 'pending', 'no_data', 'unsupported'])
      .optional()
      .describe(
        '`weak`: few companies have a value. `pending`: values are being rebuilt. `no_data`: no company has a value, or the given value does not exist. `unsupported`: not applied. Absent if the condition is weak for another reason.',
      ),
  },
);
export type Condition = z.output<typeof conditionSchema>;

export const unsupportedField = field.listOf(
  conditionSchema,
  'Conditions that are not applied. If there are any, the estimate cannot be saved.',
);
export const weakField = field.listOf(
  conditionSchema,
  'Conditions whose result is not reliable: signals that few companies have, values that no company has, unknown ids, a query that is too broad, or a text that was only compared with names and is not an exact name (`text_compared_with_names`, which says how many rows have it in their names). If there are any, a result without rows is refused and not saved.',
);

const answeredFinancials = {
  financials: field.listOf(
    defineComponent(
      'ShownFinancialCondition',
      'A condition on a figure, as saved.',
      financials.element.shape,
    ),
    'Conditions on figures, as given.',
  ),
  sort: z
    .union([
      z.enum(companyOrders),
      defineComponent('ShownMetricOrder', 'An order by a figure, as saved.', metricOrder.shape),
    ])
    .nullish()
    .describe('The order, as given. Absent or null: by name.'),
};

/** A definition as it was given; a List stores it in this form. */
export const definitionSchema = z
  .union([
    z.object({
      ...searchFields,
      filters: shownFiltersSchema.nullish().describe('As in company search.'),
    }),
    z.object(sourceFields),
    z.object(companyIdsFields),
    z.object({
      ...financialQueryFields,
      ...answeredFinancials,
      filters: shownFiltersSchema.nullish().describe('As in company search.'),
    }),
  ])
  .meta({ id: 'ListDefinition', description: 'The definition of a List, as it was given.' });

const resolvedFilters = shownFiltersSchema.describe('The applied filters; may be empty.');
const resolvedLimit = definitionLimit
  .unwrap()
  .unwrap()
  .nullable()
  .describe('The limit; null: all companies.');

const resolvedDefinitionSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('source').describe('The matched rows of a source.'),
      source_id: field.uuid('The source.'),
    }),
    z.object({
      kind: z.literal('company_ids').describe('A list of companies.'),
      company_ids: field.listOf(
        companyId,
        'The companies by their current ids, each once; unknown ids are left out.',
      ),
    }),
    z.object({
      kind: z.literal('query').describe('A company search.'),
      query: field.textOrNull('The search text; null if there are only filters.'),
      filters: resolvedFilters,
      order: field.oneOf(['relevance', ...companyOrders], 'The order of the rows.'),
      limit: resolvedLimit,
    }),
    z.object({
      kind: z.literal('company_query').describe('A financial query.'),
      filters: resolvedFilters,
      ...answeredFinancials,
      limit: resolvedLimit,
    }),
  ])
  .describe(
    'The definition as understood by the service; check it before saving. Sent again as `definition`, it means the same.',
  );

const estimateSchema = defineComponent(
  'ListEstimate',
  'A definition and its companies, frozen for 24 hours.',
  {
    estimate_id: field.uuid('Id of the estimate, for candidates and materialize.'),
    created_at: field.time('When the definition and its companies were frozen.'),
    expires_at: field.time('24 hours later; after that, using the estimate gives `estimate_expired`.'),
    row_count: field.count(
      `Number of rows to save. More than ${formatLimit(maxMaterializedRows)} cannot be saved.`,
    ),
    total_kind: field.oneOf(
      countKinds,
      '`exact`: `row_count` is confirmed. `lower_bound`: there may be more rows.',
    ),
  },
);
export type EstimateView = z.output<typeof estimateSchema>;

const paidWarnings = warningsSchema.describe(
  '`companies_paid_in_source`: companies that the account has already paid in a source, and that saving charges again. `value` has the source, whose rows are free, and the number of companies. At most three sources, of the newest twenty.',
);

export const listEstimateAnswer = defineAnswer({
  estimate: estimateSchema,
  resolved_definition: resolvedDefinitionSchema,
  unsupported_conditions: unsupportedField,
  weak_conditions: weakField,
  billing: groupFields('Future costs; the estimate itself is free.', {
    materialize: groupFields('The cost of saving this estimate.', {
      credit_class: z.literal('basic').describe('The class of credits that saving uses.'),
      estimated_credits: field.count(
        'Credits for all rows; pass it as `maxCredits`. 0 for the rows of a source. Adding to a List that already has some of the rows costs less.',
      ),
    }),
  }),
  warnings: paidWarnings,
});

const candidateSchema = z.object({
  company_id: companyId.describe('The company.'),
  company: companySummarySchema,
});

export const listCandidatesAnswer = defineAnswer({
  object: z.literal('list_candidates').describe('Kind of answer.'),
  estimate: estimateSchema,
  companies: field.listOf(candidateSchema, 'Frozen companies of the estimate, in order.'),
  meta: groupFields('The page.', {
    ...pageMetaFields,
    data_as_of: dataAsOfField,
    export_allowed: z
      .literal(false)
      .describe('Always false: a preview cannot be exported. Materialize it first.'),
  }),
});

export const listCreateAnswer = listAnswer.extend({
  warnings: warningsSchema.describe(
    '`source_without_matched_rows`: no row of the source has a company yet, so the List is empty.',
  ),
});

export const listMaterializeAnswer = defineAnswer({
  list: listSchema.describe('The List that contains the rows.'),
  saved_rows: field.count('Number of rows added, and charged unless they are those of a source.'),
  already_saved_rows: field.count('Number of rows that the List already had; free.'),
  warnings: paidWarnings,
  billing: billingSchema,
});
