import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { idOf } from '../support/companies.ts';

import { enter } from './command-line.ts';
import { CommandSuite } from './command-suite.ts';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await CommandSuite.start();
});
afterAll(() => suite.end());
beforeEach(() => suite.newAccount());

describe('importing a file', () => {
  it('says what was taken, uploads it with the hash of its bytes, and maps by flags', async () => {
    const file = suite.writeCsv();
    const flags = ['--name-column', '会社名', '--ticker-column', '証券コード'];
    const { exitCode, stdout, stderr } = await suite.run(['source', 'import', file, ...flags]);
    const sha256 = `sha256:${createHash('sha256').update(readFileSync(file)).digest('hex')}`;
    expect(stderr).toContain(`companies.csv: cp932, separated by comma, 4 rows of 2 columns, ${sha256}`);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/status +mapped/);
    expect(stdout).toMatch(/証券コード .* ticker/);
    const [source] = (await suite.asked('source', 'list')).items;
    expect(source).toMatchObject({
      content_sha256: sha256,
      original_filename: 'companies.csv',
      row_count: 4,
    });
    expect(stderr).toContain(`company-data source resolve ${source.source_id}`);
  });

  it('asks a person for the mapping, the most likely columns first', async () => {
    const { exitCode, stdout } = await suite.run(['source', 'import', suite.writeCsv()], {
      person: [
        ['Which column is the corporate_number?', enter],
        ['Which column is the ticker?', enter],
        ['Which column is the domain?', enter],
        ['Which column is the name?', enter],
      ],
    });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/status +mapped/);
    const [source] = (await suite.asked('source', 'list')).items;
    expect(source.mapping.columns).toEqual({ ticker: '証券コード', name: '会社名' });
  });

  it('leaves the mapping open if nobody can be asked, and says how to do it', async () => {
    const { exitCode, stderr } = await suite.run(['source', 'import', suite.writeCsv()]);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/company-data source map \S+ .*--name-column 会社名/);
  });

  it('finds the source of the same file', async () => {
    const first = await suite.importedSource();
    const { stderr } = await suite.run(['source', 'import', suite.writeCsv()]);
    expect(stderr).toContain('This file was already imported');
    expect(
      (await suite.asked('source', 'list')).items.map((source: { source_id: string }) => source.source_id),
    ).toEqual([first]);
  });

  it('makes a new source after the old one was deleted', async () => {
    const first = await suite.importedSource();
    expect(await suite.run(['source', 'delete', first])).toMatchObject({ exitCode: 2 });
    expect(await suite.run(['source', 'delete', first, '--yes'])).toMatchObject({ exitCode: 0 });
    expect(await suite.importedSource()).not.toBe(first);
  });
});

describe('paying', () => {
  it('does not happen without agreement: shows the price, exit code 6', async () => {
    const sourceId = await suite.importedSource();
    const { exitCode, stderr } = await suite.run(['source', 'resolve', sourceId]);
    expect(exitCode).toBe(6);
    expect(stderr).toContain('Resolving the source costs 2 basic credits of 100.');
    expect(stderr).toContain('--yes --max-credits 2');
    expect(await suite.run(['source', 'resolve', sourceId, '--yes'])).toMatchObject({ exitCode: 6 });
    expect(await suite.run(['source', 'resolve', sourceId, '--max-credits', '5'])).toMatchObject({
      exitCode: 6,
    });
    expect(await suite.balance()).toBe(100);
  });

  it('does not happen above the maximum', async () => {
    const sourceId = await suite.importedSource();
    const tooLittle = ['--yes', '--max-credits', '1'];
    expect(await suite.run(['source', 'resolve', sourceId, ...tooLittle])).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('more than --max-credits 1'),
    });
    expect(await suite.balance()).toBe(100);
  });

  it('does not happen when only the price was requested', async () => {
    const sourceId = await suite.importedSource();
    expect(await suite.run(['source', 'resolve', sourceId, '--dry-run'])).toMatchObject({
      exitCode: 0,
      stdout: 'Resolving the source would cost 2 basic credits of 100.\n',
    });
    expect(await suite.balance()).toBe(100);
  });

  it('does not happen when a person says no', async () => {
    const sourceId = await suite.importedSource();
    const person = [['Pay up to 2 basic credits?', `n${enter}`]] as const;
    expect(await suite.run(['source', 'resolve', sourceId], { person })).toMatchObject({ exitCode: 6 });
    expect(await suite.balance()).toBe(100);
  });

  it('happens when a person says yes; rows that are left for a person are exit code 4', async () => {
    const sourceId = await suite.importedSource();
    const person = [['Pay up to 2 basic credits?', `y${enter}`]] as const;
    const { exitCode, stderr, stdout } = await suite.run(['source', 'resolve', sourceId], { person });
    expect(exitCode).toBe(4);
    expect(stderr).toContain('Charged 2 basic credits; 98 remaining.');
    expect(stdout).toMatch(/matched +2\nseveral candidates +1\nnot found +1/);
    expect(await suite.balance()).toBe(98);
  });

  it('reports what is missing when there are too few credits', async () => {
    await suite.newAccount(1);
    const sourceId = await suite.importedSource();
    const { exitCode, stderr } = await suite.run([
      'source',
      'resolve',
      sourceId,
      '--yes',
      '--max-credits',
      '9',
    ]);
    expect(exitCode).toBe(6);
    expect(stderr).toMatch(/required: 2\n +available: 1/);
    expect(stderr).toContain('credit_balance_insufficient');
  });
});

describe('reviewing', () => {
  it('shows the candidates side by side, and the choice is charged once', async () => {
    const sourceId = await suite.resolvedSource();
    const { exitCode, stderr } = await suite.run(['source', 'review', sourceId], {
      person: [
        ['Maximum to pay, in credits:', enter],
        ['1–2 to choose', `7${enter}`],
        ['Enter 1–2, s or q.', `\u007f2${enter}`],
      ],
    });
    const heads = stderr.split('\n').find((line) => line.includes('[1]'));
    expect(heads).toMatch(/\[1\] +\[2\]/);
    expect(stderr).toMatch(
      /head office +(東京都 千代田区 +大阪府 大阪市北区|大阪府 大阪市北区 +東京都 千代田区)/,
    );
    expect(stderr).toContain('Chosen 1, skipped 0; 0 rows remaining.');
    expect(exitCode).toBe(0);
    expect(await suite.balance()).toBe(97);
  });

  it('leaves skipped rows for later, with exit code 4', async () => {
    const sourceId = await suite.resolvedSource();
    const { exitCode, stderr } = await suite.run(['source', 'review', sourceId], {
      person: [
        ['Maximum to pay, in credits:', enter],
        ['1–2 to choose', `s${enter}`],
      ],
    });
    expect(exitCode).toBe(4);
    expect(stderr).toContain('Chosen 0, skipped 1; 1 row remaining.');
    expect(await suite.balance()).toBe(98);
  });

  it('only shows the rows if nobody can be asked', async () => {
    const sourceId = await suite.resolvedSource();
    const { exitCode, stdout } = await suite.run(['source', 'review', sourceId]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Row 2: multiple_candidates');
    expect(stdout).toContain(idOf(2));
    expect(stdout).toContain(idOf(3));
    expect((await suite.asked('source', 'review', sourceId)).rows).toHaveLength(1);
  });

  it('settles a row by its number, and the same command again pays nothing', async () => {
    const sourceId = await suite.resolvedSource();
    const select = (row: string) => [
      ...['source', 'select', sourceId, row, idOf(3)],
      ...['--yes', '--max-credits', '1'],
    ];
    expect(await suite.run(select('2'))).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(idOf(3)),
    });
    expect(await suite.run(select('2'))).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('was already done'),
    });
    expect(await suite.balance()).toBe(97);
    // Of no company, and of no row.
    for (const row of ['4', '5', '50000'])
      expect(await suite.run(select(row))).toMatchObject({
        exitCode: 3,
        stderr: expect.stringContaining(`Row ${row} of the source has no candidates`),
      });
  });

  it('settles a row by a command, and the same command again pays nothing', async () => {
    const sourceId = await suite.resolvedSource();
    const [row] = (await suite.asked('source', 'review', sourceId)).rows;
    const select = ['source', 'select', sourceId, row.source_row_id, idOf(3), '--yes', '--max-credits', '1'];
    expect(await suite.run(select)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(idOf(3)),
    });
    const again = await suite.run(select);
    expect(again).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(idOf(3)) });
    expect(again.stderr).toContain('was already done');
    expect(await suite.balance()).toBe(97);
  });
});
