import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createApp } from './app.ts';
import { type Config, ConfigError } from './config.ts';
import { type Container, createContainer } from './container.ts';
import { migrate, openDatabase } from './database/database.ts';
import { exportsFolder } from './features/lists/exports/export-files-store.ts';
import { createHttpServer } from './http/http-server.ts';
import { type Logger, openLog } from './http/request-log.ts';
import { makePrivateFolder } from './private-files.ts';

export interface RunningService {
  /** Without a slash at the end. */
  readonly url: string;
  /** Readiness drops, the drain delay passes, requests in flight end (or their time does), connections close. */
  stop(): Promise<void>;
}

/** The service cannot listen where it should; the message is one sentence for the person who starts it. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/**
 * Starts the service. Postgres and Elasticsearch may come up later: until then it answers 503 and is not ready.
 * @throws ListenError, ConfigError when the state folder cannot be written to
 */
export async function startService(
  config: Config,
  log: Logger = openLog(config.logLevel),
): Promise<RunningService> {
  await requireStateFolder(config.stateFolder);
  closeExports(config.stateFolder, log);
  const container = createContainer(config, log);
  try {
    if (config.migrate) await bringUpToDate(config.databaseUrl);
    container.startJobs();
    const app = createApp({ ...container, log, trustProxy: config.trustProxy });
    const server = createHttpServer(app, log);
    const url = await listenOn(server, config);
    let stopping: Promise<void> | undefined;
    return {
      url,
      stop() {
        stopping ??= stop(server, container, config);
        return stopping;
      },
    };
  } catch (error) {
    await container.close();
    throw error;
  }
}

/** On a pool of its own, whose statements may take long. */
async function bringUpToDate(databaseUrl: string): Promise<void> {
  const knex = openDatabase({ url: databaseUrl });
  try {
    await migrate(knex);
  } finally {
    await knex.destroy();
  }
}

/** Exports are written there: better no start than a paid-for export that fails. */
async function requireStateFolder(folder: string): Promise<void> {
  try {
    // Not closed where it is there: a local database, run as another account, may live below it.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new ConfigError(
      'The configuration is not usable:\n  STATE_FOLDER must name a folder that can be written to',
    );
  }
}

/** An earlier version left them readable by all; in a closed folder nothing is. */
function closeExports(stateFolder: string, log: Logger): void {
  try {
    makePrivateFolder(exportsFolder(stateFolder));
  } catch (err) {
    log.warn({ err }, 'the folder of exports could not be closed to other accounts of this machine');
  }
}

async function listenOn(server: Server, { host, port }: Config): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(new ListenError(`Port ${port} on ${host} is in use: set PORT to another.`));
      else reject(new ListenError(`The service cannot listen on ${host} port ${port} (${error.code}).`));
    });
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

async function stop(server: Server, container: Container, config: Config): Promise<void> {
  container.health.beginStopping();
  await wait(config.drainDelayMs);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const cut = setTimeout(() => server.closeAllConnections(), config.stopTimeoutMs);
  // Answers in flight keep their connection open until it idles; then nothing more can come over it.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await closed;
  clearTimeout(cut);
  clearInterval(sweep);
  await container.close();
}
