import { ConfigError } from './config.ts';
import { isDatabaseUnavailable } from './database/unavailable.ts';
import { failureLine, framesOf } from './failure-report.ts';
import { ListenError } from './service.ts';
import { WorkerError } from './workers/start-workers.ts';

/** Why the service does not start: one sentence for an expected failure; for others, the message with its stack. */
export function startFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof ListenError || error instanceof WorkerError)
    return error.message;
  if (!isDatabaseUnavailable(error))
    return [failureLine(error), error instanceof Error ? framesOf(error).stack : undefined]
      .filter(Boolean)
      .join('\n');
  const why = Object(error).code ?? Object(error).message;
  return `PostgreSQL does not answer (${why}), but MIGRATE=true needs it at the start. Check DATABASE_URL.`;
}
