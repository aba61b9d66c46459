import { describe, expect, it } from '@jest/globals';
import {
  findPrefectureInLatin,
  hasCityAtStart,
  isSameTown,
  listCityHintKeys,
  listCityKeys,
  listCityStarts,
  listTownHintKeys,
  listTownKeys,
  parseAddress,
  parsePostalCode,
  parseStreet,
} from '../../src/text/places/addresses.ts';

describe('an address in Latin letters', () => {
  it.each([
    '1-2-3 Chuo, Chuo-ku, Osaka 541-0041, Japan',
    '1-2-3 Chuo, Osaka-fu, 541-0041 JAPAN',
    'Sakai-shi, Osaka',
    '2F Kaku Bldg., 1 Honmachi, OSAKA Japan',
  ])('has the prefecture at its end: %s', (text) => {
    expect(findPrefectureInLatin(text)?.name).toBe('大阪府');
  });

  it.each([
    'Osaka',
    '1-2-3 Chuo, 27',
    '大阪府, Osaka',
    'Chuo-ku, Kaku, Japan',
    '1 Main St, Springfield, Illinois',
  ])('has none: %s', (text) => {
    expect(findPrefectureInLatin(text)).toBeUndefined();
  });
});

describe('a street', () => {
  it.each([
    '西新宿２丁目８番１号',
    '西新宿二丁目八番一号',
    '西新宿2-8-1',
    '西新宿２－８－１',
    '西新宿2‐8‐1',
    '西新宿2―8―1',
    '西新宿2ー8ー1',
    '西新宿2−8−1',
    '西新宿2の8の1',
    '西新宿二の八の一',
    '西新宿二－八－一',
    '西新宿弐丁目八番壱号',
    '西新宿2丁目8番地1',
    '西新宿2丁目8番地の1',
    '西新宿 2丁目 8-1',
    '大字西新宿2丁目8-1 都庁ビル5階',
    '西新宿2-8-1 501号室',
    '西新宿2-8-1（電話 03-1234-5678）',
  ])('is the same as %s', (street) => {
    expect(parseStreet(parseAddress(street).rest)).toEqual({ town: '西新宿', key: '西新宿2-8-1' });
  });

  it.each([
    ['廿三番地', '', '23'],
    ['本町二十三番地', '本町', '本町23'],
    ['本町拾番地', '本町', '本町10'],
    ['三番町6-4', '三番町', '三番町6-4'],
    ['3番町6番地4', '三番町', '三番町6-4'],
    ['北１条西４丁目１', '北一条西', '北一条西4-1'],
    ['北一条西四丁目1', '北一条西', '北一条西4-1'],
    ['六本木七－七－七', '六本木', '六本木7-7-7'],
    ['霞が関1-1', '霞ケ関', '霞ケ関1-1'],
    ['霞ヶ関１－１', '霞ケ関', '霞ケ関1-1'],
    ['麹町1條4番地', '麴町一条', '麴町一条4'],
    ['⻄新宿貳丁目8', '西新宿', '西新宿2-8'],
    ['五個荘1', '五ケ荘', '五ケ荘1'],
    ['架空町架空町1-2', '架空町', '架空町1-2'],
    ['丸ノ内1', '丸の内', '丸の内1'],
    ['字平1', '平', '平1'],
    ['四条通烏丸東入長刀鉾町20番地', '長刀鉾町', '長刀鉾町20'],
    ['丸の内', '丸の内', ''],
    ['', '', ''],
  ])('%s has the town %j and the key %j', (street, town, key) => {
    expect(parseStreet(street)).toEqual({ town, key });
  });
});

describe('an address', () => {
  it.each([
    ['〒100-0005 東京都千代田区丸の内1', '東京都', '千代田区丸の内1'],
    ['1000005東京都千代田区丸の内1', '東京都', '千代田区丸の内1'],
    ['（〒100-0005）東京都千代田区丸の内1', '東京都', '千代田区丸の内1'],
    ['東京　千代田区 丸の内1', '東京都', '千代田区丸の内1'],
    ['千代田区丸の内1 TEL 03-1234-5678', null, '千代田区丸の内1'],
    ['日本、東京都千代田区', '東京都', '千代田区'],
    ['東京都/千代田区/丸の内/1-2', '東京都', '千代田区丸の内1-2'],
    ['東京 - 千代田区 - 丸の内 - 1-2', '東京都', '千代田区丸の内1-2'],
    ['東京都・千代田区・丸の内・1-2', '東京都', '千代田区丸の内1-2'],
    ['東京都|千代田区_丸の内1-2', '東京都', '千代田区丸の内1-2'],
    ['東京都<br>千代田区<br />丸の内1-2', '東京都', '千代田区丸の内1-2'],
    ['東京都&nbsp;千代田区&lt;br&gt;丸の内1-2', '東京都', '千代田区丸の内1-2'],
    ['東京都東京都千代田区丸の内1-2', '東京都', '千代田区丸の内1-2'],
    ['東京都千代田区東京都千代田区丸の内1-2', '東京都', '千代田区丸の内1-2'],
    ['横浜市横浜市西区西区北幸1-2', null, '横浜市西区北幸1-2'],
    ['〒100-0005 〒100-0005 東京都千代田区', '東京都', '千代田区'],
    ['京都府京都市中京区', '京都府', '京都市中京区'],
    ['鹿兒島縣龍ヶ崎市', '鹿児島県', '竜ケ崎市'],
    ['住所：東京都千代田区丸の内1-2', '東京都', '千代田区丸の内1-2'],
    ['所在地 東京都千代田区丸の内1-2', '東京都', '千代田区丸の内1-2'],
    ['本社/東京都千代田区', '東京都', '千代田区'],
    ['（本社）東京都千代田区', '東京都', '千代田区'],
    ['国頭郡本部町', null, '国頭郡本部町'],
    ['東京都→千代田区→丸の内1-2', '東京都', '千代田区丸の内1-2'],
    ['東京都※千代田区＋丸の内1-2', '東京都', '千代田区丸の内1-2'],
    ['東京都ー千代田区ー丸の内1-2', '東京都', '千代田区丸の内1-2'],
    ['札幌市北区北三ー二', null, '札幌市北区北三ー二'],
    ['府中市東京都府中市緑町1-2', '東京都', '府中市緑町1-2'],
    ['千代田区 東京都 千代田区 丸の内1-2', '東京都', '千代田区丸の内1-2'],
    ['瑞穂町西多摩郡瑞穂町石畑1', null, '西多摩郡瑞穂町石畑1'],
  ])('%s is read', (text, prefecture, rest) => {
    expect(parseAddress(text)).toEqual({ prefecture, rest });
  });

  it.each([
    ['横浜市西区', '横浜市西区北幸1-1', '北幸1-1'],
    ['横浜市西区', '西区北幸1-1', '北幸1-1'],
    ['横浜市西区', '横浜市北幸1-1', '北幸1-1'],
    ['西多摩郡瑞穂町', '西多摩郡瑞穂町石畑1', '石畑1'],
    ['西多摩郡瑞穂町', '瑞穂町石畑1', '石畑1'],
    ['つがる市', 'つがる市木造1', '木造1'],
    ['茅ヶ崎市', '茅ケ崎市本村1', '本村1'],
    ['四條畷市', '四条畷市南野1', '南野1'],
    ['塩竈市', '塩釜市海岸通1', '海岸通1'],
    ['北蒲原郡聖籠町', '聖篭町藤寄1', '藤寄1'],
    ['郡山市', '郡山市本町1', '本町1'],
    ['横浜市西区', '横浜市中区本町1', undefined],
    ['大阪市西区', '横浜市西区北幸1-1', undefined],
  ])('in %s can begin as %s', (city, text, street) => {
    const keys = listCityKeys(city);
    expect(listCityStarts(parseAddress(text).rest).find(({ key }) => keys.includes(key))?.street).toBe(
      street,
    );
  });
});

it.each([
  ['横浜市西区', ['横浜市', '横浜', '西区', '横浜市西区'], ['川崎市', '横浜市中区', '市']],
  ['西多摩郡瑞穂町', ['瑞穂町', '瑞穂', '西多摩郡', '西多摩'], ['青梅市', '多摩郡']],
  ['新宿区', ['新宿', '新宿区', '新宿区西新宿'], ['渋谷区']],
])('the city %s is meant by %j, not by %j', (city, meant, others) => {
  const keys = new Set(listCityKeys(city));
  const means = (hint: string) => listCityHintKeys(parseAddress(hint).rest).some((key) => keys.has(key));
  expect(meant.filter((hint) => !means(hint))).toEqual([]);
  expect(others.filter(means)).toEqual([]);
});

it.each([
  ['平字広場', '平'],
  ['平', '平広場'],
  ['本町', '本町'],
  ['本町', '南本町'],
])('the keys of the towns %s and %s meet if they are the same', (one, other) => {
  const keys = new Set(listTownKeys(one));
  expect(listTownHintKeys(other).some((key) => keys.has(key))).toBe(isSameTown(one, other));
});

it.each([
  ['〒100-0005', '1000005'],
  ['１００－０００５', '1000005'],
  ['100‐0005', '1000005'],
  ['100 0005', '1000005'],
  ['600000', '0600000'],
  ['60-0000', '0600000'],
  ['600000.0', '0600000'],
  ['600,000', '0600000'],
  ['="0600000"', '0600000'],
  ['"060-0000"', '0600000'],
  ["'0600000", '0600000'],
  ['1-0010', '0010010'],
  ['100', null],
  ['03-1234', null],
  ['0000000', null],
])('the postal code %s is %s', (text, code) => {
  expect(parsePostalCode(text)).toBe(code);
});

describe('the beginning of an address', () => {
  it('can be a city whose own name begins with 市', () => {
    expect(['市原市架空1-2', '市川市', '札幌市北区', '北区架空1'].map(hasCityAtStart)).toEqual(
      Array(4).fill(true),
    );
    expect(hasCityAtStart('架空町1-2')).toBe(false);
  });
});
