import type { Command } from 'commander';
import { type Rotation, TargetSecretsStore } from '../../src/features/delivery/target-secrets-store.ts';
import { Housekeeper } from '../../src/housekeeping/housekeeper.ts';
import { HousekeepingStore, type RunRecord } from '../../src/housekeeping/housekeeping-store.ts';
import type { Retention } from '../../src/housekeeping/retention.ts';
import { listRetentions } from '../../src/housekeeping/retentions.ts';
import { formatFailure } from '../../src/process/failure-report.ts';
import { SecretBox } from '../../src/secrets/secret-box.ts';
import { withPool } from './database-session.ts';
import { OperatorError } from './operator-error.ts';
import { formatColumns, formatCount, type OutputOptions, printResult } from './output.ts';
import type { OperatorSession } from './session.ts';

/** Adds `housekeeping`, `housekeeping run` and `secrets rotate`. */
export function addUpkeepCommands(program: Command, session: OperatorSession): void {
  const housekeeping = program
    .command('housekeeping')
    .description('Show what is removed because of its age, and what the last run removed')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const tasks = await withHousekeeping(session, async ({ kept, store }) => {
        const runs = new Map((await store.listRuns()).map((run) => [run.task, run]));
        return kept.map((retention) => toTaskView(retention, runs.get(retention.task)));
      });
      printResult(options, { tasks }, ...formatTasks(tasks));
    });
  housekeeping
    .command('run')
    .description('Remove now what is too old, unless a process of the service is doing it')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const outcomes = await withHousekeeping(session, ({ housekeeper }) => housekeeper.run(null));
      if (!outcomes)
        throw new OperatorError('Another process is removing what is too old. Nothing was done.');
      const removed = outcomes.map(({ task, removed, error }) => ({
        task,
        removed,
        failure: (error !== undefined && formatFailure(error)) || null,
      }));
      const failed = removed.filter(({ failure }) => failure !== null);
      printResult(
        options,
        { removed },
        ...formatColumns([
          ['TASK', 'REMOVED'],
          ...removed.map((each) => [each.task, formatCount(each.removed)]),
        ]),
      );
      if (failed.length > 0)
        throw new OperatorError(failed.map(({ task, failure }) => `${task} failed: ${failure}`).join('\n'));
    });
  program
    .command('secrets')
    .description('Secrets that are encrypted in the database')
    .command('rotate')
    .description(
      'Encrypt all of them with the first key of SECRET_KEYS, or with ENCRYPT_SECRETS=false decrypt all; can be interrupted and repeated',
    )
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const { secretKeys, encryptSecrets: encrypts } = session.config;
      if (secretKeys.length === 0)
        throw new OperatorError(
          'SECRET_KEYS is not set. Set it to the keys of the service, the new one first.',
        );
      const reasons: string[] = [];
      const rotation = await session.withDatabase(1, (knex) =>
        new TargetSecretsStore(knex, new SecretBox(secretKeys, { encrypts })).rotateTargets((error) =>
          reasons.push(error.message),
        ),
      );
      printResult(options, rotation, ...formatRotation(rotation, encrypts));
      if (reasons.length > 0) throw new OperatorError(describeUnreadable(reasons));
    });
}

function formatRotation(rotation: Rotation, encrypts: boolean): string[] {
  const { encrypted, reencrypted, decrypted, unchanged } = rotation;
  if (!encrypts)
    return [
      `Delivery targets: ${formatCount(decrypted)} decrypted, ${formatCount(unchanged)} were not encrypted.`,
    ];
  return [
    `Delivery targets: ${formatCount(encrypted)} were not encrypted and are now,`,
    `${formatCount(reencrypted)} encrypted again with the first key, ${formatCount(unchanged)} had it already.`,
  ];
}

const maxReasons = 5;

function describeUnreadable(reasons: readonly string[]): string {
  const shown = reasons.slice(0, maxReasons);
  const more = reasons.length - shown.length;
  return [
    `${formatCount(reasons.length)} could not be read. Add their key to SECRET_KEYS, or configure these deliveries again:`,
    ...shown.map((reason) => `  ${reason}`),
    more > 0 && `  and ${formatCount(more)} more`,
  ]
    .filter((each) => each !== false)
    .join('\n');
}

interface Housekeeping {
  readonly kept: readonly Retention[];
  readonly store: HousekeepingStore;
  readonly housekeeper: Housekeeper;
}

async function withHousekeeping<Result>(
  session: OperatorSession,
  work: (parts: Housekeeping) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, config } = session;
  const { stateFolder } = config;
  return await withPool({ url: databaseUrl, poolSize: 2 }, (knex) => {
    const kept = listRetentions({ knex, stateFolder, now: () => new Date() });
    const store = new HousekeepingStore(knex);
    return work({ kept, store, housekeeper: new Housekeeper({ databaseUrl, retentions: kept, store }) });
  });
}

function toTaskView({ task, what, days }: Retention, run: RunRecord | undefined) {
  return {
    task,
    what,
    days,
    started_at: run?.started_at.toISOString() ?? null,
    finished_at: run?.finished_at?.toISOString() ?? null,
    succeeded_at: run?.succeeded_at?.toISOString() ?? null,
    removed: run?.removed ?? 0,
    removed_in_all: run?.removed_in_all ?? 0,
    failure: run?.failure ?? null,
  };
}

type TaskView = ReturnType<typeof toTaskView>;

function formatTasks(tasks: readonly TaskView[]): string[] {
  const rows = tasks.map((task) => [
    task.task,
    `${task.days} d`,
    task.started_at ?? 'never',
    formatCount(task.removed),
    formatCount(task.removed_in_all),
    describeOutcome(task),
  ]);
  return [
    ...formatColumns([['TASK', 'KEPT', 'LAST RUN', 'REMOVED', 'IN ALL', 'OUTCOME'], ...rows]),
    '',
    ...tasks.map(({ task, what }) => `${task}: ${what}`),
  ];
}

function describeOutcome({ started_at, finished_at, failure }: TaskView): string {
  if (started_at === null) return '';
  if (finished_at === null) return 'running, or its process ended';
  if (failure === null) return 'done';
  return `failed: ${failure}`;
}
