import { describe, expect, it } from '@jest/globals';
import { buildCompanyDocument } from '../../indexers/documents/company-document.ts';
import {
  type CompanySource,
  createCompanyWithoutFacts,
  type SourceListing,
  type SourceName,
} from '../../indexers/facts/company-source.ts';
import { expectGolden } from '../support/golden.ts';

const today = '2026-08-21';

const nothingKnown = createCompanyWithoutFacts({
  companyId: 'cn_8000012345678',
  corporateNumber: '8000012345678',
  kind: 'kabushiki',
  status: 'active',
  hidden: false,
  version: 1,
});

function company(facts: Partial<CompanySource> = {}): CompanySource {
  return { ...nothingKnown, ...facts };
}

function name(
  kind: SourceName['kind'],
  text: string,
  validFrom: string | null = null,
  validTo: string | null = null,
) {
  return { kind, name: text, validFrom, validTo };
}

function listing(facts: Partial<SourceListing> = {}): SourceListing {
  return {
    exchange: 'tse',
    code: '1301',
    securityKind: 'common',
    shortName: null,
    marketSegment: 'prime',
    industry33Code: '3050',
    sizeClass: null,
    listedFrom: null,
    listedTo: null,
    ...facts,
  };
}

const build = (facts: Partial<CompanySource>) => buildCompanyDocument(company(facts), { today });

describe('a reading that is only a legal form', () => {
  it('has no keys, also if it was loaded before such names were left out', () => {
    const { name_keys } = build({
      names: [name('legal', '株式会社ＺＺＵ'), name('kana', 'カブシキガイシャ'), name('trade', '㈱')],
    });
    expect(name_keys).toEqual(build({ names: [name('legal', '株式会社ＺＺＵ')] }).name_keys);
  });
});

describe('the document of a company with everything', () => {
  it('is the reviewed one', () => {
    const document = build({
      aliases: ['tse_130A'],
      version: 7,
      names: [
        name('former', '有限会社架空水産', '2001-04-01', '2015-10-01'),
        name('legal', '株式会社カクウ・フーヅ', '2015-10-01'),
        name('kana', 'カクウフーヅ'),
        name('english', 'Kakuu Foods Co., Ltd.'),
        name('trade', 'カクウＦ'),
      ],
      identifiers: [
        { type: 'edinet_code', value: 'E99999', validFrom: null, validTo: null },
        { type: 'securities_code', value: '130A', validFrom: null, validTo: null },
        { type: 'domain', value: 'kakuu-foods.co.jp', validFrom: null, validTo: null },
      ],
      listings: [
        listing({ exchange: 'fse', code: '130A', marketSegment: 'q_board', shortName: 'カクウ' }),
        listing({ code: '130A', shortName: 'カクウＦ', listedFrom: '2024-06-26' }),
        listing({ code: '130A5', securityKind: 'preferred', shortName: 'カクウ優先', marketSegment: null }),
      ],
      headOffice: {
        prefectureCode: '40',
        prefecture: '福岡県',
        city: '福岡市博多区',
        street: '博多駅前２丁目１番１号',
        postalCode: '8120011',
      },
      websites: ['https://www.kakuu-foods.co.jp/ja/', 'http://old-kakuu.jp'],
      listingStatement: '上場',
      capital: 90_000_000,
      technologies: [
        { key: 'react', source: 'company_website', observedAt: '2026-05-01T00:00:00.000Z' },
        { key: 'aws', source: 'job_posting', observedAt: null },
        { key: 'aws', source: 'company_website', observedAt: '2026-05-01T00:00:00.000Z' },
      ],
      financials: [
        { metric: 'revenue', fiscalYear: 2025, value: 1_234_000_000 },
        { metric: 'revenue', fiscalYear: 2024, value: 1_100_000_000 },
        { metric: 'revenue', fiscalYear: 1999, value: 900_000_000 },
        { metric: 'equity_ratio', fiscalYear: 2024, value: 0.412 },
      ],
      enrichment: {
        employees: 230,
        insuredPersons: 215,
        jobOpenings: [
          { openedAt: '2026-01-10', closedAt: '2026-02-01' },
          { openedAt: '2026-08-01', closedAt: null },
          { openedAt: '2026-08-01', closedAt: null },
          { openedAt: '2026-09-01', closedAt: '2026-12-01' },
        ],
        aiJobOpenings: [{ openedAt: '2026-08-01', closedAt: null }],
        permits: [
          { license_types: ['building', 'painting'], valid_from: '2021-08-22', valid_until: '2026-08-21' },
          { license_types: ['building'], valid_from: '2016-08-22', valid_until: '2021-08-21' },
        ],
        observationCounts: { corporate_profile: 3, procurement: 2 },
        latestObservedAt: '2026-08-20T01:02:03.000Z',
      },
    });
    expectGolden('company-document', document);
  });
});

describe('names', () => {
  it('is displayed by the exchange short name while listed, and by its legal name otherwise', () => {
    const names = [name('legal', '株式会社架空'), name('trade', 'カクウ')];
    const shown = (listings: SourceListing[]) => build({ names, listings }).card.company.display_name;
    expect(shown([listing({ shortName: 'カクウ' })])).toBe('カクウ');
    expect(shown([listing({ shortName: 'カクウ', listedTo: today })])).toBe('株式会社架空');
    expect(shown([listing({ securityKind: 'preferred', shortName: 'カクウ優' })])).toBe('株式会社架空');
    expect(shown([])).toBe('株式会社架空');
  });

  it('shows its securities code, else its corporate number, when it has no name at all', () => {
    expect(build({ listings: [listing({ code: '130A' })] }).card.company).toMatchObject({
      display_name: '130A',
      legal_name: '130A',
    });
    expect(build({}).card.company.display_name).toBe('8000012345678');
    expect(build({ companyId: 'nse_4321', corporateNumber: null }).card.company.display_name).toBe('4321');
  });

  it('sorts by its reading, and after all readings by its name', () => {
    const legal = name('legal', '株式会社架空');
    expect(build({ names: [legal, name('kana', 'カクウ')] }).sort_name).toBe('カクウ');
    const unread = '\u{10fffd}';
    expect(build({ names: [legal] }).sort_name).toBe(`${unread}架空`);
    expect(build({ names: [name('english', 'KAKUU')] }).sort_name).toBe(`${unread}kakuu`);
    expect(build({}).sort_name).toBe(`${unread}8000012345678`);
    expect(Buffer.from(unread) > Buffer.from('\u{323af}')).toBe(true);
  });

  it('sorts by its name as a reading when it is written in kana', () => {
    expect(build({ names: [name('legal', '株式会社あおい・カクウ')] }).sort_name).toBe('アオイ・カクウ');
    expect(build({ names: [name('trade', 'ＣＭカクウ')] }).sort_name).toBe('\u{10fffd}cmカクウ');
  });

  it('does not search by a name that expands beyond the limit of the index', () => {
    const document = build({ names: [name('legal', '\u3316'.repeat(1000)), name('trade', 'カクウ')] });
    expect(document.name_keys).toMatchObject({
      legal_exact: undefined,
      trade: ['カクウ'],
      loose: ['カクウ'],
    });
    expect(document.name_words.legal).toBeUndefined();
    expect(document.card.company.legal_name).toHaveLength(1000);
  });

  it('leaves out fields without values, except in what is shown', () => {
    const { card, ...queried } = build({ names: [name('legal', '株式会社架空')] });
    expect(JSON.stringify(queried)).not.toMatch(/\[\]|permits_by_type|financials/);
    expect(card).toMatchObject({ jobs: [], permits: [], securities_codes: [] });
  });

  it('puts former names into their own keys and never into prefixes or slips', () => {
    const document = build({
      names: [name('legal', '株式会社新名'), name('former', '株式会社旧名', null, '2020-01-01')],
    });
    expect(document.name_keys.former).toEqual(['株式会社旧名', '旧名']);
    expect(document.name_keys.loose).toEqual(['新名', '株式会社新名', '旧名', '株式会社旧名']);
    expect(document.name_prefix).toEqual(['新名', '株式会社']);
    expect(document.name_slips?.join(' ') ?? '').not.toContain('旧');
  });
});

describe('what people call a company', () => {
  const names = [name('legal', '株式会社架空重工業'), { ...name('alias', 'カクマル'), exclusive: true }];

  it('is in the document of a well-known company only', () => {
    expect(build({ names }).name_keys.called).toBeUndefined();
    const { name_keys, prominence, card } = build({ names, listings: [listing()] });
    expect(name_keys.called).toEqual(expect.arrayContaining(['架空', '架空重工', 'カクマル']));
    expect(prominence).toBe(5);
    expect(card.prominence).toBe(5);
  });

  it('includes an alias, by which the company is found, completed and shown', () => {
    const { name_keys, name_prefix, card } = build({ names });
    expect(name_keys.alias).toEqual(['カクマル']);
    expect(name_keys.loose).toContain('カクマル');
    expect(name_prefix).toContain('カクマル');
    expect(card.names[1]).toMatchObject({ kind: 'alias', name: 'カクマル', exclusive: true });
  });

  it('is never its name', () => {
    expect(build({ names: [name('alias', 'カクマル')] }).card.company.legal_name).toBe('8000012345678');
  });
});

describe('listing status', () => {
  const status = (facts: Partial<CompanySource>) => build(facts).listing_status;

  it('is listed while any exchange lists it', () => {
    expect(status({ listings: [listing({ listedTo: '2020-01-01' }), listing({ exchange: 'nse' })] })).toBe(
      'listed',
    );
  });

  it('is delisted from the day on which the last listing has ended', () => {
    expect(status({ listings: [listing({ listedTo: '2026-08-22' })] })).toBe('listed');
    expect(status({ listings: [listing({ listedTo: today })], listingStatement: '上場' })).toBe('delisted');
  });

  it('is what EDINET states where no exchange is known, else unknown', () => {
    expect(status({ listingStatement: '上場' })).toBe('listed');
    expect(status({ listingStatement: '非上場' })).toBe('private');
    expect(status({})).toBe('unknown');
  });
});

describe('what depends on the day', () => {
  const facts: Partial<CompanySource> = {
    identifiers: [
      { type: 'domain', value: 'ended.jp', validFrom: null, validTo: today },
      { type: 'domain', value: 'later.jp', validFrom: '2026-08-22', validTo: null },
      { type: 'domain', value: 'valid.jp', validFrom: today, validTo: '2026-08-22' },
    ],
    enrichment: {
      employees: null,
      insuredPersons: null,
      jobOpenings: [{ openedAt: today, closedAt: '2026-08-22' }],
      aiJobOpenings: [],
      permits: [{ license_types: ['building'], valid_from: '2021-08-22', valid_until: today }],
      observationCounts: {},
      latestObservedAt: null,
    },
  };
  const on = (day: string) => buildCompanyDocument(company(facts), { today: day });

  it('has the identifiers of that day', () => {
    expect(on('2026-08-20').website_domains).toEqual(['ended.jp']);
    expect(on(today).website_domains).toEqual(['valid.jp']);
    expect(on('2026-08-22').identifiers).toContain('domain:later.jp');
  });

  it('counts an opening until the day before it closes, and a permit on its last day too', () => {
    expect(on(today)).toMatchObject({ open_job_count: 1, valid_permit_count: 1 });
    expect(on('2026-08-22')).toMatchObject({ open_job_count: 0, valid_permit_count: 0 });
  });
});

describe('websites', () => {
  it('have no domain of the company’s own on a site that many companies share', () => {
    const document = build({ websites: ['https://kakuu.github.io/'] });
    expect(document).toMatchObject({ has_website: true, website_domains: undefined });
    expect(document.card.profile).toMatchObject({
      website_url: 'https://kakuu.github.io/',
      website_domain: null,
    });
  });
});

it('keeps hidden companies, marked', () => {
  expect(build({ hidden: true }).hidden).toBe(true);
});
