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
