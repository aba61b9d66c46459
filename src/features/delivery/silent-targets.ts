/** A single exchange can fail for many reasons. */
const failuresInRow = 2;
/** How long a target is left alone then. */
const leftAloneMs = 30_000;
const maxTargets = 10_000;
/** An exchange that failed sooner did not wait for the target. */
export const minSilentMs = 1_000;

/**
 * Targets that have just not answered twice in a row, by account: the other deliveries to one of them would wait for it as long, each in a place that
 * another delivery could have. A process remembers its own.
 */
export class SilentTargets {
  readonly #failed = new Map<string, { readonly failures: number; readonly at: number }>();

  /** @param now milliseconds since 1970 */
  isLeftAlone(accountId: string, url: string, now: number): boolean {
    const failed = this.#failed.get(buildKey(accountId, url));
    // After the clock was set back, the failure seems to be to come.
    return (
      failed !== undefined && failed.failures >= failuresInRow && Math.abs(now - failed.at) < leftAloneMs
    );
  }

  noteOutcome(accountId: string, url: string, { answered, now }: { answered: boolean; now: number }): void {
    const key = buildKey(accountId, url);
    const failures = (this.#failed.get(key)?.failures ?? 0) + 1;
    this.#failed.delete(key);
    if (answered) return;
    this.#failed.set(key, { failures, at: now });
    const [oldest] = this.#failed.keys();
    if (this.#failed.size > maxTargets && oldest !== undefined) this.#failed.delete(oldest);
  }
}

function buildKey(accountId: string, url: string): string {
  return `${accountId} ${new URL(url).origin}`;
}
