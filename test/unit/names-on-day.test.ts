import { describe, expect, it } from '@jest/globals';
import {
  isConfirmedOn,
  listLegalNames,
  restrictToDay,
} from '../../src/features/row-matching/lookup/names-in-time.ts';
import { toExactKey, toNameKeys } from '../../src/text/names/names.ts';
import { idOf } from '../support/companies.ts';
import { cardOf } from '../support/company-cards.ts';

const name = '架崎電気株式会社';
const hasIt = (day: string, more: Parameters<typeof cardOf>[2]) =>
  listLegalNames(cardOf(1, name, more), toExactKey(name), day).length > 0;

describe('who had a name on a day', () => {
  it('is not a company that had ended', () => {
    const merged = { status: 'merged' as const, assigned_on: '2015-10-05', closed_on: '2023-10-03' };
    expect(hasIt('2015-01-01', merged)).toBe(true);
    expect(hasIt('2023-10-02', merged)).toBe(true);
    expect(hasIt('2023-10-03', merged)).toBe(false);
  });

  it('is not a company that was not founded yet', () => {
    const successor = { assigned_on: '2022-12-28' };
    expect(hasIt('2022-12-27', successor)).toBe(false);
    expect(hasIt('2022-12-28', successor)).toBe(true);
  });

  it('can be a body that got its number after it was founded', () => {
    expect(hasIt('2016-01-01', { assigned_on: '2017-04-01', kind: 'other_established' })).toBe(true);
    expect(hasIt('2016-01-01', { assigned_on: '2017-04-01', kind: null })).toBe(true);
  });
});

describe('a name that EDINET states on days', () => {
  const filed = { filed_from: '2022-12-05', filed_to: '2024-06-28' };
  const unknown = { valid_from: null, valid_to: null };
  const held = (day: string, more: object, kind = 'former') => {
    const card = cardOf(1, '架崎新株式会社', { names: [{ kind, name, ...unknown, ...more }] });
    const [found] = listLegalNames(card, toExactKey(name), day);
    if (!found) return 'no';
    return isConfirmedOn(day, found) ? 'yes' : 'unknown';
  };

  it('is its name then, and may be until another is stated', () => {
    const only = { ...filed, valid_to: '2024-10-02', filed_only: true };
    expect(
      ['2022-12-04', '2022-12-05', '2024-06-28', '2024-10-01', '2024-10-02'].map((day) => held(day, only)),
    ).toEqual(['unknown', 'yes', 'yes', 'unknown', 'no']);
  });

  it('is its name then even if the register says that it had changed it, or knows it as no legal name', () => {
    const registered = { ...filed, valid_to: '2024-06-03' };
    expect(
      ['2022-12-04', '2024-06-02', '2024-06-28', '2024-06-29'].map((day) => held(day, registered)),
    ).toEqual([...['unknown', 'yes', 'yes', 'no']]);
    expect(['2022-12-04', '2024-06-28', '2024-06-29'].map((day) => held(day, filed, 'trade'))).toEqual([
      ...['no', 'yes', 'no'],
    ]);
  });
});

it('a company for which a filing states the name on the day comes before others that may have had it', () => {
  const own = { kind: 'former', name, valid_from: null, valid_to: '2025-01-01', filed_from: '2023-01-05' };
  const cards = [
    cardOf(1, name),
    cardOf(2, '架崎新株式会社', { names: [{ ...own, filed_to: '2024-12-02' }] }),
    cardOf(3, '架崎旧株式会社', { names: [{ ...own, filed_to: '2023-02-02' }] }),
  ];
  const hits = cards.map((card) => ({ card, matchedQueries: [] }));
  const found = {
    text: name,
    name,
    keys: toNameKeys(name),
    way: 'name',
    hits,
    suggestions: [],
    setAside: [],
  } as const;
  const { hits: then } = restrictToDay(found, '2024-06-28');
  expect(then.map(({ card }) => card.company.company_id)).toEqual([2, 1, 3].map(idOf));
});
