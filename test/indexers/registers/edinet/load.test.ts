import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { corporateNumber, idOf } from '../../../support/companies.ts';
import {
  edinetFile,
  edinetHeader,
  type FilerCells,
  jpxFile,
  jsonLines,
  registerFile,
  type SecurityCells,
  type SuiteLoading,
  shiftJis,
  suiteLoading,
} from '../../../support/loading.ts';

let suite: SuiteLoading;
beforeAll(async () => {
  suite = await suiteLoading();
});
afterAll(() => suite.remove());
beforeEach(() => suite.clear());

const edinet = (...filers: FilerCells[]) => suite.load('edinet', edinetFile('2025年12月24日', ...filers));
const jpx = (...securities: SecurityCells[]) => suite.load('jpx', jpxFile('20260131', ...securities));
const ids = async () =>
  (await suite.rows('SELECT company_id FROM companies ORDER BY company_id')).map((row) => row.company_id);
const names = (id: string) =>
  suite.rows('SELECT kind, name, source FROM company_names WHERE company_id = ? ORDER BY kind, name', id);
const identifiers = (id: string) =>
  suite.rows(
    'SELECT identifier_type, value, valid_to FROM company_identifiers WHERE company_id = ? ORDER BY 1, 2',
    id,
  );
const aliases = () =>
  suite.rows('SELECT alias_id, company_id, reason FROM company_aliases ORDER BY alias_id');
const listings = () =>
  suite.rows(
    `SELECT company_id, code, security_kind, market_segment, industry_33_code, short_name, listed_to, as_of
     FROM listings ORDER BY code, listed_to`,
  );
const profile = async (id: string) =>
  Object.fromEntries(
    (await suite.rows('SELECT field, value FROM profile_values WHERE company_id = ?', id)).map((row) => [
      row.field,
      row.value,
    ]),
  );
const reasons = (file: string | null) =>
  readFileSync(file ?? '', 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).reason);

const kakuu: FilerCells = {
  edinet: 'E99001',
  name: '株式会社架空製作',
  number: 1,
  code: '90010',
  capital: '1491',
  english: 'KAKUU WORKS CO., LTD.',
  kana: 'カブシキガイシャカクウセイサク',
  address: '豊田市架空町１番地',
};

describe('the EDINET code list', () => {
  it('makes a company that the register has not told of, with all that the list says', async () => {
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

  it('keeps every EDINET code of a company, and lets the row with the securities code speak for it', async () => {
    await edinet(
      { ...kakuu, listed: '上場' },
      { edinet: 'E99777', name: '株式会社架空製作所', number: 1, listed: '非上場', capital: '5' },
    );
    expect((await identifiers(idOf(1))).map(({ value }) => value)).toEqual(['E99001', 'E99777', '9001']);
    expect(await profile(idOf(1))).toMatchObject({ listing_statement: '上場', capital_yen: 1_491_000_000 });
    expect((await names(idOf(1))).map(({ name }) => name)).toContain('株式会社架空製作');
    expect((await names(idOf(1))).map(({ kind }) => kind)).not.toContain('former');
  });

  it('stores nothing of natural persons, not even among the rejected rows', async () => {
    const report = await edinet(kakuu, {
      edinet: 'E99004',
      type: '個人（組合発行者を除く）',
      name: '架空　太郎',
    });
    expect(report.rejected).toBe(1);
    expect(readFileSync(report.rejected_file ?? '', 'utf8')).not.toContain('太郎');
  });

  it('leaves rows out whose name has bytes that are no character', async () => {
    const list = Buffer.from(edinetFile('2025年12月24日', kakuu, { ...kakuu, edinet: 'E99002', number: 2 }));
    list[list.lastIndexOf(shiftJis('架空製作'))] = 0xff;
    const report = await suite.load('edinet', list);
    expect(reasons(report.rejected_file)).toEqual(['提出者名 has characters that could not be decoded']);
    expect(await ids()).toEqual([idOf(1)]);
  });

  it('makes a company of a code alone, and none of a filer without identity', async () => {
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
      'neither corporate number nor securities code',
      'An EDINET code is E and 5 digits.',
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
      /is the list of 2024-12-24; that of 2025-12-24 is loaded already/,
    );
  });
});

describe("the exchange's list", () => {
  it('lists the company that EDINET names for the code, with sector and segment', async () => {
    await edinet(kakuu);
    const report = await jpx(
      { code: '9001', name: '架空製作', sector: '50', size: 'TOPIX Small 1' },
      { code: '90015', name: '架空製作第１種優先株式', sector: '50' },
    );

    expect(report).toMatchObject({ rows_read: 2, added: 0, changed: 2, rejected: 0 });
    const listing = {
      company_id: idOf(1),
      market_segment: 'prime',
      industry_33_code: '0050',
      listed_to: null,
    };
    expect(await listings()).toMatchObject([
      { ...listing, code: '9001', security_kind: 'common', short_name: '架空製作', as_of: '2026-01-31' },
      { ...listing, code: '90015', security_kind: 'preferred', short_name: '架空製作第１種優先株式' },
    ]);
    expect(await aliases()).toEqual([
      { alias_id: 'tse_9001', company_id: idOf(1), reason: 'listing' },
      { alias_id: 'tse_90015', company_id: idOf(1), reason: 'listing' },
    ]);
    expect((await names(idOf(1))).filter(({ source }) => source === 'exchange')).toEqual([
      { kind: 'trade', name: '架空製作', source: 'exchange' },
    ]);
  });

  it('makes a company of a code that no other source knows, once for all its securities', async () => {
    await jpx({ code: '130A', name: '新架空' }, { code: '130A5', name: '新架空優先' });
    expect(await ids()).toEqual(['tse_130A']);
    expect((await listings()).map(({ code, company_id }) => [code, company_id])).toEqual([
      ['130A', 'tse_130A'],
      ['130A5', 'tse_130A'],
    ]);
  });

  it.each([
    ['プライム（内国株式）', 'prime'],
    ['スタンダード（外国株式）', 'standard'],
    ['グロース（内国株式）', 'growth'],
    ['PRO Market', 'pro_market'],
    ['新しい区分（内国株式）', 'other'],
  ])('reads the segment %s as %s', async (label, segment) => {
    await jpx({ code: '9001', name: '架空', segment: label });
    expect(await listings()).toMatchObject([{ market_segment: segment }]);
  });

  it('takes funds for no companies, but the securities of a body of its own for one', async () => {
    const report = await jpx(
      { code: '1999', name: '架空ＥＴＦ', segment: 'ETF・ETN', sector: '-' },
      {
        code: '8998',
        name: '架空リート',
        segment: 'REIT・ベンチャーファンド・カントリーファンド・インフラファンド',
        sector: '-',
      },
      { code: '8999', name: '架空銀行　出資証券', segment: '出資証券', sector: '-' },
    );
    expect(report).toMatchObject({ rows_read: 3, added: 1, rejected: 2 });
    expect(await ids()).toEqual(['tse_8999']);
    expect(await names('tse_8999')).toEqual([{ kind: 'trade', name: '架空銀行', source: 'exchange' }]);
    expect(await listings()).toMatchObject([{ security_kind: 'investment', industry_33_code: null }]);
  });

  it('ends the listings that a newer list does not name, and lists again what comes back', async () => {
    await jpx({ code: '9001', name: '架空' }, { code: '9002', name: '退場' });
    const later = await suite.load('jpx', jpxFile('20260228', { code: '9001', name: '架空' }));
    expect(later).toMatchObject({ changed: 0, unchanged: 1 });
    expect(later.notes).toEqual([
      'Listings that have ended, for the list of 2026-02-28 does not name them: 1.',
    ]);
    expect(await listings()).toMatchObject([
      { code: '9001', listed_to: null, as_of: '2026-02-28' },
      { code: '9002', listed_to: '2026-02-28', as_of: '2026-01-31' },
    ]);
    expect(
      await suite.rows("SELECT company_id, fields FROM company_changes WHERE change = 'changed'"),
    ).toEqual([{ company_id: 'tse_9002', fields: ['listings', 'observations'] }]);

    await suite.load(
      'jpx',
      jpxFile('20260331', { code: '9001', name: '架空' }, { code: '9002', name: '再登場' }),
    );
    expect((await listings()).map(({ code, listed_to }) => [code, listed_to])).toEqual([
      ['9001', null],
      ['9002', '2026-02-28'],
      ['9002', null],
    ]);
  });

  describe('that is not whole', () => {
    const securities = Array.from({ length: 200 }, (_, at) => ({
      code: `${10 + Math.floor(at / 10)}${at % 10}0`,
      name: `架空${at}`,
    }));
    const open = async () => (await listings()).filter(({ listed_to }) => listed_to === null).length;
    beforeEach(() => jpx(...securities));

    it('ends no listing when it is cut off in the middle of a line', async () => {
      const list = jpxFile('20260228', ...securities);
      await expect(suite.load('jpx', list.slice(0, list.indexOf('架空150')))).rejects.toThrow(
        /^jpx.txt is cut off or damaged: line 152 is its last and not whole$/,
      );
      expect(await open()).toBe(200);
      expect(await jpx(...securities)).toMatchObject({ unchanged: 200 });
    });

    it('ends no listing when a quote swallows the rest', async () => {
      const list = jpxFile('20260228', ...securities).replace('架空7,', '"架空7,');
      await expect(suite.load('jpx', list)).rejects.toThrow(
        /^jpx.txt is cut off or damaged: the record that begins on line 9 has no end$/,
      );
      expect(await open()).toBe(200);
    });

    it('ends no listing when most of them are missing, and the whole list of that day is taken', async () => {
      const part = suite.load('jpx', jpxFile('20260228', ...securities.slice(0, 90)));
      await expect(part).rejects.toThrow(
        'The list of 2026-02-28 does not name 110 of 200 open listings, so it is not whole: none of them was ended.',
      );
      expect(await open()).toBe(200);

      const whole = await suite.load('jpx', jpxFile('20260228', ...securities.slice(1)));
      expect(whole.notes).toEqual([]);
      const next = await suite.load('jpx', jpxFile('20260331', ...securities.slice(1)));
      expect(next.notes).toEqual([
        'Listings that have ended, for the list of 2026-03-31 does not name them: 1.',
      ]);
      expect(await open()).toBe(199);
    });
  });

  it('takes no names with --without-names, nor away those it took before', async () => {
    await suite.load('jpx', jpxFile('20260131', { code: '9001', name: '架空' }), {
      flags: ['without_names'],
    });
    expect(await names('tse_9001')).toEqual([]);
    expect(await listings()).toMatchObject([{ short_name: null }]);

    await jpx({ code: '9001', name: '架空' });
    await suite.load('jpx', jpxFile('20260131', { code: '9001', name: '架空' }), {
      flags: ['without_names'],
    });
    expect(await names('tse_9001')).toEqual([{ kind: 'trade', name: '架空', source: 'exchange' }]);
    expect(await listings()).toMatchObject([{ short_name: '架空' }]);
  });

  it('changes nothing when it is loaded again', async () => {
    await edinet(kakuu);
    await jpx({ code: '9001', name: '架空製作' }, { code: '9002', name: '単独' });
    const before = await suite.rows('SELECT * FROM company_changes');
    expect(await jpx({ code: '9001', name: '架空製作' }, { code: '9002', name: '単独' })).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 2,
    });
    expect(await edinet(kakuu)).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    expect(await suite.rows('SELECT * FROM company_changes')).toEqual(before);
  });
});

describe('a company made from the exchange alone, when its corporate number becomes known', () => {
  it('keeps its id when it is the only record, and the number becomes an alias', async () => {
    await jpx({ code: '9001', name: '架空製作' });
    await edinet(kakuu);

    expect(await suite.rows('SELECT company_id, corporate_number FROM companies')).toEqual([
      { company_id: 'tse_9001', corporate_number: corporateNumber(1) },
    ]);
    expect(await aliases()).toEqual([
      { alias_id: idOf(1), company_id: 'tse_9001', reason: 'corporate_number' },
    ]);
    expect((await names('tse_9001')).map(({ kind, name }) => [kind, name])).toContainEqual([
      'legal',
      '株式会社架空製作',
    ]);

    await suite.load('nta', registerFile({ number: 1, name: '株式会社架空製作', kana: 'カクウセイサク' }));
    expect(await ids()).toEqual(['tse_9001']);
    expect(await suite.rows('SELECT register_updated_on FROM companies')).toEqual([
      { register_updated_on: '2024-04-01' },
    ]);
  });

  it('ends in the record of the register when there are two, with all its facts', async () => {
    await suite.load('nta', registerFile({ number: 1, name: '株式会社架空製作' }));
    await jpx({ code: '9001', name: '架空製作' });
    await suite.load(
      'jsonl',
      jsonLines(
        { securities_code: '9001', employees: 12 },
        {
          record: 'job_posting',
          securities_code: '9001',
          title: '架空職',
          ai_related: false,
          opened_at: '2026-01-01',
        },
      ),
    );
    expect(await ids()).toEqual([idOf(1), 'tse_9001']);

    await edinet(kakuu);
    expect(await ids()).toEqual([idOf(1)]);
    expect(await aliases()).toEqual([{ alias_id: 'tse_9001', company_id: idOf(1), reason: 'merged_record' }]);
    expect(await listings()).toMatchObject([{ company_id: idOf(1), code: '9001' }]);
    expect(await profile(idOf(1))).toMatchObject({ employees: 12 });
    expect(
      await suite.rows(
        'SELECT company_id, employees, cardinality(job_openings) AS jobs FROM company_source_enrichment',
      ),
    ).toEqual([{ company_id: idOf(1), employees: 12, jobs: 1 }]);
    expect(
      await suite.rows(
        `SELECT company_id, version, change FROM company_changes WHERE change <> 'added' AND company_id = 'tse_9001'
         ORDER BY version`,
      ),
    ).toEqual([
      { company_id: 'tse_9001', version: 2, change: 'changed' },
      { company_id: 'tse_9001', version: 3, change: 'renumbered' },
    ]);

    expect(await jpx({ code: '9001', name: '架空製作' })).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await ids()).toEqual([idOf(1)]);
  });

  it('is also found by a JSON line that names both', async () => {
    await suite.load('nta', registerFile({ number: 1, name: '株式会社架空製作' }));
    await jpx({ code: '9001', name: '架空製作' });
    await suite.load(
      'jsonl',
      jsonLines({ corporate_number: corporateNumber(1), securities_code: '9001', employees: 7 }),
    );
    expect(await ids()).toEqual([idOf(1)]);
  });
});
