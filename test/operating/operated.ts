import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly seconds: number;
}

/** A build of the service, of this version or another one, in processes of its own as operators run it. */
export class OperatedBuild {
  readonly #folder: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #receiver: string;

  /**
   * @param folder the project of the build, with `dist/`
   * @param receiver the origin to which the service may deliver
   */
  constructor(folder: string, environment: Readonly<Record<string, string>>, receiver: string) {
    this.#folder = folder;
    this.#environment = environment;
    this.#receiver = receiver;
  }

  /** A process of the service. */
  start(): Promise<ServiceProcess> {
    const environment = { ...this.#environment, DELIVERY_TEST_RECEIVERS: this.#receiver };
    return startServiceProcess(environment, path.join(this.#folder, 'dist', 'main.js'));
  }

  /** Runs a command of the operator. @throws if it fails */
  async ops(...args: string[]): Promise<Ended> {
    const ended = await this.tried(...args);
    if (ended.code !== 0)
      throw new Error(`ops ${args.join(' ')} ended with ${ended.code}: ${ended.err}${ended.out}`);
    return ended;
  }

  /** Runs a command of the operator, which may fail. */
  async tried(...args: string[]): Promise<Ended> {
    const began = performance.now();
    const child = this.#spawn(args);
    const text = { out: '', err: '' };
    child.stdout?.on('data', (piece) => {
      text.out += piece;
    });
    child.stderr?.on('data', (piece) => {
      text.err += piece;
    });
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, ...text, seconds: (performance.now() - began) / 1_000 };
  }

  /** `ops sync --follow` until it is stopped. */
  follow(): { stop(): Promise<void> } {
    const child = this.#spawn(['sync', '--follow']);
    child.stdout?.resume();
    child.stderr?.resume();
    return {
      async stop() {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      },
    };
  }

  #spawn(args: readonly string[]): ChildProcess {
    return spawn(process.execPath, [path.join(this.#folder, 'dist', 'ops.js'), ...args], {
      env: { PATH: process.env.PATH, ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}
