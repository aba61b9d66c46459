import ts from 'typescript';
import { formatSize } from '../../src/contract/limits.ts';

/**
 * Finds in the text of a module what repeats the contract: values of an enumeration, a limit, or a price. Whoever writes them again
 * in whatever form is asked to take them from the client.
 */

export interface Contract {
  readonly enumerations: readonly (readonly string[])[];
  readonly limits: Readonly<Record<string, number>>;
}

/** @returns each copy as `file: text` */
export function findCopies(contract: Contract, module: string, text: string): string[] {
  const file = ts.createSourceFile(module, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const copies = new Set<string>();
  const visit = (node: ts.Node) => {
    const repeatsList = contract.enumerations.some(
      (each) =>
        readLists(node).some((values) => isCopy(values, each)) ||
        readBranches(node).some((values) => new Set(values).size >= 3 && isCopy(values, each)) ||
        readSentences(node).some(
          (values) => each.length >= 3 && each.every((value) => values.includes(value)),
        ),
    );
    if (repeatsList || repeatsLimit(node, contract.limits) || namesPrice(node))
      copies.add(`${module}: ${describe(node)}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...copies];
}

/** A number is shown with the expression that has it, a comparison by the function that makes it. */
function describe(node: ts.Node): string {
  if (ts.isFunctionLike(node) && node.name) return node.name.getText();
  const shown = foldNumber(node) === undefined ? node : node.parent;
  return shown.getText().replace(/\s+/g, ' ').slice(0, 60);
}

/**
 * At least three values of an enumeration and at most one other, or both values of a short one. A few codes of a long catalogue are
 * a choice of their own, for example the errors that pass by themselves.
 */
function isCopy(values: readonly string[], enumeration: readonly string[]): boolean {
  const same = new Set(values.filter((value) => enumeration.includes(value))).size;
  const others = new Set(values).size - same;
  if (enumeration.length === 2) return same === 2 && others === 0;
  return same >= 3 && same >= enumeration.length / 4 && others <= 1;
}

/** The lists of values that a node is. */
function readLists(node: ts.Node): string[][] {
  if (ts.isArrayLiteralExpression(node)) return [readTexts(node.elements), readFirstTexts(node.elements)];
  if (ts.isCallExpression(node)) return [readTexts(node.arguments)];
  if (ts.isUnionTypeNode(node) && !isChoiceOfKeys(node)) return [readTexts(node.types)];
  if (ts.isTupleTypeNode(node)) return [readTexts(node.elements)];
  if (ts.isObjectLiteralExpression(node) && !isCheckedByCompiler(node)) return [readKeys(node)];
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return [readOptions(node.children)];
  return [];
}

/** The values among which code or a text distinguishes: one of two is a condition, and no list. */
function readBranches(node: ts.Node): string[][] {
  if (ts.isCaseBlock(node)) return [readCases(node)];
  if (ts.isRegularExpressionLiteral(node)) return readAlternatives(node.text);
  if (isText(node)) return [...readAlternatives(node.text), readWords(node.text)];
  if (ts.isFunctionLike(node) || ts.isSourceFile(node)) return readComparisons(node);
  return [];
}

/** Without a default, the compiler notices a case that is missing. */
function readCases({ clauses }: ts.CaseBlock): string[] {
  const cases = clauses.filter(ts.isCaseClause);
  if (cases.length === clauses.length) return [];
  return readTexts(cases.map(({ expression }) => expression));
}

/** Of `Pick` or `Omit`, whose keys the compiler knows. */
function isChoiceOfKeys({ parent }: ts.UnionTypeNode): boolean {
  return ts.isTypeReferenceNode(parent) && /^(?:Pick|Omit)$/.test(parent.typeName.getText());
}

/** `'a'`, the type `'a'`, `z.literal('a')`; nothing for what is no text, for example null or what is spread. */
function readTexts(nodes: readonly ts.Node[]): string[] {
  return nodes.flatMap((node) => {
    if (ts.isStringLiteralLike(node)) return [node.text];
    if (ts.isLiteralTypeNode(node)) return readTexts([node.literal]);
    if (ts.isNamedTupleMember(node)) return readTexts([node.type]);
    if (ts.isCallExpression(node) && /\bliteral$/.test(node.expression.getText()))
      return readTexts(node.arguments);
    return [];
  });
}

/** Of pairs, as of a Map or the options of a field. */
function readFirstTexts(nodes: readonly ts.Node[]): string[] {
  return readTexts(
    nodes.flatMap((node) => (ts.isArrayLiteralExpression(node) ? node.elements.slice(0, 1) : [])),
  );
}

function readKeys(node: ts.ObjectLiteralExpression): string[] {
  return node.properties.flatMap(({ name }) => {
    if (name === undefined || ts.isComputedPropertyName(name)) return [];
    return [name.text];
  });
}

/** The values of `<option value="a">`. */
function readOptions(children: readonly ts.JsxChild[]): string[] {
  return children.flatMap((child) => {
    if (!ts.isJsxElement(child) && !ts.isJsxSelfClosingElement(child)) return [];
    const { attributes } = ts.isJsxElement(child) ? child.openingElement : child;
    return attributes.properties.flatMap((attribute) => {
      if (!ts.isJsxAttribute(attribute) || attribute.name.getText() !== 'value') return [];
      return attribute.initializer ? readTexts([attribute.initializer]) : [];
    });
  });
}

/** The words of each `a|b|c` in a regular expression. */
function readAlternatives(source: string): string[][] {
  return (source.match(/\w+(?:\|\w+)+/g) ?? []).map((words) => words.split('|'));
}

function readWords(text: string): string[] {
  return text.split(/[\s,|]+/).filter((word) => word !== '');
}

/** `active, closed or merged`: in a sentence, a few of the values can be ordinary words, but all of them cannot. */
function readSentences(node: ts.Node): string[][] {
  if (!isText(node)) return [];
  return (node.text.match(/\w+(?:, \w+)+,? (?:or|and) \w+/g) ?? []).map(readWords);
}

/** The texts with which a function, or a module outside of its functions, compares one expression. */
function readComparisons(scope: ts.Node): string[][] {
  const texts = new Map<string, string[]>();
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isBinaryExpression(node) && /^[!=]==?$/.test(node.operatorToken.getText())) {
      const sides = [node.left, node.right];
      const operand = sides.find((side) => !ts.isStringLiteralLike(side))?.getText() ?? '';
      texts.set(operand, [...(texts.get(operand) ?? []), ...readTexts(sides)]);
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(scope, visit);
  return [...texts.values()];
}

/**
 * Whether the compiler notices a key that is missing: where the object is made, by its type, or where a constant one is read by a
 * key. A record by any text has any keys.
 */
function isCheckedByCompiler(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isSatisfiesExpression(parent) || ts.isVariableDeclaration(parent))
    return parent.type !== undefined && !/Record<\s*string\b/.test(parent.type.getText());
  if (ts.isAsExpression(parent)) return parent.type.getText() === 'const';
  if (ts.isParenthesizedExpression(parent)) return isCheckedByCompiler(parent);
  if (ts.isPropertyAssignment(parent)) return isCheckedByCompiler(parent.parent);
  return ts.isCallExpression(parent) || ts.isReturnStatement(parent) || ts.isJsxExpression(parent);
}

/** From here on, no number equals a limit by chance. */
const minDistinctLimit = 5_000;
/** Smaller ones are limits only where a name or a comparison says so; below this, only under the limit's own name. */
const minLimit = 100;
const limitName = /^(?:limit|max|min)(?:$|[A-Z_])|(?:Rows|Items|Length|Limit)$/;
/** 100 社まで, at most 100 rows. */
const limitInWords =
  /(?:at most|up to|more than|maximum of) ([\d,]+)|([\d,]+) ?(?:社|行|件|個|文字)(?:まで|以内|以下)/g;

function repeatsLimit(node: ts.Node, limits: Contract['limits']): boolean {
  const values = new Set(Object.values(limits));
  const isDistinct = (value: number) => value >= minDistinctLimit && values.has(value);
  const isLimit = (value: number) => value >= minLimit && values.has(value);
  if (ts.isRegularExpressionLiteral(node)) return hasLimitAsQuantifier(node.text, isLimit, limits);
  if (isText(node)) {
    const sizes = [...values]
      .filter((value) => value >= 1024 ** 2 && value % 1024 ** 2 === 0)
      .map(formatSize);
    return (
      sizes.some((size) => node.text.includes(size)) ||
      readNumbers(node.text).some(isDistinct) ||
      [...node.text.matchAll(limitInWords)].some(([, before, after]) => isLimit(toNumber(before ?? after)))
    );
  }
  const value = foldNumber(node);
  if (value === undefined || foldNumber(node.parent) !== undefined) return false;
  const name = readName(node.parent);
  return (
    isDistinct(value) || limits[name] === value || (isLimit(value) && saysLimit(node.parent, name, value))
  );
}

/** Numbers of four digits and more. */
function readNumbers(text: string): number[] {
  return (text.match(/\b\d{1,3}(?:,\d{3})+\b|\b\d{4,}\b/g) ?? []).map(toNumber);
}

function toNumber(digits = ''): number {
  return Number(digits.replaceAll(',', ''));
}

/** `{8,200}` with a limit, and as many digits as the number of a row has. */
function hasLimitAsQuantifier(
  source: string,
  isLimit: (value: number) => boolean,
  { maxSourceRows }: Contract['limits'],
): boolean {
  const digitsOfRow = `\\d{1,${String(maxSourceRows).length}}`;
  const quantifiers = [...source.matchAll(/\{(?:\d+,)?(\d+)\}/g)].map(([, most]) => Number(most));
  return source.includes(digitsOfRow) || quantifiers.some(isLimit);
}

/** The value of a number, or of a product or sum of numbers. */
function foldNumber(node: ts.Node): number | undefined {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isParenthesizedExpression(node)) return foldNumber(node.expression);
  if (!ts.isBinaryExpression(node)) return undefined;
  const [left, right] = [foldNumber(node.left), foldNumber(node.right)];
  if (left === undefined || right === undefined) return undefined;
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.AsteriskToken:
      return left * right;
    case ts.SyntaxKind.AsteriskAsteriskToken:
      return left ** right;
    case ts.SyntaxKind.LessThanLessThanToken:
      return left << right;
    case ts.SyntaxKind.PlusToken:
      return left + right;
    case ts.SyntaxKind.MinusToken:
      return left - right;
    default:
      return undefined;
  }
}

/** Of the constant, parameter, property or attribute that gets the value; empty for anything else. */
function readName(parent: ts.Node): string {
  if (
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isBindingElement(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertyDeclaration(parent)
  )
    return parent.name.getText();
  if (ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent)) return parent.parent.name.getText();
  return '';
}

/** Whether the place of a number says that it is a limit. */
function saysLimit(parent: ts.Node, name: string, value: number): boolean {
  if (limitName.test(name) || ts.isParameter(parent) || ts.isBindingElement(parent)) return true;
  if (ts.isCallExpression(parent)) {
    const called = parent.expression.getText();
    return value >= 1_000 && /\.(?:max|slice)$/.test(called) && called !== 'Math.max';
  }
  if (!ts.isBinaryExpression(parent) || !/^[<>]=?$/.test(parent.operatorToken.getText())) return false;
  return /\b(?:length|size)$/.test(parent.left.getText());
}

const priceInWords =
  /\b(?:\d+|one) (?:(?:basic|enrichment) )?credits?\b|\d+ ?(?:基本)?クレジット|クレジットを ?\d/i;

/** Whether it says what something costs, in words or as a number with such a name. */
function namesPrice(node: ts.Node): boolean {
  if (isText(node)) return priceInWords.test(node.text);
  return (
    ts.isNumericLiteral(node) &&
    Number(node.text) > 0 &&
    /^(?:price|cost|credits)/i.test(readName(node.parent))
  );
}

type TextNode = ts.StringLiteralLike | ts.TemplateLiteralLikeNode | ts.JsxText;

function isText(node: ts.Node): node is TextNode {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isJsxText(node)
  );
}
