import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** As in docker/haproxy/haproxy.cfg, but four times as often. */
const checkMs = 500;
const failuresUntilOut = 2;

interface Backend {
  readonly url: string;
  readonly agent: http.Agent;
  isReady: boolean;
  failures: number;
}

/**
 * A proxy as operators put it before the service: it sends each request to one of the services whose /readyz answers 200, in turn,
 * and to any of them if none does. It never repeats a request.
 */
export class Balancer {
  /** Requests that were sent while no service was ready. */
  whileNoneReady = 0;
  readonly #backends: Backend[] = [];
  // Longer than callers keep idle connections, so that they close them.
  readonly #server = http.createServer({ keepAliveTimeout: 65_000 }, (request, response) =>
    this.#forward(request, response),
  );
  #turn = 0;
  #checks: NodeJS.Timeout | undefined;

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#checks = setInterval(() => {
      for (const backend of this.#backends) void this.#check(backend);
    }, checkMs);
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  add(url: string): void {
    const backend = { url, agent: new http.Agent({ keepAlive: true }), isReady: false, failures: 0 };
    this.#backends.push(backend);
    void this.#check(backend);
  }

  remove(url: string): void {
    const [gone] = this.#backends.splice(
      this.#backends.findIndex((backend) => backend.url === url),
      1,
    );
    gone?.agent.destroy();
  }

  isReady(url: string): boolean {
    return this.#backends.some((backend) => backend.url === url && backend.isReady);
  }

  async stop(): Promise<void> {
    clearInterval(this.#checks);
    for (const { agent } of this.#backends) agent.destroy();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #check(backend: Backend): Promise<void> {
    const status = await fetch(`${backend.url}/readyz`)
      .then(async (response) => {
        await response.arrayBuffer();
        return response.status;
      })
      .catch(() => 0);
    backend.failures = status === 200 ? 0 : backend.failures + 1;
    if (status === 200) backend.isReady = true;
    else if (backend.failures >= failuresUntilOut) backend.isReady = false;
  }

  #forward(request: http.IncomingMessage, response: http.ServerResponse): void {
    const ready = this.#backends.filter(({ isReady }) => isReady);
    if (ready.length === 0) this.whileNoneReady += 1;
    const choice = ready.length > 0 ? ready : this.#backends;
    this.#turn += 1;
    const backend = choice[this.#turn % choice.length];
    if (!backend) {
      response.writeHead(502).end('no service');
      return;
    }
    const { method, headers } = request;
    const sent = http.request(`${backend.url}${request.url}`, { method, headers, agent: backend.agent });
    sent.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', (error) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end(`${backend.url}: ${error.message}`);
    });
    request.pipe(sent);
  }
}
