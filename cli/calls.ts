import manifest from '../package.json' with { type: 'json' };
import { ApiFailure, notThisService } from './api-failure.ts';

export const userAgent = `company-data/${manifest.version} node/${process.versions.node}`;

/** The result of a call of the typed client. */
interface Outcome<Answer> {
  readonly data?: Answer;
  readonly error?: unknown;
  readonly response: Response;
}

/** The answer of a call. @throws ApiFailure if it failed */
export async function answered<Answer>(call: Promise<Outcome<Answer>>): Promise<NonNullable<Answer>> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (cause instanceof SyntaxError) throw notThisService('it is not JSON', { cause });
    throw cause;
  });
  if (response.ok && data !== undefined && data !== null) return data;
  throw new ApiFailure(response.status, error ?? null, response.headers.get('Retry-After'));
}
