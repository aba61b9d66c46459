import type { operations } from '../client/index.ts';
import manifest from '../package.json' with { type: 'json' };
import { ApiFailure, notThisService } from './api-failure.ts';

export const userAgent = `company-data/${manifest.version} node/${process.versions.node}`;

/** The JSON body of an operation of the API document. */
export type Body<Name extends keyof operations> = operations[Name] extends {
  requestBody?: { content: { 'application/json': infer Json } };
}
  ? Json
  : never;

/** The query parameters of an operation of the API document. */
export type Query<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;

/** A call of the typed client. */
export type Call<Answer> = Promise<{
  readonly data?: Answer;
  readonly error?: unknown;
  readonly response: Response;
}>;

/** The answer of a call. @throws ApiFailure if it failed */
export async function answered<Answer>(call: Call<Answer>): Promise<NonNullable<Answer>> {
  return (await answeredWithHeaders(call)).data;
}

/** The answer of a call, with the headers of its response. @throws ApiFailure if it failed */
export async function answeredWithHeaders<Answer>(
  call: Call<Answer>,
): Promise<{ readonly data: NonNullable<Answer>; readonly headers: Headers }> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (cause instanceof SyntaxError) throw notThisService('it is not JSON', { cause });
    throw cause;
  });
  if (response.ok && data !== undefined && data !== null) return { data, headers: response.headers };
  throw new ApiFailure(response.status, error ?? null, response.headers.get('Retry-After'));
}
