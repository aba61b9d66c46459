import type { z } from 'zod';
import type { DeliveryPayload } from '../../../contract/delivery/delivery.ts';
import { buildPageMeta, type Collection } from '../../../contract/envelope.ts';
import { ServiceError } from '../../../contract/errors.ts';
import { maxMaterializedRows } from '../../../contract/limits.ts';
import type { Condition } from '../../../contract/lists/definitions.ts';
import type {
  DiffView,
  diffExclusionBody,
  diffReviewBody,
  diffRowsReviewBody,
  SnapshotView,
} from '../../../contract/publishing/publishing.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { PageQuery } from '../../../paging/paging.ts';
import { mapInSlices } from '../../../running/time-slices.ts';
import type { Answer } from '../answers.ts';
import { checkMaterializable, type ListMembersService } from '../estimates/list-members-service.ts';
import type { ListsParts } from '../lists-parts.ts';
import type { ListRecord } from '../saved/list-record.ts';
import { checkPermitted } from '../saved/list-states.ts';
import type { ListsService } from '../saved/lists-service.ts';
import type { Deliverable } from './deliverable.ts';
import type { DiffRecord, DiffRowRecord } from './diff-record.ts';
import { toDiffRowView, toDiffView, toSnapshotView } from './diff-view.ts';
import { compareCompany, type DiffEntry, type SnapshotFacts, toSnapshotFacts } from './snapshot-facts.ts';

const noDiff = 'The List has no diff with this id.';

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
  constructor(
    private readonly parts: ListsParts,
    private readonly lists: ListsService,
    private readonly members: ListMembersService,
  ) {}

  /** Saves the current rows as the next version. @throws ServiceError list_not_found, list_state_conflict */
  publishList(accountId: string, listId: string): Promise<Answer<'publishList'>> {
    const { lists, rows, snapshots, now } = this.parts;
    return this.lists.runUnderLock(accountId, listId, 'publish', async (list, transaction) => {
      const members = await this.#findFacts(
        await rows.listEffectiveCompanyIds(list, transaction),
        transaction,
      );
      const { definition } = list;
      const snapshot = await snapshots.insertSnapshot(
        list,
        { kind: 'published', definition, members },
        transaction,
      );
      // A schedule that waited for the first version begins now. Earlier scheduled times are not made up for.
      const begins = list.published_version === null && { schedule_since: now() };
      const change = { published_version: snapshot.version, ...begins };
      const published = await lists.updateList(list, change, transaction);
      return { ok: true, list: this.lists.toListView(published), snapshot: toSnapshotView(snapshot) };
    });
  }

  /** Evaluates the published definition again. @throws ServiceError as `findChanges` */
  async refreshList(
    accountId: string,
    listId: string,
    page: Pick<PageQuery, 'limit'>,
    signal?: AbortSignal,
  ): Promise<Answer<'refreshList'>> {
    const { list, diff, weak } = await this.findChanges(accountId, listId, null, signal);
    return { ...(await this.#buildDiffAnswer(list, diff, page)), weak_conditions: weak };
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
    const before = await this.lists.getList(accountId, listId);
    checkPermitted(before, operation);
    const { companyIds, weak } = await this.#findMembers(before, signal);
    return this.lists.runUnderLock(accountId, listId, operation, async (list, transaction) => {
      const scheduled_for = scheduled?.scheduledFor ?? null;
      const done = scheduled_for && (await this.parts.diffs.findDiff(list, { scheduled_for }, transaction));
      if (done) return { list, diff: done, weak };
      const diff = await this.#saveChanges(list, companyIds, scheduled_for, transaction);
      const outcome = { list, diff, weak };
      await scheduled?.afterwards(outcome, transaction);
      return outcome;
    });
  }

  /** Newest first. @throws ServiceError list_not_found, invalid_cursor */
  async listSnapshots(
    accountId: string,
    listId: string,
    query: PageQuery,
  ): Promise<Collection<SnapshotView>> {
    const list = await this.lists.getList(accountId, listId);
    const { paging, snapshots } = this.parts;
    const binding = { kind: 'list_snapshots', accountId, listId: list.list_id };
    return paging.fetchCollection(
      query,
      binding,
      'version',
      (place) => snapshots.listSnapshots(list, place),
      toSnapshotView,
    );
  }

  /** Newest first. @throws ServiceError list_not_found, invalid_cursor */
  async listDiffs(accountId: string, listId: string, query: PageQuery): Promise<Collection<DiffView>> {
    const list = await this.lists.getList(accountId, listId);
    const { paging, diffs } = this.parts;
    const binding = { kind: 'list_diffs', accountId, listId: list.list_id };
    return paging.fetchCollection(
      query,
      binding,
      'diff_id',
      (place) => diffs.listDiffs(list, place),
      toDiffView,
    );
  }

  /** The newest diff with a page of its rows; `diff` is null before the first refresh. @throws as `getDiff` */
  async getLatestDiff(accountId: string, listId: string, query: PageQuery): Promise<Answer<'getLatestDiff'>> {
    const list = await this.lists.getList(accountId, listId);
    const diff = await this.parts.diffs.findLatestDiff(list);
    if (diff) return this.#buildDiffAnswer(list, diff, query);
    const meta = buildPageMeta([], { limit: query.limit, nextCursor: null });
    return { ok: true, list: this.lists.toListView(list), diff: null, meta };
  }

  /** @throws ServiceError list_not_found, not_found, invalid_cursor */
  async getDiff(
    accountId: string,
    listId: string,
    diffId: string,
    query: PageQuery,
  ): Promise<Answer<'getDiff'>> {
    const list = await this.lists.getList(accountId, listId);
    const diff = await this.parts.diffs.findDiff(list, { diff_id: diffId });
    if (!diff) throw new ServiceError('not_found', { message: noDiff });
    return this.#buildDiffAnswer(list, diff, query);
  }

  /** Suppressed and excluded companies and rejected diff rows are left out. The List must be locked. */
  async getDeliverable(
    list: ListRecord,
    payload: DeliveryPayload,
    maxRows: number,
    transaction: Transaction,
  ): Promise<Deliverable> {
    const { rows, diffs } = this.parts;
    const diff = await diffs.findLatestDiff(list, transaction);
    const withDiff = diff && payload === 'diff';
    const diffRows = withDiff
      ? await diffs.listDeliverableRows(list, diff.diff_id, maxRows, transaction)
      : [];
    const shown = payload === 'rows' ? await rows.listEffectiveRows(list, maxRows, transaction) : [];
    return {
      list: this.lists.toListView(list),
      counts: await rows.countRows(list, transaction),
      diff: diff && toDiffView(diff),
      diffRows: diffRows.map(toDiffRowView),
      rows: await this.lists.getRowViews(shown, transaction),
    };
  }

  /** @throws ServiceError list_not_found, list_state_conflict, not_found */
  recordReviews(
    accountId: string,
    listId: string,
    diffId: string,
    body: z.output<typeof diffRowsReviewBody>,
  ): Promise<Answer<'reviewDiff'>> {
    return this.lists.runUnderLock(accountId, listId, 'review_diff_row', async (list, transaction) => {
      const { diffs } = this.parts;
      const diff = await diffs.findDiff(list, { diff_id: diffId }, transaction);
      if (!diff) throw new ServiceError('not_found', { message: noDiff });
      const { rows, at } = await diffs.recordReviews(list, diff.diff_id, body, transaction);
      const review = { outcome: body.outcome, note: body.note ?? null, reviewed_at: at.toISOString() };
      return { ok: true, list_id: list.list_id, diff_id: diff.diff_id, rows_changed: rows, review };
    });
  }

  /** @throws ServiceError list_not_found, list_state_conflict, diff_row_not_found */
  recordReview(
    accountId: string,
    listId: string,
    diffRowId: string,
    body: z.output<typeof diffReviewBody>,
  ): Promise<Answer<'reviewDiffRow'>> {
    return this.lists.runUnderLock(accountId, listId, 'review_diff_row', async (list, transaction) =>
      toDiffRowAnswer(list, await this.parts.diffs.recordReview(list, diffRowId, body, transaction)),
    );
  }

  /** @throws ServiceError list_not_found, list_state_conflict, diff_row_not_found */
  setExclusion(
    accountId: string,
    listId: string,
    diffRowId: string,
    body: z.output<typeof diffExclusionBody>,
  ): Promise<Answer<'excludeDiffRow'>> {
    return this.lists.runUnderLock(accountId, listId, 'exclude_diff_row', async (list, transaction) =>
      toDiffRowAnswer(list, await this.parts.diffs.setExclusion(list, diffRowId, body, transaction)),
    );
  }

  /** A List without a definition consists of its published rows, and only their facts can change. */
  async #findMembers(
    list: ListRecord,
    signal: AbortSignal | undefined,
  ): Promise<{ companyIds: readonly string[]; weak: readonly Condition[] }> {
    const { account_id, definition, published_version } = list;
    if (!definition) {
      const companyIds = await this.parts.snapshots.listCompanyIds(list, published_version ?? 0);
      return { companyIds, weak: [] };
    }
    const found = await this.members.evaluateMembers(account_id, definition, signal);
    // Above the limit only the first rows are known, and the others would look removed. A source is always complete.
    const isSource = found.definition_kind === 'source';
    const row_count = isSource ? Math.min(found.row_count, maxMaterializedRows) : found.row_count;
    checkMaterializable({ ...found, row_count });
    return { companyIds: found.member_ids, weak: found.weak_conditions };
  }

  async #saveChanges(
    list: ListRecord,
    companyIds: readonly string[],
    scheduled_for: Date | null,
    transaction: Transaction,
  ): Promise<DiffRecord> {
    const { snapshots, diffs } = this.parts;
    const base = await snapshots.findLatestSnapshot(list, transaction);
    if (!base) throw new Error('a published List has no snapshot');
    const leftOut = await snapshots.findLeftOutCompanies(list, transaction);
    const before = await snapshots.findMembers(list, base.version, transaction);
    for (const companyId of leftOut) before.delete(companyId);
    const kept = companyIds.filter((companyId) => !leftOut.has(companyId));
    const after = await this.#findFacts(kept, transaction);
    const entries = await compareSnapshots(before, after);
    const refreshed = { kind: 'refreshed', definition: list.definition, members: after } as const;
    const to = entries.length === 0 ? base : await snapshots.insertSnapshot(list, refreshed, transaction);
    const diff = { from_version: base.version, to_version: to.version, scheduled_for, entries };
    return diffs.insertDiff(list, diff, transaction);
  }

  async #findFacts(
    companyIds: readonly string[],
    transaction: Transaction,
  ): Promise<Map<string, SnapshotFacts>> {
    const companies = await this.parts.companies.findSummaries(companyIds, transaction);
    const facts = await mapInSlices(companyIds, (companyId) => {
      const company = companies.get(companyId);
      if (company) return [[companyId, toSnapshotFacts(company)] as const];
      return [];
    });
    return new Map(facts.flat());
  }

  async #buildDiffAnswer(list: ListRecord, diff: DiffRecord, query: PageQuery): Promise<Answer<'getDiff'>> {
    const { diff_id } = diff;
    const { paging, diffs } = this.parts;
    const binding = { kind: 'list_diff_rows', accountId: list.account_id, diffId: diff_id };
    const { shown, end } = await paging.fetchRows(query, binding, 'diff_row_id', (place) =>
      diffs.listRows(list, diff_id, place),
    );
    return {
      ok: true,
      list: this.lists.toListView(list),
      diff: { ...toDiffView(diff), rows: shown.map(toDiffRowView) },
      meta: buildPageMeta(shown, end),
    };
  }
}

/** Added companies in order, then removed, then changed ones. Compares in turns, because there can be 50,000. */
async function compareSnapshots(
  before: ReadonlyMap<string, SnapshotFacts>,
  after: ReadonlyMap<string, SnapshotFacts>,
): Promise<DiffEntry[]> {
  const found = await mapInSlices(after, ([id, facts]) => compareCompany(id, before.get(id), facts));
  const gone = await mapInSlices(before, ([id, facts]) =>
    after.has(id) ? [] : compareCompany(id, facts, undefined),
  );
  const isAdded = ({ kind }: DiffEntry) => kind === 'added';
  const entries = found.flat();
  return [...entries.filter(isAdded), ...gone.flat(), ...entries.filter((each) => !isAdded(each))];
}

function toDiffRowAnswer({ list_id }: ListRecord, row: DiffRowRecord | null): Answer<'reviewDiffRow'> {
  if (!row) throw new ServiceError('diff_row_not_found');
  return { ok: true, list_id, diff_id: row.diff_id, diff_row: toDiffRowView(row) };
}
