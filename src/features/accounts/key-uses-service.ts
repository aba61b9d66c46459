import type { KeysStore } from './keys-store.ts';

/** Remembers when keys were last used, and writes it from time to time, so that requests do not wait for it. */
export class KeyUses {
  #uses = new Map<string, Date>();

  constructor(private readonly store: Pick<KeysStore, 'recordKeyUses'>) {}

  noteUse(keyId: string): void {
    this.#uses.set(keyId, new Date());
  }

  async flush(): Promise<void> {
    const uses = this.#uses;
    if (uses.size === 0) return;
    this.#uses = new Map();
    try {
      await this.store.recordKeyUses(uses);
    } catch (error) {
      this.#uses = new Map([...uses, ...this.#uses]);
      throw error;
    }
  }
}
