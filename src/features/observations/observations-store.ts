import type { Knex } from 'knex';
import type { CompanyObservationsQuery } from '../../contract/observations/observations.ts';
import type { ObservationRecord } from './observation-view.ts';

/** An empty list sets no condition. */
export interface ObservationFilter
  extends Readonly<Pick<CompanyObservationsQuery, 'type' | 'subtype' | 'source'>> {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Only observations after this one, in the order of the collection. */
  readonly after?: ObservationPosition | null;
}

/** The position of an observation among those of its company. */
export interface ObservationPosition {
  /** With microseconds, which the shown time does not have. */
  readonly observedAt: string;
  readonly observationId: string;
}

const formatTimeSql = (form: string) =>
  `to_char(observed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.${form}"Z"')`;
const columns = `observation_id, company_id, type, subtype, source, summary, evidence, confidence::float8 AS confidence,
  ${formatTimeSql('MS')} AS observed_at, ${formatTimeSql('US')} AS exact_time`;

/** Reads observations from Postgres. Nothing here belongs to an account. */
export class ObservationsStore {
  constructor(private readonly knex: Knex) {}

  /** The existing observations with these ids, in no order. */
  async findObservations(observationIds: readonly string[]): Promise<ObservationRecord[]> {
    if (observationIds.length === 0) return [];
    return this.knex('observations')
      .select(this.knex.raw(columns))
      .whereRaw('observation_id = ANY(?::text[])', [[...observationIds]]);
  }

  /** The observations of one company, the newest first. */
  async listCompanyObservations(
    companyId: string,
    filter: ObservationFilter,
    limit: number,
  ): Promise<ObservationRecord[]> {
    const { from, to, after } = filter;
    const query = this.knex('observations')
      .select(this.knex.raw(columns))
      .where('company_id', companyId)
      // The column itself, not the formatted text with the same name.
      .orderByRaw('observations.observed_at DESC, observation_id')
      .limit(limit);
    for (const column of ['type', 'subtype', 'source'] as const) {
      const values = filter[column];
      if (values?.length) query.whereIn(column, values);
    }
    if (from) query.where('observed_at', '>=', from);
    if (to) query.where('observed_at', '<', to);
    if (after) {
      query.whereRaw(
        'observed_at <= :at::timestamptz AND (observed_at < :at::timestamptz OR observation_id > :id)',
        { at: after.observedAt, id: after.observationId },
      );
    }
    return query;
  }
}
