import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { folder } from './real-files.ts';
import { type WorkbookCell, workbook } from './workbooks.ts';

/** A row of the workbook: what an office wrote, and the company that it meant. */
export interface WrittenRow {
  /** Line of the sheet, from 1. */
  readonly line: number;
  readonly name: string;
  readonly corporateNumber: string;
  /** What the sheet has in the column of corporate numbers. */
  readonly writtenNumber: number | null;
}

export interface RealWorkbook {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly rows: readonly WrittenRow[];
}

/** What stands beside names in tables of customers. */
const besides = ['', '', '', '', ' 大阪支店', '　御中', '（経理部）', ' 本社', '\n東京営業所', ''];
const remarks = ['', '', '要確認', '', '担当：佐藤', '', '', '2024年契約'];
const namesFile = path.join(folder, 'written_names.csv.gz');

/**
 * A customer table as an office keeps it, from names that people really wrote: titles above, two lines of headers, units, a subtotal after
 * each hundred rows, a note at the end; a third of the corporate numbers, as decimal numbers; some names twice.
 * @param count rows, for example 300
 */
export function realWorkbook(count: number): RealWorkbook {
  const written: string[][] = parse(gunzipSync(readFileSync(namesFile)), { from_line: 2 });
  const step = Math.floor(written.length / count);
  const lines: Record<number, WorkbookCell[]> = {
    1: ['取引先一覧表', null, null, null, null, '社外秘'],
    2: ['営業本部　作成者：山田', null, null, null, null, '2026年10月末現在'],
    4: ['No.', '取引先', null, '売上', null, '備考'],
    5: [null, '名称', '法人番号', '2024', '2025', null],
    6: [null, null, null, '(千円)', '(千円)', null],
  };
  const rows: WrittenRow[] = [];
  let line = 6;
  let sums: [number, number] = [0, 0];
  for (let place = 0; place < count; place += 1) {
    // Every tenth row repeats the name five rows above.
    const from = place % 10 === 9 ? place - 5 : place;
    const [name = '', corporateNumber = ''] = written[from * step] ?? [];
    const cell = from === place ? `${name}${besides[place % besides.length]}` : name;
    const sales: [number, number] = [(place * 7919) % 90_001, (place * 104_729) % 120_011];
    sums = [sums[0] + sales[0], sums[1] + sales[1]];
    const writtenNumber = place % 3 === 0 ? Number(corporateNumber) : null;
    line += 1;
    lines[line] = [
      place + 1,
      cell,
      writtenNumber === null
        ? null
        : { number: writtenNumber, style: place % 2 === 0 ? 'general' : 'scientific' },
      { number: sales[0], style: 'thousands' },
      { number: sales[1], style: 'thousands' },
      remarks[place % remarks.length] || null,
    ];
    rows.push({ line, name: cell, corporateNumber, writtenNumber });
    if ((place + 1) % 100 === 0) {
      line += 1;
      lines[line] = [null, '小計', null, ...sums, null];
      sums = [0, 0];
    }
  }
  lines[line + 2] = ['※ 売上は税抜。休眠先を除く。'];
  const merged = ['A1:E1', 'B4:C4', 'D4:E4'];
  return {
    bytes: workbook([
      { name: '表紙', lines: { 2: ['取引先一覧表'] } },
      { name: '取引先', lines, merged },
    ]),
    rows,
  };
}
