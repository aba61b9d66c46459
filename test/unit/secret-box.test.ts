import { describe, expect, it } from '@jest/globals';
import { findKeyFaults } from '../../src/features/delivery/target-secrets-service.ts';
import { findKeyId, SecretBox, SecretKeyError } from '../../src/secrets/secret-box.ts';

const keys = ['the new key of at least 32 characters', 'the old key of at least 32 characters'] as const;
const [first, second] = keys;
const place = { table: 'targets', column: 'url', row: '1' };
const box = new SecretBox(keys);
const old = new SecretBox([second]);
const text = 'https://hooks.example.com/T0/秘密';

describe('an encrypted value', () => {
  it('can be read where it was stored, and differs each time', () => {
    const sealed = box.encryptText(text, place);
    expect(sealed).not.toContain('hooks');
    expect(box.decryptText(sealed, place)).toBe(text);
    expect(box.encryptText(text, place)).not.toBe(sealed);
  });

  it('can be read with every key, and is written with the first', () => {
    expect(box.decryptText(old.encryptText(text, place), place)).toBe(text);
    expect(findKeyId(box.encryptText(text, place))).toBe(new SecretBox([first]).keyId);
    expect(findKeyId(old.encryptText(text, place))).toBe(old.keyId);
  });

  it.each([
    ['row', { ...place, row: '2' }],
    ['column', { ...place, column: 'secret' }],
    ['table', { ...place, table: 'others' }],
  ])('cannot be read in another %s', (_, other) => {
    expect(() => box.decryptText(box.encryptText(text, place), other)).toThrow(SecretKeyError);
  });

  it('cannot be read when any single character is changed', () => {
    const sealed = box.encryptText('x', place);
    for (let at = 'enc:'.length; at < sealed.length; at += 1)
      for (const character of [sealed[at] === 'a' ? 'b' : 'a', '!', '']) {
        const altered = sealed.slice(0, at) + character + sealed.slice(at + 1);
        expect(() => box.decryptText(altered, place)).toThrow(SecretKeyError);
      }
  });

  it.each(['enc:', 'enc:1:', 'enc:2:00000000:AAAA', 'enc:1:00000000:'])(
    'of another form, %s, is no address and no key to sign with',
    (stored) => {
      for (const each of [box, new SecretBox([])])
        expect(() => each.decryptText(stored, place)).toThrow(
          'targets.url of 1 is encrypted in a form that this version does not know.',
        );
    },
  );

  it('cannot be read without its key, which the error names', () => {
    const sealed = old.encryptText(text, place);
    const reading = () => new SecretBox([first]).decryptText(sealed, place);
    expect(reading).toThrow(`targets.url of 1 is encrypted with key ${old.keyId}, which SECRET_KEYS lacks.`);
    expect(() => new SecretBox([]).decryptText(sealed, place)).toThrow(SecretKeyError);
  });
});

describe('a value from before there were keys', () => {
  it('is read as it is, and without keys also written so', () => {
    expect(box.decryptText(text, place)).toBe(text);
    expect(new SecretBox([]).encryptText(text, place)).toBe(text);
    expect(findKeyId(text)).toBeNull();
  });
});

describe('while a version runs that cannot decrypt', () => {
  const careful = new SecretBox(keys, { encrypts: false });

  it('values are written as they are, and those that are encrypted are read', () => {
    expect(careful.encryptText(text, place)).toBe(text);
    expect(careful.decryptText(box.encryptText(text, place), place)).toBe(text);
    expect(careful.keyId).toBeNull();
  });
});

describe('the keys in use', () => {
  it('are all known, or the operator learns which are not, and how many values are not encrypted', () => {
    const inUse = new Map([
      [box.keyId, 3],
      [old.keyId, 2],
    ]);
    expect(findKeyFaults(inUse, box)).toBeNull();
    expect(findKeyFaults(inUse, old)).toEqual({ missing_keys: [box.keyId] });
    expect(findKeyFaults(new Map([[null, 4]]), box)).toEqual({ not_encrypted: 4 });
    expect(findKeyFaults(new Map([[null, 4]]), new SecretBox([]))).toEqual({ not_encrypted: 4 });
  });
});
