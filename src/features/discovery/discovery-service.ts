import {
  type DiscoveryBody,
  type DiscoveryConditions,
  type DiscoveryMaterializeBody,
  type DiscoveryView,
  type discoveryAnswerSchema,
  discoveryConditions,
  type RefineBody,
} from '../../contract/discovery/discovery.ts';
import type { AnswerBody } from '../../contract/endpoint.ts';
import { buildCollection, type Collection, limitWarnings } from '../../contract/envelope.ts';
import { ServiceError } from '../../contract/errors.ts';
import { parseInput } from '../../contract/schema-faults.ts';
import type { PageQuery, Paging } from '../../paging/paging.ts';
import { isUuid } from '../../text/identifiers/uuid.ts';
import type { CompanySearchAnswer } from '../company-search/company-search.ts';
import type { CompanySearchService } from '../company-search/company-search-service.ts';
import type { ChargeCall } from '../credits/charging-service.ts';
import type { MaterializeService } from '../lists/estimates/materialize-service.ts';
import type { DiscoveryRow, DiscoveryStore, NewDiscovery } from './discovery-store.ts';

export interface DiscoveryParts {
  readonly store: DiscoveryStore;
  readonly search: CompanySearchService;
  readonly materializing: MaterializeService;
  readonly paging: Paging;
}

type DiscoveryAnswer = AnswerBody<typeof discoveryAnswerSchema>;

/** Saved company searches: shown with their current results, refined into children, saved as Lists. */
export class DiscoveryService {
  constructor(private readonly parts: DiscoveryParts) {}

  /** Saves a search after running it. @throws ServiceError as company search */
  async createDiscovery(
    accountId: string,
    body: DiscoveryBody,
    signal?: AbortSignal,
  ): Promise<DiscoveryAnswer> {
    const discovery = { parent_id: null, name: body.name, revision: 1, ...toConditions(body) };
    return this.#saveDiscovery(accountId, discovery, body, signal);
  }

  /** The account's discoveries, newest first, without their results. @throws ServiceError invalid_cursor */
  async listDiscoveries(accountId: string, query: PageQuery): Promise<Collection<DiscoveryView>> {
    const { store, paging } = this.parts;
    const page = paging.getPage(query, { kind: 'discoveries', accountId });
    const listed = await store.listDiscoveries(accountId, page.after, page.limit);
    const nextCursor = page.nextCursor(listed, ({ discovery_id }) => discovery_id);
    return buildCollection(listed.rows.map(toDiscoveryView), { limit: page.limit, nextCursor });
  }

  /** @throws ServiceError discovery_not_found, invalid_cursor, and as company search */
  async getDiscovery(
    accountId: string,
    discoveryId: string,
    page: PageQuery,
    signal?: AbortSignal,
  ): Promise<DiscoveryAnswer> {
    const discovery = await this.#requireDiscovery(accountId, discoveryId);
    return toAnswer(discovery, await this.#runSearch(accountId, discovery, page, signal));
  }

  /**
   * Makes a child with changed conditions. The parent stays unchanged.
   * @throws ServiceError discovery_not_found, invalid_request when no condition is left, and as company search
   */
  async refineDiscovery(
    accountId: string,
    discoveryId: string,
    body: RefineBody,
    signal?: AbortSignal,
  ): Promise<DiscoveryAnswer> {
    const parent = await this.#requireDiscovery(accountId, discoveryId);
    const conditions = parseInput(discoveryConditions, applyChanges(parent, body), 'invalid_request');
    const child = {
      parent_id: parent.discovery_id,
      name: body.name ?? parent.name,
      revision: parent.revision + 1,
      ...toConditions(conditions),
    };
    return this.#saveDiscovery(accountId, child, body, signal);
  }

  /**
   * Saves the current results as a List, through an estimate.
   * @throws ServiceError discovery_not_found, list_conditions_not_materializable, and those of charging
   */
  materializeDiscovery(
    call: ChargeCall,
    discoveryId: string,
    body: DiscoveryMaterializeBody,
  ): ReturnType<MaterializeService['materializeDefinition']> {
    const { accountId } = call;
    return this.parts.materializing.materializeDefinition(call, async () => {
      const { name, query, filters, order } = await this.#requireDiscovery(accountId, discoveryId);
      return { name: body.name ?? name, definition: { query, filters, order } };
    });
  }

  async #saveDiscovery(
    accountId: string,
    discovery: NewDiscovery,
    { limit }: PageQuery,
    signal: AbortSignal | undefined,
  ) {
    const companies = await this.#runSearch(accountId, discovery, { limit }, signal);
    return toAnswer(await this.parts.store.insertDiscovery(accountId, discovery), companies);
  }

  #runSearch(
    accountId: string,
    { query, filters, order }: NewDiscovery,
    { limit, cursor }: PageQuery,
    signal: AbortSignal | undefined,
  ): Promise<CompanySearchAnswer> {
    const request = { query, filters, order, limit, cursor, words: true };
    return this.parts.search.search(accountId, request, signal);
  }

  async #requireDiscovery(accountId: string, discoveryId: string): Promise<DiscoveryRow> {
    const row = isUuid(discoveryId) && (await this.parts.store.findDiscovery(accountId, discoveryId));
    if (!row) throw new ServiceError('discovery_not_found');
    return row;
  }
}

function toConditions({ query, filters, order }: DiscoveryConditions) {
  return { query: query ?? null, filters: filters ?? {}, order: order ?? null };
}

/** The parent's conditions with the changes applied: null removes a condition, absent ones stay. */
function applyChanges(
  parent: DiscoveryRow,
  { query = parent.query, filters, order = parent.order }: RefineBody,
): Record<string, unknown> {
  const patched = filters !== null && { ...parent.filters, ...filters };
  const kept = Object.entries(patched || {}).filter(([, value]) => value !== null);
  return { query, filters: Object.fromEntries(kept), order };
}

function toAnswer(
  discovery: DiscoveryRow,
  { companies, warnings, meta, paging }: CompanySearchAnswer,
): DiscoveryAnswer {
  return {
    ok: true,
    object: 'discovery',
    status: 'ready',
    discovery: toDiscoveryView(discovery),
    companies,
    warnings: limitWarnings(warnings),
    meta: { ...meta, ...paging },
  };
}

function toDiscoveryView({ created_at, ...row }: DiscoveryRow): DiscoveryView {
  return { ...row, filters: { ...row.filters }, created_at: created_at.toISOString() };
}
