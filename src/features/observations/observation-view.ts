import type { ObservationView } from '../../contract/observations/observations.ts';
import type { ObservationRecord } from './observations-store.ts';

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
