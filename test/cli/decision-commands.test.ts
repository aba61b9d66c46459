import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { idOf } from '../support/companies.ts';
import { CommandSuite } from './command-suite.ts';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await CommandSuite.start();
});
afterAll(() => suite.end());
beforeEach(() => suite.newAccount());

const rowsIn = async (sourceId: string, status: string) =>
  (await suite.json('source', 'review', sourceId, '--status', status)).rows;

describe('deciding about rows', () => {
  it('chooses a company that was no candidate, reopens the row, and settles it again free of charge', async () => {
    const sourceId = await suite.resolvedSource();
    const decide = (...rest: string[]) =>
      suite.run(['source', 'decide', sourceId, '4', ...rest, '--max-credits', '1']);
    const chosen = await decide('choose', '--company', idOf(1), '--why', '電話で確認');
    expect(chosen).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Changed 1 row.') });
    expect(chosen.stderr).toContain('It changes 1 row.');
    expect(await suite.balance()).toBe(97);
    expect(await rowsIn(sourceId, 'not_found')).toEqual([]);
    await decide('reopen');
    expect(await rowsIn(sourceId, 'not_found')).toHaveLength(1);
    await decide('choose', '--company', idOf(1));
    expect(await suite.balance()).toBe(97);
    const { stdout } = await suite.run(['source', 'history', sourceId]);
    expect(stdout).toMatch(/choose[\s\S]*reopen[\s\S]*choose/);
    expect(stdout).toContain('電話で確認');
  });

  it('pays nothing without agreement, and names what is wrong with a decision', async () => {
    const sourceId = await suite.resolvedSource();
    const decide = (...rest: string[]) => suite.run(['source', 'decide', sourceId, ...rest]);
    expect(await decide('4', 'choose', '--company', idOf(1))).toMatchObject({ exitCode: 6 });
    expect(await decide('4', 'buy')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('buy is not an action.'),
    });
    expect(await decide('99', 'none_of_these')).toMatchObject({ exitCode: 3 });
    expect(await decide('1', 'choose', '--company', idOf(2), '--max-credits', '1')).toMatchObject({
      exitCode: 9,
    });
    expect(await suite.balance()).toBe(98);
  });

  it('shows why rows are open, and accepts all rows with one reason', async () => {
    const file = suite.writeCsv('会社名,法人番号\r\n株式会社孤立電機,1234567890123\r\n株式会社同名商事,\r\n');
    const { source } = await suite.json('source', 'import', file, '--detected');
    const mapped = ['--name-column', '会社名', '--number-column', '法人番号'];
    await suite.run(['source', 'map', source.source_id, ...mapped]);
    await suite.run(['source', 'resolve', source.source_id, '--max-credits', '5']);
    const { stdout } = await suite.run(['source', 'reasons', source.source_id]);
    expect(stdout).toContain('faulty_value_one_company');
    expect(stdout).toContain('1 row can be accepted at once for 1 credit.');
    const accept = (reason: string) =>
      suite.run(['source', 'accept', source.source_id, reason, '--max-credits', '5']);
    expect(await accept('several_companies')).toMatchObject({ exitCode: 9 });
    expect(await accept('faulty_value_one_company')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Settled 1 row.'),
    });
    expect(await rowsIn(source.source_id, 'matched')).toHaveLength(1);
    expect(await suite.balance()).toBe(99);
  });
});
