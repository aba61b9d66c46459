import type { Command } from 'commander';
import type { Schema } from '../../client/index.ts';
import { getAnswerWithHeaders } from '../calls.ts';
import {
  addReadableFileOptions,
  buildReadableFileQuery,
  type ReadableFileOptions,
  writeFile,
} from '../download.ts';
import { createUsageFailure } from '../failure.ts';
import { omitUndefined } from '../input/option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../input/pages.ts';
import { mayDelete } from '../input/prompts.ts';
import { checkPlace } from '../output/output-file.ts';
import { formatKeyName } from '../output/text.ts';
import type { Run, Session } from '../session.ts';
import { readBytes, toFileBody } from '../sources/file-upload.ts';
import { showSettled, showSettledRows } from '../sources/settled-rows.ts';
import { addFormatOptions, type FormatOptions } from '../sources/table-options.ts';

/** Companies that the account remembers for a name. */

interface FindOptions extends PageOptions {
  readonly query?: string;
  readonly always?: boolean;
}

interface EditOptions {
  readonly company?: string;
  readonly always?: boolean;
  readonly enabled?: boolean;
  /** False: `--no-note`. */
  readonly note?: string | false;
  readonly reopen?: true;
}

interface ImportOptions extends FormatOptions {
  readonly dryRun?: true;
  readonly reopen?: true;
}

const reopening = 'reopen the rows that no choice supports any more; free of charge';

export function addChoicesCommands(program: Command, run: Run): void {
  const choices = program
    .command('choices')
    .description('Companies that the account remembers for a name, from earlier decisions');

  const list = choices
    .command('list')
    .description('List remembered choices, newest first')
    .option('--query <text>', 'only choices whose name or note contains this')
    .option('--always', 'only choices that settle rows by themselves')
    .option('--no-always', 'only choices that are suggestions');
  addPageOptions(list).action(run(listChoices));

  const rows = choices
    .command('rows')
    .description('List the rows that a remembered choice settled, in all sources')
    .argument('<choice_id>');
  addPageOptions(rows).action(run(listRows));

  choices
    .command('edit')
    .description('Change a remembered choice, and list the rows that it settled before')
    .argument('<choice_id>')
    .option('--company <company_id>', 'another company for the name')
    .option('--always', 'it settles later rows by itself')
    .option('--no-always', 'it is only a suggestion')
    .option('--enabled', 'switch it on')
    .option('--no-enabled', 'switch it off, without forgetting it')
    .option('--note <text>', 'a note')
    .option('--no-note', 'without a note')
    .option('--reopen', reopening)
    .action(run(updateChoice));

  choices
    .command('delete')
    .description('Forget a remembered choice, and list the rows that it settled')
    .argument('<choice_id>')
    .option('--reopen', reopening)
    .option('--yes', 'delete without a prompt')
    .action(run(deleteChoice));

  const exporting = choices
    .command('export')
    .description('Download all remembered choices as CSV or Excel workbook');
  addReadableFileOptions(exporting).action(run(exportChoices));

  const importing = choices
    .command('import')
    .description('Take remembered choices from a file, in the form of their export: all of them, or none')
    .argument('<file>')
    .option('--dry-run', 'only check the file, and show what it would change')
    .option('--reopen', reopening);
  addFormatOptions(importing).action(run(importChoices));
}

async function listChoices(session: Session, { query: q, always, ...page }: FindOptions): Promise<void> {
  await showPages(
    session,
    page,
    (query) =>
      session.api.GET('/api/service/remembered-choices', {
        params: { query: { ...query, ...omitUndefined({ q, always }) } },
      }),
    ({ items }) => showChoices(session, items),
  );
}

function showChoices(session: Session, choices: readonly Schema<'RememberedChoice'>[]): void {
  session.printTable(choices, {
    choice_id: 'choice_id',
    name: 'name',
    company_id: 'company_id',
    company: ({ company_name, mark }) => company_name ?? mark,
    effect: describeEffect,
    rows: 'settled_rows',
    note: 'note',
    chosen: ({ chosen_at }) => chosen_at.slice(0, 10),
    by: ({ key }) => key && formatKeyName(key),
  });
}

function describeEffect({ always, enabled }: Schema<'RememberedChoice'>): string {
  if (!enabled) return 'off';
  return always ? 'always' : 'suggestion';
}

async function updateChoice(
  session: Session,
  choiceId: string,
  { company, always, enabled, note, reopen }: EditOptions,
): Promise<void> {
  const body = omitUndefined({
    companyId: company,
    always,
    enabled,
    note: note === false ? null : note,
    reopen,
  });
  if (Object.keys(body).length === 0)
    throw createUsageFailure(
      'Give --company, --always, --no-always, --enabled, --no-enabled, --note, --no-note or --reopen.',
    );
  await session.showAnswer(
    session.api.PATCH('/api/service/remembered-choices/{choiceId}', {
      params: { path: { choiceId } },
      body,
    }),
    ({ choice, settled }) => {
      showChoices(session, [choice]);
      showSettled(session, settled);
      if (settled.reopened_rows < settled.total_rows)
        session.note(`To reopen them: company-data choices edit ${choiceId} --reopen`);
    },
  );
}

async function listRows(session: Session, choiceId: string, page: PageOptions): Promise<void> {
  await showPages(
    session,
    page,
    (query) =>
      session.api.GET('/api/service/remembered-choices/{choiceId}/rows', {
        params: { path: { choiceId }, query },
      }),
    ({ items }) => showSettledRows(session, items),
  );
}

async function deleteChoice(
  session: Session,
  choiceId: string,
  { yes, reopen }: { readonly yes?: true; readonly reopen?: true },
): Promise<void> {
  if (!(await mayDelete(session, `remembered choice ${choiceId}`, yes))) return;
  await session.showAnswer(
    session.api.DELETE('/api/service/remembered-choices/{choiceId}', {
      params: { path: { choiceId }, query: omitUndefined({ reopen }) },
    }),
    ({ choice, settled }) => {
      session.note(`Forgotten: ${choice.name ?? choice.choice_id}.`);
      showSettled(session, settled);
    },
  );
}

async function exportChoices(session: Session, options: ReadableFileOptions): Promise<void> {
  const { out } = options;
  if (out !== undefined) checkPlace(out);
  const call = session.api.GET('/api/service/remembered-choices/export', {
    params: { query: buildReadableFileQuery(session, options) },
    parseAs: 'stream',
  });
  await writeFile(session, await getAnswerWithHeaders(call), out);
}

async function importChoices(
  session: Session,
  file: string,
  { dryRun, reopen, encoding, separator, sheet }: ImportOptions,
): Promise<void> {
  await session.showAnswer(
    session.api.POST('/api/service/remembered-choices/import', {
      params: { query: omitUndefined({ dryRun, reopen, encoding, separator, sheet }) },
      ...toFileBody(readBytes(file)),
    }),
    ({ imported, settled }) => {
      session.printFields([
        ['new', imported.added],
        ['changed', imported.changed],
        ['as before', imported.unchanged],
      ]);
      showSettled(session, settled);
    },
  );
}
