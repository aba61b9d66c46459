import { prefectures } from '../../src/text/prefectures.ts';
import type { AddressRow } from '../facts/index.ts';
import { municipalities } from '../loading/municipalities.ts';
import { type Draws, weighted } from './draws.ts';
import { coinedHeads } from './words.ts';

export interface Place {
  readonly prefectureCode: string;
  readonly prefecture: string;
  readonly cityCode: string;
  readonly city: string;
}

/** Head offices per thousand in the register, by prefecture from Hokkaido (01) to Okinawa (47). */
const perThousand = [
  34, 5, 5, 14, 4, 5, 11, 16, 11, 12, 45, 38, 267, 62, 11, 6, 7, 5, 5, 12, 12, 28, 51, 9, 8, 20, 90, 34, 7, 5,
  3, 3, 12, 17, 7, 4, 6, 8, 4, 38, 4, 7, 11, 7, 6, 9, 12,
];

/** First three digits of the postal codes of each prefecture's capital. */
const postalAreas =
  '060 030 020 980 010 990 960 310 320 371 330 260 100 220 950 930 920 910 400 380 500 420 450 514 520 600 530 650 630 640 680 690 700 730 753 770 760 790 780 810 840 850 860 870 880 890 900'.split(
    ' ',
  );

/** Number of companies relative to a town. Codes below 200 are wards, below 300 cities, the others towns. */
function sizeOfMunicipality(cityCode: string): number {
  if (cityCode < '200') return 40;
  return cityCode < '300' ? 12 : 1;
}

const drawPrefecture = weighted(
  prefectures.map((prefecture, place) => [prefecture, perThousand[place] ?? 0] as const),
);

const drawMunicipality = new Map(
  prefectures.map(({ code, name }) => {
    const places = municipalities.filter(({ prefectureCode }) => prefectureCode === code);
    const choices = places.map(({ cityCode, city }) => {
      const place: Place = { prefectureCode: code, prefecture: name, cityCode, city };
      return [place, sizeOfMunicipality(cityCode)] as const;
    });
    return [code, weighted(choices)];
  }),
);

export function drawPlace(draws: Draws): Place {
  const draw = drawMunicipality.get(drawPrefecture(draws).code);
  if (draw === undefined) throw new RangeError('a prefecture without municipalities');
  return draw(draws);
}

/** A head office in a real municipality, but in an obviously fictional town (架空町). */
export function headOffice(
  companyId: string,
  place: Place,
  source: AddressRow['source'],
  draws: Draws,
): AddressRow {
  const lot = `${wideNumber(draws.between(1, 9))}丁目${wideNumber(draws.between(1, 40))}番${wideNumber(draws.between(1, 30))}号`;
  const building = draws.chance(0.35)
    ? `${draws.pick(coinedHeads).written}${draws.pick(['ビル', 'マンション', 'ハイツ', 'タワー'])}${wideNumber(draws.between(1, 12))}０${wideNumber(draws.between(1, 9))}`
    : '';
  const area = postalAreas[Number(place.prefectureCode) - 1] ?? '100';
  return {
    company_id: companyId,
    kind: 'head_office',
    prefecture_code: place.prefectureCode,
    prefecture: place.prefecture,
    city_code: place.cityCode,
    city: place.city,
    street: `架空町${lot}${building}`,
    postal_code: `${area}${draws.between(1, 9999).toString().padStart(4, '0')}`,
    source,
    valid_from: null,
  };
}

const foreignAddresses = [
  'アメリカ合衆国デラウェア州架空通り',
  'シンガポール共和国架空ロード',
  '英国ロンドン市架空ストリート',
  '台湾台北市架空路',
];

export function outsideJapan(companyId: string, source: AddressRow['source'], draws: Draws): AddressRow {
  return {
    company_id: companyId,
    kind: 'outside_japan',
    prefecture_code: null,
    prefecture: null,
    city_code: null,
    city: null,
    street: `${draws.pick(foreignAddresses)}${wideNumber(draws.between(1, 900))}`,
    postal_code: null,
    source,
    valid_from: null,
  };
}

/** Full-width digits, as the register writes addresses; up to 999. */
const wideNumbers = Array.from({ length: 1000 }, (_, number) =>
  String(number).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
);

function wideNumber(number: number): string {
  return wideNumbers[number] ?? String(number);
}
