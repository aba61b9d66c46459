import { describe, expect, it } from '@jest/globals';
import { municipalities, readAddress } from '../../src/text/places/municipalities.ts';

describe('an address without its prefecture', () => {
  it.each([
    ['豊田市トヨタ町１番地', '愛知県', '豊田市', 'トヨタ町１番地'],
    ['大阪市北区架空１－１', '大阪府', '大阪市北区', '架空１－１'],
    ['港区架空一丁目', '東京都', '港区', '架空一丁目'],
    ['東京都港区架空一丁目', '東京都', '港区', '架空一丁目'],
    ['大和郡山市架空町１', '奈良県', '大和郡山市', '架空町１'],
    ['龍ヶ崎市架空町', '茨城県', '龍ケ崎市', '架空町'],
    ['横浜市　中区　架空町　９丁目', '神奈川県', '横浜市中区', '架空町　９丁目'],
    ['新潟市架空３丁目', '新潟県', '新潟市', '架空３丁目'],
    ['佐賀市　架空町', '佐賀県', '佐賀市', '架空町'],
  ])('%s is in %s', (text, prefecture, city, street) => {
    expect(readAddress(text)).toMatchObject({ prefecture, city, street });
  });

  it.each(['府中市架空町８００', '伊達市架空町'])(
    '%s stays open: the city exists in two prefectures',
    (text) => {
      expect(readAddress(text)).toMatchObject({ prefecture: null, prefecture_code: null, city_code: null });
      expect(readAddress(`北海道${text}`).prefecture).toBe('北海道');
    },
  );

  it('stays complete and without codes if it names no municipality', () => {
    expect(readAddress('架空島１番地')).toEqual({
      prefecture_code: null,
      prefecture: null,
      city_code: null,
      city: null,
      street: '架空島１番地',
    });
  });
});

describe('the municipalities', () => {
  it('are found by their own names, each in its prefecture', () => {
    const wrong = municipalities.filter(({ prefecture, cityCode, city }) => {
      const read = readAddress(`${prefecture}${city}架空１`);
      return read.prefecture !== prefecture || read.city_code !== cityCode || read.street !== '架空１';
    });
    expect(wrong).toEqual([]);
    expect(municipalities.length).toBeGreaterThan(1880);
    expect(new Set(municipalities.map(({ prefectureCode }) => prefectureCode)).size).toBe(47);
  });
});
