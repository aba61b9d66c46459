import type { Duplex } from 'node:stream';

/**
 * Leaves the other requests of the piece of data that a connection has just sent unread. Otherwise Node reads all of them, 3,600 in
 * 64 KiB, although the connection is closed.
 *
 * Node's parser has no documented way to stop: it leaves the rest alone when the answer to a request is that another protocol
 * follows. In a version in which this does nothing, the requests are read, but not served.
 * `test/unit/adapters.test.ts` names the versions with which this was tested. Without it: leave out the calls.
 */
export function ignoreRest(socket: Duplex & { readonly parser?: { onIncoming: unknown } | null }): void {
  const anotherProtocol = 2;
  if (socket.parser) socket.parser.onIncoming = () => anotherProtocol;
}
