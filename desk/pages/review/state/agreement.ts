import { agreedPrefix } from '../../../kept-key.ts';

/** A choice of which it is not known yet whether it was charged. */
interface Reservation {
  readonly row: string;
  readonly credits: number;
}

interface StoredAgreement {
  readonly ceiling: number;
  readonly charged: number;
  readonly reserved: readonly Reservation[];
}

/** Null if nothing was kept, or an earlier version of the desk kept it in another form. */
function parseStoredAgreement(text: string): StoredAgreement | null {
  try {
    const kept = JSON.parse(text) as StoredAgreement;
    if (Array.isArray(kept.reserved)) return kept;
    return null;
  } catch {
    return null;
  }
}

/**
 * What a person agreed to spend in one review. It is asked for at the start and again when it is used up, so that no decision costs
 * more than was agreed, and no decision needs a question of its own. It is kept for the tab, so that coming back needs none.
 */
export class Agreement {
  /** Null until a person agreed. */
  ceiling: number | null = null;
  /** What the service charged. */
  charged = 0;
  /** Choices that the service did not confirm yet, by task. */
  private readonly reserved = new Map<string, Reservation>();
  /** Such choices of the page before a reload. */
  private left: readonly Reservation[] = [];

  constructor(
    private readonly sourceId: string,
    private readonly storage: Pick<Storage, 'getItem' | 'setItem'> | null,
  ) {
    const kept = parseStoredAgreement(storage?.getItem(this.name) ?? '');
    if (!kept) return;
    this.ceiling = kept.ceiling;
    this.charged = kept.charged;
    this.left = kept.reserved;
  }

  /** Charged, or perhaps about to be. */
  get used(): number {
    return [...this.left, ...this.reserved.values()].reduce(
      (sum, { credits }) => sum + credits,
      this.charged,
    );
  }

  get remaining(): number {
    if (this.ceiling === null) return 0;
    return Math.max(0, this.ceiling - this.used);
  }

  canCover(price: number): boolean {
    return price === 0 || price <= this.remaining;
  }

  setCeiling(ceiling: number): void {
    this.ceiling = ceiling;
    this.saveState();
  }

  reserveCredits(task: string, row: string, credits: number): void {
    if (credits === 0) return;
    this.reserved.set(task, { row, credits });
    this.saveState();
  }

  /** @param charged what the service charged; 0 if it refused the choice, or never got it */
  settleTask(task: string, charged: number): void {
    const isReserved = this.reserved.delete(task);
    if (!isReserved && charged === 0) return;
    this.charged += charged;
    this.saveState();
  }

  /**
   * Settles the choices that were on their way when the page was left: those whose row was paid were charged.
   * @param isPaid null: it is not known now
   */
  async settleLeft(isPaid: (row: string) => Promise<boolean | null>): Promise<void> {
    for (const each of this.left) {
      const paid = await isPaid(each.row);
      if (paid === null) continue;
      this.left = this.left.filter((other) => other !== each);
      if (paid) this.charged += each.credits;
      this.saveState();
    }
  }

  private get name(): string {
    return `${agreedPrefix}${this.sourceId}`;
  }

  private saveState(): void {
    if (this.ceiling === null) return;
    const { ceiling, charged } = this;
    const kept: StoredAgreement = { ceiling, charged, reserved: [...this.left, ...this.reserved.values()] };
    this.storage?.setItem(this.name, JSON.stringify(kept));
  }
}
