import type { DeliveryView, TargetView } from '../../contract/delivery/delivery.ts';
import type { AttemptRecord, DeliveryRecord, TargetRecord } from './delivery-record.ts';

/** Targets and deliveries on the wire. The address of a chat tool is a secret, so only the origin is shown. */

export function toTargetView({ secret: _, ...target }: TargetRecord): TargetView {
  return {
    ...target,
    url: `${new URL(target.url).origin}/***`,
    created_at: target.created_at.toISOString(),
    updated_at: target.updated_at.toISOString(),
  };
}

/** @param all attempts, also of other deliveries */
export function toDeliveryView(delivery: DeliveryRecord, all: readonly AttemptRecord[]): DeliveryView {
  const { delivery_id, status, type, payload, diff_id, created_at, finished_at } = delivery;
  const attempts = all.filter((attempt) => attempt.delivery_id === delivery_id);
  return {
    delivery_id,
    status,
    type,
    payload,
    diff_id,
    attempts: attempts.map(({ delivery_id: _, ...attempt }) => ({
      ...attempt,
      attempted_at: attempt.attempted_at.toISOString(),
    })),
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  };
}
