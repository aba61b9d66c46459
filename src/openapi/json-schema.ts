import { z } from 'zod';
import { getDefinition } from '../contract/schema-definition.ts';

/** A JSON Schema of draft 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = Record<string, unknown>;

const componentPath = '#/components/schemas/';

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;

/**
 * The JSON Schema of what a caller sends (`input`) or receives (`output`). Schemas with an `id` in their metadata are
 * collected in `components`.
 * @throws if two different schemas have the same id
 */
export function buildJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Map<string, JsonSchema>,
): JsonSchema {
  const {
    $schema: _,
    $defs,
    ...whole
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: io === 'input' ? describeInput : describeOutput,
  }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
  for (const [id, { id: _id, ...rest }] of Object.entries($defs ?? {})) {
    if (id.startsWith('__')) throw new Error('a recursive schema needs an id in its metadata');
    collectComponent(components, id, replaceComponentPaths(rest) as JsonSchema);
  }
  return replaceComponentPaths(whole) as JsonSchema;
}

function collectComponent(components: Map<string, JsonSchema>, id: string, definition: JsonSchema): void {
  const known = components.get(id);
  if (known && JSON.stringify(known) !== JSON.stringify(definition))
    throw new Error(`two different schemas have the id ${id}`);
  components.set(id, definition);
}

/** Query parameters arrive as text: the document shows the parsed value, not the parsing. */
const describeInput: Override = ({ zodSchema, jsonSchema }) => {
  const def = getDefinition(zodSchema);
  if (def.type === 'pipe' && getDefinition(def.out).type !== 'transform') {
    const { $schema: _, ...read } = z.toJSONSchema(def.out, { io: 'input', override: describeInput });
    const { id: _id, ...meta } = z.globalRegistry.get(zodSchema) ?? {};
    replaceContent(jsonSchema, { ...read, ...meta });
  }
  if (def.type === 'default') jsonSchema.default = def.defaultValue;
  removeNoise(jsonSchema);
};

/** New fields may be added to answers at any time, so answers permit additional properties. */
const describeOutput: Override = ({ zodSchema, jsonSchema }) => {
  if (getDefinition(zodSchema).type === 'object' && jsonSchema.additionalProperties === false)
    delete jsonSchema.additionalProperties;
  removeNoise(jsonSchema);
};

function deduplicateSchemas<Schema extends object>(schemas: readonly Schema[]): Schema[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema] as const)).values()];
}

function replaceContent(target: JsonSchema, source: JsonSchema): void {
  for (const key of Object.keys(target)) delete target[key];
  Object.assign(target, source);
}

/** Removes noise: the long patterns of formats, and the bounds that every whole number has. */
function removeNoise(jsonSchema: JsonSchema): void {
  // A number that may also be sent as text would appear twice.
  if (Array.isArray(jsonSchema.anyOf)) jsonSchema.anyOf = deduplicateSchemas(jsonSchema.anyOf);
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function replaceComponentPaths(value: unknown): unknown {
  return replaceReferences(value, (reference) => reference.replace('#/$defs/', componentPath));
}

/** A copy with every `$ref` changed. */
export function replaceReferences(value: unknown, change: (reference: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceReferences(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === '$ref' && typeof inner === 'string') return [key, change(inner)];
      return [key, replaceReferences(inner, change)];
    }),
  );
}
