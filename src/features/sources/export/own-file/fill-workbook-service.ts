import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { generateSheetText, type Sheet } from '../../../../../tables/table-stream.ts';
import { WorkbookArchive } from '../../parsing/workbook/workbook-archive.ts';
import { readStructure, type Workbook } from '../../parsing/workbook/workbook-structure.ts';
import { addSheetToLists } from './add-sheet.ts';
import { fillSheet } from './fill-sheet.ts';
import type { Filling } from './filling.ts';
import { TextStyles } from './text-styles.ts';

const typesPart = '[Content_Types].xml';

/** What is written instead of a part, or as a new one. */
type Written = ReadonlyMap<string, () => Readable | Promise<Readable>>;

/**
 * The same workbook with cells written into one of its sheets, and perhaps a further sheet behind the others. Every part but that
 * sheet, the styles and, for a further sheet, the lists of sheets has the bytes that it had.
 * @param file a workbook with a free column (`reading.free_column`)
 * @returns null if the further sheet cannot be added to this workbook
 */
export async function fillWorkbook(
  file: Uint8Array,
  sheetName: string,
  filling: Filling,
  further?: Sheet,
): Promise<Readable | null> {
  const archive = await WorkbookArchive.open(file);
  const workbook = await readStructure(archive);
  const { sheets, stylesPart } = workbook;
  const sheetPart = sheets.find(({ name }) => name === sheetName)?.part?.toLowerCase();
  const styles = stylesPart === undefined ? null : new TextStyles(await archive.readText(stylesPart));
  const added = further ? await addSheet(archive, workbook, styles, further) : new Map();
  if (!added) return null;
  const written: Written = new Map([
    ...added,
    [
      sheetPart ?? '',
      async () => {
        const bytes = await archive.open(sheetPart ?? '');
        const filled = Readable.from(fillSheet(decode(bytes), filling, styles), { objectMode: false });
        return filled.once('close', () => bytes.destroy());
      },
    ],
  ]);
  return writeParts(archive, written, styles && stylesPart ? [stylesPart, styles] : null);
}

/** The parts that a further sheet changes, and its own; null if the workbook lists its sheets in an unusual way. */
async function addSheet(
  archive: WorkbookArchive,
  { mainPart, relationsPart, sheets }: Workbook,
  styles: TextStyles | null,
  { name, lines }: Sheet,
): Promise<Written | null> {
  let number = sheets.length + 1;
  const partOf = () => `${mainPart.slice(0, mainPart.lastIndexOf('/') + 1)}worksheets/sheet${number}.xml`;
  while (archive.has(partOf())) number += 1;
  const lists = addSheetToLists(
    {
      workbook: await archive.readText(mainPart),
      relations: await archive.readText(relationsPart),
      types: await archive.readText(typesPart),
    },
    { name, others: sheets.map((sheet) => sheet.name), part: partOf() },
  );
  if (!lists) return null;
  const toStream = (text: string) => () => Readable.from(Buffer.from(text), { objectMode: false });
  const style = styles?.toText(0) ?? null;
  return new Map([
    [mainPart.toLowerCase(), toStream(lists.workbook)],
    [relationsPart.toLowerCase(), toStream(lists.relations)],
    [typesPart.toLowerCase(), toStream(lists.types)],
    [
      partOf(),
      () => Readable.from(generateSheetText(lines, { text: style, wrapped: style }), { objectMode: false }),
    ],
  ]);
}

/** @param styles are written last: the sheets, which are written before, add to them */
function writeParts(
  archive: WorkbookArchive,
  written: Written,
  styles: readonly [part: string, TextStyles] | null,
): Readable {
  const zip = new ZipFile();
  // Written by yazl as a PassThrough, although its types promise less.
  const output = zip.outputStream as Readable;
  zip.on('error', (error) => output.destroy(error));
  /** Parts are written one after the other. */
  let content: Readable | undefined;
  // A reader that leaves early ends the work too.
  output.once('close', () => content?.destroy());
  const add = (part: string, read: () => Readable | Promise<Readable>) => {
    const mtime = archive.changedAt(archive.has(part) ? part : typesPart);
    zip.addReadStreamLazy(part, { mtime, forceDosTimestamp: true }, async (give) => {
      try {
        content = await read();
        content.once('error', (error) => output.destroy(error));
        give(null, content);
      } catch (error) {
        output.destroy(error as Error);
      }
    });
  };
  // Folders are no parts.
  const parts = archive.parts.filter((part) => !part.endsWith('/'));
  const isStyles = (part: string) => part.toLowerCase() === styles?.[0].toLowerCase();
  for (const part of parts.filter((each) => !isStyles(each)))
    add(part, written.get(part.toLowerCase()) ?? (() => archive.open(part)));
  for (const [part, read] of written) if (part !== '' && !archive.has(part)) add(part, read);
  for (const part of parts.filter(isStyles))
    add(part, () => Readable.from(Buffer.from(styles?.[1].render() ?? ''), { objectMode: false }));
  zip.end();
  return output;
}

async function* decode(bytes: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for await (const piece of bytes) yield decoder.decode(piece as Buffer, { stream: true });
  yield decoder.decode();
}
