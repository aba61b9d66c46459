/**
 * What a person agreed to spend in one review. It is asked for at the start and again when it is used up, so that no decision costs
 * more than was agreed, and no decision needs a question of its own. It is kept for the tab, so that coming back needs none.
 */
export class Agreement {
  /** Null until a person agreed. */
  ceiling: number | null = null;
  /** Charged or about to be charged. */
  used = 0;

  constructor(
    private readonly sourceId: string,
    private readonly storage: Pick<Storage, 'getItem' | 'setItem'> | null,
  ) {
    const [ceiling, used] = (storage?.getItem(this.name) ?? '').split(' ').map(Number);
    if (Number.isSafeInteger(ceiling) && Number.isSafeInteger(used) && storage?.getItem(this.name)) {
      this.ceiling = ceiling ?? null;
      this.used = used ?? 0;
    }
  }

  get remaining(): number {
    return this.ceiling === null ? 0 : Math.max(0, this.ceiling - this.used);
  }

  covers(price: number): boolean {
    return price === 0 || price <= this.remaining;
  }

  agree(ceiling: number): void {
    this.ceiling = ceiling;
    this.keep();
  }

  /** A negative number gives back what was not charged after all. */
  spend(credits: number): void {
    this.used = Math.max(0, this.used + credits);
    this.keep();
  }

  private get name(): string {
    return `company-data-desk.agreed.${this.sourceId}`;
  }

  private keep(): void {
    if (this.ceiling !== null) this.storage?.setItem(this.name, `${this.ceiling} ${this.used}`);
  }
}
