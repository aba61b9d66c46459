import type { DeliveryPayload, DeliveryType } from '../../contract/delivery/delivery.ts';

/** Targets, deliveries and attempts as Postgres has them. */

export interface TargetRecord {
  readonly list_id: string;
  readonly type: DeliveryType;
  readonly url: string;
  /** For webhooks; null for chat tools. */
  readonly secret: string | null;
  readonly enabled: boolean;
  readonly payload: DeliveryPayload;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface DeliveryRecord {
  readonly delivery_id: string;
  readonly list_id: string;
  readonly type: DeliveryType;
  readonly payload: DeliveryPayload;
  readonly diff_id: string | null;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

export interface AttemptRecord {
  readonly delivery_id: string;
  readonly attempt: number;
  readonly attempted_at: Date;
  readonly duration_ms: number;
  readonly outcome: 'accepted' | 'refused' | 'unreachable' | 'target_rejected';
  readonly status_code: number | null;
  readonly message: string;
}

export type NewAttempt = Omit<AttemptRecord, 'attempt' | 'delivery_id'>;
