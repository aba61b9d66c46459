import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { corporateNumber } from '../../../support/companies.ts';
import { type SuiteLoading, suiteLoading } from '../../../support/loading.ts';
import { registerFile } from '../nta/samples.ts';
import { jsonLines } from './samples.ts';

let suite: SuiteLoading;
beforeAll(async () => {
  suite = await suiteLoading();
});
afterAll(() => suite.remove());
beforeEach(async () => {
  await suite.clear();
  await suite.load('nta', registerFile({ number: 1, name: '株式会社架空製作' }));
});

const id = `cn_${corporateNumber(1)}`;
const corporate_number = corporateNumber(1);
const load = (...records: object[]) => suite.load('jsonl', jsonLines(...records));
const rejections = (file: string | null) =>
  readFileSync(file ?? '', 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ line, reason }) => [line, reason]);
const profile = () =>
  suite.rows('SELECT field, value, source, observed_at FROM profile_values ORDER BY field, source');

describe('a line without a record', () => {
  it('gives facts of the company that it joins by corporate number', async () => {
    const report = await load({
      corporate_number,
      securities_code: '9001',
      website_url: 'http://www.kakuu-works.co.jp/top',
      employees: 779,
      business_summary: '架空の製品を作る。',
      updated_at: '2018-04-26T00:00:00+09:00',
      something_else: 1,
    });

    expect(report).toMatchObject({ rows_read: 1, added: 0, changed: 1, rejected: 0 });
    const stated = { source: 'gbizinfo', observed_at: new Date('2018-04-26T00:00:00+09:00') };
    expect(await profile()).toEqual([
      { field: 'business_summary', value: '架空の製品を作る。', ...stated },
      { field: 'employees', value: 779, ...stated },
      { field: 'website_url', value: 'http://www.kakuu-works.co.jp/top', ...stated },
    ]);
    expect(await suite.rows('SELECT identifier_type, value FROM company_identifiers')).toEqual([
      { identifier_type: 'domain', value: 'kakuu-works.co.jp' },
    ]);
    expect(await suite.rows('SELECT company_id, employees FROM company_source_enrichment')).toEqual([
      { company_id: id, employees: 779 },
    ]);
  });

  it('keeps a website on a shared host without using the host as an identifier', async () => {
    await load({ corporate_number, website_url: 'https://kakuu.jimdofree.com/' });
    expect(await profile()).toMatchObject([{ field: 'website_url' }]);
    expect(await suite.rows('SELECT FROM company_identifiers')).toEqual([]);
  });

  it('replaces the domain with the website, and does not let an older line win', async () => {
    await load({ corporate_number, website_url: 'https://old-kakuu.co.jp', updated_at: '2024-01-01' });
    await load({ corporate_number, website_url: 'https://new-kakuu.co.jp', updated_at: '2025-01-01' });
    expect(await suite.rows('SELECT value FROM company_identifiers')).toEqual([{ value: 'new-kakuu.co.jp' }]);

    const older = await load({ corporate_number, employees: 5, updated_at: '2023-01-01' });
    expect(older.changed).toBe(1);
    await load({ corporate_number, employees: 9, updated_at: '2022-01-01' });
    expect(await profile()).toMatchObject([{ field: 'employees', value: 5 }, { field: 'website_url' }]);
  });

  it('states the parent with what is known of it', async () => {
    const parent_company = { name: '架空ホールディングス株式会社', corporate_number: corporateNumber(2) };
    await load({ corporate_number, parent_company, updated_at: '2025-01-01' });
    expect(await profile()).toMatchObject([
      { field: 'parent_company', value: { ...parent_company, share: null } },
    ]);
    const report = await load(
      { corporate_number, parent_company: { name: '株式会社架空', share: 50 } },
      { corporate_number, parent_company: null, employees: 5 },
      { corporate_number, parent_company: { name: '架空　太郎' } },
      { company_id: id, parent_company: { name: '株式会社架空', corporate_number } },
    );
    expect(rejections(report.rejected_file)).toEqual([
      [1, expect.stringMatching(/^parent_company\.share: /)],
      [3, expect.stringMatching(/^parent_company: is not certainly a company/)],
      [4, 'parent_company: is the company itself'],
    ]);
  });

  it('is rejected with line and reason when it is invalid, and the load continues', async () => {
    const report = await suite.load(
      'jsonl',
      [
        `{"corporate_number":"${corporate_number}","employees":-1,"website_url":"::"}`,
        '{"corporate_number":',
        '',
        '[1]',
        '{"employees":3}',
        '{"corporate_number":"1234567890124","employees":3}',
        `{"corporate_number":"${corporateNumber(2)}","employees":3}`,
        `{"record":"observations","corporate_number":"${corporate_number}"}`,
        `{"corporate_number":"${corporate_number}","employees":3}`,
      ].join('\n'),
    );

    expect(report).toMatchObject({ rows_read: 8, changed: 1, rejected: 7 });
    expect(rejections(report.rejected_file)).toEqual([
      [1, expect.stringMatching(/^website_url: .*; employees: /)],
      [2, expect.stringMatching(/^not JSON: /)],
      [4, 'not a JSON object'],
      [5, 'does not name a company: corporate_number, securities_code and company_id are missing'],
      [6, expect.stringMatching(/^corporate_number: The check digit of 1234567890124 is wrong/)],
      [7, 'company_not_found'],
      [8, expect.stringMatching(/^record "observations" is unknown; use one of facts, company, /)],
    ]);
    expect(await profile()).toMatchObject([{ value: 3 }]);
  });
});

describe('a company record', () => {
  it('makes a company from a corporate number and a name, which later lines can refer to', async () => {
    const report = await load(
      {
        record: 'company',
        corporate_number: corporateNumber(5),
        name: '株式会社五番架空',
        kana: 'ゴバンカクウ',
        former_names: [{ name: '旧五番株式会社', valid_to: '2020-04-01' }],
        kind: 'kabushiki',
        prefecture: '大阪',
        city: '大阪市北区',
        street: '架空１－１',
        postal_code: '530-0001',
        capital_yen: 10_000_000,
      },
      { record: 'technology', corporate_number: corporateNumber(5), technology: 'kubernetes' },
      { record: 'insured_persons', company_id: `cn_${corporateNumber(5)}`, insured_persons: 40 },
    );

    expect(report).toMatchObject({ rows_read: 3, added: 3, rejected: 0 });
    const made = `cn_${corporateNumber(5)}`;
    expect(
      await suite.rows(
        'SELECT kind, name, valid_to FROM company_names WHERE company_id = ? ORDER BY kind',
        made,
      ),
    ).toEqual([
      { kind: 'former', name: '旧五番株式会社', valid_to: '2020-04-01' },
      { kind: 'kana', name: 'ゴバンカクウ', valid_to: null },
      { kind: 'legal', name: '株式会社五番架空', valid_to: null },
    ]);
    expect(
      await suite.rows(
        'SELECT prefecture_code, prefecture, city_code, city, street, postal_code FROM company_addresses WHERE company_id = ?',
        made,
      ),
    ).toEqual([
      {
        prefecture_code: '27',
        prefecture: '大阪府',
        city_code: '127',
        city: '大阪市北区',
        street: '架空１－１',
        postal_code: '5300001',
      },
    ]);
    expect(
      await suite.rows('SELECT insured_persons FROM company_source_enrichment WHERE company_id = ?', made),
    ).toEqual([{ insured_persons: 40 }]);
  });

  it("does not overwrite the register's name: another one becomes a trade name", async () => {
    await load({ record: 'company', corporate_number, name: 'カクウワークス' });
    expect(await suite.rows('SELECT kind, name FROM company_names ORDER BY kind')).toEqual([
      { kind: 'legal', name: '株式会社架空製作' },
      { kind: 'trade', name: 'カクウワークス' },
    ]);
  });

  it('reports a key that the format lacks', async () => {
    const report = await load(
      { record: 'company', corporate_number, name: '架空', employees: 3 },
      { record: 'company', corporate_number, name: '架空', employes: 3 },
    );
    expect(rejections(report.rejected_file)).toEqual([[2, expect.stringContaining('employes')]]);
  });
});

describe('evidence records', () => {
  const records = [
    {
      record: 'observation',
      corporate_number,
      type: 'procurement',
      source: 'gbizinfo',
      summary: '架空省の調達を受注',
      evidence: { amount: 1200 },
      observed_at: '2025-03-01',
    },
    {
      record: 'job_posting',
      corporate_number,
      title: '機械学習技術者',
      ai_related: true,
      location: '東京都',
      opened_at: '2026-01-10',
    },
    {
      record: 'construction_permit',
      corporate_number,
      license_number: '架空県知事 第1号',
      license_types: ['building', 'electrical'],
      valid_from: '2024-04-01',
      valid_until: '2029-03-31',
    },
    { record: 'financials', corporate_number, fiscal_year: 2025, revenue: 5_000_000, equity_ratio: 0.412 },
  ];

  it('are kept once, however often they are loaded, and show in the enrichment view', async () => {
    expect(await load(...records)).toMatchObject({ rows_read: 4, changed: 4, rejected: 0 });
    expect(await load(...records)).toMatchObject({ rows_read: 4, changed: 0, unchanged: 4 });

    expect(await suite.rows('SELECT type, summary, evidence, version FROM observations')).toEqual([
      { type: 'procurement', summary: '架空省の調達を受注', evidence: { amount: 1200 }, version: 1 },
    ]);
    expect(await suite.rows('SELECT metric, value::float FROM financials ORDER BY metric')).toEqual([
      { metric: 'equity_ratio', value: 0.412 },
      { metric: 'revenue', value: 5_000_000 },
    ]);
    expect(
      await suite.rows(
        `SELECT observation_counts, cardinality(ai_job_openings) AS ai_jobs, jsonb_array_length(permits) AS permits
         FROM company_source_enrichment`,
      ),
    ).toEqual([{ observation_counts: { procurement: 1 }, ai_jobs: 1, permits: 1 }]);
    expect(await suite.rows("SELECT fields FROM company_changes WHERE change = 'changed'")).toEqual([
      { fields: ['construction_permits', 'financials', 'job_postings', 'observations'] },
    ]);
  });

  it('close a job by the same line with its last day', async () => {
    await load(...records);
    await load({ ...records[1], closed_at: '2026-02-01' });
    expect(await suite.rows('SELECT title, closed_at FROM job_postings')).toEqual([
      { title: '機械学習技術者', closed_at: '2026-02-01' },
    ]);
  });

  it('raise the version of an observation that its id names again', async () => {
    const observation = { ...records[0], observation_id: 'kakuu-1' };
    await load(observation);
    await load({ ...observation, summary: '訂正：架空省の調達を受注' });
    expect(await suite.rows('SELECT summary, version FROM observations')).toEqual([
      { summary: '訂正：架空省の調達を受注', version: 2 },
    ]);
  });

  it('that Postgres refuses are rejected alone, with its reason', async () => {
    const report = await load(
      ...records,
      { ...records[2], license_number: '架空県知事 第2号', valid_until: '2020-01-01' },
      { ...records[1], closed_at: '2020-01-01', title: '過去の職' },
    );
    expect(report).toMatchObject({ rows_read: 6, changed: 4, rejected: 2 });
    expect(rejections(report.rejected_file)).toEqual([
      [5, expect.stringContaining('validity_runs_forward')],
      [6, expect.stringContaining('closes_after_it_opens')],
    ]);
  });
});
