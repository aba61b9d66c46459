import type { Command } from 'commander';
import { diffRowKinds, reviewOutcomes, type Schema } from '../../client/index.ts';
import type { Body, Call } from '../calls.ts';
import { omitUndefined, parseWholeNumber } from '../input/option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../input/pages.ts';
import { showList } from '../output/list-view.ts';
import { showNextCommands } from '../output/notices.ts';
import { formatChoice, formatQuantity } from '../output/text.ts';
import type { Run, Session } from '../session.ts';

/** Snapshots of a List, and changes since the last one. */

export function addListPublishingCommands(list: Command, run: Run): void {
  list
    .command('publish')
    .description('Save the rows as a numbered snapshot that never changes')
    .argument('<list_id>')
    .action(run(publishList));

  list
    .command('refresh')
    .description(`Evaluate the published definition again and report what was ${formatChoice(diffRowKinds)}`)
    .argument('<list_id>')
    .option('--limit <number>', 'maximum number of diff rows to show', parseWholeNumber)
    .action(run(refreshList));

  const diff = list
    .command('diff')
    .description('Show the latest diff with its rows, or another diff')
    .argument('<list_id>')
    .argument('[diff_id]');
  addPageOptions(diff).action(run(showDiff));

  const diffs = list
    .command('diffs')
    .description('List the diffs without their rows, newest first')
    .argument('<list_id>');
  addPageOptions(diffs).action(run(showDiffs));

  const snapshots = list
    .command('snapshots')
    .description('List the snapshots, newest first')
    .argument('<list_id>');
  addPageOptions(snapshots).action(run(showSnapshots));

  const review = list
    .command('diff-review')
    .description('Record the review of a diff row')
    .argument('<list_id>')
    .argument('<diff_row_id>');
  review
    .addArgument(review.createArgument('<outcome>').choices([...reviewOutcomes]))
    .option('--note <text>', 'note for people')
    .action(run(reviewDiffRow));

  const reviewAll = list
    .command('diff-review-all')
    .description('Record one review for all rows of a diff that have another outcome or none')
    .argument('<list_id>')
    .argument('<diff_id>');
  reviewAll
    .addArgument(reviewAll.createArgument('<outcome>').choices([...reviewOutcomes]))
    .addOption(reviewAll.createOption('--kind <kind>', 'only rows of this kind').choices([...diffRowKinds]))
    .option('--note <text>', 'note for people')
    .action(run(reviewDiff));

  list
    .command('diff-exclude')
    .description("Exclude a diff row's company from exports and deliveries")
    .argument('<list_id>')
    .argument('<diff_row_id>')
    .option('--reason <text>', 'reason')
    .option('--undo', 'include it again')
    .action(run(excludeDiffRow));
}

async function publishList(session: Session, listId: string): Promise<void> {
  const params = { path: { listId } };
  const call = session.api.POST('/api/service/lists/{listId}/publish', { params, body: {} });
  await session.showAnswer(call, ({ list, snapshot }) => {
    showList(session, list);
    session.note(`Published ${formatQuantity(snapshot.row_count, 'row')} as snapshot ${snapshot.version}.`);
  });
  showNextCommands(
    session,
    `company-data list refresh ${listId}`,
    `company-data list schedule ${listId} daily`,
  );
}

async function refreshList(session: Session, listId: string, { limit }: PageOptions): Promise<void> {
  const params = { path: { listId }, query: omitUndefined({ limit }) };
  const call = session.api.POST('/api/service/lists/{listId}/refresh', { params, body: {} });
  await session.showAnswer(call, ({ diff }) => showDiffRows(session, diff));
}

async function showDiff(
  session: Session,
  listId: string,
  diffId: string | undefined,
  options: PageOptions,
): Promise<void> {
  const api = session.api;
  await showPages(
    session,
    options,
    (query): Call<{ diff: Schema<'ListDiffWithRows'> | null }> =>
      diffId === undefined
        ? api.GET('/api/service/lists/{listId}/diffs/latest', { params: { path: { listId }, query } })
        : api.GET('/api/service/lists/{listId}/diffs/{diffId}', {
            params: { path: { listId, diffId }, query },
          }),
    ({ diff }) => {
      if (diff) showDiffRows(session, diff);
      else session.note('The List has not been refreshed yet.');
    },
  );
}

function showDiffRows(session: Session, diff: Schema<'ListDiffWithRows'>): void {
  session.printTable(diff.rows, {
    diff_row_id: 'diff_row_id',
    what: 'kind',
    company_id: 'company_id',
    name: 'display_name',
    changes: ({ changes }) => changes.map(describeChange).join('; '),
    review: ({ review }) => review?.outcome,
    excluded: ({ exclusion }) => (exclusion?.excluded ? 'yes' : ''),
  });
  const { added, removed, changed } = diff.counts;
  session.note(
    `From snapshot ${diff.from_version} to ${diff.to_version}: ${added} added, ${removed} removed, ${changed} changed.`,
  );
}

function describeChange({ field, before, after }: Schema<'ListDiffRow'>['changes'][number]): string {
  return `${field}: ${before ?? '(none)'} → ${after ?? '(none)'}`;
}

async function showDiffs(session: Session, listId: string, options: PageOptions): Promise<void> {
  await showPages(
    session,
    options,
    (query) => session.api.GET('/api/service/lists/{listId}/diffs', { params: { path: { listId }, query } }),
    ({ items }) =>
      session.printTable(items, {
        diff_id: 'diff_id',
        time: 'created_at',
        from: 'from_version',
        to: 'to_version',
        added: ({ counts }) => counts.added,
        removed: ({ counts }) => counts.removed,
        changed: ({ counts }) => counts.changed,
      }),
  );
}

async function showSnapshots(session: Session, listId: string, options: PageOptions): Promise<void> {
  await showPages(
    session,
    options,
    (query) =>
      session.api.GET('/api/service/lists/{listId}/snapshots', { params: { path: { listId }, query } }),
    ({ items }) =>
      session.printTable(items, { version: 'version', kind: 'kind', rows: 'row_count', time: 'created_at' }),
  );
}

async function reviewDiffRow(
  session: Session,
  listId: string,
  diffRowId: string,
  outcome: Body<'reviewDiffRow'>['outcome'],
  { note }: { note?: string },
): Promise<void> {
  const call = session.api.PATCH('/api/service/lists/{listId}/diff-rows/{diffRowId}/review', {
    params: { path: { listId, diffRowId } },
    body: { outcome, ...omitUndefined({ note }) },
  });
  await showDiffRow(session, call);
}

async function reviewDiff(
  session: Session,
  listId: string,
  diffId: string,
  outcome: Body<'reviewDiff'>['outcome'],
  { kind, note }: Pick<Body<'reviewDiff'>, 'kind'> & { note?: string },
): Promise<void> {
  const call = session.api.PATCH('/api/service/lists/{listId}/diffs/{diffId}/review', {
    params: { path: { listId, diffId } },
    body: { outcome, ...omitUndefined({ kind, note }) },
  });
  await session.showAnswer(call, ({ rows_changed }) =>
    session.note(`${formatQuantity(rows_changed, 'row')} reviewed.`),
  );
}

async function excludeDiffRow(
  session: Session,
  listId: string,
  diffRowId: string,
  { reason, undo }: { reason?: string; undo?: true },
): Promise<void> {
  const call = session.api.PATCH('/api/service/lists/{listId}/diff-rows/{diffRowId}/exclusion', {
    params: { path: { listId, diffRowId } },
    body: { excluded: undo !== true, ...omitUndefined({ reason }) },
  });
  await showDiffRow(session, call);
}

async function showDiffRow(
  session: Session,
  call: Call<{ readonly diff_row: Schema<'ListDiffRow'> }>,
): Promise<void> {
  await session.showAnswer(call, ({ diff_row: row }) =>
    session.printFields([
      ['diff_row_id', row.diff_row_id],
      ['name', row.display_name],
      ['review', row.review?.outcome],
      ['excluded', row.exclusion?.excluded ?? false],
    ]),
  );
}
