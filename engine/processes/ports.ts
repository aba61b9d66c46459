import { type AddressInfo, createServer } from 'node:net';
import { StackError } from './stack-error.ts';

/** A TCP port of `host` that is free now. */
export async function findFreePort(host: string): Promise<number> {
  return await listenOnce(0, host);
}

/** Throws a StackError with the port and `what` needs it ("The HTTP service") if something listens there. */
export async function assertPortFree(port: number, host: string, what: string): Promise<void> {
  try {
    await listenOnce(port, host);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE') {
      throw new StackError(
        `Port ${port} on ${host} is already in use, so ${what} cannot listen there. Stop the other program or choose another port.`,
      );
    }
    if (code === 'EACCES') {
      throw new StackError(`Port ${port} on ${host} is not permitted for ${what}. Choose a port above 1023.`);
    }
    throw new StackError(
      `Port ${port} on ${host} cannot be used by ${what} (${code}). Choose an address of this machine.`,
    );
  }
}

function listenOnce(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      const { port: bound } = server.address() as AddressInfo;
      server.close(() => resolve(bound));
    });
  });
}
