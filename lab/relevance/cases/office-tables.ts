import { Draws } from '../../fictional/draws.ts';
import { halfKana, halfWidth } from '../spellings.ts';
import { legalName, type NamedCompany, type Place } from '../written/fictional-companies.ts';
import { meantName, type NoiseRule, noiseRules } from '../written/noise.ts';
import { mapColumns } from './case-files.ts';
import type { Case } from './case-rule.ts';
import { toLatinLetters, translatePrefecture } from './latin-letters.ts';

/**
 * Whole tables as offices keep them, whose columns are recognised as in an import: a customer master, business cards, a
 * broker's portfolio, awards, an English list of suppliers, expenses. Names that several companies have stay in, as in
 * every real table, so that not all rows can settle.
 */
interface OfficeTable {
  readonly class: string;
  readonly headers: readonly string[];
  /** @returns null if the company cannot stand in the table */
  write(company: NamedCompany, draws: Draws): readonly string[] | null;
}

const rowsPerTable = 160;

const people = ['山田太郎', '佐藤 花子', '鈴木一郎', '髙橋　健', '渡邉 真由美'];
const stores = ['新宿店', '大阪梅田店', '名古屋駅前店', '本店'];
const offices: readonly (readonly [office: string, address: string])[] = [
  ['東京支店', '東京都千代田区丸の内1-1-1'],
  ['大阪支店', '大阪市北区梅田2-2-2 夢想ビル8F'],
  ['名古屋支社', '愛知県名古屋市中村区名駅１－２－３'],
  ['福岡営業所', '福岡市博多区博多駅前2丁目2番2号'],
];

/** How many of a hundred names of a table are written so. */
type Habits = readonly (readonly [form: string, weight: number])[];

const habits = {
  customers: [
    ['as registered', 22],
    ['form as a sign', 14],
    ['form in brackets', 14],
    ['form left out', 12],
    ['former name', 4],
    ['another form of a kanji', 5],
    ['half-width kana', 6],
    ['one slip', 5],
    ['closed company', 6],
    ['half width, spaces', 6],
    ['honorific', 6],
  ],
  cards: [
    ['as registered', 60],
    ['form as a sign', 15],
    ['form left out', 10],
    ['department', 15],
  ],
  awards: [
    ['as registered', 40],
    ['form in brackets', 25],
    ['half width, spaces', 10],
    ['branch', 8],
    ['person', 7],
    ['one slip', 5],
    ['form left out', 5],
  ],
  suppliers: [
    ['as registered', 60],
    ['English, other form', 40],
  ],
  expenses: [
    ['form as a sign', 15],
    ['form in brackets', 15],
    ['form left out', 30],
    ['as registered', 15],
    ['department', 12],
    ['half-width kana', 5],
    ['branch', 8],
  ],
} satisfies Record<string, Habits>;

const rulesByForm = new Map(noiseRules.map((rule) => [rule.form, rule]));

/** @returns null if the company has no name that is written so */
function writeName(
  company: NamedCompany,
  draws: Draws,
  of: Habits,
  meant?: NoiseRule['meant'],
): string | null {
  const form = draws.pick(of.flatMap(([each, weight]) => Array<string>(weight).fill(each)));
  const rule = rulesByForm.get(form);
  if (!rule || (rule.of === 'closed') === (company.status === 'active')) return null;
  const name = meantName(company, rule.meant ?? meant);
  return name && rule.write(name, draws, '', company.place ?? null);
}

function writeAddress({ prefecture, city, street }: Place, draws: Draws): string {
  const numbers = halfWidth(street)
    .replaceAll(/丁目|番地の?|番/g, '-')
    .replaceAll(/号|-$/g, '');
  return (
    (draws.chance(0.8) ? prefecture : '') + city + draws.pick([street, numbers, `${numbers} 夢想ビル3F`])
  );
}

const isCompany = (company: NamedCompany): boolean => /^..会社|..会社$/.test(legalName(company));

export const officeTables: readonly OfficeTable[] = [
  {
    class: 'office: customers',
    headers: ['得意先コード', '得意先名', '郵便番号', '住所', 'TEL', '担当', '金額'],
    write(company, draws) {
      const name = isCompany(company) ? writeName(company, draws, habits.customers) : null;
      if (name === null || !company.place) return null;
      const { postalCode } = company.place;
      const code = postalCode ? `${postalCode.slice(0, 3)}-${postalCode.slice(3)}` : '';
      const address = writeAddress(company.place, draws);
      return [`C${draws.between(10_000, 99_999)}`, name, code, address, '', draws.pick(people), '12,000'];
    },
  },
  {
    class: 'office: business cards',
    headers: ['氏名', '会社名', '部署名', '役職', '住所', '電話番号'],
    write(company, draws) {
      const name = isCompany(company) ? writeName(company, draws, habits.cards) : null;
      if (name === null || !company.place) return null;
      const [office, address] = draws.pick(offices);
      // Every fifth card is of a branch, and every second of these says so.
      const kind = draws.below(10);
      const written = kind === 0 ? `${name} ${office}` : name;
      const place = kind < 2 ? address : writeAddress(company.place, draws);
      return [draws.pick(people), written, '営業部', '課長', place, '03-0000-0000'];
    },
  },
  {
    class: 'office: portfolio',
    headers: ['銘柄コード', '銘柄名', '口座', '保有数量', '取得単価', '評価損益'],
    write({ listing, names }, draws) {
      const trade = listing?.shortName ?? names.find(({ kind }) => kind === 'trade')?.name;
      if (!listing || !trade) return null;
      const short = Array.from(halfWidth(trade)).slice(0, 5).join('');
      const code = draws.pick([listing.code, listing.code, `${listing.code}.T`, `${listing.code}0`]);
      return [
        code,
        draws.pick([trade, halfWidth(trade), halfKana(trade), short]),
        '特定',
        '100',
        '1,234',
        '-56',
      ];
    },
  },
  {
    class: 'office: awards',
    headers: ['番号', '件名', '発注課', '落札者', '所在地', '落札金額（税抜）'],
    write(company, draws) {
      const name = isCompany(company) ? writeName(company, draws, habits.awards) : null;
      if (name === null || !company.place) return null;
      const matter = draws.pick(['空橋補修工事', '庁舎清掃業務委託', 'システム保守']);
      return ['R8-1', matter, '架空市道路課', name, writeAddress(company.place, draws), '1,200,000'];
    },
  },
  {
    class: 'office: suppliers in English',
    headers: ['Vendor No', 'Vendor Name', 'City', 'Country', 'Terms'],
    write(company, draws) {
      const city = translatePrefecture(company.place?.prefecture ?? '');
      const english = isCompany(company) ? writeName(company, draws, habits.suppliers, 'english') : null;
      const latin = toLatinLetters(meantName(company, 'kana') ?? '');
      const read =
        draws.chance(0.3) && latin && latin.length >= 8
          ? `${latin} ${draws.pick(['K.K.', 'Co., Ltd.'])}`
          : null;
      const name = read ?? english;
      const isOtherForm = read !== null && !legalName(company).includes('株式会社');
      if (city === null || name === null || isOtherForm || company.status !== 'active') return null;
      return [`V${draws.between(100, 999)}`, name, city, 'Japan', 'Net 60'];
    },
  },
  {
    class: 'office: expenses',
    headers: ['日付', '勘定科目', '支払先', '金額', '摘要'],
    write(company, draws) {
      const name = isCompany(company) ? writeName(company, draws, habits.expenses) : null;
      if (name === null) return null;
      const written = draws.chance(0.15) ? `${name} ${draws.pick(stores)}` : name;
      return ['2026/04/01', '消耗品費', written, '1,100', draws.pick(['打合せ', '備品', ''])];
    },
  },
];

/** The rows of every table, made from companies. Pure: the same companies and seed give the same rows. */
export function makeOfficeRows(companies: readonly NamedCompany[], seed: number): Case[] {
  return officeTables.flatMap((table, topic) => {
    const written: { readonly id: string; readonly row: readonly string[] }[] = [];
    for (const [index, company] of companies.entries()) {
      const row = table.write(company, new Draws(seed, index, topic));
      if (row) written.push({ id: company.companyId, row });
      if (written.length === rowsPerTable) break;
    }
    const columns = mapColumns(
      table.headers,
      written.map(({ row }) => row),
    );
    return written.map(({ id, row }) => ({
      class: table.class,
      cells: Object.fromEntries(columns.map(([field, place]) => [field, row[place] ?? ''])),
      right: [id],
      settles: true,
    }));
  });
}
