import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CompanyCard } from '../../mappings/companies.ts';
import { renderCompany, renderText } from '../../src/features/company-search/result-page.ts';
import { JsonPart, JsonText, toJsonText } from '../../src/search/json-text.ts';
import { readPrepared } from '../../src/search/prepared-hits.ts';
import { cardOf } from '../support/company-cards.ts';
import { runs } from '../support/size.ts';

const today = '2026-11-24';

function answerOf(cards: readonly CompanyCard[], total: number | null = cards.length) {
  return {
    took: 1,
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: {
      ...(total !== null && { total: { value: total, relation: 'eq' } }),
      max_score: null,
      hits: cards.map((card) => ({
        _index: 'companies-v9',
        _id: card.company.company_id,
        _score: null,
        _source: { ids: [card.company.company_id], identifiers: [], card },
        sort: [card.company.legal_name, card.company.company_id],
      })),
    },
  };
}

const bytesOf = (answer: unknown) => Buffer.from(JSON.stringify(answer));

/** Texts that look like the parts between which a card is cut. */
const name = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '株式会社架空',
    '},"version":9,"jobs":[]',
    '"card":{"company":{"company_id":"cn_1',
    '{"_index":"other',
    ']}}',
    '\\"},"version":1',
    '"hits":[',
    '\u2028\u{10ffff}\0',
  ),
);

/** As `indexers/documents/company-card.ts` makes it: the first fields have a fixed order. */
const card = fc
  .record({
    last: fc.integer({ min: 1, max: 999_999 }),
    text: name,
    version: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    reread: fc.boolean(),
    jobs: fc.array(
      fc.record({ opened_at: fc.constantFrom('2026-11-01', '2026-12-01'), ai_related: fc.boolean() }),
      {
        maxLength: 2,
      },
    ),
    types: fc.dictionary(name, fc.nat(), { maxKeys: 2, noNullPrototype: true }),
  })
  .map(({ last, text, version, reread, jobs, types }): CompanyCard => {
    const made = cardOf(last, text, { website_url: text, observation_counts: { total: 1, by_type: types } });
    return {
      company: made.company,
      profile: made.profile,
      version,
      ...(reread && { reread }),
      jobs: jobs.map((job) => ({ ...job, closed_at: null })),
      permits: [],
      assigned_on: null,
      closed_on: null,
      superseded_by_number: null,
      securities_codes: [],
      names: [{ kind: 'legal', name: text, valid_from: null, valid_to: null }],
      prominence: 0,
    };
  });

describe('cards that stay text', () => {
  it('are those that parsing gives, whatever their names contain', () => {
    fc.assert(
      fc.property(fc.array(card, { maxLength: 5 }), fc.option(fc.nat()), (cards, total) => {
        const answer = readPrepared<CompanyCard>(bytesOf(answerOf(cards, total)));
        expect(answer).toMatchObject({ total, timedOut: false, failed: 0 });
        expect(answer?.hits.map(({ prepared }) => prepared)).toEqual(
          cards.map(({ company, version, reread, jobs }) => ({
            text: expect.any(String),
            companyId: company.company_id,
            version,
            index: 'companies-v9',
            reread: reread === true,
            hasSignals: jobs.length > 0,
          })),
        );
        expect(answer?.hits.map((hit) => [hit.card, hit.sort, hit.ids, hit.matchedQueries])).toEqual(
          cards.map((each) => [
            { ...each, index: 'companies-v9' },
            [each.company.legal_name, each.company.company_id],
            [each.company.company_id],
            [],
          ]),
        );
      }),
      runs(200, 20_000),
    );
  });

  it('make the same answer as cards that are values', () => {
    fc.assert(
      fc.property(fc.array(card, { maxLength: 5 }), (cards) => {
        const { hits = [] } = readPrepared<CompanyCard>(bytesOf(answerOf(cards))) ?? {};
        const context = { fresh: null, query: null, today };
        const parts = hits.map((hit) => renderText(hit, context));
        expect(parts.every((part) => part instanceof JsonPart)).toBe(true);
        const body = toJsonText<{ companies: unknown[]; 名前: string }>({ companies: parts, 名前: '架空' });
        expect(body instanceof JsonText).toBe(cards.length > 0);
        const sent =
          body instanceof JsonText ? Buffer.from(body.text, 'latin1').toString() : JSON.stringify(body);
        expect(JSON.parse(sent)).toEqual({
          companies: JSON.parse(JSON.stringify(hits.map((hit) => renderCompany(hit, context)))),
          名前: '架空',
        });
      }),
      runs(200, 20_000),
    );
  });

  it.each([
    ['an answer without hits', { hits: {} }],
    ['an answer with facets', { ...answerOf([]), aggregations: { kind: {} } }],
    ['another order of fields', { hits: { hits: [{ _id: 'cn_1', _index: 'companies-v9', _source: {} }] } }],
    ['a hit without a card', { hits: { hits: [{ _index: 'companies-v9', _source: { ids: [] } }] } }],
    [
      'a card of an older form',
      { hits: { hits: [{ _index: 'companies-v8', _source: { card: { company_id: 'cn_1', names: [] } } }] } },
    ],
  ])('leave %s to be parsed', (_, answer) => {
    expect(readPrepared(bytesOf(answer))).toBeNull();
  });
});
