import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ignoreRest } from '../adapters/node-http.ts';
import { createRoundQueue } from '../running/time-slices.ts';

/** Requests that a client may have sent before it has its first answer. No usual client sends more than one. */
const maxWaiting = 32;

type Exchange = readonly [request: IncomingMessage, response: ServerResponse];

const nextRound = createRoundQueue();

/**
 * Serves the requests of a connection one after the other, and other connections in between. Node hands over all requests that came in
 * one piece of data at once, which can be thousands: nobody else would be served until all of them are.
 */
export function serveInOrder(listener: RequestListener): RequestListener {
  /** Connections with a request in progress, and what has come on them since. */
  const waitingOn = new WeakMap<Duplex, Exchange[]>();

  function serveExchange(socket: Duplex, [request, response]: Exchange): void {
    response.once('close', () => void serveNext(socket));
    listener(request, response);
  }

  async function serveNext(socket: Duplex): Promise<void> {
    const waiting = waitingOn.get(socket);
    const next = socket.destroyed ? undefined : waiting?.shift();
    if (!next) {
      waitingOn.delete(socket);
      return;
    }
    await nextRound();
    if (socket.destroyed) waitingOn.delete(socket);
    else serveExchange(socket, next);
  }

  return (request, response) => {
    const { socket } = request;
    const waiting = waitingOn.get(socket);
    if (socket.destroyed) return;
    if (!waiting) {
      waitingOn.set(socket, []);
      serveExchange(socket, [request, response]);
    } else if (waiting.length < maxWaiting) waiting.push([request, response]);
    else {
      ignoreRest(socket);
      socket.destroy();
    }
  };
}
