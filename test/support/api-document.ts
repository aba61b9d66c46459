/** The parts of an OpenAPI 3.1 document that tests look at. */

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Described {
  readonly description?: string;
}

interface Parameter extends Described {
  readonly $ref?: string;
  readonly name?: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema?: Schema;
}

type Content = Readonly<
  Record<string, { readonly schema?: Schema; readonly examples?: Readonly<Record<string, unknown>> }>
>;

interface OperationObject {
  readonly operationId: string;
  readonly summary?: string;
  readonly tags: readonly string[];
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Answer extends Described {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Content;
}

export interface ApiDocument {
  readonly tags: readonly ({ readonly name: string } & Described)[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, Described>>;
    readonly responses: Readonly<Record<string, Answer>>;
  };
}

/** Every operation, with its references to answers resolved. */
export function operationsIn({ paths, components }: ApiDocument) {
  const whole = (answer: Answer): Answer =>
    answer.$ref ? (components.responses[answer.$ref.replace('#/components/responses/', '')] ?? {}) : answer;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, answer]) => [status, whole(answer)]),
      ),
      path,
      method: method.toUpperCase(),
    })),
  );
}

interface FoundSchema {
  /** Its location, for people. */
  readonly place: string;
  readonly schema: Schema;
  readonly isProperty: boolean;
  /** Its own id, or that of the component that it refers to. */
  readonly description: string | undefined;
}

/** Every schema that a caller sends or receives, components once. */
export function schemasIn(document: ApiDocument): { requests: FoundSchema[]; answers: FoundSchema[] } {
  const requests: FoundSchema[] = [];
  const answers: FoundSchema[] = [];
  const seen = { requests: new Set<string>(), answers: new Set<string>() };
  for (const { operationId, parameters = [], requestBody, responses } of operationsIn(document)) {
    for (const { name, schema } of parameters)
      if (schema) walk(document, schema, `${operationId} ${name}`, seen.requests, requests);
    for (const { schema } of Object.values(requestBody?.content ?? {}))
      if (schema) walk(document, schema, `${operationId} body`, seen.requests, requests);
    for (const [status, { content = {} }] of Object.entries(responses))
      for (const { schema } of Object.values(content))
        if (schema) walk(document, schema, `${operationId} ${status}`, seen.answers, answers);
  }
  return { requests, answers };
}

function walk(
  document: ApiDocument,
  schema: Schema,
  place: string,
  seen: Set<string>,
  found: FoundSchema[],
  isProperty = false,
): void {
  const component = schema.$ref?.split('/').at(-1);
  const referred = component === undefined ? undefined : document.components.schemas[component];
  if (component !== undefined && !referred) throw new Error(`${place}: there is no component ${component}`);
  found.push({ place, schema, isProperty, description: schema.description ?? referred?.description });
  const on = (inner: Schema, where: string, property = false) =>
    walk(document, inner, where, seen, found, property);
  if (component !== undefined && referred && !seen.has(component)) {
    seen.add(component);
    on(referred, component);
  }
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    on(property, `${place}.${name}`, true);
  if (schema.items) on(schema.items, `${place}[]`);
  if (typeof schema.additionalProperties === 'object') on(schema.additionalProperties, `${place}.*`);
  for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    on(branch, place);
}
