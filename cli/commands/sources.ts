import type { Command } from 'commander';
import { answered } from '../calls.ts';
import { matchFile } from '../match-file.ts';
import { repeated, wordListOption } from '../option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../pages.ts';
import { addPayingOptions } from '../paying.ts';
import { mayDelete } from '../prompts.ts';
import type { Run, Session } from '../session.ts';
import { addChoiceCommands } from '../source-choices.ts';
import { addDecisionCommands } from '../source-decisions.ts';
import { addSourceExportOptions, exportSource } from '../source-export.ts';
import { importFile } from '../source-import.ts';
import { addMappingOptions, mapSource } from '../source-mapping.ts';
import { resolveSource } from '../source-resolve.ts';
import { reviewSource, selectRow } from '../source-review.ts';
import { inspectCall, showSource } from '../source-view.ts';
import { addReadingOptions } from '../table-options.ts';
import { rowStatuses } from '../vocabulary.ts';

export function addSourceCommands(program: Command, run: Run): void {
  const match = program
    .command('match')
    .description('Find the company for each row of a file, from file to file; asks before charging')
    .argument('<file>')
    .requiredOption('--out <file>', 'output file: CSV, or an Excel workbook if it ends with .xlsx')
    .option('--new', 'make a new source, even if the same file was imported before')
    .option('--no-review', 'do not go through the rows with several candidates');
  addPayingOptions(addSourceExportOptions(addMappingOptions(addReadingOptions(match)))).action(
    run(matchFile),
  );

  const source = program
    .command('source')
    .description('Your tables: upload one and find the company for each row');

  const importing = source
    .command('import')
    .description('Upload a table as it is (CSV, TSV or .xlsx) and map its columns')
    .argument('<file>')
    .option('--name <name>', 'name of the source; default the file name')
    .option('--new', 'make a new source, even if the same file was imported before');
  addMappingOptions(addReadingOptions(importing)).action(run(importFile));

  const list = source.command('list').description("List the account's sources, newest first");
  addPageOptions(list).action(run(listSources));

  source
    .command('inspect')
    .description('Show a source with its detected columns, its mapping and sample rows')
    .argument('<source_id>')
    .action(
      run(async (session, sourceId: string) =>
        showSource(session, await answered(inspectCall(session, sourceId))),
      ),
    );

  const map = source
    .command('map')
    .description('Choose the columns that identify companies, by flags or by prompts')
    .argument('<source_id>');
  addMappingOptions(map).action(run(mapSource));

  const resolve = source
    .command('resolve')
    .description('Find the company for each row, for 1 basic credit per matched row; asks before charging')
    .argument('<source_id>');
  addPayingOptions(resolve).action(run(resolveSource));

  const review = source
    .command('review')
    .description(
      'Go through rows with several candidates and choose; without a terminal or with --json, only show them',
    )
    .argument('<source_id>')
    .addOption(
      wordListOption('--status <status>', 'show rows in this state instead of choosing', rowStatuses),
    )
    .option('--show <header>', 'show this column of the row (repeatable); default all', repeated);
  addPayingOptions(addPageOptions(review)).action(run(reviewSource));

  const select = source
    .command('select')
    .description('Select one of the candidates of a row, for 1 basic credit')
    .argument('<source_id>')
    .argument('<row>', 'number of the row in the review, or its source_row_id')
    .argument('<company_id>');
  addPayingOptions(select).action(run(selectRow));

  addDecisionCommands(source, run);
  addChoiceCommands(source, run);

  const exporting = source
    .command('export')
    .description('Download the table as it was, with the companies beside it, as CSV or Excel workbook')
    .argument('<source_id>');
  addSourceExportOptions(exporting).action(run(exportSource));

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
    (query) => session.api().GET('/api/service/sources', { params: { query } }),
    ({ items }) =>
      session.table(items, {
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
    session.api().DELETE('/api/service/sources/{sourceId}', { params: { path: { sourceId } } }),
    ({ source }) => session.note(`Deleted source ${source.source_id}.`),
  );
}
