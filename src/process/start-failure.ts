import { ConfigError } from '../config.ts';
import { DatabaseTlsError } from '../database/hosts.ts';
import { MigrationBlockedError } from '../database/migrate.ts';
import { RolesError } from '../database/rights/make-roles.ts';
import { isDatabaseUnavailable } from '../database/unavailable.ts';
import { formatFailure, getFrames } from './failure-report.ts';
import { ListenError } from './service.ts';
import { WorkerError } from './workers/start-workers.ts';

const expected = [ConfigError, ListenError, WorkerError, RolesError, DatabaseTlsError, MigrationBlockedError];

/** Why the service does not start: one sentence for an expected failure; for others, the message with its stack. */
export function describeStartFailure(error: unknown): string {
  if (expected.some((each) => error instanceof each)) return (error as Error).message;
  if (!isDatabaseUnavailable(error))
    return [formatFailure(error), error instanceof Error ? getFrames(error).stack : undefined]
      .filter(Boolean)
      .join('\n');
  const { code, message } = Object(error);
  const why = 'severity' in Object(error) ? formatFailure(error) : (code ?? message);
  return `PostgreSQL does not answer (${why}), but MIGRATE=true needs it at the start. Check DATABASE_URL.`;
}
