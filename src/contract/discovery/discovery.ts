import { z } from 'zod';
import { defineComponent, field, okField } from '../answer-fields.ts';
import {
  companiesField,
  defineObjectField,
  pagedMetaSchema,
  readyField,
  warningsField,
} from '../company-search/answers.ts';
import { filterChangesSchema, shownFiltersSchema } from '../company-search/filter-forms.ts';
import { companyFiltersSchema, hasCondition, orderField } from '../company-search/requests.ts';
import { chargingFields } from '../credits/billing.ts';
import { defineCollection } from '../envelope.ts';
import { defineBoundedInteger, defineKnownFields } from '../fields.ts';
import { maxPageItems, maxQueryLength } from '../limits.ts';
import { defineLine } from '../lists/lists.ts';
import { isStorable, notStorable } from '../storable.ts';

/** Discovery (docs/decisions/0026-discoveries.md). */

const name = defineLine(200);
const query = defineLine(maxQueryLength);
const limit = defineBoundedInteger({ min: 1, max: maxPageItems })
  .default(20)
  .describe(`Maximum number of companies in the answer, 1 to ${maxPageItems}.`);

/** A malformed id is answered like an unknown one. */
export const discoveryPath = defineKnownFields({
  discoveryId: z.string().max(1000).describe('`discovery_id` of the discovery.'),
});

/** The conditions of a discovery: a query, a filter, or both. */
export const discoveryConditions = defineKnownFields({
  query: query.nullish().describe('Name, identifier, domain or short term, as in company search.'),
  filters: companyFiltersSchema
    .nullish()
    .describe('Conditions in addition to the query, as in company search. A query or a filter is required.'),
  order: orderField.nullish().describe('Default: by relevance with a query, by `name` without.'),
}).superRefine(requireCondition);
export type DiscoveryConditions = z.output<typeof discoveryConditions>;

function requireCondition(
  conditions: { readonly query?: string | null | undefined; readonly filters?: object | null | undefined },
  context: z.RefinementCtx,
): void {
  const filters = Object.values(conditions.filters ?? {});
  if (!conditions.query && !hasCondition(conditions.filters))
    context.addIssue({ code: 'custom', path: ['query'], message: 'is required unless filters are given' });
  if (filters.flat().some((value) => typeof value === 'string' && !isStorable(value)))
    context.addIssue({ code: 'custom', path: ['filters'], message: notStorable });
}

export const discoveryBody = defineKnownFields({
  name: name.describe('Name of the discovery, 1 to 200 characters.'),
  ...discoveryConditions.shape,
  limit,
}).superRefine(requireCondition);
export type DiscoveryBody = z.output<typeof discoveryBody>;

/** An absent condition stays as in the parent; null removes it, even a single filter. */
export const refineBody = defineKnownFields({
  name: name.optional().describe("Name of the new discovery; default the parent's name."),
  query: query.nullish().describe('A new query. Null removes the query; absent, it stays.'),
  filters: filterChangesSchema
    .nullish()
    .describe('Filters to change; the others stay. Null removes all filters.'),
  order: orderField.nullish().describe('A new order. Null restores the default order; absent, it stays.'),
  limit,
});
export type RefineBody = z.output<typeof refineBody>;

export const discoveryMaterializeBody = defineKnownFields({
  name: name.optional().describe("Name of the new List; default the discovery's name."),
  ...chargingFields,
});
export type DiscoveryMaterializeBody = z.output<typeof discoveryMaterializeBody>;

export const discoverySchema = defineComponent('Discovery', 'A saved company search.', {
  discovery_id: field.uuid('Id of the discovery.'),
  parent_id: field.uuidOrNull(
    'The discovery that this one was refined from; null if it was not refined from another.',
  ),
  name: field.text('Its name, 1 to 200 characters; need not be unique.'),
  query: field.textOrNull('The search text; null if there are only filters.'),
  filters: shownFiltersSchema.describe('Conditions in addition to the query; may be empty.'),
  order: orderField.nullable().describe('The order; null: by relevance with a query, by `name` without.'),
  revision: z.int().min(1).describe("1 for a new discovery; the parent's revision plus 1 for a refined one."),
  created_at: field.time('When it was saved.'),
});
export type DiscoveryView = z.output<typeof discoverySchema>;

export const discoveryAnswerSchema = defineComponent(
  'DiscoveryAnswer',
  'A discovery with its current results.',
  {
    ok: okField,
    object: defineObjectField('discovery'),
    status: readyField,
    discovery: discoverySchema,
    companies: companiesField,
    warnings: warningsField,
    meta: pagedMetaSchema.describe('The page and its totals.'),
  },
);

export const discoveriesPageSchema = defineCollection(
  discoverySchema,
  'Discoveries, newest first, without their results.',
);
