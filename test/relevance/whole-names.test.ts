import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { companiesIndex } from '../../indexers/indexing/companies-index.ts';
import { rebuildIndex } from '../../indexers/indexing/reindex.ts';
import type { CompanyCard } from '../../mappings/companies.ts';
import { CompanyIndex } from '../../src/features/company-search/company-index-service.ts';
import { parseSearch } from '../../src/features/company-search/company-search.ts';
import { buildWholeNameRequest } from '../../src/features/company-search/whole-names.ts';
import { explainMatch } from '../../src/features/row-matching/rules/explain-match.ts';
import { Engine } from '../../src/search/engine.ts';
import { SearchGateway } from '../../src/search/gateway.ts';
import type { SearchAnswer } from '../../src/search/search-answer.ts';
import { companyFacts, formerName, idOf } from '../support/companies.ts';
import { type SuiteIndexing, suiteIndexing } from '../support/indexing.ts';

/** A page whose order and rules are read from cards must be the page that the engine would order and explain. */

const cores = [
  'ＹＳ',
  '高田漁業',
  '髙田漁業',
  'アルファ',
  'アルファＣｏ',
  'エヌ・ティ・ティ',
  'NTT',
  'キヤノン販売',
  'キャノン販売',
  'フロント ランド',
  'あい',
];
const forms = ['株式会社@', '@株式会社', '有限会社@', '(同)@', '@ Co., Ltd.', '@'];
const names = cores.flatMap((core) => forms.map((form) => form.replace('@', core)));
const companies = names.length * 3;
const today = '2026-11-24';

let suite: SuiteIndexing;
let index: CompanyIndex;

beforeAll(async () => {
  suite = await suiteIndexing();
  const at = (place: number) => names[place % names.length] ?? '';
  await suite.load(
    ...Array.from({ length: companies }, (_, number) => {
      const company = {
        number,
        name: at(number),
        ...(number % 4 === 0 && { kana: 'アルファ' }),
        ...(number % 5 === 0 && { code: String(1300 + number) }),
        ...(number % 7 === 0 && { row: { status: 'closed', closed_on: '2020-01-01' } as const }),
      };
      const facts = companyFacts(company);
      const company_id = idOf(number);
      const also = { company_id, valid_from: null, valid_to: null, source: 'exchange' } as const;
      return {
        ...facts,
        company_names: [
          ...facts.company_names,
          ...(number % 3 === 0 ? [{ ...also, kind: 'trade' as const, name: at(number * 7 + 1) }] : []),
          ...(number % 3 === 1 ? [{ ...also, kind: 'english' as const, name: at(number * 5 + 2) }] : []),
          ...(number % 2 === 0 ? [formerName(number, at(number * 13 + 4), '2020-01-01')] : []),
        ],
        name_aliases:
          number % 4 === 1
            ? [
                {
                  company_id,
                  alias: at(number * 11 + 3),
                  source: 'company_website' as const,
                  exclusive: false,
                  withdrawn: false,
                },
              ]
            : [],
      };
    }),
  );
  const traded = (number: number, name: string, trade: string, code?: string) => {
    const facts = companyFacts({ number, name, ...(code && { code }) });
    const also = { company_id: idOf(number), valid_from: null, valid_to: null, source: 'exchange' } as const;
    return {
      ...facts,
      company_names: [...facts.company_names, { ...also, kind: 'trade' as const, name: trade }],
    };
  };
  await suite.load(
    // With a form, the exact key of another name with two forms.
    companyFacts({ number: 9001, name: '合同会社DEF Company' }),
    traded(9002, '架空持株会社', '株式会社DEF Company', '9203'),
    // Marks, which loose keys fold only if something else remains.
    traded(9003, '架空商店株式会社', '・合同会社'),
    traded(9004, '架空商会株式会社', '有限会社・合同会社'),
  );
  await rebuildIndex(suite.context, companiesIndex, { shards: 1, replicas: 0 });
  const alias = `${suite.context.indexPrefix}companies`;
  await suite.elasticsearch.indices.refresh({ index: alias });
  const gateway = new SearchGateway(new Engine(suite.elasticsearch));
  index = new CompanyIndex({ gateway, alias, onCountFailure: () => undefined });
});
afterAll(() => suite.remove());

/** What answers are made of. */
function shown({ hits, total }: SearchAnswer<CompanyCard>, query: string) {
  const { reading } = parseSearch({ query }, today);
  if (!reading) throw new Error('no text');
  return {
    total,
    hits: hits.map((hit) => ({
      id: hit.card.company.company_id,
      sort: hit.sort,
      score: hit.score,
      rules: [...hit.matchedQueries].sort(),
      explained: explainMatch(hit, reading),
    })),
  };
}

const searches = [
  ...new Set([
    ...names,
    'アルファ（株）',
    '㈱ＹＳ',
    'エヌ･ティ･ティ㈲',
    '株式会社無関係',
    'DEF Company',
    '株式会社・合同会社',
    '・合同会社',
  ]),
].flatMap((query, at) => [
  { query, words: true, rows: { from: 0, size: 21, countUpTo: 21 } },
  { query, words: false, rows: { from: 0, size: 2 + (at % 5) } },
  { query, words: true, rows: { from: 0, size: 3, countUpTo: true as const } },
  {
    query,
    words: true,
    filters: { listing_status: ['listed' as const] },
    rows: { from: 0, size: 2, countUpTo: 2 },
  },
  {
    query,
    words: true,
    filters: { status: ['closed' as const] },
    rows: { from: 0, size: 21, countUpTo: 21 },
  },
]);

it('is the same page as the engine makes of all rules', async () => {
  const rulesSeen = new Set<string>();
  let read = 0;
  let crowded = 0;
  for (const { rows, ...request } of searches) {
    const search = parseSearch(request, today);
    const question = buildWholeNameRequest(search, rows);
    if (!question) continue;
    const page = question.read(await index.search(question.request));
    if (!page) {
      crowded += 1;
      continue;
    }
    read += 1;
    const { page: ordered } = await index.fetchPage(search, rows, undefined);
    expect({ request, rows, ...shown(page, request.query) }).toEqual({
      request,
      rows,
      ...shown(ordered, request.query),
    });
    for (const { matchedQueries } of page.hits) for (const rule of matchedQueries) rulesSeen.add(rule);
  }
  expect(read).toBeGreaterThan(100);
  expect(crowded).toBeGreaterThan(5);
  expect([...rulesSeen].sort()).toEqual([
    'alias',
    'alike',
    'english',
    'english_exact',
    'former',
    'kana',
    'legal_core',
    'legal_exact',
    'listed_trade',
    'loose',
    'prefix',
    'trade',
    'words_english',
    'words_former',
    'words_legal',
    'words_trade',
  ]);
});

it('is left to the engine if more companies were found than asked for', async () => {
  const search = parseSearch({ query: '株式会社アルファ', words: true }, today);
  const question = buildWholeNameRequest(search, { from: 0, size: 21 });
  expect(question?.read(await index.search(question.request))).toBeNull();
  const { page } = await index.fetchTextPage(
    search,
    search.reading as never,
    { from: 0, size: 21 },
    undefined,
  );
  expect(shown(page, '株式会社アルファ')).toEqual(
    shown((await index.fetchPage(search, { from: 0, size: 21 }, undefined)).page, '株式会社アルファ'),
  );
});

it('is left to the engine if a card does not tell why it was found', async () => {
  const filters = { listing_status: ['listed' as const] };
  const search = parseSearch({ query: 'あい有限会社', words: true, filters }, today);
  const question = buildWholeNameRequest(search, { from: 0, size: 21 });
  const answer = await index.search(question?.request ?? {});
  expect(answer.hits.length).toBeGreaterThan(0);
  expect(question?.read(answer)?.hits).toHaveLength(answer.hits.length);
  const hits = answer.hits.map((hit) => ({ ...hit, score: 32, card: { ...hit.card, names: [] } }));
  expect(question?.read({ ...answer, hits })).toBeNull();
});

it.each([
  ['without a legal form', { query: 'アルファ' }, { from: 0, size: 21 }],
  ['that may be an identifier', { query: 'seed.inc' }, { from: 0, size: 21 }],
  ['of a later page', { query: '株式会社ＹＳ' }, { from: 20, size: 21 }],
  ['after a cursor', { query: '株式会社ＹＳ' }, { from: 0, size: 21, after: [800, 'cn_1'] }],
  ['in another order', { query: '株式会社ＹＳ', order: 'name' as const }, { from: 0, size: 21 }],
])('is not asked for a text %s', (_, request, rows) => {
  expect(buildWholeNameRequest(parseSearch(request, today), rows)).toBeNull();
});
