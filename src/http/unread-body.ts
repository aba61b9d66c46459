import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';

/** Requests whose client waits to hear that it may send its body (`Expect: 100-continue`). */
export const awaitsContinue = new WeakSet<IncomingMessage>();

/** A rest of this size is read, so that the connection can be used again. */
const readableRest = 64 * 1024;
/** How long a client that still sends has to read its answer before the connection closes. */
const lingerMs = 500;

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Tells the client to send its body, when it waits for that. */
export function askForBody(request: IncomingMessage, response: ServerResponse): void {
  if (awaitsContinue.delete(request)) response.writeContinue();
}

/**
 * An answer that is given before the body has arrived says that the connection ends: left to itself, Node would read
 * the body to its end, however long, in order to use the connection again.
 */
export const closeOnUnreadBody: RequestHandler = (request, response, next) => {
  if (hasBody(request)) {
    const writeHead = response.writeHead;
    response.writeHead = (...head: unknown[]) => {
      if (endsConnection(request)) response.setHeader('Connection', 'close');
      return Reflect.apply(writeHead, response, head);
    };
  }
  next();
};

function endsConnection(request: IncomingMessage): boolean {
  if (!hasBody(request) || request.complete) return false;
  const length = request.headers['content-length'];
  return awaitsContinue.has(request) || length === undefined || Number(length) > readableRest;
}

/**
 * Sends the whole of a body whose Content-Length is set. Where the connection ends with it, the client gets a moment in
 * which nothing more of it is read: closing on a client that is sending makes its system throw the answer away.
 */
export function endWith(request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
  if (!endsConnection(request) || awaitsContinue.has(request)) {
    response.end(bytes);
    return;
  }
  request.pause();
  response.write(bytes);
  const timer = setTimeout(() => response.end(), lingerMs);
  response.once('close', () => clearTimeout(timer));
}
