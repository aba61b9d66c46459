import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const projectRoot = path.resolve(import.meta.dirname, '../..');
const folders = [
  'src',
  'indexers',
  'mappings',
  'engine',
  'client',
  'cli',
  'tables',
  'desk',
  'assistant',
  'lab',
];

/** Longer ones are lists of words, which are arrays or JSON files from which the expression is made. */
const maxLength = 200;

function listModules(folder: string): string[] {
  return readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')));
}

/** A string that an expression is made of, without the parts that are named in it. */
function readPattern(node: ts.Node): string | null {
  const isText =
    ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);
  if (!isText) return null;
  const text = node.getText().replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '');
  return /\(\?[:=!<]|\\\\?[dsSp]|\[\^/.test(text) && !/\b(?:SELECT|INSERT|UPDATE|WHERE|BEGIN)\b/.test(text)
    ? text
    : null;
}

function findLongExpressions(module: string): string[] {
  const text = readFileSync(path.join(projectRoot, module), 'utf8');
  if (!text.split('\n').some((line) => line.length > maxLength)) return [];
  const long: string[] = [];
  const visit = (node: ts.Node): void => {
    const pattern = ts.isRegularExpressionLiteral(node) ? node.text : readPattern(node);
    if (pattern !== null && pattern.length > maxLength) long.push(`${module} ${pattern.slice(0, 40)}…`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(module, text, ts.ScriptTarget.Latest, true));
  return long;
}

describe('a regular expression', () => {
  it('can be read at once', () => {
    expect(folders.flatMap(listModules).flatMap(findLongExpressions)).toEqual([]);
  });
});
