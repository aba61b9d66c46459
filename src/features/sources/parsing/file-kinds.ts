import { Buffer } from 'node:buffer';
import { unsupported } from './file-failures.ts';

/** What a file is, by its first bytes. */

const zip = [0x50, 0x4b, 0x03, 0x04];
const ole = [0xd0, 0xcf, 0x11, 0xe0];

const otherFiles: readonly (readonly [readonly number[], string])[] = [
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0x1f, 0x8b], 'compressed by gzip'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a 7z archive'],
  [[0x52, 0x61, 0x72, 0x21, 0x1a], 'a RAR archive'],
  [[0x89, 0x50, 0x4e, 0x47], 'an image'],
  [[0xff, 0xd8, 0xff], 'an image'],
];

export function isWorkbook(file: Uint8Array): boolean {
  return beginsWith(file, zip);
}

/** @throws ServiceError source_file_type_unsupported for files that are known to be no table */
export function refuseOtherFiles(file: Uint8Array): void {
  if (beginsWith(file, ole)) {
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
    if (bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')))
      throw unsupported('The workbook has a password, so it cannot be read.');
    throw unsupported('The file is an old Excel workbook (.xls) or another old Office file.');
  }
  const [, kind] = otherFiles.find(([mark]) => beginsWith(file, mark)) ?? [];
  if (kind !== undefined) throw unsupported(`The file is ${kind}.`);
}

/** Whether bytes begin like these. */
export function beginsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}
