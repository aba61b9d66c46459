import { toNfkc } from '../../../src/text/letters/nfkc.ts';
import { legalName, type NamedCompany } from '../written/fictional-companies.ts';
import type { CaseRule } from './case-rule.ts';
import { toLatinLetters, translatePrefecture } from './latin-letters.ts';

/** What beside the name says which company is meant, or says nothing: codes, branches, persons, another script. */
export const namingRules: readonly CaseRule[] = [
  {
    class: 'code and short name',
    write: (company) => {
      const name = shorten(company);
      return company.listing && name !== null ? { ticker: company.listing.code, name } : null;
    },
  },
  {
    class: "code and another company's name",
    of: 'shared',
    leavesOpen: true,
    write: ({ listing }, _draws, other) =>
      listing ? { ticker: listing.code, name: legalName(other) } : null,
  },
  {
    class: 'legal form before a branch',
    write: (company, draws) => {
      const [, core = ''] = /^(.{3,})株式会社$/.exec(legalName(company)) ?? [];
      const branch = draws.pick(['東京支店', '大阪支店', '名古屋営業所', '福岡支店営業部', '仙台支店長']);
      return core === '' ? null : { name: `${core} ${draws.pick(['(株)', '㈱', '（株）'])}${branch}` };
    },
  },
  {
    class: 'person with a surname of one letter',
    write: (company, draws) => {
      const [title, surname] = [draws.pick(titles), draws.pick(surnames)];
      return isCompany(company) ? { name: `${legalName(company)} ${title} ${surname} 一郎` } : null;
    },
  },
  {
    class: 'person behind a mark',
    write: (company, draws) =>
      isCompany(company)
        ? { name: `${legalName(company)}${draws.pick(['／', '/', ' / '])}${draws.pick(surnames)} 一郎` }
        : null,
  },
  {
    class: 'first of several, and its city',
    write: (company, draws) => {
      const { place } = company;
      const others = draws.pick(['外1社', '外２社', 'ほか3社', '他2者']);
      return place && isCompany(company)
        ? { name: legalName(company) + others, city: place.prefecture + place.city }
        : null;
    },
  },
  {
    class: 'first of several, and its city',
    write: (company, draws) => {
      const { place } = company;
      const others = draws.pick(['外1社', 'ほか3社']);
      return place && isCompany(company)
        ? { name: `${legalName(company)}${others}（${place.prefecture}${place.city}）` }
        : null;
    },
  },
  {
    class: 'first of several, without a city',
    leavesOpen: true,
    write: (company) => (isCompany(company) ? { name: `${legalName(company)}外2社` } : null),
  },
  {
    class: 'what the row is about',
    leavesOpen: true,
    write: (company, draws) => {
      const name = legalName(company);
      const both = [
        `${name} 令和6年度 実証事業`,
        `${name}：空橋補修工事`,
        `${name} 夢想電池プロジェクト`,
        `${name} 4月分`,
        `件名：庁舎清掃　受託者：${name}`,
        `架空活性化事業-${name}`,
      ];
      return isCompany(company) ? { name: draws.pick(both) } : null;
    },
  },
  {
    class: 'role in brackets',
    leavesOpen: true,
    write: (company, draws, other) => {
      const [name, member] = [company, other].map(legalName);
      const both = [
        `夢想橋梁共同企業体（代表者：${name}ほか2社）`,
        `夢想グループ（代表企業：${name} ほか2社）`,
        `【代表】${name}【構成員】${member}`,
        `（代表者）${name} （構成員）${member}`,
      ];
      return isCompany(company) && isCompany(other) ? { name: draws.pick(both) } : null;
    },
  },
  {
    class: 'Japanese and English name',
    write: (company, draws) => {
      const [japanese, english] = [legalName(company), findName(company, 'english')];
      if (english === null || !/[^\x20-\x7e]/.test(toNfkc(japanese))) return null;
      const both = [
        `${japanese} ${english}`,
        `${japanese}（${english}）`,
        `${english} (${japanese})`,
        `${japanese} / ${english}`,
        `${japanese}（英文名：${english}）`,
        `${japanese}：${english}`,
        ...(japanese.endsWith('会社') ? [japanese + english] : []),
      ];
      return { name: draws.pick(both) };
    },
  },
  {
    class: 'Japanese and English name with another form',
    leavesOpen: true,
    write: (company) => {
      const english = findName(company, 'english')?.replace(/,? *Co\.,? *Ltd\.?$/i, ' LLC') ?? '';
      return legalName(company).includes('株式会社') && english.endsWith(' LLC')
        ? { name: `${legalName(company)}（${english}）` }
        : null;
    },
  },
  {
    class: "Japanese and another company's English name",
    leavesOpen: true,
    write: (company, _draws, other) => {
      const english = findName(other, 'english');
      return english === null ? null : { name: `${legalName(company)}（${english}）` };
    },
  },
  {
    class: 'English name and prefecture',
    write: (company, draws) => {
      const english = findName(company, 'english');
      const prefecture = translatePrefecture(company.place?.prefecture ?? '');
      if (english === null || prefecture === null) return null;
      return draws.chance(0.5)
        ? { name: `${english}, ${prefecture}` }
        : { name: english.toUpperCase(), prefecture: company.place?.prefecture ?? '' };
    },
  },
  {
    class: 'English name and prefecture',
    write: (company) => {
      const english = findName(company, 'english');
      const prefecture = translatePrefecture(company.place?.prefecture ?? '');
      return english === null || prefecture === null
        ? null
        : { name: english, address: `1-2-3 Chuo, Chuo-ku, ${prefecture}` };
    },
  },
  {
    class: 'reading in Latin letters and prefecture',
    write: (company, draws) => {
      const latin = toLatinLetters(findName(company, 'kana') ?? '');
      const form = translatedForms.find(([own]) => legalName(company).includes(own))?.[1];
      const prefecture = translatePrefecture(company.place?.prefecture ?? '');
      if (latin === null || latin.length < 5 || !form || prefecture === null) return null;
      return { name: `${latin} ${draws.pick(form)}, ${prefecture}` };
    },
  },
];

const titles = ['代表取締役', '代表取締役社長', '取締役', '営業部長', '大阪支店長'];
const surnames = ['林', '森', '原', '関', '東', '岡', '辻', '谷'];
const translatedForms: readonly (readonly [own: string, translated: readonly string[]])[] = [
  ['株式会社', ['Co., Ltd.', 'K.K.', 'Inc.', 'Corporation']],
  ['合同会社', ['LLC', 'G.K.']],
  ['有限会社', ['Y.K.', 'Ltd.']],
];

const isCompany = (company: NamedCompany): boolean => /^..会社|..会社$/.test(legalName(company));

function findName({ names }: NamedCompany, kind: string): string | null {
  return names.find((name) => name.kind === kind)?.name ?? null;
}

/** As brokers print it: a group's words in letters, of all else the first letters. */
function shorten(company: NamedCompany): string | null {
  const name = toNfkc(findName(company, 'trade') ?? '').replace(/\s/g, '');
  const group = name
    .replace(/ホールディングス$/, 'HD')
    .replace(/フィナンシャル・?グループ$/, 'FG')
    .replace(/グループ$/, 'G');
  if (group !== name) return group;
  const cut = name.slice(0, 4);
  return cut === name || !/[^a-z]$/i.test(cut) ? null : cut;
}
