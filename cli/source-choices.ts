import { createHash } from 'node:crypto';
import type { Command } from 'commander';
import { answered, answeredWithHeaders } from './calls.ts';
import { addCsvOptions, type CsvOptions, downloadTo, fileQuery, noteDisarmed } from './download.ts';
import { readBytes } from './file-upload.ts';
import { purchaseKey } from './idempotency.ts';
import { choiceOption, given } from './option-values.ts';
import { checkPlace } from './output-file.ts';
import { addPayingOptions, type PayingOptions, purchase } from './paying.ts';
import type { Run, Session } from './session.ts';
import { inspectCall } from './source-view.ts';
import { counted } from './text.ts';
import { type Remembering, rememberings } from './vocabulary.ts';

/** Choosing candidates in a spreadsheet: the table of candidates goes out and comes back. */

export function addChoiceCommands(source: Command, run: Run): void {
  const candidates = source
    .command('candidates')
    .description('Download the open rows with their candidates, to choose in a spreadsheet')
    .argument('<source_id>')
    .requiredOption('--out <file>', 'output file: CSV, or an Excel workbook if it ends with .xlsx');
  addCsvOptions(candidates).action(run(downloadCandidates));

  const choices = source
    .command('choices')
    .description('Send the table of candidates back with its choices, for 1 basic credit per settled row')
    .argument('<source_id>')
    .argument('<file>')
    .addOption(choiceOption('--remember <how>', 'for later rows with these names', rememberings));
  addPayingOptions(choices).action(run(sendChoices));
}

async function downloadCandidates(
  session: Session,
  sourceId: string,
  options: CsvOptions & { readonly out: string },
): Promise<void> {
  const { out } = options;
  checkPlace(out);
  const { data: stream, headers } = await answeredWithHeaders(
    session.api().GET('/api/service/sources/{sourceId}/candidates', {
      params: { path: { sourceId }, query: fileQuery(session, options) },
      parseAs: 'stream',
    }),
  );
  const { bytes } = await downloadTo(session, stream, { file: out });
  session.note(`Written to ${out}: ${counted(bytes, 'byte')}.`);
  noteDisarmed(session, Number(headers.get('Disarmed-Cells') ?? 0));
}

async function sendChoices(
  session: Session,
  sourceId: string,
  file: string,
  options: PayingOptions & { readonly remember?: Remembering },
): Promise<void> {
  const bytes = readBytes(file);
  const { remember } = options;
  const { source } = await answered(inspectCall(session, sourceId));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const meaning = { url: session.url, source_id: sourceId, sha256, remember, updated_at: source.updated_at };
  const key = options.idempotencyKey ?? purchaseKey('source.choices', meaning);
  const answer = await purchase(
    session,
    options,
    'The choices',
    (limits) =>
      session.api().POST('/api/service/sources/{sourceId}/choices', {
        params: {
          path: { sourceId },
          query: { ...limits, ...given({ remember }) },
          header: { 'Idempotency-Key': key },
        },
        headers: { 'Content-Type': 'application/octet-stream' },
        body: file,
        // The file itself is the body.
        bodySerializer: () => bytes,
      }),
    ({ choices }) =>
      session.note(
        `${counted(choices.read, 'choice')} read; ${counted(choices.changed, 'row')} would change.`,
      ),
  );
  if (!answer) return;
  session.answer(answer, ({ choices }) => session.print(`Changed ${counted(choices.changed, 'row')}.`));
}
