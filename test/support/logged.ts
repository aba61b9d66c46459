import { setTimeout as wait } from 'node:timers/promises';

/** The log lines of a request. Its last line is written when the connection has ended, which the client may see before. */
export async function loggedOf(logLines: readonly string[], requestId: string): Promise<string[]> {
  const own = () => logLines.filter((line) => line.includes(requestId));
  while (!own().some((line) => 'status' in JSON.parse(line))) await wait(1);
  return own();
}
