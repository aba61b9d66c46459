import { toPrintable } from '../output/text.ts';
import type { Session } from '../session.ts';
import { type FileParameters, sendFile } from './file-upload.ts';
import { chooseMapping, type MappingOptions, readMapping, sendMapping } from './source-mapping.ts';
import { showSource } from './source-view.ts';
import { showParsedTable, type TableOptions, toFileParameters } from './table-options.ts';

export interface ImportOptions extends TableOptions, MappingOptions {
  readonly name?: string;
  readonly new?: true;
}

/** Sends a file and shows how it was read. Sending it again finds the existing source. */
export async function sendTable(session: Session, file: string, options: ImportOptions) {
  const parameters: FileParameters = {
    ...toFileParameters(options),
    ...(options.name !== undefined && { name: options.name }),
    again: options.new ? 'new' : 'existing',
  };
  const { source, ...imported } = await sendFile(session, file, parameters);
  if (!source) throw new Error('the service answered with a preview');
  showParsedTable(session, source);
  if (imported.deduplicated)
    session.note('This file was already imported; this is its source. --new makes another one.');
  return { ...imported, source };
}

/** Sends a workbook of which several sheets are read, and shows what was done with each. */
export async function sendSheets(
  session: Session,
  file: string,
  { sheets: wanted, ...options }: ImportOptions & { readonly sheets: string[] },
) {
  const { sheets } = await sendFile(session, file, {
    ...toFileParameters(options),
    sheets: wanted,
    ...(options.name !== undefined && { name: options.name }),
    again: options.new ? 'new' : 'existing',
  });
  for (const { sheet, message, source, deduplicated } of sheets) {
    if (message !== null) session.note(toPrintable(`Sheet ${sheet} is left out: ${message}`));
    if (!source) continue;
    showParsedTable(session, source);
    if (deduplicated) session.note('It was already imported; this is its source. --new makes another one.');
  }
  return sheets;
}

/** `source import`: sends a file and maps its columns. */
export async function importFile(session: Session, file: string, options: ImportOptions): Promise<void> {
  const { source, ...imported } = await sendTable(session, file, options);
  const settled = source.mapping !== null && !options.detected && !readMapping(options);
  const mapping = settled ? null : await chooseMapping(session, source, options);
  showSource(
    session,
    mapping ? await sendMapping(session, source.source_id, mapping) : { ...imported, source },
  );
}
