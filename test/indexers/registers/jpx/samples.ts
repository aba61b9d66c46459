import { utils, write } from '@e965/xlsx';
import { shiftJis } from '../../../support/loading.ts';

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

/** The same list as the exchange publishes it: an .xls workbook, with numbers where a cell has only digits. */
export function jpxWorkbook(list: string): Buffer {
  return workbook(cellsOf(list), 'biff8');
}

/**
 * As Excel 5 and 95 wrote it: texts in Shift_JIS. The library only writes Latin texts, so each text is written as one of the
 * same length, and then replaced.
 */
export function oldJpxWorkbook(list: string): Buffer {
  const texts = new Map<string, string>();
  const placeholder = (text: string) => {
    const length = shiftJis(text).length;
    const found = texts.get(text) ?? `Q${texts.size.toString(36).padEnd(length - 1, '_')}`.slice(0, length);
    texts.set(text, found);
    return found;
  };
  const latin = cellsOf(list).map((row) =>
    row.map((cell) => (typeof cell === 'string' && /[^ -~]/.test(cell) ? placeholder(cell) : cell)),
  );
  const bytes = workbook(latin, 'biff5');
  for (const [text, written] of texts) {
    for (let at = bytes.indexOf(written); at >= 0; at = bytes.indexOf(written, at + 1))
      bytes.set(shiftJis(text), at);
  }
  const codePage = bytes.indexOf(Buffer.from([0x42, 0, 2, 0]));
  bytes.writeUInt16LE(932, codePage + 4);
  return bytes;
}

type Cell = string | number;

function cellsOf(list: string): Cell[][] {
  const lines = list.trim().split('\n');
  return lines.map((line) => line.split(',').map((cell) => (/^\d+$/.test(cell) ? Number(cell) : cell)));
}

function workbook(rows: readonly Cell[][], bookType: 'biff8' | 'biff5'): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([...rows]), 'Sheet1');
  return write(book, { type: 'buffer', bookType });
}
