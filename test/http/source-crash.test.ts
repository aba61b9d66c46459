import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { idOf } from '../support/companies.ts';
import { killDuring, moments, sendAgain } from '../support/crashes.ts';
import { startSuiteProcess } from '../support/service-process.ts';
import { size } from '../support/size.ts';
import { type SourceAccount, sourceSuite } from '../support/sources.ts';

// The service is killed in the middle of a resolve, of selections, of a decision about many rows or of reconciled queries.

/** Enough for several batches: the first has 50 rows, the others twice as many as the one before. */
const rowsOfRun = 1_200;
const rowsOfEach = size(60, 300);
const selections = 12;

const suite = await sourceSuite();
let running = await startSuiteProcess(suite);
afterAll(async () => {
  await running.kill();
  await suite.end();
});

const guards = { execute: true, maxCredits: rowsOfEach };

interface Prepared {
  readonly caller: SourceAccount;
  readonly id: string;
  readonly at: string;
}

/** A mapped source: a third of its rows will match, a third have candidates, a third are unknown. */
async function prepared(rowCount = rowsOfEach): Promise<Prepared> {
  const caller = await suite.account(10_000);
  const names = ['株式会社孤立電機', '株式会社同名商事', '誰も知らない株式会社'];
  const rows = Array.from({ length: rowCount }, (_, at) => ({ name: names[at % 3] ?? '' }));
  const id = await caller.mapped(rows);
  return { caller, id, at: `/sources/${id}` };
}

function send({ account }: SourceAccount, path: string, body: object, key: string) {
  return running.post<{ readonly run?: object }>(account, path, body, key);
}

async function calls({ caller, id }: Prepared) {
  const rows = await caller.rows(id, '&status=multiple_candidates');
  return rows.slice(0, selections).map(({ source_row_id }, at) => ({
    body: { row: source_row_id, companyId: idOf(at % 2 === 0 ? 3 : 4), maxCredits: 1 },
    key: randomUUID(),
  }));
}

/** Whatever happened: charges are those of the matched rows, the balance is the sum of entries, the counts are the rows. */
async function expectSound({ caller, id }: Prepared): Promise<number> {
  const { accountId } = caller.account;
  const { rows } = await suite.database.knex.raw<{
    rows: { charged: number; balance: number; shown: number; matched: number; counted: number }[];
  }>(
    `SELECT (SELECT coalesce(-sum(amount), 0) FROM credit_ledger WHERE account_id = :accountId AND kind = 'charge') AS charged,
       (SELECT sum(amount) FROM credit_ledger WHERE account_id = :accountId) AS balance,
       (SELECT sum(balance) FROM credit_balances WHERE account_id = :accountId) AS shown,
       (SELECT count(*) FROM source_rows WHERE source_id = :id AND resolve_status = 'matched') AS matched,
       (SELECT matched FROM sources WHERE source_id = :id) AS counted`,
    { accountId, id },
  );
  const [found] = rows;
  if (!found) throw new Error('nothing was counted');
  const numbers = Object.fromEntries(Object.entries(found).map(([name, value]) => [name, Number(value)]));
  expect(numbers).toEqual({
    charged: numbers.matched,
    balance: 10_000 - (numbers.matched ?? 0),
    shown: 10_000 - (numbers.matched ?? 0),
    matched: numbers.matched,
    counted: numbers.matched,
  });
  return numbers.matched ?? 0;
}

describe('a service that is killed', () => {
  it('during a resolve saves all or nothing, and the same key can be sent again', async () => {
    for (const moment of moments(['source_rows', 'credit_ledger'], 400)) {
      const source = await prepared();
      const key = randomUUID();
      const resolve = () => send(source.caller, `${source.at}/resolve`, guards, key);
      await killDuring(resolve, { ...suite.database, running, moment });
      expect([0, rowsOfEach / 3]).toContain(await expectSound(source));
      running = await startSuiteProcess(suite);
      const again = await sendAgain(resolve);
      expect(again.status).toBe(200);
      expect(again.body.run).toMatchObject({
        resolved_count: rowsOfEach / 3,
        newly_matched_count: rowsOfEach / 3,
      });
      expect(await expectSound(source)).toBe(rowsOfEach / 3);
    }
  }, 600_000);

  it('during selections settles and charges each row once', async () => {
    for (const moment of moments(['source_rows', 'credit_ledger'], 400)) {
      const source = await prepared();
      await source.caller.resolve(source.id).expect(200);
      const selected = await calls(source);
      const [first, ...others] = selected.map(
        ({ body, key }) =>
          () =>
            send(source.caller, `${source.at}/select`, body, key),
      );
      await first?.();
      const select = () => Promise.all(others.map((send) => send()));
      await killDuring(select, { ...suite.database, running, moment });
      await expectSound(source);
      running = await startSuiteProcess(suite);
      for (const { body, key } of selected) {
        const again = await sendAgain(() => send(source.caller, `${source.at}/select`, body, key));
        expect(again.status).toBe(200);
      }
      expect(await expectSound(source)).toBe(rowsOfEach / 3 + selections);
    }
  }, 600_000);

  it('during a run in the background loses no batch and charges none twice, and the next process goes on', async () => {
    const jobs = () => startSuiteProcess(suite, { JOBS: 'true' });
    await running.kill();
    running = await jobs();
    for (const moment of moments(['source_rows', 'source_runs', 'credit_ledger'], 800)) {
      const source = await prepared(rowsOfRun);
      const key = randomUUID();
      const start = () =>
        send(source.caller, `${source.at}/runs`, { execute: true, maxCredits: rowsOfRun }, key);
      const process = running;
      let killed = false;
      const kill = async () => {
        await process.kill();
        killed = true;
      };
      const resolveAll = async () => {
        await start();
        const isDone = async () =>
          (await source.caller.get(`${source.at}/inspect`)).body.source.status === 'resolved';
        while (!killed && !(await isDone())) await wait(20);
      };
      await killDuring(resolveAll, { ...suite.database, running: { ...process, kill }, moment });
      await expectSound(source);
      await forgetWorkers();
      running = await jobs();
      expect((await sendAgain(start)).status).toBe(202);
      const { body } = await source.caller.get(`${source.at}/runs`).expect(200);
      expect(body.items).toHaveLength(1);
      const ended = await source.caller.get(`${source.at}/runs/${body.items[0].run_id}?wait=30`).expect(200);
      const third = rowsOfRun / 3;
      expect(ended.body.run).toMatchObject({
        status: 'completed',
        progress: { rows_done: rowsOfRun, matched: third, multiple_candidates: third, not_found: third },
        billing: { credits_used: third },
      });
      expect(await expectSound(source)).toBe(third);
    }
  }, 600_000);

  it('during a decision about many rows saves all or nothing, and the same key can be sent again', async () => {
    for (const moment of moments(['source_rows', 'source_decisions', 'credit_ledger'], 400)) {
      const source = await prepared();
      await source.caller.resolve(source.id).expect(200);
      const key = randomUUID();
      const decisions = [
        { row: 2, action: 'choose', companyId: idOf(3), applyTo: 'same', remember: 'always' },
      ];
      const decide = () => send(source.caller, `${source.at}/decisions`, { ...guards, decisions }, key);
      await killDuring(decide, { ...suite.database, running, moment });
      expect([rowsOfEach / 3, (2 * rowsOfEach) / 3]).toContain(await expectSound(source));
      running = await startSuiteProcess(suite);
      expect((await sendAgain(decide)).status).toBe(200);
      expect(await expectSound(source)).toBe((2 * rowsOfEach) / 3);
      const { body } = await source.caller.get(`${source.at}/history?limit=500`).expect(200);
      expect(body.items).toHaveLength(rowsOfEach / 3);
    }
  }, 600_000);

  it('during batches of reconciled queries charges each question once, however often they are sent', async () => {
    const matched = 40;
    for (const moment of moments(['credit_ledger', 'reconciled_questions'], 200)) {
      const caller = await suite.account(10_000);
      const made = await caller.post('/keys', { purpose: 'reconciliation', max_credits: 100 }).expect(201);
      const { api_key, key } = made.body;
      // Three batches at once, which share questions.
      const sends = [0, 10, 20].map((first) => {
        const postalCodes = Array.from({ length: 20 }, (_, at) => String(1_000_000 + first + at));
        const queries = postalCodes.map((v, at) => [
          `q${at}`,
          { query: '株式会社孤立電機', properties: [{ pid: 'postal_code', v }] },
        ]);
        return () => reconcile(api_key, Object.fromEntries(queries));
      });
      const sendAll = () => Promise.all(sends.map((send) => send()));
      await killDuring(sendAll, { ...suite.database, running, moment });
      running = await startSuiteProcess(suite);
      for (const send of [...sends, ...sends]) expect((await sendAgain(send)).status).toBe(200);
      const { rows } = await suite.database.knex.raw(
        `SELECT count(*)::int AS questions, count(DISTINCT question)::int AS distinct,
           (SELECT -sum(amount)::int FROM credit_ledger WHERE key_id = :keyId) AS charged,
           (SELECT credits_spent::int FROM api_keys WHERE key_id = :keyId) AS spent,
           (SELECT sum(balance)::int FROM credit_balances WHERE account_id = :accountId) AS balance
         FROM reconciled_questions WHERE key_id = :keyId`,
        { keyId: key.key_id, accountId: caller.account.accountId },
      );
      const each = { questions: matched, distinct: matched, charged: matched, spent: matched };
      expect([moment, rows]).toEqual([moment, [{ ...each, balance: 10_000 - matched }]]);
    }
  }, 600_000);
});

/** A batch as OpenRefine sends it. @returns undefined when the process was killed before it had answered */
async function reconcile(apiKey: string, queries: object): Promise<{ readonly status: number } | undefined> {
  try {
    const body = new URLSearchParams({ queries: JSON.stringify(queries) });
    const response = await fetch(`${running.url}/reconcile/${apiKey}`, { method: 'POST', body });
    await response.arrayBuffer();
    return { status: response.status };
  } catch {
    return undefined;
  }
}

/** As if the killed process had been silent for longer than the queue waits for its heartbeat. */
async function forgetWorkers(): Promise<void> {
  const { knex } = suite.database;
  await knex.raw(`UPDATE graphile_worker._private_jobs SET locked_at = locked_at - make_interval(mins => 1)`);
  await knex.raw(`UPDATE job_workers SET seen_at = seen_at - make_interval(mins => 1)`);
}
