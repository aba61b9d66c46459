import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { withSession } from '../../../indexers/operator/database-session.ts';
import { findBuiltFile } from '../../../src/process/built-file.ts';
import { account, type BenchService } from '../bench-service.ts';
import { Caller, type Imported } from '../caller.ts';
import { type LoadRequest, load, repeat } from '../load.ts';
import { type Comparison, compare, median, percentile, watch } from '../measure.ts';
import type { ExpensiveCall, ExpensiveReport, ExpensiveWork } from './expensive-callers.ts';
import { LeanClient } from './lean-client.ts';
import { type MeasuredService, measuredService, warmUp } from './measured-service.ts';
import { idSearches, mixedSearches } from './mixed-searches.ts';
import { residentBytes } from './process-usage.ts';

export interface OverloadSize {
  readonly rounds: number;
  readonly seconds: number;
  /** Rows of the source that is exported, and of the imports. */
  readonly rows: number;
}

const queries = 500;
const connections = 32;
/** As many as Node accepts without waiting for the client to read. */
const maxConnections = 1_000;
const everyMs = 5;
const atOnce = 10;
const maxEstimateRows = 10_000;
const maxMemoryMiB = 512;
/** Where the tables of the imports differ. */
const placeMark = '(number)';

/** Four times as many requests as the service can answer, and cheap requests beside expensive ones. */
export async function benchOverload(service: BenchService, size: OverloadSize): Promise<Comparison[]> {
  const running = await measuredService(service);
  try {
    return [...(await surplus(running, size)), ...(await besideExpensive(running, size))];
  } finally {
    await running.stop();
  }
}

async function surplus(service: MeasuredService, { rounds, seconds }: OverloadSize): Promise<Comparison[]> {
  const requests = await mixedSearches(service, queries);
  await warmUp(requests, { workers: 1, connections, seconds });
  const peaks: Rate[] = [];
  const overloads: Overload[] = [];
  const stop = watch(async () => {
    await wait(100);
    return residentBytes(service.pids()) / 2 ** 20;
  });
  // Most requests are refused, so the processor time of Node's client would take from the service what it measures.
  const client = new LeanClient(service.url, maxConnections);
  const flat = requests.flat();
  for (let round = 0; round < rounds; round += 1) {
    const peak = await peakRate(client, flat, seconds);
    peaks.push(peak);
    overloads.push(await openLoop(client, flat, 4 * peak.perSecond, seconds));
  }
  client.close();
  const memory = Math.max(...(await stop()));
  const sum = (of: (each: Overload) => number) => overloads.reduce((total, each) => total + of(each), 0);
  const refused = sum((each) => each.refused);
  const answered = sum((each) => each.served + each.refused + each.wrong);
  const share = (100 * refused) / answered;
  const offered = median(overloads.map((each) => each.offeredPerSecond));
  return [
    compare(
      `searches answered at 4 times the peak (${offered.toFixed(0)}/s sent, ${share.toFixed(0)} % refused), against the peak`,
      'requests/s',
      { ours: median(overloads.map(perSecond)), theirs: median(peaks.map(perSecond)) },
      { atLeast: 0.8 },
    ),
    compare(
      'the same for each processor that the load generator leaves to all others',
      'requests/s',
      { ours: median(overloads.map(perProcessor)), theirs: median(peaks.map(perProcessor)) },
      {},
    ),
    compare(
      'answers that are 200, or 429 and 503 with Retry-After and the envelope, against all',
      'answers',
      { ours: answered - sum((each) => each.wrong), theirs: answered },
      { atLeast: 1 },
    ),
    compare(
      `memory of the service meanwhile, against ${maxMemoryMiB} MiB`,
      'MiB',
      { ours: memory, theirs: maxMemoryMiB },
      { atMost: 1 },
    ),
  ];
}

interface Rate {
  readonly perSecond: number;
  /** Processors that this process, which makes the load, did not use. */
  readonly processors: number;
}

const perSecond = (rate: Rate) => rate.perSecond;
const perProcessor = (rate: Rate) => rate.perSecond / rate.processors;

/** @returns the processors that this process has left to others since then */
function processorsLeft(): () => number {
  const [begun, before] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(before);
    return availableParallelism() - (user + system) / 1000 / (performance.now() - begun);
  };
}

interface Overload extends Rate {
  readonly offeredPerSecond: number;
  readonly served: number;
  readonly refused: number;
  readonly wrong: number;
}

async function peakRate(
  client: LeanClient,
  requests: readonly LoadRequest[],
  seconds: number,
): Promise<Rate> {
  let next = 0;
  const left = processorsLeft();
  const { perSecond } = await repeat(connections, seconds, async () => {
    const request = requests[next++ % requests.length];
    if (!request || (await outcomeOf(client, request)) !== 'served')
      throw new Error('a search was not answered at the peak');
  });
  return { perSecond, processors: left() };
}

/** Sends so many requests a second, whether or not the earlier ones are answered. */
async function openLoop(
  client: LeanClient,
  requests: readonly LoadRequest[],
  perSecond: number,
  seconds: number,
): Promise<Overload> {
  const counts = { served: 0, refused: 0, wrong: 0 };
  const inFlight = new Set<Promise<void>>();
  const left = processorsLeft();
  const begun = performance.now();
  let sent = 0;
  for (let now = begun; now < begun + seconds * 1000; now = performance.now()) {
    const due = Math.ceil(((now - begun + everyMs) / 1000) * perSecond);
    for (; sent < due; sent += 1) {
      const request = requests[sent % requests.length];
      if (!request) break;
      const answer = outcomeOf(client, request).then((outcome) => {
        counts[outcome] += 1;
        inFlight.delete(answer);
      });
      inFlight.add(answer);
    }
    await wait(everyMs);
  }
  const offeredPerSecond = sent / ((performance.now() - begun) / 1000);
  await Promise.all(inFlight);
  const took = (performance.now() - begun) / 1000;
  return { ...counts, offeredPerSecond, perSecond: counts.served / took, processors: left() };
}

async function outcomeOf(client: LeanClient, request: LoadRequest): Promise<'served' | 'refused' | 'wrong'> {
  try {
    const { status, head, body } = await client.send(request);
    if (status === 200) return 'served';
    const known = status === 429 || status === 503;
    const { ok, error, request_id: id } = JSON.parse(body);
    const complete = ok === false && typeof error.code === 'string' && typeof id === 'string';
    return known && complete && /\r\nretry-after: [1-9]/i.test(head) ? 'refused' : 'wrong';
  } catch {
    return 'wrong';
  }
}

/** A search by number alone, and beside ten of each kind of expensive calls, which are repeated until it has been measured. */
async function besideExpensive(service: MeasuredService, size: OverloadSize): Promise<Comparison[]> {
  const searches = await idSearches(service, queries);
  const p99s = { idle: [] as number[], busy: new Map<string, number[]>() };
  const kinds = await expensiveCalls(service, size);
  const p99 = async () => {
    const { latencies } = await load(searches, { connections: 1, seconds: size.seconds });
    return percentile(latencies, 99);
  };
  await p99();
  for (let round = 0; round < size.rounds; round += 1) {
    for (const [name, call] of Object.entries(kinds)) {
      p99s.idle.push(await p99());
      const callers = await startCalling({ call, atOnce });
      await wait(Math.min(1_000, size.seconds * 200));
      p99s.busy.set(name, [...(p99s.busy.get(name) ?? []), await p99()]);
      await callers.stop();
    }
  }
  return [...p99s.busy].map(([name, values]) =>
    compare(
      `search by number beside ${atOnce} ${name}, p99, against alone`,
      'ms',
      { ours: median(values), theirs: median(p99s.idle) },
      { atMost: 3 },
    ),
  );
}

/** Calls in a process of its own. */
async function startCalling(work: ExpensiveWork) {
  const child = fork(findBuiltFile('expensive-callers.js'));
  await once(child, 'spawn');
  child.send(work);
  return {
    /** @throws if a call failed, or the process ended */
    async stop(): Promise<void> {
      const ended = new AbortController();
      child.once('exit', () => ended.abort());
      const answered = once(child, 'message', { signal: ended.signal }) as Promise<[ExpensiveReport]>;
      child.send('stop');
      const [report] = await answered;
      child.disconnect();
      if (report.state === 'failed') throw new Error(report.why);
    },
  };
}

/** Calls of another account, by their names. */
async function expensiveCalls(
  service: MeasuredService,
  { rows }: OverloadSize,
): Promise<Record<string, ExpensiveCall>> {
  const { apiKey } = await account(service.databaseUrl);
  const caller = new Caller(service.url, apiKey);
  const numbers = await companyNumbers(service, rows);
  const table = { headers: ['number'], rows: numbers.map((number) => ({ number })) };
  const { source } = await caller.send<Imported>('POST', '/sources/import', table);
  const at = `/sources/${source.source_id}`;
  await caller.send('POST', `${at}/map`, { entity: 'company', columns: { corporate_number: 'number' } });
  await caller.send('POST', `${at}/resolve`, { execute: true, maxCredits: rows });
  const company_ids = numbers.slice(0, maxEstimateRows).map((number) => `cn_${number}`);
  const call = (method: string, path: string, body?: object): ExpensiveCall => ({
    method,
    url: `${service.url}/api/service${path}`,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const [, ...rest] = table.rows;
  return {
    exports: call('GET', `${at}/export`),
    'facet searches': call('POST', '/search', {
      limit: 1,
      facets: ['prefecture', 'size', 'listing_status'],
    }),
    'estimates by filters': call('POST', '/lists/estimate', {
      definition: { filters: { status: ['active'] }, limit: maxEstimateRows },
    }),
    'estimates by ids': call('POST', '/lists/estimate', { definition: { company_ids } }),
    // Another table each time; the same one would not be stored again.
    imports: {
      ...call('POST', '/sources/import', { ...table, rows: [{ number: placeMark }, ...rest] }),
      mark: placeMark,
    },
  };
}

async function companyNumbers({ databaseUrl }: MeasuredService, count: number): Promise<string[]> {
  const { rows } = await withSession(databaseUrl, (client) =>
    client.query<{ number: string }>(
      `SELECT corporate_number AS number FROM companies WHERE corporate_number IS NOT NULL
       ORDER BY company_id LIMIT $1`,
      [count],
    ),
  );
  return rows.map(({ number }) => number);
}
