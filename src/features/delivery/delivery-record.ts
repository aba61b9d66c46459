import type { DeliveryView, TargetView } from '../../contract/delivery/delivery.ts';

/** Targets, deliveries and attempts as Postgres has them. */

export interface TargetRecord extends Readonly<Omit<TargetView, 'created_at' | 'updated_at'>> {
  /** For webhooks; null for chat tools. */
  readonly secret: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** What of a target is not secret. */
export type TargetSettings = Pick<TargetRecord, 'type' | 'enabled' | 'payload'>;

type ShownAsStored = 'delivery_id' | 'type' | 'payload' | 'diff_id' | 'status';

export interface DeliveryRecord extends Readonly<Pick<DeliveryView, ShownAsStored>> {
  readonly list_id: string;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

export interface AttemptRecord extends Readonly<Omit<DeliveryView['attempts'][number], 'attempted_at'>> {
  readonly delivery_id: string;
  readonly attempted_at: Date;
}

export type NewAttempt = Omit<AttemptRecord, 'attempt' | 'delivery_id'>;
