import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { maxFileRow } from '../../../contract/limits.ts';
import { sourceChoicesQuery } from '../../../contract/sources/decisions.ts';
import { readSentFile, type SentBody } from '../parsing/file-body.ts';
import { readContent } from '../parsing/read-content.ts';
import type { UploadResult } from '../parsing/read-import.ts';
import { ChoiceReader, hasChoiceHeader } from './choice-table.ts';
import { type SentChoices, sentChoices } from './sent-choices.ts';

/** A returned table of candidates as `ChoiceTables` takes it, with the parameters of the request. */
export interface ChoicesUpload extends z.output<typeof sourceChoicesQuery> {
  readonly table: SentChoices;
  /** SHA-256 of the file, in hexadecimal digits. */
  readonly digest: string;
}

/** @throws errors that are not the caller's fault */
export function readChoicesBody(sent: SentBody): Promise<UploadResult<ChoicesUpload>> {
  return readSentFile(sent, sourceChoicesQuery, async ({ file, parameters }) => {
    // A table has a line for each candidate, so it can have many more lines than its source.
    const { lines } = await readContent(file, parameters, {
      maxLines: maxFileRow,
      isWanted: (found) => found.some(hasChoiceHeader),
    });
    const reader = new ChoiceReader();
    for (const line of lines) reader.add(line);
    return {
      ...parameters,
      table: sentChoices(reader.finish()),
      digest: createHash('sha256').update(file).digest('hex'),
    };
  });
}
