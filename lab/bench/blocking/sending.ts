import { Agent, type IncomingMessage, request as open } from 'node:http';
import { connect } from 'node:net';

export interface Sent {
  readonly method: string;
  /** As sent, with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON unless the headers say otherwise. Pieces are sent without a length. */
  readonly body?: Buffer | Iterable<Buffer>;
  /** So many requests in one piece of data, on a connection of their own. They have no body. */
  readonly atOnce?: number;
}

export interface Answered {
  /** 0 if the connection was closed without an answer. */
  readonly status: number;
  /** Milliseconds until the end of the answer. */
  readonly ms: number;
  readonly bytes: number;
}

const patienceMs = 180_000;

/** Sends requests as a malicious client would: it reads every answer and ignores errors. */
export class Sender {
  private readonly agent = new Agent({ keepAlive: true });

  private readonly host: string;
  private readonly port: string;

  constructor(
    url: string,
    private readonly apiKey: string,
  ) {
    const { hostname, port } = new URL(url);
    this.host = hostname;
    this.port = port;
  }

  async send(sent: Sent): Promise<Answered> {
    const begun = performance.now();
    const answered = await (sent.atOnce === undefined
      ? this.sendOne(sent)
      : this.sendAtOnce(sent, sent.atOnce));
    return { ...answered, ms: performance.now() - begun };
  }

  private sendOne({ method, path, headers = {}, body }: Sent): Promise<Omit<Answered, 'ms'>> {
    return new Promise((resolve) => {
      const refused = () => resolve({ status: 0, bytes: 0 });
      const outgoing = open({
        host: this.host,
        port: this.port,
        // Unchanged, because a URL object would normalise it.
        path,
        method,
        agent: this.agent,
        headers: {
          'x-api-key': this.apiKey,
          ...(body && { 'content-type': 'application/json' }),
          ...(Buffer.isBuffer(body) && { 'content-length': body.length }),
          ...headers,
        },
        timeout: patienceMs,
      });
      outgoing.on('timeout', () => outgoing.destroy());
      outgoing.on('error', refused);
      outgoing.on('response', (answer) => {
        read(answer).then((bytes) => resolve({ status: answer.statusCode ?? 0, bytes }), refused);
      });
      if (body === undefined || Buffer.isBuffer(body)) outgoing.end(body);
      else pour(outgoing, body[Symbol.iterator]());
    });
  }

  /** Reads what comes until the other side closes the connection. */
  private sendAtOnce({ method, path, headers = {} }: Sent, requests: number): Promise<Omit<Answered, 'ms'>> {
    const lines = Object.entries({ host: this.host, 'x-api-key': this.apiKey, ...headers });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    return new Promise((resolve) => {
      const socket = connect(Number(this.port), this.host);
      let first = '';
      let bytes = 0;
      socket.on('data', (piece) => {
        if (first === '') first = piece.toString('latin1', 0, 20);
        bytes += piece.length;
      });
      socket.setTimeout(patienceMs, () => socket.destroy());
      socket.on('error', () => undefined);
      socket.on('close', () => resolve({ status: Number(first.split(' ')[1] ?? 0), bytes }));
      socket.write(`${method} ${path} HTTP/1.1\r\n${head}\r\n`.repeat(requests));
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

async function read(answer: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const piece of answer) bytes += piece.length;
  return bytes;
}

/** Sends one piece after another, until all are sent or the other side closes the connection. */
function pour(outgoing: ReturnType<typeof open>, pieces: Iterator<Buffer>): void {
  const next = (): void => {
    if (outgoing.destroyed || outgoing.writableEnded) return;
    const { value, done } = pieces.next();
    if (done) outgoing.end();
    else if (outgoing.write(value)) setImmediate(next);
    else outgoing.once('drain', next);
  };
  outgoing.once('response', () => outgoing.end());
  next();
}
