import { createHash } from 'node:crypto';
import { z } from 'zod';
import { maxCellLength, maxRowsInOneCall, maxSourceHeaders, type Schema } from '../client/index.ts';
import { getDetectedColumns, SourceCalls } from '../client/source-resolving.ts';
import { type Api, getAnswer, ToolFailure } from './api-calls.ts';
import { line } from './quoted-text.ts';
import { omitUndefined } from './tool.ts';

/** A table of the user: as it is sent, and the columns that identify companies. */

export type Source = Schema<'SampledSource'>;

const defineHeader = (about: string) => z.string().min(1).max(1000).optional().describe(about);

const columnNames = z.strictObject({
  name: defineHeader('Column of company names.'),
  corporate_number: defineHeader('Column of corporate numbers (法人番号).'),
  securities_code: defineHeader('Column of securities codes (証券コード).'),
  domain: defineHeader('Column of sites, domains or e-mail addresses.'),
  prefecture: defineHeader('Hint: column of prefectures.'),
  city: defineHeader('Hint: column of cities.'),
  address: defineHeader('Hint: column of addresses.'),
  postal_code: defineHeader('Hint: column of postal codes.'),
});
type Columns = z.output<typeof columnNames>;

/** The arguments of a tool that takes a table. */
export const tableInput = {
  source_id: z.uuid().optional().describe('A table that was sent before.'),
  csv: z.string().min(1).max(500_000).optional().describe('The table as CSV text, with a header.'),
  headers: z
    .array(z.string().min(1).max(1000))
    .min(1)
    .max(maxSourceHeaders)
    .optional()
    .describe('With rows.'),
  rows: z
    .array(z.array(z.string().max(maxCellLength)).max(maxSourceHeaders))
    .min(1)
    .max(maxRowsInOneCall)
    .optional()
    .describe('Cells in the order of headers.'),
  name: z.string().trim().min(1).max(200).optional().describe('Name of the table.'),
  columns: columnNames
    .optional()
    .describe('Headers of the columns that identify companies. Absent: the columns that are detected.'),
};
type TableInput = z.output<z.ZodObject<typeof tableInput>>;

/** The source of a table, which is sent if it was not before. @throws ToolFailure if it was not given once */
export async function obtainSource(
  api: Api,
  { source_id, csv, headers, rows, name }: TableInput,
): Promise<Source> {
  const forms = [source_id, csv, rows].filter((form) => form !== undefined);
  if (forms.length !== 1 || (rows === undefined) !== (headers === undefined)) {
    const message = line`The table must be given once.`;
    throw new ToolFailure('invalid_request', message, line`Give source_id, or csv, or headers with rows.`);
  }
  if (source_id !== undefined) return inspectSource(api, source_id);
  if (csv !== undefined) return sendText(api, csv, name);
  return sendRows(api, headers ?? [], rows ?? [], name);
}

export async function inspectSource(api: Api, sourceId: string): Promise<Source> {
  return (await getAnswer(new SourceCalls(api, sourceId).inspect())).source;
}

/** The same text again is the source that exists already. */
async function sendText(api: Api, csv: string, name: string | undefined): Promise<Source> {
  const { source } = await getAnswer(
    api.POST('/api/service/sources/files', {
      params: { query: { filename: 'table.csv', encoding: 'utf-8', ...omitUndefined({ name }) } },
      headers: { 'Content-Type': 'text/csv; charset=utf-8' },
      body: '',
      bodySerializer: () => csv,
    }),
  );
  if (!source) throw new Error('the service answered with a preview');
  return source;
}

async function sendRows(
  api: Api,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  name: string | undefined,
): Promise<Source> {
  const wide = rows.findIndex((row) => row.length > headers.length);
  if (wide >= 0) {
    const message = line`rows[${wide}] has more cells than there are headers.`;
    throw new ToolFailure('invalid_request', message, line`Give every row one cell for each header.`);
  }
  const digest = createHash('sha256')
    .update(JSON.stringify([headers, rows]))
    .digest('hex');
  const { source } = await getAnswer(
    api.POST('/api/service/sources/import', {
      body: {
        name: name ?? 'table',
        contentSha256: `sha256:${digest}`,
        headers: [...headers],
        rows: rows.map((row) => Object.fromEntries(headers.map((each, place) => [each, row[place] ?? '']))),
      },
    }),
  );
  return source;
}

/** The source with the columns that are named, or else detected. A mapping that is there stays. */
export async function mapSource(api: Api, { columns }: TableInput, source: Source): Promise<Source> {
  if (columns) return sendMapping(api, source, toMapping(columns));
  const detected = getDetectedColumns(source);
  const hasColumns = Object.keys(detected.columns).length > 0;
  if (source.mapping || !hasColumns || isUnclear(source)) return source;
  return sendMapping(api, source, detected);
}

async function sendMapping(api: Api, source: Source, wanted: Mapping): Promise<Source> {
  if (hasMapping(source, wanted)) return source;
  const calls = new SourceCalls(api, source.source_id);
  return (await getAnswer(calls.map({ entity: 'company', ...wanted }))).source;
}

/** Whether the user must choose a column first, also if it is only that of the number. */
export function isUnclear({ mapping_warnings }: Source): boolean {
  return mapping_warnings.some(({ code }) => code === 'several_columns');
}

type Mapping = Required<Pick<Schema<'SourceMapping'>, 'columns' | 'hints'>>;

function toMapping({ name, corporate_number, securities_code, domain, ...hints }: Columns): Mapping {
  return {
    columns: omitUndefined({ name, corporate_number, ticker: securities_code, domain }),
    hints: omitUndefined(hints),
  };
}

function hasMapping({ mapping }: Source, { columns, hints }: Mapping): boolean {
  const serializeSorted = (part: object) => JSON.stringify(Object.entries(part).sort());
  return (
    mapping !== null &&
    serializeSorted(mapping.columns) === serializeSorted(columns) &&
    serializeSorted(mapping.hints) === serializeSorted(hints)
  );
}
