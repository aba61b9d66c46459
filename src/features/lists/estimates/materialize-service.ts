import type { z } from 'zod';
import type { Warning } from '../../../contract/envelope.ts';
import { ServiceError } from '../../../contract/errors.ts';
import { maxListRows } from '../../../contract/limits.ts';
import type {
  ListDefinition,
  listCreateBody,
  listMaterializeBody,
} from '../../../contract/lists/definitions.ts';
import { estimateEndpoints } from '../../../contract/lists/estimate-endpoints.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { KeyedAnswer } from '../../../idempotency/idempotency.ts';
import type { KeyedCall } from '../../../idempotency/idempotency-key.ts';
import { isUuid } from '../../../text/identifiers/uuid.ts';
import type { ChargeCall, ChargedWork } from '../../credits/charging-service.ts';
import type { Answer } from '../answers.ts';
import { computeMaterializePrice } from '../list-prices.ts';
import type { ListsParts } from '../lists-parts.ts';
import type { ListRecord } from '../saved/list-record.ts';
import type { ListsService } from '../saved/lists-service.ts';
import type { EstimateRow } from './estimate-record.ts';
import type { EstimatesService } from './estimates-service.ts';
import { checkMaterializable, createNoMatchedRowsCondition } from './list-members-service.ts';

type EstimateToSave = Pick<z.output<typeof listMaterializeBody>, 'estimate_id' | 'list_id' | 'name'>;

/** Fills Lists from an estimate or from a source. Rows of a source are already paid. */
export class MaterializeService {
  constructor(
    private readonly parts: ListsParts,
    private readonly lists: ListsService,
    private readonly estimates: EstimatesService,
  ) {}

  /**
   * Saves an estimate's frozen members as a List, or adds them to a List that lacks them.
   * @throws ServiceError estimate_not_found, estimate_expired, list_not_found, list_state_conflict,
   * list_conditions_not_materializable, and those of charging
   */
  materializeEstimate(
    call: ChargeCall,
    body: z.output<typeof listMaterializeBody>,
  ): Promise<KeyedAnswer<200, Answer<'materializeList'>>> {
    return this.parts.charging.chargeOnce(estimateEndpoints.materializeList.charge, call, {
      work: (transaction) => this.#saveEstimate(call.accountId, body, transaction),
    });
  }

  /**
   * Estimates a definition and saves the estimate as a new List, with the guards of `materializeEstimate`. The estimate is
   * made only after the guards, and not at all when a call is replayed. A dry run stores it no more than it stores the List.
   * @param define returns what to save and the name of the List
   * @throws ServiceError list_conditions_not_materializable, those of `define`, of estimates and of charging
   */
  materializeDefinition(
    call: ChargeCall,
    define: () => Promise<{ readonly name: string; readonly definition: ListDefinition }>,
  ): Promise<KeyedAnswer<200, Answer<'materializeList'>>> {
    const { accountId } = call;
    return this.parts.charging.chargeOnce(estimateEndpoints.materializeList.charge, call, {
      prepare: async () => {
        const { name, definition } = await define();
        return { name, estimate: await this.estimates.evaluateDefinition(accountId, definition) };
      },
      work: async (transaction, { name, estimate }) => {
        const { estimate_id } = await this.parts.estimates.insertEstimate(accountId, estimate, transaction);
        return this.#saveEstimate(accountId, { name, estimate_id }, transaction);
      },
    });
  }

  /**
   * Makes an empty List, or one from the matched rows of a source, which are already paid.
   * @throws ServiceError source_not_found, idempotency_key_in_use, idempotency_key_reused
   */
  createList(
    call: Omit<KeyedCall, 'request'>,
    body: z.output<typeof listCreateBody>,
  ): Promise<KeyedAnswer<200, Answer<'createList'>>> {
    const { accountId } = call;
    const { name, source_id } = body;
    return this.parts.idempotency.runOnce(
      { ...call, request: body },
      {
        prepare: async () => {
          if (source_id === undefined) return [];
          if (!isUuid(source_id)) throw new ServiceError('source_not_found');
          return this.parts.sources.matchedCompanyIds(accountId, source_id);
        },
        work: async (transaction, companyIds) => {
          const content = source_id === undefined ? emptyList : toSourceContent(source_id);
          const list = await this.parts.lists.insertList(accountId, { name, ...content }, transaction);
          await this.parts.rows.addCompanies(list, companyIds, transaction);
          const made = await this.lists.getList(accountId, list.list_id, transaction);
          const warnings =
            source_id !== undefined && companyIds.length === 0 ? [createNoRowsWarning(source_id)] : [];
          return { status: 200, body: { ok: true, list: this.lists.toListView(made), warnings } };
        },
      },
    );
  }

  async #saveEstimate(
    accountId: string,
    { estimate_id, list_id, name = '' }: EstimateToSave,
    transaction: Transaction,
  ): Promise<ChargedWork<Answer<'materializeList'>>> {
    const estimate = await this.estimates.getEstimate(accountId, estimate_id, transaction);
    const into =
      list_id === undefined
        ? null
        : await this.lists.lockList(accountId, list_id, 'materialize', transaction);
    checkMaterializable(estimate);
    const list = into ?? (await this.#insertList(accountId, estimate, name, transaction));
    const saved = await this.parts.rows.addMembers(list, estimate.estimate_id, transaction);
    const now = await this.lists.getList(accountId, list.list_id, transaction);
    checkRoom(now.row_count);
    const cost = computeMaterializePrice(estimate.definition_kind, saved.length);
    const warnings = cost > 0 ? await this.estimates.findPaidWarnings(accountId, saved, transaction) : [];
    return {
      cost,
      subject: { type: 'list', id: list.list_id },
      answer: (billing) => ({
        ok: true,
        list: this.lists.toListView(now),
        saved_rows: saved.length,
        already_saved_rows: estimate.row_count - saved.length,
        warnings,
        billing,
      }),
    };
  }

  #insertList(
    accountId: string,
    { definition_kind, definition, estimate_id }: EstimateRow,
    name: string,
    transaction: Transaction,
  ): Promise<ListRecord> {
    const origin_id = 'source_id' in definition ? definition.source_id : estimate_id;
    return this.parts.lists.insertList(
      accountId,
      { name, definition_kind, origin_id, definition },
      transaction,
    );
  }
}

function createNoRowsWarning(sourceId: string): Warning {
  const { state: _, ...warning } = createNoMatchedRowsCondition(sourceId);
  return { ...warning, field: 'source_id' };
}

const emptyList = { definition_kind: 'empty', origin_id: null, definition: null } as const;

function toSourceContent(source_id: string) {
  return { definition_kind: 'source', origin_id: source_id, definition: { source_id } } as const;
}

/** @throws ServiceError list_conditions_not_materializable when the List would have too many rows */
function checkRoom(rowCount: number): void {
  if (rowCount <= maxListRows) return;
  throw new ServiceError('list_conditions_not_materializable', {
    message: `A List can have at most ${maxListRows} rows. This one would have ${rowCount}.`,
    details: { row_count: rowCount, most_rows: maxListRows },
  });
}
