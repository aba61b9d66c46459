import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createAssistantServer } from '../assistant/server.ts';
import manifest from '../package.json' with { type: 'json' };
import { CommandFailure } from './failure.ts';
import type { Session } from './session.ts';
import { printable } from './text.ts';

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
    api: session.api(),
    address: session.url,
    onUnexpected(error: unknown) {
      if (error instanceof CommandFailure) return [error.message, error.recovery].filter(Boolean).join(' ');
      session.note(
        `error: ${printable(error instanceof Error ? (error.stack ?? error.message) : String(error))}`,
      );
      return 'The tool failed unexpectedly. The log of the server says why.';
    },
  };
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: maxMessageBytes });
  const server = serveStdio(() => createAssistantServer(manifest.version, services), {
    transport,
    maxSubscriptions: 0,
    onerror: (error) => session.note(`warning: ${printable(error.message)}`),
  });
  await new Promise<void>((resolve) => {
    stdin.once('end', resolve);
    stdin.once('close', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.close();
  // An open stdin would keep the program running after an interruption.
  stdin.destroy();
}
