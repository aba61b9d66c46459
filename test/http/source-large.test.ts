import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { corporateNumber, idOf } from '../support/companies.ts';
import { allPages, andCursor } from '../support/paging.ts';
import { size } from '../support/size.ts';
import { sourceSuite } from '../support/sources.ts';

// Runs are resolved in the process that answers the requests.
const suite = await sourceSuite({ JOBS: 'true' });
const caller = await suite.account(200_000);
afterAll(suite.end);

const headers = ['番号', '会社名', '法人番号', ...Array.from({ length: 7 }, (_, at) => `欄${at}`)];

function rowOf(at: number): Record<string, string> {
  const filler = Object.fromEntries(
    headers.slice(3).map((header) => [header, `値 ${at} ${header} "引用", など`]),
  );
  const known = at % 10 === 0;
  return {
    番号: `${at}`,
    会社名: known ? '株式会社孤立電機' : `無い会社${at}`,
    法人番号: known ? corporateNumber(5) : '',
    ...filler,
  };
}

/** Requests the service's health repeatedly until `done` settles, and returns how often it answered. */
async function answersUntil(done: Promise<unknown>): Promise<number> {
  let answers = 0;
  let settled = false;
  const end = () => {
    settled = true;
  };
  done.then(end, end);
  while (!settled) {
    const { status } = await fetch(`${suite.service.url}/healthz`);
    if (status === 200) answers += 1;
    await setTimeout(5);
  }
  return answers;
}

const many = size(3_000, 50_000);

describe(`${many} rows in one import`, () => {
  const rows = Array.from({ length: many }, (_, at) => rowOf(at + 1));
  let sourceId: string;

  it('are stored in order, cell by cell, while the service keeps answering', async () => {
    const bytes = Buffer.from(JSON.stringify({ name: 'large', headers, rows }));
    expect(bytes.length).toBeGreaterThan(many * 300);
    const request = fetch(`${suite.service.url}/api/service/sources/import`, {
      method: 'POST',
      headers: { 'x-api-key': caller.account.apiKey, 'content-type': 'application/json' },
      body: bytes,
    });
    // An import that blocked the event loop would let one or two through. `npm run bench -- import` measures for how long.
    expect(await answersUntil(request)).toBeGreaterThan(20);
    const response = await request;
    const body = (await response.json()) as { source: { source_id: string; row_count: number } };
    expect(response.status).toBe(200);
    expect(body.source.row_count).toBe(many);
    sourceId = body.source.source_id;
    const stored = await suite.database
      .knex('source_rows')
      .where({ source_id: sourceId })
      .orderBy('source_row_id');
    expect(stored.map(({ row_number }) => row_number)).toEqual(rows.map((_, at) => at + 1));
    expect(stored.map(({ cells }) => cells)).toEqual(rows.map((row) => headers.map((header) => row[header])));
  });

  it('are resolved in one call, each matched row charged once', async () => {
    const columns = { name: '会社名', corporate_number: '法人番号' };
    await caller.post(`/sources/${sourceId}/map`, { entity: 'company', columns }).expect(200);
    const { body } = await caller.resolve(sourceId, { maxCredits: many }).expect(200);
    expect(body.run).toMatchObject({
      resolved_count: many / 10,
      not_found_count: (many / 10) * 9,
      unresolved_count: 0,
    });
    expect(body.billing.credits_used).toBe(many / 10);
    expect(await caller.balance()).toBe(200_000 - many / 10);
    const [tenth] = (await caller.rows(sourceId)).slice(9);
    expect(tenth).toMatchObject({ row_number: 10, company_id: idOf(5) });
  });

  it('are resolved in the background, each once, while the service keeps answering', async () => {
    const { body: imported } = await caller
      .post('/sources/import', { headers: ['会社名'], rows: rows.map(({ 会社名 = '' }) => ({ 会社名 })) })
      .expect(200);
    const path = `/sources/${imported.source.source_id}`;
    await caller.post(`${path}/map`, { entity: 'company', columns: { name: '会社名' } }).expect(200);
    const before = await caller.balance();
    const guards = { execute: true, maxCredits: many };
    const { body: started } = await caller.post(`${path}/runs`, guards, 'background').expect(202);
    const runPath = `${path}/runs/${started.run.run_id}`;
    const seen: number[] = [];
    const followed = (async () => {
      for (;;) {
        const { run } = (await caller.get(`${runPath}?wait=1`).expect(200)).body;
        seen.push(run.progress.rows_done);
        if (run.status !== 'queued' && run.status !== 'running') return run;
      }
    })();
    expect(await answersUntil(followed)).toBeGreaterThan(20);
    expect(await followed).toMatchObject({
      status: 'completed',
      progress: { rows_total: many, rows_done: many, matched: many / 10, not_found: (many / 10) * 9 },
      billing: { credits_used: many / 10 },
    });
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(await caller.balance()).toBe(before - many / 10);
    const { body: source } = await caller.get(`${path}/inspect`).expect(200);
    expect(source.source).toMatchObject({
      status: 'resolved',
      resolve_summary: { matched: many / 10, not_found: (many / 10) * 9, unresolved: 0 },
    });
  }, 120_000);

  it('are exported completely', async () => {
    const { text } = await caller.get(`/sources/${sourceId}/export`).expect(200);
    const lines = text.split('\r\n');
    expect(lines).toHaveLength(many + 2);
    expect(lines[many]).toContain(`${many},株式会社孤立電機,`);
  });
});

describe('a body above 32 MiB', () => {
  it('is refused without being read', async () => {
    const answer = await caller
      .post('/sources/import', { headers: ['a'], rows: Array(4000).fill({ a: 'x'.repeat(9_000) }) })
      .expect(413);
    expect(answer.body.error.code).toBe('payload_too_large');
  });
});

describe('a large body that is not JSON', () => {
  it('is refused like a small one', async () => {
    const answer = await suite.service
      .as(caller.account)
      .post('/api/service/sources/import')
      .type('json')
      .send(`{"headers":["a"],"rows":[${'{"a":"x"},'.repeat(20_000)}]}`)
      .expect(400);
    expect(answer.body.error.code).toBe('invalid_request');
  });
});

describe('large bodies one after another', () => {
  const bodyOf = (word: string) => {
    const rows = Array.from({ length: 3_000 }, (_, at) => ({ a: `${word} ${at}`, b: 'x'.repeat(30) }));
    return { headers: ['a', 'b'], rows };
  };
  const importBody = async (word: string) => {
    const { body } = await caller.post('/sources/import', bodyOf(word)).expect(200);
    const stored = await suite.database
      .knex('source_rows')
      .where({ source_id: body.source.source_id })
      .orderBy('source_row_id');
    return stored.map(({ cells }) => cells[0]);
  };
  const expected = (word: string) => bodyOf(word).rows.map(({ a }) => a);

  it('have their own rows, also after one that cannot be read', async () => {
    expect(await importBody('first')).toEqual(expected('first'));
    expect(await importBody('second')).toEqual(expected('second'));
    const broken = JSON.stringify(bodyOf('broken')).slice(0, -1);
    await suite.service
      .as(caller.account)
      .post('/api/service/sources/import')
      .type('json')
      .send(broken)
      .expect(400);
    expect(await importBody('third')).toEqual(expected('third'));
  });
});

describe('rows of 2,000,000 characters each', () => {
  const wide = Array.from({ length: 200 }, (_, at) => `h${at}`);
  const row = Object.fromEntries(wide.map((header) => [header, 'a'.repeat(10_000)]));
  const count = 7;
  const maxBytes = 8 * 1024 * 1024;
  let path: string;

  beforeAll(async () => {
    const { body } = await caller.post('/sources/import', { headers: wide, rows: Array(count).fill(row) });
    path = `/sources/${body.source.source_id}`;
    await caller.post(`${path}/map`, { entity: 'company', columns: { name: 'h0' } }).expect(200);
  });

  it('make small samples and short pages of a review, and each row is on one of them', async () => {
    const sample = await caller.get(`${path}/inspect`).expect(200);
    expect(sample.text.length).toBeLessThan(maxBytes);
    const seen: number[] = [];
    await allPages(async (cursor) => {
      const { body, text } = await caller.get(`${path}/review?limit=500${andCursor(cursor)}`).expect(200);
      expect(text.length).toBeLessThan(maxBytes);
      expect(body.rows[0].cells).toEqual(row);
      seen.push(...body.rows.map(({ row_number }: { row_number: number }) => row_number));
      expect(body.meta.has_more).toBe(seen.length < count);
      return body;
    });
    expect(seen).toEqual(Array.from({ length: count }, (_, at) => at + 1));
  });

  it('are all resolved and exported', async () => {
    const sourceId = path.split('/').at(-1) ?? '';
    const { body } = await caller.resolve(sourceId, { maxCredits: 0 }).expect(200);
    expect(body.resolution.invalid).toBe(count);
    const csv = await caller.get(`${path}/export`).expect(200);
    expect(csv.text.trimEnd().split('\r\n')).toHaveLength(count + 1);
  });
});
