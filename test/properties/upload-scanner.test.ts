import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseBatch, parseSpan, uploadParts } from '../../src/features/sources/parsing/upload-scanner.ts';
import { runs } from '../support/size.ts';

const wanted = new Set(['name', 'headers', 'rows', '髙']);
const arrays = new Set(['rows']);

const space = fc.stringMatching(/^[ \n\r\t]{0,2}$/);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '[', '}', '\\"', '', '\ud800'),
);
const value = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' });
const key = fc.oneof(text, fc.constantFrom('name', 'headers', 'rows', '髙', '__proto__'));
const row = fc.dictionary(text, fc.oneof(text, value), { maxKeys: 5 });
const member = fc.oneof(
  fc.tuple(key, value),
  fc.tuple(fc.constant('rows'), fc.array(row, { maxLength: 1_200, size: 'medium' })),
);

/** The text of an object with white space around each of its parts. */
function objectText(members: readonly (readonly [string, unknown])[], gap: string): string {
  const written = members.map(
    ([name, inner]) => `${gap}${JSON.stringify(name)}${gap}:${gap}${JSON.stringify(inner)}${gap}`,
  );
  return `${gap}{${written.join(',') || gap}}${gap}`;
}

const bytesOf = (json: string) => new TextEncoder().encode(json);

describe('the parts of an upload', () => {
  it('are those that JSON.parse finds, whatever the upload contains', () => {
    fc.assert(
      fc.property(fc.array(member, { maxLength: 6 }), space, (members, gap) => {
        const json = objectText(members, gap);
        const bytes = bytesOf(json);
        const whole = JSON.parse(json) as Record<string, unknown>;
        const parts = uploadParts(bytes, wanted, arrays);
        for (const name of wanted) {
          const span = parts?.members.get(name);
          expect(span !== undefined).toBe(Object.hasOwn(whole, name));
          if (span) expect(parseSpan(bytes, span)).toEqual(whole[name]);
        }
        expect(parts?.otherKeyCount).toBe(members.filter(([name]) => !wanted.has(name)).length);
        const rows = parts?.members.get('rows');
        const batches = parts?.batches.get('rows');
        if (batches) expect(batches.flatMap((batch) => parseBatch(bytes, batch))).toEqual(whole.rows);
        else if (rows) expect(Array.isArray(whole.rows)).toBe(false);
      }),
      runs(150, 5000),
    );
  });

  it('are found only if JSON.parse finds an object: a changed byte is always noticed', () => {
    const json = '{"name":"a","headers":["a","b"],"rows":[{"a":"1","b":"\\u0032"},{}] }';
    const read = (bytes: Uint8Array) => {
      const parts = uploadParts(bytes, wanted, arrays);
      if (!parts) throw new SyntaxError('not an object');
      const { members } = parts;
      const rows = members.get('rows');
      const batches = parts.batches.get('rows');
      return [
        [...members]
          .filter(([name]) => name !== 'rows')
          .map(([name, span]) => [name, parseSpan(bytes, span)]),
        batches ? batches.flatMap((batch) => parseBatch(bytes, batch)) : rows && parseSpan(bytes, rows),
        parts.otherKeyCount,
      ];
    };
    const outcomeOf = (act: () => readonly unknown[]) => {
      try {
        return Number(act()[2]) > 0 ? 'refused' : 'taken';
      } catch (error) {
        return error instanceof SyntaxError || error instanceof TypeError ? 'refused' : error;
      }
    };
    fc.assert(
      fc.property(fc.nat(json.length - 1), fc.constantFrom(...'{}[],:"\\ x1\u0000\u00ff'), (at, put) => {
        const changed = json.slice(0, at) + put + json.slice(at + 1);
        const valid = (() => {
          try {
            const whole: unknown = JSON.parse(changed);
            return typeof whole === 'object' && whole !== null && !Array.isArray(whole);
          } catch {
            return false;
          }
        })();
        if (valid) expect(() => read(bytesOf(changed))).not.toThrow();
        // The values of other members are not checked, because these are refused as unknown anyway.
        else expect(outcomeOf(() => read(bytesOf(changed)))).toBe('refused');
      }),
      runs(300, 10_000),
    );
  });

  it('have at most as many values as an upload may', () => {
    const many = bytesOf(`{"rows":[{},[${'0,'.repeat(2_000)}0]]}`);
    expect(() => uploadParts(many, wanted, arrays)).toThrow('more than 1000 values');
    const rows = bytesOf(`{"rows":[${'{},'.repeat(20_000)}{}]}`);
    const batches = uploadParts(rows, wanted, arrays)?.batches.get('rows') ?? [];
    expect(Math.max(...batches.map(({ count }) => count))).toBe(500);
    expect(batches.reduce((sum, { count }) => sum + count, 0)).toBe(20_001);
  });
});
