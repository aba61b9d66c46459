import type { Command } from 'commander';
import {
  type CoverageTrend,
  computeFreshness,
  computeRatio,
  type Freshness,
  toRegisterView,
} from '../../src/features/freshness/freshness.ts';
import { FreshnessStore } from '../../src/features/freshness/freshness-store.ts';
import {
  formatColumns,
  formatCount,
  formatPercent,
  formatTable,
  type OutputOptions,
  printResult,
} from '../operator/output.ts';
import type { OperatorSession } from '../operator/session.ts';

/** Adds `freshness`. */
export function addFreshnessCommand(program: Command, session: OperatorSession): void {
  program
    .command('freshness')
    .description(
      'Show up to which day each register is loaded, and how many companies have which facts; fails if a register is behind',
    )
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const { states, coverage } = await session.withDatabase(1, async (knex) => {
        const store = new FreshnessStore(knex, 30_000);
        return { states: await store.listRegisters(), coverage: await store.listCoverage() };
      });
      const registers = states.map((state) => computeFreshness(state, new Date()));
      if (registers.some(({ state }) => state === 'behind' || state === 'failing')) process.exitCode = 1;
      printResult(
        options,
        {
          registers: registers.map((each) => ({
            ...toRegisterView(each),
            failure: each.failure,
            rejected_ratio: each.rejectedRatio,
          })),
          coverage: coverage.map(toCoverageView),
        },
        ...formatFreshness(registers),
        ...formatCoverage(coverage),
      );
    });
}

function formatFreshness(registers: readonly Freshness[]): string[] {
  const header = [
    ...['REGISTER', 'STATE', 'COMPLETE THROUGH', 'PUBLISHED THROUGH'],
    ...['LAST ANSWER', 'BEHIND', 'FAILURES', 'REJECTED'],
  ];
  const failing = registers.filter(({ failure }) => failure !== null);
  const rows = registers.map((each) => [
    each.register,
    each.state.replace('_', ' '),
    each.completeThrough ?? 'not begun',
    each.publishedThrough ?? 'not said',
    each.checkedAt?.toISOString().replace(/\.\d+/, '') ?? 'none',
    each.behindSeconds === null ? '' : formatDuration(each.behindSeconds),
    String(each.failures),
    each.rejectedRatio === null ? '' : formatPercent(each.rejectedRatio),
  ]);
  return [
    ...formatTable('No register is loaded.', header, rows),
    ...failing.map(({ register, failure }) => `${register}: ${failure}`),
  ];
}

function toCoverageView({
  signal,
  withValue,
  total,
  earlierDay,
  earlierWithValue,
  earlierTotal,
}: CoverageTrend) {
  return {
    signal,
    companies_with_value: withValue,
    companies_total: total,
    earlier: earlierDay && {
      day: earlierDay,
      companies_with_value: earlierWithValue,
      companies_total: earlierTotal,
    },
  };
}

function formatCoverage(coverage: readonly CoverageTrend[]): string[] {
  if (coverage.length === 0) return [];
  const formatShare = (withValue: number, total: number) => formatPercent(computeRatio(withValue, total));
  const rows = coverage.map(({ signal, withValue, total, earlierDay, earlierWithValue, earlierTotal }) => [
    signal,
    formatCount(withValue),
    formatShare(withValue, total),
    earlierDay === null ? '' : formatShare(earlierWithValue ?? 0, earlierTotal ?? 0),
    earlierDay ?? '',
  ]);
  return ['', ...formatColumns([['SIGNAL', 'COMPANIES', 'COVERAGE', 'EARLIER', 'ON'], ...rows])];
}

function formatDuration(seconds: number): string {
  const hours = Math.ceil(seconds / 3_600);
  if (hours < 48) return `${hours} h`;
  return `${Math.ceil(hours / 24)} d`;
}
