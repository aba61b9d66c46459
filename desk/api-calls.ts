import { answered, type CompanyDataClient, type operations, type paths } from '../client/index.ts';

/** Calls of the API in short, with the types of the API document. */

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Prefix = '/api/service';

/** Paths that have the method, without their common prefix. */
type PathOf<Verb extends Method> = {
  [Path in keyof paths]: paths[Path] extends Readonly<Record<Verb, object>>
    ? Path extends `${Prefix}${infer Rest}`
      ? Rest
      : never
    : never;
}[keyof paths];

type Operation<Verb extends Method, Path extends string> = paths[`${Prefix}${Path}` & keyof paths][Verb];

/** What a call needs: each part only if the operation has it. */
type CallInit<Called> = (Called extends { parameters: { path: infer Path } }
  ? { readonly path: Path }
  : object) &
  (Called extends { parameters: { query?: infer Query } } ? { readonly query?: Query } : object) &
  (Called extends { parameters: { header?: infer Header } } ? KeyInit<NonNullable<Header>> : object) &
  (Called extends { requestBody?: infer Request } ? JsonInit<Request> : object) & {
    readonly signal?: AbortSignal | undefined;
    readonly keepalive?: true;
  } & KeptInit;

/** For what is sent in the background: another page that stops to wait does not stop it. */
export interface KeptInit {
  readonly isKept?: true;
}

type KeyInit<Header> = [Header] extends [never]
  ? object
  : Header extends { 'Idempotency-Key': string }
    ? { readonly key: string }
    : { readonly key?: string };

interface JsonBody {
  readonly content: { readonly 'application/json': unknown };
}

type JsonInit<Request> = [NonNullable<Request>] extends [never]
  ? object
  : Request extends JsonBody
    ? { readonly body: Request['content']['application/json'] }
    : { readonly body?: (NonNullable<Request> & JsonBody)['content']['application/json'] };

interface AnyInit {
  readonly path?: object;
  readonly query?: object;
  readonly key?: string;
}

type AnswerTo<Called> = Called extends { responses: infer Responses }
  ? Responses[keyof Responses & (200 | 201 | 202)] extends { content: { 'application/json': infer Json } }
    ? Json
    : never
  : never;

/** Calls an operation of the API. @throws ApiError, NoAnswerError */
type Caller<Verb extends Method> = <Path extends PathOf<Verb>, Called = Operation<Verb, Path>>(
  path: Path,
  ...init: object extends CallInit<Called> ? [init?: CallInit<Called>] : [init: CallInit<Called>]
) => Promise<AnswerTo<Called>>;

export type Calls = { readonly [Verb in Method]: Caller<Verb> };

export function createCalls(client: CompanyDataClient): Calls {
  const createCaller =
    (method: Method) =>
    (path: string, init: AnyInit = {}) => {
      const { path: inPath, query, key, ...rest } = init;
      const header = key !== undefined && { header: { 'Idempotency-Key': key } };
      // The types of the caller have checked it.
      const checked = { ...rest, params: { path: inPath, query, ...header } } as never;
      return answered(client.request(method, `/api/service${path}` as never, checked));
    };
  return {
    get: createCaller('get'),
    post: createCaller('post'),
    put: createCaller('put'),
    patch: createCaller('patch'),
    delete: createCaller('delete'),
  } as unknown as Calls;
}

/** The answer of an operation, by its operationId in the API document. */
export type AnswerOf<Id extends keyof operations> = AnswerTo<operations[Id]>;
