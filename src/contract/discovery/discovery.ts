import { z } from 'zod';
import {
  companiesField,
  objectField,
  pagedMetaSchema,
  readyField,
  warningsField,
} from '../company-search/answers.ts';
import { filterChangesSchema, shownFiltersSchema } from '../company-search/filter-forms.ts';
import { companyFiltersSchema, haveCondition, orderField } from '../company-search/requests.ts';
import { chargingFields } from '../credits/billing.ts';
import { collectionSchema, okField } from '../envelope.ts';
import { boundedInteger, isoDatetime, knownFields, pageCursor, pageLimit } from '../fields.ts';
import { line } from '../lists/lists.ts';
import { isStorable, notStorable } from '../storable.ts';

/** Discovery (docs/decisions/0026-discoveries.md). */

const name = line(200);
const query = line(1000);
const limit = boundedInteger({ min: 1, max: 100 }).default(20).describe('Companies answered at most.');

/** An id that nothing can have is as unknown as any other. */
export const discoveryPath = knownFields({
  discoveryId: z.string().max(1000).describe('`discovery_id` of the discovery.'),
});

/** What a discovery asks; something it must ask. */
export const discoveryConditions = knownFields({
  query: query.nullish().describe('Name, identifier, domain or short term, as in company search.'),
  filters: companyFiltersSchema
    .nullish()
    .describe('Conditions beside the query, as in company search. A query or a filter is needed.'),
  order: orderField.nullish().describe('By relevance with a query, by `name` without, unless given.'),
}).superRefine(asksSomething);
export type DiscoveryConditions = z.output<typeof discoveryConditions>;

function asksSomething(
  asked: { readonly query?: string | null | undefined; readonly filters?: object | null | undefined },
  context: z.RefinementCtx,
): void {
  const filters = Object.values(asked.filters ?? {});
  if (!asked.query && !haveCondition(asked.filters))
    context.addIssue({ code: 'custom', path: ['query'], message: 'or filters must be given' });
  if (filters.flat().some((value) => typeof value === 'string' && !isStorable(value)))
    context.addIssue({ code: 'custom', path: ['filters'], message: notStorable });
}

export const discoveryBody = knownFields({
  name: name.describe('Name of the discovery, 1 to 200 characters.'),
  ...discoveryConditions.shape,
  limit,
}).superRefine(asksSomething);
export type DiscoveryBody = z.output<typeof discoveryBody>;

/** What is not given stays as the parent has it; null takes a condition away, also a single filter. */
export const refineBody = knownFields({
  name: name.optional().describe('Name of the new discovery; that of this one unless given.'),
  query: query.nullish().describe('Another query; null takes it away, absent it stays.'),
  filters: filterChangesSchema
    .nullish()
    .describe('Filters that are changed; the others stay. null takes all filters away.'),
  order: orderField.nullish().describe('Another order; null takes it away, absent it stays.'),
  limit,
});
export type RefineBody = z.output<typeof refineBody>;

export const discoveryQuery = knownFields({ limit: pageLimit, cursor: pageCursor });
export type DiscoveryQuery = z.output<typeof discoveryQuery>;

export const discoveryMaterializeBody = knownFields({
  name: name.optional().describe("Name of the new List; the discovery's unless given."),
  ...chargingFields,
});
export type DiscoveryMaterializeBody = z.output<typeof discoveryMaterializeBody>;

export const discoverySchema = z
  .object({
    discovery_id: z.uuid().describe('Id of the discovery.'),
    parent_id: z
      .uuid()
      .nullable()
      .describe('The discovery that this one was refined from; null for a first one.'),
    name: z.string().describe('Its name, 1 to 200 characters; need not be unique.'),
    query: z.string().nullable().describe('What is searched for; null for filters alone.'),
    filters: shownFiltersSchema.describe('Conditions beside the query; empty without any.'),
    order: orderField.nullable().describe('The order; null: by relevance with a query, by `name` without.'),
    revision: z.int().min(1).describe('1 for a first one, one more than its parent has for a refined one.'),
    created_at: isoDatetime.describe('When it was saved.'),
  })
  .meta({ id: 'Discovery', description: 'A company search that is kept.' });
export type DiscoveryView = z.output<typeof discoverySchema>;

export const discoveryAnswerSchema = z
  .object({
    ok: okField,
    object: objectField('discovery'),
    status: readyField,
    discovery: discoverySchema,
    companies: companiesField,
    warnings: warningsField,
    meta: pagedMetaSchema.describe('The page and its totals.'),
  })
  .meta({ id: 'DiscoveryAnswer', description: 'A discovery with what it finds now.' });

export const discoveriesPageSchema = collectionSchema(
  discoverySchema,
  'Discoveries, the newest first, without what they find.',
);
