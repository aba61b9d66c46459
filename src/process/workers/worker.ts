import type { Config } from '../../config.ts';
import type { MetricValues } from '../../http/metric-values.ts';
import { Metrics } from '../../http/metrics.ts';
import { openLog } from '../../http/request-log.ts';
import { startService } from '../service.ts';
import { describeStartFailure } from '../start-failure.ts';
import type { ToParent, ToWorker } from './messages.ts';

/**
 * The program of a worker, which does what its parent process tells it. Ctrl-C and process supervisors signal the whole
 * group, so only the parent heeds signals. If the parent is gone, Node ends the worker at once.
 */
export function runWorker(): void {
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => undefined);
  const metrics = new WorkerMetrics();
  let stop: () => void = () => process.exit(0);
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'start') stop = startWorker(message.config, message.worker, metrics);
    else if (message.kind === 'stop') stop();
    else if (message.kind === 'measure') void metrics.reportValues();
    else metrics.resolveWaiting(message.values);
  });
  sendMessage({ kind: 'listening' });
}

/** @returns what stops the service and ends this process */
function startWorker(config: Config, worker: number, metrics: Metrics): () => void {
  const log = openLog(config.logLevel, undefined, { worker });
  const exitProcess = (code: number) => log.flush(() => process.exit(code));
  const starting = startService(config, log, metrics, { worker });
  starting.then(
    ({ url }) => sendMessage({ kind: 'ready', url }),
    (error: unknown) =>
      sendMessage({ kind: 'failed', sentence: describeStartFailure(error) }, () => exitProcess(1)),
  );
  return () => {
    starting
      .then((service) => service.stop())
      .then(
        () => exitProcess(0),
        (error: unknown) => {
          log.error({ err: error }, 'stopping failed');
          exitProcess(1);
        },
      );
  };
}

/** The metrics of this worker, and those of the whole service, which the parent process merges. */
class WorkerMetrics extends Metrics {
  readonly #waiting: ((values: MetricValues | null) => void)[] = [];

  override async getValues(): Promise<MetricValues> {
    const values = await new Promise<MetricValues | null>((resolve) => {
      this.#waiting.push(resolve);
      sendMessage({ kind: 'metricsWanted' });
    });
    if (values === null) throw new Error('the metrics of the workers could not be merged');
    return values;
  }

  /** Later values contain everything that an earlier caller has caused, too. */
  resolveWaiting(values: MetricValues | null): void {
    for (const resolve of this.#waiting.splice(0)) resolve(values);
  }

  async reportValues(): Promise<void> {
    sendMessage({ kind: 'measured', values: await this.getOwnValues() });
  }
}

function sendMessage(message: ToParent, told: () => void = () => undefined): void {
  // If the parent is gone, this process is about to end.
  process.send?.(message, undefined, undefined, told);
}
