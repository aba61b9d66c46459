import { describeError } from '../loading/files/source-file.ts';
import { OperatorError } from '../operator/operator-error.ts';
import { truncateText } from '../operator/output.ts';

interface Refusal {
  /** The publisher refuses all requests for a while, also those for its other registers. */
  readonly refusesAll?: boolean;
  /** How long the publisher asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** A publisher's answer that is missing, refused or not as documented. The message names neither keys nor parameters. */
export class PublisherError extends OperatorError {
  readonly refusesAll: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { refusesAll = false, retryAfterMs }: Refusal = {}) {
    super(message);
    this.refusesAll = refusesAll;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The pages of one answer do not belong together: the publisher changed it while it was read. */
export class MovedPagesError extends PublisherError {}

const maxFailureLength = 500;

/**
 * What is kept of a failure.
 * @param key of the publisher, which a publisher may repeat in its messages
 */
export function describeFailure(error: unknown, key: string | null = null): string {
  return truncateText(redactKey(describeError(error), key), maxFailureLength);
}

export function redactKey(text: string, key: string | null): string {
  if (key === null) return text;
  return text.replaceAll(key, '…').replaceAll(encodeURIComponent(key), '…');
}
