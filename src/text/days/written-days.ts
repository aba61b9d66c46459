import { normalizeText } from '../letters/normalize.ts';

/** Reads days and years as people in Japan write them. */

/** Whether the text is a day of the calendar, `YYYY-MM-DD`. */
export function isCalendarDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === text;
}

/** The year before the first year of each era. */
const eras: Readonly<Record<string, number>> = { 明治: 1867, 大正: 1911, 昭和: 1925, 平成: 1988, 令和: 2018 };
const shortEras: Readonly<Record<string, string>> = {
  M: '明治',
  明: '明治',
  T: '大正',
  大: '大正',
  S: '昭和',
  昭: '昭和',
  H: '平成',
  平: '平成',
  R: '令和',
  令: '令和',
};

/** A year as 2024 or 令和6. */
export function parseYear(text: string): number | null {
  const [, era, inEra, year] = /(?:(明治|大正|昭和|平成|令和)(\d{1,2}|元)|(\d{4}))/.exec(text) ?? [];
  if (year !== undefined) return Number(year);
  if (era === undefined || inEra === undefined) return null;
  return (eras[era] ?? 0) + (inEra === '元' ? 1 : Number(inEra));
}

const year = '((?:明治|大正|昭和|平成|令和)(?:\\d{1,2}|元)|\\d{4})';
/** Behind a day: 2024-04-01T09:00:00+09:00, 2024/4/1 0:00, 2024年4月1日(月). */
const behind = '(?:[T ].*|\\(.\\)|[月火水木金土日]曜日?)?$';
const withSigns = new RegExp(`^${year}[-/.](\\d{1,2})[-/.](\\d{1,2})${behind}`);
const inWords = new RegExp(`^${year}年(\\d{1,2})月(\\d{1,2})日${behind}`);
const digits = /^(\d{4})(\d{2})(\d{2})$/;
/** R6.4.1, 令6年4月1日 */
const shortEra = /^([MTSHR明大昭平令])\.?(?=\d{1,2}[-/.年]|元)/i;
/** A day as a spreadsheet counts it, from 1927 to 2173. Fewer digits could be a year. */
const serial = /^([1-9]\d{4})(?:\.\d+)?$/;
const dayMs = 24 * 60 * 60 * 1000;
const firstSerial = Date.UTC(1899, 11, 30);
/** Longer texts are not days. */
const maxLength = 60;

/** A day with its whole year, as `YYYY-MM-DD`; null if the text is not one day. */
export function parseWrittenDay(cell: string): string | null {
  if (cell.length > maxLength) return null;
  const text = normalizeText(cell);
  const parts = withSigns.exec(text) ?? digits.exec(text) ?? inWords.exec(text.replaceAll(' ', ''));
  const yearThen = parts === null ? null : parseYear(parts[1] ?? '');
  if (parts === null || yearThen === null) return null;
  const [, , month = '', day = ''] = parts;
  const iso = `${String(yearThen).padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (isCalendarDay(iso) && !iso.startsWith('0000')) return iso;
  return null;
}

/** A day in a cell of any table: as `dayOf`, with the letter of an era, or as a spreadsheet counts days. */
export function parseDayInCell(cell: string): string | null {
  if (cell.length > maxLength) return null;
  const text = normalizeText(cell);
  const [, days] = serial.exec(text) ?? [];
  if (days !== undefined) return new Date(firstSerial + Number(days) * dayMs).toISOString().slice(0, 10);
  return parseWrittenDay(
    text.replace(shortEra, (whole, era: string) => shortEras[era.toUpperCase()] ?? whole),
  );
}
