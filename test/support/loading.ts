import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Encoding from 'encoding-japanese';
import type { LoadOptions, LoadReport } from '../../indexers/loading/load.ts';
import { type LoadKind, loadFile } from '../../indexers/registers/index.ts';
import { corporateNumber } from './companies.ts';
import { type SuiteDatabase, suiteDatabase } from './database.ts';

/** Files in the official formats, of fictional companies, and a database to load them into. */
export interface SuiteLoading {
  readonly database: SuiteDatabase;
  readonly folder: string;
  /** Writes a file and gives its path. */
  write(name: string, content: string | Uint8Array): string;
  /** Loads content as a file of this name. */
  load(kind: LoadKind, content: string | Uint8Array, options?: Partial<LoadOptions>): Promise<LoadReport>;
  rows<Row = Record<string, unknown>>(sql: string, ...bindings: string[]): Promise<Row[]>;
  /** Empties every table of facts. */
  clear(): Promise<void>;
  remove(): Promise<void>;
}

export async function suiteLoading(): Promise<SuiteLoading> {
  const database = await suiteDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), 'cds-load-'));
  const write = (name: string, content: string | Uint8Array) => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  return {
    database,
    folder,
    write,
    load: (kind, content, options = {}) =>
      loadFile(kind, {
        databaseUrl: database.url,
        stateFolder: path.join(folder, 'state'),
        file: write(`${kind}.txt`, content),
        ...options,
      }),
    rows: async (sql, ...bindings) => (await database.knex.raw(sql, bindings)).rows,
    async clear() {
      await database.knex.raw('TRUNCATE companies, company_changes, loads CASCADE');
    },
    async remove() {
      rmSync(folder, { recursive: true, force: true });
      await database.drop();
    },
  };
}

/** Shift_JIS as the offices write it. */
export function shiftJis(text: string): Uint8Array {
  return Uint8Array.from(Encoding.convert(Encoding.stringToCode(text), { from: 'UNICODE', to: 'SJIS' }));
}

export interface RegisterCells {
  /** Makes the corporate number. */
  readonly number: number;
  readonly name: string;
  readonly process?: string;
  readonly correct?: string;
  readonly updated?: string;
  readonly changed?: string;
  readonly imageId?: string;
  readonly kind?: string;
  readonly city?: string;
  readonly street?: string;
  readonly outside?: string;
  readonly closed?: string;
  readonly cause?: string;
  readonly successor?: string;
  readonly assigned?: string;
  readonly latest?: string;
  readonly english?: string;
  readonly kana?: string;
  readonly hihyoji?: string;
}

/** A row of the full or differential file of the register, of a company in 東京都. */
export function registerRow(cells: RegisterCells, sequence = 1): string {
  const quoted = (text = '') => (text === '' ? '' : `"${text.replaceAll('"', '""')}"`);
  return [
    sequence,
    corporateNumber(cells.number),
    cells.process ?? '01',
    cells.correct ?? '0',
    cells.updated ?? '2024-04-01',
    cells.changed ?? '2015-10-05',
    quoted(cells.name),
    cells.imageId ?? '',
    cells.kind ?? '301',
    '"東京都"',
    quoted(cells.city ?? '千代田区'),
    quoted(cells.street ?? '架空町１丁目１番１号'),
    '',
    '13',
    '101',
    '1000001',
    quoted(cells.outside),
    '',
    cells.closed ?? '',
    cells.cause ?? '',
    cells.successor ?? '',
    '',
    cells.assigned ?? '2015-10-05',
    cells.latest ?? '1',
    quoted(cells.english),
    '',
    '',
    '',
    quoted(cells.kana),
    cells.hihyoji ?? '0',
  ].join(',');
}

export function registerFile(...rows: readonly RegisterCells[]): string {
  return rows.map((row, at) => `${registerRow(row, at + 1)}\r\n`).join('');
}

/** The row by which the register says that a number is gone: nearly all columns are blank. */
export function removalRow(number: number, updated: string): string {
  return `1,${corporateNumber(number)},99,,${updated},${','.repeat(24)}\r\n`;
}

export interface FilerCells {
  readonly edinet: string;
  readonly name: string;
  readonly number?: number;
  readonly code?: string;
  readonly type?: string;
  readonly listed?: string;
  readonly consolidated?: string;
  readonly capital?: string;
  readonly yearEnd?: string;
  readonly english?: string;
  readonly kana?: string;
  readonly address?: string;
  readonly industry?: string;
}

export const edinetHeader =
  'ＥＤＩＮＥＴコード,提出者種別,上場区分,連結の有無,資本金,決算日,提出者名,提出者名（英字）,提出者名（ヨミ）,所在地,提出者業種,証券コード,提出者法人番号';

/** The EDINET code list of a day such as 2025年12月24日. */
export function edinetFile(day: string, ...filers: readonly FilerCells[]): Uint8Array {
  const rows = filers.map((filer) =>
    [
      filer.edinet,
      filer.type ?? '内国法人・組合',
      filer.listed ?? '上場',
      filer.consolidated ?? '有',
      filer.capital ?? '100',
      filer.yearEnd ?? '3月31日',
      filer.name,
      filer.english ?? '',
      filer.kana ?? '',
      filer.address ?? '千代田区架空町一丁目１番地',
      filer.industry ?? 'サービス業',
      filer.code ?? '',
      filer.number === undefined ? '' : corporateNumber(filer.number),
    ]
      .map((cell) => `"${cell}"`)
      .join(','),
  );
  return shiftJis(
    `${[`ダウンロード実行日,${day}現在,件数,${filers.length}件`, edinetHeader, ...rows].join('\r\n')}\r\n`,
  );
}

export interface SecurityCells {
  readonly code: string;
  readonly name: string;
  readonly segment?: string;
  readonly sector?: string;
  readonly size?: string;
}

/** The exchange's list of a day such as 20260131. */
export function jpxFile(day: string, ...securities: readonly SecurityCells[]): string {
  const header =
    '日付,コード,銘柄名,市場・商品区分,33業種コード,33業種区分,17業種コード,17業種区分,規模コード,規模区分';
  const rows = securities.map(({ code, name, segment, sector, size }) =>
    [
      day,
      code,
      name,
      segment ?? 'プライム（内国株式）',
      sector ?? '9050',
      '-',
      '-',
      '-',
      '-',
      size ?? '-',
    ].join(','),
  );
  return `${[header, ...rows].join('\n')}\n`;
}

export function jsonLines(...records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** The headers of gBizINFO's full files, as the ministry writes them. */
export const gbizHeaders = {
  Kihonjoho:
    '法人番号,商号または名称,商号または名称（カナ）,商号または名称（英字）,登記記録の閉鎖等年月日,登記記録の閉鎖等の事由,登記住所,郵便番号,都道府県,都道府県コード,市区町村（郡）,市区町村コード,番地以下,組織種別,処理区分,訂正区分,状態,代表者名称,資本金,従業員数,企業規模詳細(男性),企業規模詳細(女性),事業概要,WebサイトURL,創業年,事業種目,設立年月日,全省庁統一資格-資格等級,全省庁統一資格-営業品目,更新年月日,キー情報',
  Chotatsujoho: '法人番号,商号または名称,登記住所,受注日,件名,落札価格,組織名,備考',
  Hojokinjoho: '法人番号,商号または名称,登記住所,証明日,名称,金額,対象,発行元',
  Hyoshojoho: '法人番号,商号または名称,登記住所,証明日,名称,対象,部門,発行元,備考',
  TodokedeNinteijoho: '法人番号,商号または名称,登記住所,証明日,名称,対象,部門,発行元',
  Tokkyojoho:
    '法人番号,商号または名称,登記住所,特許/意匠/商標,登録番号,出願年月日,特許_FI分類_コード値,特許_FI分類_コード値（日本語）,特許_Fターム-テーマコード,意匠_意匠新分類_コード値,意匠_意匠新分類_コード値（日本語）,商標_類_コード値,商標_類_コード値（日本語）,発明の名称(等)/意匠に係る物品/表示用商標,文献固定アドレス',
  Zaimujoho:
    '法人番号,商号または名称,登記住所,会計基準,事業年度,回次,売上高,売上高（単位),営業収益,営業収益（単位）,営業収入,営業収入（単位）,営業総収入,営業総収入（単位）,経常収益,経常収益（単位）,正味収入保険料,正味収入保険料（単位）,経常利益又は経常損失（△）,経常利益又は経常損失（△）(単位),当期純利益又は当期純損失（△）,当期純利益又は当期純損失（△）(単位),資本金,資本金(単位),純資産額,純資産額(単位),総資産額,総資産額(単位),従業員数,従業員数(単位),大株主1,発行済株式総数に対する所有株式数の割合1,大株主2,発行済株式総数に対する所有株式数の割合2,大株主3,発行済株式総数に対する所有株式数の割合3,大株主4,発行済株式総数に対する所有株式数の割合4,大株主5,発行済株式総数に対する所有株式数の割合5',
  Shokubajoho:
    '法人番号,商号または名称,登記住所,平均継続勤務年数-範囲,平均継続勤務年数-男性,平均継続勤務年数-女性,正社員の平均継続勤務年数,従業員の平均年齢,月平均所定外労働時間,労働者に占める女性労働者の割合-範囲,労働者に占める女性労働者の割合,女性管理職人数,管理職全体人数（男女計）,女性役員人数,役員全体人数（男女計）,育児休業対象者数（男性）,育児休業対象者数（女性）,育児休業取得者数（男性）,育児休業取得者数（女性）',
} as const;
const gbizMetadata = 'キー情報,データ品質,出典元,データ取込頻度,最終取得日,最終更新日';

/** Cells by their headers; the corporate number is made from `number`. */
export type GbizCells = Readonly<Record<string, string | number>> & { readonly number: number };

/** A full file of gBizINFO; `extra` are columns behind those of the format. */
export function gbizFile(
  file: keyof typeof gbizHeaders,
  rows: GbizCells | readonly GbizCells[],
  { extra = [], without = [] }: { extra?: readonly string[]; without?: readonly string[] } = {},
): string {
  const headers = [...gbizHeaders[file].split(','), ...gbizMetadata.split(','), ...extra];
  const columns = [...new Set(headers)].filter((header) => !without.includes(header));
  const given = Array.isArray(rows) ? (rows as readonly GbizCells[]) : [rows as GbizCells];
  const lines = given.map((cells) => {
    const all: Readonly<Record<string, string | number>> = {
      商号または名称: `株式会社架空${cells.number}`,
      データ品質: '政府承認データ',
      ...cells,
      法人番号: corporateNumber(cells.number),
    };
    return columns.map((column) => `"${String(all[column] ?? '').replaceAll('"', '""')}"`).join(',');
  });
  return `\ufeff${[columns.map((column) => `"${column}"`).join(','), ...lines].join('\r\n')}\r\n`;
}
