import { Buffer } from 'node:buffer';
import { z } from 'zod';
import { buildPageMeta, type Collection, type Warning } from '../../../contract/envelope.ts';
import { ServiceError } from '../../../contract/errors.ts';
import { maxPreferenceBytes } from '../../../contract/limits.ts';
import type { ListSchedule, ListStatus, ListView } from '../../../contract/lists/lists.ts';
import type { ListRowView } from '../../../contract/lists/rows.ts';
import { type suppressionsBody, workspacePreferences } from '../../../contract/lists/settings.ts';
import { parseInput } from '../../../contract/schema-faults.ts';
import type { PagePlace } from '../../../database/rows.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { PageQuery } from '../../../paging/paging.ts';
import type { Answer } from '../answers.ts';
import type { ListsParts } from '../lists-parts.ts';
import type { ListRecord, ListRowRecord } from './list-record.ts';
import { checkPermitted, type ListOperation } from './list-states.ts';
import { toListRowView, toListView } from './list-view.ts';
import { mergePatch } from './merge-patch.ts';

const removalPayload = z.object({ accountId: z.string(), listId: z.string() });

/** Finds, shows, changes and deletes saved Lists. */
export class ListsService {
  constructor(private readonly parts: ListsParts) {}

  /** @throws ServiceError list_not_found, also for a List of another account */
  async getList(accountId: string, listId: string, transaction?: Transaction): Promise<ListRecord> {
    const list = await this.findList(accountId, listId, transaction);
    if (!list) throw new ServiceError('list_not_found');
    return list;
  }

  async findList(accountId: string, listId: string, transaction?: Transaction): Promise<ListRecord | null> {
    return this.parts.lists.findList({ account_id: accountId, list_id: listId }, transaction);
  }

  /** Locks the List until the transaction ends. @throws ServiceError list_not_found, list_state_conflict */
  async lockList(
    accountId: string,
    listId: string,
    operation: ListOperation,
    transaction: Transaction,
  ): Promise<ListRecord> {
    const scope = { account_id: accountId, list_id: listId };
    const list = await this.parts.lists.lockList(scope, transaction);
    if (!list) throw new ServiceError('list_not_found');
    checkPermitted(list, operation);
    return list;
  }

  /** Locks a List for work in one transaction. @throws ServiceError list_not_found, list_state_conflict */
  runUnderLock<Result>(
    accountId: string,
    listId: string,
    operation: ListOperation,
    work: (list: ListRecord, transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    return this.parts.lists.runInTransaction(async (transaction) =>
      work(await this.lockList(accountId, listId, operation, transaction), transaction),
    );
  }

  /** A List on the wire. */
  toListView(list: ListRecord): ListView {
    return toListView(list, this.parts.now());
  }

  /** Newest first. @throws ServiceError invalid_cursor */
  async listLists(
    accountId: string,
    { status, ...query }: PageQuery & { status?: ListStatus | undefined },
  ): Promise<Collection<ListView>> {
    const { paging, lists } = this.parts;
    const binding = { kind: 'lists', accountId, status: status ?? null };
    const fetchPage = (place: PagePlace) => lists.listLists(accountId, status, place);
    return paging.fetchCollection(query, binding, 'list_id', fetchPage, (list) => this.toListView(list));
  }

  async getListDetails(accountId: string, listId: string): Promise<Answer<'getList'>> {
    const list = await this.getList(accountId, listId);
    return {
      ok: true,
      list: this.toListView(list),
      definition: list.definition,
      row_counts: await this.parts.rows.countRows(list),
      workspace_preferences: list.workspace_preferences,
    };
  }

  /** The current rows. Those that publishing would leave out are marked. @throws ServiceError invalid_cursor */
  async getPreview(accountId: string, listId: string, query: PageQuery): Promise<Answer<'previewList'>> {
    const list = await this.getList(accountId, listId);
    const { paging, rows } = this.parts;
    const binding = { kind: 'list_rows', accountId, listId: list.list_id };
    const [{ shown, end }, counts] = await Promise.all([
      paging.fetchRows(query, binding, 'row_id', (place) => rows.listRows(list, place)),
      rows.countRows(list),
    ]);
    const views = await this.getRowViews(shown);
    return {
      ok: true,
      object: 'list_preview',
      list: this.toListView(list),
      rows: views,
      companies: views,
      meta: {
        ...buildPageMeta(views, end),
        returned_rows: views.length,
        total_rows: counts.total,
        suppressed_rows: counts.suppressed,
        excluded_rows: counts.excluded,
        publishable_rows: counts.effective,
      },
    };
  }

  /** Rows on the wire, with their companies. */
  async getRowViews(records: readonly ListRowRecord[], transaction?: Transaction): Promise<ListRowView[]> {
    const companyIds = records.map(({ company_id }) => company_id);
    const companies = await this.parts.companies.findSummaries(companyIds, transaction);
    return records.map((row) => toListRowView(row, companies.get(row.company_id)));
  }

  /** Setting a List active restarts its schedule. Scheduled times that it missed are not made up for. */
  setStatus(accountId: string, listId: string, status: ListStatus): Promise<Answer<'setListStatus'>> {
    return this.runUnderLock(accountId, listId, 'set_status', async (list, transaction) => {
      const wakes = status === 'active' && list.status !== 'active';
      const change = { status, ...(wakes && { schedule_since: this.parts.now() }) };
      return {
        ok: true,
        list: this.toListView(await this.parts.lists.updateList(list, change, transaction)),
      };
    });
  }

  /** A schedule that cannot run yet is saved with a warning. */
  setSchedule(accountId: string, listId: string, schedule: ListSchedule): Promise<Answer<'setListSchedule'>> {
    return this.runUnderLock(accountId, listId, 'set_schedule', async (list, transaction) => {
      const change = { schedule, schedule_since: this.parts.now() };
      const isSet = list.schedule === schedule;
      const view = this.toListView(
        isSet ? list : await this.parts.lists.updateList(list, change, transaction),
      );
      return { ok: true, list: view, warnings: buildScheduleWarnings(view) };
    });
  }

  renameList(accountId: string, listId: string, name: string): Promise<Answer<'renameList'>> {
    return this.runUnderLock(accountId, listId, 'rename', async (list, transaction) => {
      const isNamed = list.name === name;
      const renamed = isNamed ? list : await this.parts.lists.updateList(list, { name }, transaction);
      return { ok: true, list: this.toListView(renamed) };
    });
  }

  /** In the order of company_id. @throws ServiceError invalid_cursor */
  async listSuppressions(
    accountId: string,
    listId: string,
    query: PageQuery,
  ): Promise<Answer<'listSuppressions'>> {
    const list = await this.getList(accountId, listId);
    const { paging, rows } = this.parts;
    const binding = { kind: 'list_suppressions', accountId, listId: list.list_id };
    const fetchSuppressions = (place: PagePlace) => rows.listSuppressions(list, place);
    return paging.fetchCollection(
      query,
      binding,
      'company_id',
      fetchSuppressions,
      ({ company_id, reason, suppressed_at }) => ({
        company_id,
        reason,
        suppressed_at: suppressed_at.toISOString(),
      }),
    );
  }

  /** @throws ServiceError company_not_found with the unknown ids */
  async changeSuppressions(
    accountId: string,
    listId: string,
    { add, remove }: z.output<typeof suppressionsBody>,
  ): Promise<Answer<'changeSuppressions'>> {
    await this.getList(accountId, listId);
    const added = add.map(({ company_id }) => company_id);
    const canonical = await this.parts.companies.findCanonicalIds([...added, ...remove]);
    const unknown = added.filter((id) => !canonical.has(id));
    if (unknown.length > 0)
      throw new ServiceError('company_not_found', { details: { company_ids: unknown } });
    const toCurrentId = (id: string) => canonical.get(id) ?? id;
    // If a company is named several times, the last entry counts.
    const reasons = new Map(add.map(({ company_id, reason }) => [toCurrentId(company_id), reason ?? null]));
    const entries = [...reasons].map(([company_id, reason]) => ({ company_id, reason }));
    return this.runUnderLock(accountId, listId, 'suppress', async (list, transaction) => {
      const { rows } = this.parts;
      const removed = await rows.removeSuppressions(list, remove.map(toCurrentId), transaction);
      await rows.addSuppressions(list, entries, transaction);
      const total = await rows.countSuppressions(list, transaction);
      return { ok: true, list_id: list.list_id, suppressions: { added: entries.length, removed, total } };
    });
  }

  async getPreferences(accountId: string, listId: string): Promise<Answer<'getWorkspacePreferences'>> {
    return toPreferencesAnswer(await this.getList(accountId, listId));
  }

  /** @throws ServiceError invalid_request when the patched preferences do not fit the schema; payload_too_large */
  patchPreferences(
    accountId: string,
    listId: string,
    patch: object,
  ): Promise<Answer<'patchWorkspacePreferences'>> {
    return this.runUnderLock(accountId, listId, 'set_preferences', async (list, transaction) => {
      const merged = mergePatch(list.workspace_preferences, patch);
      const workspace_preferences = parseInput(workspacePreferences, merged, 'invalid_request');
      const bytes = Buffer.byteLength(JSON.stringify(workspace_preferences));
      if (bytes > maxPreferenceBytes) {
        throw new ServiceError('payload_too_large', {
          message: `Workspace preferences must have at most ${maxPreferenceBytes} bytes.`,
          details: { bytes, most_bytes: maxPreferenceBytes },
        });
      }
      return toPreferencesAnswer(
        await this.parts.lists.updateList(list, { workspace_preferences }, transaction),
      );
    });
  }

  /** Waits for work that has locked the List (docs/lists.md). @throws ServiceError list_not_found */
  deleteList(accountId: string, listId: string): Promise<Answer<'deleteList'>> {
    return this.runUnderLock(accountId, listId, 'delete', async (list, transaction) => {
      await this.parts.removals.markDeleted(list, transaction);
      return { ok: true, list_id: list.list_id, name: list.name, row_count: list.row_count };
    });
  }

  /** Removes rows and files of a deleted List, as a queued task. Repeated calls have no further effect. */
  async removeDeleted(payload: unknown): Promise<void> {
    const { accountId, listId } = removalPayload.parse(payload);
    const scope = { account_id: accountId, list_id: listId };
    const { removals, files } = this.parts;
    if (!(await removals.isDeleted(scope))) return;
    await removals.removeParts(scope);
    await files.removeOfList(accountId, listId);
    await removals.removeItself(scope);
  }
}

function toPreferencesAnswer(list: ListRecord): Answer<'getWorkspacePreferences'> {
  return { ok: true, list_id: list.list_id, workspace_preferences: list.workspace_preferences };
}

const whyItRests: Readonly<Record<NonNullable<ListView['no_next_run_because']>, string | null>> = {
  manual: null,
  paused: 'The List is paused. Its schedule runs once the status is active.',
  archived: 'The List is archived. Its schedule runs once the status is active.',
  not_published: 'The List has no published version yet. Its schedule runs once the List is published.',
};

function buildScheduleWarnings({ no_next_run_because: reason }: ListView): Warning[] {
  const message = reason && whyItRests[reason];
  if (message) return [{ code: 'schedule_not_running', message, field: 'schedule' }];
  return [];
}
