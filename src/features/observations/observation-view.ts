import type { ObservationView } from '../../contract/observations/observations.ts';

import type { ObservationSource } from '../../contract/observations/vocabulary.ts';

export function observationView(record: ObservationRecord): ObservationView {
  return {
    observation_id: record.observation_id,
    type: record.type,
    subtype: record.subtype,
    source: record.source,
    summary: record.summary,
    evidence: record.evidence,
    confidence: record.confidence,
    observed_at: record.observed_at,
  };
}

/** An observation in Postgres. */
export interface ObservationRecord {
  readonly observation_id: string;
  readonly company_id: string;
  readonly type: string;
  readonly subtype: string | null;
  readonly source: ObservationSource;
  readonly summary: string;
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly confidence: number;
  /** ISO 8601 in UTC. */
  readonly observed_at: string;
  /** The same time with microseconds. */
  readonly exact_time: string;
}
