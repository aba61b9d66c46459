import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { AuditEntry } from '../../indexers/operator/audit-entries.ts';
import { migrateDatabase } from '../../src/database/migrate.ts';
import { emptyDatabase } from '../support/database.ts';
import { testStack } from '../support/environment.ts';
import { ops } from '../support/operator.ts';
import { startOtlpReceiver } from '../support/otlp-receiver.ts';
import { serviceSuite } from '../support/service.ts';

const { database, service, end } = await serviceSuite();
afterAll(end);
const environment = {
  DATABASE_URL: database.url,
  ELASTICSEARCH_URL: testStack().elasticsearchUrl,
  INDEX_PREFIX: service.indexPrefix,
  OPERATOR: 'mori@console',
};
const run = (...args: string[]) => ops(args, environment);

async function audit(...args: string[]): Promise<AuditEntry[]> {
  const { code, out, err } = await run('audit', '--json', ...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out).entries;
}

describe('a command that changes something', () => {
  it('has an entry with who, what, how long and what it reported, and one for each change', async () => {
    await run('account', 'create', 'audited', '--daily-search-quota', '10');
    const [change, command, ...others] = await audit();
    expect(others).toEqual([]);
    expect(command).toMatchObject({
      state: 'done',
      actor: 'mori@console',
      action: 'account create',
      arguments: { arguments: ['audited'], options: { dailySearchQuota: 10 } },
      duration_ms: expect.any(Number),
      result: { name: 'audited', plan: 'standard' },
    });
    expect(change).toMatchObject({
      state: 'changed',
      actor: 'mori@console',
      action: 'account.created',
      command_id: command?.command_id,
      before: null,
      after: { name: 'audited', plan: 'standard', overrides: { daily_search_quota: 10 } },
    });
  });

  it('shows what was before and after: plan, suspension, credits', async () => {
    await run('account', 'set-plan', 'audited', 'demo');
    await run('account', 'suspend', 'audited', '--reason', 'unpaid', '--by', 'mori');
    await run('account', 'resume', 'audited', '--by', 'mori');
    const granted = await run('credits', 'grant', 'audited', '--class', 'basic', '--amount', '5', '--json');
    await run('credits', 'reverse', JSON.parse(granted.out).entry_id);
    const changes = (await audit('--account', 'audited')).reverse();
    expect(changes.slice(1)).toMatchObject([
      {
        action: 'account.limits_changed',
        before: { plan: 'standard', overrides: { daily_search_quota: 10 } },
        after: { plan: 'demo' },
      },
      { action: 'account.suspended', after: { status: 'suspended', reason: 'unpaid', by: 'mori' } },
      { action: 'account.resumed', before: { status: 'suspended' }, after: { status: 'active' } },
      { action: 'credits.granted', before: { balance: 0 }, after: { balance: 5, class: 'basic', amount: 5 } },
      { action: 'credits.reversed', before: { balance: 5 }, after: { balance: 0, amount: -5 } },
    ]);
  });

  it('never shows an API key', async () => {
    const { out } = await run('key', 'create', 'audited', '--label', 'laptop');
    const key = out.trim();
    expect(key).toMatch(/^cds_/);
    const [change, command] = await audit('--action', 'key');
    expect(command).toMatchObject({ action: 'key create', result: { label: 'laptop', api_key: '…' } });
    expect(change).toMatchObject({
      action: 'key.created',
      after: { label: 'laptop', key_start: key.slice(0, 10) },
    });
    expect(JSON.stringify(await audit())).not.toContain(key);
  });

  it('hides a secret that somebody typed where none belongs, also in the failure that repeats it', async () => {
    const { out } = await run('key', 'create', 'audited');
    const key = out.trim();
    expect((await run('key', 'revoke', 'audited', key)).err).toContain('has no key');
    await run('load', 'nta', 'https://mori:hidden-1@register.example/all.csv?apiKey=hidden-2&day=2026-01-01');
    const [load, revoke] = await audit('--limit', '2');
    expect(revoke).toMatchObject({
      action: 'key revoke',
      state: 'failed',
      arguments: { arguments: ['audited', `${key.slice(0, 10)}…`] },
    });
    expect(load?.arguments).toMatchObject({
      arguments: ['https://mori:…@register.example/all.csv?apiKey=…&day=2026-01-01'],
    });
    expect(JSON.stringify([load, revoke])).not.toMatch(new RegExp(`hidden|${key.slice(10)}`));
  });

  it('is recorded with its failure if it is refused, and as without an end while it runs or if it was killed', async () => {
    expect((await run('account', 'create', 'audited')).code).toBe(1);
    expect((await audit('--action', 'account create'))[0]).toMatchObject({
      state: 'failed',
      result: { error: 'An account named audited already exists.' },
    });
    await database.knex('audit_entries').insert({
      event: 'begun',
      command_id: randomUUID(),
      actor: 'mori@console',
      action: 'reindex',
    });
    expect((await run('audit', '--action', 'reindex')).out).toMatch(/mori@console +reindex +no end/);
  });

  it('has the count of what it loaded', async () => {
    await run('generate', '--companies', '20');
    expect((await audit('--action', 'generate'))[0]).toMatchObject({
      state: 'done',
      arguments: { options: { companies: 20 } },
      result: { added: 20, unchanged: 0 },
    });
  });

  it('does not run without a database, and is recorded when it makes the audit log itself', async () => {
    const empty = await emptyDatabase();
    try {
      const other = { ...environment, DATABASE_URL: empty.url };
      expect((await ops(['account', 'create', 'x'], other)).err).toContain('run npm run ops -- migrate');
      expect(await ops(['migrate'], other)).toMatchObject({ code: 0, err: '' });
      const { out } = await ops(['audit', '--json'], other);
      expect(JSON.parse(out).entries).toMatchObject([{ action: 'migrate', state: 'done' }]);
      await migrateDatabase(empty.knex);
    } finally {
      await empty.drop();
    }
  });
});

describe('a key that is made and revoked with the API', () => {
  it('has entries that name the key of the request', async () => {
    const account = await service.createAccount();
    const made = await service
      .as(account)
      .post('/api/service/keys')
      .set('Idempotency-Key', 'audited-key')
      .send({ label: 'script' })
      .expect(201);
    const keyId: string = made.body.key.key_id;
    await service.as(account).delete(`/api/service/keys/${keyId}`).expect(200);
    expect(await audit('--account', account.accountId, '--action', 'key.', '--limit', '2')).toMatchObject([
      { action: 'key.revoked', actor: `key ${account.keyId}`, after: { key_id: keyId, label: 'script' } },
      { action: 'key.created', actor: `key ${account.keyId}`, after: { key_id: keyId } },
    ]);
  });
});

describe('a command with an endpoint for traces', () => {
  it('exports a trace with what it did', async () => {
    const receiver = await startOtlpReceiver();
    try {
      const traced = {
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      };
      await ops(['generate', '--companies', '20'], { ...environment, ...traced });
      expect(receiver.spans()).toMatchObject([
        { name: 'ops generate', attributes: { 'report.added': 0, 'report.unchanged': 20 } },
      ]);
    } finally {
      await receiver.stop();
    }
  });
});

describe('the audit log', () => {
  it('is read in pages and by actor and time', async () => {
    const all = await audit();
    const page = JSON.parse((await run('audit', '--json', '--limit', '3')).out);
    expect(page.next_before).toBe(all[2]?.entry_id);
    expect(await audit('--before', page.next_before)).toEqual(all.slice(3));
    expect(await audit('--until', '2020-01-01')).toEqual([]);
    expect((await audit('--since', '2020-01-01', '--actor', 'mori@console')).length).toBeGreaterThan(5);
    expect((await run('audit', '--before', 'x')).err).toContain('It must be an id');
  });

  it('is not changed by reading, and not by anyone', async () => {
    const before = await audit();
    await run('account', 'list');
    await run('indices');
    expect(await audit()).toEqual(before);
    for (const sql of [
      `UPDATE audit_entries SET actor = 'someone'`,
      'DELETE FROM audit_entries',
      'TRUNCATE audit_entries',
    ])
      await expect(database.knex.raw(sql)).rejects.toThrow(
        'audit_entries is refused: entries are only added',
      );
  });
});
