import { read, set_cptable } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import { readTasks } from '../../../src/process/reader-program.ts';

/**
 * The process that reads one Excel 97-2003 workbook: it answers with the rows of the first sheet, cells as text, with their line. It
 * has its own file in the build, and limits of memory and time, because a file that was made to can exhaust both.
 */

/** A line of the answer. */
export type SheetRow = readonly [line: number, cells: string[]];

// Workbooks before Excel 97 have texts in the code page of the machine.
set_cptable(codePages);
readTasks((_task: null, bytes) => ({ answer: readSheetRows(bytes) }));

function readSheetRows(bytes: Uint8Array): SheetRow[] {
  const { SheetNames, Sheets } = read(bytes, {
    type: 'array',
    dense: true,
    sheets: 0,
    cellDates: true,
    UTC: true,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
  });
  const rows = Sheets[SheetNames[0] ?? '']?.['!data'] ?? [];
  const written: SheetRow[] = [];
  for (const [at, row] of rows.entries()) {
    if (!row) continue;
    const cells = Array.from(row, (cell) => renderCell(cell?.v));
    if (cells.some((cell) => cell !== '')) written.push([at + 1, cells]);
  }
  return written;
}

function renderCell(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === 'string' || typeof value === 'number') return String(value).replaceAll('\0', '');
  return '';
}
