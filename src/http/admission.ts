import { ServiceError } from '../contract/errors.ts';
import { AcquireTimeout, KeyedSemaphore } from '../running/keyed-semaphore.ts';
import type { Route } from './route.ts';

/** Requests of one share never wait for those of another. */
export const shares = ['light', 'query', 'table', 'upload', 'assistant'] as const;
export type Share = (typeof shares)[number];

export interface AdmissionBounds {
  /** Requests of the share that may be in progress at once. */
  readonly inProgress: number;
  /** How many more may wait. */
  readonly waiting: number;
  /** How long a request may wait. */
  readonly timeoutMs: number;
}

/** Fewer of them are in memory at once (src/features/sources/uploads/import-parsing-service.ts). */
const uploads: AdmissionBounds = { inProgress: 12, waiting: 32, timeoutMs: 30_000 };

/**
 * @param requests light ones in progress at once
 * @param heavyRequests work on tables and Lists. Queries get half of that: the engine has about 3/2 threads for each
 *   processor, and light searches need some of them.
 */
export function computeAdmissionBounds(
  requests: number,
  heavyRequests: number,
): Readonly<Record<Share, AdmissionBounds>> {
  return {
    light: { inProgress: requests, waiting: 4 * requests, timeoutMs: 1_000 },
    query: { inProgress: Math.ceil(heavyRequests / 2), waiting: 8 * heavyRequests, timeoutMs: 5_000 },
    table: { inProgress: heavyRequests, waiting: 8 * heavyRequests, timeoutMs: 20_000 },
    upload: uploads,
    // Their calls take places of the other shares, which they would keep from each other.
    assistant: { inProgress: requests, waiting: 4 * requests, timeoutMs: 1_000 },
  };
}

/** The share of a route's requests; null if they are always admitted. */
export function findShare({ auth, limit, work, largeBodies }: Route): Share | null {
  // Health, metrics and pages: an operator needs them most when the service has too much to do.
  if (auth === 'none') return null;
  if (work === 'delegated') return 'assistant';
  if (largeBodies) return 'upload';
  return work ?? (limit === 'heavy' ? 'table' : 'light');
}

/**
 * Bounds the requests in progress. The surplus waits in a short queue, for a short time, and is then refused before any work
 * is begun. So a caller soon learns that the service has too much to do, and what it does begin, it ends in good time.
 */
export class Admission {
  readonly #shares: Readonly<Record<Share, ShareQueue>>;

  constructor(bounds: Readonly<Record<Share, AdmissionBounds>>) {
    this.#shares = {
      light: new ShareQueue(bounds.light),
      query: new ShareQueue(bounds.query),
      table: new ShareQueue(bounds.table),
      upload: new ShareQueue(bounds.upload),
      assistant: new ShareQueue(bounds.assistant),
    };
  }

  /**
   * Waits for a place. Returns no promise if there is one, to avoid a needless wait.
   * @returns a function that leaves the place
   * @throws ServiceError service_overloaded
   */
  enterShare(share: Share, accountId: string): (() => void) | Promise<() => void> {
    return this.#shares[share].enterQueue(accountId);
  }

  /** Waits for a place, for any time: what is begun is not refused. */
  takeAgain(share: Share, accountId: string): Promise<() => void> {
    return this.#shares[share].takeAgain(accountId);
  }

  /** @throws ServiceError service_overloaded if the account would get no place, and may not wait for one */
  refuseIfFull(share: Share, accountId: string): void {
    this.#shares[share].refuseIfFull(accountId);
  }

  /** Whether no further light request may wait. */
  get isFull(): boolean {
    return this.#shares.light.isFull;
  }

  /** A light request was refused elsewhere. */
  noteRefusal(): void {
    this.#shares.light.noteRefusal();
  }

  /** For the metrics. */
  getCounts(share: Share): {
    readonly inProgress: number;
    readonly waiting: number;
    readonly refused: number;
  } {
    return this.#shares[share].counts;
  }
}

/** The place of one request. */
export class AdmissionPlace {
  #leave: () => void = () => undefined;
  #entered: readonly [share: Share, accountId: string] | undefined;

  constructor(private readonly admission: Admission) {}

  /** @throws ServiceError service_overloaded */
  refuseIfFull(share: Share, accountId: string): void {
    this.admission.refuseIfFull(share, accountId);
  }

  /** Leaves the place that it had, and waits for one in this share. @throws ServiceError service_overloaded */
  async enterShare(share: Share, accountId: string): Promise<void> {
    this.exitShare();
    this.#leave = await this.admission.enterShare(share, accountId);
    this.#entered = [share, accountId];
  }

  /** Waits for the place that it had, for any time. */
  async takeAgain(): Promise<void> {
    if (this.#entered) this.#leave = await this.admission.takeAgain(...this.#entered);
  }

  exitShare(): void {
    this.#leave();
  }
}

class ShareQueue {
  readonly #semaphore: KeyedSemaphore;
  #refused = 0;

  constructor(private readonly bounds: AdmissionBounds) {
    // The last quarter is for the others.
    const maxPerKey = Math.max(1, Math.floor(bounds.inProgress * 0.75));
    this.#semaphore = new KeyedSemaphore({ maxTotal: bounds.inProgress, maxPerKey });
  }

  get counts() {
    return { inProgress: this.#semaphore.held, waiting: this.#semaphore.waiting, refused: this.#refused };
  }

  get isFull(): boolean {
    return this.#semaphore.waiting >= this.bounds.waiting;
  }

  noteRefusal(): void {
    this.#refused += 1;
  }

  enterQueue(accountId: string): (() => void) | Promise<() => void> {
    const release = this.#semaphore.tryAcquire(accountId);
    if (release) return release;
    if (this.isFull && !this.#semaphore.dropNewest(accountId)) throw this.#createRefusal();
    return this.#semaphore.acquire(accountId, this.bounds.timeoutMs).catch((error: unknown) => {
      if (error instanceof AcquireTimeout) throw this.#createRefusal();
      throw error;
    });
  }

  takeAgain(accountId: string): Promise<() => void> {
    return this.#semaphore.acquire(accountId);
  }

  refuseIfFull(accountId: string): void {
    if (this.isFull && !this.#semaphore.canAcquire(accountId)) throw this.#createRefusal();
  }

  #createRefusal(): ServiceError {
    this.noteRefusal();
    // After this time, everything that waits now has ended or was refused.
    return new ServiceError('service_overloaded', { retryAfterSeconds: this.bounds.timeoutMs / 1000 });
  }
}
