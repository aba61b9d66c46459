import pg from 'pg';
import { onParameterStatus } from '../adapters/pg.ts';
import { checkProtocol } from './protocol-check.ts';
import { findTlsFault } from './tls-fault.ts';

/** How long a host may take to say whether it takes writes. Longer than this, it counts as not there. */
const probeTimeoutMs = 2_000;

/** No host fits now. That may change when the operator, or the tool that watches the hosts, has made one the primary. */
export class NoHostError extends Error {
  override readonly name = 'NoHostError';
}

/** The host was reached, but its TLS is refused. The operator has to change the certificate or the config. */
export class DatabaseTlsError extends Error {
  override readonly name = 'DatabaseTlsError';
}

/** What a connection is for: `primary` takes writes; `standby` reads what may be a moment old. */
export type HostRole = 'primary' | 'standby';

type Host = Pick<pg.Client, 'host' | 'port'>;

/** One URL for each host of a URL that names several, as libpq takes them: `postgres://user@a:5432,b:5432/database`. */
export function splitHostUrls(url: string): [string, ...string[]] {
  const [, before = '', hosts = '', after = ''] = /^([a-z]+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/i.exec(url) ?? [];
  const [first = '', ...others] = hosts.split(',').map((host) => `${before}${host.trim()}${after}`);
  return [first, ...others];
}

/** The URL of another database on the same hosts. */
export function replaceDatabase(url: string, database: string): string {
  return url.replace(/^([a-z]+:\/\/[^/?]*)\/?[^?]*/i, `$1/${encodeURIComponent(database)}`);
}

/**
 * The host for this role. As `standby`, the primary serves too while no standby answers.
 * @throws NoHostError, or what the hosts answered when none of them can be reached
 */
export async function chooseHost(urls: readonly string[], role: HostRole): Promise<Host> {
  const outcomes = await Promise.allSettled(urls.map(probeHost));
  const answering = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const primaries = answering.filter(({ isReadOnly }) => !isReadOnly);
  const standbys = answering.filter(({ isReadOnly }) => isReadOnly);
  const [chosen] = role === 'standby' ? [...standbys, ...primaries] : primaries;
  // Written to both, neither would have all: only a person can say which one is right.
  if (role === 'primary' && primaries.length > 1) throw new NoHostError('more than one host takes writes');
  if (chosen) return chosen.host;
  const reasons: unknown[] = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  );
  // A host that is away may come back. A certificate that is refused needs the operator.
  const reason = reasons.find((each) => findTlsFault(each) !== null) ?? reasons[0];
  if (reason !== undefined) throw reason;
  throw new NoHostError('no host takes writes');
}

async function probeHost(connectionString: string) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: probeTimeoutMs });
  client.on('error', () => undefined);
  checkProtocol(client);
  const state = watchWrites(client);
  try {
    await client.connect();
  } finally {
    await client.end();
  }
  const host: Host = client;
  return { host, isReadOnly: state.isReadOnly };
}

/** Settings that a server reports when a connection begins, and whenever they change. */
const readOnlySettings = ['in_hot_standby', 'default_transaction_read_only'];

/** Whether the server refuses writes, as far as it has said. @param onReadOnly called when it says so */
export function watchWrites(client: pg.Client, onReadOnly: () => void = () => undefined) {
  const on = new Set<string>();
  onParameterStatus(client, (name, value) => {
    if (!readOnlySettings.includes(name)) return;
    if (value === 'on') on.add(name);
    else on.delete(name);
    if (on.size > 0) onReadOnly();
  });
  return {
    get isReadOnly() {
      return on.size > 0;
    },
  };
}
