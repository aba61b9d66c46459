import type { Config } from '../config.ts';
import type { Logger } from '../http/request-log.ts';
import { shouldFollowRegisters, startFollower } from './follower-process.ts';
import type { RunningService } from './service.ts';

/**
 * Starts the service in this process, or in as many workers as the config says; then this process only watches them, so it
 * does not load the service. If the config has publishers, their registers are followed beside it.
 * @throws ListenError, ConfigError, WorkerError
 */
export async function serve(config: Config, log: Logger): Promise<RunningService> {
  const service = await startAnswering(config, log);
  const missingKeys = config.jobs && config.follow ? config.missingPublisherKeys : [];
  for (const key of missingKeys)
    log.warn({ variable: key }, 'a publisher is off, because its key is not set');
  if (!shouldFollowRegisters(config)) return service;
  const follower = startFollower(config, log);
  return {
    url: service.url,
    async stop() {
      await Promise.all([service.stop(), follower.stop()]);
    },
  };
}

async function startAnswering(config: Config, log: Logger): Promise<RunningService> {
  if (config.workers === 1) {
    const { startService } = await import('./service.ts');
    return startService(config, log);
  }
  const { startWorkers } = await import('./workers/start-workers.ts');
  return startWorkers(config, log);
}
