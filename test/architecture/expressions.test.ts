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

/** Files with longer ones, which are still to be divided. */
const stillLonger = new Set([
  'client/retrying-fetch.ts',
  'src/database/tls-fault.ts',
  'src/features/research/bank-details.ts',
  'src/features/research/customer-secrets.ts',
  'src/features/research/divided-bank-details.ts',
  'src/features/research/private-urls.ts',
  'src/features/research/secrets.ts',
  'src/features/research/speech.ts',
  'src/features/research/spoken-turns.ts',
  'src/features/research/transcript-formats.ts',
  'src/features/sources/parsing/text-encoding.ts',
]);

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
    const modules = folders.flatMap(listModules).filter((module) => !stillLonger.has(module));
    expect(modules.flatMap(findLongExpressions)).toEqual([]);
  });
});
