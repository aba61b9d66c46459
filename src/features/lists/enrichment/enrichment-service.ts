import type { z } from 'zod';
import { tokyoDay } from '../../../calendar.ts';
import type { AnswerBody } from '../../../contract/endpoint.ts';
import { type Collection, collection } from '../../../contract/envelope.ts';
import { ServiceError } from '../../../contract/errors.ts';
import { enrichmentEndpoints } from '../../../contract/lists/enrichment-endpoints.ts';
import type {
  EnrichmentField,
  EnrichmentRun,
  enrichmentAnswer,
  enrichmentEstimateAnswer,
  enrichmentRunAnswer,
  enrichmentRunBody,
} from '../../../contract/lists/rows.ts';
import type { KeyedAnswer } from '../../../idempotency/idempotency.ts';
import type { PageQuery, Paging } from '../../../paging/paging.ts';
import { isUuid } from '../../../text/uuid.ts';
import type { ChargeCall } from '../../credits/charge-call.ts';
import type { Charging } from '../../credits/charging-service.ts';
import { enrichmentPrice } from '../list-prices.ts';
import { checkPermitted } from '../saved/list-states.ts';
import type { ListsService } from '../saved/lists-service.ts';
import type { EnrichmentStore, FieldCounts, RunRecord } from './enrichment-store.ts';

export interface EnrichmentParts {
  readonly charging: Charging;
  readonly lists: ListsService;
  readonly store: EnrichmentStore;
  readonly paging: Paging;
  now(): Date;
}

/** Buys values for the rows of a List: one credit for each field of a row that gets a new value. */
export class EnrichmentService {
  readonly #parts: EnrichmentParts;

  constructor(parts: EnrichmentParts) {
    this.#parts = parts;
  }

  /** @throws ServiceError list_not_found, list_state_conflict */
  async estimate(
    accountId: string,
    listId: string,
    fields: readonly EnrichmentField[],
  ): Promise<AnswerBody<typeof enrichmentEstimateAnswer>> {
    const list = await this.#parts.lists.find(accountId, listId);
    checkPermitted(list, 'enrich');
    const today = tokyoDay(this.#parts.now());
    const counted: EnrichmentRun['per_field'] = [];
    for (const field of fields) {
      const of = { listId: list.list_id, field, today };
      counted.push(perField(field, await this.#parts.store.count(accountId, of)));
    }
    return {
      ok: true,
      estimate: {
        list_id: list.list_id,
        fields,
        credit_class: enrichmentEndpoints.runEnrichment.charge.creditClass,
        estimated_max_credits: counted.reduce((sum, { credits }) => sum + credits, 0),
        per_field: counted,
      },
    };
  }

  /** @throws ServiceError list_not_found, list_state_conflict, and those of charging */
  run(
    call: ChargeCall,
    listId: string,
    { fields }: z.output<typeof enrichmentRunBody>,
  ): Promise<KeyedAnswer<200, AnswerBody<typeof enrichmentRunAnswer>>> {
    const { accountId } = call;
    const { lists, store } = this.#parts;
    return this.#parts.charging.chargeOnce(enrichmentEndpoints.runEnrichment.charge, call, {
      work: async (transaction) => {
        const list = await lists.hold(accountId, listId, 'enrich', transaction);
        const today = tokyoDay(this.#parts.now());
        const runId = await store.insertRun(accountId, list.list_id, fields, transaction);
        const counted: { field: EnrichmentField; counts: FieldCounts }[] = [];
        for (const field of fields) {
          const of = { listId: list.list_id, field, today };
          counted.push({ field, counts: await store.write(accountId, of, runId, transaction) });
        }
        const sum = (of: (counts: FieldCounts) => number) =>
          counted.reduce((total, { counts }) => total + of(counts), 0);
        const run = await store.finishRun(
          accountId,
          runId,
          {
            found_count: sum(({ fresh }) => fresh),
            not_found_count: sum(({ rows, found }) => rows - found),
            unchanged_count: sum(({ found, fresh }) => found - fresh),
            per_field: counted.map(({ field, counts }) => perField(field, counts)),
          },
          transaction,
        );
        return {
          cost: enrichmentPrice(run.found_count),
          subject: { type: 'list', id: list.list_id },
          answer: (billing) => ({ ok: true, list_id: list.list_id, run: runView(run), billing }),
        };
      },
    });
  }

  /** Newest first. @throws ServiceError list_not_found, invalid_cursor */
  async runs(accountId: string, listId: string, query: PageQuery): Promise<Collection<EnrichmentRun>> {
    const list = await this.#parts.lists.find(accountId, listId);
    const binding = { kind: 'list_enrichments', accountId, listId: list.list_id };
    const { after, limit, cut } = this.#parts.paging.page(query, binding);
    const runs = await this.#parts.store.runs(accountId, list.list_id, after, limit + 1);
    const { shown, nextCursor } = cut(runs, ({ run_id }) => run_id);
    return collection(shown.map(runView), { limit, nextCursor });
  }

  /** @throws ServiceError list_not_found, run_not_found */
  async findRun(
    accountId: string,
    listId: string,
    runId: string,
  ): Promise<AnswerBody<typeof enrichmentAnswer>> {
    const list = await this.#parts.lists.find(accountId, listId);
    const run = isUuid(runId) ? await this.#parts.store.findRun(accountId, list.list_id, runId) : null;
    if (!run) throw new ServiceError('run_not_found');
    return { ok: true, list_id: list.list_id, run: runView(run) };
  }
}

function perField(field: EnrichmentField, { found, fresh }: FieldCounts): EnrichmentRun['per_field'][number] {
  return { field, found_rows: found, credits: enrichmentPrice(fresh) };
}

function runView(run: RunRecord): EnrichmentRun {
  return { ...run, created_at: run.created_at.toISOString() };
}
