import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { byteOrderMark, CsvLines, type CsvStyle } from './csv.ts';
import {
  buildWorkbookParts,
  type CellKind,
  getSheetPath,
  renderSheetRow,
  type StyleOf,
  sheetBegin,
  sheetEnd,
} from './workbook-parts.ts';

/** Tables as streams of bytes. Only a few lines are in memory at a time. */

/** Lines of a table in pieces, the header among them; each piece is small enough not to block other requests. */
export type LinePieces = AsyncIterable<readonly (readonly string[])[]>;

/** @param onEnd receives the number of cells that were disarmed */
export function createCsvStream(
  pieces: LinePieces,
  { bom, ...style }: CsvStyle & { readonly bom: boolean },
  onEnd: (disarmedCells: number) => void = () => {},
): Readable {
  async function* generateText() {
    const csv = new CsvLines(style);
    if (bom) yield byteOrderMark;
    for await (const lines of pieces) if (lines.length > 0) yield csv.renderLines(lines);
    onEnd(csv.disarmedCells);
  }
  return Readable.from(generateText(), { objectMode: false });
}

/** Other requests are served between pieces of a sheet. */
const charactersAtOnce = 64 * 1024;
/** The same table gives the same bytes. */
const noTime = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true } as const;

/** The last line of a sheet in Excel. */
export const maxSheetRow = 1_048_576;

export interface Sheet {
  readonly name: string;
  /** Of the cells of each line; those that are not named are text. */
  readonly kinds?: readonly CellKind[];
  lines(): LinePieces;
}

/** A workbook. Its cells are texts, numbers and days, so nothing in it runs. The stream fails if a sheet cannot hold all lines. */
export function createWorkbookStream(sheets: readonly Sheet[]): Readable {
  const zip = new ZipFile();
  // Written by yazl as a PassThrough, although its types promise less.
  const output = zip.outputStream as Readable;
  zip.once('error', (error) => output.destroy(error));
  for (const [name, text] of Object.entries(buildWorkbookParts(sheets.map(({ name }) => name))))
    zip.addBuffer(Buffer.from(text), name, noTime);
  for (const [at, sheet] of sheets.entries()) {
    const rows = Readable.from(generateSheetText(sheet), { objectMode: false });
    rows.once('error', (error) => output.destroy(error));
    // A reader that leaves early ends the work too.
    output.once('close', () => rows.destroy());
    zip.addReadStream(rows, getSheetPath(at + 1), noTime);
  }
  zip.end();
  return output;
}

/** The XML of a sheet. @param styleOf by default those of a workbook that is made here */
export async function* generateSheetText(sheet: Sheet, styleOf?: StyleOf): AsyncGenerator<string> {
  let row = 0;
  let text = sheetBegin;
  for await (const piece of sheet.lines()) {
    for (const cells of piece) {
      row += 1;
      if (row > maxSheetRow) throw new Error(`a sheet has at most ${maxSheetRow} lines`);
      text += renderSheetRow(cells, row, styleOf, sheet.kinds);
      if (text.length < charactersAtOnce) continue;
      yield text;
      text = '';
    }
  }
  yield text + sheetEnd;
}
