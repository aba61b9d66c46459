import type { Command } from 'commander';
import type { Schema } from '../../client/index.ts';
import { answered } from '../calls.ts';
import { showList } from '../list-view.ts';
import { showNextCommands } from '../notices.ts';
import { given, wholeNumber } from '../option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../pages.ts';
import type { Session } from '../session.ts';
import { counted } from '../text.ts';
import { type ReviewOutcome, reviewOutcomes } from '../vocabulary.ts';

/** Snapshots of a List, and changes since the last one. */

export function addListPublishingCommands(list: Command, open: () => Session): void {
  list
    .command('publish')
    .description('Save the rows as a numbered snapshot that never changes')
    .argument('<list_id>')
    .action((listId: string) => publishList(open(), listId));

  const refresh = list
    .command('refresh')
    .description('Evaluate the published definition again and report what was added, removed or changed')
    .argument('<list_id>')
    .option('--limit <number>', 'maximum number of diff rows to show', wholeNumber);
  refresh.action((listId: string, options: PageOptions) => refreshList(open(), listId, options));

  const diff = list
    .command('diff')
    .description('Show the latest diff with its rows, or another diff')
    .argument('<list_id>')
    .argument('[diff_id]');
  addPageOptions(diff);
  diff.action((listId: string, diffId: string | undefined, options: PageOptions) =>
    showDiff(open(), listId, diffId, options),
  );

  const diffs = list
    .command('diffs')
    .description('List the diffs without their rows, newest first')
    .argument('<list_id>');
  addPageOptions(diffs);
  diffs.action((listId: string, options: PageOptions) => showDiffs(open(), listId, options));

  const snapshots = list
    .command('snapshots')
    .description('List the snapshots, newest first')
    .argument('<list_id>');
  addPageOptions(snapshots);
  snapshots.action((listId: string, options: PageOptions) => showSnapshots(open(), listId, options));

  const review = list
    .command('diff-review')
    .description('Record the review of a diff row')
    .argument('<list_id>')
    .argument('<diff_row_id>');
  review
    .addArgument(review.createArgument('<outcome>').choices([...reviewOutcomes]))
    .option('--note <text>', 'note for people')
    .action(
      async (listId: string, diffRowId: string, outcome: ReviewOutcome, { note }: { note?: string }) => {
        const session = open();
        const call = session.api().PATCH('/api/service/lists/{listId}/diff-rows/{diffRowId}/review', {
          params: { path: { listId, diffRowId } },
          body: { outcome, ...given({ note }) },
        });
        showDiffRow(session, await answered(call));
      },
    );

  list
    .command('diff-exclude')
    .description("Exclude a diff row's company from exports and deliveries")
    .argument('<list_id>')
    .argument('<diff_row_id>')
    .option('--reason <text>', 'reason')
    .option('--undo', 'include it again')
    .action(async (listId: string, diffRowId: string, { reason, undo }: { reason?: string; undo?: true }) => {
      const session = open();
      const call = session.api().PATCH('/api/service/lists/{listId}/diff-rows/{diffRowId}/exclusion', {
        params: { path: { listId, diffRowId } },
        body: { excluded: undo !== true, ...given({ reason }) },
      });
      showDiffRow(session, await answered(call));
    });
}

async function publishList(session: Session, listId: string): Promise<void> {
  const answer = await answered(
    session.api().POST('/api/service/lists/{listId}/publish', { params: { path: { listId } }, body: {} }),
  );
  session.answer(answer, ({ list, snapshot }) => {
    showList(session, list);
    session.note(`Published ${counted(snapshot.row_count, 'row')} as snapshot ${snapshot.version}.`);
  });
  showNextCommands(
    session,
    `company-data list refresh ${listId}`,
    `company-data list schedule ${listId} daily`,
  );
}

async function refreshList(session: Session, listId: string, { limit }: PageOptions): Promise<void> {
  const answer = await answered(
    session.api().POST('/api/service/lists/{listId}/refresh', {
      params: { path: { listId }, query: given({ limit }) },
      body: {},
    }),
  );
  session.answer(answer, ({ diff }) => showDiffRows(session, diff));
}

async function showDiff(
  session: Session,
  listId: string,
  diffId: string | undefined,
  options: PageOptions,
): Promise<void> {
  const api = session.api();
  await showPages(
    session,
    options,
    (query) =>
      answered(
        diffId === undefined
          ? api.GET('/api/service/lists/{listId}/diffs/latest', { params: { path: { listId }, query } })
          : api.GET('/api/service/lists/{listId}/diffs/{diffId}', {
              params: { path: { listId, diffId }, query },
            }),
      ),
    ({ diff }) => {
      if (diff) showDiffRows(session, diff);
      else session.note('The List has not been refreshed yet.');
    },
  );
}

function showDiffRows(session: Session, diff: Schema<'ListDiffWithRows'>): void {
  session.table(
    [
      { title: 'diff_row_id', cell: ({ diff_row_id }) => diff_row_id, whole: true },
      { title: 'what', cell: ({ kind }) => kind },
      { title: 'company_id', cell: ({ company_id }) => company_id, whole: true },
      { title: 'name', cell: ({ display_name }) => display_name },
      { title: 'changes', cell: ({ changes }) => changes.map(changeText).join('; ') },
      { title: 'review', cell: ({ review }) => review?.outcome },
      { title: 'excluded', cell: ({ exclusion }) => (exclusion?.excluded ? 'yes' : '') },
    ],
    diff.rows,
  );
  const { added, removed, changed } = diff.counts;
  session.note(
    `From snapshot ${diff.from_version} to ${diff.to_version}: ${added} added, ${removed} removed, ${changed} changed.`,
  );
}

function changeText({ field, before, after }: Schema<'ListDiffRow'>['changes'][number]): string {
  return `${field}: ${before ?? '(none)'} → ${after ?? '(none)'}`;
}

async function showDiffs(session: Session, listId: string, options: PageOptions): Promise<void> {
  const api = session.api();
  await showPages(
    session,
    options,
    (query) =>
      answered(api.GET('/api/service/lists/{listId}/diffs', { params: { path: { listId }, query } })),
    ({ items }) =>
      session.table(
        [
          { title: 'diff_id', cell: ({ diff_id }) => diff_id, whole: true },
          { title: 'time', cell: ({ created_at }) => created_at },
          { title: 'from', cell: ({ from_version }) => from_version },
          { title: 'to', cell: ({ to_version }) => to_version },
          { title: 'added', cell: ({ counts }) => counts.added },
          { title: 'removed', cell: ({ counts }) => counts.removed },
          { title: 'changed', cell: ({ counts }) => counts.changed },
        ],
        items,
      ),
  );
}

async function showSnapshots(session: Session, listId: string, options: PageOptions): Promise<void> {
  const api = session.api();
  await showPages(
    session,
    options,
    (query) =>
      answered(api.GET('/api/service/lists/{listId}/snapshots', { params: { path: { listId }, query } })),
    ({ items }) =>
      session.table(
        [
          { title: 'version', cell: ({ version }) => version },
          { title: 'kind', cell: ({ kind }) => kind },
          { title: 'rows', cell: ({ row_count }) => row_count },
          { title: 'time', cell: ({ created_at }) => created_at },
        ],
        items,
      ),
  );
}

function showDiffRow(session: Session, answer: { readonly diff_row: Schema<'ListDiffRow'> }): void {
  session.answer(answer, ({ diff_row: row }) =>
    session.fields([
      ['diff_row_id', row.diff_row_id],
      ['name', row.display_name],
      ['review', row.review?.outcome],
      ['excluded', row.exclusion?.excluded ?? false],
    ]),
  );
}
