import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandSuite } from './command-suite.ts';

/** Runs in the background, with a service that processes them. */

let suite: CommandSuite;
beforeAll(async () => {
  suite = await CommandSuite.start({ JOBS: 'true' });
});
afterAll(() => suite.end());
beforeEach(() => suite.newAccount(500));

const rows = 120;
const table = `会社名,番号\r\n${Array.from({ length: rows }, (_, at) => `株式会社孤立電機,${at}\r\n`).join('')}`;

describe('a run in the background', () => {
  it('is resumed with a higher maximum, and reports what was charged since', async () => {
    const { source } = await suite.json('source', 'import', suite.writeCsv(table), '--detected');
    const id = source.source_id;
    // The first batch has 50 rows, and the second would cost more than 60 credits.
    await suite.service
      .as(suite.account)
      .post(`/sources/${id}/runs`, { execute: true, maxCredits: 60 }, { key: 'run', status: 202 });
    const stopped = await suite.run(['source', 'runs', id, '--follow']);
    expect(stopped).toMatchObject({ exitCode: 6 });
    expect(stopped.stderr).toContain('The run was stopped after 50 of 120 rows.');
    expect(stopped.stderr).toContain(`company-data source resume ${id} --max-credits 120`);
    expect(await suite.run(['source', 'resume', id])).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('The run stopped at its maximum of 60 credits.'),
    });
    const { exitCode, stderr } = await suite.run(['source', 'resume', id, '--max-credits', '120']);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('Charged 70 basic credits; 380 remaining.');
    expect(stderr).toContain('The whole run has cost 120 credits.');
    expect(await suite.run(['source', 'resume', id])).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('The last run of the source cannot be resumed. It is completed.'),
    });
    expect((await suite.run(['source', 'runs', id, '--follow'])).stderr).toContain('Charged 0 basic credits');
    expect(await suite.balance()).toBe(380);
  });

  it('resolves what match asks for, and says what it cost', async () => {
    const flags = ['--out', `${suite.folder}/out.csv`, '--background', '--max-credits', '200'];
    const { exitCode, stderr } = await suite.run(['match', suite.writeCsv(table), ...flags]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('To expect: 120 rows settled, 0 with several candidates');
    expect(stderr).toContain('Charged 120 basic credits; 380 remaining.');
  });
});
