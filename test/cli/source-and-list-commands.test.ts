import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { idOf } from '../support/companies.ts';
import { readWorkbook } from '../support/written-workbook.ts';
import { enter, type RunOptions } from './command-line.ts';
import { CommandSuite } from './command-suite.ts';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await CommandSuite.start();
});
afterAll(() => suite.end());
beforeEach(() => suite.newAccount());

describe('importing a file', () => {
  it('reports how the file was read, uploads it with the hash of its bytes, and maps by flags', async () => {
    const file = suite.writeCsv();
    const flags = ['--name-column', '会社名', '--ticker-column', '証券コード'];
    const { exitCode, stdout, stderr } = await suite.run(['source', 'import', file, ...flags]);
    const sha256 = `sha256:${createHash('sha256').update(readFileSync(file)).digest('hex')}`;
    expect(stderr).toContain(
      `companies.csv: cp932, separated by comma, 4 rows of 2 columns, header in line 1, ${sha256}`,
    );
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/status +mapped/);
    expect(stdout).toMatch(/証券コード .* ticker/);
    const [source] = (await suite.json('source', 'list')).items;
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
        ['Which column is the corporate number?', enter],
        ['Which column is the ticker?', enter],
        ['Which column is the domain?', enter],
        ['Which column is the name?', enter],
      ],
    });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/status +mapped/);
    const [source] = (await suite.json('source', 'list')).items;
    expect(source.mapping.columns).toEqual({ ticker: '証券コード', name: '会社名' });
  });

  it('asks for hints among the columns that are left, also for those that do not look like hints', async () => {
    const file = suite.writeCsv('会社名,地区,番号\r\n株式会社同名商事,東,1\r\n');
    const next = '\u001b[B';
    const { exitCode } = await suite.run(['source', 'import', file], {
      person: [
        ['Which column is the corporate number?', enter],
        ['Which column is the ticker?', enter],
        ['Which column is the domain?', enter],
        ['Which column is the name?', enter],
        ['Which column has the prefecture', `${next}${enter}`],
        ['Which column has the city', enter],
        ['Which column has the address', enter],
        ['Which column has the postal code', enter],
      ],
    });
    expect(exitCode).toBe(0);
    const [source] = (await suite.json('source', 'list')).items;
    expect(source.mapping).toMatchObject({ columns: { name: '会社名' }, hints: { prefecture: '地区' } });
  });

  it('leaves the mapping open without a terminal, and says how to do it', async () => {
    const { exitCode, stderr } = await suite.run(['source', 'import', suite.writeCsv()]);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/company-data source map \S+ .*--name-column 会社名/);
  });

  it('finds the source of the same file', async () => {
    const first = await suite.importedSource();
    const { stderr } = await suite.run(['source', 'import', suite.writeCsv()]);
    expect(stderr).toContain('This file was already imported');
    expect(
      (await suite.json('source', 'list')).items.map((source: { source_id: string }) => source.source_id),
    ).toEqual([first]);
  });

  it('creates a new source after the old one was deleted', async () => {
    const first = await suite.importedSource();
    expect(await suite.run(['source', 'delete', first])).toMatchObject({ exitCode: 2 });
    expect(await suite.run(['source', 'delete', first, '--yes'])).toMatchObject({ exitCode: 0 });
    expect(await suite.importedSource()).not.toBe(first);
  });
});

describe('paying', () => {
  it('charges nothing without agreement, above the maximum, in a dry run, or if a person declines', async () => {
    const sourceId = await suite.importedSource();
    const resolve = (flags: string[], options?: RunOptions) =>
      suite.run(['source', 'resolve', sourceId, ...flags], options);
    const { exitCode, stderr } = await resolve([]);
    expect(exitCode).toBe(6);
    expect(stderr).toContain('Resolving the source costs 2 basic credits of 100.');
    expect(stderr).toContain('To agree: --max-credits 2');
    expect(await resolve(['--yes'])).toMatchObject({ exitCode: 6 });
    expect(await resolve(['--max-credits', '1'])).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('more than --max-credits 1'),
    });
    expect(await resolve(['--dry-run'])).toMatchObject({
      exitCode: 0,
      stdout:
        'To expect: 2 rows settled, 1 with several candidates, 1 without a company, 0 invalid.\n' +
        'Resolving the source would cost 2 basic credits of 100.\n',
    });
    const person = [['Pay up to 2 basic credits?', `n${enter}`]] as const;
    expect(await resolve([], { person })).toMatchObject({ exitCode: 6 });
    expect(await suite.balance()).toBe(100);
  });

  it('charges when a person agrees; rows left for a person give exit code 4', async () => {
    const sourceId = await suite.importedSource();
    const person = [['Pay up to 2 basic credits?', `y${enter}`]] as const;
    const { exitCode, stderr, stdout } = await suite.run(['source', 'resolve', sourceId], { person });
    expect(exitCode).toBe(4);
    expect(stderr).toContain('Charged 2 basic credits; 98 remaining.');
    expect(stdout).toMatch(/matched +2\nseveral candidates +1\nnot found +1/);
    expect(await suite.balance()).toBe(98);
  });

  it('does not ask for a price that --max-credits agreed to, with a terminal or without', async () => {
    const sourceId = await suite.importedSource();
    const { exitCode, stderr } = await suite.run(['source', 'resolve', sourceId, '--max-credits', '5'], {
      person: [],
    });
    expect(exitCode).toBe(4);
    expect(stderr).not.toContain('Pay up to');
    expect(stderr).toContain('Charged 2 basic credits');
    await suite.newAccount(1);
    const other = await suite.importedSource();
    const poor = await suite.run(['source', 'resolve', other, '--max-credits', '5']);
    expect(poor).toMatchObject({ exitCode: 6 });
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

describe('saving companies that a source has paid', () => {
  it('warns before it charges, and names the free way', async () => {
    const sourceId = await suite.resolvedSource();
    const { estimate } = await suite.json('list', 'estimate', '--query', '架空自動車');
    const { exitCode, stderr } = await suite.run(
      ['list', 'materialize', estimate.estimate_id, '--name', 'x'],
      {
        person: [['Pay up to 1 basic credit?', `n${enter}`]],
      },
    );
    expect(exitCode).toBe(6);
    const [warned, asked] = ['warning: You have already paid', 'Pay up to'].map((text) =>
      stderr.indexOf(text),
    );
    expect(warned).toBeGreaterThanOrEqual(0);
    expect(warned).toBeLessThan(asked ?? 0);
    expect(stderr).toContain(`company-data list create '<name>' --source ${sourceId}`);
  });
});

describe('reviewing', () => {
  it('shows the candidates side by side, and the choice is charged once', async () => {
    const sourceId = await suite.resolvedSource();
    const { exitCode, stderr } = await suite.run(['source', 'review', sourceId], {
      person: [
        ['Maximum to pay, in credits:', enter],
        ['1–2, n, x, /name, r, s, q:', `7${enter}`],
        ['Enter 1–2, n, x, /name, r, s, q.', `\u007f2${enter}`],
      ],
    });
    const heads = stderr.split('\n').find((line) => line.includes('[1]'));
    expect(heads).toMatch(/\[1\] +\[2\]/);
    expect(stderr).toMatch(
      /head office +(東京都 千代田区 +大阪府 大阪市北区|大阪府 大阪市北区 +東京都 千代田区)/,
    );
    expect(stderr).toContain('Decided 1, skipped 0; 0 rows remaining.');
    expect(exitCode).toBe(0);
    expect(await suite.balance()).toBe(97);
  });

  it('leaves skipped rows for later, with exit code 4', async () => {
    const sourceId = await suite.resolvedSource();
    const { exitCode, stderr } = await suite.run(['source', 'review', sourceId], {
      person: [
        ['Maximum to pay, in credits:', enter],
        ['1–2, n, x, /name, r, s, q:', `s${enter}`],
      ],
    });
    expect(exitCode).toBe(4);
    expect(stderr).toContain('Decided 0, skipped 1; 1 row remaining.');
    expect(await suite.balance()).toBe(98);
    const { rows } = await suite.json('source', 'review', sourceId);
    expect(rows).toMatchObject([{ skipped: { by: expect.anything() } }]);
  });

  it('only shows the rows without a terminal', async () => {
    const sourceId = await suite.resolvedSource();
    const { exitCode, stdout } = await suite.run(['source', 'review', sourceId]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Row 2, line 3: multiple_candidates');
    expect(stdout).toContain(idOf(2));
    expect(stdout).toContain(idOf(3));
    expect((await suite.json('source', 'review', sourceId)).rows).toHaveLength(1);
  });

  it('lists every company of the name of a row, and those of a place', async () => {
    const sourceId = await suite.resolvedSource();
    const { stdout, stderr } = await suite.run(['source', 'namesakes', sourceId, '2']);
    expect(stdout).toContain(idOf(2));
    expect(stdout).toContain(idOf(3));
    expect(stderr).toMatch(/^2 companies with the name /m);
    const there = await suite.json('source', 'namesakes', sourceId, '2', '--prefecture', '大阪府');
    expect(there).toMatchObject({ total: 1, items: [{ prefecture: '大阪府' }] });
    expect(there.by_prefecture).toHaveLength(2);
  });

  it.each(['number', 'id'])(
    'settles a row by its %s, and the same command again pays nothing',
    async (by) => {
      const sourceId = await suite.resolvedSource();
      const [row] = (await suite.json('source', 'review', sourceId)).rows;
      const select = (named: string) =>
        suite.run(['source', 'select', sourceId, named, idOf(3), '--yes', '--max-credits', '1']);
      const named = by === 'id' ? row.source_row_id : '2';
      expect(await select(named)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(idOf(3)) });
      expect(await select(named)).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining(idOf(3)),
        stderr: expect.stringContaining('was already done'),
      });
      expect(await suite.balance()).toBe(97);
    },
  );

  it('cannot settle a row without candidates, or a row that does not exist', async () => {
    const sourceId = await suite.resolvedSource();
    for (const row of ['4', '5', '50000'])
      expect(
        await suite.run(['source', 'select', sourceId, row, idOf(3), '--yes', '--max-credits', '1']),
      ).toMatchObject({
        exitCode: 3,
        stderr: expect.stringContaining(`Row ${row} of the source has no candidates`),
      });
  });
});

describe('a source', () => {
  const formulas = '会社名,証券コード\r\n株式会社孤立電機,-1\r\n=1+1,\r\n';
  const read = (out: string) => readFileSync(path.join(suite.folder, out));

  it('is exported ready for a spreadsheet', async () => {
    const file = suite.writeCsv(formulas);
    await suite.run(['source', 'import', file, '--name-column', '会社名']);
    const [{ source_id: id }] = (await suite.json('source', 'list')).items;
    const exporting = (out: string, ...flags: string[]) =>
      suite.run(['source', 'export', id, '--out', path.join(suite.folder, out), ...flags]);

    const { exitCode, stderr } = await exporting('rows.csv');
    expect(exitCode).toBe(0);
    expect(stderr).toContain(
      '1 cell would run as a formula and was disarmed by an apostrophe; --keep-formulas',
    );
    const ownText = new TextDecoder('windows-31j').decode(read('rows.csv'));
    expect(ownText).toMatch(/^会社名,証券コード,cd_resolve_status,.*\r\n株式会社孤立電機,-1,.*\r\n'=1\+1,,/);
    await exporting('utf8.csv', '--utf8');
    expect(read('utf8.csv').toString()).toMatch(/^\ufeff会社名,証券コード,cd_resolve_status,.*\r\n/);

    const kept = await exporting(
      'kept.csv',
      '--no-bom',
      '--newline',
      'lf',
      '--keep-formulas',
      '--columns',
      'row',
    );
    expect(kept.stderr).not.toContain('formula');
    expect(read('kept.csv').toString()).toMatch(/^会社名,証券コード,cd_source_row_id\n.*\n=1\+1,,/);

    const headersOf = async (env: Record<string, string>, ...flags: string[]) => {
      const { stdout } = await suite.run(['source', 'export', id, '--utf8', ...flags], { env });
      return stdout.split('\r\n')[0];
    };
    expect(await headersOf({ LANG: 'ja_JP.UTF-8' })).toContain('証券コード,照合_結果,照合_理由,');
    expect(await headersOf({ LANG: 'ja_JP.UTF-8', LC_ALL: 'C' })).toContain('証券コード,cd_resolve_status,');
    expect(await headersOf({ LANG: 'ja_JP.UTF-8' }, '--lang', 'en', '--columns', 'all')).toMatch(
      /証券コード,Match: Result,.*,Match: Capital \(yen\),/,
    );

    await exporting('rows.xlsx', '--prefix', 'x_', '--status', 'unresolved', '--layout', 'table');
    const { lines } = await readWorkbook(read('rows.xlsx'));
    expect(lines.map((line) => line.slice(0, 3))).toEqual([
      ['会社名', '証券コード', 'x_resolve_status'],
      ['株式会社孤立電機', '-1', 'unresolved'],
      ['=1+1', '', 'unresolved'],
    ]);
    expect(await exporting('x.csv', '--columns', 'nothing')).toMatchObject({ exitCode: 2 });
  });

  it('gives its columns to the export of its List', async () => {
    const listId = await suite.savedList();
    const out = path.join(suite.folder, 'with-source.csv');
    const { columns } = await suite.json('list', 'export', listId, '--out', out, '--source-columns');
    expect(columns.slice(0, 4)).toEqual(['会社名', '証券コード', 'cd_row_id', 'cd_company_id']);
    const one = ['--source-column', '会社名', '--format', 'xlsx'];
    const { columns: some } = await suite.json('list', 'export', listId, '--out', `${out}.x`, ...one);
    expect(some.slice(0, 2)).toEqual(['会社名', 'cd_row_id']);
  });
});

describe('two sources', () => {
  it('are joined on the company, after it is said what the file will have', async () => {
    const sourceId = await suite.resolvedSource();
    const orders = suite.writeCsv('会社名,注文\r\n株式会社孤立電機,A\r\n株式会社孤立電機,B\r\n');
    const { source } = await suite.json('source', 'import', orders, '--name-column', '会社名');
    await suite.json('source', 'resolve', source.source_id, '--yes', '--max-credits', '10');
    const out = path.join(suite.folder, 'joined.xlsx');
    const joined = await suite.run(['source', 'join', sourceId, source.source_id, '--out', out]);
    expect(joined.exitCode).toBe(0);
    expect(joined.stderr).toContain('5 lines: 1 of 4 rows with a partner, 1 of them with several.');
    const { lines } = await readWorkbook(readFileSync(out));
    expect(lines[0]).toContain('会社名 (2)');
    expect(lines.flatMap((line) => line.slice(-1)).filter((cell) => /^[AB]$/.test(cell))).toEqual(['A', 'B']);
    expect(await suite.run(['source', 'join', sourceId, sourceId])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('other must be another source'),
    });
  });
});

describe('a List', () => {
  it('is exported from a source to a file with the correct hash', async () => {
    const listId = await suite.savedList();
    const fields = ['--field', 'website,employees', '--yes', '--max-credits', '10'];
    const enriched = await suite.run(['list', 'enrich', listId, ...fields]);
    expect(enriched).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/new values +3/) });
    const out = path.join(suite.folder, 'list.csv');
    const exported = await suite.json('list', 'export', listId, '--out', out);
    const bytes = readFileSync(out);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(exported.sha256);
    expect(bytes.toString()).toContain('架空自動車株式会社');
    expect(bytes.toString()).toContain('https://kakuu-jidosha.co.jp/');
  });

  it('leaves no file when the download is damaged', async () => {
    const listId = await suite.savedList();
    const out = path.join(suite.folder, 'damaged.csv');
    const damaging: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!/\/exports\//.test(String(input))) return response;
      const bytes = Buffer.from(await response.arrayBuffer());
      bytes[10] = 0;
      return new Response(bytes, { headers: response.headers });
    };
    expect(await suite.run(['list', 'export', listId, '--out', out], { fetch: damaging })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('The download is damaged'),
    });
    expect(existsSync(out)).toBe(false);
  });

  it('is made from a search by estimate and materialize', async () => {
    const estimated = await suite.run(['list', 'estimate', '--prefecture', '東京都', '--order', 'name']);
    expect(estimated.stdout).toMatch(/rows +3\n/);
    const [, estimateId = ''] = /materialize (\S+)/.exec(estimated.stderr) ?? [];
    expect((await suite.json('list', 'candidates', estimateId)).companies).toHaveLength(3);
    const materialize = ['list', 'materialize', estimateId, '--name', '東京', '--yes', '--max-credits', '3'];
    expect(await suite.run(materialize)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/rows +3/),
    });
    expect(await suite.balance()).toBe(97);
    expect(await suite.run(['list', 'export', estimateId])).toMatchObject({
      exitCode: 9,
      stderr: expect.stringContaining('preview_export_not_allowed'),
    });
  });

  it('is published, refreshed, compared, and leaves companies out', async () => {
    const listId = await suite.savedList();
    expect(await suite.run(['list', 'publish', listId])).toMatchObject({ exitCode: 0 });
    const refreshed = await suite.run(['list', 'refresh', listId]);
    expect(refreshed.stderr).toContain('0 added, 0 removed, 0 changed.');
    expect(await suite.run(['list', 'diff', listId])).toMatchObject({ exitCode: 0 });
    const { items } = await suite.json('list', 'diffs', listId);
    const reviewed = await suite.run(['list', 'diff-review-all', listId, items[0].diff_id, 'accepted']);
    expect(reviewed).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('0 rows reviewed.') });
    expect(await suite.run(['list', 'suppress', listId, idOf(1), '--reason', 'test'])).toMatchObject({
      exitCode: 0,
    });
    expect((await suite.run(['list', 'suppress', listId])).stdout).toMatch(new RegExp(`${idOf(1)} +test`));
    expect(await suite.run(['list', 'schedule', listId, 'weekly'])).toMatchObject({ exitCode: 0 });
    expect(await suite.run(['list', 'status', listId, 'archived'])).toMatchObject({ exitCode: 0 });
    expect(await suite.run(['list', 'publish', listId])).toMatchObject({ exitCode: 9 });
  });
});

/** The command is killed after the service has done its work and before the answer is read. */
describe('an interrupted command', () => {
  const killedAfter = (pathEnd: RegExp): RunOptions => {
    const interruption = new AbortController();
    return {
      signal: interruption.signal,
      fetch: async (input, init) => {
        const { body } = init ?? {};
        const isReal =
          !(body instanceof Uint8Array) || !Buffer.from(body).toString().includes('"dryRun":true');
        const response = await fetch(input, { ...init, signal: null });
        if (!pathEnd.test(String(input)) || !isReal) return response;
        await response.arrayBuffer();
        interruption.abort();
        throw new Error('killed');
      },
    };
  };

  const agreed = ['--yes', '--max-credits', '50'];
  const cases: readonly [what: string, pathEnd: RegExp, cost: number, prepare: () => Promise<string[]>][] = [
    ['resolve', /\/resolve$/, 2, async () => ['source', 'resolve', await suite.importedSource()]],
    [
      'select',
      /\/select$/,
      1,
      async () => {
        const sourceId = await suite.resolvedSource();
        const [row] = (await suite.json('source', 'review', sourceId)).rows;
        return ['source', 'select', sourceId, row.source_row_id, idOf(2)];
      },
    ],
    [
      'materialize',
      /\/lists\/materialize$/,
      3,
      async () => {
        const { estimate } = await suite.json('list', 'estimate', '--prefecture', '東京都');
        return ['list', 'materialize', estimate.estimate_id, '--name', '東京'];
      },
    ],
    [
      'enrich',
      /\/enrichments\/run$/,
      2,
      async () => ['list', 'enrich', await suite.savedList(), '--field', 'employees'],
    ],
    [
      'materialize of a discovery',
      /\/discovery\/[^/]+\/materialize$/,
      3,
      async () => {
        const { discovery } = await suite.json('discovery', 'create', '東京', '--prefecture', '東京都');
        return ['discovery', 'materialize', discovery.discovery_id];
      },
    ],
    [
      'research add',
      /\/research\/external\/fetch$/,
      1,
      async () => {
        const content = path.join(suite.folder, 'note.md');
        writeFileSync(content, '# 新製品\n\n発表があった。\n');
        return ['research', 'add', idOf(1), 'web_search', '--content', content];
      },
    ],
  ];

  it.each(cases)('does not pay twice: %s', async (what, pathEnd, cost, prepare) => {
    const creditClass = what === 'enrich' ? 'enrichment' : 'basic';
    const command = [...(await prepare()), ...agreed];
    const before = await suite.balance(creditClass);
    expect(await suite.run(command, killedAfter(pathEnd))).toMatchObject({ exitCode: 130 });
    const paid = before - (await suite.balance(creditClass));
    expect(paid).toBe(cost);
    const again = await suite.run(command);
    expect([0, 4]).toContain(again.exitCode);
    expect(before - (await suite.balance(creditClass))).toBe(paid);
  });

  it('makes one List of a source', async () => {
    const create = ['list', 'create', '一覧', '--source', await suite.resolvedSource()];
    expect(await suite.run(create, killedAfter(/\/lists$/))).toMatchObject({ exitCode: 130 });
    expect(await suite.run(create)).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('The same command already made this List.'),
    });
    expect((await suite.json('list', 'list')).items).toHaveLength(1);
  });

  it('is another purchase after the state has changed', async () => {
    const listId = await suite.savedList();
    const enrich = ['list', 'enrich', listId, '--field', 'employees', ...agreed];
    await suite.run(enrich);
    await suite.run(enrich);
    expect((await suite.json('list', 'enrichments', listId)).items).toHaveLength(2);
  });
});
