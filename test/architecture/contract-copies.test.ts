import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { errorCatalogue } from '../../src/contract/errors.ts';
import * as limits from '../../src/contract/limits.ts';
import { describeApi } from '../../src/openapi/document.ts';

/**
 * The client has the enumerations and limits of the contract as values (`client/render-values.ts`). The command line, the
 * desk and the assistants take them from it: a copy would stay behind when the contract changes.
 */

const projectRoot = path.resolve(import.meta.dirname, '../..');
const generated = ['client/schema.ts', 'client/values.ts', 'client/render-values.ts'];

function listModules(folder: string): string[] {
  return readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('dist'))
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
    .filter((module) => !generated.includes(module));
}

/** Every enumeration of the API document. Callers choose among the codes of errors as they need. */
function listEnumerations(part: unknown): string[][] {
  if (typeof part !== 'object' || part === null) return [];
  const { enum: values } = part as { readonly enum?: unknown };
  const own =
    Array.isArray(values) && !values.every((value) => value in errorCatalogue) ? [values.map(String)] : [];
  return [...own, ...Object.values(part).flatMap(listEnumerations)];
}

const enumerations = [
  ...new Map(listEnumerations(await describeApi()).map((each) => [each.join(), each])).values(),
];

const namesOfLimits = new Map(
  Object.entries(limits).flatMap(([name, value]) =>
    typeof value === 'number' ? [[value, name] as const] : [],
  ),
);
/** From here on, no number equals a limit by chance. */
const minDistinctLimit = 5_000;

/** What is a limit by its name, whatever its size. */
const limitName = /^max(?:$|[A-Z])|(?:Rows|Items|Length)$/;

/** What the tools for assistants have of their own: their inputs, the surest first, and limits that only equal one of the contract. */
const own = [
  "assistant/tools/find-company.ts: ['corporate_number', 'securities_code', 'domain', 'name']",
  'assistant/quoted-text.ts: maxDataLength = 100_000',
  'assistant/quoted-text.ts: maxErrorLength = 500',
  'assistant/tools/build-list.ts: z.array(z.string().min(1).max(100)).min(1).max(1_000)',
  'assistant/sent-table.ts: z.string().min(1).max(1000)',
];

/** What repeats an enumeration or a limit: `file: text`. */
function findCopies(module: string, text: string): string[] {
  const file = ts.createSourceFile(module, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const copies: string[] = [];
  const visit = (node: ts.Node) => {
    const values = readValues(node);
    if (values && enumerations.some((each) => isCopy(values, each)))
      copies.push(`${module}: ${node.getText()}`);
    if (isLimit(node)) copies.push(`${module}: ${node.parent.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return copies.filter((copy) => !own.includes(copy));
}

/**
 * At least three values of an enumeration and nothing else. A few codes of a long catalogue are a choice of their own, for
 * example the errors that pass by themselves.
 */
function isCopy(values: readonly string[], enumeration: readonly string[]): boolean {
  return (
    values.length >= 3 &&
    values.length >= enumeration.length / 4 &&
    values.every((value) => enumeration.includes(value))
  );
}

/** The values of an array, a union of types, or words in one text; undefined for anything else. */
function readValues(node: ts.Node): string[] | undefined {
  if (ts.isArrayLiteralExpression(node)) return readTexts(node.elements);
  if (ts.isUnionTypeNode(node))
    return readTexts(node.types.map((type) => (ts.isLiteralTypeNode(type) ? type.literal : type)));
  if (ts.isStringLiteralLike(node)) return node.text.split(/[\s,|]+/).filter((word) => word !== '');
  return undefined;
}

function readTexts(nodes: readonly ts.Node[]): string[] | undefined {
  const texts = nodes.flatMap((node) => (ts.isStringLiteralLike(node) ? [node.text] : []));
  if (texts.length === nodes.length) return texts;
  return undefined;
}

/** Whether a number, or a number in a text, repeats a limit. */
function isLimit(node: ts.Node): boolean {
  if (ts.isNumericLiteral(node)) return isLimitAsNumber(node);
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateHead(node) && !ts.isTemplateMiddleOrTemplateTail(node))
    return false;
  if (/\b32 MiB\b/.test(node.text)) return true;
  const numbers = node.text.match(/\b\d{1,3}(?:,\d{3})+\b|\b\d{4,}\b/g) ?? [];
  return numbers.map((digits) => Number(digits.replaceAll(',', ''))).some(isDistinctLimit);
}

function isDistinctLimit(value: number): boolean {
  return value >= minDistinctLimit && namesOfLimits.has(value);
}

function isLimitAsNumber(node: ts.NumericLiteral): boolean {
  const value = Number(node.text);
  const { parent } = node;
  if (isDistinctLimit(value) || (value === 32 && parent.getText() === '32 * 1024')) return true;
  if (value < 100 || !namesOfLimits.has(value)) return false;
  if (ts.isVariableDeclaration(parent)) return limitName.test(parent.name.getText());
  if (ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent))
    return limitName.test(parent.parent.name.getText());
  return value >= 1_000 && ts.isCallExpression(parent) && /\.max$/.test(parent.expression.getText());
}

const planted: readonly [string, string][] = [
  ['an array', "const words = ['listed', 'private', 'delisted'];"],
  ['a union', "type Status = 'matched' | 'not_found' | 'invalid';"],
  ['words in a text', "const words = split('closed merged active');"],
  ['a schema', "z.enum(['webhook', 'chat']); z.enum(['summary', 'diff', 'rows'])"],
  ['a number', 'const rowsInOneCall = 50_000;'],
  ['a smaller limit by its name', 'const maxBatchItems = 1000;'],
  ['a limit of a field', 'const field = <input maxLength={500} />;'],
  ['a limit of a schema', 'z.array(item).max(1000)'],
  ['a number in a text', `const hint = \`At most 50,000 rows in \${file}.\`;`],
  ['a size', "const hint = 'The file is larger than 32 MiB.'; "],
  ['bytes', 'const maxBytes = 32 * 1024 * 1024;'],
];

describe('values of the contract', () => {
  it.each(['cli', 'desk', 'assistant', 'client'])('have no copy in %s', (folder) => {
    const readCode = (module: string) => readFileSync(path.join(projectRoot, module), 'utf8');
    expect(listModules(folder).flatMap((module) => findCopies(module, readCode(module)))).toEqual([]);
  });

  it.each(planted)('are found if they are copied: %s', (_, code) => {
    expect(findCopies('planted.tsx', code)).toHaveLength(1);
  });

  it.each([
    [
      'a choice of a long catalogue',
      "const passing = ['rate_limit_exceeded', 'search_unavailable', 'internal_error'];",
    ],
    ['two values', "const open = ['multiple_candidates', 'invalid'];"],
    ['a wait', 'setTimeout(retry, 500)'],
  ])('may be named where they are no copy: %s', (_, code) => {
    expect(findCopies('planted.tsx', code)).toEqual([]);
  });
});
