import { expect, it } from '@jest/globals';
import type { CompanyCard } from '../../mappings/companies.ts';
import { findCalledCompanies } from '../../src/features/row-matching/lookup/called-companies-lookup.ts';
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
