import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface ServiceProcess {
  readonly url: string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
}

const program = path.resolve(import.meta.dirname, '../../dist/main.js');

/** The built service in a process of its own, ready to answer. `npm test` builds it. */
export async function startServiceProcess(environment: Record<string, string>): Promise<ServiceProcess> {
  if (!existsSync(program)) throw new Error(`${program} is missing: run npm run build`);
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', LOG_LEVEL: 'info', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await readyUrl(child);
  return {
    url,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
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
