import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { loadFolder, selectOfficialFiles } from '../../../../indexers/registers/folder.ts';
import { corporateNumber, idOf } from '../../../support/companies.ts';
import { reasons, type SuiteLoading, suiteLoading } from '../../../support/loading.ts';
import { registerFile } from '../nta/samples.ts';
import { invoiceCsv, invoiceJson, invoiceLines, invoiceXml, issuer, person } from './samples.ts';

let suite: SuiteLoading;
beforeAll(async () => {
  suite = await suiteLoading();
});
afterAll(() => suite.remove());
beforeEach(() => suite.clear());

const load = (name: string, content: string | Uint8Array) =>
  suite.load('invoice', '', { file: suite.write(name, content) });
const statements = () =>
  suite.rows(
    `SELECT right(corporate_number, 1) AS number, updated_on, process, registered_on, cancelled_on, expired_on, name,
       trade_name, address FROM invoice_statements ORDER BY corporate_number, updated_on, registered_on`,
  );
const changes = () => suite.rows("SELECT company_id, fields FROM company_changes WHERE change = 'changed'");

const first = issuer({ number: 1 });
const cancelled = issuer({
  number: 2,
  process: '04',
  updateDate: '2025-02-03',
  disposalDate: '2025-01-31',
  name: '株式会社"引用",二',
  tradeName: '架空屋 & <二>',
});
const kept = [
  {
    number: '1',
    updated_on: '2023-04-03',
    process: '01',
    registered_on: '2023-10-01',
    cancelled_on: null,
    expired_on: null,
    name: '株式会社架空製作',
    trade_name: null,
    address: '東京都千代田区架空町１丁目１番１号',
  },
  {
    number: '2',
    process: '04',
    cancelled_on: '2025-01-31',
    name: '株式会社"引用",二',
    trade_name: '架空屋 & <二>',
  },
];

describe('the register of invoice issuers', () => {
  it.each([
    ['the CSV of a full file', 'h_all_20260831_001.csv', invoiceCsv(first, cancelled, person)],
    ['JSON', 'h_all_20260831_001.json', invoiceJson(first, cancelled, person)],
    ['XML', 'h_all_20260831_001.xml', invoiceXml(first, cancelled, person)],
    ['JSON Lines of the Web-API', 'invoice.jsonl', invoiceLines(first, cancelled, person)],
    ['compressed JSON', 'diff_20260821_json.json.gz', gzipSync(invoiceJson(first, cancelled, person))],
    [
      'CSV of the Web-API, with its first line',
      'invoice.csv',
      `2026-08-31,2,1,1\r\n${invoiceCsv(first, cancelled, person)}`,
    ],
  ])('says the same as %s', async (_, name, content) => {
    expect(await load(name, content)).toMatchObject({ rows_read: 3, rejected: 0 });
    const stored = await statements();
    expect(stored.map(({ number }) => number).toSorted()).toEqual(['1', '2']);
    expect(stored).toEqual(expect.arrayContaining(kept.map((one) => expect.objectContaining(one))));
  });

  it('changes only companies of which it says something new, and creates none', async () => {
    await suite.load('nta', registerFile({ number: 1, name: '株式会社架空製作' }));
    expect(await load('a.csv', invoiceCsv(first, cancelled))).toMatchObject({
      added: 0,
      changed: 1,
      unchanged: 1,
    });
    expect(await changes()).toEqual([{ company_id: idOf(1), fields: ['invoice_registration'] }]);
    expect(await suite.rows('SELECT company_id FROM companies')).toHaveLength(1);

    expect(await load('a.csv', invoiceCsv(first, cancelled))).toMatchObject({ changed: 0, unchanged: 2 });
    expect(await load('b.json', invoiceJson(cancelled, first))).toMatchObject({ changed: 0, unchanged: 2 });
    expect(await changes()).toHaveLength(1);

    const moved = issuer({ number: 1, process: '02', updateDate: '2026-01-05', address: '大阪府架空市' });
    expect(await load('c.xml', invoiceXml(moved))).toMatchObject({ changed: 1 });
    expect(await changes()).toHaveLength(2);
  });

  it('keeps nothing of natural persons, not even in the file of rejected rows', async () => {
    const broken = { ...person, kind: '', registrationDate: 'いつか', name: '架空　花子' };
    const report = await load(
      'k.csv',
      `${invoiceCsv(person, broken, { ...person, updateDate: '' })}2,"架空　次郎",01\r\n${invoiceCsv(first)}`,
    );
    expect(report).toMatchObject({ rows_read: 5, unchanged: 3, rejected: 2 });
    expect(await statements()).toMatchObject([{ number: '1' }]);
    expect(reasons(report.rejected_file)).toEqual(['registrationDate is not a day', 'has 3 of 24 columns']);
    expect(readFileSync(report.rejected_file ?? '', 'utf8')).not.toMatch(/架空|T81/);
  });

  it('rejects what it cannot read, with its reason and the number of the corporation', async () => {
    const report = await load(
      'a.jsonl',
      `${invoiceLines(
        issuer({ registratedNumber: 'T1234567890123' }),
        issuer({ number: 1, updateDate: '' }),
        issuer({ number: 2, process: '77' }),
        issuer({ number: 3, kind: '9' }),
        issuer({ number: 4, name: 'あ'.repeat(1001) }),
        first,
      )}{"name":"架空　三郎"\n[1]\n`,
    );
    expect(reasons(report.rejected_file)).toEqual([
      'registratedNumber has a wrong check digit',
      'updateDate is empty',
      'process is unknown',
      'kind is unknown',
      'name is longer than 1,000 characters',
      'not JSON',
      'not a JSON object',
    ]);
    const texts = readFileSync(report.rejected_file ?? '', 'utf8');
    expect(texts).toContain(`T${corporateNumber(1)}`);
    expect(texts).not.toMatch(/架空/);
  });

  it('keeps blanked states only of what is certainly a corporation, whichever file says so', async () => {
    const blank = (number: number, more: object = {}) => ({
      ...issuer({ number, kind: '', latest: '0', name: '', address: '', expireDate: '2024-03-01', ...more }),
    });
    // Another row of the same file, the file of corporations, and a company show it. Nothing shows it for 9.
    await suite.load('nta', registerFile({ number: 3, name: '株式会社三番' }));
    await load(
      'a.csv',
      invoiceCsv(blank(1), issuer({ number: 1, registrationDate: '2025-01-01' }), blank(9)),
    );
    await load('j_all_20260831.csv', invoiceCsv(blank(2)));
    await load(
      'diff_20260901_csv.csv',
      invoiceCsv(blank(3), blank(2, { process: '99', updateDate: '2026-09-01' })),
    );
    expect((await statements()).map(({ number, process, name }) => [number, process, name])).toEqual(
      expect.arrayContaining([
        ['1', '01', null],
        ['1', '01', '株式会社架空製作'],
        ['2', '01', null],
        ['2', '99', null],
        ['3', '01', null],
      ]),
    );
    expect(await statements()).toHaveLength(5);
  });

  it('keeps the texts of the newest statement, in any order of the files, because later files have blanked the others', async () => {
    const since = { number: 1, registrationDate: '2023-10-01' };
    const changed = issuer({ ...since, process: '02', updateDate: '2024-05-01', name: '株式会社架空改名' });
    const deletion = issuer({ ...since, process: '99', updateDate: '2025-01-06', name: '', address: '' });
    const files = [
      ['diff_20230403_csv.csv', [first]],
      ['diff_20240501_csv.csv', [changed]],
      ['h_all_20240531_001.csv', [{ ...first, latest: '0', name: '', address: '' }, changed]],
    ] as const;
    const stored: unknown[] = [];
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0],
    ]) {
      await suite.clear();
      for (const at of order) await load(files[at]?.[0] ?? '', invoiceCsv(...(files[at]?.[1] ?? [])));
      stored.push(await statements());
    }
    expect(stored[0]).toMatchObject([{ name: null, address: null }, { name: '株式会社架空改名' }]);
    expect(stored[1]).toEqual(stored[0]);
    expect(stored[2]).toEqual(stored[0]);
    await load('diff_20250106_csv.csv', invoiceCsv(deletion));
    expect((await statements()).map(({ name }) => name)).toEqual([null, null, null]);

    await suite.load('nta', registerFile({ number: 1, name: '株式会社架空製作' }));
    for (const [name, rows] of files)
      expect(await load(name, invoiceCsv(...rows))).toMatchObject({ changed: 0, rejected: 0 });
  });

  it('resumes, and refuses documents that are cut off or have a record without an end', async () => {
    const whole = invoiceJson(first, cancelled);
    await expect(load('a.json', whole.slice(0, -20))).rejects.toThrow(/^a.json is cut off or damaged: /);
    await expect(load('a.xml', invoiceXml(first).slice(0, -30))).rejects.toThrow(
      /^a.xml is cut off or damaged: /,
    );
    await expect(load('b.json', '{"announcement": [}')).rejects.toThrow(/^b.json is cut off or damaged: /);
    const endless = `{"announcement": [{"name": "${'あ'.repeat(1_100_000)}"}]}`;
    await expect(load('c.json', endless)).rejects.toThrow('c.json has a record that is longer than 1 MiB.');
    await expect(load('d.json', '{"announcement": []}')).rejects.toThrow('d.json is empty');
    expect(existsSync(suite.folder)).toBe(true);
    expect(await load('a.json', whole)).toMatchObject({ rows_read: 2, rejected: 0 });
  });

  it('is told from the corporate numbers by its columns, in a folder of unpacked files', async () => {
    const folder = path.join(suite.folder, 'unpacked');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'diff_20260821.csv'), invoiceCsv(first));
    writeFileSync(
      path.join(folder, 'diff_20260822.csv'),
      registerFile({ number: 1, name: '株式会社架空製作' }),
    );
    const reports = await loadFolder({
      databaseUrl: suite.database.url,
      stateFolder: path.join(suite.folder, 'state'),
      folder,
    });
    expect(reports.map(({ kind, file, changed, added }) => [kind, file, changed + added])).toEqual([
      ['nta-diff', 'diff_20260822.csv', 1],
      ['invoice', 'diff_20260821.csv', 1],
    ]);
  });

  it('is recognised by the names of its files, beside those of the corporate numbers', () => {
    expect(
      selectOfficialFiles([
        'diff_20260821.zip',
        'diff_20260821_csv.zip',
        'h_all_20260831_csv_001.zip',
        'j_all_20260831_json.zip',
        'k_all_20260831_csv_001.zip',
        'h_all_20260831_002.xml',
        'invoice-2026-08-21.jsonl',
        'other.jsonl',
      ]).map(({ kind, name }) => `${kind} ${name}`),
    ).toEqual([
      'nta-diff diff_20260821.zip',
      'invoice diff_20260821_csv.zip',
      'invoice h_all_20260831_002.xml',
      'invoice h_all_20260831_csv_001.zip',
      'invoice invoice-2026-08-21.jsonl',
      'invoice j_all_20260831_json.zip',
      'jsonl other.jsonl',
    ]);
  });
});
