import { Buffer } from 'node:buffer';
import Encoding from 'encoding-japanese';
import { fullWidth, halfKana, halfWidth } from '../../../lab/relevance/spellings.ts';
import { type WorkbookCell, type WorkbookSheet, workbook } from '../workbooks.ts';
import { drawn, type KnownCompany, shuffled } from './companies.ts';

/** Tables as offices keep them, each with what is true about its rows. */

/** A line of the sheet. Cells are as a person sees them; a workbook may hold them as numbers or dates. */
export interface SheetLine {
  /** `other`: a title, a blank line, units, a total or a note. */
  readonly kind: 'header' | 'row' | 'other';
  readonly cells: readonly string[];
  /** The company that the writer of a row meant; null when it is none that is loaded, or no company. */
  readonly company?: string | null;
}

export interface MessyTable {
  /** What is unusual about it, in a few words. */
  readonly name: string;
  readonly fileName: string;
  readonly bytes: Buffer;
  readonly lines: readonly SheetLine[];
  /** The share of rows with a loaded company that must be settled; the others may wait for a person. */
  readonly settled: number;
}

/** A cell that a workbook holds in another form than it shows. */
type Cell = string | { readonly shown: string; readonly held: WorkbookCell };
interface Line {
  readonly kind: SheetLine['kind'];
  readonly cells: readonly Cell[];
  readonly company?: string | null;
}

const other = (...cells: Cell[]): Line => ({ kind: 'other', cells });
const header = (...cells: string[]): Line => ({ kind: 'header', cells });
const row = (company: KnownCompany | null, ...cells: Cell[]): Line => ({
  kind: 'row',
  cells,
  company: company?.id ?? null,
});

const shown = (cell: Cell) => (typeof cell === 'string' ? cell : cell.shown);

interface Writing {
  readonly encoding?: 'UTF8' | 'SJIS' | 'EUCJP' | 'UTF16LE';
  readonly bom?: boolean;
  readonly separator?: string;
  readonly newline?: string;
  /** Whether every cell is quoted, as some programs do. */
  readonly quoted?: boolean;
}

function textBytes(lines: readonly Line[], writing: Writing): Buffer {
  const { encoding = 'UTF8', bom = false, separator = ',', newline = '\r\n', quoted = false } = writing;
  const cellOf = (cell: string) =>
    quoted || /["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const text = lines
    .map(({ cells }) => cells.map((cell) => cellOf(shown(cell))).join(separator) + newline)
    .join('');
  if (encoding === 'UTF8') return Buffer.from((bom ? '\ufeff' : '') + text);
  if (encoding === 'UTF16LE') return Buffer.from((bom ? '\ufeff' : '') + text, 'utf16le');
  return Buffer.from(Encoding.convert(Encoding.stringToCode(text), { from: 'UNICODE', to: encoding }));
}

function made(
  name: string,
  fileName: string,
  lines: readonly Line[],
  settled: number,
  bytes: Buffer,
): MessyTable {
  const sheet = lines.map(({ kind, cells, company }) => ({
    kind,
    cells: cells.map(shown),
    ...(company !== undefined && { company }),
  }));
  return { name, fileName, bytes, lines: sheet, settled };
}

/** A text file. */
function text(name: string, lines: readonly Line[], settled: number, writing: Writing = {}): MessyTable {
  const extension = writing.separator === '\t' ? 'tsv' : 'csv';
  return made(name, `${name.replaceAll(' ', '-')}.${extension}`, lines, settled, textBytes(lines, writing));
}

/** A workbook with these lines on a sheet of this name. */
function excel(
  name: string,
  lines: readonly Line[],
  settled: number,
  { before = [], merged = [] }: { before?: readonly WorkbookSheet[]; merged?: readonly string[] } = {},
): MessyTable {
  const held = lines.map(({ cells }) =>
    cells.map((cell) => (typeof cell === 'string' ? cell || null : cell.held)),
  );
  const numbered = Object.fromEntries(held.map((cells, at) => [at + 1, cells]));
  const bytes = Buffer.from(workbook([...before, { name: '取引先', lines: numbered, merged }]));
  return made(name, `${name.replaceAll(' ', '-')}.xlsx`, lines, settled, bytes);
}

const numberCell = (number: string): Cell => ({ shown: number, held: Number(number) });

/** Days since 1900 as Excel counts them. */
function dateCell(day: string): Cell {
  return {
    shown: day,
    held: { number: Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569, style: 'date' },
  };
}

const amount = (...words: (string | number)[]) => {
  const yen = drawn(9_000_000, 'amount', ...words) + 1000;
  return (drawn(7, ...words) === 0 ? '-' : '') + yen.toLocaleString('en-US');
};

const branches = [
  '大阪支店',
  '　東京営業所',
  '名古屋支社',
  ' 本社',
  '仙台支店',
  '福岡営業所',
  '　総務部',
  '横浜工場',
];

/** The ways in which people write a listed company's name. */
const spellings: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.replace('株式会社', '㈱'),
  (name) => name.replace('株式会社', '(株)'),
  (name) => name.replace('株式会社', '（株）'),
  fullWidth,
  halfWidth,
  (name) => halfKana(name),
  (name) => name.replace('株式会社', '株式会社 ').trim(),
  (name) => ` ${name}　`,
  (name) => `${name} 御中`,
];

/** The corporate number with a wrong digit at this place. */
function slipped(number: string, place: number): string {
  const digit = (Number(number[place]) + 1 + drawn(8, number)) % 10;
  return (
    number.slice(0, place) +
    (digit === Number(number[place]) ? (digit + 1) % 10 : digit) +
    number.slice(place + 1)
  );
}

/** With two neighbouring digits exchanged. */
function swapped(number: string): string {
  const place = [...number].findIndex((digit, at) => at > 0 && at < 12 && digit !== number[at + 1]);
  return number.slice(0, place) + number[place + 1] + number[place] + number.slice(place + 2);
}

function grouped(number: string): string {
  return `${number.slice(0, 1)}-${number.slice(1, 5)}-${number.slice(5, 9)}-${number.slice(9)}`;
}

function placeOf({ prefecture, city, street }: KnownCompany): string {
  return `${prefecture ?? ''}${city ?? ''}${street ?? ''}`;
}

/** @param known companies that are loaded */
export function messyTables(known: readonly KnownCompany[]): MessyTable[] {
  const usable = known.filter(({ active, number, name }) => active && number && name.length < 60);
  const own = usable.filter(({ namesakes }) => namesakes === 1);
  const listed = own.filter(({ code, name }) => code && name.includes('株式会社'));
  const placed = own.filter(({ prefecture, city, street }) => prefecture && city && street);
  const sited = own.filter(({ domain }) => domain);
  const shared = usable.filter(({ namesakes, prefecture, city }) => namesakes > 1 && prefecture && city);
  const some = <Company extends KnownCompany>(from: readonly Company[], count: number, word: string) =>
    shuffled(from, word).slice(0, count);
  const numbered = (company: KnownCompany) => company.number ?? '';
  const coded = ({ code }: KnownCompany) => code ?? '';

  const ledger = some(listed, 30, 'ledger').map((company, at) =>
    row(
      company,
      `4/${at + 1}`,
      `${5100 + at}`,
      company.name.replace('株式会社', '㈱'),
      numbered(company),
      amount(at),
    ),
  );
  const vendors = some(own, 40, 'vendors').map((company, at) => {
    const forms = [
      `T${numbered(company)}`,
      `Ｔ${fullWidth(numbered(company))}`,
      `T${grouped(numbered(company))}`,
      `T ${numbered(company)}`,
      `'T${numbered(company)}`,
      '未登録',
      '免税事業者',
      '申請中',
    ];
    return row(
      company,
      `V${1000 + at}`,
      company.name,
      forms[at % forms.length] ?? '',
      `03-1234-${1000 + at}`,
    );
  });
  const codes = some(listed, 45, 'codes').map((company, at) => {
    const code = coded(company);
    const forms = [
      `${code}.T`,
      `${code} JP`,
      `TYO:${code}`,
      `'${code}`,
      `${code}（東P）`,
      `${code}.0`,
      fullWidth(code),
      `${code}0`,
      `東証:${code}`,
    ];
    return row(
      company,
      forms[at % forms.length] ?? '',
      company.name.replace('株式会社', ''),
      amount(at, 'codes'),
    );
  });
  const tenWays = some(listed, 300, 'ten').map((company, at) =>
    row(company, String(at + 1), (spellings[at % spellings.length] ?? String)(company.name)),
  );
  const crm = some(sited, 40, 'crm').map((company, at) =>
    row(
      company,
      company.name,
      at % 3 === 0 ? `https://www.${company.domain}/jp/contact?id=${at}` : '',
      at % 3 === 1 ? `info${at}@${company.domain}` : `taro${at}@gmail.com`,
      `+81 3-5555-${1000 + at}`,
      at % 4 === 0 ? 'Met at the fair,\nwants a quote' : '',
    ),
  );
  const breaks = some(placed, 30, 'breaks').map((company, at) =>
    row(
      company,
      company.name,
      `${company.prefecture}${company.city}\n${company.street}`,
      at % 2 === 0 ? '担当: 佐藤\n内線 12' : '',
      numbered(company),
    ),
  );
  const expenses = some(listed, 30, 'expenses').map((company, at) =>
    row(
      company,
      `2026/04/${String((at % 28) + 1).padStart(2, '0')}`,
      company.name,
      `-${(1000 + at * 37).toLocaleString('en-US')}`,
      `-${at + 1}.5%`,
      at % 5 === 0 ? '-' : `+81-3-0000-${1000 + at}`,
      at % 6 === 0 ? '@経理' : '',
    ),
  );
  const faulty = some(own, 36, 'faulty').map((company, at) => {
    const number = numbered(company);
    const forms = [
      slipped(number, 5),
      swapped(number),
      number.slice(1),
      `${number}1`,
      slipped(number, 0),
      number.slice(0, 12),
    ];
    return row(company, company.name, forms[at % forms.length] ?? '');
  });
  const crossed = some(own, 20, 'crossed').map((company, at, all) =>
    row(
      at % 2 === 0 ? company : null,
      company.name,
      numbered(at % 2 === 0 ? company : (all[(at + 1) % all.length] ?? company)),
    ),
  );
  const branched = some(own, 32, 'branched').map((company, at) =>
    row(company, `${company.name}${branches[at % branches.length]}`, at % 2 === 0 ? numbered(company) : ''),
  );
  const namesakes = some(shared, 30, 'namesakes').map((company) =>
    row(
      company,
      company.name,
      company.prefecture ?? '',
      company.city ?? '',
      company.street ?? '',
      company.postal ?? '',
    ),
  );
  const former = some(
    own.filter((company) => company.former && company.former !== company.name),
    20,
    'former',
  ).map((company) => row(company, company.former ?? '', numbered(company)));
  const english = some(
    listed.filter((company) => company.english && /[a-z]/i.test(company.english)),
    20,
    'english',
  ).map((company, at) => row(company, String(at + 1), company.english ?? '', coded(company)));
  const nobody = ['架空商店株式会社', 'テスト太郎', '（該当なし）', '株式会社存在しない会社名', '個人'].map(
    (name, at) => row(null, name, at % 2 === 0 ? 'なし' : '-', 'N/A'),
  );
  const addressed = some(placed, 30, 'addressed').map((company) =>
    row(company, company.name, `〒${(company.postal ?? '').replace(/^(\d{3})/, '$1-')}`, placeOf(company)),
  );
  const wide = some(own, 20, 'wide').map((company, at) => {
    const filler = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => `${from + n}-${at}`);
    return row(company, ...filler(1, 24), company.name, ...filler(25, 24), numbered(company));
  });

  const plain = (companies: readonly KnownCompany[]) =>
    companies.map((company) => row(company, company.name, numbered(company)));
  const twenty = (word: string) => some(own, 20, word);
  const simple = header('会社名', '法人番号');

  return [
    text(
      'ledger with title lines',
      [
        other('2026年4月度 支払一覧表'),
        other('経理部', '', '', '', '作成: 山田'),
        other(),
        header('日付', 'コード', '支払先', '法人番号', '金額'),
        other('', '', '', '', '(円)'),
        ...ledger,
        other('', '', '合計', '', '12,345,678'),
        other('※ 金額は税込'),
      ],
      1,
      { encoding: 'SJIS' },
    ),
    text(
      'vendors with invoice numbers',
      [header('仕入先コード', '仕入先', 'インボイス登録番号', '電話'), ...vendors],
      0.95,
      {
        bom: true,
      },
    ),
    text('codes in mixed forms', [header('証券コード', '銘柄', '評価額'), ...codes], 0.95),
    text('crm export', [header('Account Name', 'Website', 'E-mail', 'Phone', 'Notes'), ...crm], 0.95, {
      quoted: true,
    }),
    text('utf-16 with line breaks in cells', [header('取引先名', '住所', '備考', '法人番号'), ...breaks], 1, {
      encoding: 'UTF16LE',
      bom: true,
      separator: '\t',
    }),
    text('expenses with signs', [header('日付', '支払先', '金額', '率', '電話', '担当'), ...expenses], 0.95),
    text('listed names in ten spellings', [header('No.', '企業名'), ...tenWays], 0.88),
    text('euc-jp with semicolons', [simple, ...plain(twenty('euc'))], 1, {
      encoding: 'EUCJP',
      separator: ';',
    }),
    excel(
      'workbook with floats',
      [
        header('取引先', '法人番号', 'コード', '登録日'),
        ...some(listed, 20, 'floats').map((company) =>
          row(
            company,
            company.name,
            numberCell(numbered(company)),
            coded(company).match(/^\d+$/) ? numberCell(coded(company)) : coded(company),
            dateCell('2026-04-01'),
          ),
        ),
      ],
      1,
    ),
    excel(
      'workbook with title and sheets',
      [
        other('取引先名簿', '', ''),
        other(),
        header('得意先', 'T番号', '備考'),
        ...twenty('sheets').map((company, at) =>
          row(company, company.name, `T${numbered(company)}`, at === 3 ? '0012' : ''),
        ),
        other('以上'),
      ],
      1,
      { before: [{ name: '表紙' }], merged: ['A1:C1'] },
    ),
    excel(
      'workbook with formulas',
      [
        header('会社名', '法人番号', '計算'),
        ...twenty('formulas').map((company, at) =>
          row(company, company.name, numbered(company), {
            shown: String(at * 2),
            held: { formula: `A${at + 2}*2`, text: String(at * 2) },
          }),
        ),
      ],
      1,
    ),
    text(
      'repeated and blank headers',
      [
        header('会社名', '', '会社名', '法人番号', '', '備考', '備考'),
        ...twenty('headers').map((company, at) =>
          row(company, company.name, 'a', '担当者', numbered(company), `b${at}`, 'c', 'd'),
        ),
      ],
      1,
    ),
    text(
      'ragged rows',
      [
        header('会社名', '法人番号', '備考'),
        ...twenty('ragged').map((company, at) =>
          at % 3 === 0
            ? row(company, company.name, numbered(company))
            : at % 3 === 1
              ? row(company, company.name, numbered(company), 'x', 'extra', 'more')
              : row(company, company.name, numbered(company), 'y'),
        ),
      ],
      1,
    ),
    text('no header', plain(twenty('headless')), 1),
    text(
      'blank lines inside',
      [simple, ...plain(twenty('blank')).flatMap((line, at) => (at % 5 === 4 ? [line, other()] : [line]))],
      1,
    ),
    text('faulty numbers beside right names', [simple, ...faulty], 0),
    text('numbers of other companies', [simple, ...crossed], 0.9),
    text(
      'spreadsheet exponents',
      [
        simple,
        ...twenty('exponents').map((company, at) =>
          row(
            company,
            company.name,
            at % 2 === 0 ? Number(numbered(company)).toExponential(5).replace('e+', 'E+') : numbered(company),
          ),
        ),
      ],
      0.4,
    ),
    text('branches behind names', [header('支払先名称', '法人番号'), ...branched], 0),
    text(
      'mail addresses only',
      [
        header('氏名', 'メールアドレス'),
        ...some(sited, 20, 'mail').map((company, at) =>
          row(company, `担当${at}`, `user${at}@${company.domain}`),
        ),
      ],
      0.7,
    ),
    text(
      'formulas in cells',
      [
        header('会社名', '法人番号', 'メモ'),
        ...twenty('cells').map((company, at) =>
          row(
            company,
            company.name,
            numbered(company),
            ['+81 3', '-12', '@a', '-', '+', '=', '1+1'][at % 7] ?? '',
          ),
        ),
      ],
      1,
    ),
    text('old macintosh line ends', [simple, ...plain(twenty('macintosh'))], 1, { newline: '\r' }),
    text(
      'namesakes with places',
      [header('会社名', '都道府県', '市区町村', '番地', '郵便番号'), ...namesakes],
      0.4,
    ),
    text(
      'placeholders and nobody',
      [
        header('会社名', '法人番号', '証券コード'),
        ...nobody,
        ...twenty('nobody').map((company, at) =>
          row(
            company,
            company.name,
            at % 2 === 0 ? '未登録' : numbered(company),
            ['未上場', '-', '－', 'N/A', 'なし'][at % 5] ?? '',
          ),
        ),
      ],
      1,
    ),
    text('former names with numbers', [simple, ...former], 1),
    text('english names', [header('#', 'Company', 'Ticker'), ...english], 0.9),
    text('address lists', [header('宛名', '郵便番号', '住所'), ...addressed], 0.9),
    text(
      'fifty columns',
      [
        header(
          ...Array.from({ length: 24 }, (_, n) => `項目${n + 1}`),
          '相手先',
          ...Array.from({ length: 24 }, (_, n) => `数値${n + 1}`),
          '法人番号',
        ),
        ...wide,
      ],
      1,
    ),
    text(
      'full-width digits',
      [
        simple,
        ...twenty('digits').map((company) =>
          row(company, fullWidth(company.name), fullWidth(numbered(company))),
        ),
      ],
      1,
    ),
    text(
      'excel text idiom',
      [simple, ...twenty('idiom').map((company) => row(company, company.name, `="${numbered(company)}"`))],
      1,
    ),
    text(
      'subtotals inside',
      [
        header('取引先', '法人番号', '金額'),
        ...twenty('subtotals').flatMap((company, at) => {
          const line = row(company, company.name, numbered(company), amount(at, 'sub'));
          return at % 10 === 9 ? [line, other('小計', '', '1,234')] : [line];
        }),
        other('総合計', '', '9,876'),
      ],
      1,
    ),
    text(
      'one column',
      [header('会社名'), ...twenty('column').map((company) => row(company, company.name))],
      1,
    ),
    text(
      'quotes commas and emoji',
      [
        header('会社名', '法人番号', 'コメント'),
        ...twenty('quotes').map((company, at) =>
          row(
            company,
            company.name,
            numbered(company),
            ['"至急", と言われた', 'a,b', '👍🏽 済', ' 空白 ', "'", '\\'][at % 6] ?? '',
          ),
        ),
      ],
      1,
    ),
    text(
      'thousands separators and floats',
      [
        simple,
        ...twenty('thousands').map((company, at) =>
          row(
            company,
            company.name,
            at % 2 === 0 ? Number(numbered(company)).toLocaleString('en-US') : `${numbered(company)}.0`,
          ),
        ),
      ],
      1,
      { quoted: true },
    ),
  ];
}
