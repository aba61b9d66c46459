import { createHash, type Hash } from 'node:crypto';
import { type FieldFault, ServiceError } from '../../../contract/errors.ts';
import { maxCellLength, maxSourceHeaders } from '../../../contract/limits.ts';
import type { DetectedField } from '../../../contract/sources/answers.ts';
import type { SourceFileReport } from '../../../contract/sources/source-file.ts';
import type { RowIssue } from '../../../contract/sources/source-row.ts';
import { isStorable, notStorable } from '../../../contract/storable.ts';
import { detectColumns } from '../columns/detect-columns.ts';
import { SourceRowsCopy } from './copy-format.ts';
import { tooLargeField, tooLongField } from './file-failures.ts';
import { type IdSeed, SourceIds, uuidText } from './row-ids.ts';

/** Rows in JSON, checked and made ready for the database. */

/** The headers and rows of an upload, checked and ready for the database. */
export interface UploadedTable {
  readonly sourceId: string;
  readonly headers: readonly string[];
  readonly rowCount: number;
  /** How many rows have keys that are not exactly the headers. */
  readonly misshapenRows: number;
  readonly detected: readonly DetectedField[];
  /**
   * How the file was read, as answers show it, and whole as JSON for the database, because it can have thousands of lines; null for an
   * import of rows.
   */
  readonly reading: { readonly shown: SourceFileReport; readonly json: string } | null;
  /** SHA-256 of headers and rows. */
  readonly digest: Uint8Array;
  /** Binary COPY of `copiedColumns`, in pieces. */
  readonly copy: readonly Uint8Array<ArrayBuffer>[];
}

export const faultsNamed = 20;
const issuesNamed = 10;
/** Enough to judge a column without parsing the cells of 50,000 rows. */
const rowsSampled = 500;

/** Every so many rows, one is in the sample by which columns are judged. */
export function computeSampleStep(rowCount: number): number {
  return Math.max(1, Math.floor(rowCount / rowsSampled));
}

const notARow = 'must be an object that maps headers to strings';
const inUnknownColumn = 'The row has a cell for a header that the source does not have.';

/** Reads rows into the bytes of a COPY. Cells are read by header. `__proto__` can be a header too. */
export class TableReader {
  readonly #known: ReadonlySet<string>;
  readonly #ids: SourceIds;
  readonly #copy: SourceRowsCopy;
  readonly #digest: Hash;
  readonly #faults: FieldFault[] = [];
  readonly #sample: (string | null)[][] = [];
  readonly #sampleEvery: number;
  #place = 0;
  #misshapen = 0;

  constructor(
    private readonly headers: readonly string[],
    rowCount: number,
    seed: IdSeed,
    private readonly escapes: boolean,
  ) {
    this.#known = new Set(headers);
    this.#sampleEvery = computeSampleStep(rowCount);
    this.#ids = new SourceIds(seed);
    this.#copy = new SourceRowsCopy(this.#ids.source());
    this.#digest = createHash('sha256').update(JSON.stringify(headers));
  }

  /** Reads the next rows. @throws ServiceError for rows that cannot be imported */
  addRows(rows: readonly unknown[]): void {
    for (const row of rows) {
      const place = this.#place;
      this.#place += 1;
      const cells = this.#cellsOf(row, place);
      if (this.#faults.length >= faultsNamed) this.#refuseFaulty();
      if (this.#faults.length > 0) continue;
      if (place % this.#sampleEvery === 0) this.#sample.push(cells);
      const issues = this.#shapeIssues(row as object, cells);
      const bytes = this.#copy.addRow(
        this.#ids.row(place + 1),
        { rowNumber: place + 1, fileRow: null },
        cells,
        issues,
      );
      this.#digest.update(bytes);
    }
  }

  /** @throws ServiceError if some rows could not be read */
  finish(): UploadedTable {
    this.#refuseFaulty();
    return {
      sourceId: uuidText(this.#ids.source()),
      headers: this.headers,
      rowCount: this.#place,
      misshapenRows: this.#misshapen,
      detected: detectColumns(this.headers, this.#sample),
      reading: null,
      digest: Uint8Array.from(this.#digest.digest()),
      copy: this.#copy.finish(),
    };
  }

  #refuseFaulty(): void {
    if (this.#faults.length === 0) return;
    throw new ServiceError('invalid_request', { message: `Each row ${notARow}.`, details: this.#faults });
  }

  /** Cells in the order of the headers. Values that are not strings are recorded as faults. */
  #cellsOf(row: unknown, place: number): (string | null)[] {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      this.#fault(`rows[${place}]`, notARow);
      return [];
    }
    const values = row as Readonly<Record<string, unknown>>;
    const keys = Object.keys(values);
    if (keys.length > maxSourceHeaders) {
      const message = `has ${keys.length} cells, but at most ${maxSourceHeaders} are allowed`;
      throw tooLargeField(`rows[${place}]`, message);
    }
    let missing = 0;
    const cells = this.headers.map((header) => {
      if (typeof values[header] === 'string' || Object.hasOwn(values, header))
        return this.#cell(values[header], place, header);
      missing += 1;
      return null;
    });
    if (keys.length > cells.length - missing) this.#checkUnknownKeys(values, place);
    return cells;
  }

  #cell(value: unknown, place: number, header: string): string | null {
    if (typeof value !== 'string') {
      this.#fault(cellPath(place, header), 'must be a string');
      return null;
    }
    if (value.length > maxCellLength) throw tooLongField(cellPath(place, header));
    if (this.escapes && !isStorable(value)) this.#fault(cellPath(place, header), notStorable);
    return value;
  }

  /** Cells under unknown keys are not kept, but the same limits apply to them. */
  #checkUnknownKeys(values: Readonly<Record<string, unknown>>, place: number): void {
    for (const [key, value] of Object.entries(values)) {
      if (this.#known.has(key)) continue;
      const path = cellPath(place, key);
      if (key.length > maxCellLength) throw tooLongField(`${path} (its key)`);
      if (typeof value !== 'string') this.#fault(path, 'must be a string');
      else if (value.length > maxCellLength) throw tooLongField(path);
    }
  }

  /** @returns JSON of the issues with the row's keys */
  #shapeIssues(row: object, cells: readonly (string | null)[]): string {
    const keys = Object.keys(row);
    if (!cells.includes(null) && keys.length === cells.length) return '[]';
    this.#misshapen += 1;
    const absent = this.headers
      .filter((_, place) => cells[place] === null)
      .map((header) => shapeIssue('missing_cell', header, 'The row has no cell for this header.'));
    const unknown = keys
      .filter((key) => !this.#known.has(key))
      .map((key) => shapeIssue('unknown_header', shown(key), inUnknownColumn));
    return JSON.stringify([...absent, ...unknown].slice(0, issuesNamed));
  }

  #fault(field: string, message: string): void {
    if (this.#faults.length < faultsNamed) this.#faults.push({ field, message });
  }
}

function cellPath(place: number, header: string): string {
  return `rows[${place}].${shown(header)}`;
}

/** The part of an unchecked header that can be stored and shown. */
function shown(header: string): string {
  const start = header.slice(0, 200);
  if (isStorable(start)) return start;
  return start.replaceAll(/[\0\ud800-\udfff]/gu, '\ufffd');
}

function shapeIssue(code: string, header: string, message: string): RowIssue {
  return { code, field: null, header, message };
}
