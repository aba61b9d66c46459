import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { type Config, getOwnEnvironment } from '../config.ts';
import type { Logger } from '../http/request-log.ts';
import { findBuiltFile } from './built-file.ts';

const firstPauseMs = 1_000;
const maxPauseMs = 5 * 60 * 1_000;
/** A run of this length was not ended by what ended the one before. */
const steadyMs = 10 * 60 * 1_000;
const maxLineLength = 2_000;

/** Whether the config has publishers to follow, and leaves it to this process. */
export function shouldFollowRegisters({ jobs, follow, publishers }: Config): boolean {
  return jobs && follow && Object.values(publishers).some((publisher) => publisher !== null);
}

/**
 * Follows the registers in a process of its own (`ops follow`), with the rights of the operator, so that loading never delays a request. The process is
 * started again when it ends. It ends together with this process, however this one ends, because its input ends then.
 */
export function startFollower(config: Config, log: Pick<Logger, 'info' | 'warn'>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let child: ChildProcess | null = null;

  const runOnce = async (): Promise<void> => {
    child = spawn(
      process.execPath,
      ['--max-semi-space-size=8', findBuiltFile('ops.js'), 'follow', '--with-parent', '--json'],
      {
        env: buildEnvironment(config),
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    );
    child.stdin?.on('error', () => undefined);
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface(stream).on('line', (line) => reportLine(line, log));
    }
    // The system could not start the process: then there is no exit.
    const failed = once(child, 'error').then(([error]) => {
      throw error;
    });
    const [code, signal] = await Promise.race([once(child, 'exit'), failed]);
    if (!stopping.signal.aborted)
      log.warn({ code, signal }, 'following the registers ended, and starts again');
  };

  const keepFollowing = async () => {
    let pauseMs = firstPauseMs;
    while (!stopping.signal.aborted) {
      const began = performance.now();
      await runOnce().catch((err: unknown) => log.warn({ err }, 'following the registers could not start'));
      if (performance.now() - began > steadyMs) pauseMs = firstPauseMs;
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, maxPauseMs);
    }
  };

  const done = keepFollowing();
  return {
    async stop() {
      stopping.abort();
      child?.kill('SIGTERM');
      // A load ends after its current chunk, and what is left of it is loaded by the next run.
      const impatient = setTimeout(() => child?.kill('SIGKILL'), config.stopTimeoutMs);
      await done;
      clearTimeout(impatient);
    },
  };
}

/** An event of `ops follow --json`, or anything else that the process says. */
function reportLine(line: string, log: Pick<Logger, 'info' | 'warn'>): void {
  const event = parseEvent(line.slice(0, maxLineLength));
  if (event === null) log.warn({ said: line.slice(0, maxLineLength) }, 'following the registers');
  else log[event.event === 'failed' ? 'warn' : 'info'](event, 'following the registers');
}

function parseEvent(line: string): { event?: unknown } | null {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value;
    return null;
  } catch {
    return null;
  }
}

function buildEnvironment({ databaseUrl, databaseOperateUrl, elasticsearchNodes, stateFolder }: Config) {
  return {
    ...getOwnEnvironment(),
    DATABASE_URL: databaseUrl,
    ...(databaseOperateUrl !== undefined && { DATABASE_OPERATE_URL: databaseOperateUrl }),
    ELASTICSEARCH_URL: elasticsearchNodes.join(','),
    STATE_FOLDER: stateFolder,
  };
}
