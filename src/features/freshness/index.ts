import type { Knex } from 'knex';
import type { SharedGauge } from '../../http/metrics.ts';
import { withTimeout } from '../../running/with-timeout.ts';
import { computeRatio, type Freshness } from './freshness.ts';
import { FreshnessService } from './freshness-service.ts';
import { FreshnessStore } from './freshness-store.ts';

export interface FreshnessNeeds {
  readonly knex: Knex;
  now(): Date;
}

/** A probe must not wait for a database that hangs. */
const readTimeoutMs = 2_000;
/** A scrape does not wait longer either, also not for a connection. */
const answerTimeoutMs = 700;

/** How fresh the data is, by register. */
export function createFreshness({ knex, now }: FreshnessNeeds) {
  const store = new FreshnessStore(knex, readTimeoutMs);
  const freshness = new FreshnessService(store, now);
  return { freshness, gauges: createGauges(freshness) };
}

function createGauges(freshness: FreshnessService): SharedGauge[] {
  const createGauge = (
    name: string,
    help: string,
    combine: SharedGauge['combine'],
    measure: (register: Freshness) => number | null,
  ): SharedGauge => ({
    name,
    help,
    labelNames: ['register'],
    combine,
    async values() {
      // Another gauge says whether the database answers.
      const registers = await withTimeout(freshness.listRegisters(), answerTimeoutMs).catch(() => []);
      return registers.map((each) => ({ labels: { register: each.register }, value: measure(each) }));
    },
  });
  return [
    createGauge(
      'register_complete_through_timestamp_seconds',
      'The beginning, in UTC, of the last day up to which everything published is loaded, by register',
      'max',
      ({ completeThrough }) => (completeThrough === null ? null : Date.parse(completeThrough) / 1_000),
    ),
    createGauge(
      'register_behind_seconds',
      'How long something published has been missing, by followed register; 0 if nothing is',
      'min',
      ({ behindSeconds }) => behindSeconds,
    ),
    createGauge(
      'register_following_failures',
      "Failures since the publisher's last complete answer, by followed register",
      'min',
      ({ state, failures }) => (state === 'not_followed' ? null : failures),
    ),
    createGauge(
      'register_rejected_ratio',
      'Part of the rows of the last seven days that were rejected, from 0 to 1, by followed register',
      'max',
      ({ rejectedRatio }) => rejectedRatio,
    ),
    {
      name: 'signal_coverage_ratio',
      help: 'Part of the active companies that have a value, from 0 to 1, by signal',
      labelNames: ['signal'],
      combine: 'max',
      async values() {
        const signals = await withTimeout(freshness.coverage(), answerTimeoutMs).catch(() => []);
        return signals.map(({ signal, withValue, total }) => ({
          labels: { signal },
          value: computeRatio(withValue, total),
        }));
      },
    },
  ];
}
