import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { generateSheetText, type Sheet } from '../../../../../tables/table-stream.ts';
import { maxChangedBytes } from '../../parsing/workbook/workbook.ts';
import { WorkbookArchive } from '../../parsing/workbook/workbook-archive.ts';
import { readRelations, readStructure, type Workbook } from '../../parsing/workbook/workbook-structure.ts';
import { addSheetToLists } from './add-sheet.ts';
import { AddedStyles } from './added-styles.ts';
import { fillSheet } from './fill-sheet.ts';
import type { Filling } from './filling.ts';
import { type MovedRange, nameFilters, widenTable } from './widen-ranges.ts';

const typesPart = '[Content_Types].xml';

/** What is written instead of a part, or as a new one. */
type PartReader = () => Readable | Promise<Readable>;
type Written = ReadonlyMap<string, PartReader>;

/**
 * The same workbook with cells written into some of its sheets, and perhaps a further sheet behind the others. Every part but those
 * sheets, the styles, filters and tables that take in the columns and, for a further sheet, the lists of sheets has the bytes that it had.
 * @param fillings by the name of their sheet, which has a free column (`reading.free_column`)
 * @returns null if the further sheet cannot be added to this workbook
 */
export async function fillWorkbook(
  file: Uint8Array,
  fillings: ReadonlyMap<string, Filling>,
  further?: Sheet,
): Promise<Readable | null> {
  const archive = await WorkbookArchive.open(file);
  const workbook = await readStructure(archive);
  const { mainPart, sheets, stylesPart, from1904 } = workbook;
  const styles = stylesPart === undefined ? null : new AddedStyles(await archive.readText(stylesPart));
  const added: Written | null = further ? await addSheet(archive, workbook, styles, further) : new Map();
  if (!added) return null;
  const filled = new Map<string, PartReader>();
  const filters = new Map<number, MovedRange>();
  for (const [at, { name, part = '' }] of sheets.entries()) {
    const given = fillings.get(name);
    if (!given) continue;
    const { filling, tables } = await widenTables(archive, part, given);
    for (const [table, read] of tables) filled.set(table, read);
    filled.set(part.toLowerCase(), async () => {
      const bytes = await archive.open(part);
      const xml = fillSheet(decode(bytes), { ...filling, from1904 }, styles, (range) =>
        filters.set(at, range),
      );
      return Readable.from(xml, { objectMode: false }).once('close', () => bytes.destroy());
    });
  }
  const readMain = added.get(mainPart.toLowerCase());
  const last = new Map<string, PartReader>([
    [
      mainPart.toLowerCase(),
      async () => {
        const unchanged = await (readMain?.() ?? archive.open(mainPart));
        if (filters.size === 0) return unchanged;
        return toStream(nameFilters(await text(unchanged), filters));
      },
    ],
  ]);
  if (styles && stylesPart) last.set(stylesPart.toLowerCase(), () => toStream(styles.render()));
  return writeParts(archive, new Map([...added, ...filled]), last);
}

/** The tables of a sheet that take in the columns, and where, below which headers, their columns then are. */
async function widenTables(archive: WorkbookArchive, sheetPart: string, given: Filling) {
  const tables = new Map<string, PartReader>();
  let filling = given;
  let bytes = 0;
  for (const { type, target } of (await readRelations(archive, sheetPart)).values()) {
    if (type !== 'table' || !archive.has(target)) continue;
    bytes += archive.sizeOf(target);
    const xml = bytes <= maxChangedBytes ? await archive.readPlainText(target) : null;
    const widened = xml === null ? null : widenTable(xml, filling);
    if (!widened) continue;
    filling = { ...filling, headers: widened.headers, columns: widened.columns };
    tables.set(target.toLowerCase(), () => toStream(widened.xml));
  }
  return { filling, tables };
}

function toStream(content: string): Readable {
  return Readable.from(Buffer.from(content), { objectMode: false });
}

/** The parts that a further sheet changes, and its own; null if the workbook lists its sheets in an unusual way. */
async function addSheet(
  archive: WorkbookArchive,
  { mainPart, relationsPart, sheets }: Workbook,
  styles: AddedStyles | null,
  sheet: Sheet,
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
    { name: sheet.name, others: sheets.map(({ name }) => name), part: partOf() },
  );
  if (!lists) return null;
  const xml = generateSheetText(sheet, (kind) => styles?.toKind(0, kind) ?? null);
  return new Map([
    [mainPart.toLowerCase(), () => toStream(lists.workbook)],
    [relationsPart.toLowerCase(), () => toStream(lists.relations)],
    [typesPart.toLowerCase(), () => toStream(lists.types)],
    [partOf(), () => Readable.from(xml, { objectMode: false })],
  ]);
}

/** @param last is written after the sheets, which say what has to be in it */
function writeParts(archive: WorkbookArchive, written: Written, last: Written): Readable {
  const zip = new ZipFile();
  // Written by yazl as a PassThrough, although its types promise less.
  const output = zip.outputStream as Readable;
  zip.on('error', (error) => output.destroy(error));
  /** Parts are written one after the other. */
  let content: Readable | undefined;
  // A reader that leaves early ends the work too.
  output.once('close', () => content?.destroy());
  const add = (part: string, read: PartReader) => {
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
  const isLast = (part: string) => last.has(part.toLowerCase());
  for (const part of parts.filter((each) => !isLast(each)))
    add(part, written.get(part.toLowerCase()) ?? (() => archive.open(part)));
  for (const [part, read] of written) if (part !== '' && !archive.has(part)) add(part, read);
  for (const part of parts.filter(isLast))
    add(part, last.get(part.toLowerCase()) ?? (() => archive.open(part)));
  zip.end();
  return output;
}

async function* decode(bytes: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for await (const piece of bytes) yield decoder.decode(piece as Buffer, { stream: true });
  yield decoder.decode();
}
