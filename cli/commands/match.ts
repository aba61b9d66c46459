import type { Command } from 'commander';
import { appendValue, createListOption } from '../input/option-values.ts';
import { addPayingOptions } from '../input/paying.ts';
import type { Run } from '../session.ts';
import { type MatchOptions, matchFile } from '../sources/match-file.ts';
import { matchSheets } from '../sources/match-sheets.ts';
import { addSourceExportOptions } from '../sources/source-export.ts';
import { addMappingOptions } from '../sources/source-mapping.ts';
import { aboutBackground } from '../sources/source-resolving.ts';
import { addTableOptions } from '../sources/table-options.ts';

export function addMatchCommand(program: Command, run: Run): void {
  const match = program
    .command('match')
    .description(
      'From file to file: find the company of each row, and write the table with the companies beside it',
    )
    .argument('<file>', 'CSV, TSV, .xlsx or .xlsm, as it is')
    .requiredOption('--out <file>', 'output file: CSV, or an Excel workbook if it ends with .xlsx or .xlsm')
    .addOption(
      createListOption(
        '--sheets <names>',
        'several sheets of a workbook: all with companies (all), or these, by name or number',
      ),
    )
    .option('--name <name>', 'name of the source; default the file name')
    .option('--new', 'make a new source, even if the same file was imported before')
    .option('--background', aboutBackground)
    .option('--no-review', 'do not ask for a review of open rows')
    .option('--show <header>', 'show this column in the review (repeatable); default all', appendValue);
  addPayingOptions(addMappingOptions(addTableOptions(addSourceExportOptions(match)))).action(
    run((session, file: string, { sheets, ...options }: MatchOptions) =>
      sheets ? matchSheets(session, file, { ...options, sheets }) : matchFile(session, file, options),
    ),
  );
}
