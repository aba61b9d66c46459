import { ApiError, NoAnswerError } from './errors.ts';

/** A call of the client. */
export type Call<Answer> = Promise<{
  readonly data?: Answer;
  readonly error?: unknown;
  readonly response: Response;
}>;

/** The answer of a call. @throws ApiError, NoAnswerError if it failed */
export async function answered<Answer>(call: Call<Answer>): Promise<NonNullable<Answer>> {
  return (await answeredWithHeaders(call)).data;
}

/** The answer of a call, with the headers of its response. @throws ApiError, NoAnswerError if it failed */
export async function answeredWithHeaders<Answer>(
  call: Call<Answer>,
): Promise<{ readonly data: NonNullable<Answer>; readonly headers: Headers }> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (cause instanceof SyntaxError)
      throw new NoAnswerError('The answer does not come from this service: it is not JSON.', { cause });
    throw cause;
  });
  if (response.ok && data !== undefined && data !== null) return { data, headers: response.headers };
  throw new ApiError(response.status, error ?? null, response.headers);
}

interface Paged {
  readonly meta?: { readonly next_cursor?: string | null; readonly has_more?: boolean };
}

/**
 * All pages of a call, one after another.
 * @param ask makes the call for one page: `page` goes into its query, or into the body of a POST
 * @param from the cursor of the first page, if it is not the first one
 * @throws ApiError, NoAnswerError
 */
export async function* pages<Answer extends Paged>(
  ask: (page: { readonly cursor?: string }) => Call<Answer>,
  from?: string,
): AsyncGenerator<NonNullable<Answer>, void, undefined> {
  for (let cursor = from; ; ) {
    const answer = await answered(ask({ ...(cursor !== undefined && { cursor }) }));
    yield answer;
    const { next_cursor: next, has_more: hasMore } = answer.meta ?? {};
    if (!next || hasMore === false) return;
    cursor = next;
  }
}
