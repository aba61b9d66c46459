import { ServiceError } from '../../contract/errors.ts';
import { maxReadings } from '../../contract/limits.ts';
import { type EvidenceId, evidenceIds, findEvidence } from '../../contract/reconcile/properties.ts';
import type { PropertyValue, ReconcileQuery } from '../../contract/reconcile/requests.ts';
import { parseIdentifier } from '../../text/identifiers/identifiers.ts';
import { isEmptyCell, normalizeText } from '../../text/letters/normalize.ts';
import { isEmptyCode } from '../../text/letters/placeholders.ts';
import { type MappedColumns, mappedColumns } from '../row-matching/parse-row.ts';

/** How a query is read: as the row of a table with the columns of `queryColumns`. */

type Cells = readonly (string | null)[];

const headers: readonly string[] = ['name', ...evidenceIds];

/** The columns of a row, as a person would map them. */
export const queryColumns: MappedColumns = mappedColumns(
  {
    entity: 'company',
    columns: {
      name: 'name',
      corporate_number: 'corporate_number',
      ticker: 'securities_code',
      domain: 'website',
    },
    hints: { prefecture: 'prefecture', city: 'city', address: 'address', postal_code: 'postal_code' },
  },
  headers,
);

/** The same question has the same value, whatever else the query asks for. */
export interface ParsedReconcileQuery {
  readonly name: string | null;
  /** The distinct values of each property; one of them must fit. */
  readonly values: ReadonlyMap<EvidenceId, readonly string[]>;
  /** A row for each combination of values. */
  readonly rows: readonly Cells[];
}

/** @throws ServiceError invalid_request if there are too many combinations of values */
export function parseReconcileQuery({ query = '', properties = [] }: ReconcileQuery): ParsedReconcileQuery {
  const values = new Map<EvidenceId, string[]>();
  for (const { pid, v } of properties) {
    const id = findEvidence(pid);
    if (!id) continue;
    const given = [v].flat().map((value) => normalizeText(toText(id, value)));
    const isEmpty = identifying.has(id) ? isEmptyCode : isEmptyCell;
    const present = given.filter((text) => text !== '' && !isEmpty(text));
    if (present.length > 0) values.set(id, [...new Set([...(values.get(id) ?? []), ...present])]);
  }
  const number = isEmptyCell(query) ? null : findNumber(query);
  // Beside another number, the two companies contradict each other.
  if (number !== null)
    values.set('corporate_number', [...new Set([number, ...(values.get('corporate_number') ?? [])])]);
  const name = number !== null || isEmptyCell(query) ? null : normalizeText(query);
  const combinations = [...values.values()].reduce((product, each) => product * each.length, 1);
  if (combinations > maxReadings) {
    const message = `have ${combinations} combinations of values; at most ${maxReadings} are looked up`;
    throw new ServiceError('invalid_request', { details: [{ field: 'properties', message }] });
  }
  let rows: Cells[] = [[name]];
  for (const id of evidenceIds)
    rows = rows.flatMap((row) => (values.get(id) ?? [null]).map((value) => [...row, value]));
  const code = name === null || values.has('securities_code') ? null : findCode(name);
  if (code !== null) rows = [...rows, ...rows.map((row) => replaceNameByCode(row, code))];
  return { name, values, rows };
}

/** In these, 9999999999999 and the like are no values. */
const identifying: ReadonlySet<EvidenceId> = new Set(['corporate_number', 'securities_code', 'website']);

/** As on the page of search, a code finds its company, also if it can be a name. */
function findCode(query: string): string | null {
  const parsed = parseIdentifier('securities_code', query);
  if (parsed.ok) return parsed.value;
  return null;
}

function replaceNameByCode([, ...others]: Cells, code: string): Cells {
  return [null, ...others].map((cell, at) => (headers[at] === 'securities_code' ? code : cell));
}

/** People also reconcile a column of corporate numbers. A valid one is never a name. */
function findNumber(query: string): string | null {
  const parsed = parseIdentifier('corporate_number', removePrefix(normalizeText(query)));
  if (parsed.ok) return parsed.value;
  return null;
}

function toText(property: EvidenceId, value: PropertyValue): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  // A company of this service, which was reconciled before, is meant by its id; other entities by their name.
  const { id, name } = value;
  if (property === 'corporate_number') return removePrefix(id);
  return name ?? id;
}

/** The corporate number in a company_id. */
function removePrefix(text: string): string {
  return text.replace(/^cn_(?=\d{13}$)/i, '');
}
