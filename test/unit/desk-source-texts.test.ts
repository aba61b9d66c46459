import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { remarkTexts } from '../../desk/pages/sources/preview/preview-texts.ts';
import { translateFileReason } from '../../desk/parts/faults/file-reasons.ts';
import { translateLineFault } from '../../desk/parts/faults/line-faults.ts';

const folder = path.join(import.meta.dirname, '..', '..', 'src', 'features', 'sources', 'parsing');
const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);
/** What a workbook has too many of. */
const WHAT = /\$\{what\}/;
const readers = ['read-file.ts', 'read-content.ts', path.join('workbook', 'workbook.ts')];

describe("the desk's words for remarks about a file", () => {
  it('exist in both languages for each remark of the service, and for no other', () => {
    expect(modules).toEqual(expect.arrayContaining(readers));
    const code = readers.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n');
    const codes = [
      ...[...code.matchAll(/code: '(\w+)',?\s*message/g)].map(([, name]) => name),
      ...[...code.matchAll(/add\(\s*'(\w+)'/g)].map(([, name]) => name),
    ].sort();
    expect(codes.length).toBeGreaterThan(8);
    expect(Object.keys(remarkTexts.en).sort()).toEqual(codes);
    expect(Object.keys(remarkTexts.ja).sort()).toEqual(codes);
  });
  it('exist in Japanese for each fault in a returned file', () => {
    const decisions = path.join(folder, '..', 'decisions');
    const written = ['choice-table.ts', 'remembered-table.ts', 'written-choices.ts'].flatMap((name) => {
      const code = readFileSync(path.join(decisions, name), 'utf8');
      const literals = code.matchAll(/(['`])((?:has|is|must|stands)(?: (?:\$\{[^}]*\}|(?!\1).)*))\1/g);
      return [...literals].map(([, , text = '']) => text);
    });
    expect(written.length).toBeGreaterThan(18);
    const places = {
      what: 'the same name and company as',
      inCandidate: 'write x beside one candidate, and anything else in the line',
      inOther: 'write a number of a candidate, a corporate number, なし or 対象外',
    };
    const messages = written.map((text) =>
      text
        .replace(/\$\{(what|inCandidate|inOther)\}/g, (_, name: keyof typeof places) => places[name])
        .replace(/\$\{quoted[^}]*\}/g, '"x"')
        .replace(/\$\{rowMarks[^}]*\}/g, 'none_of_these or not_a_company')
        .replace(/\$\{[^}]*\}/g, '7'),
    );
    expect(messages.filter((message) => translateLineFault('line 3', message) === null)).toEqual([]);
    expect(translateLineFault('line 3, 照合_選択', 'is empty beside a choice')).toBe(
      '3 行目、列「照合_選択」: 選択があるのに空欄です。',
    );
  });
  it('exist in Japanese for each reason why a file cannot be read', () => {
    const code = modules.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n');
    const listed = [...code.matchAll(/checkCount\([^)]*'(.+?)'\)/g)].map(([, what = '']) => what);
    expect(listed.length).toBeGreaterThan(4);
    const written = [...code.matchAll(/\b(?:unreadable|unsupported|tooLarge)\(\s*(['`])(.*?)\1/gs)];
    // A place in a message, for example a line, is a word.
    const messages = written.flatMap(([, , text = '']) => {
      const message = text.replace(/\$\{(?!what)[^}]*\}/g, '7');
      return WHAT.test(message) ? listed.map((what) => message.replace(WHAT, what)) : [message];
    });
    const reasons = messages.filter((message) => message.startsWith('A ') || message.startsWith('The '));
    expect(reasons.length).toBeGreaterThan(20);
    expect(reasons.filter((reason) => translateFileReason(reason) === null)).toEqual([]);
    expect(translateFileReason('The quotation marks in line 12 are not balanced.')).toMatch(/^12 行目/);
  });
});
