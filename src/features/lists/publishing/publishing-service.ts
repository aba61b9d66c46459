import type { z } from 'zod';
import type { DeliveryPayload } from '../../../contract/delivery/delivery.ts';
import type { AnswerBody } from '../../../contract/endpoint.ts';
import { type Collection, collection, pageMeta } from '../../../contract/envelope.ts';
import { ServiceError } from '../../../contract/errors.ts';
import type { Condition } from '../../../contract/lists/definitions.ts';
import { maxMaterializedRows } from '../../../contract/lists/lists.ts';
import type {
  DiffView,
  diffAnswer,
  diffExclusionBody,
  diffReviewBody,
  diffRowAnswer,
  latestDiffAnswer,
  publishAnswer,
  refreshAnswer,
  SnapshotView,
} from '../../../contract/publishing/publishing.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { inTurns } from '../../../fair-turns.ts';
import type { PageQuery, Paging } from '../../../paging/paging.ts';
import { isUuid } from '../../../text/uuid.ts';
import type { CompaniesService } from '../../companies/companies-service.ts';
import { checkMaterializable, type ListMembersService } from '../estimates/list-members-service.ts';
import type { ListRecord } from '../saved/list-record.ts';
import type { ListRowsStore } from '../saved/list-rows-store.ts';
import { checkPermitted } from '../saved/list-states.ts';
import { listRowView, listView } from '../saved/list-view.ts';
import type { ListsService } from '../saved/lists-service.ts';
import type { ListsStore } from '../saved/lists-store.ts';
import type { Deliverable } from './deliverable.ts';
import type { DiffRecord, DiffRowRecord } from './diff-record.ts';
import { diffRowView, diffView, snapshotView } from './diff-view.ts';
import type { DiffsStore } from './diffs-store.ts';
import { changeOf, type DiffEntry, type SnapshotFacts, snapshotFacts } from './snapshot-facts.ts';
import type { SnapshotsStore } from './snapshots-store.ts';

export interface PublishingParts {
  readonly lists: ListsStore;
  readonly listsService: ListsService;
  readonly rows: ListRowsStore;
  readonly members: ListMembersService;
  readonly companies: CompaniesService;
  readonly snapshots: SnapshotsStore;
  readonly diffs: DiffsStore;
  readonly paging: Paging;
  now(): Date;
}

/** What a refresh found. */
export interface RefreshOutcome {
  readonly list: ListRecord;
  readonly diff: DiffRecord;
  readonly weak: readonly Condition[];
}

export interface ScheduledRefresh {
  readonly scheduledFor: Date;
  /** Runs in the transaction that saves the diff. */
  afterwards(outcome: RefreshOutcome, transaction: Transaction): Promise<void>;
}

/** Publishes Lists, finds what changed since then, and records decisions about the changes. */
export class PublishingService {
  readonly #parts: PublishingParts;

  constructor(parts: PublishingParts) {
    this.#parts = parts;
  }

  /** Saves the current rows as the next version. @throws ServiceError list_not_found, list_state_conflict */
  publish(accountId: string, listId: string): Promise<AnswerBody<typeof publishAnswer>> {
    const { lists, listsService, rows, snapshots } = this.#parts;
    return listsService.onHeld(accountId, listId, 'publish', async (list, transaction) => {
      const companyIds = await rows.effectiveCompanyIds(accountId, list.list_id, transaction);
      const members = await this.#factsOf(companyIds, transaction);
      const { definition } = list;
      const snapshot = await snapshots.insert(
        accountId,
        list.list_id,
        { kind: 'published', definition, members },
        transaction,
      );
      // A schedule that waited for the first version begins now. Scheduled times before are not made up for.
      const begins = list.published_version === null && { schedule_since: this.#parts.now() };
      const change = { published_version: snapshot.version, ...begins };
      const published = await lists.change(accountId, list.list_id, change, transaction);
      return { ok: true, list: listView(published, this.#parts.now()), snapshot: snapshotView(snapshot) };
    });
  }

  /** Evaluates the published definition again. @throws ServiceError as `findChanges` */
  async refresh(
    accountId: string,
    listId: string,
    page: Pick<PageQuery, 'limit'>,
    signal?: AbortSignal,
  ): Promise<AnswerBody<typeof refreshAnswer>> {
    const { list, diff, weak } = await this.findChanges(accountId, listId, null, signal);
    const answer = await this.#diffAnswer(accountId, list, diff, page);
    return { ...answer, weak_conditions: weak };
  }

  /**
   * Compares what the published definition currently finds with the List's latest snapshot. Changes make the next
   * snapshot, so that no diff repeats them. A scheduled time is done once: a second call returns the same diff.
   * @throws ServiceError list_not_found, list_state_conflict, source_not_found, list_conditions_not_materializable
   */
  async findChanges(
    accountId: string,
    listId: string,
    scheduled: ScheduledRefresh | null,
    signal?: AbortSignal,
  ): Promise<RefreshOutcome> {
    const operation = scheduled ? 'refresh_on_schedule' : 'refresh';
    const before = await this.#parts.listsService.find(accountId, listId);
    checkPermitted(before, operation);
    const { companyIds, weak } = await this.#membersNow(accountId, before, signal);
    return this.#parts.listsService.onHeld(accountId, listId, operation, async (list, transaction) => {
      const { diffs } = this.#parts;
      const done =
        scheduled &&
        (await diffs.findScheduled(accountId, list.list_id, scheduled.scheduledFor, transaction));
      if (done) return { list, diff: done, weak };
      const diff = await this.#saveChanges(
        accountId,
        list,
        companyIds,
        scheduled?.scheduledFor ?? null,
        transaction,
      );
      const outcome = { list, diff, weak };
      await scheduled?.afterwards(outcome, transaction);
      return outcome;
    });
  }

  /** Newest first. @throws ServiceError list_not_found, invalid_cursor */
  async snapshots(accountId: string, listId: string, query: PageQuery): Promise<Collection<SnapshotView>> {
    const list = await this.#parts.listsService.find(accountId, listId);
    const binding = { kind: 'list_snapshots', accountId, listId: list.list_id };
    const { after, limit, cut } = this.#parts.paging.page(query, binding);
    const found = await this.#parts.snapshots.page(accountId, list.list_id, after, limit + 1);
    const { shown, nextCursor } = cut(found, ({ version }) => String(version));
    return collection(shown.map(snapshotView), { limit, nextCursor });
  }

  /** Newest first. @throws ServiceError list_not_found, invalid_cursor */
  async diffs(accountId: string, listId: string, query: PageQuery): Promise<Collection<DiffView>> {
    const list = await this.#parts.listsService.find(accountId, listId);
    const binding = { kind: 'list_diffs', accountId, listId: list.list_id };
    const { after, limit, cut } = this.#parts.paging.page(query, binding);
    const found = await this.#parts.diffs.page(accountId, list.list_id, after, limit + 1);
    const { shown, nextCursor } = cut(found, ({ diff_id }) => diff_id);
    return collection(shown.map(diffView), { limit, nextCursor });
  }

  /** The newest diff with a page of its rows; `diff` is null before the first refresh. @throws as `diff` */
  async latestDiff(
    accountId: string,
    listId: string,
    query: PageQuery,
  ): Promise<AnswerBody<typeof latestDiffAnswer>> {
    const list = await this.#parts.listsService.find(accountId, listId);
    const diff = await this.#parts.diffs.latestDiff(accountId, list.list_id);
    if (!diff) {
      const meta = pageMeta([], { limit: query.limit, nextCursor: null });
      return { ok: true, list: listView(list, this.#parts.now()), diff: null, meta };
    }
    return this.#diffAnswer(accountId, list, diff, query);
  }

  /** @throws ServiceError list_not_found, not_found, invalid_cursor */
  async diff(
    accountId: string,
    listId: string,
    diffId: string,
    query: PageQuery,
  ): Promise<AnswerBody<typeof diffAnswer>> {
    const list = await this.#parts.listsService.find(accountId, listId);
    const diff = isUuid(diffId) ? await this.#parts.diffs.find(accountId, list.list_id, diffId) : null;
    if (!diff) throw new ServiceError('not_found', { message: 'The List has no diff with this id.' });
    return this.#diffAnswer(accountId, list, diff, query);
  }

  /** Suppressed and excluded companies and rejected diff rows are left out. The List must be locked. */
  async deliverable(
    accountId: string,
    list: ListRecord,
    payload: DeliveryPayload,
    maxRows: number,
    transaction: Transaction,
  ): Promise<Deliverable> {
    const { rows, diffs } = this.#parts;
    const counts = await rows.counts(accountId, list.list_id, transaction);
    const diff = await diffs.latestDiff(accountId, list.list_id, transaction);
    const diffRows =
      diff && payload === 'diff'
        ? await diffs.deliverableRows(accountId, diff.diff_id, maxRows, transaction)
        : [];
    const shown =
      payload === 'rows' ? await rows.effectivePage(accountId, list.list_id, maxRows, transaction) : [];
    const companies = await this.#parts.companies.summaries(
      shown.map(({ company_id }) => company_id),
      transaction,
    );
    return {
      list: listView(list, this.#parts.now()),
      counts,
      diff: diff && diffView(diff),
      diffRows: diffRows.map(diffRowView),
      rows: shown.map((row) => listRowView(row, companies.get(row.company_id))),
    };
  }

  /** @throws ServiceError list_not_found, list_state_conflict, diff_row_not_found */
  review(
    accountId: string,
    listId: string,
    diffRowId: string,
    { outcome, note }: z.output<typeof diffReviewBody>,
  ): Promise<AnswerBody<typeof diffRowAnswer>> {
    return this.#parts.listsService.onHeld(
      accountId,
      listId,
      'review_diff_row',
      async (list, transaction) => {
        if (!isUuid(diffRowId)) return shownRow(list, null);
        const decision = { outcome, note: note ?? null };
        const { diffs } = this.#parts;
        return shownRow(list, await diffs.review(accountId, list.list_id, diffRowId, decision, transaction));
      },
    );
  }

  /** @throws ServiceError list_not_found, list_state_conflict, diff_row_not_found */
  exclude(
    accountId: string,
    listId: string,
    diffRowId: string,
    { excluded, reason }: z.output<typeof diffExclusionBody>,
  ): Promise<AnswerBody<typeof diffRowAnswer>> {
    return this.#parts.listsService.onHeld(
      accountId,
      listId,
      'exclude_diff_row',
      async (list, transaction) => {
        if (!isUuid(diffRowId)) return shownRow(list, null);
        const decision = { excluded, reason: reason ?? null };
        const { diffs } = this.#parts;
        return shownRow(list, await diffs.exclude(accountId, list.list_id, diffRowId, decision, transaction));
      },
    );
  }

  /** A List without a definition consists of its published rows, and only their facts can change. */
  async #membersNow(
    accountId: string,
    list: ListRecord,
    signal: AbortSignal | undefined,
  ): Promise<{ companyIds: readonly string[]; weak: readonly Condition[] }> {
    const { definition, published_version, list_id } = list;
    if (!definition) {
      const companyIds = await this.#parts.snapshots.companyIds(accountId, list_id, published_version ?? 0);
      return { companyIds, weak: [] };
    }
    const { kind, companyIds, total, unsupported, weak } = await this.#parts.members.evaluate(
      accountId,
      definition,
      signal,
    );
    // Above the limit only the first rows are known, and the others would look removed. A source is always complete.
    const rowCount = kind === 'source' ? Math.min(total, maxMaterializedRows) : total;
    checkMaterializable({ rowCount, unsupported, weak });
    return { companyIds, weak };
  }

  async #saveChanges(
    accountId: string,
    list: ListRecord,
    companyIds: readonly string[],
    scheduledFor: Date | null,
    transaction: Transaction,
  ): Promise<DiffRecord> {
    const { snapshots, diffs } = this.#parts;
    const { list_id, definition } = list;
    const base = await snapshots.latestSnapshot(accountId, list_id, transaction);
    if (!base) throw new Error('a published List has no snapshot');
    const leftOut = await snapshots.leftOut(accountId, list_id, transaction);
    const before = await snapshots.members(accountId, list_id, base.version, transaction);
    for (const companyId of leftOut) before.delete(companyId);
    const after = await this.#factsOf(
      companyIds.filter((companyId) => !leftOut.has(companyId)),
      transaction,
    );
    const entries = await compareSnapshots(before, after);
    const to =
      entries.length === 0
        ? base
        : await snapshots.insert(
            accountId,
            list_id,
            { kind: 'refreshed', definition, members: after },
            transaction,
          );
    return diffs.insert(
      accountId,
      list_id,
      { fromVersion: base.version, toVersion: to.version, scheduledFor, entries },
      transaction,
    );
  }

  async #factsOf(
    companyIds: readonly string[],
    transaction: Transaction,
  ): Promise<Map<string, SnapshotFacts>> {
    const companies = await this.#parts.companies.summaries(companyIds, transaction);
    const facts = await inTurns(companyIds, (companyId) => {
      const company = companies.get(companyId);
      return company ? [[companyId, snapshotFacts(company)] as const] : [];
    });
    return new Map(facts.flat());
  }

  async #diffAnswer(
    accountId: string,
    list: ListRecord,
    diff: DiffRecord,
    query: PageQuery,
  ): Promise<AnswerBody<typeof diffAnswer>> {
    const binding = { kind: 'list_diff_rows', accountId, diffId: diff.diff_id };
    const { after, limit, cut } = this.#parts.paging.page(query, binding);
    const found = await this.#parts.diffs.rows(accountId, diff.diff_id, after, limit + 1);
    const { shown, nextCursor } = cut(found, ({ diff_row_id }) => diff_row_id);
    return {
      ok: true,
      list: listView(list, this.#parts.now()),
      diff: { ...diffView(diff), rows: shown.map(diffRowView) },
      meta: pageMeta(shown, { limit, nextCursor }),
    };
  }
}

/** Added companies in order, then removed, then changed ones. Compares in turns, because there can be 50,000. */
async function compareSnapshots(
  before: ReadonlyMap<string, SnapshotFacts>,
  after: ReadonlyMap<string, SnapshotFacts>,
): Promise<DiffEntry[]> {
  const found = await inTurns(after, ([id, facts]) => changeOf(id, before.get(id), facts));
  const gone = await inTurns(before, ([id, facts]) => (after.has(id) ? [] : changeOf(id, facts, undefined)));
  const isAdded = ({ kind }: DiffEntry) => kind === 'added';
  const entries = found.flat();
  return [...entries.filter(isAdded), ...gone.flat(), ...entries.filter((each) => !isAdded(each))];
}

function shownRow({ list_id }: ListRecord, row: DiffRowRecord | null): AnswerBody<typeof diffRowAnswer> {
  if (!row) throw new ServiceError('diff_row_not_found');
  return { ok: true, list_id, diff_id: row.diff_id, diff_row: diffRowView(row) };
}
