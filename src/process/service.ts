import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Config, ConfigError, getRoleUrls } from '../config.ts';
import type { TracingConfig } from '../configuration/tracing-config.ts';
import { type Container, createContainer } from '../container.ts';
import { openDatabase } from '../database/database.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { makeRoles } from '../database/rights/make-roles.ts';
import { getExportsFolder } from '../features/lists/exports/export-files-store.ts';
import { addEarlyRefusal } from '../http/early-refusal.ts';
import { createHttpServer } from '../http/http-server.ts';
import { Metrics } from '../http/metrics.ts';
import { type Logger, openLog } from '../http/request-log.ts';
import type { Tracing } from '../monitoring/tracing.ts';
import { withTimeout } from '../running/with-timeout.ts';
import { makePrivateFolder } from './private-files.ts';

export interface RunningService {
  /** Without a trailing slash. */
  readonly url: string;
  /** Reports not ready, waits for the drain delay, then for requests in progress (with a limit), and closes connections. */
  stop(): Promise<void>;
}

/** The service cannot listen on its address; the message is one sentence for the person who starts it. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/**
 * Starts the service. Postgres and Elasticsearch may start later: until then it answers 503 and is not ready.
 * @throws ListenError, or ConfigError if the state folder is not writable
 */
export async function startService(
  config: Config,
  log: Logger = openLog(config.logLevel),
  metrics = new Metrics(),
  facts: Readonly<Record<string, number>> = {},
): Promise<RunningService> {
  await requireStateFolder(config.stateFolder);
  closeExports(config.stateFolder, log);
  const tracing = config.tracing && (await openTraces(config.tracing, log, facts));
  const container = createContainer(config, log, metrics, tracing);
  try {
    if (config.migrate) await prepareDatabase(config, log);
    container.startQueue();
    const server = createHttpServer(addEarlyRefusal(container.app, container.admission, log), log);
    const url = await listenOn(server, config);
    let stopping: Promise<void> | undefined;
    return {
      url,
      stop() {
        stopping ??= stopService(server, container, config, log);
        return stopping;
      },
    };
  } catch (error) {
    await container.stopWork();
    await container.close();
    throw error;
  }
}

/** The packages of tracing are loaded only if it is on. */
async function openTraces(
  config: TracingConfig,
  log: Logger,
  facts: Readonly<Record<string, number>>,
): Promise<Tracing> {
  const { openTracing } = await import('../monitoring/tracing.ts');
  return openTracing(config, log, { 'process.pid': process.pid, ...facts });
}

/** Uses a separate pool without a statement timeout. */
async function prepareDatabase(config: Config, log: Logger): Promise<void> {
  const knex = openDatabase({ url: config.databaseMigrateUrl ?? config.databaseUrl });
  try {
    await migrateDatabase(knex, { onWait: (line) => log.warn({}, line) });
    if (config.databaseMigrateUrl !== undefined) await makeRoles(knex, getRoleUrls(config));
  } finally {
    await knex.destroy();
  }
}

/** Exports are written there: failing at start is better than failing during a paid export. */
async function requireStateFolder(folder: string): Promise<void> {
  try {
    // The mode of an existing folder is not changed: a local database of another user may be inside it.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new ConfigError('The configuration is invalid:\n  STATE_FOLDER must name a writable folder');
  }
}

/** An earlier version made export files readable for all users; a private folder protects them. */
function closeExports(stateFolder: string, log: Logger): void {
  try {
    makePrivateFolder(getExportsFolder(stateFolder));
  } catch (err) {
    log.warn(
      { err },
      'the exports folder could not be made private: other users of this machine may read it',
    );
  }
}

async function listenOn(server: Server, { host, port }: Config): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(new ListenError(`Port ${port} on ${host} is in use: set PORT to another port.`));
      else reject(new ListenError(`The service cannot listen on ${host} port ${port} (${error.code}).`));
    });
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

/** For the last writes and the connections to the stores. */
const maxCloseMs = 2_000;

async function stopService(server: Server, container: Container, config: Config, log: Logger): Promise<void> {
  container.health.beginStopping();
  // What is not done in time is left: other processes take over the jobs, and the end of this process ends its connections.
  const logUnfinished = (err: unknown) => log.warn({ err }, 'stopping without waiting any longer');
  const working = container.stopWork().catch(logUnfinished);
  await wait(config.drainDelayMs);
  const late = wait(config.stopTimeoutMs, undefined, { ref: false });
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  void late.then(() => server.closeAllConnections());
  // A connection stays open until its answer is complete; it is closed as soon as it is idle.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await Promise.race([Promise.all([closed, working]), late]);
  clearInterval(sweep);
  await withTimeout(container.close(), maxCloseMs).catch(logUnfinished);
}
