import type { Session } from '../session.ts';
import { type FileParameters, sendFile } from './file-upload.ts';
import { chooseMapping, type MappingOptions, mappingOfOptions, sendMapping } from './source-mapping.ts';
import { showSource } from './source-view.ts';
import { type ReadingOptions, readingParameters, showReading } from './table-options.ts';

export interface ImportOptions extends ReadingOptions, MappingOptions {
  readonly name?: string;
  readonly new?: true;
}

/** Sends a file and shows how it was read. Sending it again finds the existing source. */
export async function sendTable(session: Session, file: string, options: ImportOptions) {
  const parameters: FileParameters = {
    ...readingParameters(options),
    ...(options.name !== undefined && { name: options.name }),
    again: options.new ? 'new' : 'existing',
  };
  const { source, ...imported } = await sendFile(session, file, parameters);
  if (!source) throw new Error('the service answered with a preview');
  showReading(session, source);
  if (imported.deduplicated)
    session.note('This file was already imported; this is its source. --new makes another one.');
  return { ...imported, source };
}

/** `source import`: sends a file and maps its columns. */
export async function importFile(session: Session, file: string, options: ImportOptions): Promise<void> {
  const { source, ...imported } = await sendTable(session, file, options);
  const settled = source.mapping !== null && !options.detected && !mappingOfOptions(options);
  const mapping = settled ? null : await chooseMapping(session, source, options);
  showSource(
    session,
    mapping ? await sendMapping(session, source.source_id, mapping) : { ...imported, source },
  );
}
