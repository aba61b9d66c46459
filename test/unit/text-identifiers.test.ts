import { describe, expect, it } from '@jest/globals';
import { computeCheckDigit, findNearMiss } from '../../src/text/identifiers/corporate-number.ts';
import { parseIdentifier, parseIdentifiers } from '../../src/text/identifiers/identifiers.ts';
import { identifierTypes } from '../../src/text/identifiers/parsed-identifier.ts';

const TOYOTA = '1180301018771';

describe('corporate numbers', () => {
  it('carry the check digit of their last 12 digits', () => {
    expect(computeCheckDigit('180301018771')).toBe(1);
    expect(computeCheckDigit('700110005901')).toBe(8);
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

  it.each([
    ['1.18030E+12', 'spreadsheet has rounded'],
    ['1.18E12', 'spreadsheet has rounded'],
    ['180301018771', '12 digits, like a commercial register number'],
    ['0180301018771', 'never begins with 0'],
    ['11803010187711', '14 digits'],
    ['471-8571', 'postal code'],
    ['03-1234-5678', 'telephone'],
    ['090 1234 5678', 'telephone'],
    ['+81-565-28-2121', 'telephone'],
    ['118O301O18771', 'letter'],
    ['7203', '4 digits'],
    ['130A', 'securities code'],
    ['E02144', 'EDINET code'],
    ['1180301018771 トヨタ自動車', 'other text'],
    ['1180301018771（親会社）', 'other text'],
    ['親会社法人番号 1180301018771', 'other text'],
    ['旧1180301018771', 'other text'],
    ['¥1180301018771', 'other text'],
    ['180301018771.0', '12 digits'],
    ['1180301018771 5180301018771', 'several numbers'],
    ['1180301018771/5180301018771', 'several numbers'],
    ['同上', 'refers to another cell'],
    ['〃', 'refers to another cell'],
    ['########', 'column that is too narrow'],
  ])('say what may be wrong with %s', (input, part) => {
    for (const type of ['corporate_number', 'invoice_number'] as const) {
      expect(parseIdentifier(type, input)).toMatchObject({
        ok: false,
        message: expect.stringContaining(part) as unknown,
      });
    }
  });
});

describe('securities codes', () => {
  it.each([
    ['7203.N', 'Nagoya'],
    ['7203.NG', 'Nagoya'],
    ['7203.F', 'Fukuoka'],
    ['7203.FU', 'Fukuoka'],
    ['7203.S', 'Sapporo'],
    ['7203 JN', 'Nagoya'],
    ['XTKS:7203', 'Tokyo'],
    ['東証プライム・名証プレミア 7203', 'Tokyo and Nagoya'],
    ['7203 東証1部', 'Tokyo'],
    ['東証プライム上場（7203）', 'Tokyo'],
    ['72030.T', 'Tokyo'],
    ['7,203', 'none'],
    ['東1 7203', 'Tokyo'],
    ['東証第一部 7203', 'Tokyo'],
    ['コード番号：7203、東証プライム', 'Tokyo'],
    ['7203（プライム（内国株式））', 'Tokyo'],
    ['東証7203・名証7203', 'Tokyo and Nagoya'],
    ['7203 (72030)', 'none'],
    ['【証券コード】7203', 'none'],
    ['Stock Code: 7203', 'none'],
    ['※7203', 'none'],
    ['7 2 0 3', 'none'],
    ['JP7203', 'Tokyo'],
  ])('%s is 7203, with the exchange %s', (input) => {
    expect(parseIdentifier('securities_code', input)).toMatchObject({ ok: true, value: '7203' });
  });

  it.each([
    ['AAPL.US', 'US is an exchange outside Japan'],
    ['AAPL US Equity', 'US is an exchange outside Japan'],
    ['NASDAQ:AAPL', 'NASDAQ is an exchange outside Japan'],
    ['2330.TW', 'TW is an exchange outside Japan'],
    ['700 HK', 'HK is an exchange outside Japan'],
    ['7203.ZZ', '"ZZ" beside the code is not an exchange in Japan'],
    ['7203 トヨタ自動車', '"トヨタ自動車" beside the code is not an exchange in Japan'],
    ['7203 T', '"T" beside the code'],
    ['JP3633400001', 'ISIN'],
    ['600519', '6 digits'],
    ['07203', 'never begins with 0'],
    ['7203/6758', 'several codes'],
    ['1180301018771', 'corporate number'],
    ['E02144', 'EDINET code'],
    ['同上', 'refers to another cell'],
    ['2024年', 'has 4 characters'],
    ['東17203', 'has 4 characters'],
    ['¥7203', '"¥" beside the code'],
    ['7203%', '"%" beside the code'],
  ])('%s is refused: %s', (input, part) => {
    expect(parseIdentifier('securities_code', input)).toMatchObject({
      ok: false,
      reason: 'malformed',
      message: expect.stringContaining(part) as unknown,
    });
  });
});

describe('placeholders', () => {
  const words = [
    '未登録',
    '免税',
    '免税事業者',
    '申請中',
    '登録申請中',
    '未上場',
    '非上場',
    '未取得',
    '対象外',
    '登録番号なし',
    '取得予定',
    '手続き中',
    '※未登録',
    'なし？',
    '上場していません',
    'HPはありません',
    '免税のため無し',
    'Not available',
    '簡易課税',
    '国外事業者',
    '免税－',
    'な し',
    '未 登 録',
    'NA',
    'None',
    'NaN',
    '0',
    '無番号',
    '×',
  ];
  const general = ['なし', '無', '無し', '該当なし', '-', '―', 'ー', '--', 'N/A', 'n.a.', '?', '不詳'];
  const errors = [
    '#N/A',
    '#N/A N/A',
    '#REF!',
    '#エラー!',
    '#VALEUR !',
    '#値!',
    '#Deleted',
    '#削除',
    'Error 2042',
    'エラー 2023',
    '#VALUE!',
    '#DIV/0!',
    '#NAME?',
    '#SPILL!',
    '#GETTING_DATA',
    '＃ＲＥＦ！',
    '#スピル!',
    '#WERT!',
    '#¡VALOR!',
    '#ССЫЛКА!',
    'Err:502',
  ];
  const decorated = [
    '（未登録）',
    '【免税】',
    'なし（個人事業主）',
    '未登録。',
    '未定',
    '調査中',
    '登録済',
    '有',
    '○',
    'XXXX',
    '0000000000000',
    'T0000000000000',
    '0.0',
    '0E+00',
    '=""',
  ];
  it.each([...words, ...general, ...errors, ...decorated])(
    '%s is empty in every identifier but a name',
    (input) => {
      for (const type of identifierTypes.filter((each) => each !== 'name'))
        expect([type, parseIdentifier(type, input)]).toMatchObject([type, { reason: 'empty' }]);
    },
  );

  it.each([
    'T',
    'T-',
    'T＿＿＿＿',
    'T（申請中）',
    '登録番号：',
    '登録番号：未登録',
    '法人番号 なし',
    'インボイス未登録',
    '課税事業者',
  ])('%s is an empty number', (input) => {
    for (const type of ['corporate_number', 'invoice_number'] as const)
      expect([type, parseIdentifier(type, input)]).toMatchObject([type, { reason: 'empty' }]);
  });

  it('do not hide a code that is written beside them', () => {
    expect(parseIdentifier('securities_code', '非上場（7203）')).toMatchObject({ reason: 'malformed' });
    expect(parseIdentifier('corporate_number', `未登録（${TOYOTA}）`)).toMatchObject({ reason: 'malformed' });
    expect(parseIdentifier('domain', 'あり（https://x.co.jp/）')).toMatchObject({
      ok: true,
      value: 'x.co.jp',
    });
    expect(parseIdentifier('domain', 'なし（x.co.jp）')).toMatchObject({ ok: true });
  });

  it.each([...words, ...general, ...errors, '未定', '調査中', '（なし）', '…', '＊'])(
    '%s is empty in a name',
    (input) => {
      expect(parseIdentifier('name', input)).toMatchObject({ reason: 'empty' });
    },
  );

  it.each(['同上', '〃', '####'])('%s is malformed in a name', (input) => {
    expect(parseIdentifier('name', input)).toMatchObject({ reason: 'malformed' });
  });

  it.each([
    '株式会社未定',
    '未定(株)',
    '株式会社ＮＡ',
    'TBD合同会社',
    '株式会社０',
    '空',
    '同上商事',
    'T',
    'OK',
  ])('%s is a name', (input) => {
    expect(parseIdentifier('name', input)).toMatchObject({ ok: true });
  });
});

describe('other identifiers', () => {
  it.each([
    ['invoice_number', 'T1180301018771', 'T1180301018771'],
    ['invoice_number', 'ｔ1180-3010-18771', 'T1180301018771'],
    ['invoice_number', 'T-1180301018771', 'T1180301018771'],
    ['invoice_number', '1180301018771', 'T1180301018771'],
    ['corporate_number', 'T1180301018771', '1180301018771'],
    ['edinet_code', 'EDINETコード：E02144', 'E02144'],
    ['company_id', "'cn_1180301018771", 'cn_1180301018771'],
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
    ['株式会社B.B.SHOP', []],
    ['Booking.com Japan', []],
    ['2024年', []],
    ['2024年度の売上', []],
    ['FY2024', []],
    ['2000 S', []],
    ['株式会社7203', []],
    ['HP: toyota.co.jp', [['domain', 'toyota.co.jp']]],
    ['toyota.co.jp, www.toyota.co.jp', [['domain', 'toyota.co.jp']]],
    ['平成1234', []],
    ['1000 companies', []],
    ['4126.jp', [['domain', '4126.jp']]],
    ['未登録', []],
    ['同上', []],
    ['', []],
  ])('%s gives %j', (query, expected) => {
    const found = parseIdentifiers(query).map((each) => [each.type, each.ok ? each.value : each.reason]);
    expect(found).toEqual(expected);
  });

  it('report a wrong check digit and a shared domain instead of hiding them', () => {
    expect(parseIdentifiers('1180301018772')).toMatchObject([
      { ok: false, type: 'corporate_number', reason: 'check_digit' },
    ]);
    expect(parseIdentifiers('ameblo.jp/toyota')).toMatchObject([
      { ok: false, type: 'domain', reason: 'not_identifying' },
    ]);
  });
});

describe('a near miss', () => {
  it.each([
    ['1180301018772', 'replaced'],
    ['T2180301018771', 'replaced'],
    ['1180-3010-81771', 'swapped'],
    ['1810301018771', 'swapped'],
    ['180301018771', 'missing'],
    ['118030101877', 'missing'],
    ['11803010187711', 'added'],
    ['１１８０３０１０１８０７７１', 'added'],
    [TOYOTA, null],
    [`T${TOYOTA}`, null],
    ['2180301018772', null],
    ['8180301011771', null],
    ['80301018771', null],
    ['1.18030E+12', null],
    ['', null],
  ])('of %s is %s', (written, expected) => {
    expect(findNearMiss(written, TOYOTA)).toBe(expected);
  });
});
