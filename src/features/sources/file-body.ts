import { Buffer } from 'node:buffer';
import type { z } from 'zod';
import { ServiceError } from '../../contract/errors.ts';
import { faultWords } from '../../contract/fault-words.ts';
import { schemaFaults } from '../../contract/schema-faults.ts';
import { faultOf, type ImportReading } from './import-reading.ts';

/** A request body with a file: the file itself, or a form with it. */

/** A request with a file, nothing of it checked yet. */
export interface SentBody {
  readonly bytes: Uint8Array;
  /** Empty if there is none. */
  readonly contentType: string;
  readonly query: unknown;
}

/** A file that is not empty, with the parameters of the query and of the form. */
export interface SentFile<Parameters> extends Pick<FileBody, 'file' | 'fileName'> {
  readonly parameters: Parameters;
}

/**
 * What is read in the file of a request, or why it cannot be read.
 * @throws errors that are not the caller's fault
 */
export async function readSentFile<Parameters, Upload>(
  { bytes, contentType, query }: SentBody,
  schema: z.ZodType<Parameters>,
  read: (file: SentFile<Parameters>) => Promise<Upload>,
): Promise<ImportReading<Upload>> {
  let scope: Readonly<Record<string, string>> = {};
  try {
    const { file, fileName, fields, scope: named } = await fileInBody(bytes, contentType);
    scope = named;
    const parameters = parametersOf(query, fields, schema);
    if (file.length === 0)
      throw faulty('file', 'is missing: send the file as the body, or in a form as file');
    return { scope, upload: await read({ file, fileName, parameters }) };
  } catch (error) {
    return { scope, fault: faultOf(error) };
  }
}

/** Parameters of the query and of the form. @throws ServiceError invalid_request */
function parametersOf<Parameters>(
  query: unknown,
  fields: FileBody['fields'],
  schema: z.ZodType<Parameters>,
): Parameters {
  const given = typeof query === 'object' && query !== null ? query : {};
  const twice = Object.keys(fields).find((name) => Object.hasOwn(given, name));
  if (twice !== undefined) throw faulty(twice, 'is given in the query and in the form');
  const checked = schema.safeParse({ ...given, ...fields }, { error: faultWords });
  if (checked.success) return checked.data;
  const { details, detailsOmitted } = schemaFaults(checked.error);
  throw new ServiceError('invalid_request', { details, detailsOmitted });
}

interface FileBody {
  /** Empty if there is none. */
  readonly file: Uint8Array;
  readonly fileName: string | undefined;
  /** The other fields of the form. */
  readonly fields: Readonly<Record<string, string | string[]>>;
  /** The account that the form names. */
  readonly scope: Readonly<Record<string, string>>;
}

const scopeNames = ['accountId', 'account_id'];
const maxFields = 100;
const maxFieldLength = 10_000;
const maxNameLength = 1_000;

/** @throws ServiceError invalid_request */
async function fileInBody(bytes: Uint8Array, contentType: string): Promise<FileBody> {
  if (!/^multipart\/form-data\b/i.test(contentType.trim()))
    return { file: bytes, fileName: undefined, fields: {}, scope: {} };
  const entries = [...(await formOf(bytes, contentType))];
  if (entries.length > maxFields) throw faulty('(root)', `has more than ${maxFields} fields`);
  const files: File[] = [];
  // A map, because a field may be called __proto__.
  const fields = new Map<string, string | string[]>();
  const scope: Record<string, string> = {};
  for (const [name, value] of entries) {
    if (typeof value !== 'string') {
      if (name !== 'file') throw faulty(name.slice(0, 100), 'must not be a file; the file is the field file');
      files.push(value);
    } else if (name === 'file') throw faulty('file', 'must be a file with a file name');
    else if (value.length > maxFieldLength)
      throw faulty(name.slice(0, 100), `has more than ${maxFieldLength} characters`);
    else if (scopeNames.includes(name)) scope[name] = value.slice(0, 100);
    else {
      const before = fields.get(name);
      fields.set(name, before === undefined ? value : [before, value].flat());
    }
  }
  const [file, another] = files;
  if (another) throw faulty('file', 'must be given once');
  const content = file ? new Uint8Array(await file.arrayBuffer()) : Buffer.alloc(0);
  // Browsers of old systems send the whole path.
  const fileName = file?.name
    .split(/[\\/]/)
    .at(-1)
    ?.replaceAll(/[\p{Cc}\p{Cs}]/gu, '')
    .slice(0, maxNameLength)
    .trim();
  return { file: content, fileName: fileName || undefined, fields: Object.fromEntries(fields), scope };
}

async function formOf(bytes: Uint8Array, contentType: string): Promise<FormData> {
  try {
    return await new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': contentType },
    }).formData();
  } catch (cause) {
    const message = 'The body is not a valid form: its parts do not fit the boundary in Content-Type.';
    throw new ServiceError('invalid_request', { message, details: [{ field: '(root)', message }], cause });
  }
}

function faulty(field: string, message: string): ServiceError {
  return new ServiceError('invalid_request', { details: [{ field, message }] });
}
