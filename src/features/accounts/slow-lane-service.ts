import { setTimeout as wait } from 'node:timers/promises';
import type { Account } from './account.ts';

const batchEveryMs = 200;
const maxWaitingKeys = 2_000;

/** Looks up waiting keys in one query every 200 ms, so that their load on the database is bounded. */
export class KeyLookupBatcher {
  #waiting = new Map<string, Buffer>();
  #next: Promise<ReadonlyMap<string, Account>> | null = null;

  constructor(
    private readonly find: (keyHashes: readonly Buffer[]) => Promise<ReadonlyMap<string, Account>>,
  ) {}

  /** @returns null for an unknown key, and when too many keys are waiting */
  async findOwner(keyHash: Buffer): Promise<Account | null> {
    const id = keyHash.toString('hex');
    if (this.#waiting.size >= maxWaitingKeys && !this.#waiting.has(id)) return null;
    this.#waiting.set(id, keyHash);
    this.#next ??= this.#findLater();
    return (await this.#next).get(id) ?? null;
  }

  async #findLater(): Promise<ReadonlyMap<string, Account>> {
    await wait(batchEveryMs);
    const keyHashes = [...this.#waiting.values()];
    this.#waiting = new Map();
    this.#next = null;
    return this.find(keyHashes);
  }
}
