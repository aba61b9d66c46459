import type { ChargingBody } from '../../contract/credits/billing.ts';
import type { AnswerBody } from '../../contract/endpoint.ts';
import { ServiceError } from '../../contract/errors.ts';
import type { sourceSelectAnswer } from '../../contract/sources/answers.ts';
import { sourcesEndpoints } from '../../contract/sources/endpoints.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { KeyedAnswer } from '../../idempotency/idempotency.ts';
import { isUuid } from '../../text/uuid.ts';
import type { ChargeCall } from '../credits/charge-call.ts';
import type { ChargedWork, Charging } from '../credits/charging-service.ts';
import { mappedColumns, readRow } from './mapped-values.ts';
import type { SourceChoicesStore } from './source-choices-store.ts';
import { choiceKey } from './source-matching-service.ts';
import type { SourceRecord, SourceRowRecord, SourceScope } from './source-record.ts';
import type { SourceRowsStore } from './source-rows-store.ts';
import { reviewOf, sourceEnvelope } from './source-view.ts';
import type { SourcesStore } from './sources-store.ts';

export interface RowDecisionsParts {
  readonly sources: SourcesStore;
  readonly rows: SourceRowsStore;
  readonly choices: SourceChoicesStore;
  readonly charging: Charging;
}

export interface Selection extends ChargingBody {
  readonly row: string;
  readonly companyId: string;
}

type SelectAnswer = AnswerBody<typeof sourceSelectAnswer>;

/** What people decide about the rows of a source. */
export class RowDecisions {
  readonly #parts: RowDecisionsParts;

  constructor(parts: RowDecisionsParts) {
    this.#parts = parts;
  }

  /**
   * Rules 2 to 4: a selection needs a row in `multiple_candidates` and one of its candidates, and can be made only
   * once.
   * @throws ServiceError source_not_found, source_row_not_found, source_row_not_selectable, candidate_not_found, and
   *   those of charging
   */
  select(
    call: ChargeCall & { readonly body: Selection },
    sourceId: string,
  ): Promise<KeyedAnswer<200, SelectAnswer>> {
    const scope = { accountId: call.accountId, sourceId };
    const { row: rowId, companyId } = call.body;
    return this.#parts.charging.chargeOnce(sourcesEndpoints.selectSourceRow.charge, call, {
      work: async (transaction) => {
        const source = await this.#parts.sources.lock(scope, transaction);
        const row = isUuid(rowId) ? await this.#parts.rows.findRow(scope, rowId, transaction) : null;
        if (!row) throw new ServiceError('source_row_not_found');
        const settled = await this.#settle(scope, row, companyId, transaction);
        await this.#remember(scope, source, row, companyId, transaction);
        return settled;
      },
    });
  }

  async #settle(
    scope: SourceScope,
    { source_row_id, resolve_status, candidates, paid }: SourceRowRecord,
    companyId: string,
    transaction: Transaction,
  ): Promise<ChargedWork<SelectAnswer>> {
    if (resolve_status !== 'multiple_candidates')
      throw new ServiceError('source_row_not_selectable', { details: { resolve_status } });
    const candidate = candidates.find(({ company_id }) => company_id === companyId);
    if (!candidate) throw new ServiceError('candidate_not_found');
    await this.#parts.rows.selectCompany(scope, source_row_id, companyId, transaction);
    const settled = await this.#parts.sources.countSelection(scope, transaction);
    return {
      cost: paid ? 0 : 1,
      subject: { type: 'source_row', id: source_row_id },
      answer: (billing): SelectAnswer => ({
        ...sourceEnvelope('select', settled),
        selected: { source_row_id, company_id: companyId, candidate },
        billing,
        review: reviewOf(settled),
      }),
    };
  }

  async #remember(
    { accountId }: SourceScope,
    { mapping, headers }: SourceRecord,
    { cells }: SourceRowRecord,
    companyId: string,
    transaction: Transaction,
  ): Promise<void> {
    const name = mapping && readRow(cells, [], mappedColumns(mapping, headers)).name;
    if (name === null) return;
    const choice = { name_key: choiceKey(name), company_id: companyId };
    await this.#parts.choices.remember(accountId, choice, transaction);
  }
}
