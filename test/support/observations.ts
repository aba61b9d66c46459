import type { ObservationRow } from '../../indexers/facts/index.ts';
import { idOf } from './companies.ts';

/** An observation of the company with this number, from the few values that a test specifies. */
export function observationOf(
  number: number,
  name: string,
  values: Partial<Omit<ObservationRow, 'observation_id' | 'company_id'>> = {},
): ObservationRow {
  return {
    observation_id: name,
    company_id: idOf(number),
    type: 'corporate_profile',
    subtype: null,
    source: 'gbizinfo',
    summary: name,
    evidence: {},
    confidence: 1,
    observed_at: '2026-01-01T00:00:00Z',
    ...values,
  };
}
