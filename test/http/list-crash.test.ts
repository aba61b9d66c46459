import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { idOf } from '../support/companies.ts';
import { killDuring, moments, sendAgain } from '../support/crashes.ts';
import { type ListAnswer, listSuite } from '../support/lists.ts';
import { startReceiver } from '../support/receiver.ts';
import type { TestAccount } from '../support/service.ts';
import { type ServiceProcess, startSuiteProcess } from '../support/service-process.ts';
import { size } from '../support/size.ts';

// The service is killed in the middle of a materialize, an enrichment, a refresh or a delivery.

const members = size(300, 2_000);
const granted = 100_000;

const receiver = await startReceiver();
const suite = await listSuite(
  Array.from({ length: members }, (_, at) => ({
    number: at + 1,
    name: `株式会社停電${at + 1}`,
    employees: at,
    website: `https://teiden${at + 1}.co.jp/`,
  })),
);
let running = await start();
afterAll(async () => {
  await running.kill();
  await suite.end();
  await receiver.stop();
});

function start(): Promise<ServiceProcess> {
  return startSuiteProcess(suite, { DELIVERY_TEST_RECEIVERS: receiver.origin });
}

function send(account: TestAccount, path: string, body: object, key: string) {
  return running.post<ListAnswer>(account, path, body, key);
}

async function completed(account: TestAccount, path: string, body: object, key: string): Promise<ListAnswer> {
  const answer = await sendAgain(() => send(account, path, body, key));
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** Charges are those of the saved rows and values, and the balances are the sums of their entries. */
async function expectSound({ accountId }: TestAccount): Promise<{ rows: number; values: number }> {
  const { rows: found } = await suite.database.knex.raw<{ rows: Record<string, number>[] }>(
    `SELECT (SELECT coalesce(-sum(amount), 0)::int FROM credit_ledger
         WHERE account_id = :accountId AND kind = 'charge' AND class = 'basic') AS basic,
       (SELECT coalesce(-sum(amount), 0)::int FROM credit_ledger
         WHERE account_id = :accountId AND kind = 'charge' AND class = 'enrichment') AS enrichment,
       (SELECT balance FROM credit_balances WHERE account_id = :accountId AND class = 'basic') AS basic_left,
       (SELECT balance FROM credit_balances WHERE account_id = :accountId AND class = 'enrichment') AS enrichment_left,
       (SELECT count(*) FROM list_rows WHERE account_id = :accountId) AS rows,
       (SELECT coalesce(sum(row_count), 0)::int FROM lists WHERE account_id = :accountId) AS counted,
       (SELECT count(*) FROM list_row_enrichments WHERE account_id = :accountId) AS values,
       (SELECT coalesce(sum(found_count), 0)::int FROM list_enrichment_runs WHERE account_id = :accountId) AS run_values`,
    { accountId },
  );
  const { rows = -1, values = -1, ...sums } = found[0] ?? {};
  expect(sums).toEqual({
    basic: rows,
    enrichment: values,
    basic_left: granted - rows,
    enrichment_left: granted - values,
    counted: rows,
    run_values: values,
  });
  return { rows, values };
}

async function estimate(account: TestAccount): Promise<string> {
  const definition = { company_ids: Array.from({ length: members }, (_, at) => idOf(at + 1)) };
  const answer = await suite.as(account).post('/lists/estimate', { definition });
  return answer.estimate.estimate_id;
}

async function savedList(account: TestAccount): Promise<string> {
  const body = { estimate_id: await estimate(account), name: '停電', execute: true, maxCredits: members };
  const { list } = await completed(account, '/lists/materialize', body, randomUUID());
  return list.list_id;
}

describe('a service that is killed', () => {
  it('during a materialize leaves a whole List or none', async () => {
    for (const moment of moments(['list_rows', 'credit_ledger'], 150)) {
      const account = await suite.richAccount(granted);
      const body = { estimate_id: await estimate(account), name: '停電', execute: true, maxCredits: members };
      const key = randomUUID();
      const materialize = () => send(account, '/lists/materialize', body, key);
      await killDuring(materialize, { ...suite.database, running, moment });
      expect([0, members]).toContain((await expectSound(account)).rows);
      running = await start();
      const again = await completed(account, '/lists/materialize', body, key);
      expect(again.saved_rows).toBe(members);
      expect(await expectSound(account)).toEqual({ rows: members, values: 0 });
    }
  }, 600_000);

  it('during an enrichment leaves a whole run or none', async () => {
    for (const moment of moments(['list_row_enrichments', 'credit_ledger'], 200)) {
      const account = await suite.richAccount(granted);
      const path = `/lists/${await savedList(account)}/enrichments/run`;
      const body = { fields: ['website', 'employees'], execute: true, maxCredits: 2 * members };
      const key = randomUUID();
      await killDuring(() => send(account, path, body, key), { ...suite.database, running, moment });
      expect([0, 2 * members]).toContain((await expectSound(account)).values);
      running = await start();
      expect((await completed(account, path, body, key)).run.found_count).toBe(2 * members);
      expect(await expectSound(account)).toEqual({ rows: members, values: 2 * members });
    }
  }, 600_000);

  it('during a refresh leaves a whole diff or none, and reports no change twice', async () => {
    const account = await suite.richAccount(granted);
    const listId = await savedList(account);
    await completed(account, `/lists/${listId}/publish`, {}, randomUUID());
    for (const [at, moment] of moments(['list_diffs', 'list_diff_rows'], 600).entries()) {
      const name = `株式会社停電後${at}`;
      const changed = [1, 2, 3].map(idOf);
      await suite.database
        .knex('company_names')
        .whereIn('company_id', changed)
        .where({ kind: 'legal' })
        .update({ name });
      const refresh = () => send(account, `/lists/${listId}/refresh`, {}, randomUUID());
      await killDuring(refresh, { ...suite.database, running, moment });
      running = await start();
      await completed(account, `/lists/${listId}/refresh`, {}, randomUUID());
      const { rows } = await suite.database.knex.raw<{
        rows: { diffs: number; entries: number; reported: number }[];
      }>(
        `SELECT (SELECT sum(added + removed + changed)::int FROM list_diffs WHERE list_id = :listId) AS diffs,
           (SELECT count(*) FROM list_diff_rows WHERE list_id = :listId) AS entries,
           (SELECT count(*) FROM list_diff_rows WHERE list_id = :listId AND display_name = :name) AS reported`,
        { listId, name },
      );
      const all = changed.length * (at + 1);
      expect(rows).toEqual([{ diffs: all, entries: all, reported: changed.length }]);
    }
  }, 600_000);

  it('during a delivery leaves it to the next process, under the same id', async () => {
    const account = await suite.richAccount(granted);
    const listId = await savedList(account);
    await suite.service
      .as(account)
      .patch(`/api/service/lists/${listId}/delivery`)
      .send({ type: 'webhook', url: 'https://hooks.example.com/' })
      .expect(200);
    await suite.database
      .knex('list_delivery_targets')
      .where({ list_id: listId })
      .update({ url: `${receiver.origin}/hook` });
    for (let at = 0; at < size(1, 25); at += 1) {
      const before = receiver.messages.length;
      // Received, and never answered: the process dies while it waits.
      receiver.answer = () => undefined;
      const delivered = send(account, `/lists/${listId}/deliver`, {}, randomUUID());
      const first = await receiver.message(before + 1);
      const deliveryId = (await delivered)?.body.delivery_id;
      await running.kill();
      receiver.answer = (response) => void response.end('ok');
      await suite.database.knex.raw(
        `UPDATE graphile_worker._private_jobs SET locked_at = locked_at - make_interval(mins => 1)`,
      );
      await suite.database.knex.raw(`UPDATE job_workers SET seen_at = seen_at - make_interval(mins => 1)`);
      running = await start();
      const second = await receiver.message(before + 2, 30_000);
      expect([first, second].map(({ headers }) => headers['webhook-id'])).toEqual([deliveryId, deliveryId]);
      expect(second.body).toBe(first.body);
      for (let tries = 0; tries < 100; tries += 1) {
        const { delivery } = await suite.as(account).get(`/lists/${listId}/deliveries/${deliveryId}`);
        if (delivery.status === 'delivered') break;
        await wait(100);
      }
      const { items } = await suite.as(account).get(`/lists/${listId}/deliveries?limit=1`);
      expect(items).toMatchObject([{ delivery_id: deliveryId, status: 'delivered' }]);
    }
  }, 600_000);
});
