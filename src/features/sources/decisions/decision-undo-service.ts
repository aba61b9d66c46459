import type { AnswerBody } from '../../../contract/endpoint.ts';
import { ServiceError } from '../../../contract/errors.ts';
import { decisionEndpoints } from '../../../contract/sources/decision-endpoints.ts';
import type { SourceUndoBody, sourceUndoAnswer } from '../../../contract/sources/decisions.ts';
import type { KeyedAnswer } from '../../../idempotency/idempotency.ts';
import { isUuid } from '../../../text/identifiers/uuid.ts';
import type { ChargeCall, Charging } from '../../credits/charging-service.ts';
import { countChanges, rowsOf, settledRowsOf, shownBatch } from '../records/decision.ts';
import type { SourceChoicesStore } from '../records/source-choices-store.ts';
import type { SourcesStore } from '../records/sources-store.ts';
import { reviewOf, sourceEnvelope } from '../view/source-view.ts';
import type { DecisionUndoStore } from './decision-undo-store.ts';
import type { RememberedRows, SourcesToReopen } from './remembered-rows-service.ts';
import type { RowDecisionsStore } from './row-decisions-store.ts';

export interface DecisionUndoParts {
  readonly sources: SourcesStore;
  readonly decisions: RowDecisionsStore;
  readonly undoing: DecisionUndoStore;
  readonly choices: SourceChoicesStore;
  readonly remembered: RememberedRows;
  readonly charging: Charging;
}

type UndoAnswer = AnswerBody<typeof sourceUndoAnswer>;

/** Undoes all that one call decided about the rows of a source. */
export class DecisionUndo {
  constructor(private readonly parts: DecisionUndoParts) {}

  /**
   * @throws ServiceError source_not_found, source_batch_not_found, invalid_request for a call that only undid decisions,
   *   and those of charging
   */
  undo(
    call: ChargeCall & { readonly body: SourceUndoBody },
    sourceId: string,
  ): Promise<KeyedAnswer<200, UndoAnswer>> {
    const scope = { accountId: call.accountId, sourceId };
    const { why, dryRun, reopen } = call.body;
    const { sources, decisions, undoing, choices, remembered, charging } = this.parts;
    const reopening: SourcesToReopen | null = reopen ? new Set() : null;
    return charging.chargeOnce(decisionEndpoints.undoSourceDecisions.charge, call, {
      work: async (transaction) => {
        const batchId = call.body.batchId.toLowerCase();
        if (reopening?.size)
          await remembered.lockSources(scope.accountId, [...reopening, sourceId], transaction);
        const before = await sources.lock(scope, transaction);
        if (!isUuid(batchId)) throw new ServiceError('source_batch_not_found');
        const { decided, undone, undid } = await undoing.countCall(scope, batchId, transaction);
        if (decided + undid === 0) throw new ServiceError('source_batch_not_found');
        if (decided === 0) throw onlyUndid();
        const by = { madeBy: 'undo', keyId: call.keyId } as const;
        const batch = await decisions.begin(scope, by, transaction);
        await choices.lock(scope.accountId, transaction);
        const forgotten = await choices.forgetCall(scope, { batchId, keyId: call.keyId }, transaction);
        const changes = await undoing.undo(scope, batch, batchId, why?.trim() ?? null, transaction);
        const rows = rowsOf(changes);
        const counted =
          rows === 0 ? before : await sources.countDecisions(scope, countChanges(changes), transaction);
        const changed = settledRowsOf(scope.accountId, forgotten, changes);
        const settled = await remembered.settledBy(changed, call.keyId, reopening, transaction);
        const source = settled.reopened_rows === 0 ? counted : await sources.find(scope, transaction);
        return {
          cost: 0,
          subject: { type: 'source', id: sourceId },
          answer: (billing): UndoAnswer => ({
            ...sourceEnvelope('undo', source),
            undone: {
              batch_id: batchId,
              rows,
              undone_before: undone,
              decided_again: decided - rows - undone,
              undone_by_call: undid,
            },
            settled,
            batch_id: shownBatch(batch, changes, dryRun),
            billing,
            review: reviewOf(source),
          }),
        };
      },
    });
  }
}

function onlyUndid(): ServiceError {
  const message =
    'is a call that only reopened rows or took marks back, which cannot be undone; decide about its rows again';
  return new ServiceError('invalid_request', { details: [{ field: 'batchId', message }] });
}
