import { describe, expect, it } from '@jest/globals';
import { readPlaceInLatin } from '../../src/text/places/latin-places.ts';
import { municipalities } from '../../src/text/places/municipalities.ts';
import { municipalityReadings } from '../../src/text/places/municipality-readings.ts';

const read = (text: string) => {
  const place = readPlaceInLatin(text);
  return place && [place.prefecture?.name ?? null, ...place.cities.map(({ city }) => city)];
};

describe('a place in Latin letters', () => {
  it.each([
    ['1-2-3 Chuo, Chuo-ku, Osaka 541-0041, Japan', '大阪府', '大阪市中央区'],
    ['2F Kaku Bldg., 1 Honmachi, OSAKA Japan', '大阪府'],
    ['Osaka', '大阪府'],
    ['Tokyo, Japan', '東京都'],
    ['2-1 Marunouchi Chiyoda-ku Tokyo 100-0005 Japan', '東京都', '千代田区'],
    ['Fuchu, Tokyo', '東京都', '府中市'],
    ['Kōtō-ku, Tōkyō', '東京都', '江東区'],
    ['Nakamura-ku, Nagoya', null, '名古屋市中村区'],
    ['1-2-3 Meieki, Nakamura-ku, Nagoya 450-0002, Japan', null, '名古屋市中村区'],
    ['Oota City, Gunma', '群馬県', '太田市'],
    ['Kakogawa', null, '加古川市'],
    ['Tokyo-to Chiyoda-ku Marunouchi 1-6-6', '東京都', '千代田区'],
    ['Osaka-fu, Kadoma-shi, Oaza Kadoma 1006', '大阪府', '門真市'],
    ['1 Toyota-cho, Toyota City, Aichi', '愛知県', '豊田市'],
    ['Toyonaka-shi', null, '豊中市'],
    ['Chiyoda-cho, Gunma', '群馬県', '邑楽郡千代田町'],
  ])('is its prefecture and the municipalities that it can be: %s', (text, prefecture, ...[city]) => {
    const place = readPlaceInLatin(text);
    expect(place?.prefecture?.name ?? null).toBe(prefecture);
    expect(place?.cities.map((each) => each.city)).toEqual(city === undefined ? [] : [city]);
  });

  it('has all municipalities of that name', () => {
    expect(read('Fuchu')).toEqual([null, '府中市', '府中市', '安芸郡府中町']);
  });

  it.each([
    '1-2-3 Chuo, 27',
    '大阪府, Osaka',
    '1 Main St, Springfield, Illinois',
    'Marunouchi',
    '',
    ',',
    '42',
  ])('is not known: %s', (text) => {
    expect(readPlaceInLatin(text)).toBeNull();
  });

  it('is read for each municipality', () => {
    const codes = municipalityReadings
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [prefecture = '', ...cities] = line.split(' ');
        return cities.map((city) => prefecture + city.slice(0, 3));
      });
    expect(codes).toEqual(municipalities.map(({ prefectureCode, cityCode }) => prefectureCode + cityCode));
    expect(read('Miyake, Tokyo')).toEqual(['東京都', '三宅島三宅村']);
    expect(read('Hamana-ku, Hamamatsu')).toEqual([null, '浜松市浜名区']);
  });
});
