import { randomUUID } from 'node:crypto';
import { answered } from './calls.ts';
import { CommandFailure, exitCodes } from './failure.ts';
import { startProgress } from './progress.ts';
import type { Session } from './session.ts';
import { chooseMapping, type MappingOptions, mappingOfOptions, sendMapping } from './source-mapping.ts';
import { showSource } from './source-view.ts';
import { showReading } from './table-options.ts';
import { type ReadingOptions, readTabularFile, rowsByHeader, type TabularFile } from './tabular-file.ts';
import { counted } from './text.ts';

export interface ImportOptions extends ReadingOptions, MappingOptions {
  readonly name?: string;
}

/** The service's limit, checked before megabytes are uploaded needlessly. */
const maxRows = 50_000;

/** Reads, uploads and maps a file. Uploading the same file again finds the existing source. */
export async function importFile(session: Session, file: string, options: ImportOptions): Promise<void> {
  const table = readTabularFile(file, options);
  showReading(session, table);
  if (table.rows.length > maxRows) {
    throw new CommandFailure(
      exitCodes.refused,
      `The file has ${counted(table.rows.length, 'row')}; a source can have at most 50,000.`,
      'Split the file and import the parts.',
    );
  }
  const imported = await upload(session, table, options.name);
  if (imported.deduplicated) session.note('This file was already imported; this is its source.');
  const settled = imported.source.mapping !== null && !options.detected && !mappingOfOptions(options);
  const mapping = settled ? null : await chooseMapping(session, imported.source, options);
  showSource(session, mapping ? await sendMapping(session, imported.source.source_id, mapping) : imported);
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
        // For retries within this run. The service recognizes a later run by the content of the file.
        params: { header: { 'Idempotency-Key': randomUUID() } },
        body,
        fetch: session.fetch({ onSent: progress.to }),
      }),
    );
  } finally {
    progress.end();
  }
}
