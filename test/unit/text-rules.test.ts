import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { maxLetters, maxNames } from '../../src/text/cells/written-name.ts';
import { normalizeText } from '../../src/text/letters/normalize.ts';
import { type Pattern, patternsFrom, textOf } from '../support/adversarial-texts.ts';
import { readProjectFile } from '../support/compose.ts';
import { costOf } from '../support/cost.ts';
import { seed, size } from '../support/size.ts';
import { notText, stepsOfReading, textFunctions, textRules } from '../support/text-rules.ts';

/**
 * The time of a rule is compared with that of a yardstick in the same run, never with a clock: normalizing ordinary text, by character.
 */
const ordinary = 'ﾔﾏﾀﾞ㈱ 架空'.repeat(1_000);
const yardstick = (): number => costOf(() => normalizeText(ordinary), 10) / ordinary.length;

/** So many characters of ordinary text may be normalized while a rule reads one character of the worst text. */
const maxPerCharacter = 400;
/** Below this, the growth is not measured: it would be that of the clock. */
const minPerCharacter = 60;
/** A text of four times the length may take four times as long. The square would be 16. */
const maxGrowth = 9;
const runs = 5;

const patterns = patternsFrom(seed, size(150, 3_000));

interface Slow {
  readonly pattern: Pattern;
  /** In characters of the yardstick. */
  readonly perCharacter: number;
  readonly growth: number;
}

/** The patterns for which a rule takes too long, or the more the longer they are. */
function slowPatterns(apply: (text: string) => unknown, maxLength: number, all: readonly Pattern[]): Slow[] {
  const unit = yardstick();
  return all.flatMap((pattern) => {
    const text = textOf(pattern, maxLength);
    const per = (times: number) => costOf(() => apply(text), times) / maxLength / unit;
    // Most are fast, and need one run only.
    if (per(1) < minPerCharacter) return [];
    const quarter = textOf(pattern, quarterOf(pattern, maxLength));
    const measure = (): Slow[] => {
      const perCharacter = per(runs);
      if (perCharacter < minPerCharacter) return [];
      const growth = (perCharacter * unit * maxLength) / costOf(() => apply(quarter), runs);
      return perCharacter > maxPerCharacter || growth > maxGrowth ? [{ pattern, perCharacter, growth }] : [];
    };
    // Code that is compiled between the two texts looks like growth, and so does another process; it is not so each time.
    return measure().length === 0 || measure().length === 0 ? [] : measure();
  });
}

/** A quarter of a length at which the text ends as the whole one does: a rule that takes words from the end takes as many. */
function quarterOf({ begin, unit, end }: Pattern, length: number): number {
  const around = begin.length + end.length;
  const room = Math.floor(length / 4) - around;
  const excess = room - (length - around);
  return around + room - (((excess % unit.length) + unit.length) % unit.length);
}

const maxCharacters = size(2_000_000, 4_000_000);

/** Of the patterns as many as have this many characters in all. */
function some(maxLength: number): readonly Pattern[] {
  const step = Math.max(1, Math.ceil((patterns.length * maxLength) / maxCharacters));
  return patterns.filter((_, at) => at % step === maxLength % step);
}

const refused = (apply: (text: string) => unknown) => (text: string) => {
  try {
    apply(text);
  } catch {
    // Too many values: a refusal is an answer, too.
  }
};

const source = path.join(import.meta.dirname, '../../src');
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join(folder, file));

/** Much longer than names, as long as a header. */
const maxExpressionLength = 4_000;

interface Expression {
  /** The file and the expression. */
  readonly place: string;
  readonly pattern: RegExp;
}

function expressionsIn(file: string): Expression[] {
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const flags = node.text.slice(end + 1).replace('g', '');
      const pattern = new RegExp(node.text.slice(1, end), flags);
      // Without a repetition, the time of one position has a bound.
      if (/[*+]|,\}/.test(pattern.source))
        found.push({ place: `${path.relative(source, file)} ${node.text}`, pattern });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
}

/** The characters and words of an expression, alone and in turn, with others behind that let it fail late. */
function ownPatterns({ source: written }: RegExp): Pattern[] {
  const words = new Set(written.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s\\]/gu) ?? []);
  const units = [...new Set([...words, ' ', '\t', '0', 'a', '.', '-', 'ア', '町'])].slice(0, size(16, 60));
  const pairs = units.slice(0, 4).flatMap((one) => units.slice(0, 4).map((other) => one + other));
  return [...units, ...pairs].flatMap((unit) =>
    ['', ';'].map((end) => ({ begin: units[0] ?? '', unit, end })),
  );
}

describe('rules that read texts of outsiders', () => {
  it('are all measured', () => {
    const exported = filesIn(path.join(source, 'text')).flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          /^export (?:function|const) (\w+)(?:\(| = (?:\(|codeParser))/gm,
        ),
      ].map(([, name = '']) => name),
    );
    const known = [...Object.keys(textFunctions), ...notText, ...stepsOfReading];
    expect(exported.filter((name) => !known.includes(name))).toStrictEqual([]);
  });

  it('give a cell as many names as the documents say', () => {
    expect(readProjectFile('docs/event-loop.md')).toContain(
      `at most ${maxNames} names with at most ${maxLetters.toLocaleString('en')} letters in all`,
    );
  });

  // Every expression, because no table of functions reaches all of them: they read headers, paths, cursors, cells, notes and questions.
  const literals = ['.', '../tables', '../assistant']
    .flatMap((folder) => filesIn(path.join(source, folder)))
    .filter((file) => !file.startsWith(path.join(source, 'text')))
    .flatMap(expressionsIn);

  it('have no expression that takes the square of the length of its own words', () => {
    const slow = literals.flatMap(({ place, pattern }) => {
      const own = ownPatterns(pattern);
      const found = slowPatterns((text) => text.search(pattern), maxExpressionLength, own);
      return found.length > 0 ? [{ place, pattern, found: found[0] }] : [];
    });
    expect(slow).toStrictEqual([]);
  });

  it.each(textRules)('$name takes a time that grows with the length of the text', ({ apply, maxLength }) => {
    expect(slowPatterns(refused(apply), maxLength, some(maxLength))).toStrictEqual([]);
  });
});
