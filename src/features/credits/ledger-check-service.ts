import type { RecurringTask } from '../../running/recurring.ts';
import type { CreditsService } from './credits-service.ts';

/** The outcome of a comparison of all balances with the ledger. */
export interface LedgerCheck {
  readonly at: Date;
  /** Balances that differ from their entries or lots. */
  readonly faults: number;
}

export interface LedgerCheckParts {
  readonly credits: Pick<CreditsService, 'verifyBalances'>;
  readonly log: { error(fields: object, message: string): void };
  now(): Date;
}

const lookEveryMs = 60_000;
/** It reads the whole ledger. */
const checkEveryMs = 60 * 60 * 1_000;

/** Compares all balances with the ledger once an hour, in processes that run jobs. */
export class LedgerCheckService {
  #last: LedgerCheck | null = null;

  constructor(private readonly parts: LedgerCheckParts) {}

  /** Null before the first one in this process. */
  get last(): LedgerCheck | null {
    return this.#last;
  }

  get task(): RecurringTask {
    return { everyMs: lookEveryMs, run: () => this.checkIfDue(), failure: 'the ledger could not be checked' };
  }

  async checkIfDue(): Promise<void> {
    const { credits, log, now } = this.parts;
    const at = now();
    // If the clock was set back, it is due too.
    if (this.#last && Math.abs(at.getTime() - this.#last.at.getTime()) < checkEveryMs) return;
    const { faults } = await credits.verifyBalances();
    this.#last = { at, faults: faults.length };
    if (faults.length > 0)
      log.error({ balances: faults.length }, 'balances do not add up: run credits verify');
  }
}
