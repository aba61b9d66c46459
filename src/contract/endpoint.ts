import type { z } from 'zod';
import type { CreditClass } from './credits/billing.ts';
import type { ErrorCode } from './errors.ts';
import type { KeyPurpose } from './key-purpose.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** `key`: an API key is required. `none`: open to everyone, so the answer must never contain account data. */
export type EndpointAuth = 'key' | 'none';
/**
 * Which of the account's limits a request counts toward. `search`: rate limit and quota of company search. `suggest`:
 * only the rate limit of company search. `heavy`: the heavy rate limit.
 */
export type EndpointLimit = 'search' | 'suggest' | 'heavy' | 'none';

/** The sections of the API document in their order, with the purpose of each. */
export const endpointTags = {
  'Company search':
    'Find companies by name, identifier or filters, and resolve one identifier to one company.',
  Companies: 'Everything known about one company, and the changes of all companies.',
  Sources: 'Find the company for each row of a table: import, map, resolve, review, select.',
  Lists: 'Saved companies: estimate, preview, materialize, enrich, export.',
  Publishing: 'Snapshots of a List, changes since the last snapshot, and delivery.',
  Evidence: 'Observations, openings, permits and financial conditions across companies.',
  Discovery: 'Save a search, refine it, and turn it into a List.',
  Research: 'Research notes about a company, kept separate from register data.',
  Reconciliation:
    'OpenRefine and other clients of the reconciliation API 0.2: find the company for each cell of a column.',
  'API keys': 'The keys of the account, and what each may do and spend.',
  'Credits and usage': 'Balances, the ledger, and the remaining quota.',
  Assistants: 'Tools for assistants, by the Model Context Protocol.',
  Service: 'The state of the service, and this document.',
} as const;
export type EndpointTag = keyof typeof endpointTags;

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** The body of an answer with this schema, as services and handlers return it. */
export type AnswerBody<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>;

/** A success. It determines the handler's return type, and the HTTP suites check every answer against it. */
export interface AnswerShape {
  readonly description: string;
  /** The JSON body. Absent if the endpoint streams another media type (`produces`). */
  readonly schema?: z.ZodType;
  /** The handler streams the JSON itself. */
  readonly streamed?: true;
  /** There is no body. */
  readonly empty?: true;
}

/** An operation that spends credits. */
export interface Charge {
  /** Its name in the ledger, for example `source.resolve`. */
  readonly operation: string;
  readonly creditClass: CreditClass;
  /** It never costs anything, but has the dry runs and answers of charged operations. */
  readonly free?: true;
  /** What a call must contain. An optional value still applies when it is given. */
  readonly requires: {
    readonly execute: boolean;
    readonly idempotencyKey: boolean;
    /** `unless_free`: only if the call costs something. */
    readonly maxCredits: boolean | 'unless_free';
  };
}

/** One API operation as data: `src/http` serves it, `src/openapi` describes it, the client calls it. */
export interface Endpoint {
  readonly method: HttpMethod;
  /** Relative to `/api/service`, or to the root with `root: true`; parameters as `:name`. */
  readonly path: string;
  readonly root?: true;
  readonly tag: EndpointTag;
  /** One line for the API document. */
  readonly summary: string;
  /** More text for the API document, in Markdown. */
  readonly description?: string;
  readonly auth: EndpointAuth;
  readonly limit: EndpointLimit;
  /** Faults are `invalid_query`. Without a schema, any query parameter is a fault. */
  readonly query?: z.ZodType;
  /** Faults are `invalid_query` for GET, otherwise `invalid_request`. */
  readonly params?: z.ZodType;
  /**
   * Faults are `invalid_request`. Without a schema, only an absent body and `{}` pass. An absent body is checked as
   * `{}`. GET has no body.
   */
  readonly body?: z.ZodType;
  /** By HTTP status. */
  readonly answers: Readonly<Record<number, AnswerShape>>;
  /** Codes that the handler throws, in addition to those of every such endpoint (`listErrorCodes`). */
  readonly errors?: readonly ErrorCode[];
  /** For operations that spend credits. */
  readonly charge?: Charge;
  /**
   * Spends credits without the fields of a charged call, for clients that cannot send them: the API key's spending limit,
   * or `maxCredits` in the query, is the agreement.
   */
  readonly spends?: CreditClass;
  /** Accepts an `Idempotency-Key` although it does not spend credits. */
  readonly takesKey?: true;
  /**
   * Whether a call changes something that the account keeps, or spends credits. GET never does; every other method must
   * say. A read-only key may not call it, except as a trial (`checkKeyPermission`).
   */
  readonly writes?: boolean;
  /** With `preview=true`, a call stores nothing. A read-only key may call it so. */
  readonly previews?: true;
  /** Keys for one source may call it, although it is not below `/sources/:sourceId`. */
  readonly openToSourceKeys?: true;
  /** Only keys without any limit may call it, because it makes or ends keys. */
  readonly managesKeys?: true;
  /** Keys made for this purpose may call it. They may call nothing else. */
  readonly keyPurpose?: KeyPurpose;
  /** The key is the parameter `:key` of the path, for clients that send no headers. It must be made for the purpose. */
  readonly keyInPath?: true;
  /** The operation with the same requests and answers, whose examples serve for this one too. */
  readonly sameAs?: string;
  /** Pages of any site may call it from a browser. No cookie is ever looked at, so that is no risk. */
  readonly cors?: true;
  /** Pages of any site may show the answer in a frame. The answer must say what it may load (Content-Security-Policy). */
  readonly framed?: true;
  /** The body may also be a form; these fields of it are JSON, and others are left out. */
  readonly formFields?: readonly string[];
  /** For a page whose address people type: the address with a slash at the end redirects to it. */
  readonly slashRedirects?: true;
  /** Kept for existing callers. */
  readonly deprecated?: true;
  /**
   * How many searches a request with this body and query contains, before they are checked. They count toward the quotas.
   */
  readonly searchesIn?: (body: unknown, query: unknown) => number;
  /** How many messages a body has, before it is checked. Each counts toward the rate. Only with the limit `suggest`. */
  readonly messagesIn?: (body: unknown) => number;
  /** Whether a request with this body and query, before they are checked, also counts toward the heavy rate limit. */
  readonly heavyIf?: (body: unknown, query: unknown) => boolean;
  /**
   * How much work a call is; default `table` for the heavy limit, otherwise `light`. `query`: much work for the engine.
   * `table`: it grows with the size of a table or List. Only some of both run at once. `delegated`: it calls other
   * endpoints, whose work is counted.
   */
  readonly work?: 'light' | 'query' | 'table' | 'delegated';
  /** Whether a request with this body and query, before they are checked, is much work for the engine. */
  readonly heavyQueryIf?: (body: unknown, query: unknown) => boolean;
  /** Maximum size of a body in bytes; default 1 MiB. */
  readonly bodyLimit?: number;
  /** Bodies are large: only a few are in memory at a time, and other processes parse them. */
  readonly largeBodies?: true;
  /** The body is a file of any media type, or a form with a file. Only with `largeBodies`. */
  readonly takesFile?: true;
  /** Media types of a success; default JSON. Errors are always JSON. */
  readonly produces?: readonly string[];
}

/** Endpoints by operationId, the operation's name in the API document and in clients generated from it. */
export type Endpoints = Readonly<Record<string, Endpoint>>;

/** GET never writes. An endpoint with another method must say whether it does. */
type WriteDeclaration =
  | { readonly method: 'GET'; readonly writes?: never }
  | { readonly method: Exclude<HttpMethod, 'GET'>; readonly writes: boolean };

const defaults = { auth: 'key', limit: 'none' } as const;
type Defaults = typeof defaults;

type Complete<Tag, Given> = Given & { readonly tag: Tag } & Omit<Defaults, keyof Given>;

/**
 * The endpoints of one section of the API document. An endpoint that does not say otherwise requires a key and counts
 * toward no limit. Keeps the exact types, which determine the types of the handlers.
 */
export function defineEndpoints<
  Tag extends EndpointTag,
  const Given extends Readonly<
    Record<
      string,
      Omit<Endpoint, 'tag' | 'method' | 'writes' | keyof Defaults> &
        Partial<Pick<Endpoint, keyof Defaults>> &
        WriteDeclaration
    >
  >,
>(tag: Tag, given: Given) {
  return Object.fromEntries(
    Object.entries(given).map(([operationId, endpoint]) => [operationId, { ...defaults, tag, ...endpoint }]),
  ) as unknown as { readonly [Id in keyof Given]: Complete<Tag, Given[Id]> };
}

/** Whether a call can count toward a limit of the account, so that its answer says what remains. */
export function isLimited({ limit, heavyIf }: Pick<Endpoint, 'limit' | 'heavyIf'>): boolean {
  return limit !== 'none' || heavyIf !== undefined;
}

/** Prefix of all paths, except those with `root`. */
export const servicePrefix = '/api/service';

/** The full path, parameters as `:name`. */
export function getFullPath({ path, root }: Pick<Endpoint, 'path' | 'root'>): string {
  if (root) return path;
  return `${servicePrefix}${path}`;
}

/** The full path as OpenAPI writes it, parameters as `{name}`. */
export function getDocumentPath(endpoint: Pick<Endpoint, 'path' | 'root'>): string {
  return getFullPath(endpoint).replace(/:(\w+)/g, '{$1}');
}
