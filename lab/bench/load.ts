import { Agent, request as send } from 'node:http';
import { text } from 'node:stream/consumers';

export interface LoadRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds of each piece of work. */
  readonly latencies: readonly number[];
}

/**
 * Sends the groups of requests in turn over `connections` kept-alive connections for `seconds`. The requests of a group
 * are sent at once, as the service does for a page and its count. A group is done when all are answered.
 * @throws when an answer is not 200, because a failing server cannot be measured
 */
export async function load(
  groups: readonly (readonly LoadRequest[])[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<LoadResult> {
  const widest = Math.max(...groups.map((group) => group.length));
  const agent = new Agent({ keepAlive: true, maxSockets: connections * widest });
  let next = 0;
  const result = await repeat(connections, seconds, async () => {
    const group = groups[next++ % groups.length] ?? [];
    await Promise.all(group.map((one) => post(agent, one)));
  });
  agent.destroy();
  return result;
}

/** Repeats the work for `seconds`, in as many concurrent workers as given. */
export async function repeat(
  workers: number,
  seconds: number,
  work: () => Promise<unknown>,
): Promise<LoadResult> {
  const latencies: number[] = [];
  const begun = performance.now();
  const worker = async () => {
    for (let at = begun; at < begun + seconds * 1000; ) {
      await work();
      latencies.push(performance.now() - at);
      at = performance.now();
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return { perSecond: latencies.length / ((performance.now() - begun) / 1000), latencies };
}

function post(agent: Agent, { url, headers, body }: LoadRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = send(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    });
    outgoing.on('response', (answer) => {
      if (answer.statusCode === 200) answer.resume().on('end', resolve);
      else
        text(answer).then(
          (body) => reject(new Error(`${url} answered ${answer.statusCode}: ${body}`)),
          reject,
        );
      answer.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
