import { Draws } from '../../fictional/draws.ts';

/** Processor time of one request, in milliseconds. */
export interface ServiceTimes {
  readonly service: number;
  readonly engine: number;
  readonly postgres: number;
  /** 0 if the clients run on other machines. */
  readonly client: number;
}

export interface Machine {
  readonly cores: number;
  readonly workers: number;
}

export interface ModelRun {
  readonly times: ServiceTimes;
  readonly machine: Machine;
  /** Clients that each send the next request when the last one is answered. */
  readonly clients: number;
  readonly requests: number;
  readonly seed: number;
}

type Part = keyof ServiceTimes;

interface Step {
  readonly part: Part;
  readonly ms: number;
}

interface Request {
  readonly steps: Step[];
  readonly begun: number;
  readonly worker: number;
}

/**
 * A closed queueing network. Each request is a sequence of steps: the client, the service, the engine, the service, Postgres,
 * the service. Each step needs a free core for its processor time, drawn from an exponential distribution. A worker does one
 * step at a time; the engine does as many as it has search threads; Postgres as many as it gets connections. Steps that
 * cannot begin wait in the order in which they came.
 *
 * @returns answered requests per second, and the time of each in milliseconds
 */
export function simulate({ times, machine, clients, requests, seed }: ModelRun): {
  readonly perSecond: number;
  readonly latencies: readonly number[];
} {
  const draws = new Draws(seed, machine.cores, machine.workers);
  const draw = (mean: number) => -mean * Math.log(1 - draws.unit());
  const limits = partLimits(machine);
  const held = new Map<string, number>();
  const waiting: Request[] = [];
  const running: { readonly at: number; readonly request: Request }[] = [];
  const latencies: number[] = [];
  let freeCores = machine.cores;
  let now = 0;
  let begun = 0;

  const placeOf = ({ steps, worker }: Request) => {
    const part = steps[0]?.part ?? 'client';
    return part === 'service' ? `service ${worker}` : part;
  };
  const begin = () => {
    const split = times.service / 3;
    const worker = begun % machine.workers;
    begun += 1;
    const steps: Step[] = [
      { part: 'client', ms: draw(times.client) },
      { part: 'service', ms: draw(split) },
      { part: 'engine', ms: draw(times.engine) },
      { part: 'service', ms: draw(split) },
      { part: 'postgres', ms: draw(times.postgres) },
      { part: 'service', ms: draw(split) },
    ];
    waiting.push({ steps, begun: now, worker });
  };
  const startWaiting = () => {
    for (let at = 0; at < waiting.length && freeCores > 0; ) {
      const request = waiting[at];
      const [step] = request?.steps ?? [];
      if (!request || !step) break;
      const place = placeOf(request);
      if ((held.get(place) ?? 0) >= limits[step.part]) {
        at += 1;
        continue;
      }
      waiting.splice(at, 1);
      held.set(place, (held.get(place) ?? 0) + 1);
      freeCores -= 1;
      running.push({ at: now + step.ms, request });
    }
  };

  for (let client = 0; client < clients; client += 1) begin();
  while (latencies.length < requests) {
    startWaiting();
    const next = running.reduce((first, each) => (each.at < first.at ? each : first));
    running.splice(running.indexOf(next), 1);
    now = next.at;
    const { request } = next;
    held.set(placeOf(request), (held.get(placeOf(request)) ?? 0) - 1);
    freeCores += 1;
    request.steps.shift();
    if (request.steps.length > 0) waiting.push(request);
    else {
      latencies.push(now - request.begun);
      begin();
    }
  }
  return { perSecond: latencies.length / (now / 1000), latencies };
}

/** How many steps each part can do at once. */
function partLimits({ cores, workers }: Machine): Readonly<Record<Part, number>> {
  return {
    client: cores,
    service: 1,
    // The engine's own rule for search threads.
    engine: Math.floor((cores * 3) / 2) + 1,
    postgres: workers * 10,
  };
}
