import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Command } from 'commander';
import { addGenerateCommand } from '../../indexers/generating/commands.ts';
import { type SuiteDatabase, suiteDatabase } from '../support/database.ts';

describe('the command generate', () => {
  let database: SuiteDatabase;
  const printed = jest.spyOn(console, 'log').mockImplementation(() => {});

  beforeAll(async () => {
    database = await suiteDatabase();
  });
  afterEach(() => {
    printed.mockClear();
  });
  afterAll(async () => {
    printed.mockRestore();
    await database.drop();
  });

  async function run(...args: string[]): Promise<string> {
    const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
    addGenerateCommand(program, { databaseUrl: database.url });
    for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => {} });
    await program.parseAsync(['generate', ...args], { from: 'user' });
    return String(printed.mock.lastCall?.[0]);
  }

  it('fills the database and says what it did, for people and for programs', async () => {
    expect(await run('--companies', '300', '--seed', '5', '--today', '2026-11-21')).toMatch(
      /^Generated 300 companies of seed 5 as of 2026-11-21 in \d+\.\d s; 0 already existed\.$/,
    );
    const report: unknown = JSON.parse(await run('--companies', '400', '--seed', '5', '--json'));
    expect(report).toMatchObject({
      companies: 400,
      added: 100,
      unchanged: 300,
      seed: 5,
      today: '2026-11-21',
    });
    expect(await database.knex('companies').count({ companies: '*' })).toEqual([{ companies: 400 }]);
  });

  it('refuses what is not a number, and a missing number of companies', async () => {
    await expect(run('--companies', 'many')).rejects.toThrow('It must be a whole number.');
    await expect(run('--seed', '1')).rejects.toThrow("required option '--companies <number>'");
  });
});
