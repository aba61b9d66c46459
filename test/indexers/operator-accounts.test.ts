import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import stringWidth from 'string-width';
import { creditParts } from '../support/credits.ts';
import { type SuiteDatabase, suiteDatabase } from '../support/database.ts';
import { ops as runHere } from '../support/operator.ts';

let database: SuiteDatabase;
beforeAll(async () => {
  database = await suiteDatabase();
});
afterAll(() => database.drop());

const ops = (...args: string[]) => runHere(args, { DATABASE_URL: database.url });
async function json(...args: string[]) {
  const { code, out, err } = await ops(...args, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}
async function refusal(...args: string[]): Promise<string> {
  const { code, out, err } = await ops(...args);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  return err.trim();
}

describe('account list', () => {
  it('says when there are none', async () => {
    expect((await ops('account', 'list')).out).toBe('There are no accounts.\n');
  });

  it('shows name, plan, status, keys and balances, page by page', async () => {
    for (const name of ['b', 'a', 'c']) await json('account', 'create', name);
    const { account_id } = await json('account', 'create', 'd', '--plan', 'demo');
    await json('key', 'create', 'a');
    const { key_id } = await json('key', 'create', 'a');
    await json('key', 'revoke', 'a', key_id);
    await json('account', 'suspend', 'b', '--reason', 'unpaid');
    await json('credits', 'grant', 'd', '--class', 'basic', '--amount', '1200');
    const { credits } = creditParts(database.knex);
    // Credits that have expired do not count, even if nothing has removed them yet.
    await credits.grantCredits(account_id, {
      creditClass: 'basic',
      amount: 50,
      expiresAt: new Date(Date.now() + 300),
    });
    await new Promise((resolve) => setTimeout(resolve, 350));
    const first = await json('account', 'list', '--limit', '3');
    expect(first).toMatchObject({
      accounts: [
        { name: 'a', plan: 'standard', status: 'active', suspended_at: null, keys: 1 },
        { name: 'b', status: 'suspended', suspended_at: expect.any(String), keys: 0 },
        { name: 'c', balances: { basic: 0, enrichment: 0 } },
      ],
      next_after: 'c',
    });
    expect(await json('account', 'list', '--after', 'c')).toMatchObject({
      accounts: [{ account_id, name: 'd', plan: 'demo', balances: { basic: 1200, enrichment: 0 } }],
      next_after: null,
    });
    const { out } = await ops('account', 'list', '--limit', '2');
    expect(out).toMatch(
      /^NAME +PLAN +STATUS +KEYS +BASIC +ENRICHMENT +CREATED +ACCOUNT_ID\na +standard +active +1 /,
    );
    expect(out).toContain("More accounts follow: account list --limit 2 --after 'b'\n");
    expect((await ops('account', 'list', '--after', 'd')).out).toBe('No account follows d.\n');
  });

  it('aligns names in kanji, and prints a command that any name can be in', async () => {
    const name = `$(x) "O'Neill" 株式会社`;
    await json('account', 'create', name);
    const { out } = await ops('account', 'list', '--limit', '1');
    const [header = '', row = '', more] = out.split('\n');
    expect(stringWidth(row.slice(0, row.indexOf('standard')))).toBe(header.indexOf('PLAN'));
    expect(more).toBe(`More accounts follow: account list --limit 1 --after '$(x) "O'\\''Neill" 株式会社'`);
    expect((await json('account', 'show', name)).name).toBe(name);
  });

  it('has no names, labels or reasons with line breaks', async () => {
    expect(await refusal('account', 'create', 'a\nb')).toContain('in one line without control characters');
    expect(await refusal('account', 'create', '\u001b[31mred')).toContain('in one line');
    expect(await refusal('key', 'create', 'a', '--label', 'a\nb')).toContain('in one line');
    expect(await refusal('account', 'suspend', 'a', '--reason', 'a\nb')).toContain('in one line');
    expect(await refusal('account', 'suspend', 'a', '--reason', 'a', '--by', 'a\nb')).toContain(
      'in one line',
    );
  });

  it.each(['0', '1001', 'x'])('refuses a limit of %s', async (limit) => {
    const { code, err } = await ops('account', 'list', '--limit', limit);
    expect(code).toBe(1);
    expect(err).toMatch(/must be/);
  });
});

describe('account show', () => {
  it('shows plan, limits, keys, balances, usage and counts', async () => {
    const { account_id } = await json('account', 'create', 'shown', '--search-per-minute', '5');
    await json('credits', 'grant', 'shown', '--class', 'enrichment', '--amount', '7');
    await json('key', 'create', 'shown', '--label', 'reviewer', '--read-only');
    await database.knex.raw(
      `INSERT INTO usage_days (account_id, day, requests, searches, heavy)
       VALUES (?, (now() AT TIME ZONE 'Asia/Tokyo')::date, 12, 10, 2)`,
      [account_id],
    );
    const shown = await json('account', 'show', account_id);
    expect(shown).toMatchObject({
      account_id,
      name: 'shown',
      plan: 'standard',
      status: 'active',
      suspensions: [],
      limit_overrides: { search_per_minute: 5 },
      limits: { search_per_minute: 5, heavy_per_minute: 60, daily_search_quota: 10_000 },
      counts: { keys: 1, revoked_keys: 0, sources: 0, lists: 0 },
      balances: { enrichment: { available: 7 } },
      usage: { today: { searches: 10, search_quota: { limit: 10_000, used: 10, remaining: 9990 } } },
      keys: [{ label: 'reviewer', read_only: true, source_id: null, last_used_at: null }],
    });
    const { out } = await ops('account', 'show', 'shown');
    expect(out).toContain(
      "Plan standard\n  search requests per minute: 5 (the account's own limit)\n  heavy requests per minute: 60\n",
    );
    expect(out).toContain('Credits: basic 0, enrichment 7\nSearches today: 10 (limit: 10,000)\n');
    expect(out).toContain('Sources: 0. Lists: 0.\nKeys: 1 in use\nKEY_ID');
    expect(out).toMatch(/ read-only +none +0 +\S+Z +unknown +in use +reviewer\n$/);
  });

  it('refuses an unknown account', async () => {
    expect(await refusal('account', 'show', 'nobody')).toBe('There is no account nobody.');
  });
});

describe('account suspend and resume', () => {
  it('keep who, when and why, and can be repeated', async () => {
    await json('account', 'create', 'late');
    const suspended = await ops('account', 'suspend', 'late', '--reason', '未払い', '--by', 'kato');
    expect(suspended).toEqual({ code: 0, out: 'Suspended account late.\n', err: '' });
    const again = await ops('account', 'suspend', 'late', '--reason', 'other');
    expect(again.code).toBe(0);
    expect(again.out).toMatch(/^Account late is already suspended since \S+Z by kato: 未払い\.\n$/);
    expect((await ops('account', 'show', 'late')).out).toMatch(/\nSuspended since \S+Z by kato: 未払い\n/);
    expect(await json('account', 'resume', 'late')).toMatchObject({
      status: 'active',
      changed: true,
      suspension: { reason: '未払い', suspended_by: 'kato', resumed_by: userInfo().username },
    });
    expect((await ops('account', 'resume', 'late')).out).toBe('Account late is not suspended.\n');
    expect((await ops('account', 'show', 'late')).out).toMatch(
      /\nActive\nEarlier: suspended since .*; resumed \S+Z by /,
    );
  });

  it('refuse an unknown account, and a suspension without a reason', async () => {
    expect(await refusal('account', 'suspend', 'nobody', '--reason', 'x')).toBe(
      'There is no account nobody.',
    );
    expect(await refusal('account', 'resume', 'nobody')).toBe('There is no account nobody.');
    expect(await refusal('account', 'suspend', 'late', '--reason', ' ')).toBe(
      'A reason must have 1 to 1,000 characters, in one line without control characters.',
    );
    const { code, err } = await ops('account', 'suspend', 'late');
    expect(code).toBe(1);
    expect(err).toContain('--reason');
  });
});

describe('account set-plan', () => {
  it('changes plan and limits, and lifts them', async () => {
    await json('account', 'create', 'growing', '--heavy-per-minute', '7');
    const set = (...args: string[]) => json('account', 'set-plan', 'growing', ...args);
    expect(await set('unlimited', '--daily-search-quota', '5')).toMatchObject({
      plan: 'unlimited',
      limit_overrides: { heavy_per_minute: 7, daily_search_quota: 5 },
      limits: { search_per_minute: null, heavy_per_minute: 7, daily_search_quota: 5 },
    });
    const changed = await set('standard', '--daily-search-quota', 'none', '--heavy-per-minute', 'plan');
    expect(changed).toMatchObject({
      limit_overrides: { daily_search_quota: null },
      limits: { search_per_minute: 600, heavy_per_minute: 60, daily_search_quota: null },
    });
    expect(changed.limit_overrides).toEqual({ daily_search_quota: null });
    expect(await set('standard')).toEqual(changed);
    expect((await ops('account', 'set-plan', 'growing', 'standard')).out).toContain(
      "company searches per day: unlimited (the account's own limit)",
    );
  });

  it('refuses unknown plans, accounts and limits', async () => {
    expect(await refusal('account', 'set-plan', 'growing', 'gold')).toBe(
      'There is no plan gold. The plans are demo, standard, unlimited.',
    );
    expect(await refusal('account', 'set-plan', 'nobody', 'demo')).toBe('There is no account nobody.');
    const wrong = await ops('account', 'set-plan', 'growing', 'demo', '--heavy-per-minute', 'many');
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('"none" or "plan"') });
    expect(await refusal('account', 'set-plan', 'growing', 'demo', '--heavy-per-minute', '0')).toContain(
      'Out of bounds: heavy per minute.',
    );
    // In `account create`, there is no plan's limit to go back to.
    expect(await ops('account', 'create', 'x', '--heavy-per-minute', 'plan')).toMatchObject({ code: 1 });
  });
});

describe('key create', () => {
  it('limits a key to reading and to a source, and key list shows it', async () => {
    const { account_id } = await json('account', 'create', 'scoped');
    const [{ source_id: sourceId }] = await database
      .knex('sources')
      .insert({
        account_id,
        name: 's',
        table_digest: Buffer.alloc(32),
        headers: ['name'],
        detected_identifier_columns: '[]',
        misshapen_rows: 0,
        row_count: 0,
        unresolved: 0,
      })
      .returning('source_id');
    await json('key', 'create', 'scoped', '--label', 'full');
    const key = await json('key', 'create', 'scoped', '--read-only', '--source', sourceId.toUpperCase());
    expect(key).toMatchObject({ account_id, read_only: true, source_id: sourceId });
    const { keys } = await json('key', 'list', 'scoped');
    expect(keys).toMatchObject([
      { read_only: true, source_id: sourceId },
      { read_only: false, source_id: null },
    ]);
    const { out } = await ops('key', 'list', 'scoped');
    expect(out).toContain(` read-only, source ${sourceId} `);
    expect(out).toMatch(/ full +none +0 +\S+Z +unknown +in use +full\n/);
    expect(await refusal('key', 'create', 'shown', '--source', sourceId)).toBe(
      `The account shown has no source with the source_id ${sourceId}.`,
    );
  });
});
