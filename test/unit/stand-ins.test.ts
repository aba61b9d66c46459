import { describe, expect, it } from '@jest/globals';
import { parseReconcileQuery } from '../../src/features/reconcile/parsed-reconcile-query.ts';
import { isNoCompanyWord } from '../../src/text/cells/no-name.ts';
import { parseIdentifier, parseIdentifiers } from '../../src/text/identifiers/identifiers.ts';
import { isEmptyCode, isPlaceholderNumber } from '../../src/text/letters/placeholders.ts';

describe('numbers that mean "none"', () => {
  const placeholders = [
    '9999999999999',
    '0000000000000',
    '1234567890123',
    '1111111111111',
    '9,999,999,999,999',
    '９９９９９９９９９９９９９',
    '9999-99-9999999',
    '0000-00-000000',
    'T9999999999999',
    '1111111111111.0',
    "'9999999999999.00",
    // As spreadsheets round them.
    '9.99999999999E+12',
    '1E+13',
    '1.00E+13',
    '1.11111E+12',
    '1.23457E+12',
  ];

  it.each(placeholders)('%s is a placeholder as a corporate number', (text) => {
    expect(parseIdentifier('corporate_number', text)).toMatchObject({
      ok: false,
      reason: 'empty',
      placeholder: true,
    });
    // Columns are recognised by the same rule.
    expect(isEmptyCode(text.normalize('NFKC'))).toBe(true);
  });

  it.each(['1.18030E+12', '1.1803E+12', '1E+12', '9.99E+12'])(
    '%s is a rounded number of somebody',
    (text) => {
      expect(parseIdentifier('corporate_number', text)).toMatchObject({
        reason: 'malformed',
        message: expect.stringContaining('rounded') as unknown,
      });
    },
  );

  it('is one as an invoice number, with a label, and as a query', () => {
    for (const text of ['T9999999999999', 'T0000000000000', '登録番号：T9999999999999', 'T-9999999999999'])
      expect(parseIdentifier('invoice_number', text)).toMatchObject({
        ok: false,
        reason: 'empty',
        placeholder: true,
      });
    for (const text of ['9999999999999', 'T9999999999999', '9999-99-9999999', '1E+13'])
      expect(parseIdentifiers(text)).toMatchObject([{ ok: false, reason: 'empty', placeholder: true }]);
  });

  it('is no value of a query of reconciliation', () => {
    const valuesOf = (v: string) => {
      const properties = [{ pid: 'corporate_number', v }];
      const { values } = parseReconcileQuery({ query: '架空商事', properties, type_strict: 'any', limit: 5 });
      return values.size;
    };
    expect(['9999999999999', '#REF!', '', '1180301018771'].map(valuesOf)).toStrictEqual([0, 0, 0, 1]);
  });

  it('says so', () => {
    for (const text of ['9999999999999', 'T0000000000000', '1234567890123'])
      expect(parseIdentifier('name', text)).toMatchObject({ ok: false, reason: 'empty', placeholder: true });
    expect(parseIdentifier('corporate_number', '9999999999999')).toMatchObject({
      message:
        '9999999999999 is not a real corporate number. People and programs write it where there is none.',
    });
    expect(parseIdentifier('corporate_number', 'なし')).toMatchObject({
      message: '"なし" means that there is no corporate number.',
    });
  });

  it.each(['7203', '7777', '1180301018771', '1111111111112'])('%s is none', (text) => {
    expect(isPlaceholderNumber(text)).toBe(false);
  });
});

describe('a name that is only a legal form', () => {
  it.each([
    '株式会社',
    '㈱',
    '「株式会社」',
    '株式会社株式会社',
    '株式会社 / 合同会社',
    '(株)',
    '合同会社',
    '有限会社',
    'カブシキガイシャ',
    'かぶしきがいしゃ',
    'K.K.',
    'Co., Ltd.',
  ])('%s is no name, and the fault says so', (text) => {
    const parsed = parseIdentifier('name', text);
    expect(parsed).toMatchObject({ ok: false, reason: 'empty', placeholder: true });
    expect(!parsed.ok && parsed.message).toContain('is only a legal form');
  });

  it('does not take names for one that have a form', () => {
    for (const name of ['株式会社KK', '法人会', '株式会社合同会社サービス', 'ゴウドウタクシー'])
      expect(parseIdentifier('name', name)).toMatchObject({ ok: true });
  });
});

describe('words that people write where no company is meant', () => {
  it.each([
    'フリーランス',
    '現金',
    'MRF',
    'ＭＲＦ',
    '諸口',
    '個人様',
    '個人1',
    'その他(3件)',
    '不特定多数',
    '※現金',
    '電気代',
    '地代家賃',
    '役員報酬',
    '仮払',
    'キャッシュ',
    '外貨MMF',
  ])('%s is one', (text) => {
    expect(isNoCompanyWord(text.normalize('NFKC'))).toBe(true);
  });

  it.each(['株式会社フリーランス', 'フリーランス協会', '現金問屋', '諸口商店', '一般財団法人'])(
    '%s is none',
    (text) => {
      expect(isNoCompanyWord(text)).toBe(false);
    },
  );
});
