import { OperatorError } from '../../operator/operator-error.ts';
import { readCsv } from './read-csv.ts';
import type { Located } from './read-rows.ts';
import { isXls, readXls } from './read-xls.ts';
import type { SourceFile } from './source-file.ts';

/** The cells of one record by column name. */
export type HeadedRow<Name extends string> = Readonly<Record<Name, string>>;

/**
 * Reads a CSV file, or the first sheet of an .xls workbook, by the column names in its header, which may be in any order.
 * Other columns are ignored.
 * @param linesBefore records before the header
 * @throws OperatorError that names the missing columns
 */
export async function* readHeadedCsv<Name extends string>(
  file: SourceFile,
  names: readonly Name[],
  linesBefore = 0,
): AsyncGenerator<Located<HeadedRow<Name>>> {
  let columns: ReadonlyMap<Name, number> | undefined;
  let before = 0;
  for await (const record of (await isXls(file)) ? readXls(file) : readCsv(file)) {
    if ('fault' in record) {
      yield record;
    } else if (before < linesBefore) {
      before += 1;
    } else if (columns === undefined) {
      columns = findColumns(file, names, record.value);
    } else {
      const cells = record.value;
      const entries = [...columns].map(([name, at]) => [name, (cells[at] ?? '').trim()]);
      yield { line: record.line, value: Object.fromEntries(entries) as HeadedRow<Name> };
    }
  }
  if (columns === undefined) throw new OperatorError(`${file.name} has no header.`);
}

function findColumns<Name extends string>(
  file: SourceFile,
  names: readonly Name[],
  header: readonly string[],
): ReadonlyMap<Name, number> {
  const written = header.map((cell) => cell.trim());
  const missing = names.filter((name) => !written.includes(name));
  if (missing.length > 0) {
    throw new OperatorError(
      `${file.name} has no column ${missing.join(', ')}; it has: ${written.join(', ')}.`,
    );
  }
  return new Map(names.map((name) => [name, written.indexOf(name)]));
}
