import type { Command } from 'commander';
import { answered } from '../calls.ts';
import { showList } from '../list-view.ts';
import { given, readJsonFile } from '../option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../pages.ts';
import { mayDelete } from '../prompts.ts';
import type { Session } from '../session.ts';
import { type ListSchedule, type ListStatus, listSchedules, listStatuses } from '../vocabulary.ts';

/** Settings of a List, and the companies that it leaves out. */

export function addListSettingCommands(list: Command, open: () => Session): void {
  const status = list
    .command('status')
    .description('Set a List active, paused or archived')
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
    .description('Refresh a List by hand, daily or weekly')
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
    .description('Give a List another name')
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
    .description(
      'Delete a List for good, with rows, snapshots, diffs and files; what was charged stays charged',
    )
    .argument('<list_id>')
    .option('--yes', 'without being asked')
    .action((listId: string, { yes }: { yes?: true }) => deleteList(open(), listId, yes));

  list
    .command('preferences')
    .description('How a workspace shows the List, as JSON; changed by a merge patch')
    .argument('<list_id>')
    .option('--patch <file>', 'JSON merge patch, - for stdin')
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
    .description('Leave companies out of exports and deliveries; without companies, show which are left out')
    .argument('<list_id>')
    .argument('[company_id...]')
    .option('--reason <text>', 'why')
    .option('--remove', 'take them back in');
  addPageOptions(suppress);
  suppress.action((listId: string, ids: string[], options: SuppressOptions) =>
    suppressRows(open(), listId, ids, options),
  );
}

async function deleteList(session: Session, listId: string, yes: true | undefined): Promise<void> {
  if (!(await mayDelete(session, `List ${listId} for good`, yes))) return;
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
    session.note(`Suppressed ${added}, taken back ${removed}; ${total} are left out now.`),
  );
}
