import { describe, expect, it } from '@jest/globals';
import type { CompanyCard } from '../../mappings/companies.ts';
import {
  findCalledCompanies,
  insertCalled,
} from '../../src/features/row-matching/lookup/called-companies-lookup.ts';
import { findWrittenNames } from '../../src/features/row-matching/lookup/written-names-lookup.ts';
import { ParsedName } from '../../src/features/row-matching/parsed-name.ts';
import type { SearchGateway } from '../../src/search/gateway.ts';
import { toNameKeys } from '../../src/text/names/names.ts';
import { cardOf } from '../support/company-cards.ts';
import { countRounds } from '../support/event-loop-rounds.ts';

/** How often the names of one well-known company are read for so many names that it is called by. */
async function readsFor(count: number): Promise<number> {
  let reads = 0;
  const card: CompanyCard = cardOf(1, '株式会社架空自動車', { prominence: 9 });
  const { names } = card;
  Object.defineProperty(card, 'names', {
    get() {
      reads += 1;
      return names;
    },
  });
  const gateway = { search: async () => ({ hits: [{ card }] }) } as unknown as SearchGateway;
  const keys = toNameKeys('架空自動車');
  const asked = Array.from({ length: count }, (_, at) => [`${at}`, keys] as const);
  const found = await findCalledCompanies({ gateway, alias: 'companies' }, asked);
  expect([...found.values()].map((hits) => hits.length)).toEqual(Array(count).fill(1));
  return reads;
}

it('the names of a well-known company are taken apart once for a batch, however many names find it', async () => {
  expect(await readsFor(100)).toBe(await readsFor(1));
});

it('the company whose own name begins so comes before one that is read so and hardly better known', async () => {
  const named = (kind: string, name: string) => ({ kind, name, valid_from: null, valid_to: null });
  const find = async (text: string, prominence: number) => {
    const read = cardOf(1, '株式会社加空織機', {
      prominence,
      names: [named('legal', '株式会社加空織機'), named('english', 'KAKUU LOOMS CORPORATION')],
    });
    const written = cardOf(2, 'カクウ自動車株式会社', {
      prominence: 9,
      names: [named('legal', 'カクウ自動車株式会社'), named('english', 'KAKUU MOTOR CORPORATION')],
      employees: 70_000,
    });
    const gateway = {
      search: async () => ({ hits: [{ card: read }, { card: written }] }),
    } as unknown as SearchGateway;
    const found = await findCalledCompanies({ gateway, alias: 'companies' }, [[text, toNameKeys(text)]]);
    return found.get(text)?.[0]?.card.company.legal_name;
  };
  expect(await find('カクウ', 10)).toBe('カクウ自動車株式会社');
  expect(await find('カクウ', 12)).toBe('株式会社加空織機');
  expect(await find('Kakuu', 10)).toBe('株式会社加空織機');
});

it('others have their turn while a batch of long texts is looked at', async () => {
  const rounds = countRounds();
  let before = 0;
  const lookups = {
    async findByNames() {
      // What comes before has its own turns.
      before = rounds.soFar();
      return new Map();
    },
    findNearNames: async () => new Map(),
  };
  const text = '株式会社 '.repeat(55);
  const keys = toNameKeys(text);
  const formsOnly = Array.from({ length: 1_000 }, (_, at) => new ParsedName(text + ' '.repeat(at), keys));
  await findWrittenNames(lookups, formsOnly);
  rounds.end();
  expect(rounds.soFar() - before).toBeGreaterThan(1);
});

describe('a word that more well-known companies share than are shown', () => {
  /** The names of the companies that are called so, in the order in which they are offered. */
  async function findCalled(text: string, names: readonly string[], holders: readonly string[] = []) {
    const toCards = (some: readonly string[], from: number) =>
      some.map((name, at) => cardOf(from + at, name, { prominence: 5 }));
    const gateway = { search: async () => ({ hits: toCards(names, 1).map((card) => ({ card })) }) };
    const parts = { gateway: gateway as unknown as SearchGateway, alias: 'companies' };
    const called = await findCalledCompanies(parts, [[text, toNameKeys(text)]]);
    const hits = toCards(holders, 100).map((card) => ({ card, matchedQueries: ['legal_core'] }));
    return insertCalled(hits, called.get(text) ?? []).map(({ card }) => card.company.legal_name);
  }
  const makeNames = (pattern: string) =>
    Array.from({ length: 12 }, (_, at) => pattern.replace('*', String.fromCharCode(0x4e00 + at)));

  it('means the ten best known ones, if it is a name', async () => {
    const found = await findCalled('架空', makeNames('架空*電力株式会社'));
    expect(found).toHaveLength(10);
  });

  it('means nobody, if it is a common word or only the same letters', async () => {
    expect(await findCalled('システム', makeNames('*システム株式会社'))).toEqual([]);
    expect(await findCalled('カクウソ', makeNames('カクウソラ*株式会社'))).toEqual([]);
  });

  it('comes after the companies that have it as their name, if it is made of parts of names', async () => {
    const names = Array.from('アイウエオカキクケコサシ', (end) => `ソラ・デンキ・カ${end}株式会社`);
    const [first, ...others] = await findCalled('ＳＤＫ', names, ['ＳＤＫ株式会社']);
    expect(first).toBe('ＳＤＫ株式会社');
    expect(others).toHaveLength(10);
  });

  it('is of the company first that has the initials in English and in Japanese', async () => {
    const makeCard = (last: number, legal: string, english: string, prominence: number) =>
      cardOf(last, legal, {
        prominence,
        names: [
          { kind: 'legal', name: legal, valid_from: null, valid_to: null },
          { kind: 'english', name: english, valid_from: null, valid_to: null },
        ],
      });
    const cards = [
      makeCard(1, '株式会社ソラウミ', 'Sora Denki Kaisha, Ltd.', 9),
      makeCard(2, 'ソラ・デンキ工業株式会社', 'Sora Denki Kogyo Co., Ltd.', 5),
    ];
    const gateway = { search: async () => ({ hits: cards.map((card) => ({ card })) }) };
    const parts = { gateway: gateway as unknown as SearchGateway, alias: 'companies' };
    const called = await findCalledCompanies(parts, [['SDK', toNameKeys('SDK')]]);
    expect(called.get('SDK')?.map(({ card }) => card)).toEqual(cards.toReversed());
  });
});
