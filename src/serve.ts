import type { Config } from './config.ts';
import type { Logger } from './http/request-log.ts';
import type { RunningService } from './service.ts';

/**
 * Starts the service in this process, or in as many workers as the config says. Then this process only watches them, so
 * it does not load the service.
 * @throws ListenError, ConfigError, WorkerError
 */
export async function serve(config: Config, log: Logger): Promise<RunningService> {
  if (config.workers === 1) {
    const { startService } = await import('./service.ts');
    return startService(config, log);
  }
  const { startWorkers } = await import('./workers/start-workers.ts');
  return startWorkers(config, log);
}
