import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { median, watch } from '../measure.ts';
import type { Attack } from './attack.ts';
import type { ProbeQuestion, ProbeReport } from './event-loop-probe.ts';
import type { Answered, Sender } from './sending.ts';

/** The effect of one attack. */
export interface Block extends Answered {
  readonly operationId: string;
  readonly kind: string;
  /** The longest block of the event loop in milliseconds, as measured in the process. */
  readonly blockMs: number;
  /** The same in processor time, which excludes other programs of a busy machine. */
  readonly busyMs: number;
  /** The longest wait of another client for `/healthz` meanwhile, minus the wait at rest, in milliseconds. */
  readonly waitMs: number;
  /** What ran in the longest period, for notable blocks. */
  readonly frames: readonly string[];
  /** Why it could not be sent. */
  readonly unsent?: string;
}

const everyMs = 3;
const restMs = 15;
/** Longer blocks are profiled and measured again, because a busy machine also causes blocks. */
const notableMs = 80;
const repeats = 2;
/** A busy machine alone never causes a block of this length. */
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

  /** The time of `/healthz` at rest. */
  async rest(): Promise<void> {
    const stop = this.watchOthers();
    await wait(500);
    this.restingMs = median(await stop());
  }

  /** Measures one attack; for a notable one the median of several measurements. */
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
    const stop = this.watchOthers();
    const answered = await this.sender.send(request);
    await after?.();
    await wait(restMs);
    const waits = await stop();
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

  private watchOthers(): () => Promise<number[]> {
    return watch(async () => {
      const { ms } = await this.sender.send({ method: 'GET', path: '/healthz' });
      await wait(everyMs);
      return ms;
    });
  }
}
