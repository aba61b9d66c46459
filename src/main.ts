import { ConfigError, loadConfig } from './config.ts';
import { isDatabaseUnavailable } from './database/unavailable.ts';
import { failureLine, framesOf } from './failure-report.ts';
import { openLog } from './http/request-log.ts';
import { ListenError, startService } from './service.ts';

/** Starts the service in production: `node dist/main.js`. All settings come from the environment (src/config.ts). */
async function main(): Promise<void> {
  const config = loadConfig();
  const log = openLog(config.logLevel);
  const service = await startService(config, log);
  log.info({ url: config.publicUrl ?? service.url }, 'ready');

  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
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
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: unknown) => {
  console.error(startFailure(error));
  process.exit(1);
});

/** One sentence for an expected failure; for others, the message with its stack. */
function startFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof ListenError) return error.message;
  if (!isDatabaseUnavailable(error))
    return [failureLine(error), error instanceof Error ? framesOf(error).stack : undefined]
      .filter(Boolean)
      .join('\n');
  const why = Object(error).code ?? Object(error).message;
  return `PostgreSQL does not answer (${why}), but MIGRATE=true needs it at the start. Check DATABASE_URL.`;
}
