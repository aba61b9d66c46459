import { z } from 'zod';
import { companyId, companySummarySchema } from '../companies/company-fields.ts';
import { shownFiltersSchema } from '../company-search/filter-forms.ts';
import {
  companyFiltersSchema,
  haveCondition,
  maxCompanyIds,
  orderField,
  orders,
} from '../company-search/requests.ts';
import { billingSchema, chargingFields } from '../credits/billing.ts';
import { okField, pageMetaFields, warningSchema } from '../envelope.ts';
import { boundedInteger, knownFields, pageCursor, pageLimit, queryText, uuid } from '../fields.ts';
import { companyQueryBody, companyQueryKind } from '../financial-query/company-query.ts';
import { isStorableJson, notStorable } from '../storable.ts';
import {
  answeredTime,
  anyId,
  type DefinitionKind,
  givenCompanyId,
  line,
  listSchema,
  maxMaterializedRows,
} from './lists.ts';

/** From a definition to a saved List: estimate, candidates, materialize, and Lists made without an estimate. */

const definitionLimit = boundedInteger({ min: 1, max: maxMaterializedRows })
  .nullish()
  .describe('Take only the first so many companies, in the order given. Absent or null: all of them.');

/** `resolved_definition` has its kind, and is accepted as it was answered. */
const ofKind = (name: DefinitionKind) =>
  z.literal(name).optional().describe('As in `resolved_definition`; need not be given.');

const searchFields = {
  query: line(1000)
    .nullish()
    .describe('Name, identifier, domain or short term, as in company search. This or a filter is needed.'),
  filters: companyFiltersSchema.nullish().describe('As in company search.'),
  order: orderField
    .nullish()
    .describe('As in company search. Absent or null: by relevance with a query, else by name.'),
  limit: definitionLimit,
};
const relevance = 'relevance';
const searchDefinition = knownFields({
  ...searchFields,
  kind: ofKind('query'),
  order: z
    .enum([relevance, ...orders], { error: `must be one of ${orders.join(', ')}, or with a query relevance` })
    .nullish()
    .describe(searchFields.order.description ?? ''),
})
  .superRefine(({ query, filters, order }, context) => {
    if (order === relevance && !query)
      context.addIssue({ code: 'custom', path: ['order'], message: 'relevance needs a query' });
    if (query || haveCondition(filters)) return;
    const message = 'or filters must be given';
    // An end of the check, so that the other forms of a definition are looked at.
    context.addIssue({ code: 'custom', path: ['query'], message, continue: false });
  })
  .transform(({ kind: _, order, ...conditions }) => ({
    ...conditions,
    order: order === relevance ? null : order,
  }));

const sourceFields = {
  source_id: uuid.describe('A source of the account; its matched rows become the rows, each company once.'),
};
const sourceDefinition = knownFields({ ...sourceFields, kind: ofKind('source') }).transform(
  ({ source_id }) => ({ source_id }),
);

const companyIdsFields = {
  company_ids: z
    .array(givenCompanyId)
    .min(1, 'must have at least one company_id')
    .max(maxCompanyIds, `must have at most ${maxCompanyIds} values`)
    .describe('Companies by their ids, in the order of the rows, 1 to 10,000; repeated ones count once.'),
};
const companyIdsDefinition = knownFields({ ...companyIdsFields, kind: ofKind('company_ids') }).transform(
  ({ company_ids }) => ({ company_ids }),
);

const { kind, filters: companyQueryFilters, financials, sort } = companyQueryBody.shape;
const companyQueryFields = {
  kind,
  filters: companyQueryFilters,
  financials,
  sort,
  limit: definitionLimit,
};
const companyQueryDefinition = knownFields({
  ...companyQueryFields,
  kind: z
    .enum([companyQueryKind, 'company_query'], { error: `must be ${companyQueryKind}` })
    .transform(() => companyQueryKind)
    .describe(`\`${companyQueryKind}\`; or \`company_query\`, as in \`resolved_definition\`.`),
});

export const listDefinition = z
  .union([searchDefinition, sourceDefinition, companyIdsDefinition, companyQueryDefinition], {
    error:
      'must be { source_id }, { company_ids }, { query, filters, order, limit } or a company_query.v1 payload',
  })
  .refine(isStorableJson, notStorable);
export type ListDefinition = z.output<typeof listDefinition>;
export type ResolvedDefinition = z.output<typeof resolvedDefinitionSchema>;
export type SearchDefinition = z.output<typeof searchDefinition>;
export type CompanyQueryDefinition = z.output<typeof companyQueryDefinition>;

export const listEstimateBody = knownFields({
  definition: listDefinition.describe(
    'Which companies: a company search, the matched rows of a source, given ids, or a financial query.',
  ),
});

export const listCandidatesQuery = knownFields({
  estimate_id: queryText.pipe(anyId).describe('`estimate.estimate_id` of the estimate.'),
  limit: pageLimit,
  cursor: pageCursor,
});

export const listMaterializeBody = knownFields({
  estimate_id: anyId.describe('`estimate.estimate_id` of the estimate that is saved.'),
  name: line(200)
    .optional()
    .describe(
      'Name of the new List, 1 to 200 characters. Required without `list_id`, without effect with it.',
    ),
  list_id: anyId
    .optional()
    .describe('Add the rows that this List lacks, and pay for those alone, instead of making a List.'),
  ...chargingFields,
}).superRefine(({ name, list_id }, context) => {
  if (name !== undefined || list_id !== undefined) return;
  context.addIssue({ code: 'custom', path: ['name'], message: 'is required for a new List' });
});

export const listCreateBody = knownFields({
  name: line(200).describe('Name of the List, 1 to 200 characters.'),
  source_id: anyId
    .optional()
    .describe('Take the matched rows of this source, which are paid for already. Absent: an empty List.'),
  dryRun: chargingFields.dryRun,
});

/** A condition that cannot be applied, or that an empty result may be due to. */
export const conditionSchema = z
  .object({
    ...warningSchema.unwrap().shape,
    state: z
      .enum(['weak', 'pending', 'no_data', 'unsupported'])
      .optional()
      .describe(
        '`weak`: few companies have a value; `pending`: values are being rebuilt; `no_data`: none has one, or the value names nothing; `unsupported`: not applied. Absent where the condition is weak for another reason.',
      ),
  })
  .meta({
    id: 'ListCondition',
    description: 'A condition of a definition that its result is not to be trusted for.',
  });
export type Condition = z.output<typeof conditionSchema>;

export const unsupportedField = z
  .array(conditionSchema)
  .describe('Conditions that are not applied. With any of them the estimate is never saved.');
export const weakField = z
  .array(conditionSchema)
  .describe(
    'Conditions whose result proves little: signals that few companies have, values that no company has, ids that are none, too broad a query, a text that was only compared with names and is no exact name (`text_compared_with_names`, which says how many rows have it in their names). With any of them a result without rows is refused rather than saved.',
  );

const answeredFinancials = {
  financials: z.array(z.object(financials.element.shape)).describe('Conditions on figures, as given.'),
  sort: sort.describe('The order, as given; absent or null: by name.'),
};

/** A definition as it was given, as a List keeps it. */
export const definitionSchema = z
  .union([
    z.object({
      ...searchFields,
      filters: shownFiltersSchema.nullish().describe('As in company search.'),
    }),
    z.object(sourceFields),
    z.object(companyIdsFields),
    z.object({
      ...companyQueryFields,
      ...answeredFinancials,
      filters: shownFiltersSchema.nullish().describe('As in company search.'),
    }),
  ])
  .meta({ id: 'ListDefinition', description: 'Which companies a List consists of, as it was given.' });

const resolvedFilters = shownFiltersSchema.describe('The filters that were applied; empty without any.');
const resolvedLimit = definitionLimit.unwrap().unwrap().nullable().describe('The limit; null for all.');

const resolvedDefinitionSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('source').describe('The matched rows of a source.'),
      source_id: z.uuid().describe('The source.'),
    }),
    z.object({
      kind: z.literal('company_ids').describe('Given companies.'),
      company_ids: z
        .array(companyId)
        .describe('The companies by their ids of now, each once; ids that name no company are left out.'),
    }),
    z.object({
      kind: z.literal('query').describe('A company search.'),
      query: z.string().nullable().describe('The text that is searched for; null for filters alone.'),
      filters: resolvedFilters,
      order: z.enum(['relevance', ...orders]).describe('The order of the rows.'),
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
    'The definition as it was understood; to be checked before it is saved. It can be sent as `definition` again and means the same.',
  );

const estimateSchema = z
  .object({
    estimate_id: z.uuid().describe('Id of the estimate, for candidates and materialize.'),
    created_at: answeredTime.describe('When the definition and its members were frozen.'),
    expires_at: answeredTime.describe('24 hours later; from then on every use is `estimate_expired`.'),
    row_count: z.int().min(0).describe('Rows that saving it would make. Above 10,000 it is not saved.'),
    total_kind: z
      .enum(['exact', 'lower_bound'])
      .describe('Whether `row_count` is the confirmed number or there may be more.'),
  })
  .meta({ id: 'ListEstimate', description: 'A definition and its members, frozen for 24 hours.' });
export type EstimateView = z.output<typeof estimateSchema>;

export const listEstimateAnswer = z.object({
  ok: okField,
  estimate: estimateSchema,
  resolved_definition: resolvedDefinitionSchema,
  unsupported_conditions: unsupportedField,
  weak_conditions: weakField,
  billing: z
    .object({
      materialize: z
        .object({
          credit_class: z.literal('basic').describe('The credits that saving costs.'),
          estimated_credits: z
            .int()
            .min(0)
            .describe(
              'Credits for all rows: what to pass as `maxCredits`. Into a List that has some, fewer.',
            ),
        })
        .describe('What saving this estimate would cost.'),
    })
    .describe('Nothing is charged by an estimate.'),
});

const candidateSchema = z.object({
  company_id: companyId.describe('The company.'),
  company: companySummarySchema,
});

export const listCandidatesAnswer = z.object({
  ok: okField,
  object: z.literal('list_candidates').describe('What this answer is.'),
  estimate: estimateSchema,
  companies: z.array(candidateSchema).describe('Frozen members of the estimate, in their order.'),
  meta: z
    .object({
      ...pageMetaFields,
      export_allowed: z.literal(false).describe('A preview is not exported: materialize it first.'),
    })
    .describe('The page.'),
});

export const listMaterializeAnswer = z.object({
  ok: okField,
  list: listSchema.describe('The List that the rows are in.'),
  saved_rows: z.int().min(0).describe('Rows that were added and charged.'),
  already_saved_rows: z.int().min(0).describe('Rows of the estimate that the List had already; free.'),
  billing: billingSchema,
});
