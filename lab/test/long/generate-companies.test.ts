import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseCorporateNumber } from '../../../src/text/identifiers/corporate-number.ts';
import { parseRegistrableDomain } from '../../../src/text/identifiers/domains.ts';
import { parseEdinetCode } from '../../../src/text/identifiers/identifiers.ts';
import { parseSecuritiesCode } from '../../../src/text/identifiers/securities-code.ts';
import { runs } from '../../../test/support/size.ts';
import { generateCompanies } from '../../fictional/companies.ts';
import { dayNumber, dayText } from '../../fictional/days.ts';
import {
  corporateNumber,
  listingRank,
  maxCompanies,
  mergedRecordNumber,
  securitiesCode,
} from '../../fictional/numbers.ts';

const seed = fc.integer({ min: 0, max: 0xffffffff });
const place = fc.integer({ min: 0, max: maxCompanies - 1 });
const today = '2026-11-21';

describe('numbers of generated companies', () => {
  it('are corporate numbers with a correct check digit, of offices that no register has', () => {
    fc.assert(
      fc.property(seed, place, (anySeed, index) => {
        const number = corporateNumber(anySeed, index);
        expect(parseCorporateNumber(number)).toMatchObject({ ok: true, value: number });
        expect(number.slice(1, 5)).toMatch(/^(5[1-9]|6|8|9[0-7])/);
        expect(parseCorporateNumber(mergedRecordNumber(index)).ok).toBe(true);
      }),
    );
  });

  it('differ for different places of a series, also far apart', () => {
    fc.assert(
      fc.property(seed, fc.uniqueArray(place, { minLength: 2, maxLength: 200 }), (anySeed, places) => {
        const numbers = places.map((index) => corporateNumber(anySeed, index));
        expect(new Set(numbers).size).toBe(places.length);
      }),
    );
  });

  it('stay different when the series returns to the same offices', () => {
    const numbers = [0, 1, 999, 1000].flatMap((index) =>
      [0, 3_700_000, 7_400_000].map((round) => corporateNumber(7, index + round)),
    );
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('give every listing a different securities code, 130A among the first', () => {
    fc.assert(
      fc.property(seed, (anySeed) => {
        const codes = Array.from({ length: 4000 }, (_, rank) => securitiesCode(anySeed, rank));
        expect(new Set(codes).size).toBe(codes.length);
        expect(codes).toContain('130A');
        expect(codes.every((code) => parseSecuritiesCode(code).ok)).toBe(true);
      }),
      runs(5, 50),
    );
  });

  it('list about 150 of 10,000 companies and at most 4,000 of any number', () => {
    const listed = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => listingRank(from + n)).filter((rank) => rank !== null);
    expect(listed(0, 10_000)).toHaveLength(150);
    expect(Math.max(...listed(maxCompanies - 100_000, maxCompanies))).toBeLessThan(4000);
  });
});

describe('a part of a series of generated companies', () => {
  it('is the same every time, whatever part is generated', () => {
    fc.assert(
      fc.property(seed, fc.nat(2_000_000), fc.integer({ min: 1, max: 30 }), (anySeed, from, length) => {
        const whole = generateCompanies({ seed: anySeed, from, to: from + length, today });
        expect(generateCompanies({ seed: anySeed, from, to: from + length, today })).toEqual(whole);
        const middle = from + Math.floor(length / 2);
        const first = generateCompanies({ seed: anySeed, from, to: middle, today });
        const second = generateCompanies({ seed: anySeed, from: middle, to: from + length, today });
        for (const table of Object.keys(whole) as (keyof typeof whole)[]) {
          const apart = [...first[table], ...second[table]].map((row) => JSON.stringify(row)).sort();
          expect(apart).toEqual(whole[table].map((row) => JSON.stringify(row)).sort());
        }
      }),
      runs(20, 400),
    );
  });

  it('is ordered by company id and has every company once', () => {
    const { companies } = generateCompanies({ seed: 3, from: 5000, to: 8000, today });
    const ids = companies.map(({ company_id }) => company_id);
    expect(ids).toHaveLength(3000);
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  it('differs with another seed', () => {
    const names = (anySeed: number) =>
      generateCompanies({ seed: anySeed, from: 0, to: 500, today }).company_names.map(({ name }) => name);
    const first = new Set(names(1));
    const shared = names(2).filter((name) => first.has(name)).length;
    expect(shared).toBeLessThan(150);
  });

  it('has only identifiers that the service reads, under domains that are marked as fictional', () => {
    const { company_identifiers: rows } = generateCompanies({ seed: 4, from: 0, to: 4000, today });
    const read = { securities_code: parseSecuritiesCode, edinet_code: parseEdinetCode };
    for (const { identifier_type: type, value } of rows) {
      if (type !== 'domain') expect(read[type](value)).toMatchObject({ ok: true, value });
      else {
        expect(parseRegistrableDomain(value)).toEqual({ ok: true, domain: value });
        expect(value).toMatch(/-kakuu\.co\.jp$/);
      }
    }
    expect(rows.length).toBeGreaterThan(400);
  });

  it('dates everything relative to the given day', () => {
    const later = generateCompanies({ seed: 1, from: 0, to: 400, today: '2030-01-15' });
    expect(later.observations.every(({ observed_at }) => observed_at < '2030-01-16')).toBe(true);
    expect(later.job_postings.some(({ opened_at }) => opened_at > '2029-01-01')).toBe(true);
    expect(later.companies.map(({ company_id }) => company_id)).toEqual(
      generateCompanies({ seed: 1, from: 0, to: 400, today }).companies.map(({ company_id }) => company_id),
    );
  });
});

describe('days', () => {
  it('convert to numbers and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -30_000, max: 60_000 }), (day) => dayNumber(dayText(day)) === day),
    );
  });

  it('refuse dates that do not exist', () => {
    for (const text of ['2026-02-30', '2026-2-3', 'yesterday', ''])
      expect(() => dayNumber(text)).toThrow(RangeError);
  });
});
