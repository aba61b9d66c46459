import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** Requests whose client waits for permission to send its body (`Expect: 100-continue`). */
export const awaitsContinue = new WeakSet<IncomingMessage>();

/** The rest of a body up to this size is read, so that the connection can be used again. */
const readableRest = 64 * 1024;
/** Time for a client that is still sending to read the answer before the connection closes. */
const lingerMs = 500;

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Tells a waiting client to send its body. */
export function askForBody(request: IncomingMessage, response: ServerResponse): void {
  if (awaitsContinue.delete(request)) response.writeContinue();
}

/**
 * An answer sent before the body has arrived closes the connection. Otherwise Node would read the body to its end,
 * whatever its size, to use the connection again.
 */
export const closeOnUnreadBody: RequestListener = (request, response) => {
  if (!hasBody(request)) return;
  const writeHead = response.writeHead;
  response.writeHead = (...head: unknown[]) => {
    if (mustEndConnection(request)) response.setHeader('Connection', 'close');
    return Reflect.apply(writeHead, response, head);
  };
};

export function mustEndConnection(request: IncomingMessage): boolean {
  if (!hasBody(request) || request.complete) return false;
  const length = request.headers['content-length'];
  return awaitsContinue.has(request) || length === undefined || Number(length) > readableRest;
}

/**
 * Sends a complete body whose Content-Length is set. If the connection then closes, it stays open for a moment, without
 * reading: if it were closed while the client is sending, the client's system would discard the answer.
 */
export function endAnswer(request: IncomingMessage, response: ServerResponse, body: string): void {
  if (!mustEndConnection(request) || awaitsContinue.has(request)) {
    // With a text, Node sends headers and body in one write.
    response.end(body);
    return;
  }
  request.pause();
  response.write(body);
  const timer = setTimeout(() => response.end(), lingerMs);
  response.once('close', () => clearTimeout(timer));
}
