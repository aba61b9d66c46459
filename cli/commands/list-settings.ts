import type { Command } from 'commander';
import {
  type ListSchedule,
  type ListStatus,
  listSchedules,
  listStatuses,
  type Schema,
} from '../../client/index.ts';
import type { Call } from '../calls.ts';
import { omitUndefined, readJsonFile } from '../input/option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../input/pages.ts';
import { mayDelete } from '../input/prompts.ts';
import { showList } from '../output/list-view.ts';
import { formatChoice } from '../output/text.ts';
import type { Run, Session } from '../session.ts';

/** Settings of a List, and its suppressed companies. */

interface SuppressOptions extends PageOptions {
  readonly reason?: string;
  readonly remove?: true;
}

export function addListSettingCommands(list: Command, run: Run): void {
  const status = list
    .command('status')
    .description(`Set a List to ${formatChoice(listStatuses)}`)
    .argument('<list_id>');
  status.addArgument(status.createArgument('<status>').choices([...listStatuses])).action(
    run((session, listId: string, value: ListStatus) =>
      showChangedList(
        session,
        session.api.PATCH('/api/service/lists/{listId}/status', {
          params: { path: { listId } },
          body: { status: value },
        }),
      ),
    ),
  );
  const schedule = list
    .command('schedule')
    .description('Set when a List is refreshed: manually, daily or weekly')
    .argument('<list_id>');
  schedule.addArgument(schedule.createArgument('<schedule>').choices([...listSchedules])).action(
    run((session, listId: string, value: ListSchedule) =>
      showChangedList(
        session,
        session.api.PATCH('/api/service/lists/{listId}/schedule', {
          params: { path: { listId } },
          body: { schedule: value },
        }),
      ),
    ),
  );
  list
    .command('rename')
    .description('Rename a List')
    .argument('<list_id>')
    .argument('<name>')
    .action(
      run((session, listId: string, name: string) =>
        showChangedList(
          session,
          session.api.PATCH('/api/service/lists/{listId}', { params: { path: { listId } }, body: { name } }),
        ),
      ),
    );
  list
    .command('delete')
    .description('Delete a List permanently, with rows, snapshots, diffs and files; credits are not refunded')
    .argument('<list_id>')
    .option('--yes', 'delete without a prompt')
    .action(run(deleteList));

  list
    .command('preferences')
    .description('Show or change how a workspace displays the List, as JSON')
    .argument('<list_id>')
    .option('--patch <file>', 'change it with this JSON merge patch; - reads stdin')
    .action(run(showPreferences));

  const suppress = list
    .command('suppress')
    .description('Suppress companies in exports and deliveries; without companies, list the suppressed ones')
    .argument('<list_id>')
    .argument('[company_id...]')
    .option('--reason <text>', 'reason')
    .option('--remove', 'stop suppressing them');
  addPageOptions(suppress).action(
    run((session, listId: string, ids: string[], options: SuppressOptions) =>
      ids.length === 0
        ? showSuppressions(session, listId, options)
        : changeSuppressions(session, listId, ids, options),
    ),
  );
}

async function showChangedList(session: Session, call: Call<{ list: Schema<'List'> }>): Promise<void> {
  await session.showAnswer(call, ({ list }) => showList(session, list));
}

async function deleteList(session: Session, listId: string, { yes }: { yes?: true }): Promise<void> {
  if (!(await mayDelete(session, `List ${listId} permanently`, yes))) return;
  await session.showAnswer(
    session.api.DELETE('/api/service/lists/{listId}', { params: { path: { listId } } }),
    ({ name, list_id }) => session.note(`Deleted List ${name} (${list_id}).`),
  );
}

async function showPreferences(
  session: Session,
  listId: string,
  { patch }: { patch?: string },
): Promise<void> {
  const params = { path: { listId } };
  const at = '/api/service/lists/{listId}/workspace-preferences';
  await session.showAnswer(
    patch === undefined
      ? session.api.GET(at, { params })
      : session.api.PATCH(at, { params, body: readJsonFile(patch) }),
    ({ workspace_preferences }) => session.print(JSON.stringify(workspace_preferences, null, 2)),
  );
}

async function showSuppressions(session: Session, listId: string, options: PageOptions): Promise<void> {
  await showPages(
    session,
    options,
    (query) =>
      session.api.GET('/api/service/lists/{listId}/suppressions', { params: { path: { listId }, query } }),
    ({ items }) =>
      session.printTable(items, { company_id: 'company_id', reason: 'reason', since: 'suppressed_at' }),
  );
}

async function changeSuppressions(
  session: Session,
  listId: string,
  companyIds: string[],
  { reason, remove }: SuppressOptions,
): Promise<void> {
  const body = remove
    ? { remove: companyIds }
    : { add: companyIds.map((company_id) => ({ company_id, ...omitUndefined({ reason }) })) };
  const params = { path: { listId } };
  await session.showAnswer(
    session.api.PATCH('/api/service/lists/{listId}/suppressions', { params, body }),
    ({ suppressions: { added, removed, total } }) =>
      session.note(`Suppressed ${added}, removed ${removed}; now suppressed: ${total}.`),
  );
}
