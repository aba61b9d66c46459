import { z } from 'zod';
import type { DataAsOf } from '../../contract/as-of.ts';
import { buildPageMeta } from '../../contract/envelope.ts';
import type {
  CompanyObservationsAnswer,
  CompanyObservationsQuery,
} from '../../contract/observations/observations.ts';
import type { Paging } from '../../paging/paging.ts';
import { parsePeriod } from '../../text/days/calendar.ts';
import type { CompanyProfileService } from '../companies/company-profile-service.ts';
import { toObservationView } from './observation-view.ts';
import type { ObservationPosition, ObservationsStore } from './observations-store.ts';

export interface CompanyObservationsParts {
  readonly store: ObservationsStore;
  readonly companies: Pick<CompanyProfileService, 'getCanonicalId'>;
  readonly paging: Paging;
  dataAsOf(): Promise<DataAsOf>;
}

const observationPosition: z.ZodType<ObservationPosition> = z.object({
  observedAt: z.string(),
  observationId: z.string(),
});

/** The observations of one company, the newest first. */
export class CompanyObservationsService {
  constructor(private readonly parts: CompanyObservationsParts) {}

  /**
   * @param givenId a current or former id; as with profiles, this includes companies that the register hides from
   *   searches
   * @throws ServiceError company_not_found, invalid_cursor
   */
  async listObservations(
    accountId: string,
    givenId: string,
    { cursor, limit, from, to, ...filters }: CompanyObservationsQuery,
  ): Promise<CompanyObservationsAnswer> {
    const companyId = await this.parts.companies.getCanonicalId(givenId);
    const binding = { kind: 'company-observations', accountId, companyId, ...filters, from, to };
    const page = this.parts.paging.getPage({ cursor, limit }, binding, observationPosition);
    const filter = { ...filters, ...parsePeriod({ from, to }), after: page.after };
    const rows = await this.parts.store.listCompanyObservations(companyId, filter, limit + 1);
    const { shown, nextCursor } = page.cut(rows, ({ exact_time, observation_id }) => ({
      observedAt: exact_time,
      observationId: observation_id,
    }));
    const items = shown.map(toObservationView);
    const meta = {
      ...buildPageMeta(items, { limit, nextCursor }),
      company_id: companyId,
      data_as_of: await this.parts.dataAsOf(),
    };
    return { ok: true, items, meta };
  }
}
