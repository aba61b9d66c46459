import type { Draws } from '../../fictional/draws.ts';
import { halfKana, halfWidth, largeKana } from '../spellings.ts';
import { legalName, type NamedCompany } from '../written/fictional-companies.ts';
import type { CaseRule } from './case-rule.ts';

/** Legal forms shortened, names as banks print them, and signs that programs leave in names. */

const bankForms: readonly (readonly [form: string, short: string])[] = [
  ['株式会社', 'ｶ'],
  ['有限会社', 'ﾕ'],
  ['合同会社', 'ﾄﾞ'],
  ['合資会社', 'ｼ'],
  ['合名会社', 'ﾒ'],
  ['一般社団法人', 'ｼﾔ'],
  ['公益社団法人', 'ｼﾔ'],
  ['一般財団法人', 'ｻﾞｲ'],
  ['公益財団法人', 'ｻﾞｲ'],
  ['社会福祉法人', 'ﾌｸ'],
  ['医療法人社団', 'ｲ'],
  ['医療法人', 'ｲ'],
  ['学校法人', 'ｶﾞｸ'],
  ['特定非営利活動法人', 'ﾄｸﾋ'],
  ['農事組合法人', 'ﾉｳ'],
  ['税理士法人', 'ｾﾞｲ'],
  ['弁護士法人', 'ﾍﾞﾝ'],
];
const bankBodies: Readonly<Record<string, string>> = {
  農業協同組合: 'ﾉｳｷﾖｳ',
  漁業協同組合: 'ｷﾞﾖｷﾖｳ',
  労働組合: 'ﾛｳｸﾐ',
  健康保険組合: 'ｹﾝﾎﾟ',
};
const latinForms: Readonly<Record<string, string>> = { 株式会社: 'KK', 合同会社: 'GK', 有限会社: 'YK' };
const signs = ['〓', '?', '■', '□', '●', '*', '（外字）', '�'];
const errors = ['#REF!', '#VALUE!', '#N/A', '#DIV/0!', '#NAME?', '#SPILL!', '#WERT!', 'Err:502'];
const noNumbers = ['9999999999999', '0000000000000', '1234567890123', 'T9999999999999', '1111111111111'];
/** Half-width characters of the field in which a payer is printed. */
const printed = [20, 30];
const minCore = 4;

interface Divided {
  readonly form: string;
  readonly core: string;
  readonly isFront: boolean;
}

function divide(company: NamedCompany, forms: readonly string[]): Divided | null {
  const name = legalName(company);
  for (const form of forms) {
    if (name.startsWith(form)) return { form, core: name.slice(form.length), isFront: true };
    if (name.endsWith(form)) return { form, core: name.slice(0, -form.length), isFront: false };
  }
  return null;
}

interface Transfer {
  readonly short: string;
  readonly kana: string;
  readonly isFront: boolean;
}

function toTransfer(company: NamedCompany): Transfer | null {
  const reading = company.names.find(({ kind }) => kind === 'kana')?.name ?? '';
  const divided = divide(
    company,
    bankForms.map(([form]) => form),
  );
  if (!divided || !/^(?!.*(?:[ガカ]イシ[ャヤ]|ホウジン))[ァ-ヺー]{4,}$/.test(reading)) return null;
  const short = bankForms.find(([form]) => form === divided.form)?.[1] ?? '';
  const kana = halfKana(largeKana(reading)).replaceAll('ｰ', '-').replaceAll('ー', '-');
  return { short, kana, isFront: divided.isFront };
}

const joinTransfer = ({ short, kana, isFront }: Transfer): string =>
  isFront ? `${short})${kana}` : `${kana}(${short}`;

function addOffice(transfer: Transfer, draws: Draws): string {
  const { short, kana, isFront } = transfer;
  const office = draws.pick(['ｵｵｻｶｼﾃﾝ', 'ﾁﾊﾞｼﾃﾝ', 'ﾅｺﾞﾔｴｲｷﾞﾖｳｼﾖ']);
  if (!isFront) return `${kana}(${short}${draws.pick([`)${office}`, ` ${office}`, office, '(ｴｲ'])}`;
  return `${short})${kana}${draws.pick([` ${office}`, '(ｴｲ', office])}`;
}

function replaceLetter(
  company: NamedCompany,
  draws: Draws,
  write: (letter: string) => string,
  { least = minCore, ofForm = false } = {},
) {
  const divided = divide(company, Object.keys(latinForms));
  if (!divided) return null;
  const { form, core, isFront } = divided;
  if ([...core].length < least || !/^[一-鿿ァ-ヺ]+$/.test(core)) return null;
  const letters = [...(ofForm ? form : core)];
  const at = draws.below(letters.length);
  const changed = letters.map((letter, place) => (place === at ? write(letter) : letter)).join('');
  const parts = ofForm ? [changed, core] : [form, changed];
  return { name: (isFront ? parts : parts.toReversed()).join('') };
}

function writeReference(letter: string, draws: Draws): string {
  const code = letter.codePointAt(0) ?? 0;
  return draws.pick([`&#${code};`, `&#x${code.toString(16)};`, `&amp;#${code};`, `＆#${code};`]);
}

export const formRules: readonly CaseRule[] = [
  {
    class: 'bank transfer',
    write: (company) => {
      const transfer = toTransfer(company);
      return transfer && { name: joinTransfer(transfer) };
    },
  },
  {
    class: 'bank transfer, office or word of the statement',
    write: (company, draws) => {
      const transfer = toTransfer(company);
      if (!transfer) return null;
      if (draws.chance(0.5)) return { name: addOffice(transfer, draws) };
      return { name: `${draws.pick(['振込 ', 'ﾌﾘｺﾐ ', 'IB ', '振込＊'])}${joinTransfer(transfer)}` };
    },
  },
  {
    class: 'bank transfer, cooperative',
    onlyReal: true,
    write: (company, draws) => {
      const reading = company.names.find(({ kind }) => kind === 'kana')?.name ?? '';
      const [, word = ''] =
        /^.{2,}?(農業協同組合|漁業協同組合|労働組合|健康保険組合)$/.exec(legalName(company)) ?? [];
      const core = reading.replace(
        /(?:(?:ノウギョウ|ギョギョウ)?キョウドウ|ロウドウ|ケンコウホケン)クミアイ$|ノウギョウ$|ギョギョウ$/,
        '',
      );
      if (word === '' || !/^[ァ-ヺー]{3,}$/.test(core)) return null;
      const short = bankBodies[word] ?? '';
      return {
        name: halfKana(largeKana(core)) + draws.pick([short, `(${short}`, `(${short})`, `${short} ﾎﾝﾃﾝ`]),
      };
    },
  },
  {
    class: 'bank transfer, cut off',
    write: (company) => {
      const transfer = toTransfer(company);
      const name = transfer?.isFront ? joinTransfer(transfer) : '';
      const length = printed.find((each) => name.length > each && name.length <= each + 10);
      return length === undefined ? null : { name: name.slice(0, length) };
    },
  },
  {
    class: 'form in Latin letters, without dots',
    write: (company, draws) => {
      const divided = divide(company, Object.keys(latinForms));
      if (!divided || divided.core.length < minCore) return null;
      const latin = latinForms[divided.form] ?? '';
      const core = halfWidth(divided.core);
      return { name: draws.pick([`${latin} ${core}`, `${core} ${latin}`]) };
    },
  },
  {
    class: 'character references',
    write: (company, draws) => replaceLetter(company, draws, (letter) => writeReference(letter, draws)),
  },
  {
    class: 'one unknown sign',
    leavesOpen: true,
    write: (company, draws) => replaceLetter(company, draws, () => draws.pick(signs)),
  },
  {
    class: 'one unknown sign, and its city',
    leavesOpen: true,
    write: (company, draws) => {
      const { place } = company;
      const cells = replaceLetter(company, draws, () => draws.pick(signs), { least: 3 });
      return cells && place ? { ...cells, city: place.prefecture + place.city } : null;
    },
  },
  {
    class: 'one unknown sign, in the legal form',
    leavesOpen: true,
    write: (company, draws) =>
      replaceLetter(company, draws, () => draws.pick(['〓', '?', '�']), { ofForm: true }),
  },
  {
    class: 'what is left of 株式会社',
    leavesOpen: true,
    write: (company, draws) => {
      const divided = divide(company, ['株式会社']);
      const core = divided?.core ?? '';
      return [...core].length >= 2 && /^[一-鿿ァ-ヺ]+$/.test(core)
        ? { name: core + draws.pick(['社', '会社', '株会社', '式会社', '株式社']) }
        : null;
    },
  },
  {
    class: 'no number beside the name: error cells and placeholders',
    write: (company, draws) => ({
      name: legalName(company),
      corporate_number: draws.pick([...errors, ...noNumbers]),
    }),
  },
];
