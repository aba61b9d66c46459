import {
  ApiError,
  type Call,
  NoAnswerError,
  pages as pagesOf,
  answeredWithHeaders as receive,
} from '../client/index.ts';
import manifest from '../package.json' with { type: 'json' };
import { ApiFailure, createWrongServiceFailure } from './api-failure.ts';

export type { Body, Call, Query } from '../client/index.ts';

export const userAgent = `company-data/${manifest.version} node/${process.versions.node}`;

/** The answer of a call. @throws ApiFailure if it failed */
export async function getAnswer<Answer>(call: Call<Answer>): Promise<NonNullable<Answer>> {
  return (await getAnswerWithHeaders(call)).data;
}

/** The answer of a call, with the headers of its response. @throws ApiFailure if it failed */
export async function getAnswerWithHeaders<Answer>(
  call: Call<Answer>,
): Promise<{ readonly data: NonNullable<Answer>; readonly headers: Headers }> {
  try {
    return await receive(call);
  } catch (cause) {
    throw toCommandFailure(cause);
  }
}

/** The pages of a call (client/answers.ts). @throws ApiFailure if it failed */
export const readPages: typeof pagesOf = async function* (ask, from) {
  try {
    yield* pagesOf(ask, from);
  } catch (cause) {
    throw toCommandFailure(cause);
  }
};

function toCommandFailure(cause: unknown): unknown {
  if (cause instanceof ApiError) return new ApiFailure(cause);
  if (cause instanceof NoAnswerError) return createWrongServiceFailure(cause);
  return cause;
}
