import { parse } from 'csv-parse/sync';
import { isCalendarDay } from '../../src/text/days/written-days.ts';
import { PublisherError } from './publisher-error.ts';
import type { AgencyRegister } from './tax-agency.ts';

/**
 * The register of corporate numbers, by the Web-API of the National Tax Agency, version 4: `diff` as CSV in UTF-8 (type 02).
 * The first line is `lastUpdateDate,count,divideNumber,divideSize`; the others have the 30 columns of its files.
 */
export const corporateNumbers: AgencyRegister<Row> = {
  register: 'corporate-numbers',
  publisher: 'nta',
  beginsWith: ['nta'],
  place: '4/diff',
  type: '02',
  kind: 'nta-diff',
  readPage,
  getUpdateDay: ({ updatedOn }) => updatedOn,
  fileName: ['diff', 'csv'],
  renderFile: renderNumberedRows,
};

interface Row {
  /** As in the answer, with its line break. */
  readonly raw: string;
  readonly updatedOn: string;
}

const columns = 30;
/** The place of `updateDate`. */
const updateDate = 4;

function readPage(body: Buffer) {
  const records: { record: string[]; raw: string }[] = parseAnswer(body);
  const [header, ...rows] = records;
  const [lastUpdateDate = '', count = '', number = '', size = ''] = header?.record ?? [];
  if (!isCalendarDay(lastUpdateDate) || ![count, number, size].every((cell) => /^\d{1,9}$/.test(cell)))
    throw new PublisherError('The answer does not begin with the line of its date and counts.');
  // An empty answer may state no pages.
  const pages = Math.max(1, Number(size));
  const last = rows.at(-1);
  // Of a last line without an end, the last column may be cut off.
  const isCut =
    last !== undefined && !/[\r\n]$/.test(body.toString('latin1', body.length - 1)) && !last.record.at(-1);
  if (isCut || rows.some(({ record }) => record.length !== columns)) throw buildDamageError();
  return {
    rows: rows.map(({ raw, record }) => ({ raw, updatedOn: record[updateDate] ?? '' })),
    count: Number(count),
    pages,
    version: lastUpdateDate,
    number: Number(number),
  };
}

function buildDamageError(): PublisherError {
  return new PublisherError('The answer is not CSV in UTF-8: it is cut off or damaged.');
}

function parseAnswer(body: Buffer): { record: string[]; raw: string }[] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    // Its types do not know what `raw` returns.
    return parse(text, { raw: true, relax_column_count: true, skip_empty_lines: true }) as unknown as {
      record: string[];
      raw: string;
    }[];
  } catch {
    throw buildDamageError();
  }
}

/** Numbered through as in the file of the day, because the number orders the earlier states of a company. */
function renderNumberedRows(rows: readonly Row[]): string {
  return rows.map(({ raw }, at) => `${raw.trimEnd().replace(/^"?\d*"?(?=,)/, String(at + 1))}\n`).join('');
}
