import type { OutsideOutcome } from '../../outbound/outside-outcome.ts';
import type { DeliveryRecord, NewAttempt } from './delivery-record.ts';

/** The record of an attempt, from its outcome. */
export function attemptOf(outcome: OutsideOutcome, startedAt: Date, endedAt: Date): NewAttempt {
  const timed = {
    attempted_at: startedAt,
    duration_ms: Math.max(0, endedAt.getTime() - startedAt.getTime()),
  };
  if (outcome.kind === 'rejected')
    return { ...timed, outcome: 'target_rejected', status_code: null, message: outcome.reason };
  if (outcome.kind === 'unreachable')
    return {
      ...timed,
      duration_ms: Math.ceil(timed.duration_ms / 1000) * 1000,
      outcome: 'unreachable',
      status_code: null,
      message: 'The receiver did not answer.',
    };
  const { status } = outcome;
  const accepted = status >= 200 && status < 300;
  return {
    ...timed,
    outcome: accepted ? 'accepted' : 'refused',
    status_code: status,
    message: accepted ? 'The receiver accepted the delivery.' : `The receiver answered ${status}.`,
  };
}

/** A receiver that is gone (410) or must not be sent to is not tried again. */
export function statusAfter({ outcome, status_code }: NewAttempt, last: boolean): DeliveryRecord['status'] {
  if (outcome === 'accepted') return 'delivered';
  return last || outcome === 'target_rejected' || status_code === 410 ? 'failed' : 'pending';
}
