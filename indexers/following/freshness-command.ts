import type { Command } from 'commander';
import { type Freshness, freshnessOf, registerView } from '../../src/features/freshness/freshness.ts';
import { FreshnessStore } from '../../src/features/freshness/freshness-store.ts';
import { columns, type OutputOptions, print } from '../operator/output.ts';
import type { OperatorSession } from '../operator/session.ts';

/** Adds `freshness`. */
export function addFreshnessCommand(program: Command, session: OperatorSession): void {
  program
    .command('freshness')
    .description('Show up to which day each register is loaded; fails if one is behind')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const states = await session.withDatabase(1, (knex) => new FreshnessStore(knex, 30_000).registers());
      const registers = states.map((state) => freshnessOf(state, new Date()));
      if (registers.some(({ state }) => state === 'behind' || state === 'failing')) process.exitCode = 1;
      print(
        options,
        { registers: registers.map((each) => ({ ...registerView(each), failure: each.failure })) },
        ...(registers.length === 0 ? ['No register is loaded.'] : lines(registers)),
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
      each.behindSeconds === null ? '' : duration(each.behindSeconds),
      String(each.failures),
    ]),
  ]);
  return [...table, ...failing.map(({ register, failure }) => `${register}: ${failure}`)];
}

function duration(seconds: number): string {
  const hours = Math.ceil(seconds / 3_600);
  return hours < 48 ? `${hours} h` : `${Math.ceil(hours / 24)} d`;
}
