import { type Command, Option } from 'commander';
import { creditClasses } from '../../client/index.ts';
import type { Query } from '../calls.ts';
import { addFlags, createChoiceOption, type FlagsOf, readFlagValues } from '../input/option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../input/pages.ts';
import type { Run, Session } from '../session.ts';

const ledgerFlags: FlagsOf<Omit<Query<'listLedger'>, keyof PageOptions>> = {
  class: createChoiceOption('--class <class>', 'only this class', creditClasses),
  operation: new Option('--operation <name>', 'only this operation, such as source.resolve'),
  from: new Option('--from <time>', 'from this day (Tokyo) or time on'),
  to: new Option('--to <time>', 'up to this day (Tokyo) or time'),
};

export function addCreditCommands(program: Command, run: Run): void {
  const credits = program.command('credits').description("The account's credits");
  credits.command('balance').description('Show remaining credits, by class').action(run(showBalance));
  const ledger = credits
    .command('ledger')
    .description('List every grant, charge, reversal and expiry, newest first');
  addPageOptions(addFlags(ledger, ledgerFlags)).action(run(showLedger));
  program
    .command('usage')
    .description("Show today's and this month's requests and searches, and the limits")
    .action(run(showUsage));
}

async function showBalance(session: Session): Promise<void> {
  await session.showAnswer(session.api.GET('/api/service/credits/balance', {}), ({ balances }) =>
    session.printTable(Object.entries(balances), {
      class: ([name]) => name,
      available: ([, { available }]) => available,
      'next expiry': ([, { next_expiry: next }]) => next && `${next.amount} on ${next.expires_at}`,
    }),
  );
}

async function showLedger(session: Session, options: PageOptions): Promise<void> {
  const chosen = readFlagValues(ledgerFlags, options);
  await showPages(
    session,
    options,
    (page) => session.api.GET('/api/service/credits', { params: { query: { ...chosen, ...page } } }),
    ({ items }) =>
      session.printTable(items, {
        time: 'created_at',
        class: 'class',
        kind: 'kind',
        amount: 'amount',
        balance: 'balance_after',
        operation: 'operation',
        about: ({ subject }) => `${subject.type} ${subject.id}`,
      }),
  );
}

async function showUsage(session: Session): Promise<void> {
  await session.showAnswer(session.api.GET('/api/service/usage', {}), ({ day, month, rates }) => {
    const periods = [
      { period: day.date, ...day },
      { period: month.month, ...month },
    ];
    session.printTable(periods, {
      period: 'period',
      requests: 'requests',
      searches: 'searches',
      heavy: 'heavy',
      'search quota': ({ search_quota: quota }) => quota.limit ?? 'unlimited',
      remaining: ({ search_quota: quota }) => quota.remaining,
      resets: ({ search_quota: quota }) => quota.resets_at,
    });
    session.note(
      `Per minute: ${rates.search.limit ?? 'unlimited'} searches, ${rates.heavy.limit ?? 'unlimited'} heavy requests.`,
    );
  });
}
