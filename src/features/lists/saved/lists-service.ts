import { Buffer } from 'node:buffer';
import type { z } from 'zod';
import type { AnswerBody } from '../../../contract/endpoint.ts';
import { type Collection, collection, pageMeta, type Warning } from '../../../contract/envelope.ts';
import { ServiceError } from '../../../contract/errors.ts';
import {
  type ListSchedule,
  type ListStatus,
  type ListView,
  type listAnswer,
  maxListRows,
} from '../../../contract/lists/lists.ts';
import type { listPreviewAnswer } from '../../../contract/lists/rows.ts';
import {
  type listDetailAnswer,
  type listScheduleAnswer,
  maxPreferenceBytes,
  type preferencesAnswer,
  type suppressionsAnswer,
  type suppressionsBody,
  type suppressionsChangedAnswer,
  workspacePreferences,
} from '../../../contract/lists/settings.ts';
import { checked } from '../../../contract/schema-faults.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { PageQuery, Paging } from '../../../paging/paging.ts';
import { isUuid } from '../../../text/uuid.ts';
import type { CompaniesService } from '../../companies/companies-service.ts';
import type { ListRecord } from './list-record.ts';
import type { ListRowsStore } from './list-rows-store.ts';
import { checkPermitted, type ListOperation } from './list-states.ts';
import { listRowView, listView } from './list-view.ts';
import type { ListsStore } from './lists-store.ts';
import { mergePatch } from './merge-patch.ts';

export interface ListsParts {
  readonly lists: ListsStore;
  readonly rows: ListRowsStore;
  readonly companies: CompaniesService;
  readonly paging: Paging;
  now(): Date;
}

/** Finds, shows and changes saved Lists. */
export class ListsService {
  readonly #parts: ListsParts;

  constructor(parts: ListsParts) {
    this.#parts = parts;
  }

  /** @throws ServiceError list_not_found, also for a List of another account */
  async find(accountId: string, listId: string, transaction?: Transaction): Promise<ListRecord> {
    const list = await this.findIfThere(accountId, listId, transaction);
    if (!list) throw new ServiceError('list_not_found');
    return list;
  }

  async findIfThere(
    accountId: string,
    listId: string,
    transaction?: Transaction,
  ): Promise<ListRecord | null> {
    return isUuid(listId) ? this.#parts.lists.find(accountId, listId, transaction) : null;
  }

  /** Locks the List until the transaction ends. @throws ServiceError list_not_found, list_state_conflict */
  async hold(
    accountId: string,
    listId: string,
    operation: ListOperation,
    transaction: Transaction,
  ): Promise<ListRecord> {
    const list = isUuid(listId) ? await this.#parts.lists.lock(accountId, listId, transaction) : null;
    if (!list) throw new ServiceError('list_not_found');
    checkPermitted(list, operation);
    return list;
  }

  /** Locks a List for work in one transaction. @throws ServiceError list_not_found, list_state_conflict */
  onHeld<Result>(
    accountId: string,
    listId: string,
    operation: ListOperation,
    work: (list: ListRecord, transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    return this.#parts.lists.transaction(async (transaction) =>
      work(await this.hold(accountId, listId, operation, transaction), transaction),
    );
  }

  #view(list: ListRecord): ListView {
    return listView(list, this.#parts.now());
  }

  /** Newest first. @throws ServiceError invalid_cursor */
  async page(
    accountId: string,
    { status, ...query }: PageQuery & { status?: ListStatus | undefined },
  ): Promise<Collection<ListView>> {
    const binding = { kind: 'lists', accountId, status: status ?? null };
    const { after, limit, cut } = this.#parts.paging.page(query, binding);
    const lists = await this.#parts.lists.page(accountId, { status, before: after }, limit + 1);
    const { shown, nextCursor } = cut(lists, ({ list_id }) => list_id);
    return collection(
      shown.map((list) => this.#view(list)),
      { limit, nextCursor },
    );
  }

  async detail(accountId: string, listId: string): Promise<AnswerBody<typeof listDetailAnswer>> {
    const list = await this.find(accountId, listId);
    const counts = await this.#parts.rows.counts(accountId, list.list_id);
    return {
      ok: true,
      list: this.#view(list),
      definition: list.definition,
      row_counts: counts,
      workspace_preferences: list.workspace_preferences,
    };
  }

  /** The current rows. Those that publishing would leave out are marked. @throws ServiceError invalid_cursor */
  async preview(
    accountId: string,
    listId: string,
    query: PageQuery,
  ): Promise<AnswerBody<typeof listPreviewAnswer>> {
    const list = await this.find(accountId, listId);
    const binding = { kind: 'list_rows', accountId, listId: list.list_id };
    const { after, limit, cut } = this.#parts.paging.page(query, binding);
    const [records, counts] = await Promise.all([
      this.#parts.rows.page(accountId, list.list_id, after, limit + 1),
      this.#parts.rows.counts(accountId, list.list_id),
    ]);
    const { shown, nextCursor } = cut(records, ({ row_id }) => row_id);
    const companies = await this.#parts.companies.summaries(shown.map(({ company_id }) => company_id));
    const rows = shown.map((row) => listRowView(row, companies.get(row.company_id)));
    return {
      ok: true,
      object: 'list_preview',
      list: this.#view(list),
      rows,
      companies: rows,
      meta: {
        ...pageMeta(rows, { limit, nextCursor }),
        returned_rows: rows.length,
        total_rows: counts.total,
        suppressed_rows: counts.suppressed,
        excluded_rows: counts.excluded,
        publishable_rows: counts.effective,
      },
    };
  }

  /** Setting a List active restarts its schedule. Scheduled times that it missed are not made up for. */
  setStatus(accountId: string, listId: string, status: ListStatus): Promise<AnswerBody<typeof listAnswer>> {
    return this.onHeld(accountId, listId, 'set_status', async (list, transaction) => {
      const wakes = status === 'active' && list.status !== 'active';
      const change = { status, ...(wakes && { schedule_since: this.#parts.now() }) };
      return { ok: true, list: this.#view(await this.#change(accountId, list, change, transaction)) };
    });
  }

  /** A schedule that cannot run yet is saved with a warning. */
  setSchedule(
    accountId: string,
    listId: string,
    schedule: ListSchedule,
  ): Promise<AnswerBody<typeof listScheduleAnswer>> {
    return this.onHeld(accountId, listId, 'set_schedule', async (list, transaction) => {
      const change = { schedule, schedule_since: this.#parts.now() };
      const changed =
        list.schedule === schedule ? list : await this.#change(accountId, list, change, transaction);
      const view = this.#view(changed);
      return { ok: true, list: view, warnings: restingWarnings(view) };
    });
  }

  rename(accountId: string, listId: string, name: string): Promise<AnswerBody<typeof listAnswer>> {
    return this.onHeld(accountId, listId, 'rename', async (list, transaction) => {
      const renamed = list.name === name ? list : await this.#change(accountId, list, { name }, transaction);
      return { ok: true, list: this.#view(renamed) };
    });
  }

  /** In the order of company_id. @throws ServiceError invalid_cursor */
  async suppressions(
    accountId: string,
    listId: string,
    query: PageQuery,
  ): Promise<AnswerBody<typeof suppressionsAnswer>> {
    const list = await this.find(accountId, listId);
    const binding = { kind: 'list_suppressions', accountId, listId: list.list_id };
    const { after, limit, cut } = this.#parts.paging.page(query, binding);
    const records = await this.#parts.rows.suppressions(accountId, list.list_id, after, limit + 1);
    const { shown, nextCursor } = cut(records, ({ company_id }) => company_id);
    const items = shown.map(({ company_id, reason, suppressed_at }) => ({
      company_id,
      reason,
      suppressed_at: suppressed_at.toISOString(),
    }));
    return collection(items, { limit, nextCursor });
  }

  /** @throws ServiceError company_not_found with the unknown ids */
  async changeSuppressions(
    accountId: string,
    listId: string,
    { add, remove }: z.output<typeof suppressionsBody>,
  ): Promise<AnswerBody<typeof suppressionsChangedAnswer>> {
    await this.find(accountId, listId);
    const given = [...add.map(({ company_id }) => company_id), ...remove];
    const canonical = await this.#parts.companies.canonicalIds(given);
    const unknown = add.map(({ company_id }) => company_id).filter((id) => !canonical.has(id));
    if (unknown.length > 0)
      throw new ServiceError('company_not_found', { details: { company_ids: unknown } });
    // If a company is named several times, the last entry counts.
    const reasons = new Map(
      add.map(({ company_id, reason }) => [canonical.get(company_id) ?? company_id, reason ?? null]),
    );
    return this.onHeld(accountId, listId, 'suppress', async (list, transaction) => {
      const removed = await this.#parts.rows.unsuppress(
        accountId,
        list.list_id,
        remove.map((id) => canonical.get(id) ?? id),
        transaction,
      );
      const entries = [...reasons].map(([companyId, reason]) => ({ companyId, reason }));
      await this.#parts.rows.suppress(accountId, list.list_id, entries, transaction);
      const total = await this.#parts.rows.countSuppressions(accountId, list.list_id, transaction);
      return {
        ok: true,
        list_id: list.list_id,
        suppressions: { added: entries.length, removed, total },
      };
    });
  }

  async preferences(accountId: string, listId: string): Promise<AnswerBody<typeof preferencesAnswer>> {
    return shownPreferences(await this.find(accountId, listId));
  }

  /** @throws ServiceError invalid_request when the patched preferences do not fit the schema; payload_too_large */
  patchPreferences(
    accountId: string,
    listId: string,
    patch: object,
  ): Promise<AnswerBody<typeof preferencesAnswer>> {
    return this.onHeld(accountId, listId, 'set_preferences', async (list, transaction) => {
      const merged = checked(
        workspacePreferences,
        mergePatch(list.workspace_preferences, patch),
        'invalid_request',
      );
      const json = JSON.stringify(merged);
      if (Buffer.byteLength(json) > maxPreferenceBytes) {
        throw new ServiceError('payload_too_large', {
          message: `Workspace preferences must have at most ${maxPreferenceBytes} bytes.`,
          details: { bytes: Buffer.byteLength(json), most_bytes: maxPreferenceBytes },
        });
      }
      const change = { workspace_preferences: json };
      return shownPreferences(await this.#change(accountId, list, change, transaction));
    });
  }

  #change(
    accountId: string,
    list: ListRecord,
    change: Parameters<ListsStore['change']>[2],
    transaction: Transaction,
  ): Promise<ListRecord> {
    return this.#parts.lists.change(accountId, list.list_id, change, transaction);
  }
}

function shownPreferences(list: ListRecord): AnswerBody<typeof preferencesAnswer> {
  return { ok: true, list_id: list.list_id, workspace_preferences: list.workspace_preferences };
}

/** @throws ServiceError list_conditions_not_materializable when the List would have too many rows */
export function checkRoom(rowCount: number): void {
  if (rowCount <= maxListRows) return;
  throw new ServiceError('list_conditions_not_materializable', {
    message: `A List can have at most ${maxListRows} rows. This one would have ${rowCount}.`,
    details: { row_count: rowCount, most_rows: maxListRows },
  });
}

const whyItRests: Readonly<Record<NonNullable<ListView['no_next_run_because']>, string | null>> = {
  manual: null,
  paused: 'The List is paused. Its schedule runs once the status is active.',
  archived: 'The List is archived. Its schedule runs once the status is active.',
  not_published: 'The List has no published version yet. Its schedule runs once the List is published.',
};

function restingWarnings({ no_next_run_because: reason }: ListView): Warning[] {
  const message = reason && whyItRests[reason];
  return message ? [{ code: 'schedule_not_running', message, field: 'schedule' }] : [];
}
