import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { line } from '../assistant/quoted-text.ts';
import { createAssistantServer } from '../assistant/server.ts';
import manifest from '../package.json' with { type: 'json' };
import { CommandFailure, exitCodes } from './failure.ts';
import { toPrintable } from './output/text.ts';
import type { Session } from './session.ts';

/** The same limit as for a request to `/mcp`. */
const maxMessageBytes = 2 * 1024 * 1024;

/**
 * Serves the tools for assistants until stdin ends or the program is interrupted. Only messages of the protocol go to
 * stdout; everything else goes to stderr.
 * @throws CommandFailure without a key, before anything is served
 */
export async function serveOnStdio(session: Session): Promise<void> {
  const { stdin, stdout, signal } = session.world;
  const services = {
    api: session.api,
    address: session.url,
    onUnexpected(error: unknown) {
      if (error instanceof CommandFailure) return line`${error.message} ${error.recovery ?? line``}`;
      session.note(
        `error: ${toPrintable(error instanceof Error ? (error.stack ?? error.message) : String(error))}`,
      );
      return line`The tool failed unexpectedly. The log of the server says why.`;
    },
  };
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: maxMessageBytes });
  const server = serveStdio(() => createAssistantServer(manifest.version, services), {
    transport,
    maxSubscriptions: 0,
    onerror: (error) => session.note(`warning: ${toPrintable(error.message)}`),
  });
  const closed = waitForClose(transport);
  const interrupted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([closed, interrupted]);
  await server.close();
  const endedByClient = stdin.readableEnded || signal.aborted;
  // An open stdin would keep the program running.
  stdin.destroy();
  if (!endedByClient)
    throw new CommandFailure(exitCodes.refused, 'A message cannot be read.', 'Send less in one call.');
}

/** The transport closes when stdin ends, and when a message is too large. Its listeners belong to the server. */
function waitForClose(transport: StdioServerTransport): Promise<void> {
  const close = transport.close.bind(transport);
  return new Promise((resolve) => {
    transport.close = async () => {
      await close();
      resolve();
    };
  });
}
