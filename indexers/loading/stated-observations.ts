import type { ClientBase } from 'pg';
import { formatTokyoDayStart } from '../../src/text/days/calendar.ts';
import type { ObservationRow } from '../facts/index.ts';
import { buildStableId } from './stable-id.ts';

/**
 * Statements of registers and lists as observations with dates. An observation is created when it is first stated and
 * never changed, because its id is made from its content.
 */

type Statement = Pick<ObservationRow, 'type' | 'subtype' | 'source' | 'summary' | 'evidence'> & {
  /** `YYYY-MM-DD`, a day in Japan. */
  readonly on: string;
  /**
   * What distinguishes it from every other observation. It includes the number or code by which the source knows the
   * company, because a company_id can be merged into another.
   */
  readonly content: readonly unknown[];
};

export function buildObservation(
  companyId: string,
  { on, content, ...statement }: Statement,
): ObservationRow {
  const { type, subtype, source } = statement;
  return {
    observation_id: buildStableId(source, [type, subtype, source, content]),
    company_id: companyId,
    ...statement,
    summary: statement.summary.slice(0, 2000),
    confidence: 1,
    observed_at: formatTokyoDayStart(on),
  };
}

/** The observations that are not in the database yet. */
export async function pickNewObservations(
  client: ClientBase,
  observations: readonly ObservationRow[],
): Promise<ObservationRow[]> {
  if (observations.length === 0) return [];
  const { rows } = await client.query<{ observation_id: string }>(
    'SELECT observation_id FROM observations WHERE observation_id = ANY($1::text[])',
    [observations.map(({ observation_id }) => observation_id)],
  );
  const known = new Set(rows.map(({ observation_id }) => observation_id));
  return observations.filter(({ observation_id }) => !known.has(observation_id));
}
