import { describe, expect, it } from '@jest/globals';
import { findChangeOfHands, findTakeover } from '../../src/features/row-matching/lookup/names-in-time.ts';
import { toNameKeys } from '../../src/text/names/names.ts';
import { idOf } from '../support/companies.ts';
import { cardOf } from '../support/company-cards.ts';

const name = '株式会社ミナミ電気';
const keys = toNameKeys(name);
const today = '2026-11-23';

const ended = (closed_on: string) => cardOf(1, name, { status: 'merged', closed_on });
const takenOn = (valid_from: string) =>
  cardOf(2, name, {
    names: [
      { kind: 'former', name: '株式会社ミナミホールディングス', valid_from: null, valid_to: valid_from },
      { kind: 'legal', name, valid_from, valid_to: null },
    ],
  });
const found = (...cards: ReturnType<typeof cardOf>[]) => ({
  keys,
  hits: cards.map((card) => ({ card, matchedQueries: ['legal_exact'] })),
});

describe('a name that another company took from one that ended', () => {
  it('names both, with their days', () => {
    expect(findTakeover(found(ended('2023-10-01'), takenOn('2023-10-01')), today)).toEqual([
      { company_id: idOf(1), legal_name: name, from: null, to: '2023-10-01' },
      { company_id: idOf(2), legal_name: name, from: '2023-10-01', to: null },
    ]);
  });

  it('can be a new company', () => {
    const after = cardOf(2, name, { assigned_on: '2024-02-01' });
    expect(findTakeover(found(ended('2023-10-01'), after), today)).toHaveLength(2);
  });

  it.each([
    ['the first one ended long ago', ended('2019-10-01'), takenOn('2019-10-01')],
    ['the second one took it years later', ended('2022-01-01'), takenOn('2024-01-01')],
    ['nobody says since when the second one has it', ended('2023-10-01'), cardOf(2, name)],
    ['the names differ', ended('2023-10-01'), cardOf(2, '株式会社ミナミ', { assigned_on: '2023-10-01' })],
    ['both exist', cardOf(1, name), takenOn('2023-10-01')],
  ])('is not meant if %s', (_, before, after) => {
    expect(findTakeover(found(before, after), today)).toEqual([]);
  });
});

describe('a name that a company gave up', () => {
  it('passed to the one that took it then', () => {
    const gaveUp = cardOf(1, '株式会社ミナミ', {
      names: [
        { kind: 'former', name, valid_from: null, valid_to: '2023-10-01' },
        { kind: 'legal', name: '株式会社ミナミ', valid_from: '2023-10-01', valid_to: null },
      ],
    });
    const companies = findChangeOfHands(found(gaveUp, takenOn('2023-10-01')), today);
    expect(companies.map(({ company_id }) => company_id)).toEqual([idOf(1), idOf(2)]);
  });
});
