import { Buffer } from 'node:buffer';
import { ServiceError } from '../../contract/errors.ts';

/** A request body with a file: the file itself, or a form with it. */

export interface FileBody {
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
export async function fileInBody(bytes: Uint8Array, contentType: string): Promise<FileBody> {
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
