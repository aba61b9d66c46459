import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';

/** Standard Webhooks 1.0: receivers verify a message with the secret that was shown once. */

export const secretPrefix = 'whsec_';

export interface SignedMessage {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  /** The bytes that are sent. */
  readonly body: string;
}

/** @param secret `whsec_` and base64 */
export function signWebhook(secret: string, { id, timestamp, body }: SignedMessage): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return `v1,${digest}`;
}

export function buildWebhookHeaders(
  secret: string,
  message: SignedMessage,
): Readonly<Record<string, string>> {
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': signWebhook(secret, message),
  };
}
