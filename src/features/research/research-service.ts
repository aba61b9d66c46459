import type { AnswerBody } from '../../contract/endpoint.ts';
import { buildPageMeta } from '../../contract/envelope.ts';
import { ServiceError } from '../../contract/errors.ts';
import { researchEndpoints } from '../../contract/research/endpoints.ts';
import type {
  ResearchEstimateBody,
  ResearchFetchBody,
  ResearchItem,
  ResearchListQuery,
  researchEstimateAnswer,
  researchFetchAnswer,
  researchPageSchema,
} from '../../contract/research/research.ts';
import type { KeyedAnswer } from '../../idempotency/idempotency.ts';
import type { Paging } from '../../paging/paging.ts';
import type { CompanyProfileService } from '../companies/company-profile-service.ts';
import type { ChargeCall, Charging } from '../credits/charging-service.ts';
import type { ContentChecking } from './content-checking-service.ts';
import { estimateResearch } from './research-pricing.ts';
import type { NewResearchItem, ResearchRow, ResearchStore } from './research-store.ts';

export interface ResearchParts {
  readonly store: ResearchStore;
  readonly companies: CompanyProfileService;
  readonly charging: Charging;
  readonly checking: ContentChecking;
  readonly paging: Paging;
  now(): Date;
}

/** The `meta` that every answer about research has. */
function buildMeta<Company extends string | null>(
  account_id: string,
  company_id: Company,
  list_id: string | null,
) {
  return { account_id, auth_mode: 'api_key', company_id, list_id } as const;
}

type FetchAnswer = AnswerBody<typeof researchFetchAnswer>;

/** External research items: estimate, store, list. An item never becomes an observation by itself. */
export class ResearchService {
  constructor(private readonly parts: ResearchParts) {}

  /** @throws ServiceError company_not_found */
  async estimateResearch(
    accountId: string,
    { companyId, listId, ...work }: ResearchEstimateBody,
  ): Promise<AnswerBody<typeof researchEstimateAnswer>> {
    const company = companyId ? await this.parts.companies.getCanonicalId(companyId) : null;
    return {
      ok: true,
      estimate: estimateResearch(work),
      meta: buildMeta(accountId, company, listId ?? null),
    };
  }

  /**
   * Stores an item and charges its estimate. If an item with the same dedupeKey exists, it is returned without charge.
   * @throws ServiceError company_not_found, research_content_rejected, list_not_found; those of charging
   */
  async storeItem(call: ChargeCall, body: ResearchFetchBody): Promise<KeyedAnswer<200, FetchAnswer>> {
    const { store, charging } = this.parts;
    const { accountId } = call;
    const estimate = estimateResearch({ ...body.estimate, sourceType: body.sourceType });
    return charging.chargeOnce(researchEndpoints.storeResearch.charge, call, {
      prepare: async () => {
        const companyId = await this.parts.companies.getCanonicalId(body.companyId);
        const { contentMarkdown, title, sourceUrl, dedupeKey, evidence, producer, structuredPayload } = body;
        const parts = { contentMarkdown, title, sourceUrl, dedupeKey, evidence, producer, structuredPayload };
        const content = { ...parts, job: body.estimate?.job };
        const rejections = await this.parts.checking.findRejections(accountId, content);
        if (rejections.length > 0)
          throw new ServiceError('research_content_rejected', { details: rejections });
        return createItem(companyId, body, this.parts.now());
      },
      work: async (transaction, item) => {
        const findSameItem = () => {
          if (item.dedupe_key === null) return null;
          return store.findByDedupeKey(accountId, item.company_id, item.dedupe_key, transaction);
        };
        const held = await findSameItem();
        const made = held ? null : await store.insertItem(accountId, item, transaction);
        // Another call stored the same item meanwhile. The insert waited for its commit.
        const row = held ?? made ?? (await findSameItem());
        if (!row) throw new Error('a research item was neither stored nor found');
        return {
          cost: made ? estimate.estimated_credits : 0,
          subject: { type: 'research_item', id: row.research_item_id },
          answer: (billing, entry): FetchAnswer => ({
            ok: true,
            created: made !== null,
            item: toResearchItem(row),
            estimate,
            credit_event: entry,
            billing,
            meta: buildMeta(accountId, row.company_id, row.list_id),
          }),
        };
      },
    });
  }

  /** A page of items, newest first. @throws ServiceError company_not_found, invalid_cursor */
  async listItems(
    accountId: string,
    query: ResearchListQuery,
  ): Promise<AnswerBody<typeof researchPageSchema>> {
    const { list_id: listId, company_id: givenId } = query;
    const companyId = givenId === undefined ? undefined : await this.parts.companies.getCanonicalId(givenId);
    const binding = { kind: 'research', accountId, companyId: companyId ?? null, listId: listId ?? null };
    const { after: before, limit, nextCursor } = this.parts.paging.getPage(query, binding);
    const found = await this.parts.store.listItems(accountId, { companyId, listId, before }, limit);
    const next = nextCursor(found, ({ research_item_id }) => research_item_id);
    return {
      ok: true,
      items: found.rows.map(toResearchItem),
      meta: {
        ...buildMeta(accountId, companyId ?? null, listId ?? null),
        ...buildPageMeta(found.rows, { limit, nextCursor: next }),
      },
    };
  }
}

function createItem(companyId: string, body: ResearchFetchBody, now: Date): NewResearchItem {
  return {
    company_id: companyId,
    list_id: body.listId ?? null,
    source_type: body.sourceType,
    promotion_status: body.promotionStatus ?? 'session_only',
    title: body.title ?? null,
    content_markdown: body.contentMarkdown ?? null,
    source_url: body.sourceUrl ?? null,
    dedupe_key: body.dedupeKey ?? null,
    confidence: body.confidence ?? null,
    evidence: body.evidence ?? null,
    producer: body.producer ?? null,
    structured_payload: body.structuredPayload ?? null,
    observed_at: body.observedAt ?? null,
    fetched_at: body.fetchedAt ?? now.toISOString(),
  };
}

function toResearchItem({ observed_at, fetched_at, created_at, ...row }: ResearchRow): ResearchItem {
  return {
    ...row,
    observed_at: observed_at?.toISOString() ?? null,
    fetched_at: fetched_at.toISOString(),
    created_at: created_at.toISOString(),
  };
}
