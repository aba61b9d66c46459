import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { companiesIndex } from '../../indexers/indexing/companies-index.ts';
import { rebuildIndex } from '../../indexers/indexing/reindex.ts';
import { CompanyIndex } from '../../src/features/company-search/company-index-service.ts';
import { parseSearch } from '../../src/features/company-search/company-search.ts';
import { CompanyLookup } from '../../src/features/row-matching/lookup/company-lookup.ts';
import { compareRules } from '../../src/features/row-matching/rules/match-scores.ts';
import { Engine } from '../../src/search/engine.ts';
import { SearchGateway } from '../../src/search/gateway.ts';
import { toNameKeys } from '../../src/text/names/names.ts';
import { companyFacts, formerName, idOf } from '../support/companies.ts';
import { type SuiteIndexing, suiteIndexing } from '../support/indexing.ts';
import {
  listPlaces,
  listRules,
  type RuleExample,
  ruleExamples,
  toExampleCard,
  toExampleFacts,
} from '../support/name-examples.ts';

/** The rules of the table are those of the index: one by one for its examples, and all together for names that are near. */

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
/** Above the numbers of the examples. */
const firstNumber = 10_000;

let suite: SuiteIndexing;
let index: CompanyIndex;
let openLookup: () => CompanyLookup;

beforeAll(async () => {
  suite = await suiteIndexing();
  await suite.load(...ruleExamples.map(toExampleFacts), ...similarCompanies(), ...companiesOfTwoForms());
  await rebuildIndex(suite.context, companiesIndex, { shards: 1, replicas: 0 });
  const alias = `${suite.context.indexPrefix}companies`;
  await suite.elasticsearch.indices.refresh({ index: alias });
  const gateway = new SearchGateway(new Engine(suite.elasticsearch));
  index = new CompanyIndex({ gateway, alias, onCountFailure: () => undefined });
  openLookup = () => new CompanyLookup({ gateway, alias });
});
afterAll(() => suite.remove());

/** Companies whose names differ only in what rules fold, in all kinds of names. */
function similarCompanies() {
  const at = (place: number) => names[place % names.length] ?? '';
  return Array.from({ length: companies }, (_, place) => {
    const number = firstNumber + place;
    const company_id = idOf(number);
    const also = { company_id, valid_from: null, valid_to: null, source: 'exchange' } as const;
    const facts = companyFacts({
      number,
      name: at(place),
      ...(place % 4 === 0 && { kana: 'アルファ' }),
      ...(place % 5 === 0 && { code: String(3300 + place) }),
      ...(place % 7 === 0 && { row: { status: 'closed', closed_on: '2020-01-01' } as const }),
    });
    return {
      ...facts,
      company_names: [
        ...facts.company_names,
        ...(place % 3 === 0 ? [{ ...also, kind: 'trade' as const, name: at(place * 7 + 1) }] : []),
        ...(place % 3 === 1 ? [{ ...also, kind: 'english' as const, name: at(place * 5 + 2) }] : []),
        ...(place % 2 === 0 ? [formerName(number, at(place * 13 + 4), '2020-01-01')] : []),
      ],
      name_aliases:
        place % 4 === 1
          ? [
              {
                company_id,
                alias: at(place * 11 + 3),
                source: 'company_website' as const,
                exclusive: false,
                withdrawn: false,
              },
            ]
          : [],
    };
  });
}

/** With a form, the exact key of one is a name of the other, which has two forms. */
function companiesOfTwoForms() {
  const company_id = idOf(11_002);
  const also = { company_id, valid_from: null, valid_to: null, source: 'exchange' } as const;
  const traded = companyFacts({ number: 11_002, name: '架空持株会社', code: '9203' });
  const trade = { ...also, kind: 'trade' as const, name: '株式会社DEF Company' };
  return [
    companyFacts({ number: 11_001, name: '合同会社DEF Company' }),
    { ...traded, company_names: [...traded.company_names, trade] },
  ];
}

/** The rules by which the index finds the company of an example. */
async function findRules(
  { text, number }: Pick<RuleExample, 'text' | 'number'>,
  place: 'search' | 'resolve',
): Promise<string[]> {
  const find = async () => {
    if (place === 'resolve') {
      const found = await openLookup().findByNames(new Map([[text, toNameKeys(text)]]));
      return found.get(text) ?? [];
    }
    const search = parseSearch({ query: text, words: true }, '2026-11-24');
    return (await index.fetchPage(search, { from: 0, size: 100 }, undefined)).page.hits;
  };
  const hit = (await find()).find(({ card }) => card.company.company_id === idOf(number));
  return [...(hit?.matchedQueries ?? [])].sort(compareRules);
}

describe('the index', () => {
  it.each(ruleExamples)('finds $text by the rule $code', async ({ code, rule, ...example }) => {
    const card = toExampleCard({ code, rule, ...example });
    for (const place of listPlaces(rule)) {
      const rules = await findRules(example, place);
      expect([place, rules[0]]).toEqual([place, code]);
      const compared = listRules(example.text, card, place);
      const byKeys = (each: string) => !each.startsWith('words_');
      expect([place, rules.filter(byKeys).sort()]).toEqual([place, compared.filter(byKeys).sort()]);
    }
  });
});

it('finds of many names together the companies that it finds of each alone, by the same rules, in the same order', async () => {
  const texts = [
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
  ];
  const keys = new Map(texts.map((text) => [text, toNameKeys(text)]));
  const together = await openLookup().findByNames(keys);
  const rulesSeen = new Set<string>();
  for (const [text, own] of keys) {
    const alone = await openLookup().findByNames(new Map([[text, own]]));
    const show = (found: typeof alone) =>
      found.get(text)?.map(({ card, matchedQueries }) => ({
        id: card.company.company_id,
        rules: [...matchedQueries].sort(),
      }));
    expect({ text, found: show(together) }).toEqual({ text, found: show(alone) });
    for (const { matchedQueries } of together.get(text) ?? [])
      for (const rule of matchedQueries) rulesSeen.add(rule);
  }
  expect([...rulesSeen].sort()).toEqual([
    'alias',
    'alike',
    'called',
    'english',
    'english_exact',
    'former',
    'kana',
    'legal_core',
    'legal_exact',
    'loose',
    'trade',
  ]);
});
