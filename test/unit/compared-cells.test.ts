import { describe, expect, it } from '@jest/globals';
import { createCellComparer } from '../../src/features/sources/review/compared-cells.ts';
import { formerCities } from '../../src/text/places/former-cities.ts';
import { municipalities } from '../../src/text/places/municipalities.ts';

const headers = ['番号', 'コード', 'サイト', '都道府県', '市区町村', '住所', '郵便番号', '支店名'] as const;
const mapping = {
  entity: 'company' as const,
  columns: { corporate_number: '番号', ticker: 'コード', domain: 'サイト' },
  hints: { prefecture: '都道府県', city: '市区町村', address: '住所', postal_code: '郵便番号' },
};
const company = {
  summary: {
    corporate_number: '1000000000016',
    securities_code: '9203',
    website_url: 'https://www.kakuu.co.jp/ir/',
    prefecture: '東京都',
    city: '千代田区',
  },
  office: {
    prefecture: '東京都',
    city: '千代田区',
    street: '飯田橋二丁目１８番４号',
    postal_code: '1020072',
  },
};

type Cells = Readonly<Partial<Record<(typeof headers)[number], string>>>;

/** Only what the comparison reads. */
function compare(cells: Cells, other: object = company) {
  const row = { cells: headers.map((header) => cells[header] ?? null), written: null };
  const compareWith = createCellComparer(row, { mapping, headers: [...headers] });
  const compared = compareWith(other as Parameters<typeof compareWith>[0]);
  return Object.fromEntries(compared.map(({ header, agreement }) => [header, agreement]));
}

const at = (prefecture: string, city: string, street: string) => ({
  summary: { ...company.summary, prefecture, city },
  office: { prefecture, city, street, postal_code: null },
});

describe('a cell beside what a company has', () => {
  it.each<Cells>([
    { 住所: '東京都千代田区飯田橋2-18-4' },
    { 住所: '千代田区飯田橋２ー１８ー４　架空ビル３Ｆ' },
    { 住所: '〒102-0072 東京都千代田区飯田橋二丁目18番4号' },
    { 住所: '千代田区飯田橋' },
    { 市区町村: '千代田区', 住所: '飯田橋2-18-4' },
    { 都道府県: 'Tokyo-to' },
    { 都道府県: '東京' },
    { 市区町村: '東京都千代田区' },
    { 郵便番号: '〒102-0072' },
    { 郵便番号: '1020072' },
    { 番号: 'T1000000000016' },
    { 番号: '１-0000-0000-0016' },
    { コード: '92030' },
    { サイト: 'info@kakuu.co.jp' },
    { サイト: 'HTTP://KAKUU.CO.JP' },
  ])('agrees as matching sees it: %j', (cells) => {
    expect(Object.values(compare(cells))).toEqual(Object.keys(cells).map(() => 'agrees'));
  });

  it.each([
    ['茨城県龍ヶ崎市大字佐貫字中1', at('茨城県', '龍ケ崎市', '佐貫中１番地')],
    ['埼玉県浦和市常盤1-2', at('埼玉県', 'さいたま市浦和区', '常盤一丁目２番')],
    ['兵庫県篠山市北新町1', at('兵庫県', '丹波篠山市', '北新町１番地')],
  ])('agrees in another spelling of the place, or with its name of then: %s', (address, other) => {
    expect(compare({ 住所: address }, other)).toEqual({ 住所: 'agrees' });
  });

  it.each<Cells>([
    { 住所: '東京都千代田区飯田橋2-18-5' },
    { 住所: '千代田区飯田橋3-18-4' },
    // In Latin letters, streets are not compared.
    { 住所: '2-18-4 Iidabashi, Chiyoda-ku, Tokyo' },
    { 住所: '9-9-9 Marunouchi, Chiyoda-ku, Tokyo' },
  ])('agrees in part if the street number differs or is not compared: %j', (cells) => {
    expect(Object.values(compare(cells))).toEqual(['agrees_in_part']);
  });

  it.each<Cells>([
    { 住所: '大阪府大阪市北区梅田1-1' },
    { 住所: '東京都千代田区丸の内2-7-3' },
    { 都道府県: 'Osaka' },
    { 市区町村: '浦和市' },
    { 郵便番号: '530-0001' },
    { 番号: '5000000000004' },
    { 番号: '1000000000061' },
    { 番号: '100000000016' },
    { コード: '9204' },
    { サイト: 'example.co.jp' },
  ])('contradicts: %j', (cells) => {
    expect(Object.values(compare(cells))).toEqual(['contradicts']);
  });

  it.each<Cells>([
    { 住所: '飯田橋2-18-4' },
    { 郵便番号: '102-8000' },
    { 番号: '不明' },
    { サイト: 'someone@gmail.com' },
    { 都道府県: '関東' },
  ])('says nothing if it cannot be compared: %j', (cells) => {
    expect(Object.values(compare(cells))).toEqual(['unknown']);
  });

  it('says nothing against a head office if it is the place of a branch, or if the company has nothing', () => {
    expect(compare({ 支店名: '大阪支店', 住所: '大阪府大阪市北区梅田1-1' })).toEqual({ 住所: 'unknown' });
    const empty = { summary: { ...company.summary, securities_code: null, prefecture: null, city: null } };
    expect(compare({ コード: '9203', 都道府県: '東京都' }, empty)).toEqual({
      コード: 'unknown',
      都道府県: 'unknown',
    });
  });
});

it('a former city is none of today, and what took it over is one', () => {
  const cities = new Set(municipalities.map(({ city }) => city.replace(/(?<=市).+区$/, '')));
  const whole = new Set(municipalities.map(({ city }) => city));
  expect([...formerCities.keys()].filter((city) => whole.has(city) || cities.has(city))).toEqual([]);
  expect([...formerCities.values()].filter((city) => !cities.has(city))).toEqual([]);
});
