import { expect, it } from '@jest/globals';
import { LedgerCheckService } from '../../src/features/credits/ledger-check-service.ts';
import type { BalanceFault } from '../../src/features/credits/ledger-store.ts';
import { MonitoringService } from '../../src/features/health/monitoring-service.ts';
import { mergeMetrics } from '../../src/http/metric-values.ts';
import { Metrics } from '../../src/http/metrics.ts';

const fault: BalanceFault = {
  account_id: 'a',
  class: 'basic',
  balance: 5,
  sum_of_entries: 4,
  last_balance_after: 5,
  sum_of_lots: 5,
};

it('compares the balances once an hour, and shows the outcome in the metrics, also of several workers', async () => {
  let now = new Date('2026-11-24T00:00:00Z');
  let checks = 0;
  const logged: object[] = [];
  const check = new LedgerCheckService({
    credits: {
      verifyBalances: async () => {
        checks += 1;
        return { balances: 3, faults: checks === 1 ? [] : [fault] };
      },
    },
    log: { error: (fields) => logged.push(fields) },
    now: () => now,
  });
  const withCheck = new Metrics();
  const without = new Metrics();
  const parts = {
    store: { listServingIndices: async () => [], countJobs: async () => null, sumBalances: async () => [] },
    aliases: [],
    engineState: async () => {
      throw new Error('away');
    },
    onFailure: () => undefined,
  };
  withCheck.addShared(new MonitoringService({ ...parts, ledgerCheck: () => check.last }).createGauges());
  without.addShared(new MonitoringService({ ...parts, ledgerCheck: () => null }).createGauges());
  const shown = async () => {
    const merged = await mergeMetrics([await without.getOwnValues(), await withCheck.getOwnValues()]);
    return merged.flatMap(({ name, ...metric }) => {
      const { values } = metric as unknown as { readonly values: readonly { readonly value: number }[] };
      return /^(credits_balances_wrong|credits_checked)/.test(name) ? values.map(({ value }) => value) : [];
    });
  };
  expect(await shown()).toEqual([]);
  await check.checkIfDue();
  await check.checkIfDue();
  expect(checks).toBe(1);
  expect(await shown()).toEqual([0, now.getTime() / 1000]);
  expect(logged).toEqual([]);
  now = new Date('2026-11-24T01:00:00Z');
  await check.checkIfDue();
  expect(await shown()).toEqual([1, now.getTime() / 1000]);
  expect(logged).toEqual([{ balances: 1 }]);
  expect(await withCheck.renderText()).toContain('store_up{store="elasticsearch"} 0\n');
});
