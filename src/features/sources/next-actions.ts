import { hintFields, type MappingField, mappingFields } from '../../contract/sources/sources.ts';
import type { SourceRecord } from './sources-store.ts';

/** Below it a guess is shown but not suggested: the numbers of one's own customers look like securities codes. */
const minSuggested = 0.5;

/** What a caller can do next with a source in its state, as sentences with the request to send. */
export function nextActions(source: SourceRecord): string[] {
  const at = `/api/service/sources/${source.source_id}`;
  if (source.row_count === 0) return ['The source has no rows: import a file that has some.'];
  if (source.status === 'imported') return [...shapeWarning(source), mapAction(source, at)];
  if (source.status === 'mapped')
    return [...shapeWarning(source), resolveAction(source, at), ...reviewActions(source, at)];
  return [...reviewActions(source, at), ...laterActions(source, at)];
}

function shapeWarning({ misshapen_rows, unresolved }: SourceRecord): string[] {
  if (misshapen_rows === 0 || unresolved === 0) return [];
  return [
    `Not exactly the headers as keys: ${rows(misshapen_rows)}, to become invalid when resolved. Correct and import again, or go on without.`,
  ];
}

function mapAction(source: SourceRecord, at: string): string {
  const columns = suggestedColumns(source);
  if (Object.keys(columns).length === 0) {
    return `Map at least one of ${mappingFields.join(', ')} to a header: POST ${at}/map with {"entity":"company","columns":{"name":"<header>"}}; no column looks like an identifier.`;
  }
  return `Map the columns: POST ${at}/map with ${JSON.stringify({ entity: 'company', columns })}; hints (${hintFields.join(', ')}) help to tell namesakes apart.`;
}

/** For each field the surest header, and no header twice. */
function suggestedColumns({
  detected_identifier_columns,
}: SourceRecord): Partial<Record<MappingField, string>> {
  const columns: Partial<Record<MappingField, string>> = {};
  for (const { field, header, confidence } of detected_identifier_columns) {
    if (confidence < minSuggested) continue;
    if (columns[field] === undefined && !Object.values(columns).includes(header)) columns[field] = header;
  }
  return columns;
}

function resolveAction({ unresolved, not_found }: SourceRecord, at: string): string {
  const open = unresolved + not_found;
  return `Resolve ${rows(open)} without a company yet: POST ${at}/resolve with an Idempotency-Key header and {"execute":true,"maxCredits":${open}}; each row that is matched costs 1 basic credit, and "dryRun":true tells the cost first.`;
}

function reviewActions(
  { multiple_candidates, not_found, invalid, status }: SourceRecord,
  at: string,
): string[] {
  const actions: string[] = [];
  if (multiple_candidates > 0)
    actions.push(
      `Choose a company for ${rows(multiple_candidates)} with candidates: GET ${at}/review?status=multiple_candidates, then for each POST ${at}/select with an Idempotency-Key header and {"row":"<source_row_id>","companyId":"<company_id of a candidate>","maxCredits":1}.`,
    );
  if (not_found > 0 && status === 'resolved')
    actions.push(
      `No company was found for ${rows(not_found)}: see GET ${at}/review?status=not_found, map further columns by POST ${at}/map and resolve again.`,
    );
  if (invalid > 0)
    actions.push(
      `Correct ${rows(invalid)} of wrong values or shape, GET ${at}/review?status=invalid says why, and import again.`,
    );
  return actions;
}

function laterActions({ source_id, matched }: SourceRecord, at: string): string[] {
  if (matched === 0) return [];
  return [
    `Make a List of ${rows(matched)} with a company: POST /api/service/lists with {"name":"<name>","source_id":"${source_id}"}.`,
    `Download the rows with their companies: GET ${at}/export.`,
  ];
}

function rows(count: number): string {
  return count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`;
}
