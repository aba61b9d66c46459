import { createHash, type Hash } from 'node:crypto';
import type { ErrorCode, FieldFault } from '../../contract/errors.ts';
import { schemaFaults } from '../../contract/schema-faults.ts';
import type { DetectedColumn, RowIssue } from '../../contract/sources/answers.ts';
import {
  maxCellLength,
  maxHeaderCharacters,
  maxSourceHeaders,
  maxSourceRows,
  type SourceImportBody,
  sourceImportBody,
} from '../../contract/sources/sources.ts';
import { isStorable, notStorable } from '../../contract/storable.ts';
import { normalizeText } from '../../text/normalize.ts';
import { SourceRowsCopy } from './copy-format.ts';
import { detectIdentifierColumns } from './identifier-columns.ts';
import { type IdSeed, SourceIds, uuidText } from './row-ids.ts';
import {
  type Batch,
  batchesOf,
  parseBatch,
  parseSpan,
  TooManyValues,
  uploadParts,
} from './upload-scanner.ts';

/** The headers and rows of an upload, checked and ready for the database. */
export interface UploadedTable {
  readonly sourceId: string;
  readonly headers: readonly string[];
  readonly rowCount: number;
  /** How many rows have keys that are not exactly the headers. */
  readonly misshapenRows: number;
  readonly detected: readonly DetectedColumn[];
  /** SHA-256 of headers and rows. */
  readonly digest: Uint8Array;
  /** Binary COPY of `copiedColumns`, in pieces. */
  readonly copy: readonly Uint8Array<ArrayBuffer>[];
}

/** An upload as `SourcesService` takes it. */
export type SourceUpload = Omit<SourceImportBody, 'headers' | 'rows'> & { readonly table: UploadedTable };

/** Why an upload cannot be imported. */
export interface UploadFault {
  readonly code: ErrorCode;
  readonly message?: string;
  readonly details?: readonly FieldFault[];
  readonly detailsOmitted?: number;
}

const faultsNamed = 20;
const issuesNamed = 10;
/** Enough to judge a column without parsing the cells of 50,000 rows. */
const rowsSampled = 500;

/** The result of reading an upload. It is small, except for the bytes of the rows. */
export type ImportReading = ({ readonly upload: SourceUpload } | { readonly fault: UploadFault }) & {
  /** The account that the upload names. */
  readonly scope: Readonly<Record<string, string>>;
};

const fieldNames = ['name', 'originalFilename', 'contentSha256'] as const;
const maxScalarBytes = 10_000;
const scopeNames = ['accountId', 'account_id'] as const;
const memberNames: ReadonlySet<string> = new Set([...fieldNames, ...scopeNames, 'headers', 'rows']);

/** @throws SyntaxError, TypeError when it is not JSON in UTF-8 */
export function readImportBody(bytes: Uint8Array, seed: IdSeed): ImportReading {
  try {
    return readParts(bytes, seed);
  } catch (error) {
    if (!(error instanceof TooManyValues)) throw error;
    return { scope: {}, fault: { code: 'payload_too_large', message: error.message } };
  }
}

function readParts(bytes: Uint8Array, seed: IdSeed): ImportReading {
  const parts = uploadParts(bytes, memberNames, new Set(['rows']));
  if (!parts) {
    // Only short input is checked for being JSON at all.
    if (bytes.length <= maxScalarBytes) parseSpan(bytes, { start: 0, end: bytes.length });
    return { scope: {}, fault: notAnObject };
  }
  const { members, otherKeys, otherKeyCount } = parts;
  const valueIn = (name: string): unknown => {
    const span = members.get(name);
    return span && parseSpan(bytes, span);
  };
  const scope = Object.fromEntries(
    scopeNames.flatMap((name) => (members.has(name) ? [[name, scopeValue(valueIn(name))]] : [])),
  );
  const given = Object.fromEntries([
    ...fieldNames.flatMap((name) => (members.has(name) ? [[name, valueIn(name)]] : [])),
    ...otherKeys.map((key) => [key, null]),
  ]);
  const checked = sourceImportBody.safeParse({ ...given, headers: null, rows: null });
  if (!checked.success) {
    const { details, detailsOmitted } = schemaFaults(checked.error);
    const uncounted = otherKeyCount - otherKeys.length;
    return { scope, fault: { code: 'invalid_request', details, detailsOmitted: detailsOmitted + uncounted } };
  }
  const { headers: _, rows: __, ...fields } = checked.data;
  const rows = members.get('rows');
  const uploaded = { bytes, batches: rows ? batchesOf(bytes, rows) : null };
  const table = readTable(valueIn('headers'), uploaded, seed);
  return 'code' in table ? { scope, fault: table } : { scope, upload: { ...fields, table } };
}

/** Long enough to compare with an account's id. */
function scopeValue(given: unknown): string {
  return typeof given === 'string' ? given.slice(0, 100) : '';
}

interface UploadedRows {
  readonly bytes: Uint8Array;
  /** Null when the rows are not an array. */
  readonly batches: readonly Batch[] | null;
}

function readTable(
  givenHeaders: unknown,
  { bytes, batches }: UploadedRows,
  seed: IdSeed,
): UploadedTable | UploadFault {
  const headers = readHeaders(givenHeaders);
  if ('code' in headers) return headers;
  if (!batches) return missingRows;
  const rowCount = batches.reduce((sum, { count }) => sum + count, 0);
  if (rowCount > maxSourceRows) return tooManyRows(rowCount);
  // In valid UTF-8, only escapes can produce characters that are not storable. Without escapes, no check is needed.
  const escapes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('\\u');
  const reader = new TableReader(headers, rowCount, seed, escapes);
  for (const batch of batches) {
    const stopped = reader.read(parseBatch(bytes, batch));
    if (stopped) return stopped;
  }
  return reader.finish();
}

function readHeaders(given: unknown): readonly string[] | UploadFault {
  if (!Array.isArray(given) || given.length === 0)
    return {
      code: 'invalid_source_headers',
      details: [{ field: 'headers', message: 'must name the columns' }],
    };
  if (given.length > maxSourceHeaders)
    return {
      code: 'payload_too_large',
      message: `The source has ${given.length} columns, but at most ${maxSourceHeaders} are allowed.`,
    };
  const headers: string[] = [];
  const bad: FieldFault[] = [];
  for (const [place, header] of given.entries()) {
    const message = headerFault(header);
    if (message === null) headers.push(header);
    else bad.push({ field: `headers[${place}]`, message });
  }
  if (bad.length > 0) return { code: 'invalid_source_headers', details: bad.slice(0, faultsNamed) };
  return tooLongHeaders(headers) ?? repeatedHeader(headers) ?? headers;
}

function headerFault(header: unknown): string | null {
  if (typeof header !== 'string') return 'must be a string';
  if (normalizeText(header) === '') return 'must not be blank';
  return isStorable(header) ? null : notStorable;
}

function tooLongHeaders(headers: readonly string[]): UploadFault | null {
  const place = headers.findIndex((header) => header.length > maxCellLength);
  if (place >= 0) return tooLong(`headers[${place}]`);
  const characters = headers.reduce((sum, header) => sum + header.length, 0);
  if (characters <= maxHeaderCharacters) return null;
  const message = `have ${characters} characters together, but at most ${maxHeaderCharacters} are allowed`;
  return {
    code: 'payload_too_large',
    message: `The headers ${message}.`,
    details: [{ field: 'headers', message }],
  };
}

function tooWide(place: number, cells: number): UploadFault {
  const field = `rows[${place}]`;
  const message = `has ${cells} cells, but at most ${maxSourceHeaders} are allowed`;
  return { code: 'payload_too_large', message: `${field} ${message}.`, details: [{ field, message }] };
}

function tooLong(field: string): UploadFault {
  const message = `has more than ${maxCellLength} characters`;
  return { code: 'payload_too_large', message: `${field} ${message}.`, details: [{ field, message }] };
}

/**
 * Headers that differ only in width, spaces or invisible characters look the same to people, so they count as the same.
 */
function repeatedHeader(headers: readonly string[]): UploadFault | null {
  const seen = new Map<string, number>();
  const details: FieldFault[] = [];
  for (const [place, header] of headers.entries()) {
    const key = normalizeText(header);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, place);
    else details.push({ field: `headers[${place}]`, message: `is the same as headers[${first}]` });
  }
  return details.length > 0
    ? { code: 'duplicate_source_headers', details: details.slice(0, faultsNamed) }
    : null;
}

const notAnObject: UploadFault = {
  code: 'invalid_request',
  details: [{ field: '(root)', message: 'must be an object' }],
};

const missingRows: UploadFault = {
  code: 'invalid_request',
  details: [{ field: 'rows', message: 'must be an array of objects' }],
};

function tooManyRows(count: number): UploadFault {
  return {
    code: 'source_row_limit_exceeded',
    message: `The source has ${count} rows, but at most ${maxSourceRows} are allowed.`,
  };
}

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
  readonly #rowCount: number;
  #place = 0;
  #misshapen = 0;

  constructor(headers: readonly string[], rowCount: number, seed: IdSeed, escapes: boolean) {
    this.#rowCount = rowCount;
    this.#headers = headers;
    this.#escapes = escapes;
    this.#known = new Set(headers);
    this.#sampleEvery = Math.max(1, Math.floor(rowCount / rowsSampled));
    this.#ids = new SourceIds(seed);
    this.#copy = new SourceRowsCopy(this.#ids.source());
    this.#digest = createHash('sha256').update(JSON.stringify(headers));
  }

  /** Reads the next rows. @returns a fault that ends the reading */
  read(rows: readonly unknown[]): UploadFault | null {
    for (const row of rows) {
      const place = this.#place;
      this.#place += 1;
      const cells = this.#cellsOf(row, place);
      if ('code' in cells) return cells;
      if (this.#faults.length >= faultsNamed) return this.#faultOfRows();
      if (this.#faults.length > 0) continue;
      if (place % this.#sampleEvery === 0) this.#sample.push(cells);
      const issues = this.#shapeIssues(row as object, cells);
      const bytes = this.#copy.addRow(this.#ids.row(place + 1), place + 1, cells, issues);
      this.#digest.update(bytes);
    }
    return null;
  }

  finish(): UploadedTable | UploadFault {
    if (this.#faults.length > 0) return this.#faultOfRows();
    return {
      sourceId: uuidText(this.#ids.source()),
      headers: this.#headers,
      rowCount: this.#rowCount,
      misshapenRows: this.#misshapen,
      detected: detectIdentifierColumns(this.#headers, this.#sample),
      digest: Uint8Array.from(this.#digest.digest()),
      copy: this.#copy.finish(),
    };
  }

  #faultOfRows(): UploadFault {
    return {
      code: 'invalid_request',
      message: 'Each row must be an object that maps headers to strings.',
      details: this.#faults,
    };
  }

  /** Cells in the order of the headers. Values that are not strings are recorded as faults. */
  #cellsOf(row: unknown, place: number): (string | null)[] | UploadFault {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      this.#fault(`rows[${place}]`, 'must be an object that maps headers to strings');
      return [];
    }
    const values = row as Readonly<Record<string, unknown>>;
    const keys = Object.keys(values);
    if (keys.length > maxSourceHeaders) return tooWide(place, keys.length);
    const cells: (string | null)[] = [];
    let missing = 0;
    for (const header of this.#headers) {
      const value = values[header];
      if (typeof value === 'string') {
        if (value.length > maxCellLength) return tooLong(cellPath(place, header));
        if (this.#escapes && !isStorable(value)) this.#fault(cellPath(place, header), notStorable);
        cells.push(value);
      } else {
        if (Object.hasOwn(values, header)) this.#fault(cellPath(place, header), 'must be a string');
        else missing += 1;
        cells.push(null);
      }
    }
    const hasUnknownKeys = keys.length > cells.length - missing;
    return (hasUnknownKeys && this.#unknownKeyFault(values, keys, place)) || cells;
  }

  /** Cells under unknown keys are not kept, but the same limits apply to them. */
  #unknownKeyFault(
    values: Readonly<Record<string, unknown>>,
    keys: readonly string[],
    place: number,
  ): UploadFault | null {
    for (const key of keys) {
      if (this.#known.has(key)) continue;
      const path = cellPath(place, key);
      if (key.length > maxCellLength) return tooLong(`${path} (its key)`);
      const value = values[key];
      if (typeof value !== 'string') this.#fault(path, 'must be a string');
      else if (value.length > maxCellLength) return tooLong(path);
    }
    return null;
  }

  /** @returns JSON of the issues with the row's keys */
  #shapeIssues(row: object, cells: readonly (string | null)[]): string {
    const keys = Object.keys(row).length;
    const missing = cells.includes(null);
    if (!missing && keys === cells.length) return '[]';
    this.#misshapen += 1;
    const absent = this.#headers
      .filter((_, place) => cells[place] === null)
      .map((header) => shapeIssue('missing_cell', header, 'The row has no cell for this header.'));
    const unknown = Object.keys(row)
      .filter((key) => !this.#known.has(key))
      .map((key) =>
        shapeIssue(
          'unknown_header',
          shown(key),
          'The row has a cell for a header that the source does not have.',
        ),
      );
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
  return isStorable(start) ? start : start.replaceAll(/[\0\ud800-\udfff]/gu, '\ufffd');
}

function shapeIssue(code: string, header: string, message: string): RowIssue {
  return { code, field: null, header, message };
}
