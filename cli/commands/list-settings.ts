import type { Command } from 'commander';
import { answered } from '../calls.ts';
import { showList } from '../list-view.ts';
import { given, readJsonFile } from '../option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../pages.ts';
import { mayDelete } from '../prompts.ts';
import type { Session } from '../session.ts';
import { type ListSchedule, type ListStatus, listSchedules, listStatuses } from '../vocabulary.ts';

/** Settings of a List, and its suppressed companies. */

export function addListSettingCommands(list: Command, open: () => Session): void {
  const status = list
    .command('status')
    .description('Set a List to active, paused or archived')
    .argument('<list_id>');
  status
    .addArgument(status.createArgument('<status>').choices([...listStatuses]))
    .action(async (listId: string, value: ListStatus) => {
      const session = open();
      const call = session.api().PATCH('/api/service/lists/{listId}/status', {
        params: { path: { listId } },
        body: { status: value },
      });
      session.answer(await answered(call), ({ list: changed }) => showList(session, changed));
    });
  const schedule = list
    .command('schedule')
    .description('Set when a List is refreshed: manually, daily or weekly')
    .argument('<list_id>');
  schedule
    .addArgument(schedule.createArgument('<schedule>').choices([...listSchedules]))
    .action(async (listId: string, value: ListSchedule) => {
      const session = open();
      const call = session.api().PATCH('/api/service/lists/{listId}/schedule', {
        params: { path: { listId } },
        body: { schedule: value },
      });
      session.answer(await answered(call), ({ list: changed }) => showList(session, changed));
    });

  list
    .command('rename')
    .description('Rename a List')
    .argument('<list_id>')
    .argument('<name>')
    .action(async (listId: string, name: string) => {
      const session = open();
      const call = session.api().PATCH('/api/service/lists/{listId}', {
        params: { path: { listId } },
        body: { name },
      });
      session.answer(await answered(call), ({ list: changed }) => showList(session, changed));
    });
  list
    .command('delete')
    .description('Delete a List permanently, with rows, snapshots, diffs and files; credits are not refunded')
    .argument('<list_id>')
    .option('--yes', 'delete without a prompt')
    .action((listId: string, { yes }: { yes?: true }) => deleteList(open(), listId, yes));

  list
    .command('preferences')
    .description('Show or change how a workspace displays the List, as JSON')
    .argument('<list_id>')
    .option('--patch <file>', 'change it with this JSON merge patch; - reads stdin')
    .action(async (listId: string, { patch }: { patch?: string }) => {
      const session = open();
      const params = { path: { listId } };
      const at = '/api/service/lists/{listId}/workspace-preferences';
      const answer = await answered(
        patch === undefined
          ? session.api().GET(at, { params })
          : session.api().PATCH(at, { params, body: readJsonFile(patch) }),
      );
      session.answer(answer, ({ workspace_preferences }) =>
        session.print(JSON.stringify(workspace_preferences, null, 2)),
      );
    });

  const suppress = list
    .command('suppress')
    .description('Suppress companies in exports and deliveries; without companies, list the suppressed ones')
    .argument('<list_id>')
    .argument('[company_id...]')
    .option('--reason <text>', 'reason')
    .option('--remove', 'stop suppressing them');
  addPageOptions(suppress);
  suppress.action((listId: string, ids: string[], options: SuppressOptions) =>
    suppressRows(open(), listId, ids, options),
  );
}

async function deleteList(session: Session, listId: string, yes: true | undefined): Promise<void> {
  if (!(await mayDelete(session, `List ${listId} permanently`, yes))) return;
  const answer = await answered(
    session.api().DELETE('/api/service/lists/{listId}', { params: { path: { listId } } }),
  );
  session.answer(answer, ({ name }) => session.note(`Deleted List ${name} (${answer.list_id}).`));
}

interface SuppressOptions extends PageOptions {
  readonly reason?: string;
  readonly remove?: true;
}

async function suppressRows(
  session: Session,
  listId: string,
  companyIds: readonly string[],
  { reason, remove, ...page }: SuppressOptions,
): Promise<void> {
  const api = session.api();
  const path = { listId };
  if (companyIds.length === 0) {
    await showPages(
      session,
      page,
      (query) => answered(api.GET('/api/service/lists/{listId}/suppressions', { params: { path, query } })),
      ({ items }) =>
        session.table(
          [
            { title: 'company_id', cell: ({ company_id }) => company_id, whole: true },
            { title: 'reason', cell: ({ reason: why }) => why },
            { title: 'since', cell: ({ suppressed_at }) => suppressed_at },
          ],
          items,
        ),
    );
    return;
  }
  const body = remove
    ? { remove: [...companyIds] }
    : { add: companyIds.map((company_id) => ({ company_id, ...given({ reason }) })) };
  const answer = await answered(
    api.PATCH('/api/service/lists/{listId}/suppressions', { params: { path }, body }),
  );
  session.answer(answer, ({ suppressions: { added, removed, total } }) =>
    session.note(`Suppressed ${added}, removed ${removed}; ${total} are suppressed now.`),
  );
}
