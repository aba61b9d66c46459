import { createHash } from 'node:crypto';
import { ServiceError } from '../contract/errors.ts';
import type { Transaction } from '../database/transaction.ts';
import { KeyedSemaphore } from '../running/keyed-semaphore.ts';
import { type KeyedCall, parseKey } from './idempotency-key.ts';
import type { IdempotencyStore, KeyScope, StoredAnswer } from './idempotency-store.ts';

type Headers = Readonly<Record<string, string>>;

/** What a call did. */
export interface KeyedWork<Status extends number = number, Body extends object = object> {
  readonly status: Status;
  /** Not stored: a replay has its own headers. */
  readonly headers?: Headers;
  readonly body: Body;
}

export interface KeyedAnswer<Status extends number, Body extends object> extends KeyedWork<Status, Body> {
  readonly headers: Headers;
}

export interface KeyedSteps<Prepared, Status extends number, Body extends object> {
  /**
   * Work that must not hold locks, such as queries to Elasticsearch. Runs after the key was looked up, before the
   * transaction.
   */
  prepare?(): Promise<Prepared>;
  /** Runs inside the transaction. If it throws, nothing is kept and the key stays free. */
  work(transaction: Transaction, prepared: Prepared): Promise<KeyedWork<Status, Body>>;
  /** Makes the answer to a repeated call. Default: the stored answer. */
  replay?(stored: KeyedWork<Status, Body>): Promise<KeyedWork<Status, Body>>;
}

/** Thrown by `work` if the object changed after `prepare`. Everything is rolled back and prepared again. */
export class StalePreparation extends Error {
  override readonly name = 'StalePreparation';
}

const maxPreparations = 10;

/** Does work that has no key again as long as it throws `StalePreparation`. */
export async function retryUntilPrepared<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let preparations = 1; ; preparations += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StalePreparation) || preparations === maxPreparations) throw error;
    }
  }
}

export interface IdempotencyParts {
  readonly store: IdempotencyStore;
  /** Headers for answers whose work returns none. */
  readonly headersOf?: (accountId: string) => Promise<Headers>;
}

/** A call after reading its key. */
interface Claim {
  readonly accountId: string;
  readonly scope: KeyScope | null;
  readonly fingerprint: Buffer;
  readonly dryRun: boolean;
}

/** The answer of an earlier call with the key, or what this call did. */
type Outcome<Status extends number, Body extends object> =
  | { readonly stored: StoredAnswer; readonly done?: never }
  | { readonly stored?: never; readonly done: KeyedWork<Status, Body> };

/** Does a call once for its key and gives repeated calls the same answer (docs/decisions/0011-charging.md). */
export class Idempotency {
  readonly #semaphore = new KeyedSemaphore({ maxTotal: Number.POSITIVE_INFINITY, maxPerKey: 1 });

  constructor(private readonly parts: IdempotencyParts) {}

  /**
   * Claims the key, does the work and stores the answer in one transaction, or does nothing at all. A call without a
   * key always runs.
   * @throws ServiceError invalid_request for a malformed key, idempotency_key_in_use, idempotency_key_reused; errors of
   *   the steps
   */
  async runOnce<Status extends number, Body extends object, Prepared = undefined>(
    call: KeyedCall,
    steps: KeyedSteps<Prepared, Status, Body>,
  ): Promise<KeyedAnswer<Status, Body>> {
    const { accountId, method, path, idempotencyKey, request, dryRun = false } = call;
    const key = parseKey(idempotencyKey);
    const scope = key === null ? null : { accountId, method, path, key };
    const claim = { accountId, scope, fingerprint: computeFingerprint(request), dryRun };
    if (steps.prepare && scope) {
      const stored = await this.parts.store.findAnswer(scope);
      if (stored) return this.#returnStored(claim, stored, steps);
    }
    const first = await this.#runAttempt(claim, steps);
    if (first !== 'stale') return first;
    // Many concurrent calls would make each other stale repeatedly. Calls in other processes are too few to matter.
    const release = await this.#semaphore.acquire(`${accountId} ${path}`);
    try {
      for (let preparations = 2; preparations <= maxPreparations; preparations += 1) {
        const answer = await this.#runAttempt(claim, steps);
        if (answer !== 'stale') return answer;
      }
      throw new StalePreparation(`the object changed after each of ${maxPreparations} preparations`);
    } finally {
      release();
    }
  }

  async #runAttempt<Prepared, Status extends number, Body extends object>(
    claim: Claim,
    steps: KeyedSteps<Prepared, Status, Body>,
  ): Promise<KeyedAnswer<Status, Body> | 'stale'> {
    // Without a prepare step, Prepared is undefined.
    const prepared = (await steps.prepare?.()) as Prepared;
    const { store } = this.parts;
    const { accountId, scope, fingerprint, dryRun } = claim;
    try {
      // A dry run does not claim the key, so that it never blocks a real call with the same key.
      const { stored, done } = await store.claimKey<Outcome<Status, Body>>(
        scope,
        !dryRun,
        async (key, transaction) => {
          if (key.inUse) throw new ServiceError('idempotency_key_in_use');
          if (key.stored) return { result: { stored: key.stored }, answer: null };
          const done = await steps.work(transaction, prepared);
          const { status, body } = done;
          return { result: { done }, answer: { fingerprint, status, body } };
        },
      );
      if (done) return await this.#addHeaders(accountId, done);
      return await this.#returnStored(claim, stored, steps);
    } catch (error) {
      if (error instanceof StalePreparation) return 'stale';
      throw error;
    }
  }

  async #returnStored<Status extends number, Body extends object>(
    { accountId, fingerprint }: Claim,
    stored: StoredAnswer,
    { replay }: Pick<KeyedSteps<never, Status, Body>, 'replay'>,
  ): Promise<KeyedAnswer<Status, Body>> {
    if (!stored.fingerprint.equals(fingerprint)) throw new ServiceError('idempotency_key_reused');
    // A key is valid for one path, so the same operation stored this answer.
    const { status, body } = stored as StoredAnswer & KeyedWork<Status, Body>;
    const work = (await replay?.({ status, body })) ?? { status, body };
    const answer = await this.#addHeaders(accountId, work);
    return { ...answer, headers: { ...answer.headers, 'Idempotent-Replayed': 'true' } };
  }

  async #addHeaders<Status extends number, Body extends object>(
    accountId: string,
    work: KeyedWork<Status, Body>,
  ): Promise<KeyedAnswer<Status, Body>> {
    return { ...work, headers: work.headers ?? (await this.parts.headersOf?.(accountId)) ?? {} };
  }
}

/** SHA-256 of the content of a call. The order of fields, spacing and absent values make no difference. */
export function computeFingerprint(content: object): Buffer {
  return createHash('sha256').update(toCanonicalJson(content)).digest();
}

/** JSON with the keys of every object sorted. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, sortKeys);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  // Without a prototype, so that a key named __proto__ is kept.
  const sorted: Record<string, unknown> = Object.create(null);
  const given = value as Record<string, unknown>;
  for (const key of Object.keys(given).sort()) sorted[key] = given[key];
  return sorted;
}
