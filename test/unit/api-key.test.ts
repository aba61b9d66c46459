import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { getApiKeyStart, hashApiKey, isApiKey, makeApiKey } from '../../src/features/accounts/api-key.ts';

describe('an API key', () => {
  it('has a prefix, 32 random characters and a checksum', () => {
    for (let made = 0; made < 200; made += 1) {
      const key = makeApiKey(randomBytes);
      expect(key).toMatch(/^cds_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/);
      expect(isApiKey(key)).toBe(true);
    }
  });

  it('is different every time', () => {
    expect(new Set(Array.from({ length: 1000 }, () => makeApiKey(randomBytes))).size).toBe(1000);
  });

  it('is refused when any single character is changed', () => {
    const key = makeApiKey(randomBytes);
    const at = fc.integer({ min: 0, max: key.length - 1 });
    const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_- ');
    fc.assert(
      fc.property(at, character, (index, other) => {
        fc.pre(key[index] !== other);
        expect(isApiKey(`${key.slice(0, index)}${other}${key.slice(index + 1)}`)).toBe(false);
      }),
    );
  });

  it.each([
    '',
    'cds_',
    'cds__',
    `${makeApiKey(randomBytes)} `,
    `${makeApiKey(randomBytes)}\n`,
    makeApiKey(randomBytes).slice(0, -1),
    makeApiKey(randomBytes).toLowerCase(),
  ])('is not %j', (text) => {
    expect(isApiKey(text)).toBe(false);
  });

  it('shows only its beginning, and is stored as SHA-256', () => {
    const key = makeApiKey(randomBytes);
    expect(key.startsWith(getApiKeyStart(key))).toBe(true);
    expect(getApiKeyStart(key)).toHaveLength(10);
    expect(hashApiKey('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});
