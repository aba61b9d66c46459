import manifest from '../package.json' with { type: 'json' };
import { ApiFailure, notThisService } from './api-failure.ts';

export const userAgent = `company-data/${manifest.version} node/${process.versions.node}`;

/** What a call of the typed client resolves to. */
interface Outcome<Answer> {
  readonly data?: Answer;
  readonly error?: unknown;
  readonly response: Response;
}

/** What a call answered. @throws ApiFailure when it is not a success */
export async function answered<Answer>(call: Promise<Outcome<Answer>>): Promise<NonNullable<Answer>> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (cause instanceof SyntaxError) throw notThisService('an answer that is no JSON', { cause });
    throw cause;
  });
  if (response.ok && data !== undefined && data !== null) return data;
  throw new ApiFailure(response.status, error ?? null, response.headers.get('Retry-After'));
}
