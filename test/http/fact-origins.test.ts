import { afterAll, describe, expect, it } from '@jest/globals';
import { type CompanyProfile, companyProfileSchema } from '../../src/contract/companies/company-profile.ts';
import { edinetFile } from '../indexers/registers/edinet/samples.ts';
import { gbizFile } from '../indexers/registers/gbizinfo/samples.ts';
import { jpxFile } from '../indexers/registers/jpx/samples.ts';
import { jsonLines } from '../indexers/registers/jsonl/samples.ts';
import { registerFile } from '../indexers/registers/nta/samples.ts';
import { corporateNumber, idOf } from '../support/companies.ts';
import { suiteLoading } from '../support/loading.ts';
import { startTestService } from '../support/service.ts';

/** Every fact of a profile names the source that brought it, whichever files were loaded. */

const suite = await suiteLoading();
const service = await startTestService(suite.database);
const account = await service.createAccount();
const gbizinfo = (rows: Parameters<typeof gbizFile>[1]) =>
  suite.load('gbizinfo', '', { file: suite.write('Kihonjoho_UTF-8.csv', gbizFile('Kihonjoho', rows)) });
await suite.load(
  'nta',
  registerFile(
    { number: 1, name: '株式会社登記', kana: 'トウキ', updated: '2024-04-01' },
    { number: 2, name: '株式会社消滅', closed: '2023-03-31', cause: '11', updated: '2023-04-01' },
    { number: 6, name: '株式会社両方', updated: '2022-02-02' },
  ),
);
await gbizinfo({
  number: 4,
  商号または名称: '株式会社閉鎖',
  登記記録の閉鎖等年月日: '2020-01-31',
  登記記録の閉鎖等の事由: '01',
  登記住所: '東京都千代田区架空町1-1',
  組織種別: '301',
  更新年月日: '2025-05-05',
});
await suite.load(
  'edinet',
  edinetFile(
    '2025年12月24日',
    { edinet: 'E99003', name: '株式会社提出', number: 3, code: '90030', english: 'FILER INC.' },
    { edinet: 'E99004', name: '株式会社閉鎖', number: 4, listed: '非上場' },
    { edinet: 'E99006', name: '株式会社両方', number: 6, english: 'BOTH CO., LTD.', listed: '非上場' },
  ),
);
await suite.load(
  'jpx',
  jpxFile('20260131', { code: '9003', name: '提出' }, { code: '9005', name: '取引所だけ' }),
);
await suite.load(
  'jsonl',
  jsonLines({
    record: 'company',
    corporate_number: corporateNumber(7),
    name: '株式会社行',
    kind: 'kabushiki',
    prefecture: '大阪府',
    website_url: 'https://gyou.example.co.jp/',
    source: 'company_website',
    observed_at: '2026-02-03',
  }),
);
afterAll(async () => {
  await service.stop();
  await suite.remove();
});

async function profile(id: string): Promise<CompanyProfile> {
  const { body } = await service.as(account).get(`/api/service/companies/${id}`).expect(200);
  return companyProfileSchema.parse(body);
}

const from = (source: string | null, observed_at: string | null, derived_from: string | null = null) => ({
  source,
  observed_at,
  derived_from,
});

/** Every source that a profile names, wherever. */
function sourcesIn(value: unknown): Set<unknown> {
  const found = new Set<unknown>();
  JSON.stringify(value, (key, part) => {
    if (key === 'source') found.add(part);
    return part;
  });
  return found;
}

describe('the facts of a company', () => {
  it('from the register have the day of its newest entry', async () => {
    const shown = await profile(idOf(1));
    const stated = from('corporate_registry', '2024-04-01');
    expect(shown.sources).toEqual({
      display_name: { ...stated, derived_from: 'legal_name' },
      legal_name: stated,
      listing_status: from(null, null),
      corporate_number: stated,
      kind: stated,
      prefecture: stated,
      city: stated,
      assigned_on: stated,
      register_updated_on: stated,
      status: stated,
    });
    expect(shown.names).toMatchObject([
      { kind: 'legal', source: 'corporate_registry', observed_at: '2024-04-01' },
      { kind: 'kana', source: 'corporate_registry', observed_at: '2024-04-01' },
    ]);
    expect(shown.profile.head_office).toMatchObject({
      source: 'corporate_registry',
      observed_at: '2024-04-01',
      valid_from: null,
    });
  });

  it('from only EDINET and the exchange do not name the register', async () => {
    const shown = await profile(idOf(3));
    expect(sourcesIn(shown)).toEqual(new Set(['edinet', 'exchange', null]));
    const filed = from('edinet', '2025-12-24');
    const listed = from('exchange', '2026-01-31');
    expect(shown.sources).toEqual({
      display_name: { ...listed, derived_from: 'listings' },
      legal_name: filed,
      listing_status: { ...listed, derived_from: 'listings' },
      market_segment: listed,
      corporate_number: filed,
      securities_code: listed,
      industry_33_code: listed,
      kind: { ...filed, derived_from: 'legal_name' },
      prefecture: filed,
      city: filed,
      // Neither source states that the company is active.
      status: from(null, null),
    });
    expect(shown.names.map(({ kind, source, observed_at }) => [kind, source, observed_at])).toEqual([
      ['legal', 'edinet', '2025-12-24'],
      ['trade', 'exchange', '2026-01-31'],
      ['english', 'edinet', '2025-12-24'],
    ]);
  });

  it('from gBizINFO keep their source when another source names the company', async () => {
    const shown = await profile(idOf(4));
    const stated = from('gbizinfo', '2025-05-05');
    expect(shown).toMatchObject({ status: 'closed', company: { closed_on: '2020-01-31' } });
    expect(shown.sources).toMatchObject({
      status: stated,
      closed_on: stated,
      close_cause: stated,
      corporate_number: stated,
      kind: stated,
      legal_name: from('edinet', '2025-12-24'),
      listing_status: from('edinet', '2025-12-24', 'listing_statement'),
    });
  });

  it('from only the exchange have its name instead of the legal one', async () => {
    const shown = await profile('tse_9005');
    expect(sourcesIn(shown)).toEqual(new Set(['exchange', null]));
    expect(shown.sources.legal_name).toEqual(from('exchange', '2026-01-31', 'names'));
    expect(shown.sources).not.toHaveProperty('corporate_number');
  });

  it('from several sources each have the source of the shown value', async () => {
    const { sources, names, identifiers } = await profile(idOf(6));
    expect(sources).toMatchObject({
      legal_name: from('corporate_registry', '2022-02-02'),
      corporate_number: from('corporate_registry', '2022-02-02'),
      listing_status: from('edinet', '2025-12-24', 'listing_statement'),
    });
    expect(names).toMatchObject([
      { kind: 'legal', source: 'corporate_registry' },
      { kind: 'english', source: 'edinet', observed_at: '2025-12-24' },
    ]);
    expect(identifiers).toContainEqual(
      expect.objectContaining({ value: 'E99006', source: 'edinet', observed_at: '2025-12-24' }),
    );
  });

  it('from a JSON line have the source that it names', async () => {
    const shown = await profile(idOf(7));
    expect(sourcesIn(shown)).toEqual(new Set(['company_website', null]));
    const stated = from('company_website', '2026-02-03');
    expect(shown.sources).toMatchObject({ corporate_number: stated, kind: stated, prefecture: stated });
    expect(shown.identifiers).toContainEqual(
      expect.objectContaining({ identifier_type: 'domain', observed_at: '2026-02-03' }),
    );
  });

  it('keep the number that a later list gives a company of the exchange', async () => {
    await suite.load('jsonl', jsonLines({ corporate_number: corporateNumber(5), securities_code: '9005' }));
    const { company, sources } = await profile('tse_9005');
    expect(company.corporate_number).toBe(corporateNumber(5));
    expect(sources.corporate_number).toEqual(from('gbizinfo', null));
  });

  it('have a newer day when the source states them again, which is not a change of the company', async () => {
    const version = () =>
      suite.rows('SELECT version FROM companies WHERE company_id = ?', idOf(3)).then(([row]) => row?.version);
    const before = await version();
    const again = jpxFile('20260228', { code: '9003', name: '提出' }, { code: '9005', name: '取引所だけ' });
    await suite.load('jpx', again);
    expect((await profile(idOf(3))).sources.securities_code).toEqual(from('exchange', '2026-02-28'));
    expect((await profile(idOf(3))).names.find(({ kind }) => kind === 'trade')?.observed_at).toBe(
      '2026-02-28',
    );
    expect(await version()).toBe(before);
  });
});

describe('an invoice number', () => {
  it.each([1, 2, 3])('is derived, and not shown as registered: company %d', async (number) => {
    const { identifiers } = await profile(idOf(number));
    expect(identifiers.filter(({ identifier_type }) => identifier_type === 'invoice_number')).toEqual([
      {
        identifier_type: 'invoice_number',
        value: `T${corporateNumber(number)}`,
        valid_from: null,
        valid_to: null,
        source: null,
        observed_at: null,
        derived_from: 'corporate_number',
        current: null,
        registration: expect.objectContaining({ status: 'unknown', periods: [], register_day: null }),
      },
    ]);
  });

  it('finds its company, and the answer says that its registration is not known', async () => {
    await service.reindexCompanies();
    const identifier = `T${corporateNumber(2)}`;
    const { body } = await service
      .as(account)
      .post('/api/service/resolve')
      .send({ identifier_type: 'invoice_number', identifier })
      .expect(200);
    expect(body.data).toMatchObject({
      status: 'resolved',
      company_id: idOf(2),
      candidates: [{ matched_by: [{ field: 'invoice_number', derived_from: 'corporate_number' }] }],
    });
    expect(body.gaps.map(({ code }: { code: string }) => code)).toEqual([
      'invoice_registration_unknown',
      'company_merged',
    ]);
    const search = await service
      .as(account)
      .post('/api/service/search')
      .send({ query: identifier })
      .expect(200);
    expect(search.body.companies[0].query_match.matched_by).toEqual([
      expect.objectContaining({ field: 'invoice_number', derived_from: 'corporate_number' }),
    ]);
  });
});
