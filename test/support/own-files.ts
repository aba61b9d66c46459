import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { fromBufferPromise } from 'yauzl';
import type { FileEncoding, FileSeparator } from '../../src/contract/sources/source-file.ts';
import { fillText } from '../../src/features/sources/export/own-file/fill-text-service.ts';
import { fillWorkbook } from '../../src/features/sources/export/own-file/fill-workbook-service.ts';
import type { FilledLine, Filling } from '../../src/features/sources/export/own-file/filling.ts';
import type { FileContent } from '../../src/features/sources/parsing/file-content.ts';
import { readContent } from '../../src/features/sources/parsing/read-content.ts';
import type { Sheet } from '../../tables/table-stream.ts';

/** Files of users, filled as an export fills them. */

export type Parts = ReadonlyMap<string, Buffer>;

/** The parts of a workbook by name. */
export async function partsOf(file: Uint8Array): Promise<Parts> {
  const zip = await fromBufferPromise(Buffer.from(file), {});
  const parts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return parts;
}

/** The lines of a sheet of a workbook that somebody made, as texts. @param sheet its place, from 0 */
export async function readSheetLines(file: Uint8Array, sheet = 0): Promise<string[][]> {
  const { sheets } = await readXlsx(file);
  return (sheets[sheet]?.rows ?? []).map((row) => row.map((cell) => (cell === null ? '' : String(cell))));
}

/** Names of the parts that are not the same in both. */
export function changedParts(one: Parts, other: Parts): string[] {
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names]
    .filter((name) => !one.get(name)?.equals(other.get(name) ?? Buffer.from('not there')))
    .sort();
}

export async function readFile(file: Uint8Array): Promise<FileContent> {
  const parameters = { encoding: undefined, separator: undefined, sheet: undefined };
  return readContent(file, parameters, { maxLines: 100_000 });
}

export interface WrittenCells extends Partial<Omit<Filling, 'lines'>> {
  /** The first is that of the headers. */
  readonly lines: readonly FilledLine[];
}

function fillingOf({ lines, ...places }: WrittenCells, freeColumn: number): Filling {
  const [header, ...rows] = lines;
  const width = header?.cells.length ?? 0;
  return {
    headerRow: header?.row ?? 0,
    headers: header?.cells ?? [],
    earlierHeaders: header?.cells ?? [],
    columns: Array.from({ length: width }, (_, at) => freeColumn + at),
    kinds: [],
    namingColumns: [1],
    freeColumn,
    styledLike: freeColumn - 1,
    async *lines() {
      yield [];
      yield rows;
    },
    ...places,
  };
}

/** @param further a sheet behind the others */
export async function filledWorkbook(
  file: Uint8Array,
  cells: WrittenCells,
  further?: Sheet,
): Promise<Buffer> {
  const { about } = await readFile(file);
  if (about.free_column === null) throw new Error('nothing can be written into this workbook');
  return buffer(await fill(file, about.sheet ?? '', fillingOf(cells, about.free_column), further));
}

export async function fill(
  file: Uint8Array,
  sheet: string,
  filling: Filling,
  further?: Sheet,
): Promise<Readable> {
  const stream = await fillWorkbook(file, new Map([[sheet, filling]]), further);
  if (!stream) throw new Error('no sheet can be added to this workbook');
  return stream;
}

export interface TextCells extends WrittenCells {
  readonly encoding?: FileEncoding;
  readonly byteOrderMark?: boolean;
  readonly separator?: FileSeparator;
  readonly formulas?: 'disarm' | 'keep';
}

/** @param freeColumn after the widest row */
export async function filledText(
  file: Buffer,
  freeColumn: number,
  {
    encoding = 'utf-8',
    byteOrderMark = false,
    separator = 'comma',
    formulas = 'disarm',
    ...cells
  }: TextCells,
): Promise<Buffer> {
  const form = { encoding, byteOrderMark, separator };
  return buffer(Readable.from(fillText(file, form, fillingOf(cells, freeColumn), formulas)));
}
