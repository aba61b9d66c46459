import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { idOf } from '../support/companies.ts';
import { readCsv } from '../support/messy/judging.ts';
import { workbook } from '../support/workbooks.ts';
import { readWorkbook } from '../support/written-workbook.ts';
import { enter } from './command-line.ts';
import { CommandSuite } from './command-suite.ts';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await CommandSuite.start();
});
afterAll(() => suite.end());
beforeEach(() => suite.newAccount());

const at = (name: string) => path.join(suite.folder, name);
const ledger = [
  ['4月の支払一覧', '', ''],
  ['', '', ''],
  ['日付', '支払先', '金額'],
  ['4/1', '架空自動車㈱', '-1,000'],
  ['4/2', '株式会社同名商事', '200'],
  ['', '合計', '-800'],
];
const ledgerCsv = ledger.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\r\n');

describe('match', () => {
  it('writes the table back as it was, with the companies beside it', async () => {
    const out = at('matched.csv');
    const file = suite.writeCsv(ledgerCsv);
    const { exitCode, stderr, stdout } = await suite.run(['match', file, '--out', out, '--max-credits', '5']);
    expect(stderr).toContain('To expect: 1 matched, 1 with several candidates, 0 not found, 0 invalid.');
    expect(stderr).toContain('Charged 1 basic credit; 99 remaining.');
    expect(stdout).toMatch(/支払先 .* name/);
    expect(exitCode).toBe(4);
    const text = readFileSync(out, 'utf8');
    expect(text.startsWith('\ufeff')).toBe(true);
    const lines = readCsv(text);
    expect(lines.map((cells) => cells.slice(0, 3))).toEqual(ledger);
    const company = lines[2]?.indexOf('cd_company_id') ?? -1;
    expect(lines.slice(3, 5).map((cells) => cells[company])).toEqual([idOf(1), '']);
  });

  it('pays nothing and writes nothing without agreement, or above it', async () => {
    const out = at('unpaid.csv');
    const file = suite.writeCsv(ledgerCsv);
    for (const flags of [[], ['--yes'], ['--max-credits', '0']])
      expect(await suite.run(['match', file, '--out', out, ...flags])).toMatchObject({ exitCode: 6 });
    const { exitCode, stderr } = await suite.run(['match', file, '--out', out, '--dry-run']);
    expect([exitCode, existsSync(out)]).toEqual([0, false]);
    expect(stderr).toContain('To expect: 1 matched');
    expect(await suite.balance()).toBe(100);
  });

  it('goes on where the same file was left, and pays for no row twice', async () => {
    const file = suite.writeCsv(ledgerCsv);
    const match = (out: string) => suite.run(['match', file, '--out', at(out), '--max-credits', '5']);
    await match('first.csv');
    const { exitCode, stderr } = await match('second.csv');
    expect(stderr).toContain('This file was already imported');
    expect(exitCode).toBe(4);
    expect(await suite.balance()).toBe(99);
    expect(readFileSync(at('second.csv'))).toEqual(readFileSync(at('first.csv')));
  });

  it('reads and writes workbooks', async () => {
    const file = at('ledger.xlsx');
    const lines = Object.fromEntries(ledger.map((cells, line) => [line + 1, cells]));
    writeFileSync(file, workbook([{ name: '四月', lines }]));
    const out = at('matched.xlsx');
    const answer = await suite.json('match', file, '--out', out, '--max-credits', '5');
    expect(answer).toMatchObject({
      out,
      resolve_summary: { matched: 1, multiple_candidates: 1 },
      credits_used: 1,
    });
    const written = await readWorkbook(readFileSync(out));
    expect(written.lines.map((cells) => cells.slice(0, 3))).toEqual(ledger);
  });

  it('lets a person choose before it writes', async () => {
    const file = suite.writeCsv(ledgerCsv);
    const out = at('reviewed.csv');
    const { exitCode } = await suite.run(
      ['match', file, '--out', out, '--max-credits', '5', '--name-column', '支払先'],
      {
        person: [
          ['Maximum to pay, in credits:', enter],
          ['1–2 to choose', `1${enter}`],
        ],
      },
    );
    expect(exitCode).toBe(0);
    expect(readFileSync(out, 'utf8')).not.toContain('multiple_candidates');
    expect(await suite.balance()).toBe(98);
  });

  it('keeps a source in which no column looks like an identifier, and says how to name one', async () => {
    const file = suite.writeCsv('甲,乙\r\n1,2\r\n3,4\r\n');
    const { exitCode, stderr } = await suite.run([
      'match',
      file,
      '--out',
      at('none.csv'),
      '--max-credits',
      '5',
    ]);
    expect([exitCode, existsSync(at('none.csv'))]).toEqual([2, false]);
    const [source] = (await suite.json('source', 'list')).items;
    expect(stderr).toContain(`company-data source map ${source.source_id} --name-column <header>`);
  });
});
