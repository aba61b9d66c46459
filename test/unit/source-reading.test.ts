import { describe, expect, it } from '@jest/globals';
import type { SourceMapping } from '../../src/contract/sources/answers.ts';
import type { MappingField } from '../../src/contract/sources/sources.ts';
import { mappedColumns, parseRow } from '../../src/features/row-matching/parse-row.ts';
import { createHintJudge } from '../../src/features/row-matching/rules/place-hints.ts';
import { suggestColumns } from '../../src/features/sources/columns/column-suggestions.ts';
import { detectColumns } from '../../src/features/sources/columns/detect-columns.ts';
import { SourceRowsCopy } from '../../src/features/sources/parsing/copy-format.ts';
import { SourceIds, uuidText } from '../../src/features/sources/parsing/row-ids.ts';
import { findTable } from '../../src/features/sources/parsing/table/find-table.ts';
import { isUuid } from '../../src/text/identifiers/uuid.ts';
import { corporateNumber } from '../support/companies.ts';

describe('detected columns', () => {
  const rows = [
    ['1', '架空自動車株式会社', corporateNumber(1), '9203', 'https://kakuu.co.jp', '2024', '山田'],
    ['2', '株式会社孤立電機', corporateNumber(5), '130A', 'info@koritsu.jp', '2023', '鈴木'],
    ['3', '有限会社三番', '-', '', '', '2022', '佐藤'],
  ];
  const detect = (headers: readonly string[]) =>
    Object.fromEntries(
      detectColumns(headers, rows)
        .map(({ field, header }) => [field, header])
        .reverse(),
    );

  it.each([
    [['No', '会社名', '法人番号', '証券コード', 'ホームページ', '年', '担当者名']],
    [['No', '商号又は名称', '法人番号（13桁）', '銘柄コード', 'URL', '設立年', '氏名']],
    [['id', 'Company Name', 'corporate_number', 'Ticker', 'website', 'year', 'contact name']],
    [['id', 'company', 'houjin_bangou', 'securities code', 'domain', 'year', 'person name']],
    [['連番', '取引先名称', '法人No', '証券ｺｰﾄﾞ', 'メールアドレス', '年度', '代表者']],
  ])('are those that the headers %j name', (headers) => {
    expect(detect(headers)).toEqual({
      name: headers[1],
      corporate_number: headers[2],
      ticker: headers[3],
      domain: headers[4],
    });
  });

  it.each([
    '発行会社',
    '氏名又は名称',
    '納入業者',
    '販売店名',
    'クライアント名',
    'サプライヤー',
    '企業（漢字）',
    '★会社名【必須】',
    '派遣先企業',
    '落札者',
    '銘柄',
    'Issuer',
    'Bill To',
    'Company (JP)',
  ])('have names below %s', (header) => {
    const cells = [['架空自動車'], ['孤立電機'], ['三番']];
    const [found] = suggestColumns(detectColumns([header], cells), [header]).identifiers;
    expect(found).toMatchObject({ field: 'name', header, suggested: true });
  });

  it.each(['担当者名', '担当者・会社名', '氏名', '支店名', '商品名', '口座名義', '取引先カナ', '得意先区分'])(
    'have no names below %s',
    (header) => {
      const { identifiers } = suggestColumns(detectColumns([header], [['山田太郎'], ['新宿']]), [header]);
      expect(identifiers.filter(({ suggested }) => suggested)).toEqual([]);
    },
  );

  it.each(['会社名・部署', '取引先名/担当者', '得意先名，住所'])(
    'have names below %s, with more behind',
    (header) => {
      const [found] = suggestColumns(detectColumns([header], [['架空自動車'], ['孤立電機']]), [
        header,
      ]).identifiers;
      expect(found).toMatchObject({ field: 'name', header, suggested: true });
    },
  );

  it('have names below 口座名義 if these are companies', () => {
    const [found] = suggestColumns(detectColumns(['口座名義'], [['ｶ)ｶｸｳ'], ['ｻﾝﾊﾞﾝ(ﾕ']]), [
      '口座名義',
    ]).identifiers;
    expect(found).toMatchObject({ field: 'name', suggested: true });
  });

  it.each([
    [['申込者', '会社名'], '会社名'],
    [['会社名（英語）', '会社名'], '会社名'],
    [['メーカー', '仕入先'], '仕入先'],
  ])('prefer, of %j, %s', (headers, preferred) => {
    const found = suggestColumns(detectColumns(headers, [['架空自動車', '孤立電機']]), headers).identifiers;
    expect(found.find(({ suggested }) => suggested)?.header).toBe(preferred);
  });

  it('prefer names in Japanese to the same names in English', () => {
    const preferred = (rows: string[][]) =>
      suggestColumns(detectColumns(['Company Name', '取引先名'], rows), [
        'Company Name',
        '取引先名',
      ]).identifiers.find(({ suggested }) => suggested)?.header;
    const english = ['Kakuu Motor Corporation', 'Koritsu Electric Co., Ltd.', 'Sanban Inc.', 'Yonban Inc.'];
    expect(preferred(english.map((name) => [name, '架空自動車株式会社']))).toBe('取引先名');
    expect(preferred(english.map((name, row) => [name, row === 0 ? '架空自動車株式会社' : '']))).toBe(
      'Company Name',
    );
    expect(preferred(english.map((name) => ['架空自動車株式会社', name]))).toBe('Company Name');
  });

  it('have sites in e-mail addresses although some are free mail', () => {
    const cells = ['a@gmail.com', 'b@kakuu.co.jp', 'c@koritsu.jp', 'd@sanban.jp'].map((cell) => [cell]);
    const [found] = suggestColumns(detectColumns(['E-mail'], cells), ['E-mail']).identifiers;
    expect(found).toMatchObject({ field: 'domain', suggested: true });
  });

  it('are recognised by values if headers say nothing, but a year is not a securities code', () => {
    expect(detect(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toMatchObject({
      name: 'b',
      corporate_number: 'c',
      domain: 'e',
    });
    const years = detectColumns(['f'], [['2024'], ['2023'], ['1999']]);
    expect(years.every(({ field, confidence }) => field === 'ticker' && confidence < 0.5)).toBe(true);
  });

  it('show the number of valid values among those that are not empty', () => {
    const [column] = detectColumns(['法人番号'], [[corporateNumber(1)], ['-'], ['123'], [null]]);
    expect(column).toEqual({
      field: 'corporate_number',
      header: '法人番号',
      confidence: 0.8,
      valid_ratio: 0.5,
      sample_values: [corporateNumber(1)],
    });
  });

  it('suggest the most certain column for each field, and no column twice', () => {
    const column = (field: MappingField, header: string, confidence: number) => ({
      field,
      header,
      confidence,
      valid_ratio: 1,
      sample_values: [],
    });
    const detected = [
      column('domain', 'a', 0.9),
      column('domain', 'b', 0.8),
      column('name', 'a', 0.7),
      column('ticker', 'c', 0.4),
    ];
    expect(suggestColumns(detected, ['a', 'b', 'c']).identifiers.map(({ suggested }) => suggested)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('hints', () => {
  const place = {
    prefecture: '東京都',
    city: '西多摩郡瑞穂町',
    street: '大字石畑１９６２番地',
    postal_code: '1901211',
  };
  const verdict = (hints: Parameters<typeof createHintJudge>[0], at = place) => {
    const { agrees, contradicted } = createHintJudge(hints)(at);
    if (contradicted) return 'contradicts';
    return agrees.length > 0 ? 'agrees' : 'says nothing';
  };

  it.each([
    [{ prefecture: 'Tokyo' }, 'agrees'],
    [{ prefecture: '大阪' }, 'contradicts'],
    [{ prefecture: '関東' }, 'says nothing'],
    [{ city: '瑞穂町' }, 'agrees'],
    [{ city: '東京都西多摩郡瑞穂町' }, 'agrees'],
    [{ city: '愛知県瑞穂町' }, 'contradicts'],
    [{ city: '青梅市' }, 'contradicts'],
    [{ address: '〒190-1211 東京都西多摩郡瑞穂町石畑1962' }, 'agrees'],
    [{ address: '東京都瑞穂町大字石畑１９６２' }, 'agrees'],
    [{ address: '東京都西多摩郡瑞穂町箱根ケ崎2335' }, 'contradicts'],
    [{ address: '東京都青梅市1-1' }, 'contradicts'],
    [{ address: '石畑1962' }, 'says nothing'],
    [{ city: 'Mizuho' }, 'agrees'],
    [{ city: 'Ome' }, 'says nothing'],
    [{ city: 'Sakai' }, 'contradicts'],
    [{ city: 'Marunouchi' }, 'says nothing'],
    [{ address: '1962 Ishihata, Mizuho-machi, Tokyo 190-1211, Japan' }, 'agrees'],
    [{ address: '1-1 Ishihata, Ome-shi, Tokyo' }, 'agrees'],
    [{ address: '1-1 Ishihata, Ome-shi, Chiba' }, 'contradicts'],
    [{ address: '1962 Ishihata', city: 'Mizuho, Tokyo' }, 'agrees'],
    [{ address: 'Tokyo-to Mizuho-machi Ishihata 1962' }, 'agrees'],
    [{ address: 'Saitama-ken, Kawagoe-shi 1-1' }, 'contradicts'],
    [{ postal_code: '190-1211' }, 'agrees'],
    [{ postal_code: '１９０ー１２２１'.normalize('NFKC') }, 'says nothing'],
    [{ postal_code: '5300001' }, 'contradicts'],
    [{ prefecture: '東京都', city: '青梅市' }, 'contradicts'],
    [{}, 'says nothing'],
  ])('%j of a company in 東京都西多摩郡瑞穂町大字石畑: %s', (hints, expected) => {
    expect(verdict(hints)).toBe(expected);
  });

  it('compare cities in Latin letters in the spelling of their keys', () => {
    const office = { ...place, prefecture: '大阪府', city: '大阪市住之江区' };
    expect(verdict({ city: 'Oosaka-shi, Oosaka' }, office)).toBe('agrees');
    expect(verdict({ city: 'Suminoe-ku, Osaka' }, office)).toBe('agrees');
  });

  it('say nothing about a company whose address is unknown', () => {
    const nowhere = { prefecture: null, city: null, street: null, postal_code: null };
    const all = { prefecture: '東京都', city: '青梅市', address: '東京都青梅市1', postal_code: '1901211' };
    expect(createHintJudge(all)(nowhere)).toEqual({ agrees: [], contradicted: false, sameStreet: null });
  });

  it.each([
    ['丸の内２丁目７番３号', '東京都千代田区丸の内2-7-3 東京ビル', true],
    ['丸の内二丁目７番３号', '千代田区丸の内２－７－３', true],
    ['丸の内２丁目７番３号', '東京都千代田区丸の内二丁目', true],
    ['丸の内２丁目７番３号', '東京都千代田区丸の内2-7-30', false],
    ['丸の内２丁目７番３号', '東京都千代田区丸の内1-1-1', false],
    ['丸の内２丁目７番３号', '東京都千代田区', null],
    ['丸の内２丁目７番３号', '東京都港区丸の内2-7-3', null],
  ])('compare the street %s with %s: %s', (street, address, same) => {
    const company = { prefecture: '東京都', city: '千代田区', street, postal_code: null };
    expect(createHintJudge({ address })(company).sameStreet).toBe(same);
  });
});

describe('a row under a mapping', () => {
  const mapping: SourceMapping = {
    entity: 'company',
    columns: { ticker: 'b', name: 'a', corporate_number: '__proto__' },
    hints: { prefecture: 'd' },
  };
  const columns = mappedColumns(mapping, ['a', 'b', '__proto__', 'd']);

  it('gives its identifiers, the most reliable first, its name and its hints in their normal form', () => {
    expect(parseRow([' 架空　商事 ', '９２０３０', corporateNumber(1), '東京'], [], columns)).toEqual({
      identifiers: [
        { field: 'corporate_number', type: 'corporate_number', value: corporateNumber(1) },
        { field: 'ticker', type: 'securities_code', value: '9203' },
      ],
      name: '架空 商事',
      hints: { prefecture: '東京' },
      asOf: null,
      faulty: [],
      invoices: [],
      issues: [],
      invalid: false,
    });
  });

  it('has no hint where its cell has a placeholder or the error of a formula', () => {
    const placed = { ...mapping, hints: { postal_code: 'd' } };
    const read = (cell: string) =>
      parseRow(['架空', '', '', cell], [], mappedColumns(placed, ['a', 'b', '__proto__', 'd']));
    expect(read('100-0001')).toMatchObject({ hints: { postal_code: '100-0001' }, issues: [] });
    expect(read('#REF!')).toMatchObject({ hints: {}, issues: [] });
    for (const cell of ['000-0000', '〒123-4567', '9999999'])
      expect(read(cell)).toMatchObject({
        hints: {},
        issues: [{ code: 'postal_code_placeholder', field: 'postal_code', header: 'd' }],
        invalid: false,
      });
  });

  it('is invalid when its shape was wrong, whatever its values are', () => {
    const shape = { code: 'missing_cell', field: null, header: 'x', message: 'm' };
    expect(parseRow(['a', null, '', ''], [shape], columns)).toMatchObject({ invalid: true, issues: [shape] });
  });
});

describe('a table', () => {
  const ledger = (...last: string[][]) =>
    [
      ['得意先', '住所', '残高'],
      ['架空自動車', '東京都', '1,000'],
      ['孤立電機', '大阪府', '2,000'],
      ...last,
    ].map((cells, at) => ({ row: at + 1, cells }));
  const aside = (...last: string[][]) => findTable(ledger(...last)).setAside.map(({ kind }) => kind);

  it.each(['頁　計', 'ページ計', '次頁へ繰越', '前頁より繰越', '繰越残高', '前月繰越'])(
    'has no company in a line with %s',
    (word) => {
      expect(aside([word, '', '900'])).toEqual(['total']);
      expect(aside([`${word}商事`, '', '900'])).toEqual([]);
    },
  );

  it.each([
    ['件数', '', '2'],
    ['件数', '2', '合計', '3,000'],
    ['合計', '取引先数', '2社'],
    ['登録件数', '有効件数', '2'],
    ['平均', '残高', '1,500'],
    ['合計', '東京都', '1,000'],
    ['合計', '神奈川県', '1,000'],
    ['合計', '全社', '3,000'],
    ['平均', '全社', '1,500'],
    ['小計', '架空自動車株式会社', '1,000'],
    ['4月30日', '小計', '1,000'],
    ['Subtotal', 'Sales', '1,000'],
    ['合計', '（消費税込み）', '3,000'],
    ['うち上場', '1社', ''],
    ['うち大阪支店', '', '1,000'],
    ['東京計', '', '1,000'],
    ['ア行 計', '', '1,000'],
    ['株式会社架空自動車　計', '', '1,000'],
    ['対前年比', '', '98%'],
    ['東京都', '計', '1,000'],
  ])('has no company in a sum with several labels: %s %s %s', (...cells) => {
    expect(aside(cells)).toEqual(['total']);
  });

  it.each([
    ['合計', '神奈川県横浜市1-2-3', '1,000'],
    ['合計', '03-0000-0000', '1,000'],
    ['計', '株式会社計', '1,000'],
    ['有限会社会計', '', '1,000'],
    ['株式会社合計', '', '1,000'],
    ['株式会社　計', '', '1,000'],
    ['株 式 会 社 架 空 設 計', '', '1,000'],
    ['うちこみ汁', '東京都', '1,000'],
    ['架空件数株式会社', '東京都', '1,000'],
    ['架空電機', '合計', '1,000'],
    ['平均商店', '残高', '1,500'],
  ])('has a row in %s %s %s', (...cells) => {
    expect(aside(cells)).toEqual([]);
  });

  const linesUnder = (header: string[], ...cells: string[][]) =>
    [header, ...cells].map((line, at) => ({ row: at + 1, cells: line }));
  const rowsAside = (header: string[], ...cells: string[][]) =>
    findTable(linesUnder(header, ...cells)).setAside.map(({ file_row }) => file_row);
  const customers = ['株式会社架空', '孤立電機', '三番商事(株)', '架空A+B商会'];
  const listItems = (count: number, customer: string) =>
    Array.from({ length: count }, (_, at) => [customer, `品${at}`, String(at + 3)]);

  it.each([1, 2, 3, 5, 8])('has no company in the sum behind each %i lines of a customer', (count) => {
    const expected = customers.map((_, at) => (at + 1) * (count + 1) + 1);
    for (const word of ['小計', '計', '合計', '小　計', '【小計】', '集計', 'Subtotal']) {
      const below = customers.flatMap((customer) => [...listItems(count, customer), [customer, word, '7']]);
      expect(rowsAside(['得意先', '品目', '金額'], ...below)).toEqual(expected);
      const dated = below.map((cells, at) => [`2026/4/${at + 1}`, ...cells]);
      expect(rowsAside(['日付', '得意先', '品目', '金額'], ...dated)).toEqual(expected);
      const coded = below.map(([name = '', ...cells]) => [
        `C${name.length}`,
        name,
        '東京都港区1-2-3',
        ...cells,
      ]);
      expect(rowsAside(['得意先コード', '得意先', '住所', '品目', '金額'], ...coded)).toEqual(expected);
    }
    for (const word of ['集計', '計', 'Total', '合計', 'データの個数', '平均']) {
      const behind = customers.flatMap((each) => [...listItems(count, each), [`${each} ${word}`, '', '7']]);
      expect(rowsAside(['得意先', '品目', '金額'], ...behind)).toEqual(expected);
    }
  });

  it.each([
    ['関東支店', '小計', '18'],
    ['A 計', '', '18'],
    ['A小計', '', '18'],
    ['A+B', '合計', '36'],
    ['全店', '計', '36'],
    ['4月', '計', '36'],
    ['2026/4/30', '合計', '36'],
  ])('has no company in the sum of groups: %s %s %s', (...sum) => {
    const lines = customers.map((customer, at) => [at % 2 ? 'B' : 'A', customer, String(at)]);
    expect(rowsAside(['区分', '会社名', '金額'], ...lines, sum)).toEqual([6]);
  });

  it('has rows where a word for a sum is a value', () => {
    const header = ['得意先', '品目', '単位', '金額'];
    const units = customers.flatMap((each) => [
      [each, '温度計', '個', '3'],
      [each, '温度計', '計', '4'],
    ]);
    expect(rowsAside(header, ...units)).toEqual([]);
    const goods = customers.flatMap((each) => [
      [each, 'ねじ', '個', '3'],
      [each, '計測器', '台', '4'],
      [each, '計', '台', '孤立品'],
    ]);
    expect(rowsAside(header, ...goods)).toEqual([]);
    const kinds = [
      ['株式会社架空', '合計', '3'],
      ['孤立電機', '単体', '4'],
      ['三番商事(株)', '合計', '5'],
      ['四番運輸', '合計', '6'],
      ['孤立電機', '合計', '6'],
    ];
    expect(rowsAside(['会社名', '区分', '金額'], ...kinds)).toEqual([]);
    const namedAlone = [...listItems(2, '孤立電機'), ['株式会社架空', '小計', '3'], ['架空 集計', '', '3']];
    expect(rowsAside(['得意先', '品目', '金額'], ...namedAlone)).toEqual([5]);
  });

  it('has no sums by a column whose values are words for sums, or that alone names companies', () => {
    const linesOf = (...cells: string[][]) =>
      [['区分', '得意先', '金額'], ...cells].map((line, at) => ({ row: at + 1, cells: line }));
    const everywhere = linesOf(['計', '架空自動車', '1'], ['計', '孤立電機', '2'], ['計', '三番商事', '3']);
    const companies = linesOf(
      ['内訳', '架空自動車株式会社', '1'],
      ['計', '株式会社孤立電機', '2'],
      ['内訳', '三番商事株式会社', '3'],
      ['計', '株式会社四番運輸', '4'],
    );
    for (const lines of [everywhere, companies]) expect(findTable(lines).setAside).toEqual([]);
  });

  it.each(['以上', '以　上', '以下　余白'])('ends with %s', (word) => {
    expect(aside(['', word, ''])).toEqual(['note']);
  });
});

describe('ids of a source and its rows', () => {
  const ids = new SourceIds({ now: 0x0123456789ab, random: new Uint8Array(16).fill(0xff) });

  it('are uuids of version 7 of one time that ascend with the rows', () => {
    const texts = [ids.source(), ids.row(1), ids.row(2), ids.row(255), ids.row(256), ids.row(50_000)].map(
      uuidText,
    );
    expect(texts[0]).toBe('01234567-89ab-7fff-bf00-0000ffffffff');
    expect([...texts].sort()).toEqual(texts);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.every((text) => isUuid(text) && text[14] === '7' && text[19] === 'b')).toBe(true);
  });
});

describe('the bytes of a COPY', () => {
  it('begin a new piece when a row does not fit, and are the same rows whatever the pieces', () => {
    const ids = new SourceIds({ now: 1, random: new Uint8Array(16) });
    const copy = new SourceRowsCopy(ids.source());
    const cell = '長'.repeat(10_000);
    for (let row = 1; row <= 40; row += 1) {
      const numbers = { rowNumber: row, fileRow: row === 1 ? null : row + 1 };
      copy.addRow(ids.row(row), numbers, [cell, null, ''], '[]');
    }
    const pieces = copy.finish();
    expect(pieces.length).toBeGreaterThan(3);
    const bytes = Buffer.concat(pieces);
    expect(bytes.subarray(0, 11).toString('latin1')).toBe('PGCOPY\n\xff\r\n\0');
    expect(bytes.readInt16BE(bytes.length - 2)).toBe(-1);
    const rowBytes = 2 + 20 + 20 + 8 + 8 + (4 + 20 + 4 + 30_000 + 4 + 4) + (4 + 3);
    expect(bytes.length).toBe(19 + 40 * rowBytes - 4 + 2);
  });
});
