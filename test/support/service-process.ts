import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { SuiteDatabase } from './database.ts';
import { testStack } from './environment.ts';
import type { TestAccount, TestService } from './service.ts';

export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  /** Whether it has ended. */
  readonly hasEnded: boolean;
  /** @returns undefined when the process was killed before it had answered */
  post<Answer>(
    as: TestAccount,
    path: string,
    body: object,
    key: string,
  ): Promise<{ readonly status: number; readonly body: Answer } | undefined>;
  /** Sends it a signal that it goes on after. */
  signal(name: NodeJS.Signals): void;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Ends it as an operator does. @returns its exit code */
  stop(): Promise<number | null>;
}

const own = path.resolve(import.meta.dirname, '../../dist/main.js');

/** The built service in a process of its own, ready to answer. `npm test` builds it. */
export async function startServiceProcess(
  environment: Record<string, string>,
  program = own,
): Promise<ServiceProcess> {
  if (!existsSync(program)) throw new Error(`${program} is missing: run npm run build`);
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', LOG_LEVEL: 'info', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await readyUrl(child);
  return {
    url,
    pid: child.pid ?? 0,
    get hasEnded() {
      return child.exitCode !== null || child.signalCode !== null;
    },
    async post<Answer>({ apiKey }: TestAccount, path: string, body: object, key: string) {
      try {
        const response = await fetch(`${url}/api/service${path}`, {
          method: 'POST',
          headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify(body),
        });
        return { status: response.status, body: (await response.json()) as Answer };
      } catch {
        return undefined;
      }
    },
    signal: (name) => void child.kill(name),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
}

/** A process over the database and indices of a suite. */
export function startSuiteProcess(
  {
    database,
    service,
  }: { readonly database: SuiteDatabase; readonly service: Pick<TestService, 'indexPrefix'> },
  environment: Record<string, string> = {},
): Promise<ServiceProcess> {
  return startServiceProcess({
    DATABASE_URL: database.urls.serving,
    ELASTICSEARCH_URL: testStack().elasticsearchUrl,
    INDEX_PREFIX: service.indexPrefix,
    CURSOR_KEYS: 'a key for cursors of 32 characters',
    SECRET_KEYS: 'a key for secrets of 32 characters',
    ...environment,
  });
}

async function readyUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the service has no output');
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const { msg, url } = JSON.parse(line) as { msg?: string; url?: string };
    if (msg !== 'ready' || url === undefined) continue;
    child.stdout.resume();
    return url;
  }
  throw new Error('the service ended before it was ready');
}
