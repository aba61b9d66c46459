import { maxDetails } from '../../../contract/bounded-details.ts';
import type { ChargingBody } from '../../../contract/credits/billing.ts';
import type { AnswerBody } from '../../../contract/endpoint.ts';
import { ServiceError } from '../../../contract/errors.ts';
import type { sourceSelectAnswer } from '../../../contract/sources/answers.ts';
import { decisionEndpoints } from '../../../contract/sources/decision-endpoints.ts';
import type { SourceDecisionsBody } from '../../../contract/sources/decisions.ts';
import { sourcesEndpoints } from '../../../contract/sources/endpoints.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { KeyedAnswer } from '../../../idempotency/idempotency.ts';
import { mapInSlices } from '../../../running/time-slices.ts';
import { isUuid } from '../../../text/identifiers/uuid.ts';
import type { ChargeCall, Charging } from '../../credits/charging-service.ts';
import {
  type ChoiceToRemember,
  countChanges,
  creditsOf,
  type DecidedRows,
  type DecisionBatch,
  rowsOf,
  type SettlingChoice,
  settledRowsOf,
  shownBatch,
} from '../records/decision.ts';
import type { DecisionHistoryStore } from '../records/decision-history-store.ts';
import type { NamedCompanies } from '../records/named-companies-service.ts';
import type { SourceChoicesStore } from '../records/source-choices-store.ts';
import type { SourceRecord, SourceScope } from '../records/source-record.ts';
import type { SourceRowsStore } from '../records/source-rows-store.ts';
import type { SourcesStore } from '../records/sources-store.ts';
import { reviewOf, sourceEnvelope } from '../view/source-view.ts';
import {
  type Decided,
  type DecisionsAnswer,
  hasDecided,
  keepEachOnce,
  locateNames,
  makeRefusal,
  toAskedDecision,
  toDecisionView,
  toLastDecisionView,
} from './decision-answers.ts';
import {
  type AskedDecision,
  type CheckedAsked,
  checkDecisions,
  type DecisionFacts,
  type DecisionFault,
  type RowsName,
} from './decision-checks.ts';
import type { RememberedRows, SourcesToReopen } from './remembered-rows-service.ts';
import type { OtherRows, RowDecisionsStore } from './row-decisions-store.ts';
import type { SameNames } from './same-name-service.ts';

export interface RowDecisionsParts {
  readonly sources: SourcesStore;
  readonly rows: SourceRowsStore;
  readonly decisions: RowDecisionsStore;
  readonly choices: SourceChoicesStore;
  readonly remembered: RememberedRows;
  readonly named: NamedCompanies;
  readonly sameNames: SameNames;
  readonly history: DecisionHistoryStore;
  readonly charging: Charging;
}

export interface Selection extends ChargingBody {
  readonly row: string;
  readonly companyId: string;
}

type SelectAnswer = AnswerBody<typeof sourceSelectAnswer>;

/** What is known before the transaction. */
export interface PreparedDecisions {
  readonly companies: DecisionFacts['companies'];
  readonly fitting: OtherRows['fitting'];
}

/** The call that decides. */
export interface DecidingCall extends Pick<DecisionBatch, 'madeBy' | 'keyId'> {
  /** For rows whose remembered choice the decisions replace or forget; null: they are not reopened. */
  readonly reopening: SourcesToReopen | null;
}

/** Decisions in one statement. */
const decisionsAtOnce = 5000;

/** What people decide about the rows of a source. */
export class RowDecisions {
  constructor(private readonly parts: RowDecisionsParts) {}

  /**
   * Settles a row in `multiple_candidates` on one of its candidates. The same call with the same idempotency key is
   * charged once.
   * @throws ServiceError source_not_found, source_row_not_found, source_row_not_selectable, candidate_not_found, and
   *   those of charging
   */
  select(
    call: ChargeCall & { readonly body: Selection },
    sourceId: string,
  ): Promise<KeyedAnswer<200, SelectAnswer>> {
    const scope = { accountId: call.accountId, sourceId };
    const { row: rowId, companyId } = call.body;
    const { sources, rows, charging } = this.parts;
    return charging.chargeOnce(sourcesEndpoints.selectSourceRow.charge, call, {
      work: async (transaction) => {
        const source = await sources.lock(scope, transaction);
        const row = isUuid(rowId) ? await rows.findRow(scope, rowId, transaction) : null;
        if (!row) throw new ServiceError('source_row_not_found');
        const { source_row_id, resolve_status, candidates } = row;
        if (resolve_status !== 'multiple_candidates') {
          const last = await this.parts.history.last(scope, [source_row_id], transaction);
          const decided = toLastDecisionView(last.get(source_row_id));
          throw new ServiceError('source_row_not_selectable', { details: { resolve_status, decided } });
        }
        const candidate = candidates.find(({ company_id }) => company_id === companyId);
        if (!candidate) throw new ServiceError('candidate_not_found');
        const { nameAt, nameOf } = locateNames(source);
        const name = nameOf({ name: nameAt === null ? null : (row.cells[nameAt] ?? null) });
        const name_key = name?.key ?? null;
        const choiceFor = (of: RowsName): ChoiceToRemember => {
          return { name_key: of.key, company_id: companyId, name: of.written, always: false, source_row_id };
        };
        const remembered = name ? [choiceFor(name)] : [];
        const batch = await this.parts.decisions.begin(
          scope,
          { madeBy: 'select', keyId: call.keyId },
          transaction,
        );
        const choice = { place: 0, row_id: source_row_id, action: 'choose', company_id: companyId } as const;
        const decision = { ...choice, candidate, own: true, apply_to: 'row' as const, why: null, name_key };
        const checked = { decisions: [decision], remembered, fitting: [] };
        const { changes } = await this.#apply(scope, batch, checked, transaction);
        const settled = await this.#count(scope, changes, transaction);
        return {
          cost: creditsOf(changes),
          subject: { type: 'source_row', id: source_row_id },
          answer: (billing): SelectAnswer => ({
            ...sourceEnvelope('select', settled),
            selected: { source_row_id, company_id: companyId, candidate },
            batch_id: shownBatch(batch, changes, call.body.dryRun),
            billing,
            review: reviewOf(settled),
          }),
        };
      },
    });
  }

  /**
   * Makes many decisions at once, or none.
   * @throws ServiceError source_not_found, source_mapping_required, those of `DecisionFault`, and those of charging
   */
  decide(
    call: ChargeCall & { readonly body: SourceDecisionsBody },
    sourceId: string,
  ): Promise<KeyedAnswer<200, DecisionsAnswer>> {
    const scope = { accountId: call.accountId, sourceId };
    const asked = call.body.decisions.map(toAskedDecision);
    const reopening: SourcesToReopen | null = call.body.reopen ? new Set() : null;
    return this.parts.charging.chargeOnce(decisionEndpoints.decideSourceRows.charge, call, {
      prepare: () => this.prepare(scope, asked),
      work: async (transaction, prepared) => {
        const deciding = { madeBy: 'decisions', keyId: call.keyId, reopening } as const;
        const done = await this.decideIn(scope, deciding, asked, prepared, transaction);
        const { source, cost, changes } = done;
        const batch_id = shownBatch(done.batch, changes, call.body.dryRun);
        return {
          cost,
          subject: { type: 'source', id: sourceId },
          answer: (billing): DecisionsAnswer => ({
            ...sourceEnvelope('decide', source, { undo: hasDecided(done) ? batch_id : null }),
            decisions: done.decisions.map((each) => toDecisionView(each, done)),
            rows_changed: rowsOf(changes),
            settled: done.settled,
            batch_id,
            billing,
            review: reviewOf(source),
          }),
        };
      },
    });
  }

  /** The companies that decisions name, by given text, and the rows with the same names that fit them. */
  async prepare(scope: SourceScope, asked: readonly AskedDecision[]): Promise<PreparedDecisions> {
    const { named, sameNames } = this.parts;
    const companies = await named.find([...new Set(asked.flatMap(({ companyId }) => companyId ?? []))]);
    return { companies, fitting: await sameNames.fitting(scope, asked, companies) };
  }

  /**
   * Locks the source, checks all decisions and makes them.
   * @param earlierFaults found before, to be reported together
   * @throws ServiceError source_not_found, source_mapping_required, those of `DecisionFault`; StalePreparation
   */
  async decideIn(
    scope: SourceScope,
    { reopening, ...by }: DecidingCall,
    asked: readonly AskedDecision[],
    { companies, fitting }: PreparedDecisions,
    transaction: Transaction,
    earlierFaults: readonly DecisionFault[] = [],
  ): Promise<Decided> {
    const ids = asked.flatMap(({ row }) =>
      typeof row === 'string' && isUuid(row) ? [row.toLowerCase()] : [],
    );
    const numbers = asked.flatMap(({ row }) => (typeof row === 'number' ? [row] : []));
    const { sources, remembered: rememberedRows } = this.parts;
    if (reopening?.size)
      await rememberedRows.lockSources(scope.accountId, [...reopening, scope.sourceId], transaction);
    const source = await sources.lock(scope, transaction);
    // Without a mapping, the service does not know which cells say who a row is.
    if (source.status === 'imported') throw new ServiceError('source_mapping_required');
    const { nameAt, nameOf } = locateNames(source);
    const named = await this.parts.decisions.namedRows(scope, { ids, numbers }, nameAt, transaction);
    // Reading 50,000 names takes long enough to block other requests.
    const names = new Map(await mapInSlices(named, (row) => [row.source_row_id, nameOf(row)] as const));
    const byId = new Map(named.map((row) => [row.source_row_id, row]));
    const byNumber = new Map(named.map((row) => [row.row_number, row]));
    const rowOf = (row: string | number) => {
      if (typeof row === 'number') return byNumber.get(row);
      return byId.get(row.toLowerCase());
    };
    const { faults: found, decisions } = checkDecisions(asked, {
      rowOf,
      companies,
      nameOf: ({ source_row_id }) => names.get(source_row_id) ?? null,
      mappingVersion: source.mapping_version,
    });
    const faults = [...earlierFaults, ...found];
    if (faults.length > 0) throw makeRefusal(await this.#withDeciders(scope, faults, transaction));
    const batch = await this.parts.decisions.begin(scope, by, transaction);
    const remembered = decisions.flatMap((each) => each.remembered ?? []);
    const checked = decisions.map((each) => each.checked);
    const applied = { decisions: checked, remembered, fitting };
    // While the rows still say that a choice settled them.
    const takenBack = checked.flatMap(({ action, row_id, name_key }) =>
      reopening && action === 'reopen' && name_key !== null ? [{ source_row_id: row_id, name_key }] : [],
    );
    const switchedOff = await this.parts.choices.switchOff(scope, takenBack, by.keyId, transaction);
    const { changes, leftOut, replaced } = await this.#apply(scope, batch, applied, transaction);
    const counted = changes.length === 0 ? source : await this.#count(scope, changes, transaction);
    const changed = settledRowsOf(scope.accountId, [...replaced, ...switchedOff], changes);
    const settled = await rememberedRows.settledBy(changed, by.keyId, reopening, transaction);
    const after = settled.reopened_rows === 0 ? counted : await sources.find(scope, transaction);
    return { source: after, decisions, changes, leftOut, settled, batch, cost: creditsOf(changes) };
  }

  /** Faults of rows that somebody else decided say who did, and when. Only as many as an error shows. */
  async #withDeciders(
    scope: SourceScope,
    faults: readonly DecisionFault[],
    transaction: Transaction,
  ): Promise<DecisionFault[]> {
    const ids = faults.slice(0, maxDetails).flatMap(({ row }) => row ?? []);
    const last = await this.parts.history.last(scope, [...new Set(ids)], transaction);
    return faults.map(({ row, ...fault }) =>
      row === undefined ? fault : { ...fault, decided: toLastDecisionView(last.get(row)) },
    );
  }

  async #apply(
    scope: SourceScope,
    batch: DecisionBatch,
    {
      decisions,
      remembered,
      fitting,
    }: {
      readonly decisions: readonly CheckedAsked['checked'][];
      readonly remembered: readonly ChoiceToRemember[];
      readonly fitting: OtherRows['fitting'];
    },
    transaction: Transaction,
  ): Promise<Pick<Decided, 'changes' | 'leftOut'> & { readonly replaced: readonly SettlingChoice[] }> {
    const { decisions: store, choices } = this.parts;
    const named = decisions.some(({ apply_to }) => apply_to !== 'row')
      ? decisions.map(({ row_id }) => row_id)
      : [];
    const others = { named, fitting };
    const effective = decisions.filter(({ own, apply_to }) => own || apply_to !== 'row');
    if (remembered.length > 0 || effective.some(({ action }) => action === 'reopen'))
      await choices.lock(scope.accountId, transaction);
    // Counted before the rows change.
    const leftOut = await store.leftOut(scope, effective, others, transaction);
    const changes: DecidedRows[] = [];
    for (let at = 0; at < effective.length; at += decisionsAtOnce) {
      const piece = effective.slice(at, at + decisionsAtOnce);
      changes.push(...(await store.apply(scope, batch, piece, others, transaction)));
    }
    const { accountId, sourceId } = scope;
    const replaced = await choices.remember(
      accountId,
      sourceId,
      batch,
      keepEachOnce(remembered),
      transaction,
    );
    return { changes, leftOut, replaced };
  }

  #count(
    scope: SourceScope,
    changes: readonly DecidedRows[],
    transaction: Transaction,
  ): Promise<SourceRecord> {
    return this.parts.sources.countDecisions(scope, countChanges(changes), transaction);
  }
}
