import type { SourceFileQuery } from '../../contract/sources/reading.ts';
import { unsupported } from './file-failures.ts';
import type { FileContent } from './file-reading.ts';
import { beginsWith } from './text-encoding.ts';

const zip = [0x50, 0x4b, 0x03, 0x04];
const ole = [0xd0, 0xcf, 0x11, 0xe0];

export function isWorkbook(file: Uint8Array): boolean {
  return beginsWith(file, zip);
}

/** @throws ServiceError source_file_type_unsupported */
export function refuseOtherFiles(file: Uint8Array): void {
  if (beginsWith(file, ole)) throw unsupported('The file is an old Excel file (.xls), or has a password.');
  if (beginsWith(file, [0x25, 0x50, 0x44, 0x46])) throw unsupported('The file is a PDF.');
}

export async function readWorkbook(_file: Uint8Array, _parameters: SourceFileQuery): Promise<FileContent> {
  throw unsupported('Excel workbooks cannot be read yet.');
}
