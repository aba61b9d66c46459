import { setTimeout as wait } from 'node:timers/promises';
import { readSamples, type Scrape } from './promql.ts';

/** A scrape, and where it is in the weeks. */
export interface PlacedScrape extends Scrape {
  /** Number of the day, from 0. */
  readonly day: number;
}

const everyMs = 2_000;
/** The service reads the state of its stores and registers at most this often, when somebody asks for the metrics. */
const statesAreReadMs = 10_000;
const timeoutMs = 5_000;
/** The job that the dashboard asks for. */
export const job = 'company-data';

/** Scrapes the service as Prometheus would, more often because days are short. A scrape that fails is left out. */
export class Watch {
  readonly scrapes: PlacedScrape[] = [];
  readonly #urls: () => readonly string[];
  readonly #now: () => Date;
  #day = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  /** Whether to wait with the next reading of the states until the day is loaded. */
  isPatient = false;

  /** @param urls the services that run at this moment */
  constructor(urls: () => readonly string[], now: () => Date) {
    this.#urls = urls;
    this.#now = now;
  }

  begin(day: number): void {
    this.#day = day;
  }

  async work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (!this.isPatient || this.#stateAge() < statesAreReadMs) await this.scrape();
      await wait(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Waits until the next scrape shows the state of the stores and registers at that moment, and scrapes. */
  async scrapeStates(): Promise<void> {
    const pause = statesAreReadMs - this.#stateAge();
    if (pause > 0) await wait(pause + 50);
    await this.scrape();
  }

  #stateAge(): number {
    return performance.now() - this.#readAt;
  }

  async scrape(): Promise<void> {
    if (this.#stateAge() >= statesAreReadMs) this.#readAt = performance.now();
    const samples = new Map<string, { labels: Readonly<Record<string, string>>; value: number }[]>();
    const read = await Promise.all(this.#urls().map(readMetrics));
    if (read.every((each) => each === null)) return;
    for (const each of read)
      for (const [name, of] of each ?? []) samples.set(name, [...(samples.get(name) ?? []), ...of]);
    this.scrapes.push({
      at: performance.now() / 1_000,
      clock: this.#now().getTime() / 1_000,
      day: this.#day,
      samples,
    });
  }
}

async function readMetrics(url: string) {
  try {
    const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) return null;
    return readSamples(await response.text(), { job, instance: new URL(url).host });
  } catch {
    return null;
  }
}
