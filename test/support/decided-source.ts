import { randomUUID } from 'node:crypto';
import { idOf } from './companies.ts';
import type { SourceAccount } from './sources.ts';

/** Cells of rows over `sourceWorld`: companies 3 and 4 share a name, and 8 once had the name of `former`. */
export const shared = { name: '株式会社同名商事' };
export const unknown = { name: '誰も知らない株式会社' };
export const former = { name: '株式会社旧名堂' };
export const invalid = { name: '架空', ticker: '92' };

export interface Decision {
  readonly row: string | number;
  readonly action: string;
  readonly [field: string]: unknown;
}

export const chosen = (row: string | number, company: number, more: object = {}): Decision => ({
  row,
  action: 'choose',
  companyId: idOf(company),
  ...more,
});

interface DecideOptions {
  readonly reopen?: boolean;
  readonly key?: string;
  readonly maxCredits?: number;
  readonly dryRun?: boolean;
}

/** A source whose rows a test decides, and the account that does it. */
export class DecidedSource {
  constructor(
    readonly caller: SourceAccount,
    readonly id: string,
  ) {}

  decide(decisions: readonly Decision[], options: DecideOptions = {}) {
    const { key = randomUUID(), maxCredits = 100, ...more } = options;
    const body = { execute: true, maxCredits, decisions, ...more };
    return this.caller.post(`/sources/${this.id}/decisions`, body, key);
  }

  /** @returns the id of the call */
  async decided(...decisions: readonly Decision[]): Promise<string> {
    const { body } = await this.decide(decisions).expect(200);
    return body.batch_id;
  }

  undo(batchId: string, { key = randomUUID(), ...more }: { key?: string; [field: string]: unknown } = {}) {
    return this.caller.post(`/sources/${this.id}/undo`, { batchId, ...more }, key);
  }

  /** What each row says about itself. */
  async states() {
    const rows = await this.caller.rows(this.id);
    return rows.map(({ resolve_status, company_id, decision, paid }) => [
      resolve_status,
      company_id,
      decision,
      paid,
    ]);
  }

  /** Everything that a decision can change in each row. */
  async rows() {
    const rows = await this.caller.rows(this.id);
    return rows.map(({ resolve_status, company_id, decision, paid, reason, resolve_candidates }) => ({
      resolve_status,
      company_id,
      decision,
      paid,
      reason: reason?.code ?? null,
      candidates: resolve_candidates.map((each) => each.company_id),
    }));
  }

  async history(query = '') {
    return (await this.caller.get(`/sources/${this.id}/history?order=oldest${query}`).expect(200)).body.items;
  }

  async remembered() {
    const { body } = await this.caller.get('/remembered-choices').expect(200);
    return body.items.map(({ name, company_id, always }: Record<string, unknown>) => [
      name,
      company_id,
      always,
    ]);
  }
}
