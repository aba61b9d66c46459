import { parse } from 'csv-parse/sync';
import { isCalendarDay } from '../../src/text/days/written-days.ts';
import {
  buildUrl,
  type DailyFollower,
  formatDayForName,
  type Page,
  readPages,
  requireDay,
  requirePast,
  writeOneFile,
} from './follower.ts';
import { PublisherError } from './publisher-error.ts';

/**
 * The register of corporate numbers, by the Web-API of the National Tax Agency, version 4: `diff` as CSV in UTF-8 (type 02).
 * The first line is `lastUpdateDate,count,divideNumber,divideSize`; the others have the 30 columns of its files.
 */
export function createCorporateNumbersFollower({ url, key }: { url: string; key: string }): DailyFollower {
  return {
    daily: true,
    register: 'corporate-numbers',
    publisher: 'nta',
    key,
    checkEveryMs: 60 * 60 * 1_000,
    beginsWith: ['nta'],
    // The answer itself says how far the register is published.
    settledAfterHours: 0,
    async fetchDay(day, fetching) {
      const fetchPage = async (divide: number) => {
        const parameters = { id: key, from: day, to: day, type: '02', divide: String(divide) };
        return readPage((await fetching.requests.get(buildUrl(url, '4/diff', parameters))).body);
      };
      const { rows, version } = await readPages(fetchPage);
      requireDay(
        rows.map(({ updatedOn }) => updatedOn),
        day,
      );
      const name = `diff_${formatDayForName(day)}.csv`;
      return writeOneFile(fetching, { kind: 'nta-diff', name, content: renderNumberedRows(rows) }, version);
    },
  };
}

interface Row {
  /** As in the answer, with its line break. */
  readonly raw: string;
  readonly updatedOn: string;
}

const columns = 30;
/** The place of `updateDate`. */
const updateDate = 4;

function readPage(body: Buffer): Page<Row> {
  const records: { record: string[]; raw: string }[] = parseAnswer(body);
  const [header, ...rows] = records;
  const [lastUpdateDate = '', count = '', number = '', size = ''] = header?.record ?? [];
  if (!isCalendarDay(lastUpdateDate) || ![count, number, size].every((cell) => /^\d{1,9}$/.test(cell)))
    throw new PublisherError('The answer does not begin with the line of its date and counts.');
  // An empty answer may state no pages.
  const pages = Math.max(1, Number(size));
  requirePast(lastUpdateDate);
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
