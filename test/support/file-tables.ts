import Encoding from 'encoding-japanese';
import type { FileEncoding, SetAsideKind } from '../../src/contract/sources/source-file.ts';
import { workbook } from './workbooks.ts';

/** Tables as offices keep them, each with what must come out. Companies and numbers are fictional. */
export interface MessyTable {
  readonly what: string;
  readonly bytes: Uint8Array;
  /** Parameters of the request. */
  readonly query?: Readonly<Record<string, string>>;
  readonly headerRow: number | null;
  readonly headers: readonly string[];
  /** The line of each row in the file, and its cells. */
  readonly rows: readonly (readonly [number, ...string[]])[];
  /** Lines that are not rows, without empty ones. */
  readonly setAside?: readonly (readonly [number, SetAsideKind])[];
  readonly encoding?: FileEncoding | null;
  /** Headers of the columns that are suggested, by field. */
  readonly suggested?: Readonly<Record<string, string>>;
}

export function encoded(text: string, to: 'SJIS' | 'EUCJP' | 'JIS'): Uint8Array {
  return Uint8Array.from(Encoding.convert(Encoding.stringToCode(text), { to, from: 'UNICODE' }));
}

const utf8 = (text: string) => new Uint8Array(Buffer.from(text));
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));
const lines = (...given: readonly string[]) => given.map((line) => `${line}\r\n`).join('');

export const messyTables: readonly MessyTable[] = [
  {
    what: 'a ledger with titles, an author, units, subtotals and notes, in CP932',
    bytes: encoded(
      lines(
        '取引先台帳,,,',
        '作成日：2026/04/01,,,',
        '作成者：経理部　山田,,,',
        '',
        'No.,取引先名,法人番号,売上高',
        ',,,千円',
        '1,架空自動車株式会社,1180301018771,"1,200"',
        '2,㈱髙﨑①商事,－,300',
        '小　計,,,"1,500"',
        ',,,',
        '3,合計株式会社,,△10',
        '合計,,,"1,490"',
        '※ 金額は税込です。,,,',
        '以上,,,',
      ),
      'SJIS',
    ),
    encoding: 'cp932',
    headerRow: 5,
    headers: ['No.', '取引先名', '法人番号', '売上高'],
    rows: [
      [7, '1', '架空自動車株式会社', '1180301018771', '1,200'],
      [8, '2', '㈱髙﨑①商事', '－', '300'],
      [11, '3', '合計株式会社', '', '△10'],
    ],
    setAside: [
      [1, 'title'],
      [2, 'title'],
      [3, 'title'],
      [6, 'units'],
      [9, 'total'],
      [12, 'total'],
      [13, 'note'],
      [14, 'note'],
    ],
    suggested: { corporate_number: '法人番号', name: '取引先名' },
  },
  {
    what: 'an export with line breaks in cells, in UTF-16 with tabs',
    bytes: utf16(
      '\ufeff会社名\t住所\t備考\r\n"架空\n自動車"\t"東京都千代田区\r\n丸の内1-1"\t"a\tb"\r\n孤立電機\t\t"x""y"\r\n',
    ),
    encoding: 'utf-16le',
    headerRow: 1,
    headers: ['会社名', '住所', '備考'],
    rows: [
      [2, '架空\n自動車', '東京都千代田区\r\n丸の内1-1', 'a\tb'],
      [3, '孤立電機', '', 'x"y'],
    ],
    suggested: { name: '会社名', address: '住所' },
  },
  {
    what: 'UTF-16 without a byte order mark',
    bytes: utf16('会社名,番号\r\n架空自動車,1\r\n'),
    encoding: 'utf-16le',
    headerRow: 1,
    headers: ['会社名', '番号'],
    rows: [[2, '架空自動車', '1']],
  },
  {
    what: 'EUC-JP that is also valid CP932',
    bytes: encoded('名前\r\n極洋\r\n日本電気\r\n', 'EUCJP'),
    encoding: 'euc-jp',
    headerRow: 1,
    headers: ['名前'],
    rows: [
      [2, '極洋'],
      [3, '日本電気'],
    ],
  },
  {
    what: 'ISO-2022-JP',
    bytes: encoded('会社名,電話\r\n架空自動車,03-0000-0000\r\n', 'JIS'),
    encoding: 'iso-2022-jp',
    headerRow: 1,
    headers: ['会社名', '電話'],
    rows: [[2, '架空自動車', '03-0000-0000']],
  },
  {
    what: 'blank and repeated headers, short rows and extra cells',
    bytes: utf8('\ufeff会社名,,会社名,会社名 (2),Ｍemo\n架空自動車\n孤立電機,b,c,d,e,f\n'),
    headerRow: 1,
    headers: ['会社名', '列2', '会社名 (3)', '会社名 (2)', 'Ｍemo', '列6'],
    rows: [
      [2, '架空自動車', '', '', '', '', ''],
      [3, '孤立電機', 'b', 'c', 'd', 'e', 'f'],
    ],
  },
  {
    what: 'a list of companies without a header',
    bytes: utf8('架空自動車株式会社,東京都千代田区丸の内1-1\n株式会社孤立電機,大阪府大阪市北区2-2\n'),
    headerRow: null,
    headers: ['列1', '列2'],
    rows: [
      [1, '架空自動車株式会社', '東京都千代田区丸の内1-1'],
      [2, '株式会社孤立電機', '大阪府大阪市北区2-2'],
    ],
    suggested: { name: '列1', address: '列2' },
  },
  {
    what: 'names alone, one in a line, without a header',
    bytes: utf8(
      lines(
        '架空自動車株式会社',
        '有限会社三番',
        '架空共済組合',
        '架空銀行',
        '㈱四番',
        '五番合同会社',
        '㈱六番',
      ),
    ),
    headerRow: null,
    headers: ['列1'],
    rows: [
      [1, '架空自動車株式会社'],
      [2, '有限会社三番'],
      [3, '架空共済組合'],
      [4, '架空銀行'],
      [5, '㈱四番'],
      [6, '五番合同会社'],
      [7, '㈱六番'],
    ],
  },
  {
    what: 'amounts with as many digits as a postal code',
    bytes: utf8(lines('会社名,年間取引高', '架空自動車,4593395', '孤立電機,4084778')),
    headerRow: 1,
    headers: ['会社名', '年間取引高'],
    rows: [
      [2, '架空自動車', '4593395'],
      [3, '孤立電機', '4084778'],
    ],
    suggested: { name: '会社名' },
  },
  {
    what: 'mixed line ends, a formula that keeps zeros, and semicolons',
    bytes: utf8('得意先;コード\r株式会社A;="0123"\n\nB有限会社;12\r\n'),
    headerRow: 1,
    headers: ['得意先', 'コード'],
    rows: [
      [2, '株式会社A', '="0123"'],
      [4, 'B有限会社', '12'],
    ],
  },
  {
    what: 'companies called like sums',
    bytes: utf8('会社名,法人番号,金額\n合計,5070001000715,10\n計測株式会社,,20\n計,株式会社計,5\n合計,,35\n'),
    headerRow: 1,
    headers: ['会社名', '法人番号', '金額'],
    rows: [
      [2, '合計', '5070001000715', '10'],
      [3, '計測株式会社', '', '20'],
      [4, '計', '株式会社計', '5'],
    ],
    setAside: [[5, 'total']],
  },
  {
    what: 'expenses with sums by month and a count at the end',
    bytes: encoded(
      lines(
        '日付,支払先,金額',
        '4月1日,株式会社A,"1,000"',
        '4月計,,"1,000"',
        '5/1,四国計測株式会社,"-1,000"',
        '合計 2社,,',
      ),
      'SJIS',
    ),
    encoding: 'cp932',
    headerRow: 1,
    headers: ['日付', '支払先', '金額'],
    rows: [
      [2, '4月1日', '株式会社A', '1,000'],
      [4, '5/1', '四国計測株式会社', '-1,000'],
    ],
    setAside: [
      [3, 'total'],
      [5, 'total'],
    ],
    suggested: { name: '支払先' },
  },
  {
    what: 'a header in two lines',
    bytes: utf8(
      '仕入先,住所,売上,\n,,前期,当期\n株式会社A,東京都港区1-1,10,20\n株式会社B,東京都港区1-2,30,40\n',
    ),
    headerRow: 2,
    headers: ['仕入先', '住所', '売上 前期', '売上 当期'],
    rows: [
      [3, '株式会社A', '東京都港区1-1', '10', '20'],
      [4, '株式会社B', '東京都港区1-2', '30', '40'],
    ],
    setAside: [[1, 'header']],
  },
  {
    what: 'a line of what columns expect, pages that count in their titles, and comparisons at the end',
    bytes: utf8(
      lines(
        '売上一覧 1/2頁,,',
        '会社名,登録年月,売上',
        '（必須）,(年月),千円',
        '架空自動車,2026/04,100',
        '売上一覧 2/2頁,,',
        '会社名,登録年月,売上',
        '孤立電機,2026/05,50',
        '集計,,150',
        '前年比,,98%',
        '構成比,,100%',
      ),
    ),
    headerRow: 2,
    headers: ['会社名', '登録年月', '売上'],
    rows: [
      [4, '架空自動車', '2026/04', '100'],
      [7, '孤立電機', '2026/05', '50'],
    ],
    setAside: [
      [1, 'title'],
      [3, 'units'],
      [5, 'title'],
      [6, 'header'],
      [8, 'total'],
      [9, 'total'],
      [10, 'total'],
    ],
  },
  {
    what: 'lines that the caller wants otherwise',
    bytes: utf8('会社名,金額\nA社,1\n合計,2\nB社,3\n下書き,4\n合計,10\n'),
    query: { keep: '3', leave_out: '5' },
    headerRow: 1,
    headers: ['会社名', '金額'],
    rows: [
      [2, 'A社', '1'],
      [3, '合計', '2'],
      [4, 'B社', '3'],
    ],
    setAside: [
      [5, 'left_out'],
      [6, 'total'],
    ],
  },
  {
    what: 'a table whose header and end the caller names',
    bytes: utf8('会社名,金額\n別の表,1\n支払先,支払額\n株式会社A,5\n合計,5\nメモ,\n'),
    query: { header_row: '3', last_row: '5' },
    headerRow: 3,
    headers: ['支払先', '支払額'],
    rows: [
      [4, '株式会社A', '5'],
      [5, '合計', '5'],
    ],
    setAside: [
      [1, 'title'],
      [2, 'title'],
      [6, 'note'],
    ],
  },
  {
    what: 'a workbook with a cover, empty lines, numbers, dates, readings and a hidden sheet',
    bytes: workbook(
      [
        { name: '表紙' },
        { name: '旧', hidden: true, lines: { 1: ['会社名'], 2: ['古い株式会社'] } },
        {
          name: '取引先',
          xml: `<cols><col min="4" max="4" hidden="1"/></cols><sheetData>
            <row r="2"><c r="B2" t="inlineStr"><is><t>取引先一覧</t></is></c></row>
            <row r="4"><c r="B4" t="s"><v>0</v></c><c r="C4" t="s"><v>1</v></c><c r="D4" t="s"><v>2</v></c><c r="E4" t="s"><v>3</v></c><c r="F4" t="s"><v>4</v></c><c r="G4" t="s"><v>6</v></c></row>
            <row r="6" hidden="1"><c r="B6" t="s"><v>5</v></c><c r="C6" s="5"><v>1.180301018771E12</v></c><c r="D6" t="inlineStr"><is><t>0012</t></is></c><c r="E6" s="1"><v>46113</v></c><c r="F6" s="3"><v>1234567</v></c><c r="G6" s="7"><v>1000001</v></c></row>
            <row r="7"><c r="B7" t="inlineStr"><is><r><t>孤立</t></r><r><t>電機</t></r></is></c><c r="C7"><v>1180301018771</v></c><c r="D7"><v>7203</v></c><c r="E7" s="2"><v>46113.395833333336</v></c><c r="F7" t="e"><v>#N/A</v></c></row>
            </sheetData><mergeCells><mergeCell ref="B2:D2"/></mergeCells>`,
        },
      ],
      {
        strings: [
          '<si><t>会社名</t></si>',
          '<si><t>法人番号</t></si>',
          '<si><t>証券コード</t></si>',
          '<si><t>設立日</t></si>',
          '<si><t>売上</t></si>',
          '<si><t>株式会社東</t><rPh sb="4" eb="5"><t>アズマ</t></rPh></si>',
          '<si><t>郵便番号</t></si>',
        ],
      },
    ),
    encoding: null,
    headerRow: 4,
    headers: ['列1', '会社名', '法人番号', '証券コード', '設立日', '売上', '郵便番号'],
    rows: [
      [6, '', '株式会社東', '1180301018771', '0012', '2026-04-01', '1,234,567', '100-0001'],
      [7, '', '孤立電機', '1180301018771', '7203', '2026-04-01T09:30:00', '#N/A', ''],
    ],
    setAside: [[2, 'title']],
    suggested: {
      corporate_number: '法人番号',
      name: '会社名',
      ticker: '証券コード',
      postal_code: '郵便番号',
    },
  },
  {
    what: 'a sheet of a workbook by its number, with dates from 1904',
    bytes: workbook(
      [
        { name: 'A', lines: { 1: ['会社名'], 2: ['別'] } },
        {
          name: 'B',
          hidden: true,
          lines: {
            1: ['会社名', '日付', '曜日'],
            2: ['株式会社A', { number: 44651, style: 'japaneseDate' }, { number: 44651, style: 'weekday' }],
          },
        },
      ],
      { from1904: true },
    ),
    query: { sheet: '2' },
    encoding: null,
    headerRow: 1,
    headers: ['会社名', '日付', '曜日'],
    rows: [[2, '株式会社A', '2026-04-01', '2026-04-01']],
  },
  {
    what: 'headers repeated on printed pages, without the columns that somebody added beside the table',
    bytes: utf8(
      lines(
        '会社名,都道府県,売上,メモ',
        '架空自動車,東京都,100,a',
        '会社名,都道府県,売上,',
        '架空商事,大阪府,50,b',
      ),
    ),
    headerRow: 1,
    headers: ['会社名', '都道府県', '売上', 'メモ'],
    rows: [
      [2, '架空自動車', '東京都', '100', 'a'],
      [4, '架空商事', '大阪府', '50', 'b'],
    ],
    setAside: [[3, 'header']],
  },
  {
    what: 'printed pages with titles, headers, page numbers and groups, and sums without a name',
    bytes: utf8(
      lines(
        '取引先一覧,,,',
        '会社名,都道府県,売上,構成比',
        ',,（税抜・千円）,%',
        '【東日本】,,,',
        '架空自動車,東京都,100,50%',
        '孤立電機,東京都,50,25%',
        ',,150,75%',
        '- 1 -,,,',
        '',
        '取引先一覧,,,',
        '会社名 ,都道府県,売上,構成比',
        ',,（税抜・千円）,%',
        '【西日本】,,,',
        '架空商事,大阪府,50,25%',
        ',,50,',
        '消費税,,20,',
        ',,200,',
        'P.2,,,',
        '\u001a',
      ),
    ),
    headerRow: 2,
    headers: ['会社名', '都道府県', '売上', '構成比'],
    rows: [
      [5, '架空自動車', '東京都', '100', '50%'],
      [6, '孤立電機', '東京都', '50', '25%'],
      [14, '架空商事', '大阪府', '50', '25%'],
    ],
    setAside: [
      [1, 'title'],
      [3, 'units'],
      [4, 'note'],
      [7, 'total'],
      [8, 'note'],
      [10, 'title'],
      [11, 'header'],
      [12, 'units'],
      [13, 'note'],
      [15, 'total'],
      [16, 'total'],
      [17, 'total'],
      [18, 'note'],
    ],
    suggested: { name: '会社名', prefecture: '都道府県' },
  },
  {
    what: 'a workbook with a cover, and a header of merged cells in two lines with years',
    bytes: workbook([
      {
        name: '表紙',
        lines: { 2: ['取引先一覧'], 4: ['会社名', '株式会社提出元'], 5: ['作成日', '2026/04/01'] },
      },
      {
        name: '一覧',
        lines: {
          1: ['会社名', '所在地', null, '売上'],
          2: [null, '都道府県', '市区町村', 2023, 2024],
          3: ['架空自動車', '東京都', '千代田区', 1, 2],
        },
        merged: ['A1:A2', 'B1:C1', 'D1:E1'],
      },
    ]),
    headerRow: 2,
    headers: ['会社名', '所在地 都道府県', '所在地 市区町村', '売上 2023', '売上 2024'],
    rows: [[3, '架空自動車', '東京都', '千代田区', '1', '2']],
    setAside: [[1, 'header']],
    suggested: { name: '会社名', prefecture: '所在地 都道府県', city: '所在地 市区町村' },
  },
  {
    what: 'an amount whose company is missing',
    bytes: utf8(
      lines('会社名,都道府県,売上', '架空自動車,東京都,100', ',,100', '孤立電機,東京都,50', ',,70'),
    ),
    headerRow: 1,
    headers: ['会社名', '都道府県', '売上'],
    rows: [
      [2, '架空自動車', '東京都', '100'],
      [3, '', '', '100'],
      [4, '孤立電機', '東京都', '50'],
      [5, '', '', '70'],
    ],
  },
  {
    what: 'a list of names with a title and a date above its header',
    bytes: utf8(lines('取引先名簿', '2026/04/01', '会社名', '架空自動車', '孤立電機')),
    headerRow: 3,
    headers: ['会社名'],
    rows: [
      [4, '架空自動車'],
      [5, '孤立電機'],
    ],
    setAside: [
      [1, 'title'],
      [2, 'title'],
    ],
  },
  {
    what: 'names that look like notes and headings',
    bytes: utf8(
      lines(
        '会社名,都道府県,比率',
        '架空自動車,東京都,1/2',
        ',,1/3',
        '【有限会社三番】,,',
        '孤立電機,大阪府,1/6',
        'Re:Build,,',
      ),
    ),
    headerRow: 1,
    headers: ['会社名', '都道府県', '比率'],
    rows: [
      [2, '架空自動車', '東京都', '1/2'],
      [3, '', '', '1/3'],
      [4, '【有限会社三番】', '', ''],
      [5, '孤立電機', '大阪府', '1/6'],
      [6, 'Re:Build', '', ''],
    ],
  },
  {
    what: 'two tables below each other',
    bytes: utf8(lines('会社名,売上', '架空自動車,1', '', '担当者', '氏名,部署', '山田,経理')),
    query: { last_row: '2' },
    headerRow: 1,
    headers: ['会社名', '売上'],
    rows: [[2, '架空自動車', '1']],
    setAside: [
      [4, 'note'],
      [5, 'note'],
      [6, 'note'],
    ],
  },
];
