import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { corporateNumber, idOf } from '../../../support/companies.ts';
import { type SuiteLoading, shiftJis, suiteLoading } from '../../../support/loading.ts';
import { size } from '../../../support/size.ts';
import { type RegisterCells, registerFile, registerRow, removalRow } from './samples.ts';

let suite: SuiteLoading;
beforeAll(async () => {
  suite = await suiteLoading();
});
afterAll(() => suite.remove());
beforeEach(() => suite.clear());

const full = (...rows: RegisterCells[]) => suite.load('nta', registerFile(...rows));
const diff = (...rows: RegisterCells[]) => suite.load('nta-diff', shiftJis(registerFile(...rows)));
const counts = ({ rows_read, added, changed, unchanged, rejected }: Awaited<ReturnType<typeof full>>) => ({
  rows_read,
  added,
  changed,
  unchanged,
  rejected,
});
const company = async (number: number) =>
  (
    await suite.rows(
      `SELECT company_id, kind, status, closed_on, close_cause, hidden, name_image_id, assigned_on,
       register_updated_on, version FROM companies WHERE corporate_number = ?`,
      corporateNumber(number),
    )
  )[0];
const names = (number: number) =>
  suite.rows(
    `SELECT kind, name, valid_from, valid_to FROM company_names WHERE company_id = ? ORDER BY kind, valid_to, name`,
    idOf(number),
  );
const addresses = (number: number) =>
  suite.rows(
    'SELECT kind, city, street, valid_from FROM company_addresses WHERE company_id = ? ORDER BY kind',
    idOf(number),
  );
const successors = (number: number) =>
  suite.rows(
    'SELECT successor_corporate_number, effective_on FROM company_successors WHERE company_id = ?',
    idOf(number),
  );

describe('a reading that is only a legal form', () => {
  it('is left out with a note, and everything else of the company is kept', async () => {
    const report = await full(
      { number: 1, name: '株式会社ＺＺＵ', kana: 'カブシキガイシャ', english: 'Co., Ltd.' },
      { number: 2, name: '株式会社アオバ', kana: 'アオバ' },
    );
    expect(counts(report)).toMatchObject({ added: 2, rejected: 0 });
    expect(report.notes).toEqual([
      '2 readings or other names were left out, because they are only a legal form.',
    ]);
    expect((await names(1)).map(({ kind, name }) => [kind, name])).toEqual([['legal', '株式会社ＺＺＵ']]);
    expect((await names(2)).map(({ kind }) => kind)).toEqual(['kana', 'legal']);
  });
});

describe('a full file of the register', () => {
  it('makes a company of each row, with its names and address', async () => {
    const report = await full({
      number: 1,
      name: '株式会社アオバ　カクウ',
      kana: 'アオバカクウ',
      english: 'Aoba Kakuu Co., Ltd.',
      imageId: '00012345',
      updated: '2024-04-01',
    });

    expect(counts(report)).toEqual({ rows_read: 1, added: 1, changed: 0, unchanged: 0, rejected: 0 });
    expect(await company(1)).toEqual({
      company_id: idOf(1),
      kind: 'kabushiki',
      status: 'active',
      closed_on: null,
      close_cause: null,
      hidden: false,
      name_image_id: '00012345',
      assigned_on: '2015-10-05',
      register_updated_on: '2024-04-01',
      version: 1,
    });
    expect(await names(1)).toEqual([
      { kind: 'english', name: 'Aoba Kakuu Co., Ltd.', valid_from: null, valid_to: null },
      { kind: 'kana', name: 'アオバカクウ', valid_from: null, valid_to: null },
      { kind: 'legal', name: '株式会社アオバ　カクウ', valid_from: null, valid_to: null },
    ]);
    expect(await addresses(1)).toEqual([
      { kind: 'head_office', city: '千代田区', street: '架空町１丁目１番１号', valid_from: null },
    ]);
  });

  it('knows the first day of a name that was given after numbers began', async () => {
    await full(
      { number: 1, name: '新設合同会社', process: '01', changed: '2020-02-03' },
      { number: 2, name: '改称株式会社', process: '11', changed: '2021-05-06' },
      { number: 3, name: '移転株式会社', process: '12', changed: '2022-07-08' },
    );

    const rows = await suite.rows('SELECT name, valid_from FROM company_names ORDER BY company_id');
    expect(Object.fromEntries(rows.map(({ name, valid_from }) => [name, valid_from]))).toEqual({
      新設合同会社: '2020-02-03',
      改称株式会社: '2021-05-06',
      移転株式会社: null,
    });
    expect(await addresses(3)).toMatchObject([{ valid_from: '2022-07-08' }]);
  });

  it('keeps closings, mergers with their successor, and the request to be hidden', async () => {
    const successor = corporateNumber(9);
    await full(
      { number: 1, name: '清算株式会社', process: '21', closed: '2023-03-31', cause: '01' },
      { number: 2, name: '合併株式会社', process: '21', closed: '2023-04-01', cause: '11', successor },
      { number: 3, name: '非表示株式会社', hihyoji: '1' },
    );

    expect(await company(1)).toMatchObject({
      status: 'closed',
      closed_on: '2023-03-31',
      close_cause: 'liquidated',
    });
    expect(await company(2)).toMatchObject({ status: 'merged', close_cause: 'merger' });
    expect(await successors(2)).toEqual([
      { successor_corporate_number: successor, effective_on: '2023-04-01' },
    ]);
    expect(await company(3)).toMatchObject({ status: 'active', hidden: true });
  });

  it('treats a company that has merged others (71) as active: the row is about the surviving company', async () => {
    await full({ number: 1, name: '存続株式会社', process: '71', changed: '2023-04-01' });
    expect(await company(1)).toMatchObject({ status: 'active', closed_on: null });
  });

  it('keeps both addresses of a foreign company, and later only the remaining one', async () => {
    const foreign = { number: 1, name: '架空インク', kind: '401' };
    await full({ ...foreign, outside: '架空国架空市１番地' });
    expect((await addresses(1)).map(({ kind }) => kind)).toEqual(['head_office', 'outside_japan']);

    await full({ ...foreign, updated: '2024-05-01' });
    expect((await addresses(1)).map(({ kind }) => kind)).toEqual(['head_office']);
  });

  it('removes a known company, and creates none from an unknown removed number', async () => {
    await full({ number: 1, name: '誤登録株式会社' });
    const report = await suite.load('nta', removalRow(1, '2024-06-01') + removalRow(2, '2024-06-01'));

    expect(counts(report)).toEqual({ rows_read: 2, added: 0, changed: 1, unchanged: 1, rejected: 0 });
    expect(await company(1)).toMatchObject({
      status: 'removed',
      kind: 'kabushiki',
      assigned_on: '2015-10-05',
    });
    expect(await names(1)).toMatchObject([{ name: '誤登録株式会社' }]);
    expect(await company(2)).toBeUndefined();
    expect(await suite.rows(`SELECT change, fields FROM company_changes WHERE change <> 'added'`)).toEqual([
      { change: 'removed', fields: ['register_updated_on', 'status'] },
    ]);
  });

  it('rejects a row that breaks the format, names the reason, and continues', async () => {
    const good = registerRow({ number: 1, name: '正常株式会社' });
    const report = await suite.load(
      'nta',
      [
        '1,2,3',
        good.replace(corporateNumber(1), '1234567890123'),
        good,
        good.replace('2024-04-01', '2024-02-30').replace(corporateNumber(1), corporateNumber(2)),
        good.replace(',301,', ',999,'),
      ].join('\r\n'),
    );

    expect(counts(report)).toEqual({ rows_read: 5, added: 1, changed: 0, unchanged: 0, rejected: 4 });
    const rejected = await rejectedRows(report.rejected_file);
    expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [1, 'has 3 of 30 columns'],
      [2, 'corporateNumber 1234567890123 has a wrong check digit'],
      [4, 'date/time field value out of range: "2024-02-30"'],
      [5, 'kind 999 is unknown'],
    ]);
  });

  it('keeps nothing of rows of the register of invoice issuers, which also has natural persons', async () => {
    const report = await suite.load(
      'nta',
      `${registerFile({ number: 1, name: '株式会社架空' })}7,T8234567890123,01,0,1,1,1,2023-10-01,2023-08-01,,,,,,,,,,架空　太郎,,,,,\r\n`,
    );
    expect(await rejectedRows(report.rejected_file)).toMatchObject([
      { reason: 'has 24 of 30 columns', text: '' },
    ]);
  });
});

async function rejectedRows(file: string | null): Promise<{ line: number; reason: string; text: string }[]> {
  const { readFileSync } = await import('node:fs');
  return readFileSync(file ?? '', 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('a differential file of the register', () => {
  /** All states of one company, as the file has them when it corrects the oldest. */
  const states: RegisterCells[] = [
    { number: 1, name: '株式会社初代', process: '01', correct: '1', latest: '0', updated: '2026-08-21' },
    {
      number: 1,
      name: '株式会社二代',
      process: '11',
      correct: '1',
      latest: '0',
      updated: '2026-08-21',
      changed: '2019-03-19',
      kana: 'ニダイ',
    },
    {
      number: 1,
      name: '株式会社二代',
      process: '12',
      correct: '1',
      latest: '0',
      updated: '2026-08-21',
      changed: '2019-04-01',
      city: '新宿区',
    },
    {
      number: 1,
      name: '三代株式会社',
      process: '11',
      correct: '1',
      updated: '2026-08-21',
      changed: '2026-06-15',
      city: '新宿区',
      kana: 'サンダイ',
    },
  ];
  const history = [
    { kind: 'former', name: '株式会社初代', valid_from: null, valid_to: '2019-03-19' },
    { kind: 'former', name: '株式会社二代', valid_from: '2019-03-19', valid_to: '2026-06-15' },
    { kind: 'kana', name: 'サンダイ', valid_from: null, valid_to: null },
    { kind: 'legal', name: '三代株式会社', valid_from: '2026-06-15', valid_to: null },
  ];

  it('makes former names from the earlier states, with their days', async () => {
    await full({ number: 1, name: '株式会社二代', kana: 'ニダイ', process: '12' });
    const report = await diff(...states);

    expect(counts(report)).toEqual({ rows_read: 4, added: 0, changed: 4, unchanged: 0, rejected: 0 });
    expect(await names(1)).toEqual(history);
    expect(await addresses(1)).toMatchObject([{ city: '新宿区', valid_from: '2019-04-01' }]);
    expect(await suite.rows('SELECT version, change, fields FROM company_changes ORDER BY version')).toEqual([
      { version: 1, change: 'added', fields: [] },
      {
        version: 2,
        change: 'changed',
        fields: ['address', 'former_name', 'kana_name', 'legal_name', 'observations', 'register_updated_on'],
      },
    ]);
  });

  it('gives the same names when the company is new', async () => {
    await diff(...states);
    expect(await names(1)).toEqual(history);
  });

  it('changes nothing when it is loaded again', async () => {
    await diff(...states);
    expect(counts(await diff(...states))).toMatchObject({ added: 0, changed: 0, unchanged: 4 });
    expect(await names(1)).toEqual(history);
    expect(await company(1)).toMatchObject({ version: 1 });
  });

  it('adds its names as former ones when the database has a newer state', async () => {
    await full({
      number: 1,
      name: '四代株式会社',
      process: '11',
      changed: '2026-09-01',
      updated: '2026-09-02',
    });
    await diff(...states);

    expect(await names(1)).toEqual([
      ...history.slice(0, 2),
      { kind: 'former', name: '三代株式会社', valid_from: '2026-06-15', valid_to: '2026-09-01' },
      { kind: 'legal', name: '四代株式会社', valid_from: '2026-09-01', valid_to: null },
    ]);
    expect(await company(1)).toMatchObject({ register_updated_on: '2026-09-02' });
  });

  it('turns the name in the database into a former one when a single row has a new name', async () => {
    await full({ number: 1, name: '株式会社旧名', process: '11', changed: '2018-01-10' });
    await diff({
      number: 1,
      name: '株式会社新名',
      process: '11',
      changed: '2026-08-01',
      updated: '2026-08-21',
    });

    expect(await names(1)).toEqual([
      { kind: 'former', name: '株式会社旧名', valid_from: '2018-01-10', valid_to: '2026-08-01' },
      { kind: 'legal', name: '株式会社新名', valid_from: '2026-08-01', valid_to: null },
    ]);
  });

  it('completes the first day of a former name when a later file has it', async () => {
    await full({ number: 1, name: '株式会社二代', process: '12' });
    await diff({
      number: 1,
      name: '三代株式会社',
      process: '11',
      changed: '2026-06-15',
      updated: '2026-06-16',
    });
    expect(await names(1)).toMatchObject([{ kind: 'former', valid_from: null, valid_to: '2026-06-15' }, {}]);

    await diff(...states);
    expect(await names(1)).toEqual(history);
  });

  it('replaces a name without a trace when the register corrects it or changes its spelling', async () => {
    await full({ number: 1, name: '株式会社誤字' }, { number: 2, name: '株式会社ＡＢＣ' });
    await diff(
      { number: 1, name: '株式会社正字', process: '01', correct: '1', updated: '2026-08-21' },
      { number: 2, name: '株式会社ＡＢＣ　', process: '12', updated: '2026-08-21' },
    );
    expect((await names(1)).map(({ kind, name }) => [kind, name])).toEqual([['legal', '株式会社正字']]);
    expect((await names(2)).map(({ kind }) => kind)).toEqual(['legal']);
  });

  it('reopens a closed company, and removes its successor after an annulled merger', async () => {
    const merged = { closed: '2023-04-01', cause: '11', successor: corporateNumber(9) };
    await full(
      { number: 1, name: '閉鎖株式会社', process: '21', closed: '2023-03-31', cause: '21' },
      { number: 2, name: '無効株式会社', process: '21', ...merged },
    );
    await diff(
      { number: 1, name: '閉鎖株式会社', process: '22', updated: '2026-08-21' },
      { number: 2, name: '無効株式会社', process: '72', updated: '2026-08-21' },
    );

    expect(await company(1)).toMatchObject({ status: 'active', closed_on: null, close_cause: null });
    expect(await company(2)).toMatchObject({ status: 'active' });
    expect(await successors(2)).toEqual([]);
  });

  it('reports in the change feed how a company changed', async () => {
    await full({ number: 1, name: '一株式会社' }, { number: 2, name: '二株式会社' });
    await diff(
      {
        number: 1,
        name: '一株式会社',
        process: '21',
        updated: '2026-08-21',
        closed: '2026-08-01',
        cause: '01',
      },
      {
        number: 2,
        name: '二株式会社',
        process: '21',
        updated: '2026-08-21',
        closed: '2026-08-01',
        cause: '11',
        successor: corporateNumber(1),
      },
    );
    expect(
      await suite.rows(
        `SELECT change, version, fields FROM company_changes WHERE version = 2 ORDER BY company_id = ? DESC`,
        idOf(1),
      ),
    ).toEqual([
      {
        change: 'closed',
        version: 2,
        fields: ['close_cause', 'closed_on', 'observations', 'register_updated_on', 'status'],
      },
      {
        change: 'merged',
        version: 2,
        fields: [
          'close_cause',
          'closed_on',
          'observations',
          'register_updated_on',
          'status',
          'superseded_by',
        ],
      },
    ]);
  });

  it('never overwrites a newer state with an older file', async () => {
    await diff({
      number: 1,
      name: '新しい株式会社',
      process: '11',
      changed: '2026-08-01',
      updated: '2026-08-21',
    });
    const report = await full({ number: 1, name: '古い株式会社', kana: 'フルイ', city: '港区' });

    expect(counts(report)).toMatchObject({ added: 0, changed: 1, unchanged: 0 });
    expect(await names(1)).toEqual([
      { kind: 'former', name: '古い株式会社', valid_from: null, valid_to: '2026-08-01' },
      { kind: 'legal', name: '新しい株式会社', valid_from: '2026-08-01', valid_to: null },
    ]);
    expect(await addresses(1)).toMatchObject([{ city: '千代田区' }]);
  });

  it('keeps earlier states until another file has the state after their day', async () => {
    const [first, ...later] = states.map((row, at) => `${registerRow(row, at + 1)}\n`);
    const report = await suite.load('nta-diff', first ?? '');
    expect(counts(report)).toEqual({ rows_read: 1, added: 0, changed: 0, unchanged: 1, rejected: 0 });
    expect(await company(1)).toBeUndefined();

    await full({ number: 1, name: '株式会社二代', process: '12' });
    await suite.load('nta-diff', first ?? '');
    expect(await names(1)).toMatchObject([{ kind: 'legal', name: '株式会社二代' }]);

    await suite.load('nta-diff', later.join(''));
    expect(await names(1)).toEqual(history);
  });

  it('rejects an earlier state without its place in the file', async () => {
    const row = registerRow({ number: 1, name: '株式会社途中', latest: '0', updated: '2026-08-21' });
    const good = registerRow({ number: 2, name: '正常株式会社' });
    const report = await suite.load('nta-diff', `${row.replace('1,', ',')}\n${good}\n`);
    expect((await rejectedRows(report.rejected_file))[0]?.reason).toBe('sequenceNumber is empty');
  });

  it('removes a company that was removed before its older rows are loaded', async () => {
    await suite.load('nta', removalRow(1, '2024-06-01'));
    expect(await company(1)).toBeUndefined();

    await full({ number: 1, name: '誤登録株式会社' });
    expect(await company(1)).toMatchObject({ status: 'removed', register_updated_on: '2024-06-01' });
    expect(await names(1)).toMatchObject([{ kind: 'legal', name: '誤登録株式会社' }]);
  });

  it('keeps the name of a company that is struck off (81)', async () => {
    await full({ number: 1, name: '抹消株式会社', process: '81', changed: '2024-06-04' });
    expect(await company(1)).toMatchObject({ status: 'removed', closed_on: '2024-06-04' });
    expect(await names(1)).toMatchObject([{ kind: 'legal', name: '抹消株式会社' }]);
  });

  it('stores no statements about a company with a single one, and each of several once', async () => {
    const stored = () => suite.rows('SELECT count(*)::int AS rows FROM register_statements');
    const before = { number: 1, name: '株式会社二代', process: '12' };
    await full(before);
    expect(await stored()).toEqual([{ rows: 0 }]);
    await diff(...states);
    await full(before);
    await diff(...states);
    expect(await stored()).toEqual([{ rows: 5 }]);
  });
});

describe('a former name that another source also states', () => {
  const line = JSON.stringify({
    record: 'company',
    corporate_number: corporateNumber(1),
    name: '株式会社新名',
    former_names: [
      { name: '株式会社旧名', valid_to: '2019-01-01' },
      { name: '株式会社古名', valid_from: '2001-01-01', valid_to: '2010-01-01' },
    ],
  });
  const load = {
    'JSON Lines': () => suite.load('jsonl', `${line}\n`),
    'the full file': () => full({ number: 1, name: '株式会社旧名', updated: '2019-05-01' }),
    'the change': () =>
      diff({ number: 1, name: '株式会社新名', process: '11', changed: '2020-05-01', updated: '2020-05-08' }),
  };
  type File = keyof typeof load;

  it.each<[File, File, File]>([
    ['JSON Lines', 'the full file', 'the change'],
    ['the full file', 'the change', 'JSON Lines'],
    ['the change', 'JSON Lines', 'the full file'],
  ])('has the days of the register, and others stay: %s, %s, %s', async (...files) => {
    for (const file of [...files, ...files]) await load[file]();

    expect(
      await suite.rows(
        `SELECT name, valid_from, valid_to, source FROM company_names WHERE kind = 'former' ORDER BY valid_to`,
      ),
    ).toEqual([
      { name: '株式会社古名', valid_from: '2001-01-01', valid_to: '2010-01-01', source: 'gbizinfo' },
      { name: '株式会社旧名', valid_from: null, valid_to: '2020-05-01', source: 'corporate_registry' },
    ]);
  });
});

describe('names that a build without statements has stored', () => {
  /** Forgets what was stated, as in a database that such a build has filled. */
  const forgetStatements = () =>
    suite.rows('DELETE FROM register_statements; UPDATE companies SET register_process = NULL');
  const former = (name: string, to: string) =>
    suite.rows(
      `INSERT INTO company_names (company_id, kind, name, valid_to, source)
       VALUES (?, 'former', ?, ?::date, 'corporate_registry')`,
      idOf(1),
      name,
      to,
    );

  it('stay, with their days, when a file with a newer change is loaded', async () => {
    await full({ number: 1, name: '株式会社二代', process: '11', changed: '2019-03-19' });
    await former('株式会社初代', '2019-03-19');
    await forgetStatements();
    await diff({
      number: 1,
      name: '三代株式会社',
      process: '11',
      changed: '2026-06-15',
      updated: '2026-08-21',
    });

    expect(await names(1)).toEqual([
      { kind: 'former', name: '株式会社初代', valid_from: null, valid_to: '2019-03-19' },
      { kind: 'former', name: '株式会社二代', valid_from: '2019-03-19', valid_to: '2026-06-15' },
      { kind: 'legal', name: '三代株式会社', valid_from: '2026-06-15', valid_to: null },
    ]);
  });

  it('change nothing when the same full file is loaded again', async () => {
    const row = { number: 1, name: '株式会社二代', process: '12' };
    await full(row);
    await suite.rows(`UPDATE company_names SET valid_from = '2019-03-19'`);
    await former('株式会社初代', '2019-03-19');
    await forgetStatements();
    const before = await names(1);

    for (let time = 0; time < 2; time += 1)
      expect(counts(await full(row))).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await names(1)).toEqual(before);
    expect(await company(1)).toMatchObject({ version: 1 });
  });

  it('end with the whole history that lacks them, and where a statement has the name', async () => {
    await full({ number: 1, name: '株式会社二代', process: '12' });
    await former('株式会社二代', '2015-10-05');
    await former('誤記株式会社', '2018-01-01');
    await forgetStatements();
    await full({ number: 1, name: '株式会社二代', process: '12' });
    expect((await names(1)).map(({ name }) => name)).toEqual(['誤記株式会社', '株式会社二代']);

    await diff(
      { number: 1, name: '株式会社初代', process: '01', correct: '1', latest: '0', updated: '2026-08-21' },
      { number: 1, name: '株式会社二代', process: '11', changed: '2019-03-19', updated: '2026-08-21' },
    );
    expect(await names(1)).toEqual([
      { kind: 'former', name: '株式会社初代', valid_from: null, valid_to: '2019-03-19' },
      { kind: 'legal', name: '株式会社二代', valid_from: '2019-03-19', valid_to: null },
    ]);
  });
});

describe('the day of the last move', () => {
  const row = (process: string, updated: string, changed: string, rest: Partial<RegisterCells> = {}) => ({
    number: 1,
    name: '架空一株式会社',
    street: '架空町二番地',
    process,
    updated,
    changed,
    ...rest,
  });
  const renamed = (updated: string) => row('11', updated, updated, { name: '架空新株式会社' });
  const back = { street: '架空町一番地' };

  it.each<[string, RegisterCells[], string | null]>([
    [
      'that the register corrects to an earlier one',
      [row('12', '2026-03-12', '2026-03-10'), row('12', '2026-03-20', '2026-03-01'), renamed('2026-04-01')],
      '2026-03-01',
    ],
    [
      'to another place, from which the company came back on a day that is not loaded',
      [
        row('12', '2026-03-12', '2026-03-10', back),
        row('12', '2026-03-20', '2026-03-18'),
        { ...renamed('2026-04-01'), ...back },
      ],
      null,
    ],
    [
      'before a whole history without it',
      [row('12', '2026-03-12', '2026-03-10'), row('01', '2026-03-20', '2015-10-05'), renamed('2026-04-01')],
      null,
    ],
  ])('%s is the same in any order of the files', async (_, rows, day) => {
    const newestFirst = ordersOf(rows).reverse();
    for (const order of newestFirst.slice(0, size(1, newestFirst.length))) {
      await suite.clear();
      for (const one of order) await diff(one);
      expect([order, await addresses(1)]).toMatchObject([order, [{ valid_from: day }]]);
    }
    for (const one of rows) expect(counts(await diff(one))).toMatchObject({ changed: 0 });
  });

  it('stays as a build knew it that did not keep addresses', async () => {
    await diff(row('12', '2026-03-12', '2026-03-10'));
    await diff(renamed('2026-04-01'));
    await suite.rows('UPDATE register_statements SET address = NULL, moved_on = NULL');
    await diff(row('71', '2026-05-01', '2026-05-01', { name: '架空新株式会社' }));
    expect(await addresses(1)).toMatchObject([{ valid_from: '2026-03-10' }]);
  });
});

function ordersOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => ordersOf(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}
