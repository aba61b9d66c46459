import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '@elastic/elasticsearch';
import { afterAll, describe, expect, it } from '@jest/globals';
import { CompaniesService } from '../../src/features/companies/companies-service.ts';
import { CompaniesStore } from '../../src/features/companies/companies-store.ts';
import { CompanyLookup } from '../../src/features/row-matching/lookup/company-lookup.ts';
import { mappedColumns } from '../../src/features/row-matching/parse-row.ts';
import { RowMatching } from '../../src/features/row-matching/row-matching-service.ts';
import { SourceChoicesStore } from '../../src/features/sources/records/source-choices-store.ts';
import { RowMatcher } from '../../src/features/sources/resolving/source-matching-service.ts';
import { openElasticsearch } from '../../src/search/elasticsearch.ts';
import { Engine } from '../../src/search/engine.ts';
import { SearchGateway } from '../../src/search/gateway.ts';
import { toNameKeys } from '../../src/text/names/names.ts';
import { companyFacts, corporateNumber, idOf, insertFacts } from '../support/companies.ts';
import { testStack } from '../support/environment.ts';
import { size } from '../support/size.ts';
import { sourceParts } from '../support/source-parts.ts';
import { sourceSuite } from '../support/sources.ts';

/** Many companies with one name and one site: more than one answer for a few values can contain. */
const group = Array.from({ length: 60 }, (_, at) => 100 + at);

/** Names that several companies have: fewer than are shown, but together more than one answer for their names can contain. */
const shared = Array.from({ length: 8 }, (_, at) => `${String.fromCodePoint(0x4e00 + at)}共有商事株式会社`);
const holdersOfShared = 20;

const suite = await sourceSuite();
await insertFacts(
  suite.database.knex,
  ...shared.flatMap((name, place) =>
    Array.from({ length: holdersOfShared }, (_, at) =>
      companyFacts({ number: 200 + place * holdersOfShared + at, name }),
    ),
  ),
  ...group.map((number) => ({
    ...companyFacts({ number, name: '株式会社大集団', kana: 'ダイシュウダン' }),
    company_identifiers: ['group.example.co.jp', 'daishudan.co.jp'].map((value) => ({
      company_id: idOf(number),
      identifier_type: 'domain' as const,
      value,
      valid_from: null,
      valid_to: null,
      source: 'company_website' as const,
    })),
  })),
);
await suite.service.reindexCompanies();
const client = new Client({ node: testStack().elasticsearchUrl });
const lookup = new CompanyLookup({
  gateway: new SearchGateway(new Engine(client)),
  alias: `${suite.service.indexPrefix}companies`,
});
afterAll(async () => {
  await client.close();
  await suite.end();
});

const keysOfNames = (names: readonly string[]) => new Map(names.map((name) => [name, toNameKeys(name)]));

const names = [
  '架空自動車株式会社',
  '㈱架空自動車',
  '架空自動車',
  '株式会社同名商事',
  '株式会社髙架屋',
  '高架屋',
  '旧名堂株式会社',
  '株式会社閉店堂',
  '有限会社孤立電機',
  '誰も知らない株式会社',
  '株式会社大集団',
  'だいしゅうだん',
];

describe('many names at once', () => {
  async function expectAsAlone(names: readonly string[]) {
    const together = await lookup.findByNames(keysOfNames(names));
    expect([...together.keys()].sort()).toEqual([...names].sort());
    for (const name of names) {
      const alone = await lookup.findByNames(keysOfNames([name]));
      const shown = (hits = together.get(name)) =>
        hits?.map(({ card, matchedQueries }) => [card.company.company_id, [...matchedQueries].sort()]);
      expect(shown()).toEqual(shown(alone.get(name)));
    }
    return together;
  }

  it('find the same companies, by the same rules and in the same order, as single names', async () => {
    const together = await expectAsAlone(names);
    expect(together.get('誰も知らない株式会社')).toEqual([]);
    expect(together.get('株式会社大集団')).toHaveLength(50);
  });

  it('find all companies of names that together have more companies than one response', async () => {
    const together = await expectAsAlone(shared);
    for (const name of shared) expect(together.get(name)).toHaveLength(holdersOfShared);
  });

  it.each([
    ['in an answer', ['大集団株式会社', ...names.slice(0, 8)]],
    ['because an answer was full', ['大集団株式会社', ...shared]],
  ])('read only the shown companies of a name with very many, once that is known %s', async (_, asked) => {
    const counted = countedLookup();
    await counted.lookup.findByNames(keysOfNames(asked));
    const first = counted.read();
    const again = await counted.lookup.findByNames(keysOfNames(asked));
    const others = countedLookup();
    await others.lookup.findByNames(keysOfNames(asked.slice(1)));
    expect(counted.read() - first).toBe(50 + others.read());
    expect(counted.read() - first).toBeLessThan(first);
    expect(again.get('大集団株式会社')).toHaveLength(50);
    await counted.close();
    await others.close();
  });

  it('are looked up once when their keys are the same', async () => {
    const counted = countedLookup();
    const spellings = Array.from({ length: 40 }, (_, at) => `${' '.repeat(at)}株式会社　大集団`);
    const found = await counted.lookup.findByNames(keysOfNames(spellings));
    expect(counted.read()).toBe(50);
    expect([...found.keys()]).toEqual(spellings);
    expect(new Set(found.values()).size).toBe(1);
    await counted.close();
  });
});

describe('many rows with the same question', () => {
  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `株式会社${' '.repeat(at % 7)}大集団` }));

  it('are looked up once, however many batches they need', async () => {
    const counted = countedLookup();
    const companies = new CompaniesService(new CompaniesStore(suite.database.knex));
    const choices = new SourceChoicesStore(suite.database.knex);
    const { account } = await suite.account();
    const mapping = { entity: 'company', columns: { name: 'name' }, hints: {} } as const;
    const run = new RowMatcher(
      { matching: new RowMatching({ lookup: counted.lookup, companies }), choices },
      { accountId: account.accountId, sourceId: randomUUID() },
      mappedColumns(mapping, ['name']),
    );
    const batches = [0, 1, 2].map(() =>
      run.match(rowsOf(100).map(({ name }) => ({ cells: [name], issues: [], rejected_company_ids: [] }))),
    );
    const outcomes = (await Promise.all(batches)).flat().map(({ outcome }) => outcome);
    expect(counted.read()).toBe(50);
    expect(outcomes).toHaveLength(300);
    expect(new Set(outcomes).size).toBe(1);
    expect(outcomes[0]?.candidates).toHaveLength(50);
    await counted.close();
  });

  const many = size(250, 2_500);

  it('send their candidates to the database once', async () => {
    const caller = await suite.account(1_000);
    const sourceId = await caller.mapped(rowsOf(many));
    let sent = 0;
    const count = ({ bindings = [] }: { bindings?: unknown[] }) => {
      for (const binding of bindings) if (typeof binding === 'string') sent += binding.length;
    };
    const { knex } = suite.database;
    const { resolving, close } = sourceParts(knex, `${suite.service.indexPrefix}companies`);
    const call = {
      accountId: caller.account.accountId,
      method: 'POST',
      path: '/resolve',
      idempotencyKey: 'once',
      keyId: null,
    };
    knex.on('query', count);
    await resolving.resolve({ ...call, body: { execute: true, maxCredits: 0 } }, sourceId);
    knex.off('query', count);
    await close();
    const [first, ...others] = await caller.allRows(sourceId);
    expect(others).toHaveLength(many - 1);
    for (const row of others) {
      expect(row).toMatchObject({ resolve_status: 'multiple_candidates', candidate_count: 50 });
      expect(row.resolve_candidates).toEqual(first?.resolve_candidates);
    }
    // Two ids a row, the issue that says how many companies there are, and one list of candidates.
    expect(sent).toBeLessThan(many * 600);
  });

  it('come in pages that end before their candidates are too many', async () => {
    const caller = await suite.account(1_000);
    const sourceId = await caller.resolved(rowsOf(260));
    const page = await caller.get(`/sources/${sourceId}/review?limit=500`);
    expect(page.body.rows.length).toBeLessThan(260);
    expect(page.body.meta).toMatchObject({ returned: page.body.rows.length, has_more: true });
    const rows = await caller.allRows(sourceId);
    expect(rows.map(({ row_number }) => row_number)).toEqual(Array.from({ length: 260 }, (_, at) => at + 1));
  });
});

describe('many rows with the same name but different questions', () => {
  it('list fewer companies when the run has many, and say how many there are', async () => {
    const run = await boundedRun(lookup);
    const cells = Array.from({ length: 6 }, (_, at) => ['株式会社大集団', `${at}丁目`]);
    const matched = await run.match(
      cells.map((each) => ({ cells: each, issues: [], rejected_company_ids: [] })),
    );
    expect(matched.map(({ outcome }) => outcome.candidates.length)).toEqual([50, 50, 4, 4, 4, 4]);
    const [first, , third] = matched;
    expect(third?.outcome.candidates.map(({ company_id }) => company_id)).toEqual(
      first?.outcome.candidates.slice(0, 4).map(({ company_id }) => company_id),
    );
    expect(third?.issues).toMatchObject([
      { code: 'candidates_truncated', message: expect.stringContaining('The best 4 of them') },
    ]);
  });
});

/** A run that lists all candidates only until it has a hundred. */
async function boundedRun(by: CompanyLookup): Promise<RowMatcher> {
  const companies = new CompaniesService(new CompaniesStore(suite.database.knex));
  const choices = new SourceChoicesStore(suite.database.knex);
  const { account } = await suite.account();
  const mapping = { entity: 'company', columns: { name: 'name' }, hints: { address: 'address' } } as const;
  const bounds = { ofRun: 100, ofLaterRow: 4 };
  return new RowMatcher(
    { matching: new RowMatching({ lookup: by, companies }), choices, bounds },
    { accountId: account.accountId, sourceId: randomUUID() },
    mappedColumns(mapping, ['name', 'address']),
  );
}

describe('batches of a run that are looked up at the same time', () => {
  it('list the same companies whichever is found first, also for a question of several batches', async () => {
    const gateway = new SearchGateway(new Engine(client));
    const alias = `${suite.service.indexPrefix}companies`;
    const batches = [0, 1, 2, 3].map((batch) =>
      [0, 1, 2].map((at) => ({
        cells: ['株式会社大集団', at === 2 ? 'shared' : `${batch}-${at}丁目`],
        issues: [],
        rejected_company_ids: [],
      })),
    );
    const listed = async (delays: readonly number[]) => {
      let asked = 0;
      const slow = new Proxy(gateway, {
        get(target, name: keyof SearchGateway) {
          const method = target[name].bind(target) as (...given: unknown[]) => Promise<unknown>;
          return async (...given: unknown[]) => {
            await wait(delays[asked++ % delays.length]);
            return method(...given);
          };
        },
      });
      const run = await boundedRun(new CompanyLookup({ gateway: slow, alias }));
      const matched = await Promise.all(batches.map((batch) => run.match(batch)));
      return matched.map((rows) => rows.map(({ outcome }) => outcome.candidates.length));
    };
    const inOrder = [
      [50, 50, 4],
      [4, 4, 4],
      [4, 4, 4],
      [4, 4, 4],
    ];
    expect(await listed([0])).toEqual(inOrder);
    expect(await listed([60, 40, 20, 0])).toEqual(inOrder);
    expect(await listed([30, 0, 50, 10, 20])).toEqual(inOrder);
  });

  it('go on when an earlier one fails', async () => {
    let fails = true;
    const gateway = new SearchGateway({
      post: async (...given) => {
        if (fails) throw new Error('the engine fails');
        return new Engine(client).post(...given);
      },
    });
    const run = await boundedRun(
      new CompanyLookup({ gateway, alias: `${suite.service.indexPrefix}companies` }),
    );
    const row = (name: string) => [{ cells: [name, null], issues: [], rejected_company_ids: [] }];
    const failing = run.match(row('株式会社大集団'));
    const next = failing.catch(() => {
      fails = false;
      return run.match(row('架空自動車株式会社'));
    });
    await expect(failing).rejects.toThrow();
    expect(await next).toMatchObject([{ outcome: { status: 'matched' } }]);
  });
});

describe('a row with more companies than are listed', () => {
  it('lists the best and says how many there are', async () => {
    const caller = await suite.account();
    const sourceId = await caller.resolved([{ url: 'daishudan.co.jp' }]);
    const [row] = await caller.rows(sourceId);
    expect(row).toMatchObject({
      resolve_status: 'multiple_candidates',
      candidate_count: 50,
      issues: [{ code: 'candidates_truncated', message: expect.stringContaining('60 companies') }],
    });
  });
});

/** A lookup that counts the companies it reads. */
function countedLookup() {
  let read = 0;
  const client = openElasticsearch({ nodes: [testStack().elasticsearchUrl] });
  const engine = new Engine(client);
  const gateway = new SearchGateway({
    async post(...given) {
      const bytes = await engine.post(...given);
      const answer = JSON.parse(bytes.toString()) as { hits?: Hits; responses?: { hits?: Hits }[] };
      for (const { hits } of answer.responses ?? [answer]) read += hits?.hits?.length ?? 0;
      return bytes;
    },
  });
  return {
    lookup: new CompanyLookup({ gateway, alias: `${suite.service.indexPrefix}companies` }),
    read: () => read,
    close: () => client.close(),
  };
}

interface Hits {
  readonly hits?: readonly unknown[];
}

describe('many identifiers at once', () => {
  it('find every company of each, even if many companies share one', async () => {
    const numbers = [1, 5, 7].map((number) => `corporate_number:${corporateNumber(number)}`);
    const terms = [
      ...numbers,
      'domain:group.example.co.jp',
      'securities_code:9203',
      'domain:nobody.example.jp',
    ];
    const found = await lookup.findByIdentifiers([...terms, idOf(2)]);
    const ids = (key: string) => found.get(key)?.map(({ company }) => company.company_id);
    expect(ids('domain:group.example.co.jp')?.sort()).toEqual(group.map(idOf).sort());
    expect(numbers.map(ids)).toEqual([[idOf(1)], [idOf(5)], [idOf(7)]]);
    expect([ids('securities_code:9203'), ids(idOf(2)), ids('domain:nobody.example.jp')]).toEqual([
      [idOf(1)],
      [idOf(2)],
      undefined,
    ]);
  });
});
