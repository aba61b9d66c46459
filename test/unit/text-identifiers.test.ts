import { describe, expect, it } from '@jest/globals';
import {
  corporateNumberCheckDigit,
  identifiersIn,
  identifierTypes,
  parseIdentifier,
} from '../../src/text/identifiers.ts';

const TOYOTA = '1180301018771';

describe('corporate numbers', () => {
  it('carry the check digit of their last 12 digits', () => {
    expect(corporateNumberCheckDigit('180301018771')).toBe(1);
    expect(corporateNumberCheckDigit('700110005901')).toBe(8);
  });

  it.each([TOYOTA, '１１８０３０１０１８７７１', '1180-3010-18771', '1180 3010 18771', ' 1180301018771 '])(
    '%s is read',
    (input) => {
      expect(parseIdentifier('corporate_number', input)).toEqual({
        ok: true,
        type: 'corporate_number',
        value: TOYOTA,
      });
    },
  );

  it.each([
    ['', 'empty'],
    ['　', 'empty'],
    ['2180301018771', 'check_digit'],
    ['1180301018772', 'check_digit'],
    ['180301018771', 'malformed'],
    ['11803010187711', 'malformed'],
    ['1.18030E+12', 'malformed'],
    ['トヨタ', 'malformed'],
  ])('%j is refused as %s', (input, reason) => {
    expect(parseIdentifier('corporate_number', input)).toMatchObject({
      ok: false,
      type: 'corporate_number',
      reason,
    });
  });

  it('say what happened to a number that a spreadsheet rounded', () => {
    expect(parseIdentifier('corporate_number', '1.18030E+12')).toMatchObject({
      message: expect.stringContaining('spreadsheet') as unknown,
    });
  });
});

describe('other identifiers', () => {
  it.each([
    ['invoice_number', 'T1180301018771', 'T1180301018771'],
    ['invoice_number', 'ｔ1180-3010-18771', 'T1180301018771'],
    ['invoice_number', 'T-1180301018771', 'T1180301018771'],
    ['securities_code', '7203', '7203'],
    ['securities_code', '72030', '7203'],
    ['securities_code', '130A', '130A'],
    ['securities_code', '１３０ａ', '130A'],
    ['securities_code', '130A0', '130A'],
    ['securities_code', '25935', '25935'],
    ['edinet_code', 'e02144', 'E02144'],
    ['company_id', 'cn_1180301018771', 'cn_1180301018771'],
    ['company_id', 'CN_1180301018771', 'cn_1180301018771'],
    ['company_id', 'TSE_130a', 'tse_130A'],
    ['company_id', 'fse_7203', 'fse_7203'],
    ['domain', 'https://www.takashimaya.co.jp/x', 'takashimaya.co.jp'],
    ['name', ' ﾄﾖﾀ自動車 ', 'トヨタ自動車'],
  ] as const)('%s %s is %s', (type, input, value) => {
    expect(parseIdentifier(type, input)).toEqual({ ok: true, type, value });
  });

  it.each([
    ['invoice_number', 'T1180301018772', 'check_digit'],
    ['invoice_number', '1180301018771', 'malformed'],
    ['securities_code', '0203', 'malformed'],
    ['securities_code', '130B', 'malformed'],
    ['securities_code', '72', 'malformed'],
    ['securities_code', '7203A', 'malformed'],
    ['edinet_code', 'E0214', 'malformed'],
    ['company_id', 'cn_1180301018772', 'check_digit'],
    ['company_id', 'nyse_7203', 'malformed'],
    ['company_id', 'tse_', 'malformed'],
    ['company_id', 'cn_7203', 'malformed'],
    ['domain', 'taro@gmail.com', 'not_identifying'],
    ['domain', '192.168.0.1', 'not_identifying'],
    ['domain', 'co.jp', 'not_identifying'],
    ['domain', 'トヨタ', 'malformed'],
    ['name', '　', 'empty'],
  ] as const)('%s %s is refused as %s', (type, input, reason) => {
    expect(parseIdentifier(type, input)).toMatchObject({ ok: false, type, reason });
  });

  it('of every type report a blank as empty', () => {
    for (const type of identifierTypes) {
      expect(parseIdentifier(type, ' \u200b　')).toMatchObject({ ok: false, type, reason: 'empty' });
    }
  });
});

describe('identifiers in a free query', () => {
  it.each([
    ['7203', [['securities_code', '7203']]],
    ['72030', [['securities_code', '7203']]],
    ['１３０ａ', [['securities_code', '130A']]],
    [TOYOTA, [['corporate_number', TOYOTA]]],
    [`T${TOYOTA}`, [['invoice_number', `T${TOYOTA}`]]],
    ['E02144', [['edinet_code', 'E02144']]],
    ['tse_7203', [['company_id', 'tse_7203']]],
    ['taro@takashimaya.co.jp', [['domain', 'takashimaya.co.jp']]],
    ['トヨタ自動車', []],
    ['Yahoo', []],
    ['S.T. Corporation', []],
    ['', []],
  ])('%s gives %j', (query, expected) => {
    const found = identifiersIn(query).map((each) => [each.type, each.ok ? each.value : each.reason]);
    expect(found).toEqual(expected);
  });

  it('report a wrong check digit and a shared domain instead of hiding them', () => {
    expect(identifiersIn('1180301018772')).toMatchObject([
      { ok: false, type: 'corporate_number', reason: 'check_digit' },
    ]);
    expect(identifiersIn('ameblo.jp/toyota')).toMatchObject([
      { ok: false, type: 'domain', reason: 'not_identifying' },
    ]);
  });
});
