import { writeFile } from 'node:fs/promises';
import {
  type IdentifierType,
  maxBatchItems,
  maxPageRows,
  type Schema,
  type SettleLevel,
} from '../../client/index.ts';
import { byteOrderMark, CsvLines } from '../../tables/csv.ts';
import { getAnswer } from '../calls.ts';
import { createUsageFailure, exitCodes } from '../failure.ts';
import { guessIdentifierType } from '../input/identifier-type.ts';
import { omitUndefined } from '../input/option-values.ts';
import { type CsvOptions, noteDisarmed } from '../output/download.ts';
import { checkPlace, writeWhole } from '../output/output-file.ts';
import { startProgress } from '../output/progress.ts';
import type { Session } from '../session.ts';
import { sendFile } from './file-upload.ts';
import { warnOfNobody } from './source-resolving.ts';
import { showParsedTable, type TableOptions, toFileParameters } from './table-options.ts';

/** Resolves a column of a file in batches, and adds the results to the rows. */

export interface ResolveFileOptions extends TableOptions, CsvOptions {
  readonly column?: string;
  readonly type?: IdentifierType;
  readonly asOf?: string;
  readonly settleFrom?: SettleLevel;
  readonly out?: string;
}

/** The result of a row, as in the added columns and, without the names, in JSON. */
const blank = {
  resolve_status: 'blank',
  company_id: null as string | null,
  display_name: '',
  legal_name: '',
  superseded_by: null as string | null,
  assurance: '',
  /** As in exports of sources. */
  set_aside: '',
  candidate_ids: [] as readonly string[],
  suggestion_ids: [] as readonly string[],
  remarks: [] as readonly string[],
};
type Outcome = typeof blank;

/** @throws CommandFailure */
export async function resolveFile(
  session: Session,
  file: string,
  options: ResolveFileOptions,
): Promise<void> {
  const table = await readTable(session, file, options);
  const place = findColumn(table, options.column);
  if (options.out !== undefined) checkPlace(options.out);
  const wanted = new Map<string, IdentifierType>();
  for (const row of table.rows) {
    const text = row[place]?.trim();
    if (text) wanted.set(text, options.type ?? guessIdentifierType(text));
  }
  const outcomes = await resolveAll(
    session,
    wanted,
    omitUndefined({ as_of: options.asOf, settle_from: options.settleFrom }),
  );
  const results = table.rows.map((row) => outcomes.get(row[place]?.trim() ?? '') ?? blank);
  await writeOutcome(session, table, results, options);
  const counts = new Map<string, number>();
  for (const { resolve_status } of results) counts.set(resolve_status, (counts.get(resolve_status) ?? 0) + 1);
  session.note([...counts].map(([status, count]) => `${status}: ${count}`).join(', '));
  if (!counts.has('resolved')) warnOfNobody(session, results.length);
  if (counts.has('ambiguous') || counts.has('invalid')) session.requirePerson();
  else if (!counts.has('resolved')) session.exitCode = exitCodes.notFound;
}

interface Table {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The rows of a file as the service reads them: it is imported for a moment, because only a source has all rows. */
async function readTable(session: Session, file: string, options: TableOptions): Promise<Table> {
  const { source } = await sendFile(session, file, { ...toFileParameters(options), again: 'new' });
  if (!source) throw new Error('the service answered with a preview');
  const path = { sourceId: source.source_id };
  try {
    showParsedTable(session, source);
    const rows: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { limit: maxPageRows, ...(cursor !== undefined && { cursor }) };
      const page = await getAnswer(
        session.api.GET('/api/service/sources/{sourceId}/review', { params: { path, query } }),
      );
      for (const { cells } of page.rows) rows.push(source.headers.map((header) => cells[header] ?? ''));
      cursor = page.meta.next_cursor;
    }
    return { headers: source.headers, rows };
  } finally {
    await getAnswer(session.api.DELETE('/api/service/sources/{sourceId}', { params: { path } }));
  }
}

function findColumn({ headers }: Table, column: string | undefined): number {
  const [only] = headers;
  if (column === undefined && headers.length === 1 && only !== undefined) return 0;
  const place = headers.findIndex((header) => header.trim() === column?.trim());
  if (place >= 0) return place;
  const missing = column === undefined ? '--column is required.' : `There is no column ${column}.`;
  throw createUsageFailure(missing, `The file has: ${headers.join(', ')}`);
}

/** Each distinct identifier is sent only once, because every item counts as a search. */
async function resolveAll(
  session: Session,
  wanted: ReadonlyMap<string, IdentifierType>,
  more: { readonly as_of?: string; readonly settle_from?: SettleLevel },
): Promise<Map<string, Outcome>> {
  const api = session.api;
  const entries = [...wanted];
  const outcomes = new Map<string, Outcome>();
  const progress = startProgress(session, 'Resolving', entries.length, 'identifiers');
  try {
    for (let from = 0; from < entries.length; from += maxBatchItems) {
      const batch = entries.slice(from, from + maxBatchItems);
      const { items } = await getAnswer(
        api.POST('/api/service/resolve/batch', {
          body: {
            items: batch.map(([identifier, type], at) => ({
              key: String(at),
              identifier_type: type,
              identifier,
              ...more,
            })),
          },
        }),
      );
      for (const item of items) {
        const [identifier] = batch[Number(item.key)] ?? [];
        if (identifier !== undefined) outcomes.set(identifier, toOutcome(item));
      }
      progress.update(from + batch.length);
    }
  } finally {
    progress.end();
  }
  return outcomes;
}

function toOutcome({ data, gaps, error }: Schema<'ResolvedItem'>): Outcome {
  const remarks = gaps.map(({ message }: Schema<'ResolveGap'>) => message);
  if (!data) {
    const faults = (error?.details ?? []).map(({ field, message }) => `${field} ${message}`);
    return { ...blank, resolve_status: 'invalid', remarks: [...remarks, ...faults] };
  }
  const settled = data.status === 'resolved' ? data.candidates[0] : undefined;
  return {
    resolve_status: data.status,
    company_id: data.company_id,
    display_name: settled?.display_name ?? '',
    legal_name: settled?.legal_name ?? '',
    superseded_by: data.superseded_by,
    assurance: data.assurance ?? '',
    set_aside: data.written?.set_aside.map(({ text }) => text).join(' / ') ?? '',
    suggestion_ids: data.suggestions.map(({ company_id }) => company_id),
    candidate_ids: settled ? [] : data.candidates.map(({ company_id }) => company_id),
    remarks,
  };
}

async function writeOutcome(
  session: Session,
  { headers, rows }: Table,
  results: readonly Outcome[],
  { out, bom, newline, keepFormulas }: ResolveFileOptions,
): Promise<void> {
  const toCells = (row: readonly string[]) => headers.map((_, place) => row[place] ?? '');
  const lines = new CsvLines({ newline, formulas: keepFormulas ? 'keep' : 'disarm' });
  const text = lines.renderLines([
    [...headers, ...chooseAddedHeaders(headers)],
    ...rows.map((row, at) => [...toCells(row), ...toAddedCells(results[at] ?? blank)]),
  ]);
  const csv = bom ? byteOrderMark + text : text;
  if (session.json) {
    const shown = rows.map((row, at) => {
      const { display_name, legal_name, ...outcome } = results[at] ?? blank;
      const cells = toCells(row).map((cell, place) => [headers[place], cell]);
      return { row_number: at + 1, cells: Object.fromEntries(cells), ...outcome };
    });
    session.print(JSON.stringify(shown, null, 2));
  } else if (out === undefined) session.world.stdout.write(csv);
  if (out !== undefined) {
    await writeWhole(out, (part) => writeFile(part, csv));
    session.note(`Written to ${out}.`);
  }
  if (out !== undefined || !session.json) noteDisarmed(session, lines.disarmedCells);
}

/** With a prefix if the file has one of these headers already, for example because it was resolved before. */
function chooseAddedHeaders(headers: readonly string[]): string[] {
  const taken = new Set(headers.map((header) => header.trim()));
  const names = Object.keys(blank);
  let prefix = '';
  for (let number = 1; names.some((name) => taken.has(prefix + name)); number += 1)
    prefix = number === 1 ? 'cd_' : `cd${number}_`;
  return names.map((name) => prefix + name);
}

function toAddedCells(outcome: Outcome): string[] {
  const { candidate_ids, suggestion_ids, remarks, ...cells } = outcome;
  const ids = [candidate_ids, suggestion_ids].map((each) => each.join('; '));
  return [...Object.values(cells).map((cell) => cell ?? ''), ...ids, remarks.join(' ')];
}
