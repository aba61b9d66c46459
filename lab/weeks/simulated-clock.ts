import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

/**
 * The clock of the weeks (docs/operations.md#four-weeks), loaded into the service and its commands by `NODE_OPTIONS=--import`: so they
 * run as they are shipped, and only their date differs. The file that `CLOCK_FILE` names has the milliseconds to add to this machine's
 * time. Moments pass at their usual pace; whole days pass when the file changes. Measurements (`performance.now()`) and
 * PostgreSQL keep this machine's time.
 */

const file = process.env.CLOCK_FILE ?? '';
const rereadMs = 20;

const OwnDate = Date;
let added = 0;
let readAt = Number.NEGATIVE_INFINITY;

function now(): number {
  const at = performance.now();
  if (at - readAt > rereadMs) {
    readAt = at;
    added = Number(readFileSync(file, 'utf8'));
  }
  return OwnDate.now() + added;
}

const SimulatedDate = new Proxy(OwnDate, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new OwnDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
OwnDate.prototype.constructor = SimulatedDate;
globalThis.Date = SimulatedDate;

/** Shorter ones keep the pace of requests to publishers, which no clock may shorten. */
const longPauseMs = 2_000;
const lookEveryMs = 200;

// What follows the registers sleeps until the next one is due. In the weeks, that is when the day changes.
if (process.argv.includes('follow')) {
  const ownPause = timers.setTimeout;
  const pause: typeof ownPause = async (ms = 0, value, options) => {
    if (ms <= longPauseMs) return ownPause(ms, value, options);
    const [began, until] = [performance.now(), now() + ms];
    while (performance.now() - began < ms && now() < until) await ownPause(lookEveryMs, undefined, options);
    return value as never;
  };
  timers.setTimeout = pause;
  syncBuiltinESMExports();
}
