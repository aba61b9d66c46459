import { Buffer } from 'node:buffer';
import { Busboy } from '@fastify/busboy';
import type { z } from 'zod';
import { ServiceError } from '../../../contract/errors.ts';
import { describeFault } from '../../../contract/fault-words.ts';
import { collectFaults } from '../../../contract/schema-faults.ts';
import { faultOf, scopeNames, type UploadResult } from './read-import.ts';

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
): Promise<UploadResult<Upload>> {
  let form: FileBody | undefined;
  try {
    form = await fileInBody(bytes, contentType);
    const { file, fileName, fields, scope } = form;
    const parameters = parametersOf(query, fields, schema);
    if (file.length === 0)
      throw faulty('file', 'is missing or empty: send the file as the body, or in a form as file');
    return { scope, upload: await read({ file, fileName, parameters }) };
  } catch (error) {
    return { scope: { ...form?.fields, ...form?.scope }, fault: faultOf(error) };
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
  const checked = schema.safeParse({ ...given, ...fields }, { error: describeFault });
  if (checked.success) return checked.data;
  const { details, detailsOmitted } = collectFaults(checked.error);
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

const maxFields = 100;
const maxFieldLength = 10_000;
const maxNameLength = 1_000;

/** @throws ServiceError invalid_request */
async function fileInBody(bytes: Uint8Array, contentType: string): Promise<FileBody> {
  if (!/^multipart\/form-data\b/i.test(contentType.trim()))
    return { file: bytes, fileName: undefined, fields: {}, scope: {} };
  const { files, texts } = await formOf(bytes, contentType.trim());
  const wrong = files.find(({ name }) => name !== 'file');
  if (wrong) throw faulty(wrong.name.slice(0, 100), 'must not be a file; the file is the field file');
  const [file, another] = files;
  if (another) throw faulty('file', 'must be given once');
  // A map, because a field may be called __proto__.
  const fields = new Map<string, string | string[]>();
  const scope: Record<string, string> = {};
  for (const { name, value } of texts) {
    if (name === 'file') throw faulty('file', 'must be a file with a file name');
    if (value.length > maxFieldLength)
      throw faulty(name.slice(0, 100), `has more than ${maxFieldLength} characters`);
    if (scopeNames.includes(name)) scope[name] = value.slice(0, 100);
    else {
      const before = fields.get(name);
      fields.set(name, before === undefined ? value : [before, value].flat());
    }
  }
  return {
    file: file ? Buffer.concat(file.pieces) : Buffer.alloc(0),
    fileName: file && shortName(file.fileName),
    fields: Object.fromEntries(fields),
    scope,
  };
}

/** Browsers of old systems send the whole path. */
function shortName(sent: string): string | undefined {
  const name = sent
    .split(/[\\/]/)
    .at(-1)
    ?.replaceAll(/[\p{Cc}\p{Cs}]/gu, '')
    .slice(0, maxNameLength)
    .trim();
  return name || undefined;
}

interface Form {
  readonly files: readonly { readonly name: string; readonly fileName: string; readonly pieces: Buffer[] }[];
  readonly texts: readonly { readonly name: string; readonly value: string }[];
}

/** Forms as programs send them: names without quotation marks, and names of files as `filename*=UTF-8''…`, too. */
function formOf(bytes: Uint8Array, contentType: string): Promise<Form> {
  return new Promise((resolve, reject) => {
    const invalid = (cause: unknown) => {
      const message = 'The body is not a valid form: its parts do not fit the boundary in Content-Type.';
      reject(
        new ServiceError('invalid_request', { message, details: [{ field: '(root)', message }], cause }),
      );
    };
    const files: { name: string; fileName: string; pieces: Buffer[] }[] = [];
    const texts: { name: string; value: string }[] = [];
    try {
      const form = new Busboy({
        headers: { 'content-type': contentType },
        isPartAFile: (_name, _type, fileName) => fileName !== undefined,
        preservePath: true,
        limits: { parts: maxFields + 1, fieldSize: 4 * (maxFieldLength + 1), headerSize: 16 * 1024 },
      });
      form.on('file', (name, content, fileName) => {
        const pieces: Buffer[] = [];
        files.push({ name: name ?? '', fileName, pieces });
        content.on('data', (piece: Buffer) => pieces.push(piece));
        content.on('error', invalid);
      });
      form.on('field', (name, value) => texts.push({ name: name ?? '', value }));
      form.on('error', invalid);
      form.on('finish', () => {
        if (files.length + texts.length <= maxFields) resolve({ files, texts });
        else reject(faulty('(root)', `has more than ${maxFields} fields`));
      });
      form.end(bytes);
    } catch (cause) {
      invalid(cause);
    }
  });
}

function faulty(field: string, message: string): ServiceError {
  return new ServiceError('invalid_request', { details: [{ field, message }] });
}
