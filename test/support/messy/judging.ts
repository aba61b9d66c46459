import type { MessyTable } from './tables.ts';

/** What became of the rows of a table. */
export interface TableOutcome {
  readonly table: string;
  readonly rows: number;
  /** Settled on the company that was meant, or left without one when none was meant. */
  readonly right: number;
  readonly wrong: number;
  readonly open: number;
  /** Open rows whose candidates include the company that was meant. */
  readonly listed: number;
  /** Rows whose cells are not in the export as they were. */
  readonly lost: number;
  /** Lines around the table (titles, units, totals, notes) that are not in the export. */
  readonly linesLost: number;
}

/** Whether an exported record begins with these cells. Cells that a line does not have are empty. */
function beginsWith(record: readonly string[], cells: readonly string[]): boolean {
  return cells.every((cell, place) => record[place] === cell);
}

function isCandidate(header: string | undefined): boolean {
  return header !== undefined && /candidate.*company_ids?$/.test(header);
}

/**
 * Compares an export with the table. Rows are found by their cells, in order.
 * @param exported records of the export, with a header that has columns ending in `company_id` and `resolve_status`
 */
export function judge({ name, lines }: MessyTable, exported: readonly (readonly string[])[]): TableOutcome {
  const isHeader = (record: readonly string[]) =>
    record.some((cell) => cell.endsWith('company_id')) &&
    record.some((cell) => cell.endsWith('resolve_status'));
  const headerAt = exported.findIndex(isHeader);
  const companyAt = exported[headerAt]?.findIndex((cell) => cell.endsWith('company_id')) ?? -1;
  const outcome = { right: 0, wrong: 0, open: 0, listed: 0, lost: 0, linesLost: 0 };
  let next = 0;
  for (const line of lines) {
    if (line.kind === 'header') continue;
    if (line.kind === 'other' && line.cells.length === 0) continue;
    const found = exported.findIndex(
      (record, at) => at >= next && at !== headerAt && beginsWith(record, line.cells),
    );
    if (line.kind === 'other') {
      if (found < 0) outcome.linesLost += 1;
      else next = found + 1;
      continue;
    }
    if (found < 0) {
      outcome.lost += 1;
      continue;
    }
    next = found + 1;
    const settled = exported[found]?.[companyAt] || null;
    if (settled === line.company) outcome.right += 1;
    else if (settled !== null) outcome.wrong += 1;
    else {
      outcome.open += 1;
      const candidates = exported[found]?.filter((_, place) => isCandidate(exported[headerAt]?.[place]));
      if (line.company && candidates?.some((cell) => cell.split(' ').includes(line.company ?? '')))
        outcome.listed += 1;
    }
  }
  const rows = lines.filter(({ kind }) => kind === 'row').length;
  return { table: name, rows, ...outcome };
}
