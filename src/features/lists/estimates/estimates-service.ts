import { z } from 'zod';
import type { AnswerBody } from '../../../contract/endpoint.ts';
import { pageMeta } from '../../../contract/envelope.ts';
import { ServiceError } from '../../../contract/errors.ts';
import type {
  ListDefinition,
  listCandidatesAnswer,
  listEstimateAnswer,
  ResolvedDefinition,
} from '../../../contract/lists/definitions.ts';
import { estimateEndpoints } from '../../../contract/lists/estimate-endpoints.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { PageQuery, Paging } from '../../../paging/paging.ts';
import { isUuid } from '../../../text/uuid.ts';
import type { CompaniesService } from '../../companies/companies-service.ts';
import { materializePrice } from '../list-prices.ts';
import { estimateView } from '../saved/list-view.ts';
import type { EstimateRow } from './estimate-record.ts';
import type { EstimatesStore } from './estimates-store.ts';
import type { ListMembersService } from './list-members-service.ts';

export interface EstimatesParts {
  readonly store: EstimatesStore;
  readonly members: ListMembersService;
  readonly companies: CompaniesService;
  readonly paging: Paging;
  now(): Date;
}

const lifetimeMs = 24 * 60 * 60 * 1000;

/**
 * Estimates: a definition, the companies that it currently finds, and the price of saving them, frozen for 24 hours.
 */
export class EstimatesService {
  readonly #parts: EstimatesParts;

  constructor(parts: EstimatesParts) {
    this.#parts = parts;
  }

  /** @throws ServiceError source_not_found, max_employees_unsupported_on_this_path, search_unavailable */
  async estimate(
    accountId: string,
    definition: ListDefinition,
    signal?: AbortSignal,
  ): Promise<AnswerBody<typeof listEstimateAnswer>> {
    const row = await this.freeze(accountId, definition, signal);
    return {
      ok: true,
      estimate: estimateView(row),
      // `freeze` stores both together.
      resolved_definition: { ...row.resolved_definition, kind: row.definition_kind } as ResolvedDefinition,
      unsupported_conditions: row.unsupported_conditions,
      weak_conditions: row.weak_conditions,
      billing: {
        materialize: {
          credit_class: estimateEndpoints.materializeList.charge.creditClass,
          estimated_credits: materializePrice(row.row_count),
        },
      },
    };
  }

  /** Evaluates a definition and stores it with its members. @throws ServiceError as `estimate` */
  async freeze(accountId: string, definition: ListDefinition, signal?: AbortSignal): Promise<EstimateRow> {
    const evaluated = await this.#parts.members.evaluate(accountId, definition, signal);
    const now = this.#parts.now();
    return this.#parts.store.insert(accountId, {
      kind: evaluated.kind,
      definition,
      resolved: evaluated.resolved,
      rowCount: evaluated.total,
      totalKind: evaluated.totalKind,
      unsupported: evaluated.unsupported,
      weak: evaluated.weak,
      memberIds: evaluated.companyIds,
      now,
      expiresAt: new Date(now.getTime() + lifetimeMs),
    });
  }

  /** A page of the frozen members. @throws ServiceError estimate_not_found, estimate_expired, invalid_cursor */
  async candidates(
    accountId: string,
    { estimate_id, ...query }: PageQuery & { readonly estimate_id: string },
  ): Promise<AnswerBody<typeof listCandidatesAnswer>> {
    const { store, companies, paging } = this.#parts;
    const estimate = await this.find(accountId, estimate_id);
    const binding = { kind: 'list_candidates', accountId, estimateId: estimate.estimate_id };
    const { after, limit, cut } = paging.page(query, binding, z.int());
    const from = after ?? 0;
    const ids = await store.members(accountId, estimate.estimate_id, from, limit + 1);
    const { shown, nextCursor } = cut(ids, () => from + limit);
    const summaries = await companies.summaries(shown);
    const candidates = shown.flatMap((id) => {
      const company = summaries.get(id);
      return company ? [{ company_id: id, company }] : [];
    });
    return {
      ok: true,
      object: 'list_candidates',
      estimate: estimateView(estimate),
      companies: candidates,
      meta: { ...pageMeta(candidates, { limit, nextCursor }), export_allowed: false },
    };
  }

  /** @throws ServiceError estimate_not_found, estimate_expired */
  async find(accountId: string, estimateId: string, transaction?: Transaction): Promise<EstimateRow> {
    const estimate = await this.#look(accountId, estimateId, transaction);
    if (!estimate) throw new ServiceError('estimate_not_found');
    if (estimate.expires_at <= this.#parts.now()) {
      throw new ServiceError('estimate_expired', {
        details: { expired_at: estimate.expires_at.toISOString() },
      });
    }
    return estimate;
  }

  /** Whether the account has such an estimate, expired or not. */
  async exists(accountId: string, estimateId: string): Promise<boolean> {
    return (await this.#look(accountId, estimateId)) !== null;
  }

  async #look(accountId: string, estimateId: string, transaction?: Transaction): Promise<EstimateRow | null> {
    return isUuid(estimateId) ? this.#parts.store.find(accountId, estimateId, transaction) : null;
  }
}
