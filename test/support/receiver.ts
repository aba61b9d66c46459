import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedMessage {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly origin: string;
  readonly messages: readonly ReceivedMessage[];
  /** Answers one message; 200 unless set. */
  answer: (response: ServerResponse, message: ReceivedMessage) => void;
  /** The message with that number, from 1, as soon as it has arrived. */
  message(number: number, timeoutMs?: number): Promise<ReceivedMessage>;
  stop(): Promise<void>;
}

/** A real HTTP receiver on this machine, which misbehaves as a test requires. */
export async function startReceiver(): Promise<Receiver> {
  const messages: ReceivedMessage[] = [];
  const waiting = new Set<() => void>();
  const receiver = {
    answer: (response: ServerResponse, _: ReceivedMessage): void => void response.end('ok'),
  };
  const server: Server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const message = {
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString(),
    };
    messages.push(message);
    receiver.answer(response, message);
    for (const wake of waiting) wake();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(receiver, {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    async message(number: number, timeoutMs = 20_000): Promise<ReceivedMessage> {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const found = messages[number - 1];
        if (found) return found;
        if (Date.now() > deadline) throw new Error(`message ${number} did not come in time`);
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake);
            clearTimeout(timer);
            resolve();
          };
          const timer = setTimeout(wake, 500);
          waiting.add(wake);
        });
      }
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
