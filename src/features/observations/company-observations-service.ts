import { momentsBetween } from '../../calendar.ts';
import { type Collection, collection } from '../../contract/envelope.ts';
import { ServiceError } from '../../contract/errors.ts';
import type { CompanyObservationsQuery, ObservationView } from '../../contract/observations/observations.ts';
import { readCursor, signCursor } from '../../signed-cursor.ts';
import type { CompanyProfileService } from '../companies/company-profile-service.ts';
import { observationView } from './observation-view.ts';
import type { ObservationPosition, ObservationsStore } from './observations-store.ts';

export interface CompanyObservationsParts {
  readonly store: ObservationsStore;
  readonly companies: Pick<CompanyProfileService, 'canonicalId'>;
  /** The first signs cursors, all verify. */
  readonly cursorKeys: readonly string[];
  readonly now: () => Date;
}

type CompanyObservationsAnswer = Collection<ObservationView> & {
  readonly meta: { readonly company_id: string };
};

/** The observations of one company, the newest first. */
export class CompanyObservationsService {
  readonly #parts: CompanyObservationsParts;

  constructor(parts: CompanyObservationsParts) {
    this.#parts = parts;
  }

  /**
   * @param givenId the company's own id or any alias of it; who holds the id of a company that the register keeps out of
   *   searches gets its observations too, as with its profile
   * @throws ServiceError company_not_found, invalid_cursor
   */
  async observations(
    accountId: string,
    givenId: string,
    { cursor, limit, ...filters }: CompanyObservationsQuery,
  ): Promise<CompanyObservationsAnswer> {
    const companyId = await this.#parts.companies.canonicalId(givenId);
    const binding = { kind: 'company-observations', accountId, companyId, ...filters };
    const rows = await this.#parts.store.ofCompany(
      companyId,
      {
        types: filters.type,
        subtypes: filters.subtype,
        sources: filters.source,
        ...momentsBetween(filters),
        after: cursor === undefined ? undefined : this.#position(cursor, binding),
      },
      limit + 1,
    );
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    const page = collection(shown.map(observationView), {
      limit,
      nextCursor: last
        ? signCursor<ObservationPosition>(
            { observedAt: last.exact_time, observationId: last.observation_id },
            binding,
            this.#parts.cursorKeys,
            this.#parts.now(),
          )
        : null,
    });
    return { ...page, meta: { ...page.meta, company_id: companyId } };
  }

  #position(cursor: string, binding: Record<string, unknown>): ObservationPosition {
    const position = readCursor<ObservationPosition>(
      cursor,
      binding,
      this.#parts.cursorKeys,
      this.#parts.now(),
    );
    if (!position) throw new ServiceError('invalid_cursor');
    return position;
  }
}
