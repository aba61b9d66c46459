import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { buildCollection } from '../../src/contract/envelope.ts';
import { ServiceError } from '../../src/contract/errors.ts';
import {
  defineBoundedInteger,
  defineKnownFields,
  defineQueryArray,
  defineQueryInteger,
  isoDate,
  isoDatetime,
  queryBoolean,
  queryText,
  uuid,
} from '../../src/contract/fields.ts';
import { parseInput } from '../../src/contract/schema-faults.ts';

const query = defineKnownFields({
  q: queryText.optional(),
  has_website: queryBoolean.optional(),
  prefecture: defineQueryArray(z.string(), { max: 3 }).default([]),
  listing_status: defineQueryArray(z.enum(['listed', 'private'])).default([]),
  limit: defineQueryInteger({ min: 1, max: 100 }).default(20),
});

const body = defineKnownFields({
  filters: defineKnownFields({ city: z.array(z.string()), founded: isoDate.optional() }),
  limit: defineBoundedInteger({ min: 1, max: 100 }).default(20),
  list_id: uuid.optional(),
  observedAt: isoDatetime.optional(),
});

function faults(schema: z.ZodType, input: unknown): unknown {
  try {
    return { accepted: parseInput(schema, input, 'invalid_query') };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.details;
  }
}

describe('a query schema', () => {
  it('accepts arrays repeated, comma-separated or both, and drops blanks', () => {
    const read = (prefecture: unknown) => parseInput(query, { prefecture }, 'invalid_query').prefecture;
    expect(read('東京都,大阪府')).toEqual(['東京都', '大阪府']);
    expect(read(['東京都', '大阪府'])).toEqual(['東京都', '大阪府']);
    expect(read(['東京都, 大阪府', '京都府'])).toEqual(['東京都', '大阪府', '京都府']);
    expect(read('東京都,,')).toEqual(['東京都']);
    expect(read('')).toEqual([]);
  });

  it.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])('accepts %s as a boolean', (given, expected) => {
    expect(parseInput(query, { has_website: given }, 'invalid_query').has_website).toBe(expected);
  });

  it('accepts whole numbers within their bounds, and applies defaults', () => {
    expect(parseInput(query, { limit: '100' }, 'invalid_query').limit).toBe(100);
    expect(parseInput(query, {}, 'invalid_query').limit).toBe(20);
  });

  it.each([
    [{ limit: '0' }, { field: 'limit', message: 'must be at least 1' }],
    [{ limit: '101' }, { field: 'limit', message: 'must be at most 100' }],
    [{ limit: '1.5' }, { field: 'limit', message: 'must be a whole number' }],
    [{ limit: '9007199254740993' }, { field: 'limit', message: 'must be at most 100' }],
    [{ limit: '1e1' }, { field: 'limit', message: 'must be a whole number' }],
    [{ limit: '' }, { field: 'limit', message: 'must be a whole number' }],
    [{ limit: ['1', '2'] }, { field: 'limit', message: 'must be given once' }],
    [{ q: ['a', 'b'] }, { field: 'q', message: 'must be given once' }],
    [{ has_website: 'yes' }, { field: 'has_website', message: 'must be true or false' }],
  ])('refuses %j', (input, fault) => {
    expect(faults(query, input)).toEqual([fault]);
  });

  it('names the element of an array that is wrong', () => {
    expect(faults(query, { listing_status: 'listed,gone' })).toEqual([
      { field: 'listing_status[1]', message: expect.stringContaining('listed') },
    ]);
  });

  it('names unknown parameters, and the known ones', () => {
    const message = 'is not a known field; known fields: q, has_website, prefecture, listing_status, limit';
    expect(faults(query, { prefectures: 'x', qq: 'y' })).toEqual([
      { field: 'prefectures', message },
      { field: 'qq', message: 'is not a known field' },
    ]);
  });
});

describe('a body schema', () => {
  it('names every invalid field with its path', () => {
    const input = { filters: { city: ['a', 3], citty: 1, founded: '2024-02-30' }, limit: '20', list_id: 'x' };
    expect(faults(body, input)).toEqual([
      { field: 'filters.city[1]', message: 'must be a string, not a number' },
      { field: 'filters.founded', message: 'must be a date, YYYY-MM-DD' },
      { field: 'filters.citty', message: 'is not a known field; known fields: city, founded' },
      { field: 'limit', message: 'must be a whole number, not a string' },
      { field: 'list_id', message: 'must be a UUID' },
    ]);
  });

  it('names one limit of a number', () => {
    const filters = { city: [] };
    const ofLimit = (limit: number) => faults(body, { filters, limit });
    expect(ofLimit(1e18)).toEqual([{ field: 'limit', message: 'must be at most 100' }]);
    expect(ofLimit(-1e18)).toEqual([{ field: 'limit', message: 'must be at least 1' }]);
    expect(ofLimit(1.5)).toEqual([{ field: 'limit', message: 'must be a whole number, not a fraction' }]);
  });

  it('reports that a missing field is required', () => {
    expect(faults(body, {})).toEqual([{ field: 'filters', message: 'is required' }]);
  });

  it('refuses a key that would reach the prototype', () => {
    expect(faults(body, JSON.parse('{"filters":{"city":[]},"__proto__":{"a":1}}'))).toEqual([
      expect.objectContaining({ field: '__proto__' }),
    ]);
  });

  it('names the whole body when it is not an object', () => {
    expect(faults(body, [])).toEqual([{ field: '(root)', message: 'must be an object, not an array' }]);
  });

  it('accepts only times with an offset', () => {
    const filters = { city: [] };
    expect(faults(body, { filters, observedAt: '2026-01-31T09:00:00' })).toEqual([
      { field: 'observedAt', message: 'must be an ISO 8601 time with its offset' },
    ]);
    expect(faults(body, { filters, observedAt: '2026-01-31T09:00:00+09:00' })).toHaveProperty('accepted');
  });

  it('reports the faults of the closest form of a union', () => {
    const either = z.union([z.string(), defineKnownFields({ at: z.object({ year: z.int() }) })]);
    expect(faults(either, { at: { year: 'x' } })).toEqual([
      { field: 'at.year', message: 'must be a whole number, not a string' },
    ]);
  });
});

describe('a page', () => {
  it('has has_more exactly when it has a cursor', () => {
    expect(buildCollection(['a', 'b'], { limit: 2, nextCursor: 'c' })).toEqual({
      ok: true,
      items: ['a', 'b'],
      meta: { limit: 2, returned: 2, has_more: true, next_cursor: 'c' },
    });
    expect(buildCollection([], { limit: 2, nextCursor: null }).meta).toEqual({
      limit: 2,
      returned: 0,
      has_more: false,
      next_cursor: null,
    });
  });
});
