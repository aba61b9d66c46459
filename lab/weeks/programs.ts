import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, renameSync, type WriteStream, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { listProcesses } from '../../engine/processes/process-table.mjs';
import { projectFolder } from '../../engine/project-folder.ts';

/** The clock of the service and of its commands, moved by a file that their processes read. */
export class SharedClock {
  readonly file: string;
  #added = 0;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.file = path.join(folder, 'clock');
    this.moveTo(new Date());
  }

  now(): Date {
    return new Date(Date.now() + this.#added);
  }

  moveTo(moment: Date): void {
    this.#added = moment.getTime() - Date.now();
    // A reader never sees a part of it.
    writeFileSync(`${this.file}.new`, String(this.#added));
    renameSync(`${this.file}.new`, this.file);
  }
}

export interface LoggedError {
  /** As of `Date.now()` of this machine. */
  readonly realAt: number;
  readonly line: string;
}

/** The built service and its commands, as processes of their own with one environment. */
export class Programs {
  readonly #environment: Readonly<Record<string, string>>;
  readonly #log: WriteStream;
  readonly #running = new Set<ChildProcess>();
  /** Lines of the log that say an error. */
  readonly errors: LoggedError[] = [];

  constructor(environment: Readonly<Record<string, string>>, clock: SharedClock, logFile: string) {
    const preload = pathToFileURL(path.join(projectFolder, 'dist', 'simulated-clock.js')).href;
    this.#environment = { ...environment, CLOCK_FILE: clock.file, NODE_OPTIONS: `--import=${preload}` };
    this.#log = createWriteStream(logFile);
    process.once('exit', () => this.#killAll());
  }

  /** Starts the service. @returns when it is ready */
  async service(): Promise<Service> {
    const child = this.#start('main.js', []);
    const url = await new Promise<string>((resolve, reject) => {
      this.#readLog(child, (line) => {
        const ready = /"url":"(http[^"]+)".*"msg":"ready"/.exec(line);
        if (ready?.[1]) resolve(ready[1]);
      });
      child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
    });
    return new Service(child, url);
  }

  /** Keeps the indices up to date until it is ended. */
  sync(): ChildProcess {
    const child = this.#start('ops.js', ['sync', '--follow']);
    this.#readLog(child, () => undefined);
    return child;
  }

  /** Runs a command of the operator. @returns its exit code and what it printed */
  async ops(
    ...args: string[]
  ): Promise<{ readonly code: number; readonly output: string; readonly failure: string }> {
    const child = this.#start('ops.js', args);
    const ended = once(child, 'exit');
    const [output, failure] = await Promise.all([text(child.stdout as never), text(child.stderr as never)]);
    const [code] = await ended;
    this.#log.write(`$ ops ${args.join(' ')}\n${output}${failure}`);
    return { code: code ?? 1, output, failure };
  }

  /** @throws if the command fails */
  async mustRun(...args: string[]): Promise<string> {
    const { code, output, failure } = await this.ops(...args);
    if (code !== 0) throw new Error(`ops ${args.join(' ')} failed: ${failure || output}`);
    return output;
  }

  async close(): Promise<void> {
    for (const child of this.#running) await endOf(child);
    this.#log.end();
  }

  #start(program: string, args: readonly string[]): ChildProcess {
    const child = spawn(process.execPath, [path.join(projectFolder, 'dist', program), ...args], {
      env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, TZ: process.env.TZ, ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
    return child;
  }

  #readLog(child: ChildProcess, onLine: (line: string) => void): void {
    for (const stream of [child.stdout, child.stderr])
      if (stream)
        createInterface({ input: stream }).on('line', (line) => {
          this.#log.write(`${line}\n`);
          if (line.startsWith('{"level":50') || line.startsWith('{"level":60'))
            this.errors.push({ realAt: Date.now(), line });
          onLine(line);
        });
  }

  #killAll(): void {
    for (const child of this.#running) child.kill('SIGKILL');
  }
}

export class Service {
  readonly url: string;
  readonly #child: ChildProcess;

  constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  /** As an operator does. */
  async stop(): Promise<void> {
    await endOf(this.#child);
  }

  /** The service and what follows the registers beside it, at the same moment. */
  async kill(): Promise<void> {
    const { pid = 0 } = this.#child;
    const followers = listProcesses().filter(({ parent }) => parent === pid);
    const ended = once(this.#child, 'exit');
    for (const each of [pid, ...followers.map((follower) => follower.pid)]) process.kill(each, 'SIGKILL');
    await ended;
  }
}

/** @throws never: a process that has ended has ended */
export async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
