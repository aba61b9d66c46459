import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../src/database/database.ts';
import { TargetSecretsStore } from '../../src/features/delivery/target-secrets-store.ts';
import { SecretBox } from '../../src/secrets/secret-box.ts';
import { idOf } from '../support/companies.ts';
import { type ListAnswer, listSuite } from '../support/lists.ts';
import { ops } from '../support/operator.ts';
import { startReceiver } from '../support/receiver.ts';
import { testSecretKey } from '../support/service.ts';

const newKey = 'a newer key for secrets of 32 characters';
const receiver = await startReceiver();
const suite = await listSuite([{ number: 1, name: '株式会社秘密' }], {
  JOBS: 'true',
  DELIVERY_TEST_RECEIVERS: receiver.origin,
});
const account = await suite.richAccount();
const api = suite.as(account);
const { knex, urls } = suite.database;
const operating = openDatabase({ url: urls.operating });
afterAll(async () => {
  await operating.destroy();
  await suite.end();
  await receiver.stop();
});

const rotate = (...keys: readonly string[]) =>
  ops(['secrets', 'rotate', '--json'], { DATABASE_URL: suite.database.url, SECRET_KEYS: keys.join(',') });
const stored = (listId: string) => knex('list_delivery_targets').where({ list_id: listId }).first();

async function target(type: 'webhook' | 'chat' = 'webhook'): Promise<string> {
  const listId = await suite.saveList(account, [idOf(1)]);
  await api.patch(`/lists/${listId}/delivery`, { type, url: `${receiver.origin}/hook/${listId}` });
  return listId;
}

async function deliver(listId: string): Promise<string> {
  const { delivery_id } = await api.post(`/lists/${listId}/deliver`, {}, { status: 202 });
  return `/lists/${listId}/deliveries/${delivery_id}`;
}

async function when(path: string, wanted: (delivery: ListAnswer) => boolean): Promise<ListAnswer> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { delivery } = await api.get(path);
    if (wanted(delivery)) return delivery;
    await wait(100);
  }
  throw new Error('the delivery did not become as wanted');
}

describe('the secrets of a delivery target', () => {
  it('are not readable in the database, for chat tools the address too', async () => {
    for (const type of ['webhook', 'chat'] as const) {
      const row = await stored(await target(type));
      expect(row.url).toMatch(/^enc:1:/);
      if (type === 'webhook') expect(row.secret).toMatch(/^enc:1:/);
      else expect(row.secret).toBeNull();
    }
  });

  it('cannot be put into another row, so that a message would go elsewhere', async () => {
    const [mine, other] = [await target(), await target()];
    const { url } = await stored(other);
    await knex('list_delivery_targets').where({ list_id: mine }).update({ url });
    const delivery = await when(await deliver(mine), ({ attempts }) => attempts.length > 0);
    expect(delivery).toMatchObject({
      status: 'pending',
      attempts: [{ outcome: 'not_sent', status_code: null }],
    });
    expect(receiver.messages.map(({ path }) => path)).not.toContain(`/hook/${other}`);
  });

  it('that no key fits fail by themselves, with the key in the log, and other deliveries go on', async () => {
    const [lost, fine] = [await target(), await target()];
    const lostKey = new SecretBox(['a key that nobody has any more, of 32 characters']);
    const place = { table: 'list_delivery_targets', column: 'url', row: lost };
    await knex('list_delivery_targets')
      .where({ list_id: lost })
      .update({ url: lostKey.encryptText(`${receiver.origin}/hook/${lost}`, place) });
    const failing = await deliver(lost);
    const delivery = await when(failing, ({ attempts }) => attempts.length > 0);
    expect(delivery.attempts[0]).toMatchObject({
      outcome: 'not_sent',
      message: 'The service could not read where to send it. The operator has to set the right key.',
    });
    await when(await deliver(fine), ({ status }) => status === 'delivered');
    const logged = suite.service.logLines.filter((line) => line.includes('its target cannot be read'));
    expect(logged.join()).toContain(`is encrypted with key ${lostKey.keyId}, which SECRET_KEYS lacks`);
    expect(logged.join()).not.toContain(receiver.origin);
    // Once the account has set it again, the retry arrives.
    await api.patch(`/lists/${lost}/delivery`, { type: 'webhook', url: `${receiver.origin}/x` }, 500);
    await knex('list_delivery_targets')
      .where({ list_id: lost })
      .update({ url: `${receiver.origin}/hook/${lost}` });
    await when(failing, ({ status }) => status === 'delivered');
    await knex('list_delivery_targets').where({ list_id: lost }).delete();
  });

  it('are encrypted with a new key, after which the old one is not needed', async () => {
    await knex('list_delivery_targets').delete();
    const [encrypted, plain] = [await target(), await target()];
    const before = await stored(encrypted);
    await knex('list_delivery_targets')
      .where({ list_id: plain })
      .update({ url: `${receiver.origin}/hook/${plain}`, secret: 'whsec_AAAA' });
    expect(await rotate(newKey)).toMatchObject({
      code: 1,
      err: expect.stringContaining('1 could not be read'),
    });
    const { out, code } = await rotate(newKey, testSecretKey);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      reencrypted: 1,
      encrypted: 0,
      decrypted: 0,
      unchanged: 1,
      unreadable: 0,
    });
    const box = new SecretBox([newKey]);
    const place = { table: 'list_delivery_targets', column: 'url' };
    for (const row of [encrypted, plain])
      expect(box.decryptText((await stored(row)).url, { ...place, row })).toBe(
        `${receiver.origin}/hook/${row}`,
      );
    // For the account, nothing has changed.
    expect((await stored(encrypted)).updated_at).toEqual(before.updated_at);
    await knex('list_delivery_targets').delete();
  });

  it('are rotated in small transactions, which a killed command leaves done or not begun', async () => {
    await knex.raw(
      `WITH made AS (
         INSERT INTO lists (account_id, name, definition_kind, definition)
         SELECT ?, 'L' || n, 'company_ids', '{}' FROM generate_series(1, 250) n RETURNING account_id, list_id)
       INSERT INTO list_delivery_targets (account_id, list_id, type, url, secret, enabled, payload)
       SELECT account_id, list_id, 'webhook', 'https://hooks.example.com/' || list_id, 'whsec_AAAA', true, 'summary' FROM made`,
      [account.accountId],
    );
    const ids = await knex('list_delivery_targets').orderBy('list_id').pluck('list_id');
    const [unreadable] = ids.slice(230);
    await knex('list_delivery_targets')
      .where({ list_id: unreadable })
      .update({ secret: 'enc:1:00000000:AAAA' });
    const store = new TargetSecretsStore(operating, new SecretBox([newKey]));
    const killed = store.rotateTargets(() => {
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect(Object.fromEntries(await store.countKeysInUse())).toMatchObject({ null: 99 });
    expect(await store.rotateTargets(() => undefined)).toEqual({
      reencrypted: 0,
      encrypted: 49,
      decrypted: 0,
      unchanged: 200,
      unreadable: 1,
    });
    // The address of the unreadable one, too, is as it was.
    expect(Object.fromEntries(await store.countKeysInUse())).toMatchObject({ null: 1, '00000000': 1 });
  });

  it('are decrypted for a version that cannot read them, and encrypted again', async () => {
    await knex('list_delivery_targets').delete();
    const [webhook, chat] = [await target(), await target('chat')];
    const change = async (ENCRYPT_SECRETS: string) => {
      const settings = { DATABASE_URL: suite.database.url, SECRET_KEYS: testSecretKey, ENCRYPT_SECRETS };
      return (await ops(['secrets', 'rotate'], settings)).out;
    };
    expect(await change('false')).toContain('2 decrypted, 0 were not encrypted');
    expect(await change('false')).toContain('0 decrypted, 2 were not encrypted');
    expect(await stored(webhook)).toMatchObject({ url: `${receiver.origin}/hook/${webhook}` });
    expect((await stored(webhook)).secret).toMatch(/^whsec_/);
    expect(await stored(chat)).toMatchObject({ url: `${receiver.origin}/hook/${chat}`, secret: null });
    await when(await deliver(webhook), ({ status }) => status === 'delivered');
    expect(await change('true')).toContain('2 were not encrypted and are now');
    expect((await stored(chat)).url).toMatch(/^enc:1:/);
  });

  it('need keys to rotate', async () => {
    const { code, err } = await ops(['secrets', 'rotate'], { DATABASE_URL: suite.database.url });
    expect({ code, err }).toEqual({
      code: 1,
      err: 'SECRET_KEYS is not set. Set it to the keys of the service, the new one first.\n',
    });
  });
});
