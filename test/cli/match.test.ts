import { existsSync, linkSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { idOf } from '../support/companies.ts';
import { changedParts, partsOf, readSheetLines } from '../support/own-files.ts';
import { readCsv } from '../support/strict-csv.ts';
import { workbook } from '../support/workbooks.ts';
import { enter, type RunOptions } from './command-line.ts';
import { CommandSuite } from './command-suite.ts';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await CommandSuite.start();
});
afterAll(() => suite.end());
beforeEach(() => suite.newAccount());

/** As an office keeps it: a title, a blank line, cells with a line break and a minus, a total. */
const ledger =
  '取引先一覧,,,\r\n,,,\r\n取引先名,証券コード,金額,備考\r\n架空自動車株式会社,9203,"-1,000","一行\n二行"\r\n' +
  '株式会社同名商事,,10,-\r\n株式会社同名商事,,20,\r\n無い会社,,30,\r\n合計,,"-940",\r\n';
const place = (name: string) => path.join(suite.folder, name);
const match = (file: string, out: string, flags: string[], options?: RunOptions) =>
  suite.run(['match', file, '--out', place(out), ...flags], options);
const paying = ['--max-credits', '5'];
const keys = '1–2, n, x, /name, a, r, s, q:';

describe('match', () => {
  it('goes from a messy file in CP932 to the same table with the companies beside it', async () => {
    const { exitCode, stdout, stderr } = await match(suite.writeCsv(ledger), 'out.csv', paying);
    expect(exitCode).toBe(4);
    expect(stderr).toContain('Mapped: ticker 証券コード, name 取引先名.');
    expect(stderr).toContain(
      'To expect: 1 row settled, 2 with several candidates, 1 without a company, 0 invalid.',
    );
    expect(stderr).toContain('Charged 1 basic credit; 99 remaining.');
    expect(stderr).toMatch(/company-data source review \S+\n/);
    expect(stdout).toMatch(/matched +1\nseveral candidates +2/);
    const text = new TextDecoder('windows-31j').decode(readFileSync(place('out.csv')));
    expect(text).toMatch(/^取引先一覧,,,\r\n,,,\r\n取引先名,証券コード,金額,備考,cd_resolve_status,/);
    expect(text).toMatch(/\r\n架空自動車株式会社,9203,"-1,000","一行\n二行",matched,/);
    expect(text).toMatch(/\r\n合計,,"-940",\r\n$/);
    const written = readCsv(text).map((cells) => cells.slice(0, 4));
    expect(written).toEqual(readCsv(ledger));
  });

  describe('with several sheets', () => {
    const book = () => {
      const file = place('sheets.xlsx');
      const bytes = workbook([
        {
          name: '表紙',
          lines: { 1: ['会社名', '株式会社孤立電機'], 2: ['作成者', '山田'], 3: ['日付', '4月'] },
        },
        { name: '得意先', lines: { 1: ['得意先名', 'メモ'], 2: ['株式会社孤立電機', 1] } },
        {
          name: '仕入先',
          lines: { 2: ['コード', '仕入先'], 3: ['S1', '架空自動車株式会社'], 4: ['S2', '無い会社'] },
        },
      ]);
      writeFileSync(file, bytes);
      return file;
    };
    const all = ['--sheets', 'all', '--columns', 'company_id'];

    it('asks for one price, and writes into all of them', async () => {
      const { exitCode, stdout, stderr } = await match(book(), 'sheets-out.xlsx', [...all, ...paying]);
      expect(exitCode).toBe(0);
      expect(stderr).toContain('Sheet 表紙 is left out: It is a cover or a form');
      expect(stderr).toMatch(/Sheet 得意先\nMapped: name 得意先名\.\nSheet 仕入先\nMapped: name 仕入先\./);
      expect(stdout).toMatch(/得意先 +1 +0 +0 +0 +1\n仕入先 +1 +0 +1 +0 +2/);
      expect(stderr).toMatch(/source export \S+ --out \S+ --columns company_id --with \S+\n/);
      const written = readFileSync(place('sheets-out.xlsx'));
      const sheet = async (at: number) =>
        String((await partsOf(written)).get(`xl/worksheets/sheet${at}.xml`));
      expect(await sheet(2)).toContain(idOf(4));
      expect(await sheet(3)).toContain(idOf(1));
      const before = await partsOf(readFileSync(place('sheets.xlsx')));
      expect(changedParts(before, await partsOf(written))).toEqual([
        'xl/styles.xml',
        'xl/worksheets/sheet2.xml',
        'xl/worksheets/sheet3.xml',
      ]);
    });

    it('charges nothing if the sum is too much', async () => {
      const { exitCode, stderr } = await match(book(), 'no.xlsx', [...all, '--max-credits', '1']);
      expect(exitCode).toBe(6);
      expect(stderr).toContain(
        'Resolving 2 sheets costs 2 basic credits of 100. That is more than --max-credits 1.',
      );
      expect(existsSync(place('no.xlsx'))).toBe(false);
      const dry = await match(book(), 'no.xlsx', [...all, '--dry-run', '--json']);
      expect(JSON.parse(dry.stdout).billing).toMatchObject({ credits_used: 2, balance_after: 98 });
    });

    it('gives each sheet the flags that name its columns', async () => {
      const named = await match(book(), 'named.xlsx', [...all, '--dry-run', '--name-column', '仕入先']);
      expect(named.exitCode).toBe(0);
      expect(named.stderr).toContain('Mapped: name 得意先名.');
      const unknown = await match(book(), 'no.xlsx', [...all, ...paying, '--name-column', '無い列']);
      expect(unknown.exitCode).toBe(2);
      expect(unknown.stderr).toContain('No sheet has the column 無い列.');
    });

    it('needs a workbook to write into', async () => {
      const { exitCode, stderr } = await match(book(), 'no.csv', [...all, ...paying]);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('Several sheets come back in the same workbook.');
    });

    it('does not resolve a sheet that nobody named and that has no companies', async () => {
      const file = place('cover.xlsx');
      const lines = { 1: ['会社名', '株式会社孤立電機'], 2: ['担当者', '山田'], 3: ['電話', '03-0000-0000'] };
      writeFileSync(file, workbook([{ name: '表紙', lines }]));
      const { exitCode, stderr } = await match(file, 'no.xlsx', paying);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(
        'No sheet seems to have a table of companies; the first one with a value is 表紙.',
      );
    });
  });

  it('reads and writes workbooks', async () => {
    const file = place('in.xlsx');
    const lines = { 1: ['顧客名簿'], 3: ['会社名', 'メモ'], 4: ['株式会社孤立電機', '=1+1'] };
    writeFileSync(file, await workbook([{ name: '名簿', lines }]));
    const { exitCode } = await match(file, 'out.xlsx', [
      ...paying,
      '--columns',
      'company_id',
      '--prefix',
      'x_',
    ]);
    expect(exitCode).toBe(0);
    const written = await readSheetLines(readFileSync(place('out.xlsx')));
    expect(written.map((line) => line.slice(0, 3)).slice(2)).toEqual([
      ['会社名', 'メモ', 'x_company_id'],
      ['株式会社孤立電機', '=1+1', idOf(4)],
    ]);
  });

  it('gives a workbook with macros back under its own ending, and resolves nothing under another one', async () => {
    const lines = { 1: ['会社名', '備考'], 2: ['株式会社孤立電機', 'a'] };
    const parts = { 'xl/vbaProject.bin': 'macros' };
    const [macros, plain] = ['sheet.macroEnabled', 'sheet'].map((kind) => {
      const file = place(`${kind}.xlsm`);
      writeFileSync(file, workbook([{ name: '表', lines }], { kind, parts }));
      return file;
    });
    for (const [file = '', out, message] of [
      [macros, 'out.xlsx', 'The workbook has macros'],
      [plain, 'out.xlsm', 'would have no macros'],
    ] as const) {
      const { exitCode, stderr } = await match(file, out, paying);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
      expect(stderr).not.toContain('Charged');
    }
    expect((await match(macros ?? '', 'out.xlsm', paying)).exitCode).toBe(0);
    const written = await partsOf(readFileSync(place('out.xlsm')));
    expect(changedParts(await partsOf(readFileSync(macros ?? '')), written)).toEqual([
      'xl/styles.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    const table = await match(macros ?? '', 'table.xlsx', [...paying, '--layout', 'table']);
    expect(table.exitCode).toBe(0);
  });

  it('writes and charges nothing without agreement', async () => {
    const file = suite.writeCsv(ledger);
    for (const flags of [[], ['--yes'], ['--max-credits', '0']])
      expect(await match(file, 'no.csv', flags)).toMatchObject({ exitCode: 6 });
    const declining = [
      ['Use this mapping?', enter],
      ['Pay up to 1 basic credit?', `n${enter}`],
    ] as const;
    expect(await match(file, 'no.csv', [], { person: declining })).toMatchObject({ exitCode: 6 });
    expect(await match(file, 'no.csv', ['--dry-run'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(
        /^To expect: 1 row settled.*\nResolving the source would cost 1 basic credit /,
      ),
    });
    expect(existsSync(place('no.csv'))).toBe(false);
    expect(await suite.balance()).toBe(100);
  });

  it('continues the earlier source, and pays only once', async () => {
    const file = suite.writeCsv(ledger);
    await match(file, 'one.csv', paying);
    const { stderr } = await match(file, 'two.csv', paying);
    expect(stderr).toContain('This file was already imported');
    expect(readFileSync(place('two.csv'))).toEqual(readFileSync(place('one.csv')));
    expect(await suite.balance()).toBe(99);
    await match(file, 'two.csv', ['--new', ...paying]);
    expect((await suite.json('source', 'list')).items).toHaveLength(2);
  });

  it('prints one summary for programs', async () => {
    const { exitCode, stdout } = await match(suite.writeCsv(ledger), 'out.csv', [...paying, '--json']);
    expect(exitCode).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({
      deduplicated: false,
      mapping: { columns: { name: '取引先名', ticker: '証券コード' } },
      resolve_summary: { matched: 1, multiple_candidates: 2, total: 4 },
      credits_used: 1,
      needs_person: true,
      out: place('out.csv'),
      bytes: readFileSync(place('out.csv')).length,
    });
  });

  it('confirms the mapping and reviews with a person; rows that say the same are decided at once', async () => {
    const { exitCode, stderr } = await match(suite.writeCsv(ledger), 'out.csv', paying, {
      person: [
        ['Use this mapping?', enter],
        ['Review the open rows now?', `y${enter}`],
        [keys, `a${enter}`],
        [keys, `2${enter}`],
      ],
    });
    expect(stderr).toContain('The next decision is for 2 rows that say the same; choosing costs 2 credits.');
    expect(stderr).toContain('Settled 2 rows; 97 credits remaining.');
    expect(exitCode).toBe(0);
    expect(await suite.balance()).toBe(97);
  });

  it('lets a person name the column if none looks like an identifier', async () => {
    const { exitCode } = await match(
      suite.writeCsv('甲,乙\r\n架空自動車,1\r\n孤立電機,2\r\n'),
      'out.csv',
      paying,
      {
        person: [
          ['No column looks like an identifier.', enter],
          ['corporate number', enter],
          ['ticker', enter],
          ['domain', enter],
          ['the name', `\u001b[B${enter}`],
          ['prefecture', enter],
          ['city', enter],
          ['address', enter],
          ['postal code', enter],
          ['Use this mapping?', enter],
        ],
      },
    );
    expect(exitCode).toBe(0);
    const [source] = (await suite.json('source', 'list')).items;
    expect(source.mapping.columns).toEqual({ name: '甲' });
  });

  it('names the columns if none looks like an identifier, and refuses to replace the file', async () => {
    const file = suite.writeCsv('甲,乙\r\nあ,1\r\nい,2\r\n');
    const { exitCode, stderr } = await match(file, 'none.csv', paying);
    expect([exitCode, existsSync(place('none.csv'))]).toEqual([2, false]);
    expect(stderr).toContain('No column looks like an identifier of companies. The columns are: 甲, 乙.');
    const [source] = (await suite.json('source', 'list')).items;
    expect(stderr).toContain(`company-data source map ${source.source_id} --name-column '<header>'`);
    await suite.run(['source', 'map', source.source_id, '--name-column', '甲']);
    const nobody = await match(file, 'none.csv', paying);
    expect(nobody).toMatchObject({ exitCode: 3 });
    expect(nobody.stderr).toContain('No company was matched: none of 2 rows has one.');
    // Another name can lead to the same file, for example on a disk that does not tell capital letters apart.
    linkSync(file, place('same.csv'));
    for (const out of [file, place('same.csv'), '-'])
      expect(await suite.run(['match', file, '--out', out])).toMatchObject({ exitCode: 2 });
  });

  describe('of a table with two companies in each row', () => {
    const agencies = '発注機関名,件名,落札者名\r\n架空自動車,見本,株式会社孤立電機\r\n';
    const partners = '会社名,取引先名\r\n架空自動車,株式会社孤立電機\r\n';
    const companies = async () => {
      const [{ source_id: id, mapping }] = (await suite.json('source', 'list')).items;
      const { rows } = await suite.json('source', 'review', id, '--list', '--status', 'matched');
      return [mapping?.columns, rows.map(({ company_id }: { company_id: string }) => company_id)];
    };

    it('settles on the contractor, not on the agency', async () => {
      expect(await match(suite.writeCsv(agencies), 'out.csv', paying)).toMatchObject({ exitCode: 0 });
      expect(await companies()).toEqual([{ name: '落札者名' }, [idOf(4)]]);
    });

    it('stops without a terminal if either could be meant, and takes what flags name', async () => {
      const file = suite.writeCsv(partners);
      for (const flags of [paying, [...paying, '--detected']]) {
        const { exitCode, stderr } = await match(file, 'parties.csv', flags);
        expect([exitCode, existsSync(place('parties.csv')), await suite.balance()]).toEqual([2, false, 100]);
        expect(stderr).toContain(
          'Several columns could have the name of the company: 会社名, 取引先名. Nothing was resolved or charged.',
        );
        expect(stderr).toContain('--name-column 会社名, or --name-column 取引先名.');
      }
      expect(await match(file, 'parties.csv', [...paying, '--name-column', '取引先名'])).toMatchObject({
        exitCode: 0,
      });
      expect(await companies()).toEqual([{ name: '取引先名' }, [idOf(4)]]);
    });

    it('asks a person which one is meant', async () => {
      const { exitCode } = await match(suite.writeCsv(partners), 'out.csv', paying, {
        person: [
          ["Which one is the company's?", `\u001b[A${enter}`],
          ['Use this mapping?', enter],
        ],
      });
      expect(exitCode).toBe(0);
      expect(await companies()).toEqual([{ name: '取引先名' }, [idOf(4)]]);
    });

    it('takes no number of the suggested party if flags name another one', async () => {
      const file = suite.writeCsv('発注機関名,落札者名,落札者法人番号\r\n架空自動車,孤立電機,\r\n');
      await match(file, 'out.csv', [...paying, '--name-column', '発注機関名']);
      expect((await companies())[0]).toEqual({ name: '発注機関名' });
    });
  });

  it.each([
    [2, '取引先一覧,営業部\r\n'],
    [2, '取引先一覧,営業部\r\n2026年11月,山田\r\n'],
    [2, '2026-04-01\r\n2026-04-02\r\n2026-04-03\r\n'],
    [2, '版,日付,変更内容,担当\r\n1.0,2026-04-01,会社名追加,山田\r\n1.1,2026-05-01,様式変更,佐藤\r\n'],
    [2, '日付,会社名追加\r\n2026-04-01,株式会社孤立電機を追加\r\n2026-05-01,架空自動車を削除\r\n'],
    [2, '表題,作成者,作成日\r\n取引先一覧,山田太郎,2026-04-01\r\n'],
    [2, '取引先名簿,\r\n株式会社孤立電機,営業部\r\n架空自動車株式会社 御中,\r\n'],
    [3, '会社名\r\n'],
  ])('ends with %i and charges nothing for a page without a table of companies: %j', async (code, text) => {
    const { exitCode, stderr } = await match(suite.writeCsv(text), 'out.csv', paying);
    expect(exitCode).toBe(code);
    expect(stderr).toMatch(/error: No column looks like|warning: The table has no rows/);
    expect(await suite.balance()).toBe(100);
  });

  it('passes over a cover to the sheet with the companies', async () => {
    const covers: Record<number, string[]>[] = [
      { 1: ['取引先一覧', '営業部'], 2: ['2026年11月', '山田'] },
      { 1: ['取引先名簿', ''], 2: ['株式会社孤立電機', '営業部'] },
      { 1: ['日付', '会社名追加'], 2: ['2026-04-01', '架空自動車を追加'], 3: ['2026-05-01', '様式を変更'] },
    ];
    const lines = { 1: ['会社名'], 2: ['株式会社孤立電機'] };
    for (const cover of covers) {
      const file = place('covered.xlsx');
      writeFileSync(
        file,
        workbook([
          { name: '表紙', lines: cover },
          { name: 'データ', lines },
        ]),
      );
      const { exitCode, stderr } = await match(file, 'covered-out.xlsx', paying);
      expect([exitCode, stderr]).toEqual([0, expect.stringContaining('sheet データ')]);
    }
  });

  it('checks how the file is written before anything is paid', async () => {
    const file = suite.writeCsv(ledger);
    const refused = [
      ['out.csv', '--prefix', 'a/b'],
      ['out.csv', '--columns', 'nonsense'],
      ['out.xls'],
      ['out.tsv'],
      ['missing/'],
      ['長'.repeat(90)],
    ] as const;
    for (const [out, ...flags] of refused)
      expect(await match(file, out, [...flags, ...paying])).toMatchObject({ exitCode: 2 });
    expect((await match(file, 'out.tsv', paying)).stderr).toContain('ends with .csv, .xlsx or .xlsm.');
    expect(await suite.run(['match', file, '--out', '', ...paying])).toMatchObject({ exitCode: 2 });
    expect(await suite.balance()).toBe(100);
  });

  it('ends with what settles most rows at once, and its price', async () => {
    const names = ['孤立電機株式会社', '孤立電機株式会社', '株式会社孤立電機 あおば支店', '株式会社同名商事'];
    const { stderr } = await match(suite.writeCsv(`会社名\r\n${names.join('\r\n')}\r\n`), 'ends.csv', paying);
    const [{ source_id: id }] = (await suite.json('source', 'list')).items;
    const accepting = `company-data source accept ${id} only_form_at_other_end  # 2 rows, 2 credits\n`;
    expect(stderr).toContain(
      `Next:\n  Settle at once what is certain enough, the most rows first\n    ${accepting}`,
    );
    expect(stderr).toContain(`company-data source review ${id}\n`);
    const accepted = await suite.run([
      'source',
      'accept',
      id,
      'only_form_at_other_end',
      '--remember',
      ...paying,
    ]);
    expect(accepted.stdout).toContain('Accepted 2 rows.');
    expect(accepted.stderr).toContain('Remembered for later rows: 1 name.');
  });

  it('says which file is empty or of another kind', async () => {
    const file = place('empty.csv');
    writeFileSync(file, '');
    expect(await match(file, 'out.csv', paying)).toMatchObject({
      exitCode: 2,
      stderr: `error: ${file} is empty.\n`,
    });
    writeFileSync(file, '%PDF-1.7');
    expect(await match(file, 'out.csv', paying)).toMatchObject({ exitCode: 9 });
  });

  it('prints the way on, also for rows without a company, and the command that writes the file again', async () => {
    const file = suite.writeCsv('会社名\r\n無い会社\r\n');
    const flags = ['--columns', 'company_id,match', '--prefix', 'x ', '--no-bom', '--newline', 'lf'];
    const { exitCode, stderr } = await match(file, 'a b.csv', [...flags, ...paying]);
    expect(exitCode).toBe(3);
    expect(stderr).toContain('No company was matched: none of 1 row has one.');
    const [{ source_id: id }] = (await suite.json('source', 'list')).items;
    expect(stderr).toContain(`company-data source review ${id}\n`);
    expect(stderr).toContain(`company-data source candidates ${id} --out candidates.xlsx\n`);
    expect(stderr).not.toContain('source accept');
    expect(stderr).toContain(
      `company-data source export ${id} --out '${place('a b.csv')}' --prefix 'x ' --columns company_id,match --no-bom --newline lf`,
    );
    const [written] = readFileSync(place('a b.csv'), 'utf8').split('\n');
    expect(written).toBe(
      '会社名,x company_id,x resolve_status,x match_rule,x reason,x assurance,x decision,x issues,x resolve_set_aside,x source_row_id',
    );
  });

  it('cancels its run when it is interrupted, and says how to continue', async () => {
    const stop = new AbortController();
    const { exitCode, stderr } = await match(suite.writeCsv(ledger), 'out.csv', ['--background', ...paying], {
      signal: stop.signal,
      fetch: (url, init) => {
        if (/\/runs\/[^/]+\?wait=/.test(String(url))) stop.abort();
        return fetch(url, init);
      },
    });
    const [{ source_id: id }] = (await suite.json('source', 'list')).items;
    expect(exitCode).toBe(130);
    expect(stderr).toContain('The run was cancelled after 0 of 4 rows; 0 credits charged.');
    expect(stderr).toContain(`company-data source resume ${id}`);
    expect((await suite.json('source', 'runs', id)).items).toMatchObject([{ status: 'cancelled' }]);
    await suite.run(['source', 'resolve', id, '--background', '--no-wait', ...paying]);
    expect((await suite.json('source', 'runs', id)).items).toMatchObject([
      { status: 'queued' },
      { status: 'cancelled' },
    ]);
  });

  it('leaves a run in the background, which is followed, cancelled and resumed', async () => {
    const id = await suite.importedSource();
    const start = ['source', 'resolve', id, '--background', '--no-wait', '--max-credits', '5'];
    expect(await suite.run(start)).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('in the background'),
    });
    const runs = async () => (await suite.json('source', 'runs', id)).items;
    expect(await runs()).toMatchObject([{ background: true, status: 'queued' }]);
    expect(await suite.run(['source', 'cancel', id])).toMatchObject({ exitCode: 0 });
    expect(await suite.run(['source', 'cancel', id])).toMatchObject({ exitCode: 3 });
    expect(await suite.run(['source', 'runs', id, '--follow'])).toMatchObject({
      exitCode: 9,
      stderr: expect.stringContaining(`company-data source resume ${id}`),
    });
    expect(await suite.run(['source', 'resume', id, '--no-wait'])).toMatchObject({ exitCode: 0 });
    expect(await runs()).toMatchObject([{ status: 'queued' }]);
  });
});

describe('the review', () => {
  const resolved = async () => {
    await match(suite.writeCsv(ledger), 'out.csv', paying);
    return (await suite.json('source', 'list')).items[0].source_id as string;
  };

  it('undoes the last decision, searches another company, and marks what is no company', async () => {
    const id = await resolved();
    const { stderr, exitCode } = await suite.run(['source', 'review', id, '--max-credits', '2'], {
      person: [
        [keys, `n${enter}`],
        ['1–2, n, x, /name, r, u, s, q:', `u${enter}`],
        [keys, `/${idOf(4)}${enter}`],
        ['1, n, x, /name, /, a, r, s, q:', `1${enter}`],
        ['1–2, n, x, /name, r, u, s, q:', `x${enter}`],
      ],
    });
    expect(stderr).toContain('Several companies have this name, or one');
    expect(stderr).toContain('Undone: 1 row of row 2.');
    const { items } = await suite.json('source', 'history', id);
    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      'not_a_company',
      'choose',
      'take_back',
      'none_of_these',
    ]);
    expect(items[1].after.company_id).toBe(idOf(4));
    expect(exitCode).toBe(0);
  });

  it('remembers a company for all later rows, with the reason, and goes back from a search', async () => {
    const id = await resolved();
    const flags = ['--max-credits', '1', '--why', '名刺'];
    const { stderr } = await suite.run(['source', 'review', id, ...flags], {
      person: [
        [keys, `r${enter}`],
        ['settles all later rows with this name by itself', ''],
        ['1–2, n, x, /name, a, r, s, q:', `/${idOf(4)}${enter}`],
        ['1, n, x, /name, /, a, r, s, q:', `/${enter}`],
        [keys, `1${enter}`],
        ['1–2, n, x, /name, r, u, s, q:', `q${enter}`],
      ],
    });
    expect(stderr).toContain(`company-data source reasons ${id}`);
    expect((await suite.json('choices', 'list')).items).toMatchObject([{ always: true }]);
    expect((await suite.json('source', 'history', id)).items).toMatchObject([{ why: '名刺' }]);
  });

  it('shows the best candidates first and once, and asks again above the maximum', async () => {
    const id = await resolved();
    const manyCandidates: typeof fetch = async (...call) => {
      const answer = await fetch(...call);
      if (!answer.url.includes('/review?')) return answer;
      const page = (await answer.json()) as { rows: { resolve_candidates: unknown[] }[] };
      for (const row of page.rows) row.resolve_candidates = Array(4).fill(row.resolve_candidates).flat();
      return Response.json(page);
    };
    const many = '1–6, +, n, x, /name, a, r, s, q:';
    const { stderr } = await suite.run(['source', 'review', id], {
      fetch: manyCandidates,
      person: [
        ['Maximum to pay, in credits:', `\u007f0${enter}`],
        [many, `/無い会社${enter}`],
        ['No company was found for 無い会社.', ''],
        [many, `+${enter}`],
        ['1–8, n, x, /name, a, r, s, q:', `8${enter}`],
        ['That is 1 credit more than the agreed maximum. Agree to it?', `y${enter}`],
        [many.replace('a, r', 'r, u'), `q${enter}`],
      ],
    });
    const shown = (stderr.split('Settled')[0] ?? '').match(/\[\d+\]/g);
    expect(shown).toEqual(['[1]', '[2]', '[3]', '[4]', '[5]', '[6]', '[7]', '[8]']);
    expect(stderr).toContain('+ more of 8 candidates');
    expect((await suite.json('source', 'history', id)).items).toMatchObject([
      { action: 'choose', row_number: 2 },
    ]);
  });

  it('undoes a decision about equal rows as a whole', async () => {
    const id = await resolved();
    const { stderr } = await suite.run(
      ['source', 'review', id, '--status', 'multiple_candidates,not_found', '--max-credits', '2'],
      {
        person: [
          [keys, `a${enter}`],
          ['The next decision is for', ''],
          [keys, `1${enter}`],
          ['n, x, /name, r, u, s, q:', `u${enter}`],
          ['Undone: 2 rows of row 2.', ''],
          [keys, `q${enter}`],
        ],
      },
    );
    expect(stderr).toContain('Undone: 2 rows of row 2.');
    expect((await suite.json('source', 'review', id)).review.statuses).toMatchObject({
      multiple_candidates: 2,
    });
  });
});
