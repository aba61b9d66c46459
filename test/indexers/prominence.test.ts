import { describe, expect, it } from '@jest/globals';
import { buildListingFields } from '../../indexers/documents/listing-fields.ts';
import { scoreProminence } from '../../indexers/documents/prominence.ts';
import {
  type CompanySource,
  createCompanyWithoutFacts,
  type SourceListing,
} from '../../indexers/facts/company-source.ts';
import { prominentFrom } from '../../mappings/companies.ts';

const nobody = createCompanyWithoutFacts({
  companyId: 'cn_1',
  corporateNumber: null,
  kind: null,
  status: 'active',
  hidden: false,
  version: 1,
});

const today = '2026-08-22';
const points = (facts: Partial<CompanySource>) => {
  const company = { ...nobody, ...facts };
  return scoreProminence(company, buildListingFields(company, today));
};

function listing(sizeClass: string | null, listedTo: string | null = null): SourceListing {
  const rest = { shortName: null, marketSegment: null, industry33Code: null, listedFrom: null };
  return { exchange: 'tse', code: '1301', securityKind: 'common', sizeClass, listedTo, ...rest };
}

function enrichment(employees: number | null, observations: number): CompanySource['enrichment'] {
  const none = {
    insuredPersons: null,
    jobOpenings: [],
    aiJobOpenings: [],
    permits: [],
    latestObservedAt: null,
  };
  return { ...none, employees, observationCounts: { procurement: observations } };
}

const named = (kind: 'trade' | 'alias' | 'former') => ({
  kind,
  name: 'カクウ',
  validFrom: null,
  validTo: null,
});

describe('the prominence of a company', () => {
  it.each<[string, Partial<CompanySource>, number]>([
    ['nothing but a name', {}, 0],
    ['a listing', { listings: [listing(null)] }, 4],
    ['a listing in TOPIX Small 1', { listings: [listing('TOPIX Small 1')] }, 5],
    ['a listing in TOPIX Mid400', { listings: [listing('TOPIX Mid400')] }, 6],
    ['a listing in TOPIX Core30', { listings: [listing('TOPIX Core30')] }, 7],
    ['an ended listing', { listings: [listing(null, '2020-01-01')] }, 2],
    ['few employees', { enrichment: enrichment(999, 0) }, 0],
    ['many employees', { enrichment: enrichment(1_000, 0) }, 1],
    ['very many employees', { enrichment: enrichment(10_000, 0) }, 2],
    ['some observations', { enrichment: enrichment(null, 10) }, 1],
    ['many observations', { enrichment: enrichment(null, 100) }, 2],
    ['a trade name', { names: [named('trade')] }, 1],
    ['an alias', { names: [named('alias'), named('trade')] }, 1],
    ['a former name', { names: [named('former')] }, 0],
    ['a website', { websites: ['https://kakuu.co.jp'] }, 1],
    [
      'an EDINET code',
      { identifiers: [{ type: 'edinet_code', value: 'E99999', validFrom: null, validTo: null }] },
      1,
    ],
  ])('with %s', (_, facts, expected) => {
    expect(points(facts)).toBe(expected);
  });

  it('is 0 for a company that has ended', () => {
    expect(points({ listings: [listing('TOPIX Core30')], status: 'merged' })).toBe(0);
  });

  it('makes every listed company, and a large unlisted one, a well-known one', () => {
    expect(points({ listings: [listing(null)] })).toBeGreaterThanOrEqual(prominentFrom);
    const large = { enrichment: enrichment(12_000, 120), websites: ['https://kakuu.co.jp'] };
    expect(points(large)).toBeGreaterThanOrEqual(prominentFrom);
    expect(points({ names: [named('trade')], websites: ['https://kakuu.co.jp'] })).toBeLessThan(
      prominentFrom,
    );
  });
});
