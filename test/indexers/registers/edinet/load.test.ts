import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { corporateNumber, idOf } from '../../../support/companies.ts';
import { reasons, type SuiteLoading, shiftJis, storedFacts, suiteLoading } from '../../../support/loading.ts';
import { registerFile } from '../nta/samples.ts';
import { edinetFile, edinetHeader, type FilerCells, kakuu } from './samples.ts';

let suite: SuiteLoading;
beforeAll(async () => {
  suite = await suiteLoading();
});
afterAll(() => suite.remove());
beforeEach(() => suite.clear());

const edinet = (...filers: FilerCells[]) => suite.load('edinet', edinetFile('2025年12月24日', ...filers));
const { identifiers, ids, names, profile } = storedFacts({ rows: (...query) => suite.rows(...query) });

describe('the EDINET code list', () => {
  it('creates a company that the register lacks, with everything that the list states', async () => {
    await edinet(kakuu);

    expect(await suite.rows('SELECT company_id, corporate_number, kind FROM companies')).toEqual([
      { company_id: idOf(1), corporate_number: corporateNumber(1), kind: 'kabushiki' },
    ]);
    expect(await names(idOf(1))).toEqual([
      { kind: 'english', name: 'KAKUU WORKS CO., LTD.', source: 'edinet' },
      { kind: 'kana', name: 'カブシキガイシャカクウセイサク', source: 'edinet' },
      { kind: 'legal', name: '株式会社架空製作', source: 'edinet' },
    ]);
    expect(await identifiers(idOf(1))).toEqual([
      { identifier_type: 'edinet_code', value: 'E99001', valid_to: null },
      { identifier_type: 'securities_code', value: '9001', valid_to: null },
    ]);
    expect(await profile(idOf(1))).toEqual({
      capital_yen: 1_491_000_000,
      fiscal_year_end: '3月31日',
      industry: 'サービス業',
      listing_statement: '上場',
      consolidated: true,
    });
    expect(
      await suite.rows(
        'SELECT kind, prefecture_code, prefecture, city_code, city, street FROM company_addresses',
      ),
    ).toEqual([
      {
        kind: 'head_office',
        prefecture_code: '23',
        prefecture: '愛知県',
        city_code: '211',
        city: '豊田市',
        street: '架空町１番地',
      },
    ]);
    expect(await suite.rows('SELECT DISTINCT observed_at FROM profile_values')).toEqual([
      { observed_at: new Date('2025-12-24T00:00:00+09:00') },
    ]);
  });

  it('changes no company by stating the same on a later day, but says the newer day', async () => {
    await edinet(kakuu);
    const later = (day: string) => suite.load('edinet', edinetFile(day, kakuu));
    expect(await later('2026年1月5日')).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await suite.rows('SELECT DISTINCT observed_at FROM profile_values')).toEqual([
      { observed_at: new Date('2026-01-05T00:00:00+09:00') },
    ]);
    expect(await suite.rows('SELECT version::int FROM companies')).toEqual([{ version: 1 }]);

    // Of two sources, the newer one counts: the list overtakes the other.
    await suite.database.knex.raw(
      `INSERT INTO profile_values (company_id, field, value, source, observed_at)
       VALUES (?, 'capital_yen', '2000000', 'gbizinfo', '2026-01-07T00:00:00+09:00')`,
      [idOf(1)],
    );
    expect(await later('2026年1月6日')).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await later('2026年1月8日')).toMatchObject({ changed: 1, unchanged: 0 });
    expect(await later('2026年1月9日')).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await suite.rows('SELECT fields FROM company_changes ORDER BY change_id DESC LIMIT 1')).toEqual([
      { fields: ['capital_yen'] },
    ]);
  });

  it('leaves name and address to the register, and keeps a name that differs as a trade name', async () => {
    await suite.load(
      'nta',
      registerFile(
        { number: 1, name: '株式会社架空製作' },
        { number: 2, name: '株式会社高架空' },
        { number: 3, name: 'パーク架空株式会社' },
      ),
    );
    await edinet(
      { ...kakuu, name: '株式会社　架空製作', english: '', kana: '' },
      { edinet: 'E99002', name: '株式会社髙架空', number: 2 },
      { edinet: 'E99003', name: 'パーク架空株式会社（定款上の商号　パーク２４架空株式会社）', number: 3 },
    );

    expect(await names(idOf(1))).toEqual([
      { kind: 'legal', name: '株式会社架空製作', source: 'corporate_registry' },
    ]);
    expect(await names(idOf(2))).toContainEqual({ kind: 'trade', name: '株式会社髙架空', source: 'edinet' });
    expect(await names(idOf(3))).toEqual([
      { kind: 'legal', name: 'パーク架空株式会社', source: 'corporate_registry' },
      { kind: 'trade', name: 'パーク２４架空株式会社', source: 'edinet' },
    ]);
    expect(await suite.rows('SELECT DISTINCT source FROM company_addresses')).toEqual([
      { source: 'corporate_registry' },
    ]);
  });

  it('gives the same names whichever of register and list is loaded first', async () => {
    const register = registerFile({ number: 1, name: '株式会社高架空' }, { number: 2, name: '別名株式会社' });
    const filers: FilerCells[] = [
      { edinet: 'E99001', name: '株式会社髙架空', number: 1 },
      { edinet: 'E99002', name: '株式会社ベツメイ', number: 2 },
    ];
    await edinet(...filers);
    await suite.load('nta', register);
    const listFirst = [await names(idOf(1)), await names(idOf(2))];
    await suite.clear();
    await suite.load('nta', register);
    await edinet(...filers);
    expect([await names(idOf(1)), await names(idOf(2))]).toEqual(listFirst);
    expect(listFirst[0]).toEqual([
      { kind: 'legal', name: '株式会社高架空', source: 'corporate_registry' },
      { kind: 'trade', name: '株式会社髙架空', source: 'edinet' },
    ]);
  });

  it('gives the name before the first stated rename, whichever of register and list is loaded first', async () => {
    const day = '2026-04-01';
    const renamed = { process: '11', changed: day, updated: '2026-04-09' };
    const register = registerFile(
      { number: 1, name: '株式会社架空精機', ...renamed },
      { number: 2, name: '株式会社カクウ‐ＢＢＴ', ...renamed },
    );
    const list = [kakuu, { edinet: 'E99002', name: '株式会社カクウーＢＢＴ', number: 2 }];
    const named = () =>
      suite.rows(
        `SELECT company_id, kind, name, valid_to::text FROM company_names WHERE kind IN ('former', 'trade')
         ORDER BY kind`,
      );
    const expected = [
      { company_id: idOf(1), kind: 'former', name: '株式会社架空製作', valid_to: day },
      { company_id: idOf(2), kind: 'trade', name: '株式会社カクウーＢＢＴ', valid_to: null },
    ];

    await edinet(...list);
    await suite.load('nta-diff', register);
    expect(await named()).toEqual(expected);
    await suite.clear();
    await suite.load('nta-diff', register);
    await edinet(...list);
    expect(await named()).toEqual(expected);
    await edinet(...list);
    expect(await named()).toEqual(expected);
  });

  it('does not bring a former name back as a trade name', async () => {
    await suite.load('nta', registerFile({ number: 1, name: '株式会社架空製作' }));
    await suite.load(
      'nta-diff',
      registerFile({
        number: 1,
        name: '株式会社新架空',
        process: '11',
        changed: '2026-08-01',
        updated: '2026-08-21',
      }),
    );
    await edinet({ ...kakuu, english: '', kana: '' });
    expect((await names(idOf(1))).map(({ kind, name }) => [kind, name])).toEqual([
      ['former', '株式会社架空製作'],
      ['legal', '株式会社新架空'],
    ]);
  });

  /** Filings of the company of `kakuu`, each as a name and its day. */
  const file = (...filings: [name: string, day: string][]) =>
    suite.load(
      'edinet-documents',
      filings
        .map(([filerName, day], at) => ({
          ...{ docID: `S10000${String(at).padStart(2, '0')}`, edinetCode: 'E99001', JCN: corporateNumber(1) },
          ...{ filerName, submitDateTime: `${day} 15:00` },
        }))
        .map((entry) => `${JSON.stringify(entry)}\n`)
        .join(''),
    );
  const periods = () =>
    suite.rows(
      `SELECT kind, name, valid_from, valid_to, filed_from, filed_to FROM company_names
       WHERE kind IN ('legal', 'former', 'trade') AND source = 'edinet' ORDER BY filed_from`,
    );

  it('and filings give the names of a filer, with the days between which it can have changed them', async () => {
    await file(['架空精機株式会社', '2023-06-28'], ['架空　精機株式会社', '2024-06-27']);
    await edinet(kakuu);
    expect(await periods()).toEqual([
      {
        ...{ kind: 'former', name: '架空　精機株式会社', valid_from: null, valid_to: '2025-12-24' },
        ...{ filed_from: '2023-06-28', filed_to: '2024-06-27' },
      },
      {
        ...{ kind: 'legal', name: '株式会社架空製作', valid_from: '2024-06-28', valid_to: null },
        ...{ filed_from: '2025-12-24', filed_to: null },
      },
    ]);
    // A filing nearer to the change says more. One after the list has the newest name.
    await file(['株式会社架空製作', '2024-10-01'], ['株式会社新架空', '2026-04-01']);
    expect((await periods()).map(({ name, valid_from, valid_to }) => [name, valid_from, valid_to])).toEqual([
      ['架空　精機株式会社', null, '2024-10-01'],
      ['株式会社架空製作', '2024-06-28', '2026-04-01'],
      ['株式会社新架空', '2025-12-25', null],
    ]);
  });

  it('and filings leave the names to the register that it states, and add those before them', async () => {
    await file(['架空精機株式会社', '2023-06-28'], ['株式会社架空製作', '2024-10-02']);
    const renamed = { process: '11', changed: '2024-10-01', updated: '2024-10-09' };
    await suite.load('nta-diff', registerFile({ number: 1, name: '株式会社架空製作', ...renamed }));
    expect(await periods()).toMatchObject([{ kind: 'former', valid_to: '2024-10-01' }]);
    // The register says now that it had another name then.
    const founded = { process: '01', changed: '2020-04-01', updated: '2024-11-01' };
    await suite.load('nta-diff', registerFile({ number: 1, name: '株式会社架空製作', ...founded }));
    expect(await periods()).toMatchObject([{ kind: 'trade', name: '架空精機株式会社', valid_to: null }]);
  });

  it('keeps every EDINET code of a company, and uses the row with the securities code', async () => {
    await edinet(
      { ...kakuu, listed: '上場' },
      { edinet: 'E99777', name: '株式会社架空製作所', number: 1, listed: '非上場', capital: '5' },
    );
    expect((await identifiers(idOf(1))).map(({ value }) => value)).toEqual(['E99001', 'E99777', '9001']);
    expect(await profile(idOf(1))).toMatchObject({ listing_statement: '上場', capital_yen: 1_491_000_000 });
    expect((await names(idOf(1))).map(({ name }) => name)).toContain('株式会社架空製作');
    expect((await names(idOf(1))).map(({ kind }) => kind)).not.toContain('former');
  });

  it('stores no data about natural persons, not even in rejected rows', async () => {
    const report = await edinet(kakuu, {
      edinet: 'E99004',
      type: '個人（組合発行者を除く）',
      name: '架空　太郎',
    });
    expect(report.rejected).toBe(1);
    expect(readFileSync(report.rejected_file ?? '', 'utf8')).not.toContain('太郎');
  });

  it('rejects rows whose name has invalid bytes', async () => {
    const list = Buffer.from(edinetFile('2025年12月24日', kakuu, { ...kakuu, edinet: 'E99002', number: 2 }));
    list[list.lastIndexOf(shiftJis('架空製作'))] = 0xff;
    const report = await suite.load('edinet', list);
    expect(reasons(report.rejected_file)).toEqual(['提出者名 has characters that could not be decoded']);
    expect(await ids()).toEqual([idOf(1)]);
  });

  it('makes a company from only a code, but not from a filer without identity', async () => {
    const report = await edinet(
      { edinet: 'E99005', type: '外国法人・組合', name: '架空インク', code: '90050', address: '米国架空州' },
      { edinet: 'E99006', type: '外国法人・組合', name: '無番インク' },
      { edinet: 'X', name: '誤号株式会社', number: 3 },
    );
    expect(await ids()).toEqual(['tse_9005']);
    expect(await suite.rows('SELECT kind, street FROM company_addresses')).toEqual([
      { kind: 'outside_japan', street: '米国架空州' },
    ]);
    expect(reasons(report.rejected_file)).toEqual([
      'has neither a corporate number nor a securities code',
      'An EDINET code is E followed by 5 digits.',
    ]);
  });

  it('ends a securities code that a newer list no longer gives, and passes one on to another company', async () => {
    await edinet(kakuu, { edinet: 'E99002', name: '株式会社二架空', number: 2, code: '90020' });
    await suite.load(
      'edinet',
      edinetFile(
        '2026年6月1日',
        { ...kakuu, code: '' },
        { edinet: 'E99002', name: '株式会社二架空', number: 2 },
        { edinet: 'E99003', name: '株式会社三架空', number: 3, code: '90020' },
      ),
    );
    expect(await identifiers(idOf(1))).toContainEqual({
      identifier_type: 'securities_code',
      value: '9001',
      valid_to: '2026-06-01',
    });
    expect(await identifiers(idOf(3))).toContainEqual({
      identifier_type: 'securities_code',
      value: '9002',
      valid_to: null,
    });
  });

  it('finds its columns by name, and names one that is missing', async () => {
    const swapped = edinetHeader.replace('資本金,決算日', '新しい列,決算日,資本金');
    const row =
      '"E99001","内国法人・組合","上場","有","?","3月31日","7","株式会社架空","","","","","","' +
      corporateNumber(1) +
      '"';
    await suite.load(
      'edinet',
      shiftJis(`ダウンロード実行日,2025年12月24日現在,件数,1件\r\n${swapped}\r\n${row}\r\n`),
    );
    expect(await profile(idOf(1))).toMatchObject({ capital_yen: 7_000_000 });

    const without = edinetHeader.replace(',決算日', '').replace(',所在地', '');
    await expect(
      suite.load('edinet', shiftJis(`ダウンロード実行日,2025年12月24日現在,件数,0件\r\n${without}\r\n`)),
    ).rejects.toThrow(/has no column 決算日, 所在地; it has: ＥＤＩＮＥＴコード, /);
  });

  it('refuses a list that is older than the one loaded', async () => {
    await edinet(kakuu);
    await expect(suite.load('edinet', edinetFile('2024年12月24日', kakuu))).rejects.toThrow(
      /is the list of 2024-12-24, but the newer list of 2025-12-24 is already loaded/,
    );
  });
});

describe('a report of a parent (親会社等状況報告書)', () => {
  const report = (at: number, day: string, more: object = {}) => ({
    ...{ docID: `S20000${at}0`, edinetCode: 'E99003', JCN: corporateNumber(3) },
    ...{ filerName: '架空ホールディングス株式会社', docTypeCode: '200', withdrawalStatus: '0' },
    ...{ submitDateTime: `${day} 15:00`, subsidiaryEdinetCode: 'E99001, E99002,E99999' },
    ...more,
  });
  const file = (...entries: readonly object[]) =>
    suite.load('edinet-documents', entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const parents = () =>
    suite.rows(
      `SELECT right(company_id, 1) AS company, value, (observed_at AT TIME ZONE 'Asia/Tokyo')::date::text AS day
       FROM profile_values WHERE field = 'parent_company' ORDER BY 1`,
    );
  const parent = { name: '架空ホールディングス株式会社', corporate_number: corporateNumber(3), share: null };
  beforeEach(() => edinet(kakuu, { edinet: 'E99002', name: '株式会社二架空', number: 2 }));

  it('states the parent of each company that is loaded, and an amendment states it again', async () => {
    await file(report(1, '2025-06-20'));
    expect(await parents()).toEqual([
      { company: '1', value: parent, day: '2025-06-20' },
      { company: '2', value: parent, day: '2025-06-20' },
    ]);
    await file(
      report(3, '2025-07-02', {
        ...{ docTypeCode: '210', subsidiaryEdinetCode: 'E99001', filerName: '株式会社架空ＨＤ' },
      }),
      report(2, '2025-07-01', { subsidiaryEdinetCode: 'E99001' }),
    );
    expect(await parents()).toEqual([
      { company: '1', value: { ...parent, name: '株式会社架空ＨＤ' }, day: '2025-07-02' },
      { company: '2', value: parent, day: '2025-06-20' },
    ]);
    expect(
      await suite.rows("SELECT fields FROM company_changes WHERE 'parent_company' = ANY (fields)"),
    ).toHaveLength(3);
  });

  it('states nothing if it is withdrawn, also later, when its entry has nothing else', async () => {
    await file(report(1, '2025-06-20', { withdrawalStatus: '2' }));
    expect(await parents()).toEqual([]);
    await file(report(2, '2025-06-21'));
    await file({ docID: 'S2000020', withdrawalStatus: '2' });
    expect((await parents()).map(({ value }) => value)).toEqual([null, null]);
    await file(report(3, '2025-06-21'), { docID: 'S2000020', withdrawalStatus: '2' });
    expect((await parents()).map(({ value }) => value)).toEqual([parent, parent]);
  });

  it('is not stated again by its first entry, whichever of it and its withdrawal is first in a file', async () => {
    const withdrawal = { docID: 'S2000010', withdrawalStatus: '2' };
    await file(report(1, '2025-06-20'));
    await file(withdrawal);
    await file(report(1, '2025-06-20'));
    await file(withdrawal, report(1, '2025-06-20'));
    expect((await parents()).map(({ value }) => value)).toEqual([null, null]);
    // Another report of that day is not taken back by the withdrawal, loaded again.
    await file(report(2, '2025-06-20'));
    await file(withdrawal);
    expect((await parents()).map(({ value }) => value)).toEqual([parent, parent]);
  });

  it.each<[string, (...entries: object[]) => object[]]>([
    ['first', (...entries) => entries],
    ['last', (...entries) => entries.toReversed()],
  ])('states nothing if one file has it and its withdrawal, which is %s', async (_, order) => {
    await file(...order({ docID: 'S2000010', withdrawalStatus: '2' }, report(1, '2025-06-20')));
    expect(await parents()).toEqual([]);
    expect(await suite.rows("SELECT subtype FROM observations WHERE type = 'disclosure'")).toEqual([
      { subtype: 'withdrawn_report' },
    ]);
  });

  it('is not one of another kind, or of the company itself', async () => {
    await file(
      report(1, '2025-06-20', { docTypeCode: '120' }),
      report(2, '2025-06-20', {
        ...{ edinetCode: 'E99001', JCN: corporateNumber(1) },
        subsidiaryEdinetCode: 'E99001',
      }),
      report(4, '2025-06-20', { subsidiaryEdinetCode: 'E9' }),
    );
    expect(await parents()).toEqual([]);
  });
});
