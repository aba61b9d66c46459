import type { ObservationView } from '../../contract/observations/observations.ts';

/** An observation in Postgres. `observed_at` is ISO 8601 in UTC. */
export interface ObservationRecord extends Readonly<ObservationView> {
  readonly company_id: string;
  /** `observed_at` with microseconds. */
  readonly exact_time: string;
}

export function toObservationView({
  company_id: _,
  exact_time: __,
  ...shown
}: ObservationRecord): ObservationView {
  return shown;
}
