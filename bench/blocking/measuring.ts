import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../measure.ts';
import type { Attack } from './attack.ts';
import type { ProbeQuestion, ProbeReport } from './event-loop-probe.ts';
import type { Answered, Sender } from './sending.ts';

/** What one attack did. */
export interface Block extends Omit<Answered, 'ms'> {
  readonly operationId: string;
  readonly kind: string;
  /** Milliseconds until it was answered. */
  readonly ms: number;
  /** Milliseconds that the event loop stood still for, at the longest, as the process itself measured it. */
  readonly blockMs: number;
  /** Of processor time: without what other programs of a busy machine took. */
  readonly busyMs: number;
  /** Milliseconds that another client waited for `/healthz` meanwhile, at the longest, above what it waits at rest. */
  readonly waitMs: number;
  /** What ran in the longest stretch, of blocks that are worth a look. */
  readonly frames: readonly string[];
  /** Why it could not be sent. */
  readonly unsent?: string;
}

const everyMs = 3;
const restMs = 15;
/** Blocks beyond this are measured again, because a busy machine blocks too, and looked into. */
const notableMs = 80;
const repeats = 2;
/** No busy machine makes such a block. */
const certainMs = 1000;

export async function askProbe(child: ChildProcess, question: ProbeQuestion): Promise<ProbeReport> {
  const answer = once(child, 'message');
  child.send(question);
  const [report] = await answer;
  return report as ProbeReport;
}

export class BlockMeasure {
  private restingMs = 0;

  constructor(
    private readonly child: ChildProcess,
    private readonly sender: Sender,
  ) {}

  /** What `/healthz` takes while nothing else happens. */
  async rest(): Promise<void> {
    const watch = this.watchOthers();
    await wait(500);
    this.restingMs = median(await watch());
  }

  /** One attack; of a notable one the median of several. */
  async measure(attack: Attack): Promise<Block> {
    const first = await this.once(attack, 'reset');
    if (first.busyMs < notableMs || first.unsent !== undefined) return first;
    const all = [first];
    for (let turn = 0; turn < repeats && first.busyMs < certainMs; turn += 1)
      all.push(await this.once(attack, 'reset'));
    const sent = all.filter(({ unsent }) => unsent === undefined);
    const blockMs = median(sent.map((one) => one.blockMs));
    const busyMs = median(sent.map((one) => one.busyMs));
    const waitMs = median(sent.map((one) => one.waitMs));
    const { frames } = busyMs < notableMs ? first : await this.once(attack, 'profile');
    return { ...first, blockMs, busyMs, waitMs, frames };
  }

  private async once({ operationId, kind, make, after }: Attack, question: ProbeQuestion): Promise<Block> {
    const named = { operationId, kind };
    let request: Awaited<ReturnType<typeof make>>;
    try {
      request = await make();
    } catch (error) {
      const unsent = error instanceof Error ? error.message : String(error);
      return { ...named, status: 0, ms: 0, bytes: 0, blockMs: 0, busyMs: 0, waitMs: 0, frames: [], unsent };
    }
    await askProbe(this.child, question);
    const watch = this.watchOthers();
    const answered = await this.sender.send(request);
    await after?.();
    await wait(restMs);
    const waits = await watch();
    const { blockMs, busyMs, frames } = await askProbe(this.child, 'report');
    return {
      ...named,
      ...answered,
      blockMs,
      busyMs,
      frames,
      waitMs: Math.max(0, Math.max(...waits) - this.restingMs),
    };
  }

  /** @returns a function that ends it and gives all waits */
  private watchOthers(): () => Promise<number[]> {
    const waits: number[] = [];
    const state = { watching: true };
    const watching = (async () => {
      while (state.watching) {
        const { ms } = await this.sender.send({ method: 'GET', path: '/healthz' });
        waits.push(ms);
        await wait(everyMs);
      }
    })();
    return async () => {
      state.watching = false;
      await watching;
      return waits;
    };
  }
}
