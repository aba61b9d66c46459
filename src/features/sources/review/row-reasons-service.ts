import { prices } from '../../../contract/credits/prices.ts';
import type { AnswerBody } from '../../../contract/endpoint.ts';
import { ServiceError } from '../../../contract/errors.ts';
import { decisionEndpoints } from '../../../contract/sources/decision-endpoints.ts';
import type {
  SourceAcceptBody,
  sourceAcceptAnswer,
  sourceReasonsAnswer,
} from '../../../contract/sources/decisions.ts';
import { getRowReasonText, isAcceptableForAll } from '../../../contract/sources/row-reasons.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { KeyedAnswer } from '../../../idempotency/idempotency.ts';
import type { ChargeCall, Charging } from '../../credits/charging-service.ts';
import { mappedCells } from '../../row-matching/parse-row.ts';
import type { RowDecisionsStore } from '../decisions/row-decisions-store.ts';
import { countChanges, creditsOf, rowsOf, shownBatch } from '../records/decision.ts';
import type { SourceRecord, SourceScope } from '../records/source-record.ts';
import type { SourcesStore } from '../records/sources-store.ts';
import { reviewOf, sourceEnvelope } from '../view/source-view.ts';
import type { ReasonCounts, ReasonSample, RowReasonsStore } from './row-reasons-store.ts';

export interface RowReasonsParts {
  readonly sources: SourcesStore;
  readonly decisions: RowDecisionsStore;
  readonly reasons: RowReasonsStore;
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
   * Settles the rows with a reason on their only candidate.
   * @throws ServiceError source_not_found, reason_not_acceptable, source_rows_changed, invalid_request for a reason of
   *   rows in several states, and those of charging
   */
  accept(
    call: ChargeCall & { readonly body: SourceAcceptBody },
    sourceId: string,
  ): Promise<KeyedAnswer<200, AcceptAnswer>> {
    const scope = { accountId: call.accountId, sourceId };
    const { reason, rows, why } = call.body;
    const { sources, decisions, reasons, charging } = this.parts;
    return charging.chargeOnce(decisionEndpoints.acceptSourceReason.charge, call, {
      work: async (transaction) => {
        await sources.lock(scope, transaction);
        const { resolve_status: status, rows: open } = await this.#toAccept(scope, call.body, transaction);
        const batch = await decisions.begin(scope, { madeBy: 'accept', keyId: call.keyId }, transaction);
        const accepted = { reason, status, why: why?.trim() ?? null };
        const changes = await reasons.accept(scope, batch, accepted, transaction);
        const changed = rowsOf(changes);
        if (changed !== rows)
          throw new ServiceError('source_rows_changed', {
            details: { reason, rows: changed, given_rows: rows },
          });
        const source = await sources.countDecisions(scope, countChanges(changes), transaction);
        const batch_id = shownBatch(batch, changes, call.body.dryRun);
        return {
          cost: creditsOf(changes),
          subject: { type: 'source', id: sourceId },
          answer: (billing): AcceptAnswer => ({
            ...sourceEnvelope('accept', source, { undo: batch_id }),
            accepted: { reason, rows: changed, left_out_rows: open - changed },
            batch_id,
            billing,
            review: reviewOf(source),
          }),
        };
      },
    });
  }

  /** The rows with the reason, in the only state in which some can be accepted. */
  async #toAccept(scope: SourceScope, { reason, status, rows }: SourceAcceptBody, transaction: Transaction) {
    if (!isAcceptableForAll(reason))
      throw new ServiceError('reason_not_acceptable', { details: { reason, acceptable: false } });
    const found = (await this.parts.reasons.count(scope, transaction)).filter(
      (each) =>
        each.reason === reason &&
        each.acceptable > 0 &&
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
}

function isAcceptable({ reason, acceptable }: ReasonCounts): boolean {
  return reason !== null && acceptable > 0 && isAcceptableForAll(reason);
}

function isOf(sample: ReasonSample, { reason, resolve_status }: ReasonCounts): boolean {
  return sample.reason === reason && sample.resolve_status === resolve_status;
}

function sampleView(
  { source_row_id, row_number, cells, candidate }: ReasonSample,
  { mapping, headers }: SourceRecord,
): ReasonsAnswer['reasons'][number]['samples'][number] {
  return {
    source_row_id,
    row_number,
    cells: mappedCells(cells, { mapping, headers }),
    company: candidate && {
      company_id: candidate.company_id,
      legal_name: candidate.legal_name,
      prefecture: candidate.prefecture,
      city: candidate.city,
    },
  };
}
