import { connect, type Socket } from 'node:net';
import type { LoadRequest } from '../load.ts';

export interface LeanAnswer {
  readonly status: number;
  /** Status line and headers, as they came. */
  readonly head: string;
  /** As Latin-1. */
  readonly body: string;
}

interface Job {
  readonly bytes: Buffer;
  resolve(answer: LeanAnswer): void;
  reject(error: Error): void;
}

/**
 * Sends requests over kept connections with little work for each: a fraction of the processor time that Node's client takes.
 * When most requests are refused, the service is measured only if the load generator leaves it the processors. It understands
 * answers with a Content-Length, which all answers to searches have.
 */
export class LeanClient {
  readonly #host: string;
  readonly #port: number;
  readonly #maxConnections: number;
  readonly #prepared = new WeakMap<LoadRequest, Buffer>();
  readonly #free: LeanConnection[] = [];
  readonly #all = new Set<LeanConnection>();
  readonly #queue: Job[] = [];

  constructor(url: string, maxConnections: number) {
    const { hostname, port } = new URL(url);
    this.#host = hostname;
    this.#port = Number(port);
    this.#maxConnections = maxConnections;
  }

  /** A connection answers one request at a time; further requests wait for a free one. */
  send(request: LoadRequest): Promise<LeanAnswer> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ bytes: this.#bytes(request), resolve, reject });
      this.#next();
    });
  }

  close(): void {
    for (const connection of this.#all) connection.destroy();
  }

  #next(): void {
    const connection = this.#free.pop() ?? this.#open();
    const job = connection && this.#queue.shift();
    if (job) connection.send(job);
    else if (connection) this.#free.push(connection);
  }

  #open(): LeanConnection | null {
    if (this.#all.size >= this.#maxConnections) return null;
    const connection = new LeanConnection(connect({ host: this.#host, port: this.#port, noDelay: true }), {
      onFree: () => {
        this.#free.push(connection);
        if (this.#queue.length > 0) this.#next();
      },
      onGone: () => {
        this.#all.delete(connection);
        const place = this.#free.indexOf(connection);
        if (place !== -1) this.#free.splice(place, 1);
        if (this.#queue.length > 0) this.#next();
      },
    });
    this.#all.add(connection);
    return connection;
  }

  #bytes(request: LoadRequest): Buffer {
    const known = this.#prepared.get(request);
    if (known) return known;
    const { pathname, search, host } = new URL(request.url);
    const headers = { ...request.headers, host, 'content-length': String(Buffer.byteLength(request.body)) };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const bytes = Buffer.from(`POST ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${request.body}`);
    this.#prepared.set(request, bytes);
    return bytes;
  }
}

const headEnd = '\r\n\r\n';

class LeanConnection {
  readonly #socket: Socket;
  #job: Job | null = null;
  #text = '';

  constructor(socket: Socket, { onFree, onGone }: { onFree(): void; onGone(): void }) {
    this.#socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      this.#text += text;
      const answer = this.#read();
      if (!answer || !this.#job) return;
      this.#text = '';
      const { resolve } = this.#job;
      this.#job = null;
      if (/\r\nconnection: close/i.test(answer.head)) socket.destroy();
      else onFree();
      resolve(answer);
    });
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => {
      this.#fail(new Error('the connection was closed'));
      onGone();
    });
  }

  send(job: Job): void {
    this.#job = job;
    this.#socket.write(job.bytes);
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #read(): LeanAnswer | null {
    const end = this.#text.indexOf(headEnd);
    if (end === -1) return null;
    const head = this.#text.slice(0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
    const begin = end + headEnd.length;
    if (this.#text.length < begin + length) return null;
    return { status: Number(head.slice(9, 12)), head, body: this.#text.slice(begin) };
  }

  #fail(error: Error): void {
    this.#job?.reject(error);
    this.#job = null;
  }
}
