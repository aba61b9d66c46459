import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { idOf } from '../support/companies.ts';
import { readCsv } from '../support/messy/judging.ts';
import { workbook } from '../support/workbooks.ts';
import { readWorkbook } from '../support/written-workbook.ts';
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

  it.each(['candidates.csv', 'candidates.xlsx'])(
    'takes the choices back that were made in %s',
    async (name) => {
      const sourceId = await suite.resolvedSource();
      const file = path.join(suite.folder, name);
      const out = await suite.run(['source', 'candidates', sourceId, '--out', file]);
      expect(out).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(`Written to ${file}`) });
      const lines = name.endsWith('.csv')
        ? readCsv(readFileSync(file, 'utf8'))
        : (await readWorkbook(readFileSync(file))).lines;
      const [headers = [], ...rest] = lines;
      const [company, choice] = ['cd_candidate_company_id', 'cd_choice'].map((header) =>
        headers.indexOf(header),
      );
      const chosen = rest.map((cells) =>
        cells.map((cell, place) => (place === choice && cells[company ?? -1] === idOf(3) ? 'x' : cell)),
      );
      if (name.endsWith('.csv'))
        writeFileSync(
          file,
          [headers, ...chosen]
            .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
            .join('\r\n'),
        );
      else {
        const numbered = Object.fromEntries([headers, ...chosen].map((cells, at) => [at + 1, cells]));
        writeFileSync(file, workbook([{ name: 'choices', lines: numbered }]));
      }
      const send = (...flags: string[]) => suite.run(['source', 'choices', sourceId, file, ...flags]);
      expect(await send()).toMatchObject({ exitCode: 6 });
      expect(await send('--max-credits', '1')).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining('Changed 1 row.'),
      });
      expect(await rowsIn(sourceId, 'matched')).toContainEqual(
        expect.objectContaining({ company_id: idOf(3) }),
      );
      expect(await suite.balance()).toBe(97);
    },
  );

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
