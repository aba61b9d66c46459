import { type Endpoint, isLimited } from '../contract/endpoint.ts';
import { idempotencyKeyDays } from '../contract/limits.ts';
import type { JsonSchema } from './json-schema.ts';

const buildHeader = (description: string, schema: JsonSchema, required = false): JsonSchema => ({
  description,
  ...(required && { required }),
  schema,
});

const wholeNumber = { type: 'integer', minimum: 0 };

/** Response headers, for the API document. */
export const componentHeaders = {
  'X-Request-Id': buildHeader(
    "The request's id: the caller's X-Request-Id if it has 8 to 30 characters, all from A-Z a-z 0-9 . _ : -, or up to 36 if they are hexadecimal digits and hyphens, as in a UUID; otherwise a new id.",
    { type: 'string' },
    true,
  ),
  RateLimit: buildHeader(
    'For each limit that the request counts toward: `"<policy>";r=<remaining requests>;t=<seconds until the window ends>`. Absent for accounts without limits.',
    { type: 'string' },
  ),
  'RateLimit-Policy': buildHeader(
    'For each limit that the request counts toward: `"<policy>";q=<requests>;w=<seconds in the window>`. Absent for accounts without limits.',
    { type: 'string' },
  ),
  'Retry-After': buildHeader('Seconds to wait before the same request can succeed.', wholeNumber, true),
  'Credits-Used': buildHeader(
    'Credits charged by this call; 0 for dry runs and repeated answers.',
    wholeNumber,
    true,
  ),
  'Credits-Remaining': buildHeader(
    "The account's balance of the credit class after this call.",
    wholeNumber,
    true,
  ),
  'Idempotent-Replayed': buildHeader(
    '`true` if this is the stored answer to an earlier call with the same key.',
    {
      type: 'string',
      enum: ['true'],
    },
  ),
  Allow: buildHeader('The methods that the path supports.', { type: 'string' }, true),
  'WWW-Authenticate': buildHeader('The authentication scheme.', { type: 'string', enum: ['Bearer'] }, true),
  Deprecation: buildHeader(
    'The operation is kept for existing callers.',
    { type: 'string', enum: ['true'] },
    true,
  ),
  'Disarmed-Cells': buildHeader(
    'For a table as CSV: number of its cells that a spreadsheet would have run as formulas, and that therefore begin with an apostrophe. Absent with `formulas` `keep`.',
    wholeNumber,
  ),
  'Missing-Characters': buildHeader(
    "For a table as CSV in the encoding of the user's file, if that is not UTF-8 or UTF-16: number of characters in added cells that the encoding does not have, and that are therefore written as 〓.",
    wholeNumber,
  ),
  'Content-Disposition': buildHeader('A suggested file name.', { type: 'string' }, true),
};
export type DocumentedHeader = keyof typeof componentHeaders;

const buildIdempotencyKey = (required: boolean, about: string): JsonSchema => ({
  name: 'Idempotency-Key',
  in: 'header',
  required,
  description: `Makes it safe to repeat a call: within ${idempotencyKeyDays} days, the same key on the same path returns the first answer again and charges nothing. Any text of 1 to 255 characters; use a new one, such as a UUID, for each new call. ${about}`,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
});

/** Request headers, for the API document. */
export const componentParameters = {
  RequiredIdempotencyKey: buildIdempotencyKey(true, 'Required: without it, the call is refused.'),
  OptionalIdempotencyKey: buildIdempotencyKey(false, 'Optional here.'),
};

export function findIdempotencyParameter({ charge, takesKey }: Endpoint): JsonSchema | undefined {
  if (!charge && !takesKey) return undefined;
  const name = charge?.requires.idempotencyKey ? 'RequiredIdempotencyKey' : 'OptionalIdempotencyKey';
  return { $ref: `#/components/parameters/${name}` };
}

/** The headers that an answer with this status can have, as references to `componentHeaders`. */
export function buildHeaders(endpoint: Endpoint, status: number | 'success'): JsonSchema {
  return Object.fromEntries(
    listHeaderNames(endpoint, status).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

function listHeaderNames(endpoint: Endpoint, status: number | 'success'): DocumentedHeader[] {
  const names: DocumentedHeader[] = ['X-Request-Id'];
  if (isLimited(endpoint)) names.push('RateLimit', 'RateLimit-Policy');
  if (status === 401) names.push('WWW-Authenticate');
  if (status === 405) names.push('Allow');
  if (status === 429 || status === 503) names.push('Retry-After');
  if (status !== 'success') return names;
  if (endpoint.charge || endpoint.takesKey)
    names.push('Credits-Used', 'Credits-Remaining', 'Idempotent-Replayed');
  if (endpoint.deprecated) names.push('Deprecation');
  if (endpoint.produces?.includes('text/csv'))
    names.push('Content-Disposition', 'Disarmed-Cells', 'Missing-Characters');
  return names;
}
