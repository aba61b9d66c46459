import { readFileSync } from 'node:fs';
import pg from 'pg';
import { destroyStream } from '../adapters/pg.ts';
import {
  chooseHost,
  DatabaseTlsError,
  type HostRole,
  NoHostError,
  splitHostUrls,
  watchWrites,
} from './hosts.ts';
import { checkProtocol } from './protocol-check.ts';
import { findTlsFault } from './tls-fault.ts';

export interface DatabaseClientConfig extends pg.ClientConfig {
  readonly role?: HostRole;
  /** Settings of Postgres for the session, in milliseconds. */
  readonly settings?: Readonly<Record<string, number>>;
}

/**
 * The server ends the session of a client that is gone without a word after a minute, instead of two hours; until then, it
 * would keep its locks. And the client notices a server that is gone, also while it waits for nothing.
 */
const whileIdle = { tcp_keepalives_idle: 30, tcp_keepalives_interval: 10, tcp_keepalives_count: 3 };
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 };
const settingTimeoutMs = 5_000;

/** How long a server may take to close a connection when asked to. */
const maxGoodbyeMs = 2_000;

/**
 * The authority that the URL names, read for each connection, so that it can be renewed. The driver would read it too, but throw
 * where the queue expects no error, which would end the process.
 */
function readAuthority(url: string): {
  readonly config: pg.ClientConfig;
  readonly fault: DatabaseTlsError | null;
} {
  const file = URL.canParse(url) ? new URL(url).searchParams.get('sslrootcert') : null;
  if (file === null || new URL(url).searchParams.get('sslmode') === 'disable')
    return { config: { connectionString: url }, fault: null };
  const own = new URL(url);
  // It would replace the configuration of TLS.
  for (const name of ['sslmode', 'sslrootcert']) own.searchParams.delete(name);
  try {
    return { config: { connectionString: own.href, ssl: { ca: readFileSync(file, 'utf8') } }, fault: null };
  } catch (cause) {
    const fault = new DatabaseTlsError(
      'There is no TLS connection to PostgreSQL. The file with its authority cannot be read.',
      { cause },
    );
    return { config: { connectionString: own.href }, fault };
  }
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/**
 * A connection to the database, also if its URL names several hosts: then to the one that takes writes now. It ends when
 * its host no longer takes writes, so that the next connection finds the new primary. With one host, it is like any other.
 */
export class DatabaseClient extends pg.Client {
  readonly #urls: readonly string[];
  readonly #role: HostRole;
  readonly #settings: Readonly<Record<string, number>>;
  readonly #fault: DatabaseTlsError | null;

  constructor({ role = 'primary', connectionString = '', settings, ...config }: DatabaseClientConfig = {}) {
    const urls = splitHostUrls(connectionString);
    const { config: own, fault } = readAuthority(urls[0]);
    super({ ...keepAlive, ...config, ...own });
    this.#settings = { ...whileIdle, ...settings };
    this.#urls = urls;
    this.#role = role;
    this.#fault = fault;
    // A lost connection also fails what is asked on it. Without a listener, it would end the process, also before the one
    // that opens the connection has added its own.
    this.on('error', () => undefined);
    checkProtocol(this);
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    const connected = this.#connectToHost().catch((error: unknown) => {
      // pg leaves it open if the log-in fails on its side, and the server waits for a minute.
      destroyStream(this);
      const fault = findTlsFault(error);
      if (fault === null) throw error;
      throw new DatabaseTlsError(`The TLS connection to PostgreSQL was refused. ${fault}`, { cause: error });
    });
    if (!callback) return connected;
    const done = callback as (error: Error | null, client: pg.Client) => void;
    connected.then(
      () => done(null, this),
      (error: Error) => done(error, this),
    );
    return undefined;
  }

  /** Waits for the server to close the connection, but not for one that does not answer. */
  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    const late = setTimeout(() => destroyStream(this), maxGoodbyeMs).unref();
    this.once('end', () => clearTimeout(late));
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }

  async #connectToHost(): Promise<pg.Client> {
    if (this.#fault) throw this.#fault;
    if (this.#urls.length === 1) {
      await super.connect();
      return await this.#applySettings();
    }
    const { host, port } = await chooseHost(this.#urls, this.#role);
    this.host = host;
    this.port = port;
    let connected = false;
    const state = watchWrites(this, () => {
      if (connected && this.#role === 'primary') void this.end().catch(() => undefined);
    });
    await super.connect();
    connected = true;
    if (this.#role === 'primary' && state.isReadOnly) {
      await this.end();
      throw new NoHostError('the host no longer takes writes');
    }
    return await this.#applySettings();
  }

  async #applySettings(): Promise<pg.Client> {
    const text = Object.entries(this.#settings).map(([name, value]) => `SET ${name} = ${value}`);
    // Not as an option of the connection: poolers between the service and the server refuse those.
    const statement = { text: text.join('; '), query_timeout: settingTimeoutMs };
    await super.query(statement);
    return this;
  }
}
