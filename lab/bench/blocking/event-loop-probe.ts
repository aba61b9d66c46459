import { readFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into the service by `--import` before its own code. Reports to the benchmark, over the channel between the two
 * processes, how long the event loop was blocked and which functions ran meanwhile.
 */

export type ProbeQuestion = 'reset' | 'profile' | 'report';

export interface ProbeReport {
  /** The longest block since the reset, in milliseconds. */
  readonly blockMs: number;
  /** The maximum processor time of the thread between two turns: a block without the time of other programs. */
  readonly busyMs: number;
  readonly rss: number;
  /** Peak memory of the process, in bytes. */
  readonly peakRss: number;
  /** What ran in the longest busy period since the profile began: function, share and callers. */
  readonly frames: readonly string[];
}

const everyMs = 2;
// The loop measures itself at its next turn, so a question must not be answered in the turn that it arrives in.
const nextTurnsMs = 5;
const framesShown = 6;
const callersShown = 4;

if (isMainThread && process.send) listen(process.send.bind(process));

function listen(send: (report: ProbeReport) => void): void {
  let longest = { blockMs: 0, busyMs: 0 };
  let turn = { at: performance.now(), busy: processorMs() };
  setInterval(() => {
    const next = { at: performance.now(), busy: processorMs() };
    longest = {
      blockMs: Math.max(longest.blockMs, next.at - turn.at - everyMs),
      busyMs: Math.max(longest.busyMs, next.busy - turn.busy),
    };
    turn = next;
  }, everyMs).unref();
  let session: Session | undefined;
  process.on('message', async (question: ProbeQuestion) => {
    await wait(nextTurnsMs);
    const frames = question === 'report' && session ? busiest(await stopped(session)) : [];
    if (question === 'report') session = undefined;
    if (question === 'profile') session = begun();
    const peakRss = process.resourceUsage().maxRSS * 1024;
    send({ ...longest, rss: process.memoryUsage.rss(), peakRss, frames });
    if (question !== 'report') longest = { blockMs: 0, busyMs: 0 };
  });
  // The parent process has ended without a message.
  process.once('disconnect', () => process.exit(1));
}

/** Processor time of this thread, or elapsed time if the system does not report it. */
function processorMs(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

function begun(): Session {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.start');
  return session;
}

function stopped(session: Session): Promise<Profiler.Profile> {
  return new Promise((resolve, reject) => {
    session.post('Profiler.stop', (error, { profile }) => {
      session.disconnect();
      if (error) reject(error);
      else resolve(profile);
    });
  });
}

/** Functions by their own time in the longest period without idle time. */
function busiest({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callerOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const nameOf = (id: number | undefined) =>
    id === undefined ? '' : (byId.get(id)?.callFrame.functionName ?? '');
  let stretch = new Map<number, number>();
  let longest = stretch;
  const total = (times: ReadonlyMap<number, number>) =>
    [...times.values()].reduce((sum, one) => sum + one, 0);
  const end = () => {
    if (total(stretch) > total(longest)) longest = stretch;
    stretch = new Map();
  };
  samples.forEach((id, at) => {
    if (nameOf(id) === '(idle)') end();
    else stretch.set(id, (stretch.get(id) ?? 0) + (timeDeltas[at + 1] ?? 0));
  });
  end();
  const whole = total(longest);
  const withCallers = (id: number) => {
    const names: string[] = [];
    for (
      let at: number | undefined = id;
      at !== undefined && names.length < callersShown;
      at = callerOf.get(at)
    )
      names.push(nameOf(at) || '(anonymous)');
    return names.join(' < ');
  };
  return [...longest]
    .sort(([, a], [, b]) => b - a)
    .slice(0, framesShown)
    .map(
      ([id, micros]) =>
        `${Math.round((100 * micros) / whole)} % of ${Math.round(whole / 1000)} ms ${withCallers(id)}`,
    );
}
