import type { OutboundOutcome } from '../../outbound/outbound-outcome.ts';
import type { DeliveryRecord, NewAttempt } from './delivery-record.ts';

/**
 * Nothing was sent: `unreadable`, because the address or secret of the target cannot be decrypted; `left_alone`, because the target
 * has just not answered.
 */
export type AttemptOutcome =
  | OutboundOutcome
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'left_alone' };

/** The record of an attempt, from its outcome. */
export function createAttempt(outcome: AttemptOutcome, startedAt: Date, endedAt: Date): NewAttempt {
  const duration_ms = Math.max(0, endedAt.getTime() - startedAt.getTime());
  const attempt = { attempted_at: startedAt, duration_ms, status_code: null };
  if (outcome.kind === 'rejected') return { ...attempt, outcome: 'target_rejected', message: outcome.reason };
  if (outcome.kind === 'unreadable') {
    const message = 'The service could not read where to send it. The operator has to set the right key.';
    return { ...attempt, outcome: 'not_sent', message };
  }
  if (outcome.kind === 'left_alone') {
    const message = 'Not sent: the receiver has not answered another delivery a moment ago.';
    return { ...attempt, outcome: 'not_sent', message };
  }
  if (outcome.kind === 'unreachable') {
    const message = 'The receiver did not answer.';
    return { ...attempt, duration_ms: Math.ceil(duration_ms / 1000) * 1000, outcome: 'unreachable', message };
  }
  const { status: status_code } = outcome;
  if (status_code >= 200 && status_code < 300)
    return { ...attempt, status_code, outcome: 'accepted', message: 'The receiver accepted the delivery.' };
  return { ...attempt, status_code, outcome: 'refused', message: `The receiver answered ${status_code}.` };
}

/** There is no retry if the receiver is gone (410) or the target is not permitted. */
export function getNextStatus({ outcome, status_code }: NewAttempt, last: boolean): DeliveryRecord['status'] {
  if (outcome === 'accepted') return 'delivered';
  if (last || outcome === 'target_rejected' || status_code === 410) return 'failed';
  return 'pending';
}
