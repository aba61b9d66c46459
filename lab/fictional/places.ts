import type { AddressRow } from '../../indexers/facts/index.ts';
import { type Municipality, municipalities } from '../../src/text/places/municipalities.ts';
import { prefectures } from '../../src/text/places/prefectures.ts';
import { type Draws, weighted } from './draws.ts';
import { coinedHeads, fullWidth, list } from './words.ts';

/** Head offices per thousand in the register, by prefecture from Hokkaido (01) to Okinawa (47). */
const perThousand = [
  34, 5, 5, 14, 4, 5, 11, 16, 11, 12, 45, 38, 267, 62, 11, 6, 7, 5, 5, 12, 12, 28, 51, 9, 8, 20, 90, 34, 7, 5,
  3, 3, 12, 17, 7, 4, 6, 8, 4, 38, 4, 7, 11, 7, 6, 9, 12,
];

/** First three digits of the postal codes of each prefecture's capital. */
const postalAreas = list(`
  060 030 020 980 010 990 960 310 320 371 330 260 100 220 950 930 920 910 400 380 500 420 450 514 520 600 530
  650 630 640 680 690 700 730 753 770 760 790 780 810 840 850 860 870 880 890 900`);

/** Number of companies relative to a town. Codes below 200 are wards, below 300 cities, the others towns. */
function sizeOfMunicipality(cityCode: string): number {
  if (cityCode < '200') return 40;
  return cityCode < '300' ? 12 : 1;
}

const drawMunicipality = prefectures.map(({ code }) =>
  weighted(
    municipalities
      .filter(({ prefectureCode }) => prefectureCode === code)
      .map((place) => [place, sizeOfMunicipality(place.cityCode)] as const),
  ),
);

const drawPrefecture = weighted(drawMunicipality.map((draw, at) => [draw, perThousand[at] ?? 0] as const));

export function drawPlace(draws: Draws): Municipality {
  return drawPrefecture(draws)(draws);
}

type Address = Omit<AddressRow, 'company_id' | 'source'>;

/** A head office in a real municipality, but in an obviously fictional town (架空町). */
export function headOffice(place: Municipality, draws: Draws): Address {
  const lot = `${wideNumber(draws.between(1, 9))}丁目${wideNumber(draws.between(1, 40))}番${wideNumber(draws.between(1, 30))}号`;
  const building = draws.chance(0.35)
    ? `${draws.pick(coinedHeads).written}${draws.pick(['ビル', 'マンション', 'ハイツ', 'タワー'])}${wideNumber(draws.between(1, 12))}０${wideNumber(draws.between(1, 9))}`
    : '';
  const area = postalAreas[Number(place.prefectureCode) - 1] ?? '100';
  return {
    kind: 'head_office',
    prefecture_code: place.prefectureCode,
    prefecture: place.prefecture,
    city_code: place.cityCode,
    city: place.city,
    street: `架空町${lot}${building}`,
    postal_code: `${area}${draws.between(1, 9999).toString().padStart(4, '0')}`,
  };
}

const foreignStreets = [
  'アメリカ合衆国デラウェア州架空通り',
  'シンガポール共和国架空ロード',
  '英国ロンドン市架空ストリート',
  '台湾台北市架空路',
];

export function outsideJapan(draws: Draws): Address {
  return {
    kind: 'outside_japan',
    street: `${draws.pick(foreignStreets)}${wideNumber(draws.between(1, 900))}`,
  };
}

/** Full-width digits, as the register writes addresses. */
function wideNumber(number: number): string {
  return fullWidth(String(number));
}
