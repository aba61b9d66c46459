import { z } from 'zod';
import { buildPageMeta, type Warning } from '../../../contract/envelope.ts';
import { ServiceError } from '../../../contract/errors.ts';
import type {
  EstimateView,
  ListDefinition,
  ResolvedDefinition,
} from '../../../contract/lists/definitions.ts';
import { estimateEndpoints } from '../../../contract/lists/estimate-endpoints.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { PageQuery } from '../../../paging/paging.ts';
import type { SourceWithCompanies } from '../../sources/records/source-record.ts';
import type { Answer } from '../answers.ts';
import { computeMaterializePrice } from '../list-prices.ts';
import type { ListsParts } from '../lists-parts.ts';
import type { EstimateRow, NewEstimate } from './estimate-record.ts';
import type { ListMembersService } from './list-members-service.ts';

const lifetimeMs = 24 * 60 * 60 * 1000;

/**
 * Estimates: a definition, the companies that it currently finds, and the price of saving them, frozen for 24 hours.
 */
export class EstimatesService {
  constructor(
    private readonly parts: ListsParts,
    private readonly members: ListMembersService,
  ) {}

  /** @throws ServiceError source_not_found, max_employees_unsupported_on_this_path, search_unavailable */
  async estimateList(
    accountId: string,
    definition: ListDefinition,
    signal?: AbortSignal,
  ): Promise<Answer<'estimateList'>> {
    const estimate = await this.evaluateDefinition(accountId, definition, signal);
    const row = await this.parts.estimates.insertEstimate(accountId, estimate);
    return {
      ok: true,
      estimate: toEstimateView(row),
      // Both are stored together.
      resolved_definition: { ...row.resolved_definition, kind: row.definition_kind } as ResolvedDefinition,
      unsupported_conditions: row.unsupported_conditions,
      weak_conditions: row.weak_conditions,
      billing: {
        materialize: {
          credit_class: estimateEndpoints.materializeList.charge.creditClass,
          estimated_credits: computeMaterializePrice(row.definition_kind, row.row_count),
        },
      },
      warnings:
        computeMaterializePrice(row.definition_kind, 1) === 0
          ? []
          : await this.findPaidWarnings(accountId, estimate.member_ids),
    };
  }

  /** Evaluates a definition, to be stored with its members. @throws ServiceError as `estimateList` */
  async evaluateDefinition(
    accountId: string,
    definition: ListDefinition,
    signal?: AbortSignal,
  ): Promise<NewEstimate> {
    const evaluated = await this.members.evaluateMembers(accountId, definition, signal);
    const created_at = this.parts.now();
    const expires_at = new Date(created_at.getTime() + lifetimeMs);
    return { definition, ...evaluated, created_at, expires_at };
  }

  /** @param companyIds companies that saving charges; those that the account has already paid in a source are warned of */
  async findPaidWarnings(
    accountId: string,
    companyIds: readonly string[],
    transaction?: Transaction,
  ): Promise<Warning[]> {
    return (await this.parts.sources.withCompanies(accountId, companyIds, transaction)).map(
      createPaidWarning,
    );
  }

  /** A page of the frozen members. @throws ServiceError estimate_not_found, estimate_expired, invalid_cursor */
  async listCandidates(
    accountId: string,
    { estimate_id, ...query }: PageQuery & { readonly estimate_id: string },
  ): Promise<Answer<'listCandidates'>> {
    const { estimates, companies, paging, dataAsOf } = this.parts;
    const estimate = await this.getEstimate(accountId, estimate_id);
    const binding = { kind: 'list_candidates', accountId, estimateId: estimate.estimate_id };
    const { after, limit, cut } = paging.getPage(query, binding, z.int());
    const from = after ?? 0;
    const ids = await estimates.listMembers(accountId, estimate.estimate_id, from, limit + 1);
    const { shown, nextCursor } = cut(ids, () => from + limit);
    const summaries = await companies.findSummaries(shown);
    const candidates = shown.flatMap((id) => {
      const company = summaries.get(id);
      if (company) return [{ company_id: id, company }];
      return [];
    });
    return {
      ok: true,
      object: 'list_candidates',
      estimate: toEstimateView(estimate),
      companies: candidates,
      meta: {
        ...buildPageMeta(candidates, { limit, nextCursor }),
        data_as_of: await dataAsOf(),
        export_allowed: false,
      },
    };
  }

  /** @throws ServiceError estimate_not_found, estimate_expired */
  async getEstimate(accountId: string, estimateId: string, transaction?: Transaction): Promise<EstimateRow> {
    const estimate = await this.parts.estimates.findEstimate(accountId, estimateId, transaction);
    if (!estimate) throw new ServiceError('estimate_not_found');
    if (estimate.expires_at <= this.parts.now()) {
      const expired_at = estimate.expires_at.toISOString();
      throw new ServiceError('estimate_expired', { details: { expired_at } });
    }
    return estimate;
  }

  /** Whether the account has such an estimate, expired or not. */
  async hasEstimate(accountId: string, estimateId: string): Promise<boolean> {
    return (await this.parts.estimates.findEstimate(accountId, estimateId)) !== null;
  }
}

function createPaidWarning({ source_id, name, companies }: SourceWithCompanies): Warning {
  const [them, are] = companies === 1 ? ['it', 'It is'] : ['them', 'They are'];
  const paid = `You have already paid for ${companies.toLocaleString('en')} of these companies in the source "${name}".`;
  return {
    code: 'companies_paid_in_source',
    message: `${paid} Saving the estimate charges ${them} again. ${are} free in a List from the source: POST /lists with its source_id, or an estimate of { "source_id" } to add the rows of the source to a List.`,
    field: 'definition',
    value: { source_id, companies },
  };
}

function toEstimateView(row: EstimateRow): EstimateView {
  return {
    estimate_id: row.estimate_id,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    row_count: row.row_count,
    total_kind: row.total_kind,
  };
}
