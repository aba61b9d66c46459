import { type ErrorCode, type FieldFault, ServiceError } from '../../../contract/errors.ts';
import { describeFault } from '../../../contract/fault-words.ts';
import {
  maxCellLength,
  maxHeaderCharacters,
  maxSourceHeaders,
  maxSourceRows,
} from '../../../contract/limits.ts';
import { collectFaults } from '../../../contract/schema-faults.ts';
import { type SourceImportBody, sourceImportBody } from '../../../contract/sources/sources.ts';
import { isStorable, notStorable } from '../../../contract/storable.ts';
import { normalizeText } from '../../../text/letters/normalize.ts';
import { tooLargeField, tooLongField } from './file-failures.ts';
import type { IdSeed } from './row-ids.ts';
import { type Batch, parseBatch, parseSpan, uploadParts } from './upload-scanner.ts';
import { faultsNamed, TableReader, type UploadedTable } from './uploaded-table.ts';

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

const fieldNames = ['name', 'originalFilename', 'contentSha256'] as const;
const maxScalarBytes = 10_000;
/** Fields that name the account. */
export const scopeNames: readonly string[] = ['accountId', 'account_id'];
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
    ...fieldNames.filter((name) => members.has(name)).map((name) => [name, valueIn(name)]),
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
  for (const batch of batches) reader.addRows(parseBatch(bytes, batch));
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
  if (place >= 0) throw tooLongField(`headers[${place}]`);
  const characters = headers.reduce((sum, header) => sum + header.length, 0);
  if (characters <= maxHeaderCharacters) return;
  const message = `have ${characters} characters together, but at most ${maxHeaderCharacters} are allowed`;
  throw tooLargeField('headers', message, 'The headers');
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
