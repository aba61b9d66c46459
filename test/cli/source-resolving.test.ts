import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { answered, type CompanyDataClient, createClient, maxRowsInOneCall } from '../../client/index.ts';
import {
  countRemainingRows,
  followRun,
  isOpenRun,
  isResumableRun,
  needsRun,
  type Run,
  SourceCalls,
} from '../../client/source-resolving.ts';
import { CommandSuite } from './command-suite.ts';

/** The way of the command line, the desk and the assistants to the companies of a source, with the API itself. */

let suite: CommandSuite;
beforeAll(async () => {
  suite = await CommandSuite.start({ JOBS: 'true' });
});
afterAll(() => suite.end());

let client: CompanyDataClient;
beforeEach(async () => {
  await suite.newAccount(500);
  client = createClient({ baseUrl: suite.service.service.url, apiKey: suite.account.apiKey });
});

/** A mapped source; each of its names has one company. */
async function importRows(count: number): Promise<SourceCalls> {
  const rows = Array.from({ length: count }, (_, at) => ({ 会社名: '株式会社孤立電機', 番号: String(at) }));
  const body = { headers: ['会社名', '番号'], rows };
  const { source } = await answered(client.POST('/api/service/sources/import', { body }));
  const path = { sourceId: source.source_id };
  const mapping = { entity: 'company' as const, columns: { name: '会社名' } };
  await answered(client.POST('/api/service/sources/{sourceId}/map', { params: { path }, body: mapping }));
  return new SourceCalls(client, source.source_id);
}

const inspect = async (calls: SourceCalls) => (await answered(calls.inspect())).source;

describe('resolving a source', () => {
  it('counts what is left, says its price, and charges it once', async () => {
    const calls = await importRows(3);
    expect(countRemainingRows(await inspect(calls))).toBe(3);
    expect(needsRun(await inspect(calls))).toBe(false);
    const priced = await answered(calls.resolve('price', { maxCredits: 3, dryRun: true }));
    expect(priced.billing.credits_used).toBe(3);
    expect(countRemainingRows(await inspect(calls))).toBe(3);
    const [first, again] = [await resolveFor(calls, 3), await resolveFor(calls, 3)];
    expect([first.credits_used, first.deduplicated]).toEqual([3, false]);
    expect([again.credits_used, again.deduplicated]).toEqual([0, true]);
    expect(countRemainingRows(await inspect(calls))).toBe(0);
    expect(await suite.balance()).toBe(497);
  });

  const resolveFor = async (calls: SourceCalls, maxCredits: number) =>
    (await answered(calls.resolve('once', { maxCredits }))).billing;

  it('follows a run to its end, resumes it, and does not resume what is complete', async () => {
    const calls = await importRows(120);
    // The first batch has 50 rows, and the second would cost more than 60 credits.
    const started = (await answered(calls.startRun('run', 60))).run;
    expect([isOpenRun(started), isResumableRun(started)]).toEqual([true, false]);
    const stopped = await followToEnd(calls, started);
    expect(stopped).toMatchObject({ status: 'stopped', progress: { rows_done: 50 } });
    expect(isResumableRun(stopped)).toBe(true);
    const resumed = (await answered(calls.resumeRun(stopped.run_id, 'more', 120))).run;
    const completed = await followToEnd(calls, resumed);
    expect(completed).toMatchObject({ status: 'completed', billing: { credits_used: 120 } });
    expect([isOpenRun(completed), isResumableRun(completed)]).toEqual([false, false]);
    expect((await answered(calls.listRuns({ limit: 1 }))).items[0]?.run_id).toBe(completed.run_id);
  });

  const followToEnd = async (calls: SourceCalls, run: Run) =>
    (
      await followRun(
        () => answered(calls.getRun(run.run_id, { wait: 5 })),
        () => true,
      )
    ).run;

  it('can end a run, and can stop to follow it', async () => {
    const calls = await importRows(120);
    const { run } = await answered(calls.startRun('run', 120));
    const asked = await followRun(
      () => answered(calls.getRun(run.run_id)),
      () => false,
    );
    if (isOpenRun(asked.run)) await answered(calls.cancelRun(run.run_id));
    expect(isOpenRun(await followToEnd(calls, run))).toBe(false);
  });
});

describe('the rows that are left', () => {
  const counts = { total: 9, matched: 4, unresolved: 1, not_found: 2, multiple_candidates: 1, invalid: 1 };
  const count = (status: 'mapped' | 'resolved', more = {}) => ({
    status,
    resolve_summary: { ...counts, ...more } as never,
  });

  it('are all that are not matched after a mapping, and later only those without a company', () => {
    expect(countRemainingRows(count('mapped'))).toBe(5);
    expect(countRemainingRows(count('resolved'))).toBe(3);
  });

  it('need a run if there are more than one call takes', () => {
    const rows = (left: number) => count('mapped', { total: left, matched: 0 });
    expect(needsRun(rows(maxRowsInOneCall))).toBe(false);
    expect(needsRun(rows(maxRowsInOneCall + 1))).toBe(true);
    expect(needsRun(rows(11), 10)).toBe(true);
  });
});
