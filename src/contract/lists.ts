import { z } from 'zod';
import { chargingFields } from './billing.ts';
import { companyQueryBody } from './company-query.ts';
import { companyFiltersSchema, maxCompanyIds, orders } from './company-search.ts';
import { boundedInteger, knownFields, queryBoolean, queryInteger, queryText, uuid } from './fields.ts';
import { isStorable } from './sources.ts';

/** Saved Lists (specification, "List endpoints"; decisions.md, "Lists" and "Shapes"). */

/** Rows that one materialize saves at most. */
export const mostMaterializedRows = 10_000;
/** Rows of one List: as many as a source can have. */
export const mostListRows = 50_000;
export const mostSuppressionChanges = 1_000;
/** Bytes of the workspace preferences as compact JSON. */
export const mostPreferenceBytes = 16 * 1024;

export const listStatuses = ['active', 'paused', 'archived'] as const;
export type ListStatus = (typeof listStatuses)[number];

export const listSchedules = ['manual', 'daily', 'weekly'] as const;
export type ListSchedule = (typeof listSchedules)[number];

export const definitionKinds = ['source', 'company_ids', 'query', 'company_query'] as const;
export type DefinitionKind = (typeof definitionKinds)[number];

export const enrichmentFields = [
  'website',
  'employees',
  'insured_persons',
  'jobs',
  'construction_permits',
  'technologies',
  'financials',
  'observations',
] as const;
export type EnrichmentField = (typeof enrichmentFields)[number];

export const reviewOutcomes = ['accepted', 'rejected', 'needs_review'] as const;
export type ReviewOutcome = (typeof reviewOutcomes)[number];

export const diffRowKinds = ['added', 'removed', 'changed'] as const;
export type DiffRowKind = (typeof diffRowKinds)[number];

const notStorable = 'must not hold U+0000 or half of a surrogate pair';

/** Text of 1 to `longest` characters after trimming. */
function line(longest: number) {
  return z
    .string()
    .trim()
    .min(1, 'must not be blank')
    .max(longest, `must have at most ${longest} characters`)
    .refine(isStorable, notStorable);
}

/** JSON whose every text Postgres can hold. */
function isStorableJson(value: unknown): boolean {
  return !/\\u(0000|d[89a-f][0-9a-f]{2})/i.test(JSON.stringify(value).replaceAll('\\\\', ''));
}

const companyId = line(100);

const searchDefinition = knownFields({
  query: line(1000).nullish(),
  filters: companyFiltersSchema.nullish(),
  order: z.enum(orders, { error: `must be one of ${orders.join(', ')}` }).nullish(),
  /** The first so many companies of the search; all of them unless given. */
  limit: boundedInteger({ min: 1, max: mostMaterializedRows }).nullish(),
}).superRefine(({ query, filters }, context) => {
  if (query || (filters && Object.keys(filters).length > 0)) return;
  const message = 'or filters must be given';
  // An end of the check, so that the other forms of a definition are looked at.
  context.addIssue({ code: 'custom', path: ['query'], message, continue: false });
});

const sourceDefinition = knownFields({ source_id: uuid });

const companyIdsDefinition = knownFields({
  company_ids: z
    .array(companyId)
    .min(1, 'must have at least one company_id')
    .max(maxCompanyIds, `must have at most ${maxCompanyIds} values`),
});

const { kind, filters: companyQueryFilters, financials, sort } = companyQueryBody.shape;
const companyQueryDefinition = knownFields({
  kind,
  filters: companyQueryFilters,
  financials,
  sort,
  /** The first so many companies of the query; all of them unless given. */
  limit: boundedInteger({ min: 1, max: mostMaterializedRows }).nullish(),
});

export const listDefinition = z
  .union([searchDefinition, sourceDefinition, companyIdsDefinition, companyQueryDefinition], {
    error:
      'must be { source_id }, { company_ids }, { query, filters, order, limit } or a company_query.v1 payload',
  })
  .refine(isStorableJson, notStorable);
export type ListDefinition = z.output<typeof listDefinition>;
export type SearchDefinition = z.output<typeof searchDefinition>;
export type CompanyQueryDefinition = z.output<typeof companyQueryDefinition>;

export const listEstimateBody = knownFields({ definition: listDefinition });

/** An id that nothing can have is as unknown as any other. */
const anyId = z.string().min(1, 'must not be blank').max(1000);
const cursor = queryText.pipe(z.string().min(1).max(4000)).optional();
const page = { limit: queryInteger({ min: 1, max: 100 }).default(20), cursor };

export const listCandidatesQuery = knownFields({
  estimate_id: queryText.pipe(anyId),
  limit: queryInteger({ min: 1, max: 100 }).default(20),
  cursor,
});

export const listMaterializeBody = knownFields({
  estimate_id: anyId,
  name: line(200).optional(),
  /** Add the rows that this List lacks, instead of making a List. */
  list_id: anyId.optional(),
  ...chargingFields,
}).superRefine(({ name, list_id }, context) => {
  if (name !== undefined || list_id !== undefined) return;
  context.addIssue({ code: 'custom', path: ['name'], message: 'is required for a new List' });
});

export const listCreateBody = knownFields({
  name: line(200),
  source_id: anyId.optional(),
  dryRun: chargingFields.dryRun,
});

export const listsQuery = knownFields({
  ...page,
  status: queryText
    .pipe(z.enum(listStatuses, { error: `must be one of ${listStatuses.join(', ')}` }))
    .optional(),
});

export const listParams = knownFields({ listId: anyId });
export const runParams = knownFields({ listId: anyId, runId: anyId });
export const diffParams = knownFields({ listId: anyId, diffId: anyId });
export const diffRowParams = knownFields({ listId: anyId, diffRowId: anyId });
export const exportParams = knownFields({ listId: anyId, fileName: anyId });

export const listPageQuery = knownFields(page);
export const listRowsQuery = knownFields({ limit: queryInteger({ min: 1, max: 500 }).default(100), cursor });

export const listExportQuery = knownFields({ bom: queryBoolean.default(false) });

const fields = z
  .array(z.enum(enrichmentFields, { error: `must be one of ${enrichmentFields.join(', ')}` }))
  .min(1, 'must name at least one field')
  .max(enrichmentFields.length)
  .transform((given) => enrichmentFields.filter((field) => given.includes(field)));

export const enrichmentEstimateBody = knownFields({ fields });
export const enrichmentRunBody = knownFields({ fields, ...chargingFields });

export const listStatusBody = knownFields({
  status: z.enum(listStatuses, { error: `must be one of ${listStatuses.join(', ')}` }),
});

export const listScheduleBody = knownFields({
  schedule: z.enum(listSchedules, { error: `must be one of ${listSchedules.join(', ')}` }),
});

export const suppressionsBody = knownFields({
  add: z
    .array(knownFields({ company_id: companyId, reason: line(500).nullish() }))
    .max(mostSuppressionChanges, `must have at most ${mostSuppressionChanges} entries`)
    .default([]),
  remove: z
    .array(companyId)
    .max(mostSuppressionChanges, `must have at most ${mostSuppressionChanges} entries`)
    .default([]),
}).superRefine(({ add, remove }, context) => {
  if (add.length === 0 && remove.length === 0)
    context.addIssue({ code: 'custom', path: ['add'], message: 'or remove must be given' });
  if (add.length + remove.length > mostSuppressionChanges) {
    const message = `and remove together must have at most ${mostSuppressionChanges} entries`;
    context.addIssue({ code: 'custom', path: ['add'], message });
  }
});

/** What the workspace preferences are after a merge patch (RFC 7396) was applied. */
export const workspacePreferences = knownFields({
  columns: z.array(line(100)).max(200, 'must have at most 200 entries').optional(),
  sort: knownFields({
    field: line(100),
    direction: z.enum(['asc', 'desc'], { error: 'must be asc or desc' }),
  }).optional(),
  filters: z.record(z.string().max(100), z.json()).optional(),
  notes: z.string().max(10_000, 'must have at most 10000 characters').optional(),
}).refine(isStorableJson, notStorable);
export type WorkspacePreferences = z.output<typeof workspacePreferences>;

/** A merge patch: null takes a member away. */
export const preferencesPatch = knownFields({
  columns: z.json().optional(),
  sort: z.json().optional(),
  filters: z.json().optional(),
  notes: z.json().optional(),
});

export const diffReviewBody = knownFields({
  outcome: z.enum(reviewOutcomes, { error: `must be one of ${reviewOutcomes.join(', ')}` }),
  note: line(2000).nullish(),
});

export const diffExclusionBody = knownFields({
  excluded: z.boolean({ error: 'must be true or false' }),
  reason: line(500).nullish(),
});

/** Of operations that take nothing beside their path. */
export const noFieldsBody = knownFields({});
