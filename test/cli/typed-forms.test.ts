import { describe, expect, it } from '@jest/globals';
import { readFinancialCondition } from '../../cli/input/financial-conditions.ts';
import { computeIdempotencyKey } from '../../cli/input/idempotency.ts';
import { guessIdentifierType } from '../../cli/input/identifier-type.ts';
import { type NextRequest, toCommands } from '../../cli/output/next-actions.ts';
import { escapeShellWord } from '../../cli/output/text.ts';
import { readKey } from '../../cli/sources/review-keys.ts';

describe('an identifier', () => {
  it.each([
    ['5180301018771', 'corporate_number'],
    ['５１８０３０１０１８７７１', 'corporate_number'],
    ['T5180301018771', 'invoice_number'],
    ['cn_5180301018771', 'company_id'],
    ['tse_7203', 'company_id'],
    ['7203', 'securities_code'],
    ['130A', 'securities_code'],
    ['25935', 'securities_code'],
    ['E02144', 'edinet_code'],
    ['toyota.co.jp', 'domain'],
    ['https://global.toyota/jp/', 'domain'],
    ['総務省.jp', 'domain'],
    ['株式会社三共', 'name'],
    ['Co., Ltd.', 'name'],
    ['12345678', 'name'],
    ['5180301018771 株式会社架空', 'name'],
    ['架空(株) T5180301018771', 'name'],
    ['会社法人等番号 5180301018771', 'corporate_number'],
    ['法人番号：5180301018771', 'corporate_number'],
  ] as const)('%s looks like a %s', (identifier, type) => {
    expect(guessIdentifierType(identifier)).toBe(type);
  });
});

describe('a condition on a figure', () => {
  it.each([
    [
      'revenue>=1000 million_yen latest',
      { metric: 'revenue', op: 'gte', value: 1000, unit: 'million_yen', fiscal_year: 'latest' },
    ],
    ['capital <= 1,000,000', { metric: 'capital', op: 'lte', value: 1_000_000 }],
    [
      'equity_ratio = 0.4..0.6 2024',
      { metric: 'equity_ratio', op: 'between', value: [0.4, 0.6], fiscal_year: 2024 },
    ],
    ['net_income >= -5', { metric: 'net_income', op: 'gte', value: -5 }],
  ])('%s', (text, condition) => {
    expect(readFinancialCondition(text)).toEqual(condition);
  });

  it.each([
    ['profit >= 1', /not a metric/],
    ['revenue > 1', /must have the form/],
    ['revenue = 1', /= takes two numbers/],
    ['revenue >= 1 dollars', /dollars is not a unit/],
  ])('%s is refused', (text, message) => {
    expect(() => readFinancialCondition(text)).toThrow(message);
  });
});

describe('the key of a purchase', () => {
  const meaning = { url: 'https://a', source_id: 's', counts: { matched: 1, total: 2 } };
  it('is the same for the same meaning, in any order', () => {
    const reordered = { counts: { total: 2, matched: 1 }, source_id: 's', url: 'https://a', name: undefined };
    expect(computeIdempotencyKey('source.resolve', reordered)).toBe(
      computeIdempotencyKey('source.resolve', meaning),
    );
  });

  it.each([
    ['another operation', 'source.select', meaning],
    ['another service', 'source.resolve', { ...meaning, url: 'https://b' }],
    ['another state', 'source.resolve', { ...meaning, counts: { matched: 2, total: 2 } }],
  ])('differs for %s', (_, operation, other) => {
    expect(computeIdempotencyKey(operation, other)).not.toBe(
      computeIdempotencyKey('source.resolve', meaning),
    );
  });

  it('is one that the service accepts', () => {
    expect(computeIdempotencyKey('source.resolve', meaning)).toMatch(
      /^company-data:source\.resolve:[0-9a-f]{40}$/,
    );
  });
});

describe("the service's next steps", () => {
  const request = (operation: string, content: Partial<NextRequest> = {}) => ({
    operation,
    params: { sourceId: '0190' },
    query: {},
    body: null,
    ...content,
  });
  const columns = { name: '会社 名', ticker: 'コード' };
  it.each([
    [
      'map',
      [request('mapSource', { body: { entity: 'company', columns } })],
      ["company-data source map 0190 --name-column '会社 名' --ticker-column コード"],
    ],
    [
      'map a header that is to be chosen',
      [request('mapSource', { body: { columns: { '<field>': '<header>' } } })],
      ['company-data source map 0190'],
    ],
    ['resolve', [request('resolveSource')], ['company-data source resolve 0190']],
    [
      'review and choose',
      [
        request('reviewSource', { query: { status: 'multiple_candidates' } }),
        request('selectSourceRow', { body: { row: '<row>', companyId: '<id>' } }),
      ],
      ['company-data source review 0190', "company-data source select 0190 '<row>' '<id>'"],
    ],
    [
      'review invalid rows',
      [request('reviewSource', { query: { status: 'invalid' } })],
      ['company-data source review 0190 --status invalid'],
    ],
    [
      'make a List',
      [request('createList', { params: {}, body: { name: '<name>', source_id: '0190' } })],
      ["company-data list create '<name>' --source 0190"],
    ],
    [
      'resolve in the background',
      [request('startSourceRun')],
      ['company-data source resolve 0190 --background'],
    ],
    [
      'follow or end a run',
      [request('getSourceRun'), request('cancelSourceRun', { body: null })],
      ['company-data source runs 0190 --follow', 'company-data source cancel 0190'],
    ],
    [
      'resume a run',
      [request('resumeSourceRun', { body: { maxCredits: 7 } })],
      ['company-data source resume 0190 --max-credits 7'],
    ],
    ['download', [request('exportSource')], ['company-data source export 0190 --out companies.csv']],
    ['what no command does', [request('unheardOf')], []],
  ])('to %s', (_, requests, commands) => {
    expect(toCommands(requests)).toEqual(commands);
  });

  it('are safe to paste into a shell', () => {
    expect(escapeShellWord("a'; rm -rf /")).toBe(`'a'\\''; rm -rf /'`);
  });
});

describe('a key of the review', () => {
  it.each([
    ['1', 1],
    ['２', 2],
    [' 3 ', 3],
    ['ｎ', 'n'],
    ['X', 'x'],
    ['u', 'u'],
    ['a', 'a'],
    ['Ｍ', 'm'],
    ['/ 架空 ', { search: '架空' }],
    ['／架空', { search: '架空' }],
    ['/', '/'],
    ['Ｒ', 'r'],
    ['＋', '+'],
    ['s', 's'],
    ['Q', 'q'],
    ['4', null],
    ['0', null],
    ['', null],
    ['1x', null],
  ])('%j of three candidates', (typed, meant) => {
    expect(readKey(typed, 3)).toEqual(meant);
  });
});
