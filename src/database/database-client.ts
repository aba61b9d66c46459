import { readFileSync } from 'node:fs';
import pg from 'pg';
import { tlsFault } from '../tls-fault.ts';
import { chooseHost, DatabaseTlsError, type HostRole, hostUrls, NoHostError, watchWrites } from './hosts.ts';

export interface DatabaseClientConfig extends pg.ClientConfig {
  readonly role?: HostRole;
}

/**
 * The authority that the URL names, read for each connection, so that it can be renewed. The driver would read it too, but throw
 * where the queue expects no error, which would end the process.
 */
function withAuthority(url: string): {
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
  readonly #fault: DatabaseTlsError | null;

  constructor({ role = 'primary', connectionString = '', ...config }: DatabaseClientConfig = {}) {
    const urls = hostUrls(connectionString);
    const { config: own, fault } = withAuthority(urls[0]);
    super({ ...config, ...own });
    this.#urls = urls;
    this.#role = role;
    this.#fault = fault;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    const connected = this.#connect().catch((error: unknown) => {
      const fault = tlsFault(error);
      throw fault === null
        ? error
        : new DatabaseTlsError(`The TLS connection to PostgreSQL was refused. ${fault}`, { cause: error });
    });
    if (!callback) return connected;
    const done = callback as (error: Error | null, client: pg.Client) => void;
    connected.then(
      () => done(null, this),
      (error: Error) => done(error, this),
    );
    return undefined;
  }

  async #connect(): Promise<pg.Client> {
    if (this.#fault) throw this.#fault;
    if (this.#urls.length === 1) {
      await super.connect();
      return this;
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
    return this;
  }
}
