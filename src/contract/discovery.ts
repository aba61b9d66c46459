import { z } from 'zod';
import { chargingFields } from './billing.ts';
import { companyFiltersSchema, companyResultSchema, orders } from './company-search.ts';
import { boundedInteger, knownFields, queryInteger, queryText } from './fields.ts';
import { isStorable } from './sources.ts';

/** Discovery (decisions.md, "Named only in the specification" and "Shapes"). */

const notStorable = 'must not hold U+0000 or half of a surrogate pair';
const line = (longest: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be blank')
    .max(longest, `must have at most ${longest} characters`)
    .refine(isStorable, notStorable);

const name = line(200);
const query = line(1000);
const order = z.enum(orders, { error: `must be one of ${orders.join(', ')}` });
const limit = boundedInteger({ min: 1, max: 100 }).default(20);

/** An id that nothing can have is as unknown as any other. */
export const discoveryPath = knownFields({ discoveryId: z.string() });

const storableFilters = companyFiltersSchema.refine(
  (filters) =>
    Object.values(filters)
      .flat()
      .every((value) => typeof value !== 'string' || isStorable(value)),
  notStorable,
);

/** What a discovery asks; something it must ask. */
export const discoveryConditions = knownFields({
  query: query.nullish(),
  filters: storableFilters.nullish(),
  order: order.nullish(),
}).superRefine(asksSomething);
export type DiscoveryConditions = z.output<typeof discoveryConditions>;

function asksSomething(
  asked: { readonly query?: string | null | undefined; readonly filters?: object | null | undefined },
  context: z.RefinementCtx,
): void {
  if (asked.query || (asked.filters && Object.keys(asked.filters).length > 0)) return;
  context.addIssue({ code: 'custom', path: ['query'], message: 'or filters must be given' });
}

export const discoveryBody = knownFields({ name, ...discoveryConditions.shape, limit }).superRefine(
  asksSomething,
);
export type DiscoveryBody = z.output<typeof discoveryBody>;

/** What is not given stays as the parent has it; null takes a condition away, also a single filter. */
export const refineBody = knownFields({
  name: name.optional(),
  query: query.nullish(),
  filters: z.record(z.string().max(100), z.unknown(), { error: 'must be an object' }).nullish(),
  order: order.nullish(),
  limit,
});
export type RefineBody = z.output<typeof refineBody>;

export const discoveryQuery = knownFields({
  limit: queryInteger({ min: 1, max: 100 }).default(20),
  cursor: queryText.min(1, 'must not be empty').max(4000).optional(),
});
export type DiscoveryQuery = z.output<typeof discoveryQuery>;

export const discoveryMaterializeBody = knownFields({
  /** Of the new List; the discovery's unless given. */
  name: name.optional(),
  ...chargingFields,
});
export type DiscoveryMaterializeBody = z.output<typeof discoveryMaterializeBody>;

export const discoverySchema = z.object({
  discovery_id: z.string(),
  parent_id: z.string().nullable(),
  name: z.string(),
  query: z.string().nullable(),
  filters: z.record(z.string(), z.unknown()),
  order: order.nullable(),
  /** 1 for a first one, one more than its parent's for a refined one. */
  revision: z.number(),
  created_at: z.string(),
});
export type DiscoveryView = z.output<typeof discoverySchema>;

export const discoveryAnswerSchema = z.object({
  ok: z.literal(true),
  object: z.literal('discovery'),
  status: z.literal('ready'),
  discovery: discoverySchema,
  companies: z.array(companyResultSchema),
});
