import type { DeliveryView, TargetView } from '../../contract/delivery/delivery.ts';
import type { AttemptRecord, DeliveryRecord, TargetRecord } from './delivery-record.ts';

/** Targets and deliveries on the wire. The address of a chat tool is a secret, so only the origin is shown. */

export function targetView(target: TargetRecord): TargetView {
  return {
    type: target.type,
    url: maskedUrl(target.url),
    enabled: target.enabled,
    payload: target.payload,
    created_at: target.created_at.toISOString(),
    updated_at: target.updated_at.toISOString(),
  };
}

export function maskedUrl(url: string): string {
  return `${new URL(url).origin}/***`;
}

export function deliveryView(delivery: DeliveryRecord, attempts: readonly AttemptRecord[]): DeliveryView {
  return {
    delivery_id: delivery.delivery_id,
    status: delivery.status,
    type: delivery.type,
    payload: delivery.payload,
    diff_id: delivery.diff_id,
    attempts: attempts.map((attempt) => ({
      attempt: attempt.attempt,
      attempted_at: attempt.attempted_at.toISOString(),
      duration_ms: attempt.duration_ms,
      outcome: attempt.outcome,
      status_code: attempt.status_code,
      message: attempt.message,
    })),
    created_at: delivery.created_at.toISOString(),
    finished_at: delivery.finished_at?.toISOString() ?? null,
  };
}
