import type { z } from 'zod';
import type { AnswerBody } from '../../../contract/endpoint.ts';
import { ServiceError } from '../../../contract/errors.ts';
import type {
  ListDefinition,
  listCreateBody,
  listMaterializeAnswer,
  listMaterializeBody,
} from '../../../contract/lists/definitions.ts';
import { estimateEndpoints } from '../../../contract/lists/estimate-endpoints.ts';
import type { listAnswer } from '../../../contract/lists/lists.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { Idempotency, KeyedAnswer } from '../../../idempotency/idempotency.ts';
import type { KeyedCall } from '../../../idempotency/idempotency-key.ts';
import { isUuid } from '../../../text/uuid.ts';
import type { ChargeCall } from '../../credits/charge-call.ts';
import type { ChargedWork, Charging } from '../../credits/charging-service.ts';
import { materializePrice } from '../list-prices.ts';
import type { ListRecord } from '../saved/list-record.ts';
import type { ListRowsStore } from '../saved/list-rows-store.ts';
import { listView } from '../saved/list-view.ts';
import { checkRoom, type ListsService } from '../saved/lists-service.ts';
import type { ListsStore } from '../saved/lists-store.ts';
import type { EstimateRow } from './estimate-record.ts';
import type { EstimatesService } from './estimates-service.ts';
import { checkMaterializable, type SourceMatches } from './list-members-service.ts';

type EstimateToSave = Pick<z.output<typeof listMaterializeBody>, 'estimate_id' | 'list_id' | 'name'>;

export interface MaterializeParts {
  readonly charging: Charging;
  readonly idempotency: Idempotency;
  readonly estimates: EstimatesService;
  readonly sources: SourceMatches;
  readonly listsService: ListsService;
  readonly lists: ListsStore;
  readonly rows: ListRowsStore;
  now(): Date;
}

/** Fills Lists: from an estimate, for credits, or from a source whose rows are already paid. */
export class MaterializeService {
  readonly #parts: MaterializeParts;

  constructor(parts: MaterializeParts) {
    this.#parts = parts;
  }

  /**
   * Saves an estimate's frozen members as a List, or adds them to a List that lacks them.
   * @throws ServiceError estimate_not_found, estimate_expired, list_not_found, list_state_conflict,
   * list_conditions_not_materializable, and those of charging
   */
  materialize(
    call: ChargeCall,
    body: z.output<typeof listMaterializeBody>,
  ): Promise<KeyedAnswer<200, AnswerBody<typeof listMaterializeAnswer>>> {
    return this.#parts.charging.chargeOnce(estimateEndpoints.materializeList.charge, call, {
      work: (transaction) => this.#saveEstimate(call.accountId, body, transaction),
    });
  }

  /**
   * Estimates a definition and saves the estimate as a new List, with the guards of `materialize`. The estimate is made
   * only after the guards, and not at all when a call is replayed.
   * @param define returns what to save and the name of the List
   * @throws ServiceError list_conditions_not_materializable, those of `define`, of estimates and of charging
   */
  materializeDefinition(
    call: ChargeCall,
    define: () => Promise<{ readonly name: string; readonly definition: ListDefinition }>,
  ): Promise<KeyedAnswer<200, AnswerBody<typeof listMaterializeAnswer>>> {
    const { accountId } = call;
    return this.#parts.charging.chargeOnce(estimateEndpoints.materializeList.charge, call, {
      prepare: async () => {
        const { name, definition } = await define();
        const { estimate_id } = await this.#parts.estimates.freeze(accountId, definition);
        return { name, estimate_id };
      },
      work: (transaction, estimated) => this.#saveEstimate(accountId, estimated, transaction),
    });
  }

  /**
   * Makes an empty List, or one from the matched rows of a source, which are already paid.
   * @throws ServiceError source_not_found, idempotency_key_in_use, idempotency_key_reused
   */
  create(
    call: Omit<KeyedCall, 'meaning'>,
    body: z.output<typeof listCreateBody>,
  ): Promise<KeyedAnswer<200, AnswerBody<typeof listAnswer>>> {
    const { accountId } = call;
    const { name, source_id } = body;
    return this.#parts.idempotency.once(
      { ...call, meaning: body },
      {
        prepare: async () => this.#matchedCompanies(accountId, source_id),
        work: async (transaction, companyIds) => {
          const list = await this.#parts.lists.insert(
            accountId,
            {
              name,
              definitionKind: source_id === undefined ? 'empty' : 'source',
              originId: source_id ?? null,
              definition: source_id === undefined ? null : { source_id },
            },
            transaction,
          );
          await this.#parts.rows.add(accountId, list.list_id, companyIds, transaction);
          const made = await this.#parts.listsService.find(accountId, list.list_id, transaction);
          return { status: 200, body: { ok: true, list: listView(made, this.#parts.now()) } };
        },
      },
    );
  }

  async #saveEstimate(
    accountId: string,
    { estimate_id, list_id, name = '' }: EstimateToSave,
    transaction: Transaction,
  ): Promise<ChargedWork<AnswerBody<typeof listMaterializeAnswer>>> {
    const estimate = await this.#parts.estimates.find(accountId, estimate_id, transaction);
    const into =
      list_id === undefined
        ? null
        : await this.#parts.listsService.hold(accountId, list_id, 'materialize', transaction);
    checkEstimate(estimate);
    const list = into ?? (await this.#newList(accountId, estimate, name, transaction));
    const saved = await this.#parts.rows.addMembersOf(
      accountId,
      { listId: list.list_id, estimateId: estimate.estimate_id },
      transaction,
    );
    const now = await this.#parts.listsService.find(accountId, list.list_id, transaction);
    checkRoom(now.row_count);
    return {
      cost: materializePrice(saved),
      subject: { type: 'list', id: list.list_id },
      answer: (billing) => ({
        ok: true,
        list: listView(now, this.#parts.now()),
        saved_rows: saved,
        already_saved_rows: estimate.row_count - saved,
        billing,
      }),
    };
  }

  async #matchedCompanies(accountId: string, sourceId: string | undefined): Promise<readonly string[]> {
    if (sourceId === undefined) return [];
    if (!isUuid(sourceId)) throw new ServiceError('source_not_found');
    return this.#parts.sources.matchedCompanyIds(accountId, sourceId);
  }

  #newList(
    accountId: string,
    { definition_kind, definition, estimate_id }: EstimateRow,
    name: string,
    transaction: Transaction,
  ): Promise<ListRecord> {
    const originId = 'source_id' in definition ? definition.source_id : estimate_id;
    const list = { name, definitionKind: definition_kind, originId, definition };
    return this.#parts.lists.insert(accountId, list, transaction);
  }
}

function checkEstimate(estimate: EstimateRow): void {
  checkMaterializable({
    rowCount: estimate.row_count,
    unsupported: estimate.unsupported_conditions,
    weak: estimate.weak_conditions,
  });
}
