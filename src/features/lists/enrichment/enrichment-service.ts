import type { z } from 'zod';
import type { Collection } from '../../../contract/envelope.ts';
import { ServiceError } from '../../../contract/errors.ts';
import { enrichmentEndpoints } from '../../../contract/lists/enrichment-endpoints.ts';
import type { EnrichmentField } from '../../../contract/lists/enrichment-fields.ts';
import type { EnrichmentRun, enrichmentRunBody } from '../../../contract/lists/rows.ts';
import type { KeyedAnswer } from '../../../idempotency/idempotency.ts';
import type { PageQuery } from '../../../paging/paging.ts';
import { toTokyoDay } from '../../../text/days/calendar.ts';
import type { ChargeCall } from '../../credits/charging-service.ts';
import type { Answer } from '../answers.ts';
import { computeEnrichmentPrice } from '../list-prices.ts';
import type { ListsParts } from '../lists-parts.ts';
import { checkPermitted } from '../saved/list-states.ts';
import type { ListsService } from '../saved/lists-service.ts';
import type { FieldCounts, RunRecord } from './enrichment-store.ts';

/** Buys values for the rows of a List; each new value of a field of a row has a price. */
export class EnrichmentService {
  constructor(
    private readonly parts: ListsParts,
    private readonly lists: ListsService,
  ) {}

  /** @throws ServiceError list_not_found, list_state_conflict */
  async estimateEnrichment(
    accountId: string,
    listId: string,
    fields: readonly EnrichmentField[],
  ): Promise<Answer<'estimateEnrichment'>> {
    const list = await this.lists.getList(accountId, listId);
    checkPermitted(list, 'enrich');
    const { enrichments, now } = this.parts;
    const today = toTokyoDay(now());
    const counts: FieldCounts[] = [];
    for (const field of fields) counts.push(await enrichments.countValues(list, field, today));
    return {
      ok: true,
      estimate: {
        list_id: list.list_id,
        fields,
        credit_class: enrichmentEndpoints.runEnrichment.charge.creditClass,
        estimated_max_credits: computeEnrichmentPrice(sumCounts(counts, ({ fresh }) => fresh)),
        per_field: counts.map(toFieldResult),
      },
    };
  }

  /** @throws ServiceError list_not_found, list_state_conflict, and those of charging */
  runEnrichment(
    call: ChargeCall,
    listId: string,
    { fields }: z.output<typeof enrichmentRunBody>,
  ): Promise<KeyedAnswer<200, Answer<'runEnrichment'>>> {
    const { charging, enrichments, now } = this.parts;
    return charging.chargeOnce(enrichmentEndpoints.runEnrichment.charge, call, {
      work: async (transaction) => {
        const list = await this.lists.lockList(call.accountId, listId, 'enrich', transaction);
        const today = toTokyoDay(now());
        const runId = await enrichments.insertRun(list, fields, transaction);
        const counts: FieldCounts[] = [];
        for (const field of fields)
          counts.push(await enrichments.writeValues(list, field, today, runId, transaction));
        const result = {
          found_count: sumCounts(counts, ({ fresh }) => fresh),
          not_found_count: sumCounts(counts, ({ rows, found }) => rows - found),
          unchanged_count: sumCounts(counts, ({ found, fresh }) => found - fresh),
          per_field: counts.map(toFieldResult),
        };
        const run = await enrichments.finishRun(list, runId, result, transaction);
        return {
          cost: computeEnrichmentPrice(run.found_count),
          subject: { type: 'list', id: list.list_id },
          answer: (billing) => ({ ok: true, list_id: list.list_id, run: toRunView(run), billing }),
        };
      },
    });
  }

  /** Newest first. @throws ServiceError list_not_found, invalid_cursor */
  async listRuns(accountId: string, listId: string, query: PageQuery): Promise<Collection<EnrichmentRun>> {
    const list = await this.lists.getList(accountId, listId);
    const { paging, enrichments } = this.parts;
    const binding = { kind: 'list_enrichments', accountId, listId: list.list_id };
    return paging.fetchCollection(
      query,
      binding,
      'run_id',
      (place) => enrichments.listRuns(list, place),
      toRunView,
    );
  }

  /** @throws ServiceError list_not_found, run_not_found */
  async findRun(accountId: string, listId: string, runId: string): Promise<Answer<'getEnrichment'>> {
    const list = await this.lists.getList(accountId, listId);
    const run = await this.parts.enrichments.findRun(list, runId);
    if (!run) throw new ServiceError('run_not_found');
    return { ok: true, list_id: list.list_id, run: toRunView(run) };
  }
}

function sumCounts(counts: readonly FieldCounts[], of: (counts: FieldCounts) => number): number {
  return counts.reduce((total, each) => total + of(each), 0);
}

function toFieldResult({ field, found, fresh }: FieldCounts): EnrichmentRun['per_field'][number] {
  return { field, found_rows: found, credits: computeEnrichmentPrice(fresh) };
}

function toRunView({ account_id: _, list_id: __, created_at, ...run }: RunRecord): EnrichmentRun {
  return { ...run, created_at: created_at.toISOString() };
}
