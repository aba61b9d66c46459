import type { WideMerge } from './free-column.ts';
import type { WorkbookArchive } from './workbook-archive.ts';
import { readRelations } from './workbook-structure.ts';

/** Pictures and charts that lie over cells, with their lines and their last column (ECMA-376, part 1, 20.5). */
export type Drawing = WideMerge;

const maxDrawings = 1_000;
/** 64 and 20 pixels, in EMU. */
const usualColumn = 609_600;
const usualRow = 190_500;

/**
 * The drawings of a sheet. What is measured instead of named by cells, a place or a size, is taken as among cells of the usual size.
 * @returns none if they cannot be read: the table can
 */
export async function readDrawings(archive: WorkbookArchive, sheetPart: string): Promise<readonly Drawing[]> {
  const drawings: Drawing[] = [];
  try {
    for (const { type, target } of (await readRelations(archive, sheetPart)).values())
      if (type === 'drawing' && archive.has(target)) await readPart(archive, target, drawings);
  } catch {
    return [];
  }
  return drawings;
}

async function readPart(archive: WorkbookArchive, part: string, drawings: Drawing[]): Promise<void> {
  const places = { col: [] as number[], row: [] as number[] };
  let value = '';
  await archive.read(part, {
    open(name, { cx, cy, x, y }) {
      value = '';
      // Within a shape, `pos` is another one.
      if (name === 'pos' && places.col.length === 0) {
        places.col.push(Math.floor(Number(x) / usualColumn) + 1);
        places.row.push(Math.floor(Number(y) / usualRow) + 1);
      }
      if (name !== 'ext' || places.col.length !== 1) return;
      places.col.push((places.col[0] ?? 0) + Math.floor(Number(cx) / usualColumn));
      places.row.push((places.row[0] ?? 0) + Math.floor(Number(cy) / usualRow));
    },
    text(piece) {
      value = (value + piece).slice(0, 10);
    },
    close(name) {
      // Counted from 0.
      if (name === 'col' || name === 'row') places[name].push(Number(value) + 1);
      if (!name.endsWith('Anchor')) return;
      const [cols, rows] = [places.col.splice(0), places.row.splice(0)];
      if (cols.length === 0 || drawings.length === maxDrawings) return;
      drawings.push({ from: Math.min(...rows), to: Math.max(...rows), column: Math.max(...cols) });
    },
  });
}
