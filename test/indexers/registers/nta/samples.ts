import { corporateNumber } from '../../../support/companies.ts';

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

/** The row with which the register removes a number: nearly all columns are blank. */
export function removalRow(number: number, updated: string): string {
  return `1,${corporateNumber(number)},99,,${updated},${','.repeat(24)}\r\n`;
}
