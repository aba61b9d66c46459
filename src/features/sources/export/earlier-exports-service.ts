import type { Transaction } from '../../../database/transaction.ts';
import { type EarlierExport, earlierExport, tellingPlaces } from '../columns/earlier-export.ts';
import type { SourceRecord, SourceScope } from '../records/source-record.ts';
import type { SourceRowsStore } from '../records/source-rows-store.ts';

const cellsJudged = 50;

/** The earlier export that the table of a source was; null if it was none. */
export async function earlierExportOf(
  rows: SourceRowsStore,
  scope: SourceScope,
  { headers }: Pick<SourceRecord, 'headers'>,
  transaction?: Transaction,
): Promise<EarlierExport | null> {
  const cells = new Map<number, readonly string[]>();
  for (const place of tellingPlaces(headers))
    cells.set(place, await rows.givenCells(scope, { place, limit: cellsJudged }, transaction));
  return earlierExport(headers, (place) => cells.get(place) ?? []);
}
