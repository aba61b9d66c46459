import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildIndexName, indexKinds, parseIndexName } from '../../indexers/indexing/index-name.ts';

describe('index names', () => {
  it('are read back as they were built', () => {
    const names = fc.record({
      prefix: fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,20}$/),
      kind: fc.constantFrom(...indexKinds),
      mappingVersion: fc.integer({ min: 1, max: 1000 }),
      createdAt: fc.date({ min: new Date('2000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }),
    });
    fc.assert(
      fc.property(names, (name) => {
        expect(parseIndexName(buildIndexName(name), name.prefix)).toEqual(name);
      }),
    );
  });

  it('say kind, mapping version and moment', () => {
    const createdAt = new Date('2026-08-21T03:15:00.123Z');
    const name = buildIndexName({ prefix: 'cds-', kind: 'companies', mappingVersion: 3, createdAt });
    expect(name).toBe('cds-companies-v3-20260821t031500123z');
  });

  it.each([
    'cds-test-companies-v1-20260821t031500123z',
    'cds-companies-v1-20260821t031500123z-old',
    'cds-companies-v1',
    'cds-companies',
    'cds-companies-v1-20261321t031500123z',
    'cds-other-v1-20260821t031500123z',
    'companies-v1-20260821t031500123z',
  ])('of others are not ours: %s', (name) => {
    expect(parseIndexName(name, 'cds-')).toBeNull();
  });
});
