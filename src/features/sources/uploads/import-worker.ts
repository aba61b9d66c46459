import { readTasks } from '../../../process/reader-program.ts';
import type { SentBody } from '../parsing/file-body.ts';
import { readFileBody } from '../parsing/read-file.ts';
import { readImportBody } from '../parsing/read-import.ts';
import type { IdSeed } from '../parsing/row-ids.ts';
import { detachCopies } from './upload-tables.ts';

/**
 * The process that reads one upload after another, and answers each with an `UploadResult`; it fails if an upload of rows is not
 * JSON. It has its own file in the build.
 */

/** What to read, as what: rows in JSON, a file that becomes a source, or a returned table of candidates. */
export type ImportTask =
  | { readonly as: 'rows'; readonly seed: IdSeed }
  | ({ readonly as: 'source'; readonly seed: IdSeed } & SentAs)
  | ({ readonly as: 'choices' } & SentAs);
type SentAs = Pick<SentBody, 'contentType' | 'query'>;

readTasks<ImportTask>(async (task, bytes) => {
  const result = await readAs(task, bytes);
  if (!('upload' in result)) return { answer: result };
  const { upload, pieces, pieceCounts } = detachCopies(result.upload);
  return { answer: { ...result, upload, pieceCounts }, pieces };
});

async function readAs(task: ImportTask, bytes: Buffer) {
  if (task.as === 'rows') return readImportBody(bytes, task.seed);
  if (task.as === 'source') return readFileBody({ ...task, bytes });
  // Loaded with the first one, like the reader of workbooks.
  const { readChoicesBody } = await import('../decisions/read-choices.ts');
  return readChoicesBody({ ...task, bytes });
}
