import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { crc32, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { takeLoadLock } from '../../indexers/loading/load-lock.ts';
import { loadFolder, selectOfficialFiles } from '../../indexers/registers/folder.ts';
import { generate } from '../../lab/fictional/writing.ts';
import { corporateNumber } from '../support/companies.ts';
import { type SuiteLoading, shiftJis, suiteLoading } from '../support/loading.ts';
import { ops } from '../support/operator.ts';
import { size } from '../support/size.ts';
import { edinetFile } from './registers/edinet/samples.ts';
import { gbizFile } from './registers/gbizinfo/samples.ts';
import { jpxFile } from './registers/jpx/samples.ts';
import { jsonLines } from './registers/jsonl/samples.ts';
import { registerFile, registerRow } from './registers/nta/samples.ts';

/** More than a chunk, which is 5,000 rows; and so many chunks that a kill comes before the last one. */
const several = size(5200, 12_000);
const many = size(11_000, 60_000);

let suite: SuiteLoading;
beforeAll(async () => {
  suite = await suiteLoading();
});
afterAll(() => suite.remove());
beforeEach(() => suite.clear());

/** A register of companies 1 to n, with a row in the middle that is rejected. */
function register(n: number): string {
  const rows = Array.from(
    { length: n },
    (_, at) => `${registerRow({ number: at + 1, name: `架空${at}株式会社` })}\r\n`,
  );
  rows[Math.floor(n / 2)] = 'broken\r\n';
  return rows.join('');
}

const lockHolders = `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
  WHERE locktype = 'advisory' AND datname = current_database()`;
const legalNames = async () =>
  (await suite.rows("SELECT name FROM company_names WHERE kind = 'legal' ORDER BY name")).map(
    ({ name }) => name,
  );

/** A zip archive like those of the offices, with uncompressed entries. */
function zip(entries: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, bytes] of Object.entries(entries)) {
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(bytes.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, Buffer.from(name), bytes]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, rest, Buffer.from(name)]),
    );
    files.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, central, end]);
}

describe('a file as it was downloaded', () => {
  const text = registerFile({ number: 1, name: '株式会社髙﨑①' });
  const utf8 = Buffer.from(text);

  it.each([
    ['UTF-8', utf8],
    ['UTF-8 with a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8])],
    ['Shift_JIS with the characters of Windows', Buffer.concat([shiftJis(text)])],
    ['gzip', gzipSync(utf8)],
    [
      'zip with its signature beside the file',
      zip({ 'a.csv.asc': Buffer.from('x'), 'a.csv': shiftJis(text) }),
    ],
    [
      'zip of macOS, with what that adds to each file',
      zip({ 'a.csv': utf8, '__MACOSX/._a.csv': Buffer.from('\0\u0005\u0016\u0007') }),
    ],
  ])('is read in %s', async (_, content) => {
    expect(await suite.load('nta', content)).toMatchObject({ added: 1, rejected: 0 });
    expect(await legalNames()).toEqual(['株式会社髙﨑①']);
  });

  it('is read to its end when its lines end in several ways', async () => {
    const lines = [1, 2, 3].map((number) => registerFile({ number, name: `株式会社架空${number}` }).trim());
    expect(await suite.load('nta', `${lines[0]}\r\n${lines[1]}\n${lines[2]}\r`)).toMatchObject({
      rows_read: 3,
      added: 3,
    });
  });

  it('is read in parts in one archive, if none is missing', async () => {
    const part = (number: number) =>
      Buffer.from(`\uFEFF${registerFile({ number, name: `株式会社架空${number}` }).trim()}`);
    const parts = { 'a_all_02.csv': part(2), 'a_all_01.csv': part(1), 'a_all_01.csv.asc': Buffer.from('x') };
    expect(await suite.load('nta', zip(parts))).toMatchObject({ rows_read: 2, added: 2 });
    await expect(suite.load('nta', zip({ 'a_01.csv': part(1), 'a_03.csv': part(3) }))).rejects.toThrow(
      'contains 2 .csv, .jsonl, .json or .xml files',
    );
  });

  it('is refused when an archive does not hold exactly one file', async () => {
    await expect(suite.load('nta', zip({ 'a.csv': utf8, 'b.csv': utf8 }))).rejects.toThrow(
      'contains 2 .csv, .jsonl, .json or .xml files, but it must contain exactly one, or all parts of one: unpack it.',
    );
    await expect(
      suite.load('jpx', zip({ '[Content_Types].xml': utf8, 'xl/workbook.xml': utf8, 'xl/styles.xml': utf8 })),
    ).rejects.toThrow('is an Excel workbook (.xlsx): save it as CSV and load that.');
  });

  it('is refused in one sentence when it does not exist or is cut off', async () => {
    await expect(suite.load('nta', '', { file: '/nowhere/file.csv' })).rejects.toThrow(
      /^\/nowhere\/file.csv cannot be read: ENOENT/,
    );
    const packed = gzipSync(Buffer.from(register(2000)));
    await expect(suite.load('nta', packed.subarray(0, packed.length - 100))).rejects.toThrow(
      /^nta.txt is cut off or damaged: unexpected end of file/,
    );
  });

  it.each([
    [
      'csv',
      'nta',
      register(20).slice(0, -30),
      /^nta.txt is cut off or damaged: the last line \(20\) is incomplete$/,
    ],
    [
      'jsonl',
      'jsonl',
      '{"a":1}\n{"b":',
      /^jsonl.txt is cut off or damaged: the last line \(2\) is incomplete$/,
    ],
    [
      'zip',
      'nta',
      zip({ 'a.csv': utf8 }).subarray(0, -30),
      /^nta.txt is cut off or damaged: End of central directory record signature not found/,
    ],
    [
      'csv with an open quote',
      'nta',
      `${register(4)}1,"`,
      /^nta.txt is cut off or damaged: the record that begins on line 5 has no end$/,
    ],
    [
      'csv with an open quote far from its end',
      'nta',
      `${register(4)}"${'架空\n'.repeat(300_000)}`,
      /^nta.txt is cut off or damaged: the record that begins on line 5 has no end$/,
    ],
    ['UTF-16', 'nta', Buffer.from(`\ufeff${text}`, 'utf16le'), /^nta.txt is UTF-16: save it as UTF-8/],
  ] as const)('is refused when it is incomplete or unreadable: %s', async (_, kind, content, sentence) => {
    await expect(suite.load(kind, content)).rejects.toThrow(sentence);
    expect(await suite.rows('SELECT status FROM loads')).toEqual([{ status: 'failed' }]);
  });

  it.each([
    ['nta', '', /^nta.txt is empty: it has no rows to load.$/],
    ['jsonl', '\n\n', /^jsonl.txt is empty/],
    [
      'nta',
      jpxFile('20260131', { code: '9001', name: '架空' }),
      /^No row of nta.txt can be read as nta \(first reason: has 10 of 30 columns\)\. Is it another kind of file\?/,
    ],
    ['jsonl', registerFile({ number: 1, name: '架空' }), /^No row of jsonl.txt can be read as jsonl/],
  ] as const)(
    'is refused each time when nothing of it can be loaded: %s %j',
    async (kind, content, sentence) => {
      await expect(suite.load(kind, content)).rejects.toThrow(sentence);
      await expect(suite.load(kind, content)).rejects.toThrow(sentence);
      expect(await suite.rows('SELECT status, rows_read FROM loads')).toEqual([
        { status: 'failed', rows_read: 0 },
      ]);
    },
  );

  it('cannot also be the file for its rejected rows', async () => {
    const file = suite.write('kept.csv', text);
    await expect(suite.load('nta', '', { file, rejectedFile: file })).rejects.toThrow(
      'kept.csv is the file to load: choose another file for its rejected rows.',
    );
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('keeps quotes, tabs, backslashes and line ends inside a name as they are', async () => {
    const name = '株式会社"架\t空\\N"\n二行';
    await suite.load('nta', registerFile({ number: 1, name }));
    expect(await legalNames()).toEqual([name]);
  });
});

describe('a folder of official files', () => {
  it('is loaded in the order in which its files join', () => {
    expect(
      selectOfficialFiles([
        'listed_profiles.jsonl',
        'data_j.csv',
        'EdinetcodeDlInfo.zip',
        'diff_20260822.zip',
        'diff_20260821.csv.gz',
        'Chotatsujoho_UTF-8.csv',
        'Kihonjoho_UTF-8_20260821.zip',
        'Shokubajoho_UTF-8.zip',
        'notes.txt',
        '00_zenkoku_all_20260731.zip',
        '13_tokyo_all_20260731.zip',
      ]).map(({ kind, name }) => `${kind} ${name}`),
    ).toEqual([
      'nta 00_zenkoku_all_20260731.zip',
      'nta 13_tokyo_all_20260731.zip',
      'nta-diff diff_20260821.csv.gz',
      'nta-diff diff_20260822.zip',
      'edinet EdinetcodeDlInfo.zip',
      'jpx data_j.csv',
      'gbizinfo Kihonjoho_UTF-8_20260821.zip',
      'gbizinfo Chotatsujoho_UTF-8.csv',
      'gbizinfo Shokubajoho_UTF-8.zip',
      'jsonl listed_profiles.jsonl',
    ]);
  });

  it('is joined into one record for each company, and changes nothing the second time', async () => {
    const folder = path.join(suite.folder, 'official');
    mkdirSync(folder);
    const put = (name: string, content: string | Uint8Array) =>
      writeFileSync(path.join(folder, name), content);
    put('00_zenkoku_all.csv', registerFile({ number: 1, name: '株式会社架空製作' }));
    put(
      'diff_20260821.csv',
      shiftJis(registerFile({ number: 2, name: '株式会社二番', updated: '2026-08-21' })),
    );
    put(
      'EdinetcodeDlInfo.csv',
      edinetFile('2025年12月24日', { edinet: 'E99001', name: '架空', number: 1, code: '90010' }),
    );
    put('EdinetcodeDlInfo_old.csv', edinetFile('2024年1月1日', { edinet: 'E99009', name: '旧', number: 9 }));
    put('data_j.csv', jpxFile('20260131', { code: '9001', name: '架空製作' }));
    put('profiles.jsonl', jsonLines({ corporate_number: corporateNumber(2), employees: 3 }));
    put('Hojokinjoho_UTF-8.csv', gbizFile('Hojokinjoho', { number: 1, 名称: '架空補助金' }));
    for (const name of ['notes.txt', 'k_all_20260131.csv', '.hidden.csv']) put(name, '');
    const lines: string[] = [];
    const run = () =>
      loadFolder({
        databaseUrl: suite.database.url,
        stateFolder: path.join(suite.folder, 'state'),
        folder,
        onProgress: (line) => lines.push(line),
      });

    const reports = await run();
    expect(lines).toContainEqual(
      expect.stringMatching(/^Not loaded, because .*: k_all_20260131\.csv, notes\.txt\.$/),
    );
    expect(reports.map(({ kind, added, changed }) => [kind, added, changed])).toEqual([
      ['nta', 1, 0],
      ['nta-diff', 1, 0],
      ['edinet', 0, 1],
      ['jpx', 0, 1],
      ['gbizinfo', 0, 1],
      ['jsonl', 0, 1],
    ]);
    expect(lines).toContain(
      'EdinetcodeDlInfo_old.csv is the list of 2024-01-01, but the newer list of 2025-12-24 is already loaded.',
    );
    expect(await suite.rows('SELECT company_id FROM companies ORDER BY company_id')).toHaveLength(2);

    expect((await run()).map(({ skipped }) => skipped)).toEqual([true, true, true, true, true, true]);
    put(
      'diff_20260822.csv',
      shiftJis(registerFile({ number: 3, name: '株式会社三番', updated: '2026-08-22' })),
    );
    expect((await run()).map(({ kind, skipped }) => [kind, skipped])).toEqual([
      ['nta', true],
      ['nta-diff', true],
      ['nta-diff', false],
      ['edinet', false],
      ['jpx', false],
      ['gbizinfo', false],
      ['jsonl', false],
    ]);
    expect((await run()).some(({ skipped }) => !skipped)).toBe(false);

    // As after a run that was killed between two files.
    put(
      'diff_20260823.csv',
      shiftJis(registerFile({ number: 4, name: '株式会社四番', updated: '2026-08-23' })),
    );
    await suite.load('nta-diff', '', { file: path.join(folder, 'diff_20260823.csv') });
    expect((await run()).filter(({ skipped }) => skipped).map(({ kind }) => kind)).toEqual([
      'nta',
      'nta-diff',
      'nta-diff',
      'nta-diff',
    ]);
    expect((await run()).some(({ skipped }) => !skipped)).toBe(false);
  });

  it('is refused when it contains nothing to load', async () => {
    const empty = path.join(suite.folder, 'empty');
    mkdirSync(empty);
    await expect(
      loadFolder({ databaseUrl: suite.database.url, stateFolder: suite.folder, folder: empty }),
    ).rejects.toThrow(/contains no official file/);
  });
});

describe('a load', () => {
  it('resumes after its last committed chunk, counts every row once, and changes nothing when it runs again', async () => {
    const stop = new AbortController();
    await expect(
      suite.load('nta', register(several), { signal: stop.signal, onProgress: () => stop.abort() }),
    ).rejects.toThrow('The load was stopped. Load the file again to resume it.');
    expect(await suite.rows('SELECT status, rows_read FROM loads')).toEqual([
      { status: 'running', rows_read: 5000 },
    ]);

    const counts = { rows_read: several, changed: 0, rejected: 1 };
    const first = await suite.load('nta', register(several));
    expect(first).toMatchObject({ ...counts, resumed_after: 5000, added: several - 1, unchanged: 0 });
    expect(JSON.parse(readFileSync(first.rejected_file ?? '', 'utf8'))).toEqual({
      record: several / 2 + 1,
      line: several / 2 + 1,
      reason: 'has 1 of 30 columns',
      text: 'broken',
    });

    const second = await suite.load('nta', register(several));
    expect(second).toMatchObject({ ...counts, added: 0, unchanged: several - 1 });
    expect(await suite.rows('SELECT max(version) AS version, count(*) AS n FROM companies')).toEqual([
      { version: 1, n: several - 1 },
    ]);
    // Postgres knows at once how many rows there are now, so that what comes next is planned for them.
    expect(await suite.rows("SELECT reltuples AS n FROM pg_class WHERE oid = 'companies'::regclass")).toEqual(
      [{ n: several - 1 }],
    );
    expect(await suite.rows('SELECT status, rows_read, rejected FROM loads')).toEqual([
      { status: 'done', rows_read: several, rejected: 1 },
    ]);
  });

  it('does not run during another load or generate, which take the same lock', async () => {
    const refusal = 'Another load or generate is running on this database: wait until it ends, or stop it.';
    const client = new pg.Client({ connectionString: suite.database.url });
    await client.connect();
    try {
      await takeLoadLock(client);
      await expect(suite.load('nta', register(10))).rejects.toThrow(refusal);
      const options = { databaseUrl: suite.database.url, companies: 10, seed: 1, today: '2026-11-21' };
      await expect(generate(options)).rejects.toThrow(refusal);
    } finally {
      await client.end();
    }
    expect(await suite.load('nta', register(10))).toMatchObject({ added: 9 });
  });

  it('says on the command line in one sentence what is wrong, and fails', async () => {
    const file = suite.write('x.csv', 'a,b\n');
    expect(await ops(['load', 'edinet', file], { DATABASE_URL: suite.database.url })).toEqual({
      code: 1,
      out: '',
      err: 'x.csv does not begin with the note that gives the date of the EDINET code list.\n',
    });
  });

  // Last, because emptying the tables of so many companies takes a second.
  it('resumes after the process was killed, and rejects no row twice', async () => {
    const file = suite.write('killed.csv', register(many));
    const rejectedFile = path.join(suite.folder, 'killed-rejected.jsonl');
    const args = ['load', 'nta', file, '--json', '--rejected', rejectedFile];
    const environment = { DATABASE_URL: suite.database.url };
    const killed = spawn(process.execPath, ['scripts/run-built.mjs', 'ops', ...args], {
      env: { ...process.env, ...environment },
      stdio: 'ignore',
      detached: true,
    });
    const closed = once(killed, 'close');
    while ((await suite.rows('SELECT FROM loads WHERE rows_read > 0')).length === 0) await wait(20);
    process.kill(-(killed.pid ?? 0), 'SIGKILL');
    await closed;
    // PostgreSQL finishes the statement of a killed process before it releases its lock.
    while ((await suite.rows(lockHolders)).length > 0) await wait(20);
    const [cut] = await suite.rows<{ rows_read: number }>('SELECT rows_read FROM loads');
    expect(cut?.rows_read).toBeLessThan(many);

    const again = await ops(args, environment);
    expect(again).toMatchObject({ code: 0, err: '' });
    const report = JSON.parse(again.out);
    expect(report).toMatchObject({ rows_read: many, added: many - 1, rejected: 1 });
    expect(report.resumed_after).toBeGreaterThanOrEqual(cut?.rows_read ?? 0);
    expect(readFileSync(rejectedFile, 'utf8').trim().split('\n')).toHaveLength(1);
    expect(await suite.rows('SELECT count(*) AS n FROM companies')).toEqual([{ n: many - 1 }]);
  });
});
