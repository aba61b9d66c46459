import { writeFile } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import type { Schema } from '../client/index.ts';
import { answered } from './calls.ts';
import { exitCodes, usageFailure } from './failure.ts';
import { identifierTypeOf } from './identifier-type.ts';
import { checkPlace, writeWhole } from './output-file.ts';
import { startProgress } from './progress.ts';
import type { Session } from './session.ts';
import { tellReading } from './table-options.ts';
import { type ReadingOptions, readTabularFile, type TabularFile } from './tabular-file.ts';
import type { IdentifierType } from './vocabulary.ts';

/** Resolves a column of a file in batches, and adds the results to the rows. */

export interface ResolveFileOptions extends ReadingOptions {
  readonly file: string;
  readonly column: string | undefined;
  readonly type?: IdentifierType;
  readonly asOf?: string;
  readonly out?: string;
  readonly bom?: true;
}

/** The service's limit for a batch. */
const maxBatchItems = 1000;

interface Outcome {
  readonly status: string;
  readonly companyId: string | null;
  readonly name: string;
  readonly legalName: string;
  readonly candidateIds: readonly string[];
  readonly supersededBy: string | null;
  readonly remarks: readonly string[];
}

const blank: Outcome = {
  status: 'blank',
  companyId: null,
  name: '',
  legalName: '',
  candidateIds: [],
  supersededBy: null,
  remarks: [],
};

/** @throws CommandFailure */
export async function resolveFile(session: Session, options: ResolveFileOptions): Promise<void> {
  const table = readTabularFile(options.file, options);
  tellReading(session, table);
  const place = columnPlace(table, options.column);
  if (options.out !== undefined) checkPlace(options.out);
  const wanted = new Map<string, IdentifierType>();
  for (const row of table.rows) {
    const text = row[place]?.trim();
    if (text) wanted.set(text, options.type ?? identifierTypeOf(text));
  }
  const outcomes = await resolveAll(session, wanted, options.asOf);
  const results = table.rows.map((row) => outcomes.get(row[place]?.trim() ?? '') ?? blank);
  await writeOutcome(session, table, results, options);
  const counts = countBy(results);
  session.note([...counts].map(([status, count]) => `${status}: ${count}`).join(', '));
  if (counts.has('ambiguous')) session.exitCode = exitCodes.needsPerson;
}

function columnPlace({ headers }: TabularFile, column: string | undefined): number {
  const [only] = headers;
  if (column === undefined && headers.length === 1 && only !== undefined) return 0;
  const place = headers.findIndex((header) => header.trim() === column?.trim());
  if (place >= 0) return place;
  const missing = column === undefined ? '--column is required.' : `There is no column ${column}.`;
  throw usageFailure(missing, `The file has: ${headers.join(', ')}`);
}

/** Each distinct identifier is sent only once, because every item counts as a search. */
async function resolveAll(
  session: Session,
  wanted: ReadonlyMap<string, IdentifierType>,
  asOf: string | undefined,
): Promise<Map<string, Outcome>> {
  const api = session.api();
  const entries = [...wanted];
  const outcomes = new Map<string, Outcome>();
  const progress = startProgress(session, 'Resolving', entries.length, 'identifiers');
  try {
    for (let from = 0; from < entries.length; from += maxBatchItems) {
      const batch = entries.slice(from, from + maxBatchItems);
      const { items } = await answered(
        api.POST('/api/service/resolve/batch', {
          body: {
            items: batch.map(([identifier, type], at) => ({
              key: String(at),
              identifier_type: type,
              identifier,
              ...(asOf !== undefined && { as_of: asOf }),
            })),
          },
        }),
      );
      for (const item of items) {
        const [identifier] = batch[Number(item.key)] ?? [];
        if (identifier !== undefined) outcomes.set(identifier, outcomeOf(item));
      }
      progress.to(from + batch.length);
    }
  } finally {
    progress.end();
  }
  return outcomes;
}

function outcomeOf({ data, gaps, error }: Schema<'ResolvedItem'>): Outcome {
  const remarks = gaps.map(({ message }: Schema<'Gap'>) => message);
  if (!data) {
    return { ...blank, status: 'invalid', remarks: [...remarks, ...faultsOf(error?.details)] };
  }
  const settled = data.status === 'resolved' ? data.candidates[0] : undefined;
  return {
    status: data.status,
    companyId: data.company_id,
    name: settled?.display_name ?? '',
    legalName: settled?.legal_name ?? '',
    candidateIds: settled ? [] : data.candidates.map(({ company_id }: Schema<'Candidate'>) => company_id),
    supersededBy: data.superseded_by,
    remarks,
  };
}

/** The faults of an item, by field. */
function faultsOf(details: unknown): string[] {
  return Array.isArray(details) ? details.map(({ field, message }) => `${field} ${message}`) : [];
}

const addedColumns = [
  'resolve_status',
  'company_id',
  'display_name',
  'legal_name',
  'superseded_by',
  'candidate_ids',
  'remarks',
];

async function writeOutcome(
  session: Session,
  { headers, rows }: TabularFile,
  results: readonly Outcome[],
  { out, bom }: ResolveFileOptions,
): Promise<void> {
  const csv = stringify(
    [
      [...headers, ...addedColumns],
      ...rows.map((row, at) => [...paddedTo(row, headers.length), ...addedCells(results[at] ?? blank)]),
    ],
    { record_delimiter: 'windows', bom: bom === true },
  );
  if (session.json) session.print(JSON.stringify(jsonRows(headers, rows, results), null, 2));
  else if (out === undefined) session.world.stdout.write(csv);
  if (out === undefined) return;
  await writeWhole(out, (part) => writeFile(part, csv));
  session.note(`Written to ${out}.`);
}

function paddedTo(row: readonly string[], width: number): string[] {
  return Array.from({ length: width }, (_, place) => row[place] ?? '');
}

function addedCells(outcome: Outcome): string[] {
  return [
    outcome.status,
    outcome.companyId ?? '',
    outcome.name,
    outcome.legalName,
    outcome.supersededBy ?? '',
    outcome.candidateIds.join('; '),
    outcome.remarks.join(' '),
  ].map(notAFormula);
}

/** A spreadsheet would run a formula. The cells of the input file are not changed. */
function notAFormula(cell: string): string {
  return /^[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : cell;
}

function jsonRows(
  headers: readonly string[],
  rows: TabularFile['rows'],
  results: readonly Outcome[],
): object[] {
  return rows.map((row, at) => {
    const { status, companyId, candidateIds, supersededBy, remarks } = results[at] ?? blank;
    return {
      row_number: at + 1,
      cells: Object.fromEntries(headers.map((header, place) => [header, row[place] ?? ''])),
      resolve_status: status,
      company_id: companyId,
      superseded_by: supersededBy,
      candidate_ids: candidateIds,
      remarks,
    };
  });
}

function countBy(results: readonly Outcome[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { status } of results) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}
