import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { OutboundClient } from '../../src/outbound/outbound-client.ts';
import { idOf } from '../support/companies.ts';
import { type ListAnswer, listSuite } from '../support/lists.ts';
import { type ReceivedMessage, startReceiver } from '../support/receiver.ts';

const ids = [1, 2, 3].map(idOf);

const receiver = await startReceiver();
/** Nothing is permitted to be sent here. */
const canary = await startReceiver();
const suite = await listSuite(
  ids.map((_, at) => ({ number: at + 1, name: `株式会社<配信>${at + 1}` })),
  { JOBS: 'true', DELIVERY_TEST_RECEIVERS: receiver.origin, PUBLIC_URL: 'https://api.example.jp' },
);
const account = await suite.richAccount();
const api = suite.as(account);
afterEach(() => {
  receiver.answer = (response) => void response.end('ok');
});
afterAll(async () => {
  await suite.end();
  expect(canary.messages).toEqual([]);
  await Promise.all([receiver.stop(), canary.stop()]);
});

const unknownId = '01890000-0000-7000-8000-000000000000';

async function configure(listId: string, body: object, status = 200): Promise<ListAnswer> {
  return api.patch(`/lists/${listId}/delivery`, body, status);
}

async function deliver(listId: string, body: object = {}, status = 202): Promise<ListAnswer> {
  return api.post(`/lists/${listId}/deliver`, body, { status });
}

/** A List with a webhook on the receiver. */
async function webhookList(body: object = {}): Promise<{ listId: string; secret: string }> {
  const listId = await suite.saveList(account, ids, '配信 & <一覧>');
  const { delivery } = await configure(listId, {
    type: 'webhook',
    url: `${receiver.origin}/hook/s3cret`,
    ...body,
  });
  return { listId, secret: delivery.secret };
}

/** The delivery as soon as it is as wanted. */
async function deliveryWhen(
  listId: string,
  deliveryId: string,
  wanted: (delivery: ListAnswer) => boolean,
): Promise<ListAnswer> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { delivery } = await api.get(`/lists/${listId}/deliveries/${deliveryId}`);
    if (wanted(delivery)) return delivery;
    await wait(100);
  }
  throw new Error('the delivery did not become as wanted');
}

const tried = ({ attempts }: ListAnswer) => attempts.length > 0;

function expectSigned({ headers, body }: ReceivedMessage, secret: string): void {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(content).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);
}

describe('a delivery target', () => {
  it('shows its secret once, and never its whole address', async () => {
    const listId = await suite.saveList(account, ids);
    const read = () => api.get(`/lists/${listId}/delivery`);
    expect(await read()).toMatchObject({ delivery: null });
    const first = await configure(listId, {
      type: 'webhook',
      url: 'https://hooks.example.com/T0/secret?token=x',
    });
    expect(first.delivery).toMatchObject({
      type: 'webhook',
      url: 'https://hooks.example.com/***',
      enabled: true,
      payload: 'summary',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const second = await configure(listId, { enabled: false, payload: 'diff' });
    expect(second.delivery).toMatchObject({ enabled: false, payload: 'diff' });
    expect(second.delivery).not.toHaveProperty('secret');
    expect(JSON.stringify(await read())).not.toMatch(/secret|token/);

    const rotated = await configure(listId, { rotate_secret: true });
    expect(rotated.delivery.secret).not.toBe(first.delivery.secret);
    const moved = await configure(listId, { url: 'https://other.example.com/' });
    expect(moved.delivery.secret).not.toBe(rotated.delivery.secret);
    const chat = await configure(listId, { type: 'chat' });
    expect(chat.delivery).not.toHaveProperty('secret');
  });

  it('needs type and url the first time', async () => {
    const listId = await suite.saveList(account, ids);
    expect((await configure(listId, { type: 'webhook' }, 400)).error).toMatchObject({
      code: 'invalid_request',
      details: [{ field: 'url' }],
    });
  });

  it.each([
    ['a private address', () => 'https://10.0.0.1/'],
    ['a metadata address', () => 'https://169.254.169.254/latest/meta-data/'],
    ['plain http', () => 'http://example.com/'],
    ['credentials', () => 'https://user:password@example.com/'],
    ['another port of this machine', () => `${canary.origin}/`],
    ['a permitted origin in disguise', () => `${receiver.origin}@10.0.0.1/`],
  ])('is refused when it is %s', async (_, url) => {
    const listId = await suite.saveList(account, ids);
    const { error } = await configure(listId, { type: 'webhook', url: url() }, 422);
    expect(error.code).toBe('delivery_target_rejected');
    expect(JSON.stringify(error)).not.toMatch(/password|10\.0\.0\.1|169\.254/);
    expect(await api.get(`/lists/${listId}/delivery`)).toMatchObject({
      delivery: null,
    });
  });
});

describe('a delivery', () => {
  it('needs a target that is enabled', async () => {
    const listId = await suite.saveList(account, ids);
    expect((await deliver(listId, {}, 409)).error.code).toBe('list_state_conflict');
    await configure(listId, { type: 'webhook', url: `${receiver.origin}/`, enabled: false });
    expect((await deliver(listId, {}, 409)).error.code).toBe('list_state_conflict');
  });

  it('of a diff needs a diff', async () => {
    const { listId } = await webhookList({ payload: 'diff' });
    expect((await deliver(listId, {}, 409)).error.code).toBe('list_state_conflict');
  });

  it('is signed, named by its id, and recorded', async () => {
    const { listId, secret } = await webhookList({ payload: 'rows' });
    const before = receiver.messages.length;
    const accepted = await deliver(listId);
    expect(accepted).toMatchObject({ status: 'pending', payload: 'rows' });
    const message = await receiver.message(before + 1);
    expect(message.path).toBe('/hook/s3cret');
    expect(message.headers['webhook-id']).toBe(accepted.delivery_id);
    expectSigned(message, secret);
    expect(Math.abs(Date.now() / 1000 - Number(message.headers['webhook-timestamp']))).toBeLessThan(60);
    expect(JSON.parse(message.body)).toMatchObject({
      type: 'list.rows',
      data: {
        list: { list_id: listId, row_count: 3 },
        rows: ids.map((company_id) => ({ company_id, company: { company_id } })),
        truncated: false,
        links: { list: `https://api.example.jp/api/service/lists/${listId}` },
      },
    });
    const delivery = await deliveryWhen(listId, accepted.delivery_id, ({ status }) => status === 'delivered');
    expect(delivery.attempts).toMatchObject([{ attempt: 1, outcome: 'accepted', status_code: 200 }]);
    const { items } = await api.get(`/lists/${listId}/deliveries`);
    expect(items).toEqual([delivery]);
  });

  it('leaves out what is suppressed, excluded or rejected', async () => {
    const { listId } = await webhookList();
    await api.post(`/lists/${listId}/publish`, {});
    for (const number of [1, 2, 3])
      await suite.database
        .knex('company_names')
        .where({ company_id: idOf(number) })
        .update({ name: `株式会社${listId}-${number}` });
    const { diff } = await api.post(`/lists/${listId}/refresh`, {});
    const rowOf = (company: string) =>
      diff.rows.find((row: { company_id: string }) => row.company_id === company).diff_row_id;
    const patch = (path: string, body: object) => api.patch(`/lists/${listId}/${path}`, body);
    await patch(`diff-rows/${rowOf(idOf(1))}/review`, { outcome: 'rejected' });
    await patch(`diff-rows/${rowOf(idOf(2))}/exclusion`, { excluded: true });
    const named = async (payload: string) => {
      const before = receiver.messages.length;
      await deliver(listId, { payload });
      const { data } = JSON.parse((await receiver.message(before + 1)).body);
      return data.rows.map((row: { company_id: string }) => row.company_id);
    };
    expect(await named('diff')).toEqual([idOf(3)]);
    expect(await named('rows')).toEqual([idOf(1), idOf(3)]);
  });

  it('to a chat tool is a text with a summary and a link, in which names cannot be markup', async () => {
    const { listId } = await webhookList({ type: 'chat' });
    const before = receiver.messages.length;
    await deliver(listId);
    const { headers, body } = await receiver.message(before + 1);
    expect(headers).not.toHaveProperty('webhook-signature');
    expect(JSON.parse(body)).toEqual({
      text: [
        '*配信 &amp; &lt;一覧&gt;*: 3 rows',
        'Not refreshed yet',
        `<https://api.example.jp/api/service/lists/${listId}|Open the List>`,
      ].join('\n'),
    });
  });

  it('that is refused is retried, with the same id and the same bytes', async () => {
    const { listId, secret } = await webhookList();
    const before = receiver.messages.length;
    receiver.answer = (response) => {
      receiver.answer = (later) => void later.end('ok');
      response.statusCode = 503;
      response.end();
    };
    const { delivery_id } = await deliver(listId);
    const [one, two] = [await receiver.message(before + 1), await receiver.message(before + 2)];
    expect(two.headers['webhook-id']).toBe(one.headers['webhook-id']);
    expect(two.body).toBe(one.body);
    expectSigned(two, secret);
    const delivery = await deliveryWhen(listId, delivery_id, ({ status }) => status === 'delivered');
    expect(delivery.attempts).toMatchObject([
      { attempt: 1, outcome: 'refused', status_code: 503 },
      { attempt: 2, outcome: 'accepted', status_code: 200 },
    ]);
  });

  it('does not follow a redirect', async () => {
    const { listId } = await webhookList();
    receiver.answer = (response) => {
      response.writeHead(307, { Location: `${canary.origin}/` });
      response.end();
    };
    const { delivery_id } = await deliver(listId);
    const delivery = await deliveryWhen(listId, delivery_id, tried);
    expect(delivery).toMatchObject({
      status: 'pending',
      attempts: [{ outcome: 'refused', status_code: 307 }],
    });
    expect(canary.messages).toEqual([]);
  });

  it('to a receiver that closes early is recorded and retried', async () => {
    const { listId } = await webhookList();
    receiver.answer = (response) => void response.destroy();
    const { delivery_id } = await deliver(listId);
    const delivery = await deliveryWhen(listId, delivery_id, tried);
    expect(delivery).toMatchObject({
      status: 'pending',
      attempts: [{ outcome: 'unreachable', status_code: null, message: 'The receiver did not answer.' }],
    });
  });

  it('to a receiver that is gone (410) fails at once, and can be sent again under its id', async () => {
    const { listId } = await webhookList({ url: `${receiver.origin}/gone` });
    const ofIt = () => receiver.messages.filter(({ path }) => path === '/gone');
    // Deliveries of other tests may be retried meanwhile.
    receiver.answer = (response, { path }) => {
      response.statusCode = path === '/gone' && ofIt().length === 1 ? 410 : 200;
      response.end();
    };
    const { delivery_id } = await deliver(listId);
    await deliveryWhen(listId, delivery_id, ({ status }) => status === 'failed');
    const path = `/lists/${listId}/deliveries/${delivery_id}/redeliver`;
    expect(await api.post(path, {}, { status: 202 })).toMatchObject({
      delivery_id,
      status: 'pending',
    });
    const delivery = await deliveryWhen(listId, delivery_id, ({ status }) => status === 'delivered');
    expect(ofIt().map(({ headers }) => headers['webhook-id'])).toEqual([delivery_id, delivery_id]);
    expect(delivery.attempts.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'refused',
      'accepted',
    ]);
  });

  it('whose message was removed because of its age cannot be sent again', async () => {
    const { listId } = await webhookList();
    const { delivery_id } = await deliver(listId);
    await deliveryWhen(listId, delivery_id, ({ status }) => status === 'delivered');
    await suite.database.knex('list_deliveries').where({ delivery_id }).update({ body: null });
    const path = `/lists/${listId}/deliveries/${delivery_id}`;
    expect((await api.post(`${path}/redeliver`, {}, { status: 409 })).error).toMatchObject({
      code: 'list_state_conflict',
      message: expect.stringContaining('was removed 30 days after'),
    });
    expect((await api.get(path)).delivery).toMatchObject({ status: 'delivered' });
  });

  it('that the List does not have is not found', async () => {
    const { listId } = await webhookList();
    for (const id of [unknownId, 'x']) {
      const redeliver = {
        as: account,
        path: `/lists/${listId}/deliveries/${id}/redeliver`,
        body: {},
        status: 404,
      };
      expect((await suite.send(redeliver)).error.code).toBe('not_found');
      const read = { as: account, path: `/lists/${listId}/deliveries/${id}`, status: 404 };
      expect((await suite.send(read)).error.code).toBe('not_found');
    }
  });

  it('is not retried after its List was archived', async () => {
    const { listId } = await webhookList();
    receiver.answer = (response) => void response.destroy();
    const { delivery_id } = await deliver(listId);
    await deliveryWhen(listId, delivery_id, tried);
    await api.patch(`/lists/${listId}/status`, { status: 'archived' });
    const delivery = await deliveryWhen(listId, delivery_id, ({ status }) => status === 'failed');
    expect(delivery.attempts.at(-1)).toMatchObject({ outcome: 'target_rejected' });
  });
});

describe('a delivery with an Idempotency-Key', () => {
  const deliverWith = (listId: string, key: string, body: object = {}) =>
    suite.service
      .as(account)
      .post(`/api/service/lists/${listId}/deliver`)
      .set('Idempotency-Key', key)
      .send(body);
  const deliveriesOf = async (listId: string) => (await api.get(`/lists/${listId}/deliveries`)).items;

  it('is made once, and the repeated call finds it', async () => {
    const { listId } = await webhookList();
    const before = receiver.messages.length;
    const one = await deliverWith(listId, 'once');
    const two = await deliverWith(listId, 'once');
    expect([one.status, two.status]).toEqual([202, 202]);
    expect(two.body).toEqual(one.body);
    expect(one.headers).not.toHaveProperty('idempotent-replayed');
    expect(two.headers).toMatchObject({ 'idempotent-replayed': 'true', 'credits-used': '0' });
    const { delivery_id } = one.body;
    await deliveryWhen(listId, delivery_id, ({ status }) => status === 'delivered');
    expect(await deliveriesOf(listId)).toMatchObject([{ delivery_id }]);
    expect(receiver.messages.slice(before).map(({ headers }) => headers['webhook-id'])).toEqual([
      delivery_id,
    ]);
    const other = await deliver(listId);
    expect(other.delivery_id).not.toBe(delivery_id);
    await deliveryWhen(listId, other.delivery_id, ({ status }) => status === 'delivered');
  });

  it('sent ten times at once is made once', async () => {
    const { listId } = await webhookList();
    const answers = await Promise.all(Array.from({ length: 10 }, () => deliverWith(listId, 'ten')));
    const accepted = answers.filter(({ status }) => status === 202);
    for (const { status, body } of answers)
      if (status !== 202) expect(body.error.code).toBe('idempotency_key_in_use');
    expect(new Set(accepted.map(({ body }) => body.delivery_id)).size).toBe(1);
    expect(await deliveriesOf(listId)).toHaveLength(1);
  });

  it('is refused with another body, and accepted for another List', async () => {
    const { listId } = await webhookList();
    const { listId: another } = await webhookList();
    await deliverWith(listId, 'same', { payload: 'rows' });
    const reused = await deliverWith(listId, 'same', { payload: 'summary' });
    expect(reused.status).toBe(422);
    expect(reused.body.error.code).toBe('idempotency_key_reused');
    expect((await deliverWith(another, 'same')).status).toBe(202);
    expect(await deliveriesOf(listId)).toHaveLength(1);
  });

  it('that is refused leaves its key free', async () => {
    const listId = await suite.saveList(account, ids);
    const refused = await deliverWith(listId, 'free');
    expect(refused.body.error.code).toBe('list_state_conflict');
    await configure(listId, { type: 'webhook', url: `${receiver.origin}/` });
    const made = await deliverWith(listId, 'free');
    expect(made.status).toBe(202);
    expect(made.headers).not.toHaveProperty('idempotent-replayed');
  });

  it('is found again when the List was archived since', async () => {
    const { listId } = await webhookList();
    const made = await deliverWith(listId, 'archived');
    await deliveryWhen(listId, made.body.delivery_id, ({ status }) => status === 'delivered');
    const archived = { status: 'archived' };
    await api.patch(`/lists/${listId}/status`, archived);
    expect((await deliverWith(listId, 'archived')).body).toEqual(made.body);
    expect((await deliverWith(listId, 'new')).body.error.code).toBe('list_state_conflict');
  });
});

describe('an exchange', () => {
  it('ends in time with a receiver that does not answer, and with one that never ends', async () => {
    const outside = new OutboundClient({ permittedOrigins: [receiver.origin], timeoutMs: 300 });
    const post = () => outside.post({ url: receiver.origin, headers: {}, body: '{}' });
    receiver.answer = () => undefined;
    expect(await post()).toEqual({ kind: 'unreachable' });
    receiver.answer = (response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    };
    expect(await post()).toMatchObject({ kind: 'unreachable' });
  });

  it('reads no more of an answer than it needs', async () => {
    // The flood never ends, and the exchange's own time is longer than a test may last.
    const outside = new OutboundClient({ permittedOrigins: [receiver.origin], timeoutMs: 120_000 });
    receiver.answer = (response) => {
      response.writeHead(200);
      const flood = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', flood);
      flood();
    };
    expect(await outside.post({ url: receiver.origin, headers: {}, body: '{}' })).toEqual({
      kind: 'answered',
      status: 200,
    });
  });
});

describe('with receivers that do not answer as they should', () => {
  it('101 is refused, and keeps no other delivery waiting', async () => {
    const { listId } = await webhookList();
    receiver.answer = ({ socket }) => void socket?.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    const made = await Promise.all([1, 2, 3].map(() => deliver(listId)));
    for (const { delivery_id } of made) {
      const { attempts } = await deliveryWhen(listId, delivery_id, tried);
      expect(attempts[0]).toMatchObject({ outcome: 'refused', status_code: 101 });
    }
  });

  it('the others to one that was silent twice are not sent for a while', async () => {
    const silent = await suite.richAccount();
    const theirs = suite.as(silent);
    const listId = await suite.saveList(silent, ids, '沈黙');
    await theirs.patch(`/lists/${listId}/delivery`, { type: 'webhook', url: `${receiver.origin}/silent` });
    receiver.answer = ({ socket }) => void setTimeout(() => socket?.destroy(), 1_200);
    for (let made = 0; made < 8; made += 1)
      await theirs.post(`/lists/${listId}/deliver`, {}, { status: 202 });
    const notSent = expect.objectContaining({ outcome: 'not_sent', status_code: null });
    for (let attempts: ListAnswer[] = []; !attempts.some(({ outcome }) => outcome === 'not_sent'); ) {
      const { items } = await theirs.get(`/lists/${listId}/deliveries`);
      attempts = items.flatMap((delivery: ListAnswer) => delivery.attempts);
      if (attempts.length > 8) expect(attempts).toContainEqual(notSent);
    }
  });

  it('an account may have only so many waiting', async () => {
    const waiting = await suite.richAccount();
    const theirs = suite.as(waiting);
    const listId = await suite.saveList(waiting, ids, '待機');
    await theirs.patch(`/lists/${listId}/delivery`, { type: 'webhook', url: `${receiver.origin}/hook` });
    await suite.database.knex.raw(
      `SELECT graphile_worker.add_job('deliver_list', '{}'::json, run_at => now() + interval '1 hour',
         flags => ARRAY['account:' || cast(? AS text)]) FROM generate_series(1, 100)`,
      [waiting.accountId],
    );
    const { error } = await theirs.post(`/lists/${listId}/deliver`, {}, { status: 429 });
    expect(error).toMatchObject({ code: 'rate_limit_exceeded', message: expect.stringContaining('100') });
  });
});
