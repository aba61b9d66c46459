import { maxReturnedHeaders, maxSourceHeaders } from '../../../../contract/limits.ts';
import type { SourceFileReport } from '../../../../contract/sources/source-file.ts';
import { normalizeText } from '../../../../text/letters/normalize.ts';
import { detectEarlierExport, isAddedHeader } from '../../columns/earlier-export.ts';
import { tooLarge } from '../file-failures.ts';
import { measureExtent, type SheetLine } from '../sheet-lines.ts';
import type { FoundTable } from './find-table.ts';

export interface NamedColumns {
  readonly headers: readonly string[];
  readonly renamed: SourceFileReport['renamed_headers'];
}

/**
 * A header for each column that has one, or has values: blank ones are named by their place (列3), repeated ones are
 * numbered. Two headers are the same if people cannot tell them apart.
 * @throws ServiceError payload_too_large
 */
export function nameColumns({ header, rows }: Pick<FoundTable, 'header' | 'rows'>): NamedColumns {
  const width = Math.max(1, measureExtent(header), widest(rows));
  if (width > maxReturnedHeaders) throw tooWide({ header, rows });
  const taken = new Set(header.map((cell) => normalizeText(cell)));
  const seen = new Set<string>();
  /** The number to try next for a repeated header. */
  const numbers = new Map<string, number>();
  const renamed: { place: number; header: string; given: string }[] = [];
  const headers = Array.from({ length: width }, (_, place) => {
    const given = header[place] ?? '';
    const key = normalizeText(given);
    if (key !== '' && !seen.has(key)) {
      seen.add(key);
      return given;
    }
    const name = key === '' ? free(`列${place + 1}`, 1) : free(given, numbers.get(key) ?? 2, key);
    renamed.push({ place: place + 1, header: name, given });
    return name;
  });
  if (width > maxSourceHeaders && countOwn(headers, rows) > maxSourceHeaders) throw tooWide({ header, rows });
  return { headers, renamed };

  function free(base: string, from: number, of?: string): string {
    for (let number = from; ; number += 1) {
      if (of !== undefined) numbers.set(of, number + 1);
      const name = number === 1 ? base : `${base} (${number})`;
      const key = normalizeText(name);
      if (taken.has(key) || seen.has(key)) continue;
      seen.add(key);
      return name;
    }
  }
}

function widest(rows: readonly SheetLine[]): number {
  let width = 0;
  for (const { cells } of rows) if (cells.length > width) width = Math.max(width, measureExtent(cells));
  return width;
}

/** Without the columns that an earlier export added: what fitted when it was sent fits when it comes back. */
function countOwn(headers: readonly string[], rows: readonly SheetLine[]): number {
  const earlier = detectEarlierExport(headers, (place) => rows.map(({ cells }) => cells[place] ?? null));
  return headers.filter((header) => !isAddedHeader(earlier, header)).length;
}

function tooWide({ header, rows }: Pick<FoundTable, 'header' | 'rows'>) {
  const line = rows.find(({ cells }) => measureExtent(cells) > maxSourceHeaders);
  const width = Math.max(measureExtent(header), line ? measureExtent(line.cells) : 0);
  const where = line && measureExtent(header) <= maxSourceHeaders ? `Line ${line.row}` : 'The header';
  return tooLarge(
    `${where} has ${width.toLocaleString('en')} columns, but at most ${maxSourceHeaders} are allowed besides those of an earlier export. Delete the other columns, or leave the line out with leave_out or last_row.`,
  );
}
