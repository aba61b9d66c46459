import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChangesAnswer } from '../../src/contract/changes/changes.ts';
import { openDatabase } from '../../src/database/database.ts';
import { edinetFile } from '../indexers/registers/edinet/samples.ts';
import { jpxFile } from '../indexers/registers/jpx/samples.ts';
import { registerFile } from '../indexers/registers/nta/samples.ts';
import { corporateNumber, idOf } from '../support/companies.ts';
import { suiteLoading } from '../support/loading.ts';
import { startTestService } from '../support/service.ts';

const suite = await suiteLoading();
const service = await startTestService(suite.database);
const account = await service.createAccount({ plan: 'unlimited' });
beforeEach(() => suite.clear());
afterAll(async () => {
  await service.stop();
  await suite.remove();
});

async function changes(query = ''): Promise<ChangesAnswer> {
  const { body } = await service.as(account).get(`/api/service/changes${query}`).expect(200);
  return body;
}

/**
 * Everything after a cursor, page by page, once the feed has caught up with what is committed: transactions of other
 * suites on the same server can hold it back for a moment.
 */
async function until(count: number, since: string): Promise<ChangesAnswer> {
  for (;;) {
    const answer = await changes(`?limit=1000&since=${since}`);
    if (answer.items.length >= count) return answer;
  }
}

const now = async () => (await changes('?since=now')).meta.next_cursor;
const inWords = ({ items }: ChangesAnswer) =>
  items.map(({ company_id, change }) => `${change} ${company_id}`);

describe('the change feed', () => {
  it('reports companies that are added, changed (with fields), closed and merged', async () => {
    const start = await now();
    await suite.load(
      'nta',
      registerFile({ number: 1, name: '株式会社一' }, { number: 2, name: '株式会社二' }),
    );
    const added = await until(2, start);
    expect(inWords(added).sort()).toEqual([`added ${idOf(1)}`, `added ${idOf(2)}`].sort());
    expect(added.items[0]).toMatchObject({ fields: [], version: 1, superseded_by: null });

    await suite.load(
      'nta-diff',
      registerFile({
        number: 1,
        name: '株式会社壱',
        process: '11',
        updated: '2024-05-01',
        changed: '2024-04-30',
      }),
    );
    const changed = await until(1, added.meta.next_cursor);
    expect(inWords(changed)).toEqual([`changed ${idOf(1)}`]);
    expect(changed.items[0]?.fields).toEqual(expect.arrayContaining(['legal_name', 'former_name']));
    expect(changed.items[0]).toMatchObject({ version: 2 });

    const ended = { process: '21', updated: '2024-06-01', changed: '2024-05-31', closed: '2024-05-31' };
    await suite.load(
      'nta-diff',
      registerFile(
        { ...ended, number: 1, name: '株式会社壱', cause: '01' },
        { ...ended, number: 2, name: '株式会社二', cause: '11', successor: corporateNumber(1) },
      ),
    );
    const closed = await until(2, changed.meta.next_cursor);
    expect(inWords(closed).sort()).toEqual([`closed ${idOf(1)}`, `merged ${idOf(2)}`].sort());
    expect(closed.items.find(({ change }) => change === 'merged')?.superseded_by).toBe(idOf(1));

    // Each with the load that brought it.
    const loads = await suite.rows<{ load_id: string; kind: string; day: string }>(
      'SELECT load_id, kind, register_day::text AS day FROM loads ORDER BY run_started_at',
    );
    expect(loads.map(({ kind }) => kind)).toEqual(['nta', 'nta-diff', 'nta-diff']);
    expect([added, changed, closed].map(({ items }) => items.map(({ load }) => load))).toEqual([
      [loads[0], loads[0]],
      [loads[1]],
      [loads[2], loads[2]],
    ]);
  });

  it('reports the new id of a company that was renumbered', async () => {
    const start = await now();
    await suite.load('nta', registerFile({ number: 3, name: '株式会社三' }));
    await suite.load('jpx', jpxFile('20260131', { code: '9003', name: '三' }));
    await suite.load(
      'edinet',
      edinetFile('2026年01月31日', { edinet: 'E00003', name: '株式会社三', number: 3, code: '90030' }),
    );
    const answer = await until(4, start);
    expect(answer.items.find(({ change }) => change === 'renumbered')).toMatchObject({
      company_id: 'tse_9003',
      superseded_by: idOf(3),
    });
  });

  it('has pages that omit nothing and repeat nothing', async () => {
    const start = await now();
    const numbers = Array.from({ length: 25 }, (_, at) => at + 10);
    await suite.load(
      'nta',
      registerFile(...numbers.map((number) => ({ number, name: `株式会社架空${number}` }))),
    );
    await until(25, start);
    const walked: string[] = [];
    let since = start;
    for (let page = 1; ; page += 1) {
      const { items, meta } = await changes(`?limit=10&since=${since}`);
      walked.push(...items.map(({ company_id }) => company_id));
      expect(meta).toMatchObject({ limit: 10, returned: items.length, has_more: page < 3 });
      since = meta.next_cursor;
      if (!meta.has_more) break;
    }
    expect([...walked].sort()).toEqual(numbers.map(idOf).sort());
    expect(await changes(`?since=${since}`)).toMatchObject({ items: [], meta: { next_cursor: since } });
  });

  it('begins at the beginning without a cursor', async () => {
    await suite.load('nta', registerFile({ number: 1, name: '株式会社一' }));
    let first = await changes('?limit=1');
    while (first.items.length === 0) first = await changes('?limit=1');
    expect(inWords(first)).toEqual([`added ${idOf(1)}`]);
  });

  it('skips no change of a transaction that commits late', async () => {
    const start = await now();
    const slow = openDatabase({ url: suite.database.url, poolSize: 1 });
    try {
      const late = await slow.transaction();
      await late.raw("INSERT INTO company_changes (company_id, version, change) VALUES (?, 1, 'added')", [
        idOf(1),
      ]);
      await suite.database.knex.raw(
        "INSERT INTO company_changes (company_id, version, change) VALUES (?, 1, 'added')",
        [idOf(2)],
      );
      const meanwhile = await changes(`?since=${start}`);
      expect(meanwhile.items).toEqual([]);
      await late.commit();
      expect(inWords(await until(2, meanwhile.meta.next_cursor))).toEqual([
        `added ${idOf(1)}`,
        `added ${idOf(2)}`,
      ]);
    } finally {
      await slow.destroy();
    }
  });

  it('refuses cursors of another database', async () => {
    const refusal = async (since: string) =>
      (await service.as(account).get('/api/service/changes').query({ since }).expect(400)).body.error;
    const before = await now();
    await suite.database.knex.raw("INSERT INTO change_feed VALUES ('0123456789ab')");
    try {
      expect(await refusal(before)).toMatchObject({
        code: 'invalid_cursor',
        message: expect.stringContaining('restored'),
      });
      const named = await now();
      expect((await changes(`?since=${named}`)).meta.next_cursor).toBe(named);
      await suite.database.knex.raw('DELETE FROM change_feed');
      expect((await refusal(named)).code).toBe('invalid_cursor');
    } finally {
      await suite.database.knex.raw('DELETE FROM change_feed');
    }
    expect((await changes(`?since=${before}`)).meta.next_cursor).toBe(before);
  });

  it.each([
    'made-up',
    Buffer.from('18446744073709551616.1').toString('base64url'),
    Buffer.from('1.9223372036854775808').toString('base64url'),
    `${Buffer.from('1.1').toString('base64url')}=`,
  ])('refuses the cursor %s', async (since) => {
    const { body } = await service.as(account).get('/api/service/changes').query({ since }).expect(400);
    expect(body.error.code).toBe('invalid_cursor');
  });

  it('refuses a cursor that this database has not given, because it was restored', async () => {
    for (const position of ['1152921504606846976.0', '3.1152921504606846976']) {
      const since = Buffer.from(position).toString('base64url');
      const { body } = await service.as(account).get('/api/service/changes').query({ since }).expect(400);
      expect(body.error).toMatchObject({
        code: 'invalid_cursor',
        message: expect.stringContaining('from before the database was restored'),
      });
    }
  });

  it.each(['?limit=0', '?limit=1001', '?since=', '?cursor=x'])(
    'cannot be requested with %s',
    async (query) => {
      const { body } = await service.as(account).get(`/api/service/changes${query}`).expect(400);
      expect(body.error.code).toBe('invalid_query');
    },
  );

  it('needs a key', async () => {
    await service.anonymous.get('/api/service/changes').expect(401);
  });
});
