import type { Command } from 'commander';
import { answered } from '../calls.ts';
import { choiceOption, given } from '../option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../pages.ts';
import type { Session } from '../session.ts';
import { type CreditClass, creditClasses } from '../vocabulary.ts';

interface LedgerOptions extends PageOptions {
  readonly class?: CreditClass;
  readonly operation?: string;
  readonly from?: string;
  readonly to?: string;
}

export function addCreditCommands(program: Command, open: () => Session): void {
  const credits = program.command('credits').description("The account's credits");
  credits
    .command('balance')
    .description('Show remaining credits, by class')
    .action(() => showBalance(open()));
  const ledger = credits
    .command('ledger')
    .description('List every grant, charge, reversal and expiry, newest first')
    .addOption(choiceOption('--class <class>', 'only this class', creditClasses))
    .option('--operation <name>', 'only this operation, such as source.resolve')
    .option('--from <time>', 'from this day (Tokyo) or time on')
    .option('--to <time>', 'up to this day (Tokyo) or time');
  addPageOptions(ledger);
  ledger.action((options: LedgerOptions) => showLedger(open(), options));

  program
    .command('usage')
    .description("Show today's and this month's requests and searches, and the limits")
    .action(() => showUsage(open()));
}

async function showBalance(session: Session): Promise<void> {
  const answer = await answered(session.api().GET('/api/service/credits/balance', {}));
  session.answer(answer, ({ balances }) =>
    session.table(
      [
        { title: 'class', cell: ([name]) => name },
        { title: 'available', cell: ([, { available }]) => available },
        {
          title: 'next expiry',
          cell: ([, { next_expiry: next }]) => next && `${next.amount} on ${next.expires_at}`,
        },
      ],
      Object.entries(balances),
    ),
  );
}

async function showLedger(session: Session, options: LedgerOptions): Promise<void> {
  const { operation, from, to } = options;
  const api = session.api();
  await showPages(
    session,
    options,
    (page) =>
      answered(
        api.GET('/api/service/credits', {
          params: { query: given({ class: options.class, operation, from, to, ...page }) },
        }),
      ),
    ({ items }) =>
      session.table(
        [
          { title: 'time', cell: ({ created_at }) => created_at },
          { title: 'class', cell: (entry) => entry.class },
          { title: 'kind', cell: ({ kind }) => kind },
          { title: 'amount', cell: ({ amount }) => amount },
          { title: 'balance', cell: ({ balance_after }) => balance_after },
          { title: 'operation', cell: ({ operation: name }) => name },
          { title: 'about', cell: ({ subject }) => `${subject.type} ${subject.id}` },
        ],
        items,
      ),
  );
}

async function showUsage(session: Session): Promise<void> {
  const answer = await answered(session.api().GET('/api/service/usage', {}));
  session.answer(answer, ({ day, month, rates }) => {
    session.table(
      [
        { title: 'period', cell: ([period]) => period },
        { title: 'requests', cell: ([, { requests }]) => requests },
        { title: 'searches', cell: ([, { searches }]) => searches },
        { title: 'heavy', cell: ([, { heavy }]) => heavy },
        { title: 'search quota', cell: ([, { search_quota: quota }]) => quota.limit ?? 'unlimited' },
        { title: 'remaining', cell: ([, { search_quota: quota }]) => quota.remaining },
        { title: 'resets', cell: ([, { search_quota: quota }]) => quota.resets_at },
      ],
      [
        [day.date, day],
        [month.month, month],
      ] as const,
    );
    session.note(
      `Per minute: ${rates.search.limit ?? 'unlimited'} searches, ${rates.heavy.limit ?? 'unlimited'} heavy requests.`,
    );
  });
}
