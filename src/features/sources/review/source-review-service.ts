import { z } from 'zod';
import type { AnswerBody } from '../../../contract/endpoint.ts';
import { buildPageMeta } from '../../../contract/envelope.ts';
import { ServiceError } from '../../../contract/errors.ts';
import { maxComparedCompanies, maxDetailedRows } from '../../../contract/limits.ts';
import type { sourceReviewAnswer } from '../../../contract/sources/answers.ts';
import {
  progressCountFields,
  type SourceReviewQuery,
  type sourceProgressAnswer,
  type sourceRowAnswer,
} from '../../../contract/sources/review.ts';
import { rowStatuses } from '../../../contract/sources/sources.ts';
import type { BoundedPage } from '../../../database/bounded-page.ts';
import type { Paging } from '../../../paging/paging.ts';
import type { CompaniesService } from '../../companies/companies-service.ts';
import type { CompanyProfileService } from '../../companies/company-profile-service.ts';
import type { PageStart, ReviewRowsStore } from '../records/review-rows-store.ts';
import { isOpenOnly, type RowFilter, type RowOrder } from '../records/row-filter.ts';
import { rowReferenceOf } from '../records/row-reference.ts';
import type { SourceRecord, SourceRowRecord, SourceScope } from '../records/source-record.ts';
import type { SourceRowsStore } from '../records/source-rows-store.ts';
import type { SourcesStore } from '../records/sources-store.ts';
import { type RowContext, reviewOf, reviewRow, sourceEnvelope } from '../view/source-view.ts';
import { comparedCompanies } from './compared-view.ts';
import type { PresenceStore } from './presence-store.ts';
import { bindCursor, readOrder, readSearch } from './review-query.ts';

export interface SourceReviewParts {
  readonly sources: SourcesStore;
  readonly rows: SourceRowsStore;
  readonly reviewed: ReviewRowsStore;
  readonly presence: PresenceStore;
  readonly companies: CompaniesService;
  readonly profiles: CompanyProfileService;
  readonly paging: Paging;
}

/** Who reviews: rows on their own screen are not elsewhere. */
export interface Reviewer {
  readonly keyId: string;
  readonly session: string | undefined;
}

type ReviewAnswer = AnswerBody<typeof sourceReviewAnswer>;

/** Small enough that reading and writing does not block other requests. */
const rowsPerPiece = 500;
const bytesPerPiece = 512 * 1024;
/** A page of rows ends after this many bytes. */
const bytesPerPage = 4 * 1024 * 1024;

const position = z.object({ source_row_id: z.uuid(), key: z.string().max(1000) });

/** Shows the rows of a source to people who decide about them. */
export class SourceReview {
  constructor(private readonly parts: SourceReviewParts) {}

  /**
   * @throws ServiceError source_not_found, source_row_not_found, source_mapping_required for an order by names without
   *   a mapping, invalid_query for an unknown header, invalid_cursor
   */
  async review(scope: SourceScope, keyId: string, query: SourceReviewQuery): Promise<ReviewAnswer> {
    const { sources, reviewed, paging, companies } = this.parts;
    const source = await sources.find(scope);
    const order = readOrder(query, source);
    const filter = await this.#filter(scope, query, source);
    const { accountId } = scope;
    const binding = {
      kind: 'source-review',
      accountId,
      sourceId: source.source_id,
      order,
      ...bindCursor(query),
    };
    const { details } = query;
    const limit = details ? Math.min(query.limit, maxDetailedRows) : query.limit;
    const page = paging.getPage({ ...query, limit }, binding, position);
    const start = page.after
      ? { ...page.after, inclusive: false }
      : await this.#startAt(scope, query.from_row, order);
    const [places, matchingRows] = await Promise.all([
      reviewed.find(scope, filter, order, { start, limit: limit + 1 }),
      this.#count(scope, filter, source),
    ]);
    const ids = places.slice(0, limit).map(({ source_row_id }) => source_row_id);
    const found = await this.#read(scope, source, ids, places.length > limit);
    const context = await this.#context(scope, source, found.rows, {
      compare: details === 'candidates',
      reviewer: { keyId, session: query.session },
    });
    const keys = new Map(places.map((place) => [place.source_row_id, place]));
    const next = page.nextCursor(found, ({ source_row_id }) => ({
      source_row_id,
      key: keys.get(source_row_id)?.key ?? '',
    }));
    return {
      ...sourceEnvelope('review', source),
      review: reviewOf(source),
      register: await companies.registerCoverage(),
      matching_rows: matchingRows,
      rows: found.rows.map((row) => reviewRow(row, source, context)),
      meta: buildPageMeta(found.rows, { limit, nextCursor: next }),
    };
  }

  /** @throws ServiceError source_not_found, source_row_not_found */
  async row(
    scope: SourceScope,
    rowId: string,
    reviewer: Reviewer,
  ): Promise<AnswerBody<typeof sourceRowAnswer>> {
    const { sources, reviewed } = this.parts;
    const source = await sources.find(scope);
    const { source_row_id } = await this.#named(scope, rowId);
    const [{ rows }, neighbours] = await Promise.all([
      this.#read(scope, source, [source_row_id], false),
      reviewed.neighbours(scope, source_row_id),
    ]);
    const [row] = rows;
    // The source was deleted between the statements.
    if (!row) throw new ServiceError('source_row_not_found');
    const context = await this.#context(scope, source, rows, { compare: true, reviewer });
    return { ...sourceEnvelope('row', source), row: reviewRow(row, source, context), ...neighbours };
  }

  /** @throws ServiceError source_not_found */
  async progress(
    scope: SourceScope,
    { segments: wanted }: { readonly segments: number },
  ): Promise<AnswerBody<typeof sourceProgressAnswer>> {
    const { sources, reviewed } = this.parts;
    const { row_count } = await sources.find(scope);
    const segments = Math.max(1, Math.min(wanted, row_count));
    const counted = row_count === 0 ? [] : await reviewed.progress(scope, row_count, segments);
    const firstOf = (segment: number) => Math.ceil((segment * row_count) / segments) + 1;
    const sum = (name: (typeof progressCountFields)[number]) =>
      counted.reduce((total, each) => total + each[name], 0);
    return {
      ok: true,
      total: Object.fromEntries(progressCountFields.map((name) => [name, sum(name)])) as Record<
        (typeof progressCountFields)[number],
        number
      >,
      segments: counted.map(({ segment, ...counts }) => ({
        from_row: firstOf(segment),
        to_row: firstOf(segment + 1) - 1,
        ...counts,
      })),
    };
  }

  /** The filters of a request. */
  async #filter(scope: SourceScope, query: SourceReviewQuery, source: SourceRecord): Promise<RowFilter> {
    const { status = [], decision = [], reason = [], paid, skipped } = query;
    const like = async (by: 'same_key' | 'same_name_key', reference: string | undefined) => {
      if (reference === undefined) return [];
      const row = await this.#named(scope, reference);
      const { source_row_id: rowId, mapping_version: mappingVersion } = row;
      return [{ by, rowId, key: row[by], mappingVersion }];
    };
    return {
      statuses: [...new Set(status)],
      decisions: [...new Set(decision)],
      reasons: [...new Set(reason)],
      likes: [
        ...(await like('same_key', query.same_as)),
        ...(await like('same_name_key', query.same_name_as)),
      ],
      search: readSearch(query, source),
      paid,
      skipped,
    };
  }

  async #startAt(
    scope: SourceScope,
    reference: string | undefined,
    order: RowOrder,
  ): Promise<PageStart | null> {
    if (reference === undefined) return null;
    const { source_row_id } = await this.#named(scope, reference);
    const place = await this.parts.reviewed.positionOf(scope, source_row_id, order);
    return place && { ...place, inclusive: true };
  }

  async #named(scope: SourceScope, reference: string) {
    const row = rowReferenceOf(reference);
    const found = row === null ? null : await this.parts.reviewed.named(scope, row);
    if (!found) throw new ServiceError('source_row_not_found');
    return found;
  }

  /** The source counts its rows by state, so that most counts need not look at rows. */
  async #count(scope: SourceScope, filter: RowFilter, source: SourceRecord): Promise<number> {
    const { statuses, decisions, reasons, likes, search, paid, skipped } = filter;
    const { reviewed } = this.parts;
    const isPlain = reasons.length + likes.length === 0 && search === null && paid === undefined;
    const inStates = () =>
      (statuses.length > 0 ? statuses : rowStatuses).reduce((sum, status) => sum + source[status], 0);
    if (isPlain && decisions.length === 0 && skipped === undefined) return inStates();
    if (!isPlain || skipped === true || !isOpenOnly(filter)) return reviewed.count(scope, filter);
    const undecided = inStates() - (statuses.includes('not_found') ? source.dismissed : 0);
    if (skipped === undefined) return undecided;
    return undecided - (await reviewed.count(scope, { ...filter, skipped: true }));
  }

  /** Rows by id, in the order of the ids; fewer when they are large. */
  async #read(
    scope: SourceScope,
    { headers }: SourceRecord,
    ids: readonly string[],
    more: boolean,
  ): Promise<BoundedPage<SourceRowRecord>> {
    // An answer repeats the headers in each row.
    const bytesPerRow = Buffer.byteLength(JSON.stringify(headers));
    const shown: SourceRowRecord[] = [];
    let bytes = 0;
    const page = { ids, limit: rowsPerPiece, first: ids.length, maxBytes: bytesPerPiece, bytesPerRow };
    for await (const found of this.parts.rows.pieces(scope, page)) {
      shown.push(...found.rows);
      bytes += found.bytes;
      if (found.more && bytes >= bytesPerPage) return { rows: shown, more: true };
    }
    return { rows: shown, more };
  }

  /** What the rows of an answer need beside what is stored with them. A few queries for any number of rows. */
  async #context(
    scope: SourceScope,
    source: SourceRecord,
    rows: readonly SourceRowRecord[],
    { compare, reviewer }: { readonly compare: boolean; readonly reviewer: Reviewer },
  ): Promise<RowContext> {
    const { reviewed, presence, companies, profiles } = this.parts;
    const { mapping_version } = source;
    const keysOf = (by: 'same_key' | 'same_name_key') => {
      const current = rows.filter((row) => row.mapping_version === mapping_version);
      const keys = new Map(current.flatMap((row) => (row[by] ? [[row[by].toString('hex'), row[by]]] : [])));
      return [...keys.values()];
    };
    const listed = compare ? rows.flatMap((row) => companiesOf(row).slice(0, maxComparedCompanies)) : [];
    const [supersededBy, sameRows, sameNameRows, present, facts] = await Promise.all([
      companies.findSuccessors([...new Set(rows.flatMap(possiblySuperseded))]),
      reviewed.countSameRows(scope, 'same_key', keysOf('same_key')),
      reviewed.countSameRows(scope, 'same_name_key', keysOf('same_name_key')),
      presence.present(scope, reviewer),
      profiles.findComparedFacts([...new Set(listed.map(({ company_id }) => company_id))]),
    ]);
    const elsewhere = new Map(
      // The one that is longest at the row.
      present.toReversed().flatMap((each) => (each.source_row_id ? [[each.source_row_id, each]] : [])),
    );
    return {
      supersededBy,
      sameRows,
      sameNameRows,
      elsewhere,
      ...(compare && { compared: (row: SourceRowRecord) => comparedCompanies(row, source, facts) }),
    };
  }
}

function companiesOf({ candidates, suggestions }: SourceRowRecord) {
  return [...candidates, ...suggestions];
}

/** The company of a row, and candidates and suggestions that were already not active when they were found. */
function possiblySuperseded(row: SourceRowRecord): string[] {
  const ended = companiesOf(row).filter(({ status }) => status !== 'active');
  return [...(row.company_id === null ? [] : [row.company_id]), ...ended.map(({ company_id }) => company_id)];
}
