import { type Command, Option } from 'commander';
import type { Schema } from '../client/index.ts';
import { answered, type Body } from './calls.ts';
import { CommandFailure, exitCodes } from './failure.ts';
import { purchaseKey } from './idempotency.ts';
import { choiceOption, given } from './option-values.ts';
import { addPageOptions, type PageOptions, showPages } from './pages.ts';
import { addPayingOptions, type PayingOptions, purchase } from './paying.ts';
import type { Run, Session } from './session.ts';
import { inspectCall } from './source-view.ts';
import { counted, printable } from './text.ts';
import { type DecisionAction, decisionActions, type Remembering, rememberings } from './vocabulary.ts';

/** What a person decides about rows, beside choosing candidates: any company, none, and taking it back. */

type Decision = Body<'decideSourceRows'>['decisions'][number];

interface DecideOptions extends PayingOptions {
  readonly company?: string;
  readonly why?: string;
  readonly same?: true;
  readonly remember?: Remembering;
}

export function addDecisionCommands(source: Command, run: Run): void {
  const decide = source
    .command('decide')
    .description('Decide about a row: choose any company, mark it as nobody, reopen it, or take that back')
    .argument('<source_id>')
    .argument('<row>', 'number of the row in the review, or its source_row_id')
    .argument('<action>', decisionActions.join(', '))
    .option('--company <company_id>', 'for choose: any company, also one that is not a candidate')
    .option('--why <text>', 'the reason, for the history')
    .option('--same', 'decide for all rows that say the same')
    .addOption(choiceOption('--remember <how>', 'for choose: for later rows with this name', rememberings));
  addPayingOptions(decide).action(run(decideRow));

  source
    .command('reasons')
    .description('Why rows are open, with samples and prices')
    .argument('<source_id>')
    .action(run(showReasons));

  const accept = source
    .command('accept')
    .description('Settle all rows with one reason on their only candidate')
    .argument('<source_id>')
    .argument('<reason>', 'code of a reason that can be accepted')
    .addOption(new Option('--why <text>', 'the reason, for the history'));
  addPayingOptions(accept).action(run(acceptReason));

  const history = source
    .command('history')
    .description('Who decided what, when and why, newest first')
    .argument('<source_id>');
  addPageOptions(history).action(run(showHistory));
}

async function decideRow(
  session: Session,
  sourceId: string,
  row: string,
  action: string,
  options: DecideOptions,
): Promise<void> {
  const { company, why, same, remember } = options;
  const decision: Decision = {
    row: /^\d{1,5}$/.test(row) ? Number(row) : row,
    action: actionOf(action),
    applyTo: same ? 'same' : 'row',
    ...given({ companyId: company, why, remember }),
  };
  const { source } = await answered(inspectCall(session, sourceId));
  // Until something changes, the same command again gets the same answer.
  const meaning = { url: session.url, source_id: sourceId, decision, updated_at: source.updated_at };
  const key = options.idempotencyKey ?? purchaseKey('source.decide', meaning);
  const answer = await purchase(
    session,
    options,
    'The decision',
    (limits) =>
      session.api().POST('/api/service/sources/{sourceId}/decisions', {
        params: { path: { sourceId }, header: { 'Idempotency-Key': key } },
        body: { decisions: [decision], ...limits },
      }),
    ({ rows_changed }) => session.note(`It changes ${counted(rows_changed, 'row')}.`),
  );
  if (!answer) return;
  session.answer(answer, ({ rows_changed }) => session.print(`Changed ${counted(rows_changed, 'row')}.`));
}

/** @throws CommandFailure for another word */
function actionOf(word: string): DecisionAction {
  const found = decisionActions.find((action) => action === word.replaceAll('-', '_'));
  if (found) return found;
  throw new CommandFailure(
    exitCodes.usage,
    `${word} is not an action.`,
    `The actions are: ${decisionActions.join(', ')}.`,
  );
}

function reasonsOf(session: Session, sourceId: string) {
  const params = { path: { sourceId } };
  return session.api().GET('/api/service/sources/{sourceId}/reasons', { params });
}

async function showReasons(session: Session, sourceId: string): Promise<void> {
  await session.showAnswer(reasonsOf(session, sourceId), ({ reasons }) => {
    for (const { code, message, rows, acceptable, single_candidate_rows, credits, samples } of reasons) {
      session.print(`${counted(rows, 'row')}: ${printable(message ?? 'No reason was kept.')}  ${code ?? ''}`);
      if (acceptable)
        session.print(
          `  ${counted(single_candidate_rows, 'row')} can be accepted at once for ${counted(credits, 'credit')}.`,
        );
      for (const { row_number, cells, company } of samples) {
        const found = company ? `${company.legal_name} (${company.company_id})` : '';
        session.print(printable(`  row ${row_number}: ${Object.values(cells).join(' | ')}  ${found}`));
      }
    }
  });
}

async function acceptReason(
  session: Session,
  sourceId: string,
  reason: string,
  options: PayingOptions & { readonly why?: string },
): Promise<void> {
  const { reasons, source } = await answered(reasonsOf(session, sourceId));
  const found = reasons.find(({ code, acceptable }) => code === reason && acceptable);
  if (!found) {
    const codes = reasons.flatMap(({ code, acceptable }) => (acceptable && code ? [code] : []));
    throw new CommandFailure(
      exitCodes.refused,
      `No rows with the reason ${reason} can be accepted.`,
      codes.length > 0 ? `These can: ${codes.join(', ')}.` : 'No reason of this source can be accepted.',
    );
  }
  const { single_candidate_rows: rows, resolve_status: status } = found;
  const meaning = { url: session.url, source_id: sourceId, reason, rows, updated_at: source.updated_at };
  const key = options.idempotencyKey ?? purchaseKey('source.accept', meaning);
  const body = { reason, rows, ...given({ why: options.why }) };
  const answer = await purchase(
    session,
    options,
    `Accepting ${counted(rows, 'row')}`,
    (limits) =>
      session.api().POST('/api/service/sources/{sourceId}/accept', {
        params: { path: { sourceId }, header: { 'Idempotency-Key': key } },
        body: { ...body, ...(status === 'matched' ? {} : { status }), ...limits },
      }),
    () => {
      for (const { row_number, cells, company } of found.samples)
        session.note(
          printable(`  row ${row_number}: ${Object.values(cells).join(' | ')}  ${company?.legal_name ?? ''}`),
        );
    },
  );
  if (!answer) return;
  session.answer(answer, ({ accepted }) => session.print(`Settled ${counted(accepted.rows, 'row')}.`));
}

async function showHistory(session: Session, sourceId: string, options: PageOptions): Promise<void> {
  await showPages(
    session,
    options,
    (query) =>
      session.api().GET('/api/service/sources/{sourceId}/history', {
        params: { path: { sourceId }, query },
      }),
    ({ items }) =>
      session.table(items, {
        decided: ({ decided_at }: Schema<'SourceDecision'>) => decided_at.slice(0, 19).replace('T', ' '),
        row: 'row_number',
        action: 'action',
        company: ({ after, before }) => after.company_name ?? before.company_name ?? '',
        by: ({ key }) => key?.label ?? '',
        why: 'why',
      }),
  );
}
