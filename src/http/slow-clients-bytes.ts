import { ServiceError } from '../contract/errors.ts';

interface Holder {
  readonly accountId: string;
  bytes: number;
  isWhole: boolean;
  giveUp(reason: ServiceError): void;
}

/** What one body or answer takes. */
export interface HeldBytes {
  /** It takes more. Another one may be given up for it, or this one. */
  add(bytes: number): void;
  /** It is whole, and is not given up any more. */
  complete(): void;
  release(): void;
}

/**
 * Bounds the bytes that bodies or answers take while their clients send or read them. If there are too many, the account that has most
 * of them loses the one that has been under way for longest: so nobody keeps others out by being slow.
 */
export class SlowClientsBytes {
  /** In the order in which they began. */
  readonly #holders = new Set<Holder>();
  readonly #ofAccount = new Map<string, number>();
  #held = 0;

  constructor(private readonly bounds: { readonly maxTotal: number; readonly maxPerAccount: number }) {}

  get held(): number {
    return this.#held;
  }

  holdBytes(accountId: string, giveUp: Holder['giveUp']): HeldBytes {
    const holder: Holder = { accountId, bytes: 0, isWhole: false, giveUp };
    this.#holders.add(holder);
    return {
      add: (bytes) => {
        if (!this.#holders.has(holder)) return;
        holder.bytes += bytes;
        this.#addToCount(accountId, bytes);
        this.#makeRoom(holder);
      },
      complete: () => {
        holder.isWhole = true;
      },
      release: () => this.#releaseBytes(holder),
    };
  }

  #makeRoom(newest: Holder): void {
    for (;;) {
      const isOverShare = (this.#ofAccount.get(newest.accountId) ?? 0) > this.bounds.maxPerAccount;
      if (!isOverShare && this.#held <= this.bounds.maxTotal) return;
      const accountId = isOverShare ? newest.accountId : this.#findLargestAccount();
      const given =
        [...this.#holders].find((holder) => holder.accountId === accountId && !holder.isWhole) ?? newest;
      this.#releaseBytes(given);
      given.giveUp(new ServiceError('service_overloaded', { retryAfterSeconds: 5 }));
      if (given === newest) return;
    }
  }

  #findLargestAccount(): string | undefined {
    const [largest] = [...this.#ofAccount].sort(([, a], [, b]) => b - a);
    return largest?.[0];
  }

  #releaseBytes(holder: Holder): void {
    if (this.#holders.delete(holder)) this.#addToCount(holder.accountId, -holder.bytes);
  }

  #addToCount(accountId: string, change: number): void {
    this.#held += change;
    const held = (this.#ofAccount.get(accountId) ?? 0) + change;
    if (held === 0) this.#ofAccount.delete(accountId);
    else this.#ofAccount.set(accountId, held);
  }
}
