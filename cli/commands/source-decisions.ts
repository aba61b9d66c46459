import type { Command } from 'commander';
import { openStatuses, prices, rememberings } from '../../client/index.ts';
import { addReadableFileOptions } from '../download.ts';
import { createChoiceOption, createWordListOption } from '../input/option-values.ts';
import { addPageOptions } from '../input/pages.ts';
import { addPayingOptions } from '../input/paying.ts';
import type { Run } from '../session.ts';
import { takeChoices } from '../sources/source-choices.ts';
import { decideRows, undoDecisions } from '../sources/source-decisions.ts';
import { downloadCandidates, showHistory } from '../sources/source-history.ts';
import { acceptReason, showReasons } from '../sources/source-reasons.ts';
import { addFormatOptions } from '../sources/table-options.ts';

const reopenSettled = [
  '--reopen-settled',
  'also reopen the rows, in all sources, that a remembered choice settled which this replaces or forgets',
] as const;

/** Decisions about the rows of a source: one by one, in a table, or by reason. */
export function addDecisionCommands(source: Command, run: Run): void {
  const createRememberOption = () =>
    createChoiceOption(
      '--remember <how>',
      'what the choice means for later rows with this name; default suggest',
      rememberings,
    );

  const decide = source
    .command('decide')
    .description(
      `Decide about rows, or undo decisions; newly settled rows cost ${prices.matchedRow.text} each`,
    )
    .argument('<source_id>')
    .argument('<rows...>', 'numbers of the rows in the review, or their source_row_ids')
    .option('--company <company_id>', 'the rows are this company, a candidate or not')
    .option('--none', 'none of the candidates is meant')
    .option('--not-a-company', 'the rows are not a company')
    .option('--reopen', 'undo a settled row: it becomes what it was before')
    .option('--take-back', 'undo --none, --not-a-company or --skip')
    .option('--skip', 'put the rows at the end of the work, for everybody')
    .option('--same', 'also all other rows that say the same in the mapped cells')
    .option('--same-name', 'also all other rows with the same name, except those that contradict')
    .option('--why <text>', 'the reason, for the history')
    .option(...reopenSettled)
    .addOption(createRememberOption());
  addPayingOptions(decide).action(run(decideRows));

  source
    .command('undo')
    .description(
      'Undo all that one call decided, for any number of rows, free of charge; by default the last call',
    )
    .argument('<source_id>')
    .option('--batch <batch_id>', 'the call, as `source history --json` and next steps name it')
    .option('--why <text>', 'the reason, for the history')
    .option(...reopenSettled)
    .option('--dry-run', 'show what would be undone and stop')
    .option('--yes', 'never prompt')
    .option('--idempotency-key <key>', 'use this key instead of the one derived from the command')
    .action(run(undoDecisions));

  const history = source
    .command('history')
    .description('Show who decided what about the rows, when and why, newest first; with --out as a file')
    .argument('<source_id>')
    .option('--row <source_row_id>', 'only decisions about this row')
    .option('--batch <batch_id>', 'only decisions of this call')
    .option('--oldest-first', 'oldest first');
  addPageOptions(addReadableFileOptions(history)).action(run(showHistory));

  source
    .command('reasons')
    .description('Show why rows are open, with samples and the price of accepting them')
    .argument('<source_id>')
    .action(run(showReasons));

  const accept = source
    .command('accept')
    .description(
      `Decide about all rows of one reason at once; ${prices.matchedRow.text} per newly settled row`,
    )
    .argument('<source_id>')
    .argument('<reason>', 'code of the reason, as `source reasons` shows it')
    .addOption(createChoiceOption('--status <status>', 'only rows in this state', openStatuses))
    .option('--none', 'mark them instead: none of the companies is meant, or none was found')
    .option('--not-a-company', 'mark them instead: they are no companies')
    .option('--remember', 'also decide so for later rows with the same names, in all sources')
    .option('--why <text>', 'the reason for accepting, for the history');
  addPayingOptions(accept).action(run(acceptReason));

  const candidates = source
    .command('candidates')
    .description(
      'Download open rows with their candidates as CSV or Excel workbook, to choose in a spreadsheet',
    )
    .argument('<source_id>')
    .addOption(createWordListOption('--status <status>', 'only rows in this state', openStatuses));
  addReadableFileOptions(candidates).action(run(downloadCandidates));

  const choices = source
    .command('choices')
    .description(
      `Take the table of candidates back, with the choices; ${prices.matchedRow.text} per newly settled row`,
    )
    .argument('<source_id>')
    .argument('<file>')
    .option(...reopenSettled)
    .addOption(createRememberOption());
  addPayingOptions(addFormatOptions(choices)).action(run(takeChoices));
}
