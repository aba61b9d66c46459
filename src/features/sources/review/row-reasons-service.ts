import { prices } from '../../../contract/credits/prices.ts';
import type { AnswerBody } from '../../../contract/endpoint.ts';
import { ServiceError } from '../../../contract/errors.ts';
import { decisionEndpoints } from '../../../contract/sources/decision-endpoints.ts';
import type {
  SourceAcceptBody,
  sourceAcceptAnswer,
  sourceReasonsAnswer,
} from '../../../contract/sources/decisions.ts';
import { getRowReasonText } from '../../../contract/sources/row-reason-texts.ts';
import { isAcceptableForAll, rowReasons } from '../../../contract/sources/row-reasons.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { KeyedAnswer } from '../../../idempotency/idempotency.ts';
import { mapInSlices } from '../../../running/time-slices.ts';
import type { ChargeCall, Charging } from '../../credits/charging-service.ts';
import { mappedCells } from '../../row-matching/parse-row.ts';
import { locateNames } from '../decisions/decision-answers.ts';
import type { RowDecisionsStore } from '../decisions/row-decisions-store.ts';
import {
  type ChoiceToRemember,
  countChanges,
  creditsOf,
  noCompanyId,
  rowsOf,
  shownBatch,
} from '../records/decision.ts';
import type { SourceChoicesStore } from '../records/source-choices-store.ts';
import type { SourceRecord, SourceScope } from '../records/source-record.ts';
import type { SourcesStore } from '../records/sources-store.ts';
import { reviewOf, sourceEnvelope } from '../view/source-view.ts';
import type { DecidedReason, ReasonCounts, ReasonSample, RowReasonsStore } from './row-reasons-store.ts';

export interface RowReasonsParts {
  readonly sources: SourcesStore;
  readonly decisions: RowDecisionsStore;
  readonly reasons: RowReasonsStore;
  readonly choices: SourceChoicesStore;
  readonly charging: Charging;
}

type ReasonsAnswer = AnswerBody<typeof sourceReasonsAnswer>;
type AcceptAnswer = AnswerBody<typeof sourceAcceptAnswer>;

const samplesShown = 5;

/** Settles all rows that are open for the same reason at once. */
export class RowReasons {
  constructor(private readonly parts: RowReasonsParts) {}

  /** @throws ServiceError source_not_found */
  async list(scope: SourceScope): Promise<ReasonsAnswer> {
    const { sources, reasons } = this.parts;
    const source = await sources.find(scope);
    const counts = await reasons.count(scope);
    const samples = await reasons.sample(scope, samplesShown);
    return {
      ...sourceEnvelope('reasons', source),
      reasons: counts.map((each) => {
        const { reason, resolve_status, rows, acceptable: single, unpaid } = each;
        const acceptable = isAcceptable(each);
        return {
          code: reason,
          message: reason === null ? null : getRowReasonText(reason),
          resolve_status,
          rows,
          single_candidate_rows: single,
          left_out_rows: acceptable ? rows - single : 0,
          acceptable,
          credits: acceptable ? unpaid * prices.matchedRow.credits : 0,
          samples: samples.filter((sample) => isOf(sample, each)).map((sample) => sampleView(sample, source)),
        };
      }),
    };
  }

  /**
   * Settles the rows with a reason that can be accepted on their company, or marks all of them.
   * @throws ServiceError source_not_found, reason_not_acceptable, source_rows_changed, invalid_request for a reason of
   *   rows in several states, and those of charging
   */
  accept(
    call: ChargeCall & { readonly body: SourceAcceptBody },
    sourceId: string,
  ): Promise<KeyedAnswer<200, AcceptAnswer>> {
    const scope = { accountId: call.accountId, sourceId };
    const { reason, rows, action, why } = call.body;
    const { sources, decisions, reasons, choices, charging } = this.parts;
    return charging.chargeOnce(decisionEndpoints.acceptSourceReason.charge, call, {
      work: async (transaction) => {
        const before = await sources.lock(scope, transaction);
        const { resolve_status: status, rows: open } = await this.#toDecide(scope, call.body, transaction);
        const decided = { reason, status, action, why: why?.trim() ?? null };
        const batch = await decisions.begin(scope, { madeBy: 'accept', keyId: call.keyId }, transaction);
        const remembered =
          call.body.remember === 'always' ? await this.#listNames(scope, before, decided, transaction) : [];
        if (remembered.length > 0) await choices.lock(scope.accountId, transaction);
        const changes = await reasons.decide(scope, batch, decided, transaction);
        const changed = rowsOf(changes);
        if (changed !== rows)
          throw new ServiceError('source_rows_changed', {
            details: { reason, rows: changed, given_rows: rows },
          });
        await choices.remember(scope.accountId, sourceId, batch, remembered, transaction);
        const source = await sources.countDecisions(scope, countChanges(changes), transaction);
        const batch_id = shownBatch(batch, changes, call.body.dryRun);
        const left_out_rows = open - changed;
        return {
          cost: creditsOf(changes),
          subject: { type: 'source', id: sourceId },
          answer: (billing): AcceptAnswer => ({
            ...sourceEnvelope('accept', source, { undo: batch_id }),
            accepted: { reason, action, rows: changed, left_out_rows, remembered_names: remembered.length },
            batch_id,
            billing,
            review: reviewOf(source),
          }),
        };
      },
    });
  }

  /** The rows with the reason, in the only state in which some can be decided so. */
  async #toDecide(
    scope: SourceScope,
    { reason, status, rows, action }: SourceAcceptBody,
    transaction: Transaction,
  ) {
    const accepts = action === 'choose';
    const counts = await this.parts.reasons.count(scope, transaction);
    // Rows can have a code that an earlier version gave.
    if (!Object.hasOwn(rowReasons, reason) && !counts.some((each) => each.reason === reason))
      throw new ServiceError('invalid_request', {
        details: [{ field: 'reason', message: 'is not the code of a reason' }],
      });
    if (accepts && !isAcceptableForAll(reason))
      throw new ServiceError('reason_not_acceptable', { details: { reason, acceptable: false } });
    const found = counts.filter(
      (each) =>
        each.reason === reason &&
        (!accepts || each.acceptable > 0) &&
        (status === undefined || each.resolve_status === status),
    );
    const [only, ...others] = found;
    // The rows were decided or resolved meanwhile.
    if (!only)
      throw new ServiceError('source_rows_changed', { details: { reason, rows: 0, given_rows: rows } });
    if (others.length === 0) return only;
    const states = found.map(({ resolve_status }) => resolve_status).join(', ');
    throw new ServiceError('invalid_request', {
      details: [{ field: 'status', message: `is required: rows in ${states} have this reason` }],
    });
  }

  /** What is to be remembered for the names of the rows. One that is settled on several companies is left out. */
  async #listNames(
    scope: SourceScope,
    source: SourceRecord,
    decided: DecidedReason,
    transaction: Transaction,
  ): Promise<ChoiceToRemember[]> {
    const { nameAt, nameOf } = locateNames(source);
    if (nameAt === null) return [];
    const { action } = decided;
    const mark = action === 'choose' ? {} : { mark: action };
    const choices = new Map<string, ChoiceToRemember | null>();
    const rows = await this.parts.reasons.names(scope, decided, nameAt, transaction);
    await mapInSlices(rows, ({ source_row_id, company_id, name: cell }) => {
      const name = nameOf({ name: cell });
      if (!name) return;
      const company = company_id ?? noCompanyId;
      const known = choices.get(name.key);
      const isOther = known === null || (known !== undefined && known.company_id !== company);
      const named = { name_key: name.key, name: name.written, source_row_id, always: true };
      choices.set(name.key, isOther ? null : (known ?? { ...named, company_id: company, ...mark }));
    });
    return [...choices.values()].flatMap((each) => each ?? []);
  }
}

function isAcceptable({ reason, acceptable }: ReasonCounts): boolean {
  return reason !== null && acceptable > 0 && isAcceptableForAll(reason);
}

function isOf(sample: ReasonSample, { reason, resolve_status }: ReasonCounts): boolean {
  return sample.reason === reason && sample.resolve_status === resolve_status;
}

function sampleView(
  { source_row_id, row_number, cells, company }: ReasonSample,
  { mapping, headers }: SourceRecord,
): ReasonsAnswer['reasons'][number]['samples'][number] {
  return {
    source_row_id,
    row_number,
    cells: mappedCells(cells, { mapping, headers }),
    company: company && {
      company_id: company.company_id,
      legal_name: company.legal_name,
      matched_name: findMatchedName(company),
      prefecture: company.prefecture,
      city: company.city,
    },
  };
}

function findMatchedName(company: NonNullable<ReasonSample['company']>): string | null {
  if (!('matched_by' in company)) return company.name;
  const isName = (field: string) => field === 'name' || field === 'alias' || field.endsWith('_name');
  const found = company.matched_by.find(({ stage, field }) => stage !== 'previous_choice' && isName(field));
  return found?.value ?? null;
}
