import { type Command, InvalidArgumentError } from 'commander';
import { isUuid } from '../../src/text/identifiers/uuid.ts';
import { type AuditEntry, type AuditFilter, listAuditEntries } from './audit-entries.ts';
import { withSession } from './database-session.ts';
import {
  createPositiveNumberParser,
  formatTable,
  type OutputOptions,
  parseTime,
  printResult,
  truncateText,
} from './output.ts';
import type { OperatorSession } from './session.ts';

/** Adds `audit`. */
export function addAuditCommand(program: Command, session: OperatorSession): void {
  program
    .command('audit')
    .description(
      'List what operators did, and what they and API keys changed about accounts, newest first. It is only added to.',
    )
    .option('--account <account>', 'only changes of this account: its name or account_id')
    .option('--actor <name>', 'only what this operator or key did, as shown')
    .option('--action <text>', 'only actions that begin so: key, credits.granted, load')
    .option('--since <time>', 'YYYY-MM-DD (start of that day in Tokyo) or ISO 8601', parseTime)
    .option('--until <time>', 'before this time', parseTime)
    .option('--command <command_id>', 'only this command and its changes', parseUuid)
    .option('--before <entry_id>', 'only entries that are older than this one', parseUuid)
    .option('--limit <number>', 'entries to show, at most 9,999', createPositiveNumberParser(4), 50)
    .option('--json', 'print JSON, with arguments, results and what was before and after')
    .action(async (options: OutputOptions & AuditFilter) => {
      const listed = await withSession(session.databaseUrl, (client) =>
        listAuditEntries(client, { ...options, limit: options.limit + 1 }),
      );
      const entries = listed.slice(0, options.limit);
      const next_before = (listed.length > entries.length && entries.at(-1)?.entry_id) || null;
      printResult(
        options,
        { entries, next_before },
        ...formatEntries(entries),
        next_before !== null && `Older entries follow: audit --before ${next_before}`,
      );
    });
}

function formatEntries(entries: readonly AuditEntry[]): string[] {
  const rows = entries.map((entry) => [
    `${entry.at.slice(0, 19)}Z`,
    entry.actor,
    entry.action,
    entry.state,
    entry.duration_ms === null ? '' : (entry.duration_ms / 1000).toFixed(1),
    entry.account_id ?? '',
    summarizeEntry(entry),
  ]);
  return formatTable('No entries.', ['AT', 'ACTOR', 'ACTION', 'STATE', 'SECONDS', 'ACCOUNT', 'WHAT'], rows);
}

const maxSummary = 120;

function summarizeEntry({ state, arguments: given, before, after }: AuditEntry): string {
  if (state !== 'changed') return truncateText(JSON.stringify(given), maxSummary);
  const states = [before, after].filter((each) => each !== null).map((each) => JSON.stringify(each));
  return truncateText(states.join(' → '), maxSummary);
}

function parseUuid(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError('It must be an id, as audit shows it with --json.');
  return text;
}
