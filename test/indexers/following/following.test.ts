import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { followOnce } from '../../../indexers/following/follow.ts';
import type { FollowContext, FollowEvent } from '../../../indexers/following/follow-context.ts';
import { buildFollowers } from '../../../indexers/following/followers.ts';
import { type StandIn, sendJson, standInKey, startPublishers } from '../../../lab/weeks/publishers.ts';
import { addDays } from '../../../src/text/days/calendar.ts';
import { corporateNumber } from '../../support/companies.ts';
import { type SuiteLoading, suiteLoading } from '../../support/loading.ts';
import { edinetFile } from '../registers/edinet/samples.ts';
import { issuer, person } from '../registers/invoice/samples.ts';
import { registerFile, registerRow } from '../registers/nta/samples.ts';

let suite: SuiteLoading;
let publishers: StandIn;
/** The current time of the follower. */
let now: Date;

beforeAll(async () => {
  suite = await suiteLoading();
});
afterAll(() => suite.remove());
beforeEach(async () => {
  await suite.clear();
  await suite.database.knex.raw(
    'DELETE FROM followed_days; DELETE FROM followed_documents; DELETE FROM followed_registers',
  );
  publishers = await startPublishers();
});
afterEach(() => publishers.stop());

/** A moment of a day in Tokyo. */
const at = (day: string, time = '12:00') => new Date(`${day}T${time}:00+09:00`);

type Publishers = StandIn['publishers'];
const nobody: Publishers = {
  corporateNumbers: null,
  invoiceIssuers: null,
  edinet: null,
  edinetCodes: null,
  exchangeList: null,
  gbizinfo: null,
};

/** One pass over these publishers, and what it reports. */
async function follow(only: Partial<Publishers>, rest: Partial<FollowContext> = {}): Promise<FollowEvent[]> {
  const events: FollowEvent[] = [];
  await followOnce(
    {
      databaseUrl: suite.database.url,
      stateFolder: `${suite.folder}/state`,
      followers: buildFollowers({ ...nobody, ...only }),
      now: () => now,
      requests: { paceMs: 0, timeoutMs: 2_000 },
      onEvent: (event) => events.push(event),
      ...rest,
    },
    { all: true },
  );
  return events;
}

const followNumbers = (rest?: Partial<FollowContext>) =>
  follow({ corporateNumbers: publishers.publishers.corporateNumbers }, rest);

const followed = async (register: string) => {
  const [row] = await suite.rows<Record<string, unknown>>(
    `SELECT complete_through::text, published_through::text, failures, failure, next_at
     FROM followed_registers WHERE register = ?`,
    register,
  );
  return row;
};
const days = async (register: string) =>
  (
    await suite.rows<{ day: string; rows: number }>(
      'SELECT day::text, rows_read::int AS rows FROM followed_days WHERE register = ? ORDER BY day',
      register,
    )
  ).map(({ day, rows }) => `${day} ${rows}`);
const names = async () =>
  (
    await suite.rows<{ name: string }>(
      "SELECT name FROM company_names WHERE kind = 'legal' ORDER BY company_id",
    )
  ).map(({ name }) => name);

/** The full file of a day, from which following begins the day after next. */
const fullFile = (day: string, name = '架空一株式会社') =>
  suite.load('nta', registerFile({ number: 1, name, updated: day }), {
    file: suite.write(
      `00_zenkoku_all_${day.replaceAll('-', '')}.csv`,
      registerFile({ number: 1, name, updated: day }),
    ),
  });

/** Publishes a new company for each day from the first to the last. */
function publishDaily(first: string, last: string): void {
  let number = 2;
  for (let day = first; day <= last; day = addDays(day, 1)) {
    publishers.published.corporateNumbers.set(day, [
      registerRow({ number, name: `架空${number}株式会社`, updated: day, changed: day }),
    ]);
    number += 1;
  }
  publishers.published.lastUpdateDate = last;
}

describe('the register of corporate numbers', () => {
  it('is followed from the day of the full file, a day at a time, up to the last day that is over', async () => {
    await fullFile('2026-08-03');
    publishDaily('2026-08-04', '2026-08-07');
    now = at('2026-08-07');
    const events = await followNumbers();
    expect(events.map((event) => ('day' in event ? event.day : event.event))).toEqual([
      'begun',
      '2026-08-03',
      '2026-08-04',
      '2026-08-05',
      '2026-08-06',
    ]);
    expect((await names()).sort()).toEqual([
      '架空2株式会社',
      '架空3株式会社',
      '架空4株式会社',
      '架空一株式会社',
    ]);
    expect(await followed('corporate-numbers')).toMatchObject({
      complete_through: '2026-08-06',
      published_through: '2026-08-07',
      failures: 0,
    });
    publishers.asked.length = 0;
    expect(await followNumbers()).toEqual([]);
    expect(publishers.asked).toEqual([]);
    now = at('2026-08-08', '00:10');
    await followNumbers();
    expect(await days('corporate-numbers')).toEqual([
      '2026-08-03 0',
      '2026-08-04 1',
      '2026-08-05 1',
      '2026-08-06 1',
      '2026-08-07 1',
    ]);
  });

  it('waits for what the publisher has not published yet', async () => {
    await fullFile('2026-08-03');
    publishDaily('2026-08-04', '2026-08-05');
    now = at('2026-08-09');
    await followNumbers();
    expect(await followed('corporate-numbers')).toMatchObject({
      complete_through: '2026-08-05',
      failures: 0,
    });
    publishDaily('2026-08-04', '2026-08-10');
    now = at('2026-08-11', '00:05');
    await followNumbers();
    expect(await followed('corporate-numbers')).toMatchObject({ complete_through: '2026-08-10' });
    expect(await days('corporate-numbers')).toHaveLength(8);
  });

  it('says how to begin when no full file is loaded', async () => {
    now = at('2026-08-07');
    const events = await followNumbers();
    expect(events).toEqual([
      expect.objectContaining({ event: 'waiting', reason: expect.stringMatching(/--from/) }),
    ]);
    expect(publishers.asked).toEqual([]);
  });

  it('reads a day in parts, numbered through as in the file of the day', async () => {
    await fullFile('2026-08-03');
    publishers.pageSize = 2;
    publishers.published.lastUpdateDate = '2026-08-04';
    // The history of one company, and the part ends in the middle of it.
    const history = ['第一', '第二', '第三'].map((name, index) =>
      registerRow(
        {
          number: 7,
          name: `架空${name}株式会社`,
          updated: '2026-08-04',
          process: index === 0 ? '01' : '11',
          changed: `2020-0${index + 1}-01`,
          latest: index === 2 ? '1' : '0',
        },
        (index % 2) + 1,
      ),
    );
    publishers.published.corporateNumbers.set('2026-08-04', history);
    now = at('2026-08-05');
    await followNumbers();
    expect(publishers.asked.map(({ query }) => query.divide)).toEqual(['1', '1', '2', '1', '2']);
    expect(
      await suite.rows(
        'SELECT kind, name, valid_from::text FROM company_names WHERE company_id = ? ORDER BY valid_from',
        `cn_${corporateNumber(7)}`,
      ),
    ).toEqual([
      { kind: 'former', name: '架空第一株式会社', valid_from: '2020-01-01' },
      { kind: 'former', name: '架空第二株式会社', valid_from: '2020-02-01' },
      { kind: 'legal', name: '架空第三株式会社', valid_from: '2020-03-01' },
    ]);
  });

  it('never replaces a newer full file, which may be loaded at any time', async () => {
    await fullFile('2026-08-03');
    publishers.published.lastUpdateDate = '2026-08-05';
    publishers.published.corporateNumbers.set('2026-08-04', [
      registerRow({
        number: 1,
        name: '架空次株式会社',
        updated: '2026-08-04',
        process: '11',
        changed: '2026-08-04',
      }),
    ]);
    now = at('2026-08-03');
    await followNumbers();
    await suite.load(
      'nta',
      registerFile({
        number: 1,
        name: '架空新株式会社',
        updated: '2026-08-05',
        process: '11',
        changed: '2026-08-05',
      }),
    );
    now = at('2026-08-06');
    await followNumbers();
    expect(await names()).toEqual(['架空新株式会社']);
    expect(
      await suite.rows(
        "SELECT name, valid_to::text FROM company_names WHERE kind = 'former' ORDER BY valid_to",
      ),
    ).toEqual([
      { name: '架空一株式会社', valid_to: '2026-08-04' },
      { name: '架空次株式会社', valid_to: '2026-08-05' },
    ]);
  });
});

describe('faults', () => {
  const fault = (answer: StandIn['fault']) => {
    publishers.fault = answer;
  };

  beforeEach(async () => {
    await fullFile('2026-08-03');
    publishDaily('2026-08-04', '2026-08-06');
    now = at('2026-08-07');
  });

  it.each<[string, StandIn['fault'], RegExp]>([
    ['a refusal', (_, response) => !!response.writeHead(403).end(), /refuses requests for now/],
    ['an unknown key', (_, response) => !!response.writeHead(404).end(), /key is unknown or suspended/],
    ['a fault of its own', (_, response) => !!response.writeHead(500).end(), /has a fault/],
    [
      'a redirect',
      (_, response) => !!response.writeHead(302, { location: 'http://elsewhere.example/' }).end(),
      /redirects/,
    ],
    [
      'another protocol',
      (_, { socket }) => {
        socket?.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: a\r\n\r\n');
        return true;
      },
      /answers 101/,
    ],
    [
      'a page for people',
      (_, response) => !!response.end('<html>メンテナンス中</html>'),
      /does not begin with the line/,
    ],
    ['nothing', (_, response) => !!response.end(), /does not begin with the line/],
    ['another number of rows', (_, response) => !!response.end('2026-08-06,3,1,1\r\n'), /states 3 rows/],
    [
      'a cut connection',
      (_, response) => {
        response.writeHead(200, { 'content-length': 500 }).write('2026-08-06,1,1,1\r\n');
        setTimeout(() => response.destroy(), 50);
        return true;
      },
      /connection was closed/,
    ],
    [
      'a body in pieces that ends in the middle of one',
      ({ query }, response) => {
        const row = publishers.published.corporateNumbers.get(query.from ?? '')?.[0] ?? '';
        if (row === '') return false;
        response.setHeader('connection', 'close');
        response.write(`2026-08-06,1,1,1\r\n${row.slice(0, -4)}`);
        setTimeout(() => response.destroy(), 50);
        return true;
      },
      /connection was closed/,
    ],
    [
      'a row without its last columns',
      ({ query }, response) => {
        const row = publishers.published.corporateNumbers.get(query.from ?? '')?.[0] ?? '';
        if (row === '') return false;
        response.end(`2026-08-06,1,1,1\r\n${row.slice(0, -2)}\r\n`);
        return true;
      },
      /cut off or damaged/,
    ],
    [
      'the rows of another day',
      (_, response) => {
        const row = registerRow({ number: 9, name: '架空九株式会社', updated: '2026-08-01' });
        response.end(`2026-08-06,1,1,1\r\n${row}\r\n`);
        return true;
      },
      /of another day/,
    ],
    [
      'the same part whatever is asked for',
      ({ query }, response) => {
        const row = registerRow({ number: 9, name: '架空九株式会社', updated: query.from ?? '' });
        response.end(`2026-08-06,2,1,2\r\n${row}\r\n`);
        return true;
      },
      /page 1 instead of 2/,
    ],
    ['a day in the future', (_, response) => !!response.end('2099-01-01,0,1,1\r\n'), /in the future/],
    [
      'a row that is cut off',
      ({ query }, response) => {
        const row = publishers.published.corporateNumbers.get(query.from ?? '')?.[0] ?? '';
        if (row === '') return false;
        response.end(`2026-08-06,1,1,1\r\n${row.slice(0, 60)}`);
        return true;
      },
      /cut off or damaged/,
    ],
    ['silence', () => true, /no complete answer in 2 s/],
  ])('%s stops at the day, says why, and is tried again', async (_, answer, reason) => {
    fault(answer);
    const events = await followNumbers();
    expect(events.at(-1)).toMatchObject({ event: 'failed', failure: expect.stringMatching(reason) });
    const state = await followed('corporate-numbers');
    expect(state).toMatchObject({ failures: 1, failure: expect.stringMatching(reason) });
    expect(JSON.stringify([events, state])).not.toContain(standInKey);
    expect(await names()).toEqual(['架空一株式会社']);

    fault(() => false);
    publishers.asked.length = 0;
    await followNumbers();
    expect(publishers.asked).toEqual([]);

    now = new Date(now.getTime() + 30_000);
    await followNumbers();
    expect(await followed('corporate-numbers')).toMatchObject({
      complete_through: '2026-08-06',
      failures: 0,
      failure: null,
    });
    expect(await names()).toHaveLength(4);
  });

  it('a day of which a row in the middle is lost while it is read is read until nothing changes', async () => {
    publishers.pageSize = 1;
    const row = (number: number) =>
      registerRow({ number, name: `架空${number}株式会社`, updated: '2026-08-04' });
    publishers.published.corporateNumbers.set('2026-08-04', [22, 23, 24].map(row));
    let moved = false;
    fault(({ query }) => {
      // After the first two parts, the third row moves up, and another one comes: no count changes.
      if (query.divide === '3' && !moved) {
        moved = true;
        publishers.published.corporateNumbers.set('2026-08-04', [22, 24, 25].map(row));
      }
      return false;
    });
    await followNumbers();
    const found = (await names()).filter((name) => name.startsWith('架空2') && name !== '架空2株式会社');
    expect(found.sort()).toEqual(['架空22株式会社', '架空24株式会社', '架空25株式会社']);
  });

  it('waits longer after each failure, from half a minute to half an hour', async () => {
    fault((_, response) => !!response.writeHead(403).end());
    const waits: number[] = [];
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await followNumbers();
      const { next_at } = (await followed('corporate-numbers')) as { next_at: Date };
      waits.push((next_at.getTime() - now.getTime()) / 1_000);
      now = next_at;
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1800, 1800, 1800]);
  });

  it('waits as long as the publisher asks', async () => {
    fault((_, response) => !!response.writeHead(429, { 'retry-after': '3600' }).end());
    await followNumbers();
    const { next_at } = (await followed('corporate-numbers')) as { next_at: Date };
    expect(next_at.getTime() - now.getTime()).toBe(3_600_000);
  });

  it('a day that changes while its parts are read is read again', async () => {
    publishers.pageSize = 1;
    const rows = [2, 3].map((number) =>
      registerRow({ number, name: `架空${number}株式会社`, updated: '2026-08-04' }),
    );
    publishers.published.corporateNumbers.set('2026-08-04', rows);
    let moved = false;
    fault(({ query }) => {
      if (query.divide === '2' && !moved) {
        moved = true;
        // A row goes from the second part to the first: the counts stay the same.
        publishers.published.corporateNumbers.set('2026-08-04', rows.toReversed());
      }
      return false;
    });
    await followNumbers();
    expect(moved).toBe(true);
    expect(await names()).toEqual(expect.arrayContaining(['架空2株式会社', '架空3株式会社']));
    expect(await followed('corporate-numbers')).toMatchObject({
      complete_through: '2026-08-06',
      failures: 0,
    });
  });
});

describe('documents filed with EDINET', () => {
  const document = (seqNumber: number, number: number, rest: object = {}) => ({
    seqNumber,
    docID: `S100${String(seqNumber).padStart(4, '0')}`,
    edinetCode: `E9${String(number).padStart(4, '0')}`,
    secCode: null,
    JCN: corporateNumber(number),
    filerName: `架空${number}株式会社`,
    docTypeCode: '120',
    periodStart: '2025-04-01',
    periodEnd: '2026-03-31',
    submitDateTime: '2026-06-24 09:30',
    docDescription: '有価証券報告書－第10期(2025/04/01－2026/03/31)',
    withdrawalStatus: '0',
    csvFlag: '0',
    ...rest,
  });
  const publish = (day: string, ...documents: readonly object[]) =>
    publishers.published.edinetDocuments.set(day, documents);
  const followDocuments = () => follow({ edinet: publishers.publishers.edinet });
  const reports = async () =>
    (
      await suite.rows<{ id: string }>(
        "SELECT evidence ->> 'document_id' AS id FROM observations WHERE type = 'disclosure' ORDER BY 1",
      )
    ).map(({ id }) => id);

  beforeEach(async () => {
    await suite.load(
      'edinet',
      edinetFile('2026年6月24日', { edinet: 'E90001', name: '架空1株式会社', number: 1 }),
    );
  });

  it('state the parent that files about its subsidiary', async () => {
    now = at('2026-06-24', '10:00');
    publish('2026-06-24', document(1, 2, { docTypeCode: '200', subsidiaryEdinetCode: 'E90001' }));
    await followDocuments();
    expect(
      await suite.rows("SELECT company_id, value FROM profile_values WHERE field = 'parent_company'"),
    ).toEqual([
      {
        company_id: `cn_${corporateNumber(1)}`,
        value: { name: '架空2株式会社', corporate_number: corporateNumber(2), share: null },
      },
    ]);
  });

  it('are loaded as they come, each new one once, and the day again when it is settled', async () => {
    now = at('2026-06-24', '10:00');
    publish('2026-06-24', document(1, 1), document(2, 2, { docTypeCode: '350' }));
    const [begun, before, open] = await followDocuments();
    expect([begun, before, open]).toMatchObject(
      [
        { event: 'begun', after: '2026-06-23' },
        { event: 'loaded', day: '2026-06-24', complete: false, rows_read: 2, added: 1 },
        undefined,
      ].filter(Boolean),
    );
    publish('2026-06-24', document(1, 1), document(2, 2), document(3, 3));
    now = at('2026-06-24', '11:00');
    expect(await followDocuments()).toMatchObject([{ complete: false, rows_read: 1, added: 1 }]);
    expect(await reports()).toEqual(['S1000001', 'S1000003']);

    // After midnight the day is written again: a document more, one withdrawn.
    publish('2026-06-24', document(1, 1), document(3, 3), document(4, 1, { docTypeCode: '130' }));
    now = at('2026-06-25', '05:00');
    await followDocuments();
    expect(await followed('edinet-documents')).toMatchObject({ complete_through: '2026-06-23' });
    now = at('2026-06-25', '06:30');
    await followDocuments();
    expect(await followed('edinet-documents')).toMatchObject({ complete_through: '2026-06-24', failures: 0 });
    expect(await reports()).toEqual(['S1000001', 'S1000003', 'S1000004']);
    expect(await days('edinet-documents')).toEqual(['2026-06-24 3']);
  });

  it.each<[string, (report: object) => object]>([
    ['with all that it had', (report) => ({ ...report, withdrawalStatus: '2' })],
    [
      'with nothing else',
      (report) => ({
        ...Object.fromEntries(Object.keys(report).map((name) => [name, null])),
        ...{ seqNumber: 1, docID: 'S1000001', withdrawalStatus: '2' },
      }),
    ],
  ])('a report that is withdrawn on its day, listed %s, says so', async (_, withdrawn) => {
    const shown = () =>
      suite.rows(
        `SELECT evidence ->> 'document_id' AS id, subtype, summary LIKE '%提出し、取り下げました。' AS withdrawn
         FROM observations WHERE type = 'disclosure' ORDER BY 1`,
      );
    const expected = [
      { id: 'S1000001', subtype: 'withdrawn_report', withdrawn: true },
      { id: 'S1000002', subtype: 'annual_report', withdrawn: false },
    ];
    now = at('2026-06-24', '10:00');
    publish('2026-06-24', document(1, 1), document(2, 2));
    await followDocuments();
    expect(await reports()).toEqual(['S1000001', 'S1000002']);
    publish('2026-06-24', withdrawn(document(1, 1)), document(2, 2));
    now = at('2026-06-25', '06:30');
    await followDocuments();
    expect(await shown()).toEqual(expected);
    expect(await suite.rows('SELECT DISTINCT rejected::int FROM loads')).toEqual([{ rejected: 0 }]);

    // An older file does not bring it back.
    await suite.load('edinet-documents', `${JSON.stringify(document(1, 1))}\n`);
    expect(await shown()).toEqual(expected);
  });

  it('an archive that cannot be read is asked for five times, and then left out; a refusal is not counted', async () => {
    publish('2026-06-24', document(1, 1, { csvFlag: '1' }), document(2, 1, { csvFlag: '1' }));
    publishers.published.archives.set('S1000001', Buffer.from('PK\x03\x04 no archive'));
    publishers.published.archives.set('S1000002', Buffer.from('PK\x03\x04 no archive'));
    now = at('2026-06-25');
    const tries: string[] = [];
    let refused = 0;
    publishers.fault = ({ path: asked }, response) => {
      if (!asked.endsWith('S1000001') || refused === 3) return false;
      refused += 1;
      response.writeHead(403).end();
      return true;
    };
    for (let attempt = 1; attempt <= 14; attempt += 1) {
      const events = await followDocuments();
      tries.push(events.at(-1)?.event ?? 'none');
      now = new Date(now.getTime() + 30 * 60_000);
    }
    expect(tries.filter((event) => event === 'failed')).toHaveLength(3 + 4 + 4);
    expect(await followed('edinet-documents')).toMatchObject({ complete_through: '2026-06-24', failures: 0 });
    expect(await suite.rows('SELECT document, failures FROM followed_documents ORDER BY 1')).toEqual([
      // Read again with each attempt at the second.
      { document: 'S1000001', failures: 9 },
      { document: 'S1000002', failures: 5 },
    ]);
  });

  it('an archive that is not given, although the list is, stops what follows it for twenty tries', async () => {
    publish('2026-06-24', document(1, 1, { csvFlag: '1' }));
    publish('2026-06-25', document(2, 2));
    now = at('2026-06-26');
    publishers.fault = ({ path: asked }, response) => {
      if (!asked.endsWith('S1000001')) return false;
      response.writeHead(500).end();
      return true;
    };
    const events: FollowEvent[] = [];
    for (let attempt = 1; attempt <= 20; attempt += 1) {
      events.push(...(await followDocuments()));
      now = new Date(now.getTime() + 30 * 60_000);
    }
    expect(events.filter(({ event }) => event === 'failed')).toHaveLength(19);
    expect(events.flatMap((event) => (event.event === 'loaded' ? event.notes : []))).toEqual([
      expect.stringMatching(/^The figures of S1000001 were left out: .* answers 500/),
    ]);
    expect(await followed('edinet-documents')).toMatchObject({ complete_through: '2026-06-25', failures: 0 });
    expect(await reports()).toEqual(['S1000001', 'S1000002']);
  });

  it('of which one cannot be read do not stop those of the next day', async () => {
    publish('2026-06-24', document(1, 1, { JCN: '1234567890124' }));
    publish('2026-06-25', document(2, 2, { docID: 'short', seqNumber: '2' }), document(3, 3));
    now = at('2026-06-26');
    await followDocuments();
    expect(await followed('edinet-documents')).toMatchObject({ complete_through: '2026-06-25', failures: 0 });
    expect(await reports()).toEqual(['S1000003']);
  });

  it('tell new filers and names, but never replace what the list of codes says', async () => {
    publish(
      '2026-06-24',
      document(1, 1, { JCN: corporateNumber(9), filerName: '架空旧株式会社' }),
      document(2, 2),
      document(3, 5, { JCN: null, filerName: '架空太郎' }),
      document(4, 6, { withdrawalStatus: '2' }),
    );
    now = at('2026-06-25');
    await followDocuments();
    expect(
      await suite.rows(
        `SELECT company_id, value, n.name FROM company_identifiers JOIN company_names n USING (company_id)
         WHERE identifier_type = 'edinet_code' AND n.kind = 'legal' ORDER BY value`,
      ),
    ).toEqual([
      { company_id: `cn_${corporateNumber(1)}`, value: 'E90001', name: '架空1株式会社' },
      { company_id: `cn_${corporateNumber(2)}`, value: 'E90002', name: '架空2株式会社' },
      { company_id: `cn_${corporateNumber(6)}`, value: 'E90006', name: '架空6株式会社' },
    ]);
    // The number of the first is not that of the company with its code.
    expect(
      await suite.rows('SELECT company_id, name, stated_from FROM filer_names WHERE NOT listed'),
    ).toEqual(
      [2, 6].map((number) => ({
        company_id: `cn_${corporateNumber(number)}`,
        name: `架空${number}株式会社`,
        stated_from: '2026-06-24',
      })),
    );
    expect(await reports()).toEqual(['S1000001', 'S1000002', 'S1000004']);
    expect(
      await suite.rows(
        "SELECT evidence ->> 'document_id' AS id FROM observations WHERE subtype = 'withdrawn_report'",
      ),
    ).toEqual([{ id: 'S1000004' }]);
  });

  it.each([
    [
      'an error with status 200',
      { metadata: { status: '500', message: 'Internal Server Error' } },
      /answers 500/,
    ],
    [
      'a key that is not accepted',
      { StatusCode: 401, message: `The subscription key '${standInKey}' is invalid.` },
      /answers 401: The subscription key '…'/,
    ],
    [
      'fewer documents than it states',
      {
        metadata: {
          parameter: { date: '2026-06-24' },
          resultset: { count: 9 },
          status: '200',
          message: 'OK',
        },
        results: [],
      },
      /states 9 documents/,
    ],
    [
      'the list of another day',
      {
        metadata: {
          parameter: { date: '2026-06-20' },
          resultset: { count: 0 },
          status: '200',
          message: 'OK',
        },
        results: [],
      },
      /list of 2026-06-20/,
    ],
    ['something else', { results: 'none' }, /not as documented/],
  ])('an answer with %s is a failure', async (_, body, reason) => {
    now = at('2026-06-25');
    publishers.fault = (_, response) => {
      sendJson(response, body);
      return true;
    };
    const events = await followDocuments();
    expect(events.at(-1)).toMatchObject({ event: 'failed', failure: expect.stringMatching(reason) });
    expect(JSON.stringify(events)).not.toContain(standInKey);
    expect(await followed('edinet-documents')).toMatchObject({ complete_through: '2026-06-23', failures: 1 });
  });
});

describe('complete lists', () => {
  const followCodes = () => follow({ edinetCodes: publishers.publishers.edinetCodes });
  const list = (day: string) => edinetFile(day, { edinet: 'E90001', name: '架空1株式会社', number: 1 });

  it('are loaded when they are new, and not again', async () => {
    publishers.published.edinetCodes = list('2026年6月1日');
    now = at('2026-06-02');
    expect(await followCodes()).toMatchObject([{ event: 'loaded', day: '2026-06-01', added: 1 }]);
    now = at('2026-06-03');
    expect(await followCodes()).toEqual([]);
    publishers.published.edinetCodes = list('2026年7月1日');
    now = at('2026-07-02');
    expect(await followCodes()).toMatchObject([{ event: 'loaded', day: '2026-07-01' }]);
    expect(await followed('edinet-codes')).toMatchObject({ complete_through: '2026-07-01', failures: 0 });
    expect(publishers.asked).toHaveLength(3);
  });

  it('that are taken back to what they were are loaded again', async () => {
    const named = (name: string) =>
      edinetFile(
        '2026年6月1日',
        { edinet: 'E90001', name, number: 1 },
        { edinet: 'E90002', name: '架空二', number: 2 },
      );
    for (const [day, name] of [
      ['2026-06-02', '架空正株式会社'],
      ['2026-06-03', '架空誤株式会社'],
      ['2026-06-04', '架空正株式会社'],
    ] as const) {
      publishers.published.edinetCodes = named(name);
      now = at(day);
      await followCodes();
    }
    expect(await names()).toContain('架空正株式会社');
    expect(await names()).not.toContain('架空誤株式会社');
  });

  it('without an end that shows may be cut off', async () => {
    publishers.fault = (_, response) => {
      response.removeHeader('transfer-encoding');
      response.socket?.end(
        Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n'), list('2026年6月1日')]),
      );
      return true;
    };
    now = at('2026-06-02');
    expect(await followCodes()).toMatchObject([
      { event: 'failed', failure: expect.stringMatching(/does not say where it ends/) },
    ]);
  });

  it('that are older than a loaded one change nothing', async () => {
    await suite.load('edinet', list('2026年7月1日'));
    publishers.published.edinetCodes = list('2026年6月1日');
    now = at('2026-07-02');
    expect(await followCodes()).toEqual([]);
    expect(await followed('edinet-codes')).toMatchObject({ failures: 0 });
  });

  it('that are no lists are failures', async () => {
    publishers.published.edinetCodes = Buffer.from('<html>メンテナンス中</html>');
    now = at('2026-07-02');
    expect(await followCodes()).toMatchObject([{ event: 'failed' }]);
  });
});

/** Follows a register from the day after this one, whatever is loaded. */
const begin = (register: string, after: string) =>
  suite.database.knex.raw(
    'INSERT INTO followed_registers (register, began_after, complete_through) VALUES (?, ?, ?)',
    [register, after, after],
  );

describe('the register of invoice issuers', () => {
  it('is followed in parts; nothing of natural persons is kept', async () => {
    await suite.load('nta', registerFile({ number: 1, name: '架空一株式会社' }));
    await begin('invoice-issuers', '2026-08-03');
    publishers.pageSize = 1;
    publishers.published.lastUpdateDate = '2026-08-05';
    publishers.published.invoiceIssuers.set('2026-08-04', [
      issuer({ number: 1, registrationDate: '2026-08-01', updateDate: '2026-08-04' }),
      person,
      issuer({ number: 2, registrationDate: '2026-08-01', updateDate: '2026-08-04', sequenceNumber: '3' }),
    ]);
    publishers.published.invoiceIssuers.set('2026-08-05', [{ ...person, updateDate: '2026-08-05' }]);
    now = at('2026-08-06');
    await follow({ invoiceIssuers: publishers.publishers.invoiceIssuers });
    expect(await days('invoice-issuers')).toEqual(['2026-08-04 2', '2026-08-05 0']);
    expect(
      await suite.rows('SELECT corporate_number, registered_on::text FROM invoice_statements ORDER BY 1'),
    ).toEqual(
      [2, 1].map((number) => ({ corporate_number: corporateNumber(number), registered_on: '2026-08-01' })),
    );
    const files = readdirSync(suite.folder, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(suite.folder, name))
      .filter((file) => statSync(file).isFile());
    for (const file of files) expect(readFileSync(file, 'utf8')).not.toContain('架空　太郎');
  });
});

describe('gBizINFO', () => {
  const followAll = () => follow({ gbizinfo: publishers.publishers.gbizinfo });
  const subsidy = (title: string) => ({
    corporate_number: corporateNumber(1),
    name: '架空一株式会社',
    subsidy: [{ title, amount: '1000000', date_of_approval: '2026-07-01', government_departments: '架空省' }],
  });

  beforeEach(async () => {
    await suite.load('nta', registerFile({ number: 1, name: '架空一株式会社' }));
    for (const register of ['gbizinfo', 'gbizinfo-subsidy', 'gbizinfo-patent'])
      await begin(register, '2026-08-03');
    publishers.published.gbizinfo.set('subsidy 2026-08-04', [subsidy('架空補助金'), subsidy('仮想補助金')]);
    now = at('2026-08-05');
  });

  it('is followed by subject, in pages with numbers as strings; a subject that fails stops no other', async () => {
    publishers.pageSize = 1;
    publishers.fault = ({ path: asked }, response) =>
      asked.endsWith('/patent') && !!response.writeHead(500).end('{"message":"Internal Server Error"}');
    const events = await followAll();
    expect(events.filter(({ event }) => event === 'failed').map(({ register }) => register)).toEqual([
      'gbizinfo-patent',
    ]);
    expect(await followed('gbizinfo-subsidy')).toMatchObject({ complete_through: '2026-08-04', failures: 0 });
    expect(await followed('gbizinfo')).toMatchObject({ complete_through: '2026-08-04', failures: 0 });
    expect(await followed('gbizinfo-patent')).toMatchObject({ complete_through: '2026-08-03', failures: 1 });
    expect(
      (await suite.rows<{ summary: string }>("SELECT summary FROM observations WHERE type = 'subsidy'"))
        .length,
    ).toBe(2);
    expect(publishers.asked[0]?.query).toEqual({ from: '20260804', to: '20260804', page: '1' });
  });

  it('that refuses requests is left alone for all subjects', async () => {
    publishers.fault = (_, response) => !!response.writeHead(403).end();
    const events = await followAll();
    expect(events.filter(({ event }) => event === 'failed')).toHaveLength(1);
    expect(publishers.asked).toHaveLength(1);
    publishers.fault = () => false;
    await followAll();
    expect(publishers.asked).toHaveLength(1);
    now = new Date(now.getTime() + 30_000);
    await followAll();
    expect(await followed('gbizinfo-subsidy')).toMatchObject({ complete_through: '2026-08-04' });
  });
});

describe('a follower whose clock is days ahead', () => {
  const followCompanies = async () =>
    (await follow({ gbizinfo: publishers.publishers.gbizinfo })).filter(
      ({ register }) => register === 'gbizinfo',
    );

  it('skips no day that is not over by the clock of the publisher', async () => {
    await suite.load('nta', registerFile({ number: 1, name: '架空一株式会社' }));
    await begin('gbizinfo', '2026-08-03');
    publishers.clock = at('2026-08-05');
    now = at('2026-08-07');
    expect(await followCompanies()).toMatchObject([
      { event: 'loaded', day: '2026-08-04' },
      { event: 'failed', failure: expect.stringMatching(/^By the publisher's clock it is 2026-08-05/) },
    ]);
    expect(await followed('gbizinfo')).toMatchObject({ complete_through: '2026-08-04', failures: 1 });
  });

  it('does not wait until then when it is set back', async () => {
    await fullFile('2026-05-01');
    publishDaily('2026-05-02', '2026-05-03');
    now = at('2026-05-08');
    const register = buildFollowers({ ...nobody, corporateNumbers: publishers.publishers.corporateNumbers });
    const context = {
      databaseUrl: suite.database.url,
      stateFolder: `${suite.folder}/state`,
      followers: register,
      now: () => now,
      requests: { paceMs: 0, timeoutMs: 2_000 },
    };
    await followOnce(context, { all: false });
    publishDaily('2026-05-02', '2026-05-04');
    await followOnce(context, { all: false });
    expect(await followed('corporate-numbers')).toMatchObject({ complete_through: '2026-05-03' });
    now = at('2026-05-05');
    await followOnce(context, { all: false });
    expect(await followed('corporate-numbers')).toMatchObject({ complete_through: '2026-05-04' });
  });
});

it('a follower that loses its lock asks no more, because another one may ask', async () => {
  await fullFile('2026-08-03');
  publishers.published.lastUpdateDate = '2026-08-04';
  publishers.published.corporateNumbers.set(
    '2026-08-04',
    [2, 3, 4, 5, 6, 7].map((number) =>
      registerRow({ number, name: `架空${number}株式会社`, updated: '2026-08-04' }),
    ),
  );
  publishers.pageSize = 1;
  now = at('2026-08-05');
  publishers.fault = ({ query }) => {
    if (query.divide === '2')
      void suite.rows(`SELECT pg_terminate_backend(pid) FROM pg_locks
        JOIN pg_database ON pg_database.oid = database AND datname = current_database()
        WHERE locktype = 'advisory' AND objsubid = 1`);
    return false;
  };
  await expect(followNumbers({ requests: { paceMs: 200 } })).rejects.toThrow(
    'The connection to PostgreSQL was lost.',
  );
  const asked = publishers.asked.length;
  expect(asked).toBeLessThan(6);
  publishers.fault = () => false;
  await followNumbers();
  expect(await followed('corporate-numbers')).toMatchObject({ complete_through: '2026-08-04', failures: 0 });
});

it('two followers of one database are refused', async () => {
  await fullFile('2026-08-03');
  publishDaily('2026-08-04', '2026-08-05');
  now = at('2026-08-06');
  publishers.fault = (_, response) => {
    setTimeout(() => response.writeHead(500).end(), 500);
    return true;
  };
  const [one, other] = await Promise.allSettled([followNumbers(), followNumbers()]);
  expect([one.status, other.status].sort()).toEqual(['fulfilled', 'rejected']);
});
