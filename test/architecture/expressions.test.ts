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

function findLongExpressions(module: string): string[] {
  const text = readFileSync(path.join(projectRoot, module), 'utf8');
  if (!text.split('\n').some((line) => line.length > maxLength)) return [];
  const long: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node) && node.text.length > maxLength)
      long.push(`${module} ${node.text.slice(0, 40)}…`);
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
