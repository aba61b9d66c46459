import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@elastic/elasticsearch';
import { creditClasses } from '../../src/contract/credits/billing.ts';
import { AccountsService } from '../../src/features/accounts/accounts-service.ts';
import { AccountsStore } from '../../src/features/accounts/accounts-store.ts';
import { creditParts } from '../support/credits.ts';
import { emptyDatabase, type SuiteDatabase } from '../support/database.ts';
import { suiteIndexPrefix, testStack } from '../support/environment.ts';
import { testSecretKey } from '../support/service.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** What a clone does not have; the packages are linked instead of installed again. */
const notCopied = new Set(['node_modules', '.git', '.local']);
const demoCredits = 100_000;
const maxStartMs = 120_000;

/** A copy of the project in which `npm start` runs, with its own database and indices. */
export class StartedProject {
  /** What `npm start` printed. */
  printed = '';
  private constructor(
    readonly folder: string,
    private readonly database: SuiteDatabase,
    private readonly indexPrefix: string,
    private readonly service: ChildProcess,
  ) {}

  static async start(): Promise<StartedProject> {
    const folder = copyOfTheProject();
    const database = await emptyDatabase();
    const indexPrefix = suiteIndexPrefix();
    const env = environmentOf(folder, database, indexPrefix);
    // Its own process group, so that everything that npm starts ends with it.
    const service = spawn('npm', ['start'], { cwd: folder, env: { ...env, PORT: '0' }, detached: true });
    const project = new StartedProject(folder, database, indexPrefix, service);
    try {
      await project.ready();
    } catch (error) {
      await project.stop();
      throw error;
    }
    return project;
  }

  get url(): string {
    return /^ready url=(\S+)/m.exec(this.printed)?.[1] ?? '';
  }

  get apiKey(): string {
    return /^ready url=\S+ api_key=(\S+)/m.exec(this.printed)?.[1] ?? '';
  }

  /** The environment of a person's shell. */
  get env(): Record<string, string> {
    return environmentOf(this.folder, this.database, this.indexPrefix);
  }

  /** The key of an account like the one that `npm start` makes. */
  async newAccount(name: string): Promise<string> {
    const accounts = new AccountsService(new AccountsStore(this.database.knex));
    const { account_id: accountId } = await accounts.createAccount({ name, plan: 'demo' });
    const { credits } = creditParts(this.database.knex);
    for (const creditClass of creditClasses)
      await credits.grantCredits(accountId, { creditClass, amount: demoCredits, key: 'start' });
    return (await accounts.createKey(accountId)).api_key;
  }

  async stop(): Promise<void> {
    if (this.service.exitCode === null && this.service.pid !== undefined) {
      const ended = once(this.service, 'close');
      process.kill(-this.service.pid, 'SIGTERM');
      await ended;
    }
    const client = new Client({ node: testStack().elasticsearchUrl });
    const indices = await client.indices.get({ index: `${this.indexPrefix}*`, allow_no_indices: true });
    for (const index of Object.keys(indices)) await client.indices.delete({ index });
    await client.close();
    await this.database.drop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async ready(): Promise<void> {
    const { stdout, stderr } = this.service;
    if (!stdout || !stderr) throw new Error('npm start has no output');
    const print = (text: string) => {
      this.printed += text;
    };
    stdout.setEncoding('utf8').on('data', print);
    stderr.setEncoding('utf8').on('data', print);
    const deadline = AbortSignal.timeout(maxStartMs);
    while (!this.apiKey) {
      if (this.service.exitCode !== null) throw new Error(`npm start ended: ${this.printed}`);
      await once(stdout, 'data', { signal: deadline }).catch((cause) => {
        throw new Error(`npm start was not ready in time: ${this.printed}`, { cause });
      });
    }
  }
}

function copyOfTheProject(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'documents-'));
  for (const entry of readdirSync(root)) {
    if (!notCopied.has(entry)) cpSync(path.join(root, entry), path.join(folder, entry), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  addProgram(folder);
  return folder;
}

/** As if the package were installed. */
function addProgram(folder: string): void {
  const programs = path.join(folder, '.home', 'bin');
  mkdirSync(programs, { recursive: true });
  const program = path.join(folder, 'dist', 'company-data.js');
  writeFileSync(
    path.join(programs, 'company-data'),
    `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`,
    {
      mode: 0o755,
    },
  );
}

function environmentOf(folder: string, database: SuiteDatabase, indexPrefix: string): Record<string, string> {
  const home = path.join(folder, '.home');
  return {
    PATH: `${path.join(home, 'bin')}:${process.env.PATH}`,
    HOME: home,
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    NO_UPDATE_NOTIFIER: '1',
    DATABASE_URL: database.url,
    ELASTICSEARCH_URL: testStack().elasticsearchUrl,
    INDEX_PREFIX: indexPrefix,
    SECRET_KEYS: testSecretKey,
  };
}
