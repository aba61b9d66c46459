import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { remarkTexts } from '../../desk/pages/sources/remark-texts.ts';

const folder = path.join(import.meta.dirname, '..', '..', 'src', 'features', 'sources');
const readers = ['file-reading.ts', 'file-content.ts', 'workbook.ts'];

describe("the desk's words for remarks about a file", () => {
  it('exist in both languages for each remark of the service, and for no other', () => {
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(readers));
    const code = readers.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n');
    const codes = [
      ...[...code.matchAll(/code: '(\w+)',?\s*message/g)].map(([, name]) => name),
      ...[...code.matchAll(/add\(\s*'(\w+)'/g)].map(([, name]) => name),
    ].sort();
    expect(codes.length).toBeGreaterThan(8);
    expect(Object.keys(remarkTexts.en).sort()).toEqual(codes);
    expect(Object.keys(remarkTexts.ja).sort()).toEqual(codes);
  });
});
