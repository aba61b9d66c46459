import { z } from 'zod';
import type { FieldFault } from '../errors.ts';
import { defineKnownFields, defineQueryInteger, isoDate, queryText } from '../fields.ts';
import {
  defaultReconcileResults,
  maxApiKeyLength,
  maxCreditAmount,
  maxExtendedIds,
  maxReconcileQueries,
  maxReconcileResults,
} from '../limits.ts';
import { isStorable, notStorable } from '../storable.ts';
import { evidenceIds, findColumn, findEvidence } from './properties.ts';
import { findType } from './types.ts';

/** Requests of the reconciliation API 0.2 (docs/reconciliation.md). */

const maxText = 1000;
const maxNumber = Number.MAX_SAFE_INTEGER;

const defineText = (about: string) => z.string().max(maxText).refine(isStorable, notStorable).describe(about);

const propertyValue = z.union([
  defineText('A value.'),
  z.number().min(-maxNumber).max(maxNumber),
  z.boolean(),
  z.null().describe('The same as an empty text.'),
  z.looseObject({ id: defineText('Id of the entity.'), name: defineText('Its name.').optional() }),
]);
export type PropertyValue = z.output<typeof propertyValue>;

const typeId = defineText('Id or name of a type; empty: any.');

/** One query of a batch. It is checked alone, so that its faults do not lose the other queries. */
export const reconcileQuery = defineKnownFields({
  query: defineText('The name of a company as people write it, or its corporate number.').optional(),
  type: z
    .union([typeId, z.array(typeId).max(maxReconcileQueries)])
    .optional()
    .describe('Types that the company should have: `company`, or a legal form.'),
  type_strict: z
    .enum(['any', 'should', 'all'])
    .default('should')
    .describe(
      '`should`: companies of other types come last, with a lower score. `any` and `all`: they are left out.',
    ),
  limit: z
    .number()
    .min(1)
    .max(maxNumber)
    .transform((limit) => Math.min(Math.floor(limit), maxReconcileResults))
    .default(defaultReconcileResults)
    .describe(
      `Maximum number of candidates, at most ${maxReconcileResults}. Default ${defaultReconcileResults}.`,
    ),
  properties: z
    .array(
      z.looseObject({
        pid: z
          .string()
          .max(maxText)
          .describe(`Id or name of the property. Known are ${evidenceIds.join(', ')}.`),
        v: z
          .union([propertyValue, z.array(propertyValue).max(100)])
          .describe('Its value, or several values of which one must fit.'),
      }),
    )
    .max(50)
    .optional()
    .describe('What else is known of the company.'),
}).superRefine(({ query, properties = [] }, context) => {
  if (query !== undefined || properties.length > 0) return;
  context.addIssue({ code: 'custom', path: ['query'], message: 'is required without properties' });
});
export type ReconcileQuery = z.output<typeof reconcileQuery>;

const withoutMatch = 'so it was not compared, and no candidate is a match';

/** What a query names that this service does not know. Its candidates are then found by the rest, and none is a match. */
export function listUnknownNames({ type, properties = [] }: ReconcileQuery): FieldFault[] {
  const isKnown = [type ?? []].flat().every((id) => id === '' || findType(id) !== undefined);
  const unknown = properties.flatMap(({ pid }, at) => (findEvidence(pid) ? [] : [`properties[${at}].pid`]));
  const message = `is not a type of this service, ${withoutMatch}; /reconcile/suggest/type lists the types`;
  return [
    ...(isKnown ? [] : [{ field: 'type', message }]),
    ...unknown.map((field) => ({
      field,
      message: `is not evidence, ${withoutMatch}; evidence is ${evidenceIds.join(', ')}`,
    })),
  ];
}

/** Documented but not checked with the batch. */
function describeQuery() {
  const { $schema: _, ...described } = z.toJSONSchema(reconcileQuery, {
    io: 'input',
    unrepresentable: 'any',
  });
  return described;
}

const batch = z
  .record(z.string().max(200), z.unknown())
  .refine((queries) => Object.keys(queries).length <= maxReconcileQueries, {
    error: `must have at most ${maxReconcileQueries} queries (batchSize in the manifest)`,
  })
  .meta({
    description: `Up to ${maxReconcileQueries} queries by your keys, which the answer repeats. A faulty query gets its own \`error\`.`,
    additionalProperties: describeQuery(),
  });
export type QueryBatch = z.output<typeof batch>;

const settings = defineKnownFields({
  limit: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{0,6}$/, 'must be a whole number')
        .transform(Number),
    ])
    .pipe(z.int().min(0).max(1000))
    .optional()
    .describe('Maximum number of values; 0 or an empty text: all.'),
  as_of: z
    .union([z.literal('').transform(() => undefined), isoDate])
    .optional()
    .describe('For `legal_name`: the name of this day, YYYY-MM-DD.'),
  names: z
    .enum(['current', 'all'])
    .optional()
    .describe('For names: only current ones, or also those that are no longer valid.'),
});
export type PropertySettings = z.output<typeof settings>;

export const extensionQuery = defineKnownFields({
  ids: z
    .array(defineText('A current or former company_id.'))
    .max(maxExtendedIds)
    .describe(`At most ${maxExtendedIds} company_ids.`),
  properties: z
    .array(
      z.looseObject({
        id: z
          .string()
          .max(maxText)
          .refine((id) => findColumn(id) !== undefined, {
            error: 'is not a property of this service; /reconcile/extend/propose lists them',
          })
          .describe('Id of the property.'),
        settings: settings.optional().describe('How to fetch it.'),
      }),
    )
    .max(50)
    .describe('What to fetch.'),
}).describe('Values to fetch for companies.');
export type ExtensionQuery = z.output<typeof extensionQuery>;

/** Either of both. */
function checkOne(
  { queries, extend }: { readonly queries?: unknown; readonly extend?: unknown },
  context: z.RefinementCtx,
): void {
  if (queries === undefined || extend === undefined) return;
  context.addIssue({ code: 'custom', path: ['extend'], message: 'must not be sent together with queries' });
}

export const reconcileFields = ['queries', 'extend'] as const;

export const reconcileBody = z
  .object({ queries: batch.optional(), extend: extensionQuery.optional() })
  .superRefine(checkOne)
  .superRefine(({ queries, extend }, context) => {
    if (queries !== undefined || extend !== undefined) return;
    context.addIssue({ code: 'custom', path: ['queries'], message: 'is required, unless extend is sent' });
  });

/** A parameter that is JSON. */
function defineJsonText<Schema extends z.ZodType>(schema: Schema) {
  return queryText
    .transform((given, context): unknown => {
      try {
        return JSON.parse(given);
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema)
    .optional();
}

/** Old clients ask for a script that calls a function of the page. */
const noCallback = z
  .custom<never>(() => false, {
    error: 'is not supported (JSONP); leave it out, because pages can call this service with CORS',
  })
  .optional()
  .meta({
    description: 'Refused: JSONP is not supported, CORS is.',
    type: 'string',
    maxLength: 0,
    deprecated: true,
  });

export const maxCreditsParameter = defineQueryInteger({ min: 0, max: maxCreditAmount })
  .optional()
  .describe(
    'Maximum cost of this request, in whole credits. Required for queries unless the API key has a spending limit.',
  );

/** Clients add parameters of their own, which are ignored. */
const defineParameters = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...shape, callback: noCallback });

export const reconcileSending = defineParameters({ maxCredits: maxCreditsParameter });

export const reconcileAsking = defineParameters({
  queries: defineJsonText(batch).describe(
    'A batch of queries, as JSON. Absent, with `extend`: the manifest.',
  ),
  extend: defineJsonText(extensionQuery).describe('Values to fetch, as JSON.'),
  maxCredits: maxCreditsParameter,
}).superRefine(checkOne);

const prefix = queryText.max(maxText).default('').describe('What the person has typed.');
const resultLimit = defineQueryInteger({ min: 1, max: maxReconcileResults })
  .default(defaultReconcileResults)
  .describe(`Maximum number of results, at most ${maxReconcileResults}. Default ${defaultReconcileResults}.`);

export const suggestParameters = defineParameters({ prefix, limit: resultLimit });
export const suggestEntityParameters = defineParameters({
  prefix,
  limit: resultLimit,
  type: queryText.max(maxText).optional().describe('Id of a type that the companies must have.'),
});
export const flyoutParameters = defineParameters({
  id: queryText
    .min(1)
    .max(maxText)
    .describe('What it is about.')
    .meta({ examples: ['cn_1180301018771'] }),
});
export const proposeParameters = defineParameters({
  type: queryText.max(maxText).optional().describe('Id of a type. All types have the same properties.'),
  limit: defineQueryInteger({ min: 1, max: 1000 }).optional().describe('Maximum number of properties.'),
});

export const keyInPath = defineKnownFields({
  key: z.string().max(maxApiKeyLength).describe('An API key with the purpose `reconciliation`.'),
});

/** The number of queries in a request, before it is checked. */
export function countQueries(body: unknown, query: unknown): number {
  const given = Object(body).queries ?? Object(query).queries;
  const queries = typeof given === 'string' ? parseJson(given) : given;
  if (typeof queries !== 'object' || queries === null) return 0;
  // The schema rejects larger batches.
  return Math.min(Object.keys(queries).length, maxReconcileQueries);
}

function parseJson(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return null;
  }
}
