import { readRetryAfter } from '../client/index.ts';

/** The longest wait that the service may ask for. Quotas, which are free again tomorrow, ask for more: their refusal is shown. */
const maxWaitSeconds = 120;
const maxTries = 5;
/** If a proxy refuses and does not say for how long. */
const usualWaitSeconds = 5;

/** What the answer to a request asks for; null: it is final. */
function readWaitSeconds(answer: Response): number | null {
  if (answer.status !== 429) return null;
  const seconds = readRetryAfter(answer.headers.get('Retry-After'), new Date()) ?? usualWaitSeconds;
  return seconds <= maxWaitSeconds ? Math.max(1, seconds) : null;
}

interface Wait {
  readonly until: number;
  readonly end: (goesOn: boolean) => void;
  readonly isKept: boolean;
}

/** What waits with a request. */
interface WaitOptions {
  readonly signal: AbortSignal | undefined;
  /** Whether only the page of the review ends the wait: decisions are sent in the background, whatever page is open. */
  readonly isKept: boolean;
}

/**
 * Requests that the service refused because there were too many. Each is sent again when the service says, a few times at most, or until
 * a person stops it. Nothing of a refused request was done, so any request can be sent again.
 */
class RateWaits {
  private readonly waits = new Set<Wait>();
  private readonly listeners = new Set<() => void>();

  /** When the last of the waits ends, in milliseconds since 1970; null: nothing waits. */
  get until(): number | null {
    return this.waits.size === 0 ? null : Math.max(...[...this.waits].map(({ until }) => until));
  }

  /** @param onChange called when `until` changed @returns ends it */
  follow(onChange: () => void): () => void {
    this.listeners.add(onChange);
    return () => this.listeners.delete(onChange);
  }

  /** Whether `stop` would end a wait. */
  canStop(alsoKept: boolean): boolean {
    return this.listStoppable(alsoKept).length > 0;
  }

  /** Nothing is sent again: what waited ends with its refusal. */
  stop(alsoKept: boolean): void {
    for (const { end } of this.listStoppable(alsoKept)) end(false);
  }

  /** @param send throws by itself when the signal is aborted */
  async send(send: () => Promise<Response>, options: WaitOptions): Promise<Response> {
    for (let tried = 1; ; tried += 1) {
      const answer = await send();
      const seconds = readWaitSeconds(answer);
      if (seconds === null || tried >= maxTries || options.signal?.aborted) return answer;
      if (!(await this.wait(seconds, options))) return answer;
    }
  }

  /** @returns whether to send again */
  private async wait(seconds: number, { signal, isKept }: WaitOptions): Promise<boolean> {
    const goesOn = await new Promise<boolean>((resolve) => {
      const end = (again: boolean) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        this.waits.delete(wait);
        resolve(again);
      };
      const giveUp = () => end(false);
      const timer = setTimeout(() => end(true), seconds * 1000);
      const wait = { until: Date.now() + seconds * 1000, end, isKept };
      this.waits.add(wait);
      signal?.addEventListener('abort', giveUp, { once: true });
      this.announce();
    });
    this.announce();
    return goesOn;
  }

  private listStoppable(alsoKept: boolean): readonly Wait[] {
    return [...this.waits].filter(({ isKept }) => alsoKept || !isKept);
  }

  private announce(): void {
    for (const listener of this.listeners) listener();
  }
}

/** The waits of all calls, which one notice shows. */
export const rateWaits = new RateWaits();
