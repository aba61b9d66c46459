import { formatPrice, prices } from '../../contract/credits/prices.ts';
import { ServiceError } from '../../contract/errors.ts';
import { createNotPermittedError } from '../../contract/key-permission.ts';
import type { ReconcileCandidate, ReconcileResult } from '../../contract/reconcile/answers.ts';
import { reconcileCharge } from '../../contract/reconcile/endpoints.ts';
import {
  listUnknownNames,
  type QueryBatch,
  type ReconcileQuery,
  reconcileQuery,
} from '../../contract/reconcile/requests.ts';
import { parseInput } from '../../contract/schema-faults.ts';
import { computeFingerprint } from '../../idempotency/idempotency.ts';
import { mapInSlices } from '../../running/time-slices.ts';
import { toTokyoDay } from '../../text/days/calendar.ts';
import type { Account } from '../accounts/account.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import { itemError } from '../company-resolve/batch-items.ts';
import type { Charging } from '../credits/charging-service.ts';
import { parseRow } from '../row-matching/parse-row.ts';
import { ParsedName } from '../row-matching/parsed-name.ts';
import type { RowMatching } from '../row-matching/row-matching-service.ts';
import { buildQuestion } from '../row-matching/row-question.ts';
import { explainRow } from '../row-matching/settling/explain-row.ts';
import { orderAsPage } from './order-as-page.ts';
import { type ParsedReconcileQuery, parseReconcileQuery, queryColumns } from './parsed-reconcile-query.ts';
import { buildCandidates, isPlace } from './query-candidates.ts';
import type { MatchedQuestion, ReconcileStore } from './reconcile-store.ts';

export interface ReconcileParts {
  readonly store: ReconcileStore;
  readonly charging: Charging;
  readonly matching: RowMatching;
  readonly companies: CompaniesService;
}

type Payer = Pick<Account, 'accountId' | 'keyId' | 'keyScope'>;

type QueryError = NonNullable<ReconcileResult['error']>;

/** A query of a batch by its key, or why it is faulty. One that can be answered in part has both. */
type ParsedBatchItem =
  | {
      readonly key: string;
      readonly query: ReconcileQuery;
      readonly read: ParsedReconcileQuery;
      readonly error: QueryError | undefined;
    }
  | { readonly key: string; readonly error: QueryError };

/** Finds the companies of queries as resolving a source finds those of its rows, and charges for matches. */
export class ReconcileService {
  constructor(private readonly parts: ReconcileParts) {}

  /**
   * @throws ServiceError max_credits_required, max_credits_exceeded, key_spending_limit_exceeded,
   *   credit_balance_insufficient, key_not_permitted, search_unavailable; then nothing was charged
   */
  async answerQueries(
    payer: Payer,
    queries: QueryBatch,
    maxCredits: number | undefined,
  ): Promise<Record<string, ReconcileResult>> {
    checkPayer(payer, maxCredits);
    const asked = await mapInSlices(Object.entries(queries), ([key, given]) => parseBatchItem(key, given));
    const readable = asked.filter((each) => 'read' in each);
    const found = await this.#findCandidates(readable);
    const matched = readable.flatMap(({ read }, at): MatchedQuestion[] => {
      const match = found[at]?.find((candidate) => candidate.match);
      if (match) return [{ question: hashQuestion(read), companyId: match.id }];
      return [];
    });
    await this.#chargeQuestions(payer, matched, maxCredits);
    const results = new Map(readable.map(({ key }, at) => [key, found[at] ?? []]));
    // A key such as __proto__ is a key like others.
    return Object.fromEntries(
      asked.map(({ key, error }) => [key, { result: results.get(key) ?? [], ...(error && { error }) }]),
    );
  }

  async #findCandidates(
    asked: readonly { readonly query: ReconcileQuery; readonly read: ParsedReconcileQuery }[],
  ): Promise<ReconcileCandidate[][]> {
    const { matching, companies } = this.parts;
    const rows = asked.flatMap(({ read }) => read.rows);
    const questions = await mapInSlices(rows, (cells) => {
      const row = parseRow(cells, [], queryColumns);
      const name = row.name === null ? null : new ParsedName(row.name);
      return buildQuestion(row, name);
    });
    // Choices that people made for rows of their sources are not evidence for the names of another table.
    const settled = await matching.match(questions, { today: toTokyoDay(new Date()) });
    const outcomes = await mapInSlices(settled, (row) => explainRow(orderAsPage(row)));
    let begin = 0;
    const ofQueries = asked.map(({ query, read }) => {
      const own = outcomes.slice(begin, begin + read.rows.length);
      begin += read.rows.length;
      return { query, read, own };
    });
    const compared = ofQueries.flatMap(({ read, own }) =>
      [...read.values.keys()].some(isPlace)
        ? own.flatMap(({ candidates, suggestions }) =>
            [...candidates, ...suggestions].map(({ company_id }) => company_id),
          )
        : [],
    );
    const offices = await companies.findHeadOffices([...new Set(compared)]);
    return mapInSlices(ofQueries, ({ query, read, own }) => buildCandidates(query, read, own, offices));
  }

  /** Charges the questions that the key has not paid yet: all of them, or none. */
  async #chargeQuestions(
    { accountId, keyId }: Payer,
    matched: readonly MatchedQuestion[],
    maxCredits: number | undefined,
  ): Promise<void> {
    if (matched.length === 0) return;
    const distinct = new Map(matched.map((each) => [each.question.toString('hex'), each]));
    const { store, charging } = this.parts;
    await store.runInTransaction(async (transaction) => {
      await store.lockQuestions(accountId, keyId, transaction);
      const questions = [...distinct.values()].map(({ question }) => question);
      const paid = await store.findPaidQuestions(accountId, keyId, questions, transaction);
      const unpaid = [...distinct].flatMap(([question, each]) => (paid.has(question) ? [] : [each]));
      if (unpaid.length === 0) return;
      const part = {
        cost: unpaid.length * prices.matchedQuery.credits,
        subject: { type: 'api_key', id: keyId },
      };
      const payer = { accountId, keyId, maxCredits };
      const { entryId } = await charging.chargePart(reconcileCharge, payer, part, transaction);
      if (entryId === null) throw new Error('a charge made no entry');
      await store.insertPaid(accountId, keyId, { entryId, matched: unpaid }, transaction);
    });
  }
}

/** Clients cannot agree to the price of each request, so the key or the address of the request must. */
function checkPayer({ keyScope }: Payer, maxCredits: number | undefined): void {
  if (keyScope.readOnly) {
    throw createNotPermittedError(
      keyScope,
      'This API key is read-only. Queries spend credits, so it may only read the manifest, suggestions, previews and values of companies.',
    );
  }
  if (keyScope.maxCredits === null && maxCredits === undefined) {
    throw new ServiceError('max_credits_required', {
      message: `Each query that matches costs ${formatPrice(prices.matchedQuery)}. Add maxCredits to the address of this request, or use an API key with a spending limit (POST /keys with max_credits).`,
      details: [{ field: 'maxCredits', message: 'is required with a key without a spending limit' }],
    });
  }
}

function parseBatchItem(key: string, given: unknown): ParsedBatchItem {
  try {
    const query = parseInput(reconcileQuery, given, 'invalid_request');
    const details = listUnknownNames(query);
    const error =
      details.length > 0 ? itemError(new ServiceError('invalid_request', { details })) : undefined;
    return { key, query, read: parseReconcileQuery(query), error };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { key, error: itemError(error) };
  }
}

/** Equal for queries that ask the same, whatever types and number of candidates they want. */
function hashQuestion({ name, values }: ParsedReconcileQuery): Buffer {
  const evidence = Object.fromEntries([...values].map(([id, given]) => [id, given.toSorted()]));
  return computeFingerprint({ name, evidence });
}
