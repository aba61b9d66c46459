import { ConfigError, loadConfig } from './config.ts';
import { isDatabaseUnavailable } from './database/unavailable.ts';
import { failureLine, framesOf } from './failure-report.ts';
import { openLog } from './http/request-log.ts';
import { ListenError, startService } from './service.ts';

/** The production start: `node dist/main.js`. Everything comes from the environment (see src/config.ts). */
async function main(): Promise<void> {
  const config = loadConfig();
  const log = openLog(config.logLevel);
  const service = await startService(config, log);
  log.info({ url: config.publicUrl ?? service.url }, 'ready');

  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    // Who asks twice does not want to wait.
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
  console.error(told(error));
  process.exit(1);
});

/** One sentence for what can be expected to happen, with the stack for what cannot. */
function told(error: unknown): string {
  if (error instanceof ConfigError || error instanceof ListenError) return error.message;
  if (!isDatabaseUnavailable(error))
    return [failureLine(error), error instanceof Error ? framesOf(error).stack : undefined]
      .filter(Boolean)
      .join('\n');
  const why = Object(error).code ?? Object(error).message;
  return `PostgreSQL does not answer (${why}), and MIGRATE=true needs it at the start: is DATABASE_URL right?`;
}
