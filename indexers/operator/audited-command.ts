import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Command } from 'commander';
import { type BegunCommand, noteBegun, noteEnded } from './audit-entries.ts';
import { withSession } from './database-session.ts';
import { explainFailure } from './explain-failure.ts';
import { listPrintedResults, truncateText } from './output.ts';
import type { OperatorSession } from './session.ts';
import { findUserName } from './user-name.ts';

/** Commands that change nothing. Every other command is audited, also one that is added later. */
const readOnlyActions: ReadonlySet<string> = new Set([
  'account list',
  'account show',
  'audit',
  'check-backup',
  'credits balance',
  'credits verify',
  'freshness',
  'indices',
  'key list',
  'loads',
  'relevance',
  'relevance written',
]);

/** They make the table of the audit log, or run before it is made: an upgrade begins with a backup. */
const actionsBeforeTable: ReadonlySet<string> = new Set(['migrate', 'restore', 'backup']);
/** They also run when the operator's own user does not exist yet. */
const ownerActions: ReadonlySet<string> = new Set(['migrate', 'restore', 'roles', 'backup']);

/** Records the command that runs: an entry before it begins, and one when it has ended (docs/decisions/0054-audit.md). */
export class AuditedCommand {
  #begun: (BegunCommand & { readonly at: Date; readonly since: number; readonly isNoted: boolean }) | null =
    null;

  constructor(private readonly session: OperatorSession) {}

  /** Called when the arguments are read and the command is about to run. Without a database, it does not run. */
  async begin(command: Command): Promise<void> {
    const action = nameCommand(command);
    if (readOnlyActions.has(action) || (action === 'verify' && !command.opts().repair)) return;
    const begun = {
      commandId: randomUUID(),
      actor: this.session.config.operator ?? `${findUserName() ?? 'unknown'}@${hostname()}`,
      action,
      arguments: recordArguments(command),
    };
    const at = new Date();
    const since = performance.now();
    let isNoted = true;
    try {
      await withSession(this.#chooseUrl(action), (client) => noteBegun(client, begun, at));
    } catch (error) {
      // A command that makes the table is recorded when it has made it.
      if (!actionsBeforeTable.has(action) || Object(error).code !== missingTable) throw error;
      isNoted = false;
    }
    this.#begun = { ...begun, at, since, isNoted };
    // The changes that the command makes are recorded as its own.
    this.session.connectionName = `ops ${begun.commandId}`;
  }

  #chooseUrl(action: string): string {
    if (ownerActions.has(action)) return this.session.ownerUrl;
    return this.session.databaseUrl;
  }

  /** @param error what the command failed with; null if it did what it should */
  async end(error: unknown): Promise<void> {
    const begun = this.#begun;
    if (!begun) return;
    const failed = error !== null || Number(process.exitCode ?? 0) !== 0;
    const ended = {
      outcome: failed ? 'failed' : 'done',
      durationMs: Math.round(performance.now() - begun.since),
      result: recordResult(error),
    } as const;
    try {
      await withSession(this.#chooseUrl(begun.action), async (client) => {
        if (!begun.isNoted) await noteBegun(client, begun, begun.at);
        await noteEnded(client, begun, ended);
      });
    } catch (reason) {
      // There is still no table.
      if (!begun.isNoted && Object(reason).code === missingTable) return;
      console.error(`The end of this command is not in the audit log: ${explainFailure(reason)}`);
    }
  }
}

const missingTable = '42P01';

/** `account create` */
export function nameCommand(command: Command): string {
  const { parent } = command;
  if (parent?.parent) return `${nameCommand(parent)} ${command.name()}`;
  return command.name();
}

function recordArguments(command: Command): object {
  const options = Object.entries(command.opts()).filter(
    ([name]) => command.getOptionValueSource(name) !== 'default',
  );
  return redactSecrets({ arguments: command.processedArgs, options: Object.fromEntries(options) }) as object;
}

const secretName = /password|secret|token|api_?key|credential/i;

/** Nobody can take it out of the log again. So an API key is found by its form, whatever it was typed for. */
function redactText(text: string): string {
  return text
    .replace(/(\bcds_[0-9A-Za-z]{6})[0-9A-Za-z_-]+/g, '$1…')
    .replace(/(\/\/[^/@\s:]*):[^/@\s]*@/g, '$1:…@')
    .replace(/([?&][^=&\s]*(?:key|token|secret|password)[^=&\s]*=)[^&\s'"]+/gi, '$1…');
}

/** No command takes a secret as an argument, and one shows one: `key create`. Secrets could be given to any by mistake. */
function redactSecrets(value: unknown): unknown {
  if (typeof value === 'string') return truncateText(redactText(value), maxText);
  if (Array.isArray(value)) return value.slice(0, maxEntries).map(redactSecrets);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, secretName.test(name) ? '…' : redactSecrets(each)]),
  );
}

const maxEntries = 50;
const maxText = 1_000;
const maxResult = 20_000;

function recordResult(error: unknown): unknown {
  if (error !== null) return { error: redactSecrets(explainFailure(error)) };
  const printed = listPrintedResults();
  const result = redactSecrets(printed.length === 1 ? printed[0] : printed);
  if (JSON.stringify(result).length > maxResult) return { omitted: 'the report is too long' };
  return result;
}
