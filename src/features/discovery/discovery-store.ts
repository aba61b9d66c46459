import type { Knex } from 'knex';
import type { WireFilters } from '../../contract/company-search/requests.ts';
import type { DiscoveryView } from '../../contract/discovery/discovery.ts';
import { type BoundedPage, fetchNewestRows } from '../../database/bounded-page.ts';
import { requireRow } from '../../database/rows.ts';

export interface NewDiscovery {
  readonly parent_id: string | null;
  readonly name: string;
  readonly query: string | null;
  readonly filters: WireFilters;
  readonly order: DiscoveryView['order'];
  readonly revision: number;
}

export interface DiscoveryRow extends NewDiscovery {
  readonly discovery_id: string;
  readonly created_at: Date;
}

const columns = ['discovery_id', 'parent_id', 'name', 'query', 'filters', 'order', 'revision', 'created_at'];

/** The discoveries of accounts in Postgres. */
export class DiscoveryStore {
  constructor(private readonly knex: Knex) {}

  async insertDiscovery(accountId: string, discovery: NewDiscovery): Promise<DiscoveryRow> {
    const inserted = this.knex('discoveries').insert({ account_id: accountId, ...discovery });
    return requireRow(inserted.returning<DiscoveryRow[]>(columns));
  }

  /** @param discoveryId a uuid */
  async findDiscovery(accountId: string, discoveryId: string): Promise<DiscoveryRow | null> {
    const query = this.knex('discoveries').where({ account_id: accountId, discovery_id: discoveryId });
    return (await query.first<DiscoveryRow | undefined>(columns)) ?? null;
  }

  /** Newest first; fewer than the limit when they are large. @param before a discovery_id */
  async listDiscoveries(
    accountId: string,
    before: string | null,
    limit: number,
  ): Promise<BoundedPage<DiscoveryRow>> {
    const listed = this.knex('discoveries').where({ account_id: accountId });
    if (before !== null) listed.where('discovery_id', '<', before);
    listed
      .orderBy('discovery_id', 'desc')
      .limit(limit + 1)
      .select(columns);
    return fetchNewestRows(this.knex, listed, 'discovery_id', limit);
  }
}
