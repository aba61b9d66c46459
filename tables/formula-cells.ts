/**
 * Which cells of a CSV file a spreadsheet would run as a formula. The file has only text, and Excel, LibreOffice Calc and
 * Google Sheets decide by its first characters (OWASP: CSV Injection; OWASP ASVS 5.0, 1.2.10; CWE-1236). Numbers, telephone
 * numbers, handles and dashes begin with the same characters and run nothing. docs/sources.md has the rule in words.
 */

/** A formula begins with one of these, in full width too, as Japanese spreadsheets read it. */
export const formulaSigns = '=+-@＝＋－＠';

/** Characters before the sign that a program may drop when it opens the file: white space, controls, and invisible ones. */
export const droppedBefore = `${String.fromCharCode(
  ...Array.from({ length: 0x20 }, (_, at) => at + 1),
  0x7f,
)}\u0085\u00a0\u00ad\u1680\u180e\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufeff`;

const dropped = new Set(droppedBefore);
const signs = new Set(formulaSigns);

/** `="0123"`, the way to write text that looks like a number: it runs, and nothing happens. */
const onlyText = /^"(?:[^"]|"")*"$/;
/** What an expression can begin with. */
const operand = /^[\p{L}\p{M}\p{N}_\\$"'({[#.]/u;
const callOrLink = /[(|!]/;

/** Scripts of function names in any language of the spreadsheets. A name in Japanese is no function. */
const letter = '\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}';
const functionName = `[${letter}_\\\\][${letter}\\p{N}._]*`;
const operator = '[-+*/^&=<>(,;:@{|!]';

/** In a cell that begins with another sign than `=`, any of these runs. Arithmetic of plain numbers and words does not. */
const runs: readonly RegExp[] = [
  // A function.
  new RegExp(`(?<![\\p{L}\\p{M}\\p{N}._\\\\])${functionName}\\(`, 'u'),
  new RegExp(`${operator}\\s*${functionName}\\s+\\(`, 'u'),
  // Another program by DDE: program|topic!item.
  /^[^|]*\|.*!|\|\s*['"]/s,
  // Another sheet or file: 'C:\[book.xlsx]Sheet'!A1, 'file:///etc/passwd'#$Sheet.A1.
  /['\]]\s*[!#]|'\s*\.\s*\$?[A-Z]|!\s*\$?[A-Z]{1,3}\$?\d/i,
  // Another cell.
  new RegExp(`${operator}\\s*\\$?[A-Z]{1,3}\\$?[1-9]\\d{0,6}(?=\\s*(?:$|[-+*/^&=<>),;:%}#]))`, 'i'),
];

/** Full width as half width, as Japanese spreadsheets read a formula. */
function toHalfWidth(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
}

/** Whether a spreadsheet that opens a CSV file would run this cell as a formula. */
export function mayRunAsFormula(cell: string): boolean {
  let start = 0;
  while (dropped.has(cell.charAt(start))) start += 1;
  if (!signs.has(cell.charAt(start))) return false;
  const text = toHalfWidth(cell.slice(start)).trim();
  if (!text.startsWith('=')) return runs.some((pattern) => pattern.test(text));
  const body = text.slice(1).trim();
  if (onlyText.test(body)) return false;
  return operand.test(body.replace(/^[-+@\s]+/, '')) || callOrLink.test(body);
}

/** The cell as text: an apostrophe before it, so that no spreadsheet runs it. */
export function escapeFormula(cell: string): string {
  return `'${cell}`;
}
