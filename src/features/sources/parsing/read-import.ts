import { createHash, type Hash } from 'node:crypto';
import { type ErrorCode, type FieldFault, ServiceError } from '../../../contract/errors.ts';
import { describeFault } from '../../../contract/fault-words.ts';
import { collectFaults } from '../../../contract/schema-faults.ts';
import type { DetectedField, RowIssue } from '../../../contract/sources/answers.ts';
import type { SourceFileReport } from '../../../contract/sources/source-file.ts';
import {
  maxCellLength,
  maxHeaderCharacters,
  maxSourceHeaders,
  maxSourceRows,
  type SourceImportBody,
  sourceImportBody,
} from '../../../contract/sources/sources.ts';
import { isStorable, notStorable } from '../../../contract/storable.ts';
import { normalizeText } from '../../../text/letters/normalize.ts';
import { detectColumns } from '../columns/detect-columns.ts';
import { SourceRowsCopy } from './copy-format.ts';
import { type IdSeed, SourceIds, uuidText } from './row-ids.ts';
import { type Batch, parseBatch, parseSpan, uploadParts } from './upload-scanner.ts';

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

/** An upload as `SourcesService` takes it. */
export type SourceUpload = Omit<SourceImportBody, 'headers' | 'rows'> & { readonly table: UploadedTable };

export type Fault = Pick<ServiceError, 'code' | 'message' | 'details' | 'detailsOmitted'>;

/** The result of reading an upload. It is small, except for the bytes of the rows. */
export type UploadResult<Upload = SourceUpload> = (
  | { readonly upload: Upload }
  /** Why it cannot be imported: the parts of a `ServiceError`, which can be sent between threads. */
  | { readonly fault: Fault }
) & {
  /** The account that the upload names. Of a form that cannot be used, all of its fields. */
  readonly scope: Readonly<Record<string, string | string[]>>;
};

const faultsNamed = 20;
const issuesNamed = 10;
/** Enough to judge a column without parsing the cells of 50,000 rows. */
export const rowsSampled = 500;

const fieldNames = ['name', 'originalFilename', 'contentSha256'] as const;
const maxScalarBytes = 10_000;
const scopeNames = ['accountId', 'account_id'] as const;
const memberNames: ReadonlySet<string> = new Set([...fieldNames, ...scopeNames, 'headers', 'rows']);

/** @throws SyntaxError, TypeError when it is not JSON in UTF-8 */
export function readImportBody(bytes: Uint8Array, seed: IdSeed): UploadResult {
  const scope: Record<string, string> = {};
  try {
    return { scope, upload: readParts(bytes, seed, scope) };
  } catch (error) {
    return { scope, fault: faultOf(error) };
  }
}

/** The parts of a `ServiceError` that can be sent between threads. Throws any other error again. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof ServiceError)) throw error;
  const { code, message, details, detailsOmitted } = error;
  return { code, message, details, detailsOmitted };
}

/** @param scope is filled, even if the rest is faulty */
function readParts(bytes: Uint8Array, seed: IdSeed, scope: Record<string, string>): SourceUpload {
  const parts = uploadParts(bytes, memberNames, new Set(['rows']));
  if (!parts) {
    // Only short input is checked for being JSON at all.
    if (bytes.length <= maxScalarBytes) parseSpan(bytes, { start: 0, end: bytes.length });
    throw faulty('invalid_request', [{ field: '(root)', message: 'must be an object' }]);
  }
  const { members, batches, otherKeys, otherKeyCount } = parts;
  const valueIn = (name: string): unknown => {
    const span = members.get(name);
    return span && parseSpan(bytes, span);
  };
  for (const name of scopeNames) {
    const given = valueIn(name);
    // Long enough to compare with an account's id.
    if (members.has(name)) scope[name] = typeof given === 'string' ? given.slice(0, 100) : '';
  }
  const given = Object.fromEntries([
    ...fieldNames.flatMap((name) => (members.has(name) ? [[name, valueIn(name)]] : [])),
    ...otherKeys.map((key) => [key, null]),
  ]);
  const checked = sourceImportBody.safeParse(
    { ...given, headers: null, rows: null },
    { error: describeFault },
  );
  if (!checked.success) {
    const { details, detailsOmitted } = collectFaults(checked.error);
    const uncounted = otherKeyCount - otherKeys.length;
    throw new ServiceError('invalid_request', { details, detailsOmitted: detailsOmitted + uncounted });
  }
  const { headers: _, rows: __, ...fields } = checked.data;
  const headers = readHeaders(valueIn('headers'));
  const rows = batches.get('rows');
  if (!rows) throw faulty('invalid_request', [{ field: 'rows', message: 'must be an array of objects' }]);
  return { ...fields, table: readTable(headers, bytes, rows, seed) };
}

function faulty(code: ErrorCode, details: readonly FieldFault[]): ServiceError {
  return new ServiceError(code, { details: details.slice(0, faultsNamed) });
}

function readTable(
  headers: readonly string[],
  bytes: Uint8Array,
  batches: readonly Batch[],
  seed: IdSeed,
): UploadedTable {
  const rowCount = batches.reduce((sum, { count }) => sum + count, 0);
  if (rowCount > maxSourceRows)
    throw new ServiceError('source_row_limit_exceeded', {
      message: `The source has ${rowCount} rows, but at most ${maxSourceRows} are allowed.`,
    });
  // In valid UTF-8, only escapes can produce characters that are not storable. Without escapes, no check is needed.
  const escapes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('\\u');
  const reader = new TableReader(headers, rowCount, seed, escapes);
  for (const batch of batches) reader.read(parseBatch(bytes, batch));
  return reader.finish();
}

function readHeaders(given: unknown): readonly string[] {
  if (!Array.isArray(given) || given.length === 0)
    throw faulty('invalid_source_headers', [{ field: 'headers', message: 'must name the columns' }]);
  if (given.length > maxSourceHeaders)
    throw new ServiceError('payload_too_large', {
      message: `The source has ${given.length} columns, but at most ${maxSourceHeaders} are allowed.`,
    });
  const bad = given.flatMap((header, place) => {
    const message = headerFault(header);
    if (message === null) return [];
    return [{ field: `headers[${place}]`, message }];
  });
  if (bad.length > 0) throw faulty('invalid_source_headers', bad);
  const headers: string[] = given;
  checkLengths(headers);
  checkDistinct(headers);
  return headers;
}

function headerFault(header: unknown): string | null {
  if (typeof header !== 'string') return 'must be a string';
  if (normalizeText(header) === '') return 'must not be blank';
  if (isStorable(header)) return null;
  return notStorable;
}

export function checkLengths(headers: readonly string[]): void {
  const place = headers.findIndex((header) => header.length > maxCellLength);
  if (place >= 0) throw tooLong(`headers[${place}]`);
  const characters = headers.reduce((sum, header) => sum + header.length, 0);
  if (characters <= maxHeaderCharacters) return;
  const message = `have ${characters} characters together, but at most ${maxHeaderCharacters} are allowed`;
  throw tooLarge('headers', message, 'The headers');
}

function tooLong(field: string): ServiceError {
  return tooLarge(field, `has more than ${maxCellLength} characters`);
}

function tooLarge(field: string, message: string, subject = field): ServiceError {
  const details: FieldFault[] = [{ field, message }];
  return new ServiceError('payload_too_large', { message: `${subject} ${message}.`, details });
}

/**
 * Headers that differ only in width, spaces or invisible characters look the same to people, so they count as the same.
 */
function checkDistinct(headers: readonly string[]): void {
  const seen = new Map<string, number>();
  const details: FieldFault[] = [];
  for (const [place, header] of headers.entries()) {
    const key = normalizeText(header);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, place);
    else details.push({ field: `headers[${place}]`, message: `is the same as headers[${first}]` });
  }
  if (details.length > 0) throw faulty('duplicate_source_headers', details);
}

const notARow = 'must be an object that maps headers to strings';
const inUnknownColumn = 'The row has a cell for a header that the source does not have.';

/** Reads rows into the bytes of a COPY. Cells are read by header. `__proto__` can be a header too. */
class TableReader {
  readonly #headers: readonly string[];
  readonly #known: ReadonlySet<string>;
  readonly #ids: SourceIds;
  readonly #copy: SourceRowsCopy;
  readonly #digest: Hash;
  readonly #faults: FieldFault[] = [];
  readonly #sample: (string | null)[][] = [];
  readonly #escapes: boolean;
  readonly #sampleEvery: number;
  #place = 0;
  #misshapen = 0;

  constructor(headers: readonly string[], rowCount: number, seed: IdSeed, escapes: boolean) {
    this.#headers = headers;
    this.#escapes = escapes;
    this.#known = new Set(headers);
    this.#sampleEvery = Math.max(1, Math.floor(rowCount / rowsSampled));
    this.#ids = new SourceIds(seed);
    this.#copy = new SourceRowsCopy(this.#ids.source());
    this.#digest = createHash('sha256').update(JSON.stringify(headers));
  }

  /** Reads the next rows. @throws ServiceError for rows that cannot be imported */
  read(rows: readonly unknown[]): void {
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
      headers: this.#headers,
      rowCount: this.#place,
      misshapenRows: this.#misshapen,
      detected: detectColumns(this.#headers, this.#sample),
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
      throw tooLarge(`rows[${place}]`, message);
    }
    let missing = 0;
    const cells = this.#headers.map((header) => {
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
    if (value.length > maxCellLength) throw tooLong(cellPath(place, header));
    if (this.#escapes && !isStorable(value)) this.#fault(cellPath(place, header), notStorable);
    return value;
  }

  /** Cells under unknown keys are not kept, but the same limits apply to them. */
  #checkUnknownKeys(values: Readonly<Record<string, unknown>>, place: number): void {
    for (const [key, value] of Object.entries(values)) {
      if (this.#known.has(key)) continue;
      const path = cellPath(place, key);
      if (key.length > maxCellLength) throw tooLong(`${path} (its key)`);
      if (typeof value !== 'string') this.#fault(path, 'must be a string');
      else if (value.length > maxCellLength) throw tooLong(path);
    }
  }

  /** @returns JSON of the issues with the row's keys */
  #shapeIssues(row: object, cells: readonly (string | null)[]): string {
    const keys = Object.keys(row);
    if (!cells.includes(null) && keys.length === cells.length) return '[]';
    this.#misshapen += 1;
    const absent = this.#headers
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
