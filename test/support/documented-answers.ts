import diagnostics from 'node:diagnostics_channel';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { type Endpoint, getDocumentPath } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { describeApi } from '../../src/openapi/document.ts';
import { componentHeaders } from '../../src/openapi/headers.ts';
import { replaceReferences } from '../../src/openapi/json-schema.ts';

/**
 * Compares every answer that a service of this process gives with the API document: status, headers, media
 * type and body, in which a key that the document does not name is a fault.
 */
export interface DocumentedAnswers {
  /** Number of checked answers. */
  readonly seen: number;
  /** Stops checking. @throws with every answer that differs from the document */
  end(): void;
}

type Json = Record<string, unknown>;
interface Described {
  readonly headers: Json;
  /** Absent for an answer without a body. */
  readonly content?: Record<string, { schema: Json }>;
}
interface Operation {
  readonly endpoint: Endpoint;
  readonly pattern: RegExp;
  readonly responses: Record<string, Described | { readonly $ref: string }>;
}

export async function watchAnswers(port: number): Promise<DocumentedAnswers> {
  const faults = new Set<string>();
  const check = await keptAnswerCheck();
  let seen = 0;
  const onStart = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.socket.localPort !== port) return;
    keepHead(response);
    collectBody(response, (body) => {
      seen += 1;
      for (const fault of check(request, response, body)) {
        faults.add(`${request.method} ${request.url?.split('?')[0]} ${response.statusCode}: ${fault}`);
      }
    });
  };
  diagnostics.subscribe('http.server.request.start', onStart);
  return {
    get seen() {
      return seen;
    },
    end() {
      diagnostics.unsubscribe('http.server.request.start', onStart);
      if (faults.size > 0)
        throw new Error(`Answers that differ from the API document:\n${[...faults].slice(0, 40).join('\n')}`);
    },
  };
}

/**
 * Where a response has the headers that were written at once. Node does not keep those. The check may be of another suite, so both
 * find it by its name.
 */
const writtenHead = Symbol.for('headers written at once');

function keepHead(response: ServerResponse): void {
  const { writeHead } = response;
  response.writeHead = (...given: unknown[]) => {
    const list = given.find((each): each is readonly string[] => Array.isArray(each)) ?? [];
    const names = list.filter((_, at) => at % 2 === 0);
    const head = new Map(names.map((name, at) => [name.toLowerCase(), list[2 * at + 1] ?? '']));
    Reflect.set(response, writtenHead, head);
    return Reflect.apply(writeHead, response, given);
  };
}

function headerOf(response: ServerResponse, name: string): string | undefined {
  const head: ReadonlyMap<string, string> | undefined = Reflect.get(response, writtenHead);
  const value = response.getHeader(name) ?? head?.get(name.toLowerCase());
  return value === undefined ? undefined : String(value);
}

function collectBody(response: ServerResponse, done: (body: string) => void): void {
  const pieces: Buffer[] = [];
  const keep = (piece: unknown) => {
    if (typeof piece === 'string' || piece instanceof Uint8Array) pieces.push(Buffer.from(piece));
  };
  const { write, end } = response;
  response.write = ((...given: Parameters<typeof write>) => {
    keep(given[0]);
    return write.apply(response, given);
  }) as typeof write;
  response.end = ((...given: Parameters<typeof end>) => {
    keep(given[0]);
    return end.apply(response, given);
  }) as typeof end;
  response.once('finish', () => done(Buffer.concat(pieces).toString('utf8')));
}

type AnswerCheck = (request: IncomingMessage, response: ServerResponse, body: string) => string[];

/** Compiling the schemas takes seconds, so the suites of a worker share them (test/support/environment-of-suites.mjs). */
async function keptAnswerCheck(): Promise<AnswerCheck> {
  const { keptInWorker } = globalThis as unknown as { readonly keptInWorker: Map<string, AnswerCheck> };
  const check = keptInWorker.get('answers') ?? (await answerCheck());
  keptInWorker.set('answers', check);
  return check;
}

async function answerCheck(): Promise<AnswerCheck> {
  const [{ Ajv2020 }, { default: addFormats }, document] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('ajv-formats'),
    closedDocument(),
  ]);
  const schemas = (document.components as Json).schemas as Json;
  // The suite of the API document checks the schemas themselves.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', components: { schemas } });
  const compiled = new Map<object, ValidateFunction>();
  const operations = operationsOf(document);
  const matches = (schema: Json, body: string): string[] => {
    let validate = compiled.get(schema);
    if (!validate) {
      validate = ajv.compile(replaceReferences(schema, (reference) => `document${reference}`) as Json);
      compiled.set(schema, validate);
    }
    if (validate(JSON.parse(body))) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
  const errorSchema = { $ref: '#/components/schemas/Error' };

  return (request, response, body) => {
    if (request.method === 'HEAD' || request.method === 'OPTIONS') return [];
    const pathname = request.url?.split('?')[0] ?? '';
    const status = response.statusCode;
    const operation = operations.find(
      ({ endpoint, pattern }) => endpoint.method === request.method && pattern.test(pathname),
    );
    // To the path without the slash at its end, which is described.
    if (!operation && status === 308) return [];
    // No such path, or not this method.
    if (!operation || status === 405) return matches(errorSchema, body);
    const described = resolved(operation.responses[status], document);
    if (!described) return [`the status is not documented; ${body.slice(0, 300)}`];
    if (!described.content)
      return body === '' ? headerFaults(described.headers, response) : ['it has a body'];
    const type = headerOf(response, 'Content-Type')?.split(';')[0] ?? '';
    const media = described.content[type];
    if (!media) return [`the media type ${type} is not documented`];
    const bodyFaults = type === 'application/json' ? matches(media.schema, body) : [];
    return [...headerFaults(described.headers, response), ...bodyFaults];
  };
}

function resolved(
  described: Described | { $ref: string } | undefined,
  document: Json,
): Described | undefined {
  if (!described || !('$ref' in described)) return described;
  const name = described.$ref.replace('#/components/responses/', '');
  return ((document.components as Json).responses as Record<string, Described>)[name];
}

function headerFaults(documented: Json, response: ServerResponse): string[] {
  return Object.entries(componentHeaders).flatMap(([name, { required }]) => {
    const isSent = headerOf(response, name) !== undefined;
    if (!(name in documented)) return isSent ? [`the header ${name} is not documented`] : [];
    return required === true && !isSent ? [`the header ${name} is missing`] : [];
  });
}

function operationsOf(document: Json): Operation[] {
  const paths = document.paths as Record<string, Record<string, Pick<Operation, 'responses'>>>;
  const operations = Object.values<Endpoint>(endpoints).map((endpoint) => {
    const template = getDocumentPath(endpoint);
    const described = paths[template]?.[endpoint.method.toLowerCase()];
    if (!described) throw new Error(`${endpoint.method} ${template} is not documented`);
    const { responses } = described;
    // Addresses of the reconciliation service may have a slash at the end.
    const end = endpoint.cors ? '/?$' : '$';
    return { endpoint, pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}${end}`), responses };
  });
  // As in the router: /lists/candidates before /lists/{listId}.
  return operations.sort((a, b) => variables(a) - variables(b));
}

const variables = ({ pattern }: Operation) => pattern.source.split('[^/]+').length;

/** Made once in a run of the tests, because it takes half a second and each suite with a service needs it. */
async function closedDocument(): Promise<Json> {
  const file = path.join(tmpdir(), `closed-document-${process.env.TEST_RUN ?? process.pid}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const document = closed((await describeApi()) as Json);
  // Renamed when it is complete: another worker may be reading.
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(document));
  renameSync(`${file}.${process.pid}`, file);
  return document;
}

/** Answers may get new fields, but in the tests an undocumented field is a fault. */
function closed<Value>(value: Value, insideReferring = false): Value {
  if (Array.isArray(value)) return value.map((one) => closed(one, insideReferring)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  // What is beside a reference only adds to it.
  const refers = insideReferring || '$ref' in value;
  const entries = Object.entries(value).map(([key, inner]) => [key, closed(inner, refers)]);
  const copy = Object.fromEntries(entries) as Json;
  const isObjectSchema = copy.type === 'object' && typeof copy.properties === 'object';
  if (isObjectSchema && copy.additionalProperties === undefined && !refers) copy.additionalProperties = false;
  return copy as Value;
}
