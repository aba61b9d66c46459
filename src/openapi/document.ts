import packageFacts from '../../package.json' with { type: 'json' };
import { type Endpoint, endpointTags, getDocumentPath, isLimited } from '../contract/endpoint.ts';
import { listErrorCodes } from '../contract/endpoint-errors.ts';
import { endpoints } from '../contract/endpoints.ts';
import { buildErrorEnvelope, errorEnvelopeSchema } from '../contract/error-envelope.ts';
import { type ErrorCode, getErrorEntry, ServiceError } from '../contract/errors.ts';
import { mapInSlices } from '../running/time-slices.ts';
import { compareTexts } from '../text/letters/compare-texts.ts';
import { aboutTheApi } from './about.ts';
import recorded from './examples.json' with { type: 'json' };
import { buildHeaders, componentHeaders, componentParameters, findIdempotencyParameter } from './headers.ts';
import { buildJsonSchema, type JsonSchema } from './json-schema.ts';

/** Real requests and answers by operationId, which test/http/api-examples.test.ts records with generated companies. */
const examples: Readonly<
  Record<
    string,
    {
      /** As requested, including the query. */
      readonly path?: string;
      readonly request?: unknown;
      /** By HTTP status. */
      readonly answers?: Readonly<Record<string, unknown>>;
    }
  >
> = recorded;

interface Operation extends Endpoint {
  readonly operationId: string;
}

function findExample({ operationId, sameAs = operationId }: Operation) {
  return examples[sameAs];
}

interface Context {
  /** Filled while operations are described. */
  readonly schemas: Map<string, JsonSchema>;
  /** Failures by name, because many operations share them. */
  readonly failures: Map<string, JsonSchema>;
}

/**
 * The OpenAPI 3.1 document of the whole service, made from the schemas that check requests and answers. That takes half a second, so
 * other requests have their turn in between.
 */
export async function describeApi(): Promise<object> {
  const operations = Object.entries<Endpoint>(endpoints).map(([operationId, endpoint]) => ({
    ...endpoint,
    operationId,
  }));
  const context: Context = { schemas: new Map(), failures: new Map() };
  const paths: Record<string, Record<string, unknown>> = {};
  const described = await mapInSlices(operations, (operation) => describeOperation(operation, context));
  for (const [at, operation] of operations.entries()) {
    const path = getDocumentPath(operation);
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described[at] };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Company Data Service',
      version: packageFacts.version,
      description: aboutTheApi,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This service' }],
    security: [{ bearerKey: [] }, { headerKey: [] }],
    tags: Object.entries(endpointTags).map(([name, about]) => ({ name, description: about })),
    paths,
    components: {
      securitySchemes: {
        bearerKey: { type: 'http', scheme: 'bearer', description: '`Authorization: Bearer <API key>`' },
        headerKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: '`x-api-key: <API key>`' },
      },
      headers: componentHeaders,
      parameters: componentParameters,
      examples: buildFailureExamples(operations),
      responses: sortByName(context.failures),
      schemas: sortByName(context.schemas),
    },
  };
}

function sortByName(described: ReadonlyMap<string, JsonSchema>): JsonSchema {
  return Object.fromEntries([...described].sort(([one], [other]) => compareTexts(one, other)));
}

function describeOperation(operation: Operation, context: Context): JsonSchema {
  const { operationId, tag, summary, description, deprecated, auth } = operation;
  const parameters = buildParameters(operation, context);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated }),
    ...((auth === 'none' || operation.keyInPath) && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && { requestBody: buildRequestBody(operation, context) }),
    ...(operation.takesFile && { requestBody: buildFileBody() }),
    responses: mergeResponses(buildSuccesses(operation, context), buildFailures(operation, context), context),
  };
}

/** A status that is an answer of the operation and also that of a failure has the bodies of both. */
function mergeResponses(answers: JsonSchema, failed: JsonSchema, { failures }: Context): JsonSchema {
  const both = Object.keys(answers).filter((status) => status in failed);
  const merged = both.map((status) => {
    const { description, content } = answers[status] as Described;
    const name = String(Object(failed[status]).$ref).replace('#/components/responses/', '');
    const failure = failures.get(name) as unknown as Described;
    const schemas = [content, failure.content].map((each) => each['application/json']?.schema);
    const json = { ...failure.content['application/json'], schema: { anyOf: schemas } };
    return [
      status,
      {
        ...failure,
        description: `${description}\n${failure.description}`,
        content: { 'application/json': json },
      },
    ];
  });
  return { ...answers, ...failed, ...Object.fromEntries(merged) };
}

interface Described {
  readonly description: string;
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

function buildParameters(operation: Operation, { schemas }: Context): JsonSchema[] {
  const examples = findParameterExamples(operation, findExample(operation)?.path);
  const describeParameters = (schema: Operation['query'], place: 'query' | 'path'): JsonSchema[] => {
    if (!schema) return [];
    const { properties = {}, required = [] } = buildJsonSchema(schema, 'input', schemas) as {
      properties?: Record<string, JsonSchema>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, { description, ...rest }]) => ({
      name,
      in: place,
      required: required.includes(name),
      description,
      schema: rest,
      // Pages for trying an operation prefill examples, so only required parameters get one.
      ...(required.includes(name) && examples[name] !== undefined && { example: examples[name] }),
    }));
  };
  return [
    ...describeParameters(operation.params, 'path'),
    ...describeParameters(operation.query, 'query'),
    findIdempotencyParameter(operation),
  ].filter((each) => each !== undefined);
}

/** The value of each parameter in the recorded request. */
function findParameterExamples(
  operation: Operation,
  recorded: string | undefined,
): Readonly<Record<string, string>> {
  if (recorded === undefined) return {};
  const { pathname, searchParams } = new URL(recorded, 'http://service');
  const named = getDocumentPath(operation).replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const { groups = {} } = new RegExp(`^${named}$`).exec(pathname) ?? {};
  const inPath = Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]);
  return {
    ...(operation.keyInPath && { key: 'cds_EXAMPLE' }),
    ...Object.fromEntries([...searchParams, ...inPath]),
  };
}

function buildRequestBody(operation: Operation, { schemas }: Context): JsonSchema {
  const example = findExample(operation)?.request;
  const schema = buildJsonSchema(operation.body as NonNullable<Operation['body']>, 'input', schemas);
  return {
    // An absent body is treated as {}.
    required: Array.isArray(schema.required) && schema.required.length > 0,
    content: {
      'application/json': { schema, ...(example !== undefined && { example }) },
      ...(operation.formFields && {
        'application/x-www-form-urlencoded': { schema, encoding: buildJsonEncoding(operation.formFields) },
      }),
    },
  };
}

/** Each field of the form is JSON. */
function buildJsonEncoding(fields: readonly string[]): JsonSchema {
  return Object.fromEntries(fields.map((field) => [field, { contentType: 'application/json' }]));
}

/** A file as it is, or as the part `file` of a form. */
function buildFileBody(): JsonSchema {
  const file = { type: 'string', format: 'binary', description: 'The file.' };
  const form = { type: 'object', properties: { file }, required: ['file'], additionalProperties: true };
  return {
    required: true,
    content: { 'application/octet-stream': { schema: file }, 'multipart/form-data': { schema: form } },
  };
}

function buildSuccesses(operation: Operation, { schemas }: Context): JsonSchema {
  const described = Object.entries(operation.answers).map(([status, { description, schema, empty }]) => {
    const headers = buildHeaders(operation, 'success');
    if (empty) return [status, { description, headers }];
    const example = findExample(operation)?.answers?.[status];
    const types = operation.produces ?? (schema ? ['application/json'] : []);
    const content = types.map((type) => {
      if (schema === undefined || type !== 'application/json')
        return [type, { schema: { type: 'string' }, ...(typeof example === 'string' && { example }) }];
      const shape = buildJsonSchema(schema, 'output', schemas);
      return [type, { schema: shape, ...(typeof example === 'object' && { example }) }];
    });
    return [status, { description, headers, content: Object.fromEntries(content) }];
  });
  return Object.fromEntries(described);
}

/** One response per status, with an example for each of its error codes. */
function buildFailures(operation: Operation, context: Context): JsonSchema {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of listErrorCodes(operation).sort()) {
    const { status } = getErrorEntry(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const described = [...byStatus].map(([status, codes]) => {
    const name = [status, ...codes, isLimited(operation) && 'limited']
      .filter((each) => each !== false)
      .join('.');
    if (!context.failures.has(name))
      context.failures.set(name, buildFailure(operation, status, codes, context));
    return [String(status), { $ref: `#/components/responses/${name}` }];
  });
  return Object.fromEntries(described);
}

function buildFailure(
  operation: Operation,
  status: number,
  codes: readonly ErrorCode[],
  { schemas }: Context,
): JsonSchema {
  const error = buildJsonSchema(errorEnvelopeSchema, 'output', schemas);
  return {
    description: codes.map((code) => `- \`${code}\`: ${getErrorEntry(code).message}`).join('\n'),
    headers: buildHeaders(operation, status),
    content: {
      'application/json': {
        // Beside the reference and not in an `allOf`, so that generated clients have one class for all failures.
        schema: { ...error, ...restrictCodes(codes) },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

const restrictCodes = (codes: readonly ErrorCode[]): JsonSchema => ({
  type: 'object',
  properties: {
    error: {
      type: 'object',
      description: 'The failure.',
      properties: { code: { type: 'string', enum: codes, description: 'Possible codes of this answer.' } },
    },
  },
});

/** An example answer for each error code of an endpoint, rendered as the service does, with a made-up request id. */
function buildFailureExamples(operations: readonly Operation[]): JsonSchema {
  const codes = [...new Set(operations.flatMap(listErrorCodes))].sort();
  const buildExample = (code: ErrorCode) =>
    buildErrorEnvelope(new ServiceError(code), '01993b5e-7c1a-4f0e-9d55-2f6a1c0b7e43');
  return Object.fromEntries(codes.map((code) => [code, { value: buildExample(code) }]));
}
