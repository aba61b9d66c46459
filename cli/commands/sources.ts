import type { Command } from 'commander';
import { prices, rowStatuses } from '../../client/index.ts';
import { getAnswer } from '../calls.ts';
import { addReadableFileOptions } from '../download.ts';
import { appendValue, createWordListOption, parseWholeNumber } from '../input/option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../input/pages.ts';
import { addPayingOptions } from '../input/paying.ts';
import { mayDelete } from '../input/prompts.ts';
import type { Run, Session } from '../session.ts';
import { selectRow, showNamesakes } from '../sources/row-selection.ts';
import { addSourceExportOptions, exportSource, type SourceExportOptions } from '../sources/source-export.ts';
import { importFile } from '../sources/source-import.ts';
import { joinSources } from '../sources/source-join.ts';
import { addMappingOptions, mapSource } from '../sources/source-mapping.ts';
import { addResolveOptions, followNewestRun, resolveSource, resumeRun } from '../sources/source-resolving.ts';
import { reviewSource } from '../sources/source-review.ts';
import { cancelRun, showRuns } from '../sources/source-runs.ts';
import { requestSource, showSource } from '../sources/source-view.ts';
import { addTableOptions } from '../sources/table-options.ts';
import { addDecisionCommands } from './source-decisions.ts';

export function addSourceCommands(program: Command, run: Run): void {
  const source = program
    .command('source')
    .description('Your tables: upload one and find the company for each row');

  const importing = source
    .command('import')
    .description('Upload a table as it is (CSV, TSV, .xlsx or .xlsm) and map its columns')
    .argument('<file>')
    .option('--name <name>', 'name of the source; default the file name')
    .option('--new', 'make a new source, even if the same file was imported before');
  addMappingOptions(addTableOptions(importing)).action(run(importFile));

  const list = source.command('list').description("List the account's sources, newest first");
  addPageOptions(list).action(run(listSources));

  source
    .command('inspect')
    .description('Show a source with its detected columns, its mapping and sample rows')
    .argument('<source_id>')
    .action(
      run(async (session, sourceId: string) =>
        showSource(session, await getAnswer(requestSource(session, sourceId))),
      ),
    );

  const map = source
    .command('map')
    .description('Choose the columns that identify companies, by flags or by prompts')
    .argument('<source_id>');
  addMappingOptions(map).action(run(mapSource));

  const resolve = source
    .command('resolve')
    .description(
      `Find the company for each row, for ${prices.matchedRow.text} per matched row; asks before charging`,
    )
    .argument('<source_id>');
  addResolveOptions(resolve).action(run(resolveSource));

  const review = source
    .command('review')
    .description(
      'Go through the rows that need a person and decide; without a terminal or with --json, only show them',
    )
    .argument('<source_id>')
    .addOption(
      createWordListOption(
        '--status <status>',
        'the rows in this state; default those that need a person',
        rowStatuses,
      ),
    )
    .option('--list', 'show the rows instead of going through them')
    .option('--show <header>', 'show this column of the row (repeatable); default all', appendValue)
    .option('--why <text>', 'the reason for the decisions, for the history');
  addPayingOptions(addPageOptions(review)).action(run(reviewSource));

  const select = source
    .command('select')
    .description(`Select one of the candidates of a row, for ${prices.matchedRow.text}`)
    .argument('<source_id>')
    .argument('<row>', 'number of the row in the review, or its source_row_id')
    .argument('<company_id>');
  addPayingOptions(select).action(run(selectRow));

  const namesakes = source
    .command('namesakes')
    .description('List every company that has the name of a row, by place')
    .argument('<source_id>')
    .argument('<row>', 'number of the row in the review, or its source_row_id')
    .option('--prefecture <prefecture>', 'only companies in this prefecture')
    .option('--city <city>', 'only companies in this city or ward');
  addPageOptions(namesakes).action(run(showNamesakes));

  addDecisionCommands(source, run);

  const runs = source
    .command('runs')
    .description('List the runs that resolved a source, newest first, or follow the open one')
    .argument('<source_id>')
    .option('--follow', 'show the progress of the newest run until it ends');
  addPageOptions(runs).action(
    run((session, sourceId: string, { follow, ...page }: PageOptions & { follow?: true }) =>
      follow ? followNewestRun(session, sourceId) : showRuns(session, sourceId, page),
    ),
  );

  source
    .command('cancel')
    .description('Cancel the open run of a source; resolved rows stay resolved')
    .argument('<source_id>')
    .argument('[run_id]')
    .action(run(cancelRun));

  source
    .command('resume')
    .description('Continue a run that was cancelled or stopped, and show its progress')
    .argument('<source_id>')
    .argument('[run_id]')
    .option('--max-credits <credits>', 'new maximum of the whole run; default as before', parseWholeNumber)
    .option('--idempotency-key <key>', 'use this key instead of the one derived from the command')
    .option('--no-wait', 'do not wait for the end of the run')
    .action(run(resumeRun));

  const exporting = source
    .command('export')
    .description('Download the table as it was, with the companies beside it, as CSV or Excel workbook')
    .argument('<source_id>');
  addSourceExportOptions(exporting).action(
    run(async (session, sourceId: string, options: SourceExportOptions) => {
      await exportSource(session, sourceId, options);
    }),
  );

  const joining = source
    .command('join')
    .description('Write a table with the rows of another one beside it that are of the same company')
    .argument('<source_id>')
    .argument('<other_source_id>');
  addReadableFileOptions(joining).action(run(joinSources));

  source
    .command('delete')
    .description('Delete a source with its rows; credits are not refunded')
    .argument('<source_id>')
    .option('--yes', 'delete without a prompt')
    .action(run(deleteSource));
}

async function listSources(session: Session, options: PageOptions): Promise<void> {
  await showPages(
    session,
    options,
    (query) => session.api.GET('/api/service/sources', { params: { query } }),
    ({ items }) =>
      session.printTable(items, {
        source_id: 'source_id',
        name: 'name',
        status: 'status',
        rows: 'row_count',
        matched: ({ resolve_summary }) => resolve_summary.matched,
        several: ({ resolve_summary }) => resolve_summary.multiple_candidates,
        'not found': ({ resolve_summary }) => resolve_summary.not_found,
        invalid: ({ resolve_summary }) => resolve_summary.invalid,
        imported: ({ created_at }) => created_at.slice(0, 10),
      }),
  );
}

async function deleteSource(session: Session, sourceId: string, { yes }: { yes?: true }): Promise<void> {
  if (!(await mayDelete(session, `source ${sourceId} with its rows`, yes))) return;
  await session.showAnswer(
    session.api.DELETE('/api/service/sources/{sourceId}', { params: { path: { sourceId } } }),
    ({ source }) => session.note(`Deleted source ${source.source_id}.`),
  );
}
