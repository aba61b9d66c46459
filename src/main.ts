import cluster from 'node:cluster';
import { loadConfig } from './config.ts';
import { openLog } from './http/request-log.ts';
import { serve } from './process/serve.ts';

/** Starts the service in production: `node dist/main.js`. All settings come from the environment (src/config.ts). */
async function startProgram(): Promise<void> {
  const config = loadConfig();
  const log = openLog(config.logLevel);
  const service = await serve(config, log);
  log.info({ url: config.publicUrl ?? service.url }, 'ready');

  let stopping = false;
  const stopService = (signal: NodeJS.Signals): void => {
    // A second signal exits at once.
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    service.stop().then(
      () => {
        log.info({}, 'stopped');
        log.flush(() => process.exit(0));
      },
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        log.flush(() => process.exit(1));
      },
    );
  };
  process.on('SIGTERM', stopService);
  process.on('SIGINT', stopService);
}

async function startWorker(): Promise<void> {
  const { runWorker } = await import('./process/workers/worker.ts');
  runWorker();
}

// With several workers, this is also the program of each worker.
const running = cluster.isWorker ? startWorker() : startProgram();
running.catch(async (error: unknown) => {
  const { describeStartFailure: startFailure } = await import('./process/start-failure.ts');
  console.error(startFailure(error));
  process.exit(1);
});
