import { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CompanyLookup } from '../../src/features/company-resolve/company-lookup-service.ts';
import { SearchGateway } from '../../src/search/gateway.ts';
import { companyFacts, corporateNumber, insertFacts } from '../support/companies.ts';
import { testStack } from '../support/environment.ts';
import { idOf, type SourceSuite, sourceSuite } from '../support/sources.ts';

let suite: SourceSuite;
let client: Client;
let lookup: CompanyLookup;

/** Many companies of one name and one site, more than one answer for a few values holds. */
const group = Array.from({ length: 60 }, (_, at) => 100 + at);

/** Names that several companies have, fewer than are shown, and together more than one answer for their names holds. */
const shared = Array.from({ length: 8 }, (_, at) => `${String.fromCodePoint(0x4e00 + at)}共有商事株式会社`);
const holdersOfShared = 20;

beforeAll(async () => {
  suite = await sourceSuite();
  await insertFacts(
    suite.database.knex,
    ...shared.flatMap((name, place) =>
      Array.from({ length: holdersOfShared }, (_, at) =>
        companyFacts({ number: 200 + place * holdersOfShared + at, name }),
      ),
    ),
    ...group.map((number) => ({
      ...companyFacts({ number, name: '株式会社大集団', kana: 'ダイシュウダン' }),
      company_identifiers: [
        {
          company_id: idOf(number),
          identifier_type: 'domain' as const,
          value: 'group.example.co.jp',
          valid_from: null,
          valid_to: null,
          source: 'company_website' as const,
        },
      ],
    })),
  );
  await suite.service.reindexCompanies();
  client = new Client({ node: testStack().elasticsearchUrl });
  lookup = new CompanyLookup({
    gateway: new SearchGateway(client),
    alias: `${suite.service.indexPrefix}companies`,
  });
});
afterAll(async () => {
  await client.close();
  await suite.stop();
});

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
  async function expectAsAlone(asked: readonly string[]) {
    const together = await lookup.byNames(asked);
    expect([...together.keys()].sort()).toEqual([...asked].sort());
    for (const name of asked) {
      const alone = await lookup.byNames([name]);
      const shown = (hits = together.get(name)) =>
        hits?.map(({ card, matchedQueries }) => [card.company_id, [...matchedQueries].sort()]);
      expect(shown()).toEqual(shown(alone.get(name)));
    }
    return together;
  }

  it('find the same companies, by the same rules and in the same order, as each name for itself', async () => {
    const together = await expectAsAlone(names);
    expect(together.get('誰も知らない株式会社')).toEqual([]);
    expect(together.get('株式会社大集団')).toHaveLength(50);
  });

  it('find all companies also of names that have more of them together than one answer holds', async () => {
    const together = await expectAsAlone(shared);
    for (const name of shared) expect(together.get(name)).toHaveLength(holdersOfShared);
  });

  it('read no more companies of a name that very many have than are shown', async () => {
    let read = 0;
    const answersOf = client.transport.request.bind(client.transport);
    const counting = new Client({ node: testStack().elasticsearchUrl });
    counting.transport.request = (async (...given: Parameters<typeof answersOf>) => {
      const answer = (await answersOf(...given)) as { hits?: Hits; responses?: { hits?: Hits }[] };
      for (const { hits } of answer.responses ?? [answer]) read += hits?.hits?.length ?? 0;
      return answer;
    }) as typeof answersOf;
    const gateway = new SearchGateway(counting);
    const counted = new CompanyLookup({ gateway, alias: `${suite.service.indexPrefix}companies` });
    await counted.byNames(['大集団株式会社', ...names.slice(0, 8)]);
    const others = await lookup.byNames(names.slice(0, 8));
    expect(read).toBe(50 + new Set([...others.values()].flat().map(({ card }) => card.company_id)).size);
    await counting.close();
  });
});

interface Hits {
  readonly hits?: readonly unknown[];
}

describe('many identifiers at once', () => {
  it('find every company of each, also where many share one', async () => {
    const numbers = [1, 5, 7].map((number) => `corporate_number:${corporateNumber(number)}`);
    const terms = [
      ...numbers,
      'domain:group.example.co.jp',
      'securities_code:9203',
      'domain:nobody.example.jp',
    ];
    const found = await lookup.byIdentifiers(terms, [idOf(2)]);
    const ids = (key: string) => found.get(key)?.map(({ company_id }) => company_id);
    expect(ids('domain:group.example.co.jp')?.sort()).toEqual(group.map(idOf).sort());
    expect(numbers.map(ids)).toEqual([[idOf(1)], [idOf(5)], [idOf(7)]]);
    expect([ids('securities_code:9203'), ids(idOf(2)), ids('domain:nobody.example.jp')]).toEqual([
      [idOf(1)],
      [idOf(2)],
      undefined,
    ]);
  });
});
