import type { Command } from 'commander';
import {
  type CoverageTrend,
  type Freshness,
  freshnessOf,
  ratioOf,
  registerView,
} from '../../src/features/freshness/freshness.ts';
import { FreshnessStore } from '../../src/features/freshness/freshness-store.ts';
import { columns, count, type OutputOptions, print } from '../operator/output.ts';
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
        return { states: await store.registers(), coverage: await store.coverage() };
      });
      const registers = states.map((state) => freshnessOf(state, new Date()));
      if (registers.some(({ state }) => state === 'behind' || state === 'failing')) process.exitCode = 1;
      print(
        options,
        {
          registers: registers.map((each) => ({
            ...registerView(each),
            failure: each.failure,
            rejected_ratio: each.rejectedRatio,
          })),
          coverage: coverage.map(coverageView),
        },
        ...(registers.length === 0 ? ['No register is loaded.'] : lines(registers)),
        ...(coverage.length === 0 ? [] : ['', ...coverageLines(coverage)]),
      );
    });
}

function lines(registers: readonly Freshness[]): string[] {
  const header = [
    'REGISTER',
    'STATE',
    'COMPLETE THROUGH',
    'PUBLISHED THROUGH',
    'LAST ANSWER',
    'BEHIND',
    'FAILURES',
    'REJECTED',
  ];
  const failing = registers.filter(({ failure }) => failure !== null);
  const table = columns([
    header,
    ...registers.map((each) => [
      each.register,
      each.state.replace('_', ' '),
      each.completeThrough ?? 'not begun',
      each.publishedThrough ?? 'not said',
      each.checkedAt === null ? 'none' : `${each.checkedAt.toISOString().slice(0, 19)}Z`,
      each.behindSeconds === null ? '' : formatDuration(each.behindSeconds),
      String(each.failures),
      each.rejectedRatio === null ? '' : `${(each.rejectedRatio * 100).toFixed(1)} %`,
    ]),
  ]);
  return [...table, ...failing.map(({ register, failure }) => `${register}: ${failure}`)];
}

function coverageView({
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

function coverageLines(coverage: readonly CoverageTrend[]): string[] {
  const part = (withValue: number, total: number) => `${(ratioOf(withValue, total) * 100).toFixed(1)} %`;
  return columns([
    ['SIGNAL', 'COMPANIES', 'COVERAGE', 'EARLIER', 'ON'],
    ...coverage.map(({ signal, withValue, total, earlierDay, earlierWithValue, earlierTotal }) => [
      signal,
      count(withValue),
      part(withValue, total),
      earlierDay === null ? '' : part(earlierWithValue ?? 0, earlierTotal ?? 0),
      earlierDay ?? '',
    ]),
  ]);
}

function formatDuration(seconds: number): string {
  const hours = Math.ceil(seconds / 3_600);
  return hours < 48 ? `${hours} h` : `${Math.ceil(hours / 24)} d`;
}
