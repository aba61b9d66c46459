import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { corporateNumber, idOf } from '../support/companies.ts';
import { type SuiteLoading, storedFacts, suiteLoading } from '../support/loading.ts';
import { edinetFile, type FilerCells, kakuu } from './registers/edinet/samples.ts';
import { jpxFile, type SecurityCells } from './registers/jpx/samples.ts';
import { jsonLines } from './registers/jsonl/samples.ts';
import { type RegisterCells, registerFile } from './registers/nta/samples.ts';

let suite: SuiteLoading;
beforeAll(async () => {
  suite = await suiteLoading();
});
afterAll(() => suite.remove());
beforeEach(() => suite.clear());

const edinet = (...filers: FilerCells[]) => suite.load('edinet', edinetFile('2025年12月24日', ...filers));
const jpx = (...securities: SecurityCells[]) => suite.load('jpx', jpxFile('20260131', ...securities));
const { aliases, ids, listings, names, profile } = storedFacts({ rows: (...query) => suite.rows(...query) });

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

  it('is merged into the record of the register if there are two, with all its facts', async () => {
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

/** All observations: day, type, subtype and summary, the oldest first. */
async function observations(): Promise<string[]> {
  const rows = await suite.rows<{ line: string }>(
    `SELECT concat_ws(' ', to_char(observed_at AT TIME ZONE 'Asia/Tokyo', 'YYYY-MM-DD'), type, subtype, source, summary) AS line
     FROM observations ORDER BY observed_at, summary`,
  );
  return rows.map(({ line }) => line);
}

const closed: Omit<RegisterCells, 'number' | 'name'> = {
  process: '21',
  changed: '2024-05-31',
  updated: '2024-06-01',
  closed: '2024-05-30',
};

describe('the register', () => {
  it('leaves its changes with their dates, including those of a whole history', async () => {
    const file = registerFile(
      { number: 1, name: '株式会社一', changed: '2016-04-01', latest: '0' },
      { number: 1, name: '株式会社壱', process: '11', changed: '2020-04-01', latest: '0' },
      { number: 1, name: '株式会社壱', process: '12', city: '新宿区', changed: '2021-04-01', latest: '0' },
      {
        number: 1,
        name: '株式会社壱',
        city: '新宿区',
        ...closed,
        cause: '11',
        successor: corporateNumber(2),
      },
    );
    await suite.load('nta-diff', file);
    const expected = [
      '2016-04-01 registry_change registration corporate_registry 株式会社一が登記されました。',
      '2020-04-01 registry_change name_change corporate_registry 商号を「株式会社一」から「株式会社壱」に変更しました。',
      '2021-04-01 registry_change address_change corporate_registry 株式会社壱が所在地を東京都新宿区架空町１丁目１番１号に変更しました。',
      '2024-05-30 registry_change merger corporate_registry 株式会社壱は合併により解散しました。',
    ];
    expect(await observations()).toEqual(expected);
    expect(await suite.rows("SELECT evidence FROM observations WHERE subtype = 'merger'")).toEqual([
      { evidence: { close_cause: 'merger', successor_corporate_number: corporateNumber(2) } },
    ]);
    expect(await suite.load('nta-diff', file)).toMatchObject({ changed: 0 });
    expect(await observations()).toEqual(expected);
  });

  it('as a whole leaves only news, without registrations and moves', async () => {
    await suite.load(
      'nta',
      registerFile(
        { number: 1, name: '株式会社一', changed: '2018-01-01' },
        { number: 2, name: '株式会社二', process: '12', changed: '2019-01-01' },
        { number: 3, name: '株式会社三', process: '11', changed: '2020-01-01' },
        { number: 4, name: '株式会社四', process: '71', changed: '2021-01-01' },
        { number: 5, name: '株式会社五', ...closed, cause: '01' },
      ),
    );
    expect(await observations()).toEqual([
      '2020-01-01 registry_change name_change corporate_registry 商号を「株式会社三」に変更しました。',
      '2021-01-01 registry_change absorption corporate_registry 株式会社四が合併により他の法人を承継しました。',
      '2024-05-30 registry_change closing corporate_registry 株式会社五は清算の結了等により登記記録が閉鎖されました。',
    ]);
  });
});

describe('a list', () => {
  it('of EDINET leaves its statement about a filer, on the day of the first list that has it', async () => {
    const filer = { edinet: 'E99001', name: '株式会社提出', number: 1, capital: '100' };
    await suite.load('edinet', edinetFile('2025年12月24日', filer));
    await suite.load('edinet', edinetFile('2026年1月24日', filer));
    await suite.load('edinet', edinetFile('2026年2月24日', { ...filer, capital: '200' }));
    expect(await observations()).toEqual([
      '2025-12-24 corporate_profile edinet_filer edinet EDINETの提出者です（業種はサービス業、上場、決算日は3月31日、資本金は100,000,000円）。',
      '2026-02-24 corporate_profile edinet_filer edinet EDINETの提出者です（業種はサービス業、上場、決算日は3月31日、資本金は200,000,000円）。',
    ]);
  });

  it('of the exchange leaves listings, changes of segment and ends', async () => {
    await suite.load('jpx', jpxFile('20260131', { code: '9001', name: '甲' }, { code: '9002', name: '乙' }));
    await suite.load(
      'jpx',
      jpxFile('20260228', { code: '9001', name: '甲', segment: 'スタンダード（内国株式）' }),
    );
    const again = jpxFile('20260331', { code: '9001', name: '甲', segment: 'スタンダード（内国株式）' });
    expect(await suite.load('jpx', again)).toMatchObject({ changed: 0 });
    expect(await observations()).toEqual([
      '2026-01-31 corporate_profile listing exchange 東京証券取引所（プライム）に上場しています（証券コード9001、サービス業）。',
      '2026-01-31 corporate_profile listing exchange 東京証券取引所（プライム）に上場しています（証券コード9002、サービス業）。',
      '2026-02-28 corporate_profile listing exchange 東京証券取引所（スタンダード）に上場しています（証券コード9001、サービス業）。',
      '2026-02-28 listing_change delisting exchange 証券コード9002の上場が終わりました。',
    ]);
  });

  it('states a listing once, even if the company turns out to be another record', async () => {
    await suite.load('jpx', jpxFile('20260131', { code: '9001', name: '甲' }));
    await suite.load('nta', registerFile({ number: 1, name: '株式会社甲' }));
    await suite.load(
      'edinet',
      edinetFile('2026年2月1日', { edinet: 'E99001', name: '株式会社甲', number: 1, code: '90010' }),
    );
    await suite.load('jpx', jpxFile('20260228', { code: '9001', name: '甲' }));
    const owners = await suite.rows('SELECT company_id, source FROM observations ORDER BY source');
    expect(owners).toEqual([
      { company_id: `cn_${corporateNumber(1)}`, source: 'edinet' },
      { company_id: `cn_${corporateNumber(1)}`, source: 'exchange' },
    ]);
  });
});
