import { legalName, type Place } from '../written/fictional-companies.ts';
import type { CaseRule } from './case-rule.ts';

const joinPlace = ({ prefecture, city, street }: Place): string => prefecture + city + street;

/** Other forms of kanji that places are written with. */
const kanjiForms = '沢澤浜濱島嶋竜龍国國塩鹽桜櫻辺邊斎齋曽曾広廣滝瀧富冨蛍螢檜桧藪薮籠篭'.match(/../gu) ?? [];

function writeOtherKanji(text: string): string {
  return kanjiForms.reduce((all, [one = '', other = '']) => all.replaceAll(one, other), text);
}

const dividers = ['/', '・', '_', '-', '|', '<br>', '&nbsp;', '→', '※', 'ー'];
const labels = ['住所：', '所在地 ', '本社／', '（本社）'];
const cells = [
  (name: string, place: string) => `${name}（${place}）`,
  (name: string, place: string) => `${name}【${place}】`,
  (name: string, place: string) => `${place}　${name}`,
  (name: string, place: string) => `${name}\n${place}`,
  (name: string, place: string) => `${name} 本社：${place}`,
  (name: string, place: string) => `${name}／所在地：${place}`,
];

/** As a spreadsheet leaves 0600000, which it took for a number. */
const withoutZero = [
  (code: string) => code.replace(/^0+/, ''),
  (code: string) => `${code.replace(/^0+/, '')}.0`,
  (code: string) => `${code.slice(0, 3).replace(/^0+/, '')}-${code.slice(3)}`,
  (code: string) => `'${code}`,
];

const branches: readonly (readonly [branch: string, prefecture: string, address: string])[] = [
  ['札幌支店', '北海道', '北海道札幌市中央区北一条西３丁目'],
  ['仙台営業所', '宮城県', '仙台市青葉区一番町２丁目'],
  ['名古屋支店', '愛知県', '愛知県名古屋市中区栄３丁目１番'],
  ['大阪支社', '大阪府', '大阪市北区梅田1-2-3'],
  ['福岡営業所', '福岡県', '福岡県福岡市博多区博多駅前２－１'],
];

/** Where a company is, beside its name or in the same cell. */
export const placeRules: readonly CaseRule[] = [
  {
    class: 'namesakes, own address beside the name',
    of: 'shared',
    write: (company) => {
      const { place } = company;
      return place ? { name: legalName(company), address: joinPlace(place) } : null;
    },
  },
  {
    class: 'namesakes, own address in the cell',
    of: 'shared',
    write: (company, draws) =>
      company.place ? { name: draws.pick(cells)(legalName(company), joinPlace(company.place)) } : null,
  },
  {
    class: 'place of another prefecture in the cell',
    leavesOpen: true,
    write: (company, draws, { place }) =>
      company.place && place && place.prefecture !== company.place.prefecture
        ? { name: draws.pick(cells)(legalName(company), place.prefecture + place.city) }
        : null,
  },
  {
    class: 'namesakes, own postal code without its zero',
    of: 'shared',
    write: (company, draws) => {
      const code = company.place?.postalCode ?? '';
      return /^0\d{6}$/.test(code)
        ? { name: legalName(company), postal_code: draws.pick(withoutZero)(code) }
        : null;
    },
  },
  {
    class: 'branch and its address',
    write: (company, draws) => {
      const [branch, prefecture, address] = draws.pick(branches);
      return company.place && company.place.prefecture !== prefecture
        ? { name: `${legalName(company)} ${branch}`, address }
        : null;
    },
  },
  {
    class: "branch and another branch's address",
    leavesOpen: true,
    write: (company, draws) => {
      const [branch, prefecture] = draws.pick(branches);
      const [, elsewhere, address] = draws.pick(branches);
      return company.place && elsewhere !== prefecture && elsewhere !== company.place.prefecture
        ? { name: `${legalName(company)} ${branch}`, address }
        : null;
    },
  },
  {
    class: 'address of another prefecture with a label',
    leavesOpen: true,
    write: (company, draws, { place }) =>
      company.place && place && place.prefecture !== company.place.prefecture
        ? { name: legalName(company), address: draws.pick(labels) + joinPlace(place) }
        : null,
  },
  {
    class: 'own address in other kanji',
    write: (company) => {
      const address = company.place ? joinPlace(company.place) : '';
      const other = writeOtherKanji(address);
      return other === address ? null : { name: legalName(company), address: other };
    },
  },
  {
    class: 'own address, parts doubled or divided',
    write: (company, draws) => {
      if (!company.place) return null;
      const { prefecture, city, street } = company.place;
      const divider = draws.pick([...dividers, prefecture, city]);
      const address = divider === city ? prefecture + city + city + street : prefecture + divider + city;
      return { name: legalName(company), address: divider === city ? address : address + street };
    },
  },
];
