import { maxImportBytes } from '../../../src/contract/limits.ts';

/** The operations of a service as its API document describes them, with their schemas. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly format?: string;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly additionalProperties?: boolean | Schema;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': { readonly schema: Schema; readonly example?: JsonObject };
    };
  };
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

export interface ApiOperation {
  readonly operationId: string;
  readonly method: string;
  /** Parameters as `{name}`. */
  readonly path: string;
  readonly query: readonly Parameter[];
  readonly takesKey: boolean;
  readonly body: Schema | undefined;
  /** A body that is accepted, except for its ids. */
  readonly example: JsonObject;
  /** Maximum bytes of a body. */
  readonly bodyLimit: number;
}

const usualBodyLimit = 1024 * 1024;
const bodyLimits: Readonly<Record<string, number>> = { importSource: maxImportBytes };

export async function readApiDocument(url: string): Promise<ApiDocument> {
  const response = await fetch(`${url}/openapi.json`);
  return (await response.json()) as ApiDocument;
}

export function operationsOf({ paths, components }: ApiDocument): ApiOperation[] {
  return Object.entries(paths).flatMap(([path, ofPath]) =>
    Object.entries(ofPath).map(([method, { operationId, parameters = [], requestBody }]) => {
      const known = parameters.map((one) =>
        one.$ref === undefined ? one : (components.parameters[one.$ref.split('/').at(-1) ?? ''] ?? one),
      );
      const content = requestBody?.content['application/json'];
      return {
        operationId,
        method: method.toUpperCase(),
        path,
        query: known.filter((one) => one.in === 'query'),
        takesKey: known.some((one) => one.name === 'Idempotency-Key'),
        body: content?.schema,
        example: content?.example ?? {},
        bodyLimit: bodyLimits[operationId] ?? usualBodyLimit,
      };
    }),
  );
}
