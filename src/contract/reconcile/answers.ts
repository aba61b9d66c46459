import { z } from 'zod';
import { defineComponent, field } from '../answer-fields.ts';
import { itemErrorSchema } from '../company-resolve/company-resolve.ts';
import { formatPrice, prices } from '../credits/prices.ts';

/** Answers of the reconciliation API 0.2. They have its own forms, without an envelope. */

const described = {
  id: field.text('Id.'),
  name: field.text('Name.'),
  description: z.string().optional().describe('What it is, in one sentence.'),
};
const entrySchema = z.object(described);
const typeSchema = defineComponent('EntityType', 'A type of companies.', {
  ...described,
  broader: z.array(entrySchema).readonly().optional().describe('Types that include it.'),
});

const idAndName = z.object({ id: described.id, name: described.name });

const service = z.object({
  service_url: field.text('Address of the service.'),
  service_path: field.text('Path after it.'),
  flyout_service_url: z.string().optional().describe('Address of the service for flyouts.'),
  flyout_service_path: z.string().optional().describe('Path after it, with a place for the id.'),
});

export const manifestSchema = defineComponent(
  'ReconciliationManifest',
  'What the reconciliation service offers.',
  {
    versions: field.listOf(z.string(), 'Versions of the reconciliation API.'),
    name: field.text('Name of the service.'),
    identifierSpace: field.text('URI of the ids.'),
    schemaSpace: field.text('URI of the types and properties.'),
    documentation: field.text('Address of the documentation.'),
    defaultTypes: field.listOf(typeSchema, 'Types that every company has.'),
    view: z
      .object({ url: field.text('Address of a company; `{{id}}` is its company_id.') })
      .describe('Pages.'),
    preview: z
      .object({
        url: field.text('Address of a small page about a company; `{{id}}` is its company_id.'),
        width: field.count('Width of that page, in pixels.'),
        height: field.count('Height of that page, in pixels.'),
      })
      .describe('Previews.'),
    suggest: z
      .object({
        entity: service.describe('For companies.'),
        type: service.describe('For types.'),
        property: service.describe('For properties.'),
      })
      .describe('Completion.'),
    extend: z
      .object({
        propose_properties: service
          .pick({ service_url: true, service_path: true })
          .describe('Where to ask for properties.'),
        property_settings: field.listOf(
          z.looseObject({ name: field.text('Its name.') }),
          'Settings of a property.',
        ),
      })
      .describe('Values to fetch.'),
    batchSize: field.count('Maximum number of queries in a batch.'),
    authentication: z
      .object({
        type: field.text('`apiKey`.'),
        name: field.text('Name of the header.'),
        in: field.text('`header`.'),
        description: field.text('What it is.'),
      })
      .optional()
      .describe('How to send the API key; absent if it is in the path.'),
  },
);

const featureSchema = z.object({
  id: field.text('What was compared.'),
  value: z.union([z.boolean(), z.number()]).describe('How it fits.'),
});

export const reconcileCandidateSchema = defineComponent(
  'ReconcileCandidate',
  'A company that may be meant.',
  {
    id: field.text('Its company_id.'),
    name: field.text('Its legal name.'),
    description: field.text('What tells it from others.'),
    score: z.number().min(0).max(100).describe('0 to 100, a constant for each way in which it was found.'),
    match: field.flag(
      `Whether it is settled that this company is meant. It costs ${formatPrice(prices.matchedQuery)}.`,
    ),
    type: field.listOf(idAndName, 'Its types, the most exact first.'),
    features: field.listOf(featureSchema, 'What was compared, and how it fits.'),
  },
);
export type ReconcileCandidate = z.output<typeof reconcileCandidateSchema>;

const resultSchema = z.object({
  result: field.listOf(reconcileCandidateSchema, 'Companies, best first.'),
  error: itemErrorSchema
    .unwrap()
    .optional()
    .describe(
      'What is wrong with the query. If only a property or a type is unknown, there are candidates, but no match.',
    ),
});
export type ReconcileResult = z.output<typeof resultSchema>;

export const resultBatchSchema = z
  .record(z.string(), resultSchema)
  .meta({ id: 'ReconcileResults', description: 'The result of each query, by its key.' });

const cellSchema = z
  .union([
    z.strictObject({ str: field.text('A text.') }),
    z.strictObject({ int: z.int().describe('A whole number.') }),
    z.strictObject({ float: z.number().describe('A number.') }),
    z.strictObject({ date: field.text('A day, as its first moment in UTC.') }),
    z.strictObject({ id: described.id, name: described.name }),
  ])
  .describe('A value.');
export type ExtensionCell = z.output<typeof cellSchema>;

export const extensionSchema = defineComponent('ReconcileExtension', 'Values of companies.', {
  meta: field.listOf(
    idAndName.extend({ type: idAndName.optional().describe('The type of its values.') }),
    'The properties, as requested.',
  ),
  rows: z
    .record(z.string(), z.record(z.string(), z.array(cellSchema)))
    .describe('By company_id as requested and property, the values. Unknown companies have none.'),
});

export const suggestedEntitiesSchema = z.object({
  result: field.listOf(
    entrySchema.extend({ notable: field.listOf(idAndName, 'Its types.') }),
    'Companies whose name begins so, most likely first.',
  ),
});
export const suggestedTypesSchema = z.object({ result: field.listOf(typeSchema, 'Types.') });
export const suggestedPropertiesSchema = z.object({ result: field.listOf(entrySchema, 'Properties.') });
export const proposedPropertiesSchema = z.object({
  properties: field.listOf(entrySchema, 'What can be fetched.'),
  type: z.string().optional().describe('The type, as requested.'),
  limit: z.int().optional().describe('The limit, as requested.'),
});
export const flyoutSchema = z.object({
  id: field.text('What it is about.'),
  html: field.text('A piece of HTML.'),
});
