import type { Knex } from 'knex';
import { rowMarks } from '../../../contract/sources/decisions.ts';
import { type RowStatus, rowStatuses } from '../../../contract/sources/sources.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { DecidedCounts } from './decision.ts';
import { joinInPieces, type OutcomeStatus, type ResolvedRows } from './resolved-rows.ts';
import { isMarkedByChoice, isUndecided, ownSource, rejectedIds } from './row-conditions.ts';
import type { ReadRow, RowVersion, SourceRowRecord, SourceScope } from './source-record.ts';

export interface RowsPage {
  /** Empty means all states. */
  readonly statuses?: readonly RowStatus[];
  /**
   * Only rows that a resolve with this mapping looks at: without a company so far, or left open by an older mapping.
   * Rows with a person's decision are left out.
   */
  readonly openFor?: { readonly mappingVersion: number };
  /** Only these rows, in this order. */
  readonly ids?: readonly string[];
  /** Only rows that are neither matched nor decided by a person. */
  readonly undecided?: boolean;
  /** Rows after this one; null for the first page. */
  readonly after?: string | null;
  readonly limit: number;
  /** The maximum bytes of all rows together. A single row is always returned. */
  readonly maxBytes: number;
  /** Rows of the first piece, if their size is known from earlier pieces. */
  readonly first?: number | undefined;
  /** Bytes that an answer adds to each row. */
  readonly bytesPerRow?: number;
}

export interface RowsFound {
  readonly rows: ReadRow[];
  /** The bytes of all rows together. */
  readonly bytes: number;
  /** Whether more rows follow. */
  readonly more: boolean;
}

const firstPiece = 50;
/** An estimate: measuring each candidate would take the database as long as sending it. */
const bytesPerCandidate = 600;

const columns = [
  'source_row_id',
  'row_number',
  'file_row',
  'cells',
  'resolve_status',
  'r.company_id',
  'candidates',
  'suggestions',
  'written',
  'issues',
  'reason',
  'assurance',
  'paid',
  'decision',
  'decided_at',
  'same_key',
  'same_name_key',
  'skipped_at',
  'skipped_by',
  'r.mapping_version',
] as const;

const isOpen = `(decision IS NULL AND (resolve_status IN ('unresolved', 'not_found')
    OR (resolve_status IN ('multiple_candidates', 'invalid') AND r.mapping_version < ?))
  OR ${isMarkedByChoice} AND r.mapping_version < ?)`;

/** What of a row is not simply a column of its table. */
const rejected = `${rejectedIds} AS rejected_company_ids,
  (SELECT label FROM api_keys k WHERE k.key_id = r.skipped_by) AS skipped_by_label`;

/** The transaction that wrote the row last: changes with every change, whoever makes it. */
const rowVersion = 'cast(r.xmin AS text)';

/** @param update an update of rows `r` with outcomes `o`, which leaves out the rows of `except` */
const countWritten = (update: string) => `
  WITH written AS (
    ${update} AND r.source_row_id <> ALL (CAST(:except AS uuid[])) RETURNING r.resolve_status, o.charged)
  SELECT resolve_status AS status, count(*)::int AS rows, (count(*) FILTER (WHERE charged))::int AS charged
  FROM written GROUP BY resolve_status`;

const writeOutcomesSql = countWritten(`UPDATE source_rows r
  SET resolve_status = o.resolve_status, company_id = o.company_id,
    settled_by = CASE WHEN o.mark = 'chosen' THEN 'select' WHEN o.resolve_status = 'matched' THEN 'resolve' END,
    candidates = o.candidates, suggestions = o.suggestions, issues = o.issues, reason = o.reason,
    written = o.written, assurance = o.assurance,
    same_key = decode(o.same_key, 'hex'), same_name_key = decode(o.same_name_key, 'hex'),
    decision = o.mark, undecided_status = o.undecided_status, undecided_reason = o.undecided_reason,
    skipped_at = CASE WHEN o.resolve_status <> 'matched' AND o.mark IS NULL THEN r.skipped_at END,
    skipped_by = CASE WHEN o.resolve_status <> 'matched' AND o.mark IS NULL THEN r.skipped_by END,
    decided_at = CASE WHEN o.earlier THEN statement_timestamp() ELSE r.decided_at END,
    paid = r.paid OR o.charged, mapping_version = :mappingVersion
  FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS o (source_row_id uuid, resolve_status text, company_id text, earlier boolean,
    candidates jsonb, suggestions jsonb, issues jsonb, reason text, assurance text, written jsonb, charged boolean,
    same_key text, same_name_key text, mark text, undecided_status text, undecided_reason text)
  WHERE r.source_id = ${ownSource} AND r.source_row_id = o.source_row_id`);

/**
 * Copies outcomes from other rows of the source. The database copies their candidates in compressed form. Sending and
 * compressing the candidates of a frequent name again for each row would take most of the time of a resolve.
 */
const repeatOutcomesSql = countWritten(`UPDATE source_rows r
  SET resolve_status = l.resolve_status, company_id = l.company_id,
    settled_by = l.settled_by, candidates = l.candidates, suggestions = l.suggestions, issues = o.issues,
    reason = l.reason, assurance = l.assurance, written = l.written,
    same_key = l.same_key, same_name_key = l.same_name_key,
    decision = l.decision, undecided_status = l.undecided_status, undecided_reason = l.undecided_reason,
    skipped_at = CASE WHEN l.resolve_status <> 'matched' AND l.decision IS NULL THEN r.skipped_at END,
    skipped_by = CASE WHEN l.resolve_status <> 'matched' AND l.decision IS NULL THEN r.skipped_by END,
    decided_at = CASE WHEN o.earlier THEN statement_timestamp() ELSE r.decided_at END,
    paid = r.paid OR o.charged, mapping_version = :mappingVersion
  FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS o (source_row_id uuid, like_row_id uuid, issues jsonb, charged boolean, earlier boolean),
    source_rows l
  WHERE r.source_id = ${ownSource} AND r.source_row_id = o.source_row_id
    AND l.source_id = r.source_id AND l.source_row_id = o.like_row_id`);

interface WrittenOutcomes {
  readonly status: OutcomeStatus;
  readonly rows: number;
  readonly charged: number;
}

/** Rows by the state that they got, and how many of them are charged. */
export type OutcomeSums = Record<OutcomeStatus | 'charged', number>;

interface ResolvedWriting {
  readonly mappingVersion: number;
  /** Rows that are not written. No other row may be like one of them. */
  readonly except?: readonly string[];
}

/** The rows `r` of a source, if it is the account's own. */
export function selectOwnRows(connection: Knex, { accountId, sourceId }: SourceScope) {
  return connection('source_rows as r')
    .join('sources as s', 's.source_id', 'r.source_id')
    .where({ 's.account_id': accountId, 'r.source_id': sourceId });
}

/** Rows of sources in Postgres. Each function accesses only rows of the account's own sources. */
export class SourceRowsStore {
  constructor(private readonly knex: Knex) {}

  /** All rows from this page on, in pieces. The first piece is small, because the size of the rows is not known yet. */
  async *pieces(scope: SourceScope, page: RowsPage): AsyncGenerator<RowsFound> {
    let { after = null, ids } = page;
    let limit = Math.min(page.first ?? firstPiece, page.limit);
    for (;;) {
      const found = await this.rows(scope, { ...page, after, limit, ...(ids && { ids }) });
      yield found;
      if (!found.more) return;
      if (ids) ids = ids.slice(found.rows.length);
      else after = found.rows.at(-1)?.source_row_id ?? null;
      // The database also reads the rows that do not fit, so the next piece requests only a few of them.
      limit = Math.min(2 * found.rows.length, page.limit);
    }
  }

  /** A page in the order of the upload, or of `ids`, small enough not to block other requests. */
  async rows(
    scope: SourceScope,
    {
      statuses = [],
      ids,
      openFor,
      undecided = false,
      after = null,
      limit,
      maxBytes,
      bytesPerRow = 0,
    }: RowsPage,
    transaction?: Transaction,
  ): Promise<RowsFound> {
    const knex = transaction ?? this.knex;
    const place = ids ? 'array_position(CAST(? AS uuid[]), r.source_row_id)' : 'r.source_row_id';
    const wanted = ids?.slice(0, limit + 1);
    const listed = selectOwnRows(knex, scope)
      .orderBy('place')
      .limit(limit + 1)
      .select(
        'r.*',
        knex.raw(`${rowVersion} AS row_version`),
        knex.raw(`${place} AS place`, wanted ? [wanted] : []),
      );
    if (wanted) listed.whereRaw('source_row_id = ANY (CAST(? AS uuid[]))', [wanted]);
    if (statuses.length > 0) listed.whereIn('resolve_status', statuses);
    if (openFor) listed.whereRaw(isOpen, [openFor.mappingVersion, openFor.mappingVersion]);
    if (undecided) listed.whereRaw(isUndecided);
    if (after !== null) listed.where('source_row_id', '>', after);
    const sized = knex(listed.as('r')).select(
      'r.*',
      knex.raw('row_number() OVER (ORDER BY place) AS listed_at'),
      knex.raw('count(*) OVER () AS listed'),
      knex.raw(
        `sum(octet_length(cells::text) + ? * (jsonb_array_length(candidates) + jsonb_array_length(suggestions))
             + octet_length(issues::text) + coalesce(octet_length(written::text), 0) + ?::int)
           OVER (ORDER BY place) AS bytes`,
        [bytesPerCandidate, bytesPerRow],
      ),
    );
    const found = await knex(sized.as('r'))
      .whereRaw('listed_at <= ? AND (bytes <= ? OR listed_at = 1)', [limit, maxBytes])
      .orderBy('listed_at')
      .select<(ReadRow & { listed: string; bytes: string })[]>(
        ...columns,
        knex.raw(rejected),
        'row_version',
        'listed',
        'bytes',
      );
    const more = Number(found[0]?.listed ?? 0) > found.length;
    // The rows keep their columns `listed` and `bytes`: copies without them would take longer than all else that is done here.
    return { rows: found, bytes: Number(found.at(-1)?.bytes ?? 0), more };
  }

  /** Ids of the matched rows by company, in the order of the upload. */
  async matchedRows(scope: SourceScope, transaction?: Transaction) {
    const matched = selectOwnRows(transaction ?? this.knex, scope).where({ resolve_status: 'matched' });
    return matched
      .orderBy('source_row_id')
      .select<{ company_id: string; source_row_id: string }[]>('r.company_id', 'source_row_id');
  }

  async findRow(
    scope: SourceScope,
    rowId: string,
    transaction: Transaction,
  ): Promise<SourceRowRecord | null> {
    const found = selectOwnRows(transaction, scope).where({ source_row_id: rowId });
    return (await found.first<SourceRowRecord | undefined>(...columns, transaction.raw(rejected))) ?? null;
  }

  /** Those of the rows that have changed since they were read, by id. The source must be locked. */
  async changedSince(
    scope: SourceScope,
    read: readonly RowVersion[],
    transaction: Transaction,
  ): Promise<string[]> {
    const { rows } = await transaction.raw<{ rows: { id: string }[] }>(
      `SELECT read.id FROM unnest(cast(:ids AS uuid[]), cast(:versions AS text[])) AS read (id, version)
       WHERE NOT EXISTS (SELECT FROM source_rows r
         WHERE r.source_row_id = read.id AND ${rowVersion} = read.version AND r.source_id = ${ownSource})`,
      {
        ...scope,
        ids: read.map(({ source_row_id }) => source_row_id),
        versions: read.map(({ row_version }) => row_version),
      },
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Counts the rows that a resolve looks at.
   * @param after only rows after this one; null for all
   */
  async countOpen(
    scope: SourceScope,
    { mappingVersion, after }: { readonly mappingVersion: number; readonly after: string | null },
    transaction: Transaction,
  ): Promise<number> {
    const open = selectOwnRows(transaction, scope).whereRaw(isOpen, [mappingVersion, mappingVersion]);
    if (after !== null) open.where('source_row_id', '>', after);
    const [found] = await open.count<{ count: number }[]>('* as count');
    return Number(found?.count ?? 0);
  }

  /** Writes the outcomes of resolved rows. The source must be locked. */
  async writeResolved(
    scope: SourceScope,
    { outcomes, repeated }: ResolvedRows,
    { mappingVersion, except = [] }: ResolvedWriting,
    transaction: Transaction,
  ): Promise<OutcomeSums> {
    const sums: OutcomeSums = { matched: 0, multiple_candidates: 0, not_found: 0, invalid: 0, charged: 0 };
    const updates = [
      [writeOutcomesSql, outcomes],
      [repeatOutcomesSql, repeated],
    ] as const;
    for (const [sql, resolved] of updates)
      for (const rows of joinInPieces(resolved)) {
        const bindings = { ...scope, rows, mappingVersion, except };
        const written = await transaction.raw<{ rows: WrittenOutcomes[] }>(sql, bindings);
        for (const { status, rows: count, charged } of written.rows) {
          sums[status] += count;
          sums.charged += charged;
        }
      }
    return sums;
  }

  async countStates(scope: SourceScope, transaction: Transaction): Promise<DecidedCounts> {
    const counts = rowStatuses.map((status) =>
      transaction.raw('count(*) FILTER (WHERE resolve_status = ?) AS ??', [status, status]),
    );
    const dismissed = transaction.raw('count(*) FILTER (WHERE decision = ANY (?)) AS dismissed', [
      [...rowMarks],
    ]);
    const [found] = await selectOwnRows(transaction, scope).select<DecidedCounts[]>([...counts, dismissed]);
    if (!found) throw new Error('a count has no row');
    return found;
  }
}
