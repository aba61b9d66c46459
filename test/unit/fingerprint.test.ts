import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { computeFingerprint, toCanonicalJson } from '../../src/idempotency/idempotency.ts';

const print = (body: object) => computeFingerprint(body).toString('hex');

describe('the fingerprint of a request', () => {
  it('does not depend on the order of fields or absent values', () => {
    const first = print({ execute: true, rows: [{ a: 1, b: 2 }] });
    expect(print({ rows: [{ b: 2, a: 1 }], execute: true, note: undefined })).toBe(first);
  });

  it.each([
    [{ a: 1 }, { a: '1' }],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: null }, {}],
    [{ a: { b: 1 } }, { 'a.b': 1 }],
    [JSON.parse('{"__proto__": 1}'), {}],
  ])('distinguishes %j from %j', (one, other) => {
    expect(print(one)).not.toBe(print(other));
  });

  it('is the same for any order of keys, at any depth', () => {
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, inner]) => [key, turned(inner)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(toCanonicalJson(turned(value))).toBe(toCanonicalJson(value));
        expect(JSON.parse(toCanonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
