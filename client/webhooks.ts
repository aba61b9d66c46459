import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { components } from './schema.ts';

/** Checks deliveries of Lists, which are signed according to Standard Webhooks. For receivers that run on Node. */

type Schemas = components['schemas'];

interface AboutList {
  readonly list: Schemas['List'];
  readonly row_counts: {
    readonly total: number;
    readonly suppressed: number;
    readonly excluded: number;
    readonly effective: number;
  };
  readonly latest_diff: Schemas['ListDiff'] | null;
  /** Addresses of the API; `diff` is null before the first refresh. */
  readonly links: { readonly list: string; readonly export: string; readonly diff: string | null };
}

interface Rows<Row> {
  readonly rows: readonly Row[];
  /** Whether there are more rows than a message contains. The export has all of them. */
  readonly truncated: boolean;
}

interface Message<Type, Data> {
  readonly type: Type;
  /** When the message was made, as ISO 8601. */
  readonly timestamp: string;
  readonly data: Data;
}

/** What a delivery contains. `payload` in the settings of the delivery chooses one of the three. */
export type Delivery =
  | Message<'list.summary', AboutList>
  | Message<'list.diff', AboutList & Rows<Schemas['ListDiffRow']>>
  | Message<'list.rows', AboutList & Rows<Schemas['ListRow']>>;

export type ReceivedHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How old a message may be, or how far ahead its clock. Default 300. */
  readonly toleranceSeconds?: number;
  readonly now?: Date;
}

/** The message is not from the service, was changed, or is too old. Answer 400 and ignore it. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

const secretPrefix = 'whsec_';

/**
 * The message of a delivery, after its signature and its time have been checked. A delivery may arrive more than once:
 * ignore a `webhook-id` that you have seen.
 * @param secret as it was shown once; several while you replace it
 * @param body exactly as received, before any parsing
 * @throws WebhookError
 */
export function verifyWebhook(
  secret: string | readonly string[],
  headers: ReceivedHeaders,
  body: string | Uint8Array,
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Delivery {
  const id = requireHeader(headers, 'webhook-id');
  const timestamp = requireHeader(headers, 'webhook-timestamp');
  const signatures = requireHeader(headers, 'webhook-signature').split(' ');
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('webhook-timestamp is not a time.');
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookError(`The message is more than ${toleranceSeconds} seconds old, or from the future.`);
  const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), Buffer.from(body)]);
  const keys = [secret].flat().map(decodeSecret);
  const expected = keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`);
  if (!signatures.some((signature) => expected.some((one) => isSame(one, signature))))
    throw new WebhookError('The signature is wrong: another secret, or the body was changed.');
  return JSON.parse(content.subarray(content.length - Buffer.byteLength(body)).toString('utf8')) as Delivery;
}

function decodeSecret(secret: string): Buffer {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  if (!secret.startsWith(secretPrefix) || key.length < 16)
    throw new WebhookError('The secret is not one of the service: it begins with whsec_.');
  return key;
}

function requireHeader(headers: ReceivedHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string' || value === '') throw new WebhookError(`The header ${name} is missing.`);
  return value;
}

function isSame(expected: string, received: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(received)];
  return one.length === other.length && timingSafeEqual(one, other);
}
