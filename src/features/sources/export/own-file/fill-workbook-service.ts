import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { WorkbookArchive } from '../../parsing/workbook/workbook-archive.ts';
import { readStructure } from '../../parsing/workbook/workbook-structure.ts';
import { fillSheet } from './fill-sheet.ts';
import type { Filling } from './filling.ts';
import { TextStyles } from './text-styles.ts';

/**
 * The same workbook with cells written into some of its sheets. Every part but those sheets and the styles has the bytes that it had.
 * @param file a workbook
 * @param fillings by the name of their sheet, which has a free column (`reading.free_column`)
 */
export async function fillWorkbook(
  file: Uint8Array,
  fillings: ReadonlyMap<string, Filling>,
): Promise<Readable> {
  const archive = await WorkbookArchive.open(file);
  const { sheets, stylesPart } = await readStructure(archive);
  const fillingOf = new Map(sheets.map(({ name, part }) => [part?.toLowerCase(), fillings.get(name)]));
  const styles = stylesPart === undefined ? null : new TextStyles(await archive.readText(stylesPart));
  const zip = new ZipFile();
  // Written by yazl as a PassThrough, although its types promise less.
  const output = zip.outputStream as Readable;
  zip.on('error', (error) => output.destroy(error));
  /** Parts are written one after the other. */
  let content: Readable | undefined;
  // A reader that leaves early ends the work too.
  output.once('close', () => content?.destroy());
  const add = (part: string, read: () => Promise<Readable>) => {
    const options = { mtime: archive.changedAt(part), forceDosTimestamp: true };
    zip.addReadStreamLazy(part, options, async (give) => {
      try {
        content = await read();
        content.once('error', (error) => output.destroy(error));
        give(null, content);
      } catch (error) {
        output.destroy(error as Error);
      }
    });
  };
  const isStyles = (part: string) => part.toLowerCase() === stylesPart?.toLowerCase();
  // Folders are no parts.
  const parts = archive.parts.filter((part) => !part.endsWith('/'));
  for (const part of parts.filter((each) => !isStyles(each)))
    add(part, async () => {
      const bytes = await archive.open(part);
      const filling = fillingOf.get(part.toLowerCase());
      if (!filling) return bytes;
      const filled = Readable.from(fillSheet(decode(bytes), filling, styles), { objectMode: false });
      return filled.once('close', () => bytes.destroy());
    });
  // The sheets are written before, and add to them.
  for (const part of parts.filter(isStyles))
    add(part, async () => Readable.from(Buffer.from(styles?.render() ?? ''), { objectMode: false }));
  zip.end();
  return output;
}

async function* decode(bytes: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for await (const piece of bytes) yield decoder.decode(piece as Buffer, { stream: true });
  yield decoder.decode();
}
