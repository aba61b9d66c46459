import { format, isValidFormat } from 'numfmt';

/** Numbers of a workbook as text: as a person sees them, but never shortened. */

/** Formats with a fixed number (ECMA-376, 18.8.30, and the Japanese ones). */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '¥#,##0;¥-#,##0',
  6: '¥#,##0;¥-#,##0',
  7: '¥#,##0.00;¥-#,##0.00',
  8: '¥#,##0.00;¥-#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'yyyy/m/d',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy/m/d h:mm',
  27: 'yyyy/m/d',
  28: 'yyyy/m/d',
  29: 'yyyy/m/d',
  30: 'm/d/yy',
  31: 'yyyy/m/d',
  32: 'h:mm',
  33: 'h:mm:ss',
  34: 'h:mm',
  35: 'h:mm:ss',
  36: 'yyyy/m/d',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  50: 'yyyy/m/d',
  51: 'yyyy/m/d',
  52: 'yyyy/m/d',
  53: 'yyyy/m/d',
  54: 'yyyy/m/d',
  55: 'yyyy/m/d',
  56: 'yyyy/m/d',
  57: 'yyyy/m/d',
  58: 'yyyy/m/d',
};

export function builtInFormat(id: number): string | undefined {
  return builtIn[id];
}

/** Shows the numbers of cells with one format. */
export type NumberDisplay = (value: number) => string;

/** @param code as in the workbook; undefined for General */
export function numberDisplay(
  code: string | undefined,
  { from1904 }: { readonly from1904: boolean },
): NumberDisplay {
  if (code === undefined || /^(general|@|g\/標準)$/i.test(code)) return plainNumber;
  const bare = code
    // Literals, paddings, colours, conditions and locales are not parts of a date; [h] is.
    .replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!\$|[hms]+\])[^[\]]*\]|\[\$[^[\]]*\]/gi, '')
    .toLowerCase()
    .replaceAll(/am\/pm|a\/p/g, 'h');
  const hasTime = /[hs]/.test(bare);
  // a: the day of the week
  const hasDate = /[ydgea]/.test(bare.replaceAll(/general|e[+-]/g, '')) || (/m/.test(bare) && !hasTime);
  if (hasDate) return (value) => isoDate(value, from1904) ?? plainNumber(value);
  // Otherwise it would be parsed again for each number.
  if (!isValidFormat(code)) return plainNumber;
  if (hasTime) return (value) => shown(code, value) ?? plainNumber(value);
  return (value) => faithful(code, value);
}

/** All digits, without an exponent. A spreadsheet keeps 15 of them. */
export function plainNumber(value: number): string {
  const rounded = Number(value.toPrecision(15));
  const text = String(rounded);
  if (!text.includes('e')) return text;
  if (Math.abs(rounded) >= 1) return BigInt(rounded).toString();
  return rounded
    .toFixed(Math.min(100, 15 - Math.floor(Math.log10(Math.abs(rounded)))))
    .replace(/(?<!0)0+$/, '');
}

/** As displayed, unless the display hides digits: 1.18E+12 is no number that can be looked up. */
function faithful(code: string, value: number): string {
  const text = shown(code, value);
  if (text === null || !/\d/.test(text)) return plainNumber(value);
  const isPercent = text.includes('%');
  const digits = Number(text.replaceAll(/[^\d.]/g, ''));
  const stands = isPercent ? digits / 100 : digits;
  if (!/\de/i.test(text) && Math.abs(stands - Math.abs(value)) <= Math.abs(value) * 1e-12) return text;
  if (isPercent) return `${plainNumber(value * 100)}%`;
  return plainNumber(value);
}

function shown(code: string, value: number): string | null {
  try {
    return format(code, value, { locale: 'ja', nbsp: false, throws: true }).trim();
  } catch {
    return null;
  }
}

const dayMs = 86_400_000;
/** The day after 9999-12-31. */
const maxSerial = 2_958_466;

/** `2026-04-01`, or `2026-04-01T09:30:00` if there is a time; null if the number is not a date. */
function isoDate(value: number, from1904: boolean): string | null {
  const days = Math.floor(value);
  if (value < 0 || days >= maxSerial) return null;
  // Excel counts 1900-02-29, which did not exist.
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const ms = epoch + days * dayMs + Math.round((value - days) * 86_400) * 1000;
  const iso = new Date(ms).toISOString();
  if (iso.endsWith('T00:00:00.000Z')) return iso.slice(0, 10);
  return iso.slice(0, 19);
}
