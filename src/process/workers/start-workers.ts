import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import type { Logger } from '../../http/request-log.ts';
import { findBuiltFile } from '../built-file.ts';
import type { RunningService } from '../service.ts';
import type { ToParent, ToWorker } from './messages.ts';
import { ServiceMetrics } from './service-metrics.ts';

/** No worker can start; the message is one sentence for the person who starts the service. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}

interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** One process of a worker, from its start to its end. */
interface Session {
  /** The address of the service. Rejects with a WorkerError if the worker ends before it listens. */
  readonly ready: Promise<string>;
  readonly ended: Promise<Ending>;
}

const firstDelayMs = 100;
const maxDelayMs = 30_000;
/** A worker that ran for this long was not ended by what ended the one before. */
const steadyMs = 60_000;

/**
 * Starts the workers. They share one port: this process accepts connections and gives them to the workers in turn. A
 * worker that ends is replaced. If this process ends, however it ends, its workers end too.
 *
 * The first worker starts alone, so that a wrong setting is reported once, and only one process changes the schema.
 * @throws WorkerError
 */
export async function startWorkers(config: Config, log: Logger): Promise<RunningService> {
  cluster.setupPrimary({ exec: findBuiltFile('main.js'), args: [], serialization: 'advanced' });
  const processes = new Map<number, Worker>();
  const serving = new Set<number>();
  const stopping = new AbortController();
  const metrics = new ServiceMetrics(
    (worker) => sendMessage(processes.get(worker), { kind: 'measure' }),
    serving,
  );

  async function sendMetrics(worker: Worker): Promise<void> {
    try {
      sendMessage(worker, { kind: 'metrics', values: await metrics.getMergedValues() });
    } catch (err) {
      log.error({ err }, 'the metrics of the workers could not be merged');
      sendMessage(worker, { kind: 'metrics', values: null });
    }
  }

  function startProcess(number: number, migrate = false): Session {
    const worker = cluster.fork();
    processes.set(number, worker);
    const ended = new Promise<Ending>((resolve) => {
      worker.once('exit', (code, signal: NodeJS.Signals | null) => resolve({ code, signal }));
      // The system could not start the process: then there is no exit.
      worker.on('error', () => resolve({ code: null, signal: null }));
    });
    void ended.then(() => {
      processes.delete(number);
      serving.delete(number);
      metrics.removeWorker(number);
    });
    const own: Config = { ...config, workers: 1, migrate, jobs: config.jobs && number === 1 };
    const ready = new Promise<string>((resolve, reject) => {
      worker.on('message', (message: ToParent) => {
        if (message.kind === 'listening')
          sendMessage(
            worker,
            stopping.signal.aborted ? { kind: 'stop' } : { kind: 'start', worker: number, config: own },
          );
        else if (message.kind === 'ready') {
          serving.add(number);
          resolve(message.url);
        } else if (message.kind === 'failed') reject(new WorkerError(message.sentence));
        else if (message.kind === 'measured') metrics.recordValues(number, message.values);
        else void sendMetrics(worker);
      });
      void ended.then(({ code, signal }) =>
        reject(new WorkerError(`A worker ended before it was ready (${signal ?? `code ${code}`}).`)),
      );
    });
    return { ready, ended };
  }

  /** @returns how the worker ended when it was told to stop; null if it was not running then */
  async function keepRunning(number: number, first: Session): Promise<Ending | null> {
    let delayMs = firstDelayMs;
    for (let session = first; ; session = startProcess(number)) {
      const began = performance.now();
      const [ending, ready] = await Promise.all([session.ended, session.ready.catch(String)]);
      if (stopping.signal.aborted) return ending;
      delayMs = performance.now() - began > steadyMs ? firstDelayMs : Math.min(delayMs * 2, maxDelayMs);
      const reason = ready.startsWith('http') ? {} : { reason: ready };
      log.error({ worker: number, ...ending, ...reason, again_in_ms: delayMs }, 'a worker ended');
      await wait(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return null;
    }
  }

  const first = startProcess(1, config.migrate);
  const url = await first.ready;
  const others = Array.from({ length: config.workers - 1 }, (_, at) => startProcess(at + 2));
  const running = [first, ...others].map((session, at) => keepRunning(at + 1, session));
  await Promise.allSettled(others.map(({ ready }) => ready));
  return {
    url,
    async stop() {
      stopping.abort();
      for (const each of processes.values()) sendMessage(each, { kind: 'stop' });
      const failed = (await Promise.all(running)).filter((ending) => ending !== null && ending.code !== 0);
      if (failed.length > 0) throw new Error(`${failed.length} workers did not end as they should`);
    },
  };
}

/** A worker that is ending cannot be told anything any more. */
function sendMessage(worker: Worker | undefined, message: ToWorker): void {
  worker?.send(message, () => undefined);
}
