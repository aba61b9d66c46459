import { maxImportedChoices } from '../../../contract/limits.ts';
import {
  type ImportRememberedQuery,
  importRememberedQuery,
} from '../../../contract/sources/remembered-choices.ts';
import { readSentFile, type SentBody } from '../parsing/file-body.ts';
import { readContent } from '../parsing/read-content.ts';
import type { UploadResult } from '../parsing/read-import.ts';
import { hasRememberedHeader, type RememberedTable, readRememberedTable } from './remembered-table.ts';

/** A file of remembered choices, with the parameters of the request. */
export interface RememberedUpload extends ImportRememberedQuery {
  readonly table: RememberedTable;
}

/** Lines around the table, and empty ones. */
const maxOtherLines = 1000;

/** @throws errors that are not the caller's fault */
export function readRememberedBody(
  sent: SentBody,
): Promise<
  UploadResult<Omit<RememberedUpload, 'table'> & { readonly table: RememberedTable & { copy: [] } }>
> {
  return readSentFile(sent, importRememberedQuery, async ({ file, parameters }) => {
    const { lines } = await readContent(file, parameters, {
      maxLines: maxImportedChoices + maxOtherLines,
      isWanted: (found) => found.some(hasRememberedHeader),
    });
    // At most ten thousand short lines: they need not follow in pieces.
    return { ...parameters, table: { ...readRememberedTable(lines), copy: [] } };
  });
}
