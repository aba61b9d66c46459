import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Draws } from '../../lab/fictional/draws.ts';

/** What happens to the bytes of every connection, also of those that are open when the fault begins. */
export type Fault =
  /** Everything comes late. */
  | { readonly kind: 'latency'; readonly ms: number; readonly jitterMs: number }
  /** Open connections are reset, and new ones as soon as they have sent something. */
  | { readonly kind: 'cut' }
  /** Nobody listens. */
  | { readonly kind: 'refused' }
  /** Bytes vanish, and nobody is told. Connections that are open in this time stay so when it is over. */
  | { readonly kind: 'half-open' }
  /** An answer ends after these bytes, and the end of the connection comes late. */
  | { readonly kind: 'slow close'; readonly afterBytes: number; readonly ms: number }
  | { readonly kind: 'bandwidth'; readonly bytesPerSecond: number }
  /** One bit is changed, on average every so many bytes. */
  | { readonly kind: 'corrupted'; readonly part: 'requests' | 'answers'; readonly everyBytes: number }
  /** An answer ends after these bytes, with the connection. */
  | { readonly kind: 'truncated'; readonly afterBytes: number };

/** A way over TCP to a store, which tests can break. */
export interface FaultyLink {
  /** The URL of the store, over this way. */
  through(url: string): string;
  /** Begins a fault, or ends it with null. */
  set(fault: Fault | null): Promise<void>;
  /** Connections that are open. */
  readonly open: number;
  /** Begins a fault when these bytes are about to pass to the store, and before they do. @returns resolves when it has */
  at(bytes: string | RegExp, fault: Fault): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param target URL of the store
 * @param seed of the places of changed bits and of jitter
 */
export async function startFaultyLink(target: string, seed: number): Promise<FaultyLink> {
  const { hostname, port, protocol } = new URL(target);
  const to = { host: hostname, port: Number(port || (protocol === 'postgres:' ? 5432 : 80)) };
  const draws = new Draws(seed, 0, 0);
  const connections = new Set<Connection>();
  const state: { fault: Fault | null; trap: Trap | null } = { fault: null, trap: null };
  const begin = async (fault: Fault | null) => {
    state.fault = fault;
    for (const connection of connections) connection.begin(fault);
    if (fault?.kind === 'refused') await closed(server);
    else if (!server.listening) await listening(server, ownPort);
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const connection = new Connection(client, to, { draws, fault: () => state.fault, seen });
    connections.add(connection);
    void connection.ended.then(() => connections.delete(connection));
  });
  const seen = async (chunk: Buffer) => {
    const { trap } = state;
    if (!trap?.matches(chunk.toString('latin1'))) return;
    state.trap = null;
    await begin(trap.fault);
    trap.sprung();
  };
  await listening(server, 0);
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    through(url) {
      const through = new URL(url);
      through.hostname = '127.0.0.1';
      through.port = String(ownPort);
      return through.href.replace(/\/$/, '');
    },
    set: begin,
    get open() {
      return connections.size;
    },
    at: (bytes, fault) =>
      new Promise((resolve) => {
        const matches = (text: string) =>
          typeof bytes === 'string' ? text.includes(bytes) : bytes.test(text);
        state.trap = { fault, matches, sprung: resolve };
      }),
    async stop() {
      for (const connection of connections) connection.reset();
      await closed(server);
    },
  };
}

interface Trap {
  readonly fault: Fault;
  matches(text: string): boolean;
  sprung(): void;
}

interface ConnectionParts {
  readonly draws: Draws;
  fault(): Fault | null;
  /** Called with what a client has sent, before it passes. */
  seen(chunk: Buffer): Promise<void>;
}

class Connection {
  readonly ended: Promise<void>;
  readonly #client: Socket;
  readonly #store: Socket;
  readonly #parts: ConnectionParts;
  /** Bytes have vanished, so the rest would make no sense. */
  #isDead: boolean;
  /** Bytes of answers since the fault began. */
  #answered = 0;
  /** Bytes that pass until the next one is changed. */
  #untilChange = 0;

  constructor(client: Socket, to: { host: string; port: number }, parts: ConnectionParts) {
    this.#client = client;
    this.#store = new Socket({ allowHalfOpen: true }).setNoDelay(true);
    this.#store.connect(to);
    this.#parts = parts;
    this.#isDead = parts.fault()?.kind === 'half-open';
    for (const socket of [client, this.#store]) {
      socket.on('error', () => undefined);
      const other = socket === client ? this.#store : client;
      // The store does not learn that a client is gone whose bytes vanish.
      socket.once('close', () => !this.#isDead && other.destroySoon());
    }
    this.ended = Promise.all([event(client, 'close'), event(this.#store, 'close')]).then(() => undefined);
    void this.#pass(client, this.#store, 'requests');
    void this.#pass(this.#store, client, 'answers');
  }

  begin(fault: Fault | null): void {
    this.#answered = 0;
    this.#untilChange = fault?.kind === 'corrupted' ? this.#gap(fault.everyBytes) : 0;
    if (fault?.kind === 'half-open') this.#isDead = true;
    if (fault?.kind === 'cut' || fault?.kind === 'refused') this.reset();
  }

  reset(): void {
    this.#client.resetAndDestroy();
    this.#store.resetAndDestroy();
  }

  async #pass(from: Socket, to: Socket, part: 'requests' | 'answers'): Promise<void> {
    try {
      for await (const chunk of from as AsyncIterable<Buffer>) {
        if (part === 'requests') await this.#parts.seen(chunk);
        const passed = await this.#suffer(chunk, part);
        if (passed && !to.write(passed) && !to.destroyed)
          await Promise.race([event(to, 'drain'), event(to, 'close')]);
      }
    } catch {
      // The other side learns of a reset as a reset.
      to.resetAndDestroy();
      return;
    }
    if (!this.#isDead) to.end();
  }

  /** @returns what arrives; null if nothing does */
  async #suffer(chunk: Buffer, part: 'requests' | 'answers'): Promise<Buffer | null> {
    const fault = this.#parts.fault();
    if (this.#isDead) return null;
    switch (fault?.kind) {
      case 'latency':
        await wait(fault.ms + this.#parts.draws.unit() * fault.jitterMs);
        return this.#isDead ? null : chunk;
      case 'bandwidth':
        await wait((chunk.length / fault.bytesPerSecond) * 1_000);
        return this.#isDead ? null : chunk;
      case 'cut':
      case 'refused':
        this.reset();
        return null;
      case 'corrupted':
        return part === fault.part ? this.#changed(chunk, fault.everyBytes) : chunk;
      case 'truncated':
      case 'slow close':
        return part === 'answers' ? this.#endAfter(chunk, fault) : chunk;
      default:
        return chunk;
    }
  }

  async #endAfter(chunk: Buffer, fault: Fault & { readonly afterBytes: number }): Promise<Buffer | null> {
    const left = fault.afterBytes - this.#answered;
    this.#answered += chunk.length;
    if (chunk.length < left) return chunk;
    this.#isDead = true;
    const end = () => {
      this.#client.destroySoon();
      this.#store.destroy();
    };
    const rest = chunk.subarray(0, Math.max(0, left));
    this.#client.write(rest);
    if (fault.kind === 'slow close') void wait(fault.ms).then(end);
    else end();
    return null;
  }

  #changed(chunk: Buffer, everyBytes: number): Buffer {
    if (this.#untilChange === 0) this.#untilChange = this.#gap(everyBytes);
    let at = this.#untilChange - 1;
    if (at >= chunk.length) {
      this.#untilChange -= chunk.length;
      return chunk;
    }
    const changed = Buffer.from(chunk);
    for (; at < changed.length; at += this.#gap(everyBytes)) {
      const bit = this.#parts.draws.below(8);
      changed.writeUInt8((changed[at] ?? 0) ^ (1 << bit), at);
    }
    this.#untilChange = at - changed.length + 1;
    return changed;
  }

  #gap(everyBytes: number): number {
    return this.#parts.draws.between(1, 2 * everyBytes);
  }
}

/** Unlike `once`, it does not fail with an error of the socket. */
function event(socket: Socket, name: 'close' | 'drain'): Promise<void> {
  return new Promise((resolve) => socket.once(name, () => resolve()));
}

async function listening(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

async function closed(server: Server): Promise<void> {
  if (!server.listening) return;
  await new Promise((resolve) => server.close(resolve));
}
