import { ServiceError } from '../../contract/errors.ts';
import type { Account } from './account.ts';
import { hashApiKey, isApiKey } from './api-key.ts';
import { KeyLookupBatcher } from './slow-lane-service.ts';
import { forgetOldest, WrongKeys } from './wrong-keys.ts';

/** Also the longest time until a changed limit of a plan takes effect. Every other change is announced. */
const cacheMs = 1_000;
const cacheSize = 10_000;

export interface AuthenticatorParts {
  /** The accounts of these keys, by hash in hex. Unknown and revoked keys are left out. */
  findKeyOwners(keyHashes: readonly Buffer[]): Promise<ReadonlyMap<string, Account>>;
  /** Whether `forgetKey` is currently called for every change of a key or its account. If not, the cache is not used. */
  receivesChanges(): boolean;
}

interface Entry {
  readonly owner: Promise<Account | null>;
  readonly expiresAt: number;
}

/**
 * Finds the account of an API key. It caches accounts for at most a second and drops them when they or their key change.
 * Most requests need no query, and a revocation or suspension takes effect at once.
 */
export class Authenticator {
  readonly #entries = new Map<string, Entry>();
  readonly #wrongKeys = new WrongKeys(() => performance.now());
  readonly #lookupBatcher: KeyLookupBatcher;

  constructor(private readonly parts: AuthenticatorParts) {
    this.#lookupBatcher = new KeyLookupBatcher((keyHashes) => parts.findKeyOwners(keyHashes));
  }

  /**
   * @param address of the client
   * @throws ServiceError invalid_api_key when the key is malformed, unknown or revoked; rate_limit_exceeded when the
   * address has sent too many such keys
   */
  async authenticate(apiKey: string, address: string): Promise<Account> {
    const keyHash = isApiKey(apiKey) ? hashApiKey(apiKey) : null;
    const id = keyHash?.toString('hex') ?? null;
    const wait = this.#wrongKeys.startCheck(address, id);
    if (wait > 0) return this.#authenticateSlowly(keyHash, wait);
    if (keyHash === null || id === null) throw new ServiceError('invalid_api_key');
    let outcome: 'right' | 'wrong' | 'unknown' = 'unknown';
    try {
      const owner = await this.#findOwner(keyHash);
      outcome = owner ? 'right' : 'wrong';
      if (owner) return owner;
    } finally {
      this.#wrongKeys.finishCheck(address, id, outcome);
    }
    throw new ServiceError('invalid_api_key');
  }

  /** An address that sends wrong keys may also send a valid one. Its keys wait and share one query. */
  async #authenticateSlowly(keyHash: Buffer | null, seconds: number): Promise<Account> {
    const owner = keyHash && (await this.#lookupBatcher.findOwner(keyHash));
    if (!keyHash || !owner) {
      throw new ServiceError('rate_limit_exceeded', {
        message: 'This address has sent too many wrong API keys.',
        retryAfterSeconds: seconds,
      });
    }
    this.#wrongKeys.noteRight(keyHash.toString('hex'));
    return owner;
  }

  /** @param keyHash in hex */
  forgetKey(keyHash: string): void {
    this.#entries.delete(keyHash);
  }

  forgetAll(): void {
    this.#entries.clear();
  }

  #findOwner(keyHash: Buffer): Promise<Account | null> {
    if (!this.parts.receivesChanges()) return this.#lookUpOwner(keyHash);
    const id = keyHash.toString('hex');
    const kept = this.#entries.get(id);
    const now = performance.now();
    if (kept && kept.expiresAt > now) return kept.owner;
    // The cache holds the promise, not its result: concurrent requests share one query, and a revocation that arrives
    // during the query drops its answer too.
    const owner = this.#lookUpOwner(keyHash);
    this.#storeEntry(id, { owner, expiresAt: now + cacheMs });
    owner.then(
      (account) => account ?? this.#removeEntry(id, owner),
      () => this.#removeEntry(id, owner),
    );
    return owner;
  }

  async #lookUpOwner(keyHash: Buffer): Promise<Account | null> {
    const owners = await this.parts.findKeyOwners([keyHash]);
    return owners.get(keyHash.toString('hex')) ?? null;
  }

  #storeEntry(id: string, entry: Entry): void {
    this.#entries.delete(id);
    this.#entries.set(id, entry);
    forgetOldest(this.#entries, cacheSize);
  }

  /** Failures and unknown keys are not cached. */
  #removeEntry(id: string, owner: Promise<Account | null>): void {
    if (this.#entries.get(id)?.owner === owner) this.#entries.delete(id);
  }
}
