import { randomUUID } from 'node:crypto';
import { answered } from './calls.ts';
import { CommandFailure, exitCodes } from './failure.ts';
import { startProgress } from './progress.ts';
import type { Session } from './session.ts';
import { chooseMapping, type MappingOptions, sendMapping } from './source-mapping.ts';
import { showSource } from './source-view.ts';
import { tellReading } from './table-options.ts';
import { type ReadingOptions, readTabularFile, rowsByHeader, type TabularFile } from './tabular-file.ts';
import { counted } from './text.ts';

export interface ImportOptions extends ReadingOptions, MappingOptions {
  readonly name?: string;
}

/** What the service takes; told before megabytes are sent in vain. */
const maxRows = 50_000;

/** Reads, uploads and maps a file. Uploading the same file again finds the source that is there. */
export async function importFile(session: Session, file: string, options: ImportOptions): Promise<void> {
  const table = readTabularFile(file, options);
  tellReading(session, table);
  if (table.rows.length > maxRows) {
    throw new CommandFailure(
      exitCodes.refused,
      `The file has ${counted(table.rows.length, 'row')}; a source has at most 50,000.`,
      'Split the file and import its parts.',
    );
  }
  const imported = await upload(session, table, options.name);
  if (imported.deduplicated) session.note('The same file was imported before: this is that source.');
  const settled = imported.source.mapping !== null && !hasMappingFlags(options);
  const mapping = settled ? null : await chooseMapping(session, imported.source, options);
  showSource(session, mapping ? await sendMapping(session, imported.source.source_id, mapping) : imported);
}

function hasMappingFlags(options: ImportOptions): boolean {
  return options.detected === true || Object.keys(options).some((name) => name.endsWith('Column'));
}

async function upload(session: Session, table: TabularFile, name: string | undefined) {
  const body = {
    name: name ?? table.fileName,
    originalFilename: table.fileName,
    contentSha256: table.sha256,
    headers: [...table.headers],
    rows: rowsByHeader(table),
  };
  const bytes = Buffer.byteLength(JSON.stringify(body));
  const progress = startProgress(session, 'Sending', bytes, 'bytes');
  try {
    return await answered(
      session.api().POST('/api/service/sources/import', {
        // For the tries of this run. A later run is known by the content, also after the source was deleted.
        params: { header: { 'Idempotency-Key': randomUUID() } },
        body,
        fetch: session.fetch({ onSent: progress.to }),
      }),
    );
  } finally {
    progress.end();
  }
}
