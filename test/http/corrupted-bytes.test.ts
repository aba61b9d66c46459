import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorCatalogue } from '../../src/contract/errors.ts';
import { testStack } from '../support/environment.ts';
import {
  type Answered,
  type Caller,
  callerOf,
  errorCodeOf,
  readingKinds,
  type Store,
  send,
} from '../support/fault-calls.ts';
import { type FaultyLink, startFaultyLink } from '../support/faulty-link.ts';
import { observationOf } from '../support/observations.ts';
import { serviceSuite } from '../support/service.ts';
import { type ServiceProcess, startSuiteProcess } from '../support/service-process.ts';
import { seed, size } from '../support/size.ts';
import { sourceWorld } from '../support/sources.ts';

// Bits change on the ways to the stores, without TLS, which would notice each. The service is a process of its own, so that
// it can end, or be kept busy forever.

const timeoutMs = 1_000;
const deadlineMs = 6_000;
const recoveryMs = 8_000;
const rounds = size(1, 60);

const suite = await serviceSuite([
  ...sourceWorld,
  { observations: [observationOf(5, 'bridge', { summary: '橋梁の点検' })] },
]);
let links: Record<Store, FaultyLink>;
let running: ServiceProcess;
let account: Caller;

beforeAll(async () => {
  await Promise.all([suite.service.reindexCompanies(), suite.service.reindexObservations()]);
  account = await callerOf(
    suite.service.url,
    await suite.service.createAccount({ plan: 'unlimited', credits: { basic: 1_000 } }),
  );
  links = {
    postgres: await startFaultyLink(suite.database.url, seed),
    elasticsearch: await startFaultyLink(testStack().elasticsearchUrl, seed),
  };
  running = await startSuiteProcess(suite, {
    DATABASE_URL: links.postgres.through(suite.database.urls.serving),
    DATABASE_TIMEOUT_MS: String(timeoutMs),
    ELASTICSEARCH_URL: links.elasticsearch.through(testStack().elasticsearchUrl),
    ELASTICSEARCH_TIMEOUT_MS: String(timeoutMs),
    LOG_LEVEL: 'info',
  });
});
afterAll(async () => {
  await running.kill();
  await Promise.all(Object.values(links).map((link) => link.stop()));
  await suite.end();
});

const askAll = () => Promise.all(readingKinds.map((kind) => send(running.url, account, kind, deadlineMs)));

/** What an answer is, as far as it can be told. */
function outcomeOf(answer: Answered): string {
  const code = errorCodeOf(answer);
  if (code !== undefined) return code in errorCatalogue ? code : `unknown ${code}`;
  if (answer.body === undefined) return `${answer.status}, not JSON`;
  return String(answer.status);
}

async function untilRight(): Promise<number> {
  const began = performance.now();
  for (;;) {
    const statuses = (await askAll()).map(({ status }) => status);
    if (statuses.every((status) => status === 200)) return performance.now() - began;
    if (performance.now() - began > recoveryMs) throw new Error(`not right again: ${statuses}`);
    await wait(100);
  }
}

describe('bits that change on the way to a store', () => {
  const cases = [
    ['answers', 'elasticsearch'],
    ['requests', 'elasticsearch'],
    ['answers', 'postgres'],
    ['requests', 'postgres'],
  ] as const;
  it.each(cases.filter(([part]) => size(0, 1) === 1 || part === 'answers'))(
    'in %s of %s end no process and no request late, and all is right again after them',
    async (part, store) => {
      await untilRight();
      const outcomes: Record<string, number> = {};
      let slowestMs = 0;
      let recoveredMs = 0;
      for (let round = 0; round < rounds; round += 1) {
        await links[store].set({ kind: 'corrupted', part, everyBytes: round % 2 === 0 ? 200 : 2_000 });
        const answers = await askAll();
        await links[store].set(null);
        expect(running.hasEnded).toBe(false);
        for (const answer of answers) {
          const outcome = outcomeOf(answer);
          expect(outcome).not.toMatch(/^unknown/);
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
          slowestMs = Math.max(slowestMs, answer.ms);
        }
        recoveredMs = Math.max(recoveredMs, await untilRight());
      }
      expect(Object.keys(outcomes).length).toBeGreaterThan(1);
      if (rounds > 2 || process.env.SHOW_FAULTS)
        console.log(
          `changed ${part} of ${store}: slowest ${Math.round(slowestMs)} ms, right again after ${Math.round(recoveredMs)} ms, ${JSON.stringify(outcomes)}`,
        );
    },
    900_000,
  );
});
