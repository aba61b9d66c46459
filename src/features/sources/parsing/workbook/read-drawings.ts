import type { WideMerge } from './free-column.ts';
import type { WorkbookArchive } from './workbook-archive.ts';
import { readRelations } from './workbook-structure.ts';

/** Pictures and charts that lie over cells, with their lines and their last column (ECMA-376, part 1, 20.5). */
export type Drawing = WideMerge;

const maxDrawings = 1_000;

/**
 * The drawings of a sheet. One that has a size instead of a last cell counts where it begins.
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
    open() {
      value = '';
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
