import { afterAll, expect, it } from '@jest/globals';
import { idOf } from '../support/companies.ts';
import { listSuite } from '../support/lists.ts';
import { startReceiver } from '../support/receiver.ts';
import { startSuiteProcess } from '../support/service-process.ts';

const receiver = await startReceiver();
const environment = { DELIVERY_TEST_RECEIVERS: receiver.origin };
const suite = await listSuite([{ number: 1, name: '株式会社停止' }], { JOBS: 'false', ...environment });
const account = await suite.richAccount();
const api = suite.as(account);
afterAll(async () => {
  await receiver.stop();
  await suite.end();
});

it('the process ends in time with deliveries in progress whose receivers do not answer', async () => {
  const listId = await suite.saveList(account, [idOf(1)]);
  await api.patch(`/lists/${listId}/delivery`, { type: 'webhook', url: `${receiver.origin}/hook` });
  receiver.answer = () => undefined;
  for (let made = 0; made < 4; made += 1) await api.post(`/lists/${listId}/deliver`, {}, { status: 202 });
  const working = await startSuiteProcess(suite, { ...environment, JOBS: 'true', STOP_TIMEOUT_MS: '300' });
  await receiver.message(2);
  expect(await working.stop()).toBe(0);
  // It did not wait until the exchanges had failed.
  const { items } = await api.get(`/lists/${listId}/deliveries`);
  for (const delivery of items) expect(delivery).toMatchObject({ status: 'pending', attempts: [] });
});
