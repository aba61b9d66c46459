import { fromBufferPromise } from 'yauzl';

/** Reads a sheet of a workbook of texts and numbers, as a check on what is written. It shares nothing with the writer. */

/** The lines of a sheet, at least this wide, and its name. */
export async function readWorkbook(
  bytes: Buffer,
  minWidth = 0,
  number = 1,
): Promise<{ sheet: string; lines: string[][] }> {
  const parts = await partsOf(bytes);
  const names = [...(parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]*)"/g)];
  const sheet = names[number - 1]?.[1] ?? '';
  const xml = parts.get(`xl/worksheets/sheet${number}.xml`) ?? '';
  const lines: string[][] = [];
  for (const [, rowNumber, row = ''] of xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)) {
    expectEqual(Number(rowNumber), lines.length + 1);
    const line: string[] = [];
    for (const [, column = '', attributes = '', text, number = ''] of row.matchAll(
      /<c r="([A-Z]+)\d+"([^>]*)>(?:<is><t xml:space="preserve">(.*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>/gs,
    )) {
      expectEqual(/t="inlineStr"/.test(attributes), text !== undefined);
      expectEqual(row.includes('<f>'), false);
      line[placeOf(column)] = decoded(text ?? number);
    }
    lines.push(line);
  }
  const width = Math.max(minWidth, ...lines.map((line) => line.length));
  const filled = lines.map((line) => Array.from({ length: width }, (_, place) => line[place] ?? ''));
  return { sheet: decoded(sheet), lines: filled };
}

function expectEqual(found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`the workbook has ${found} where ${expected} was expected`);
}

function placeOf(column: string): number {
  return [...column].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1;
}

function decoded(xml: string): string {
  return xml
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

async function partsOf(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const parts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    parts.set(entry.fileName, Buffer.concat(await stream.toArray()).toString());
  }
  return parts;
}
