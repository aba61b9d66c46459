/**
 * What a query asks, without any value that it asks for: for the slow-query log and traces, which must not repeat
 * customers' data. Pure.
 */

const maxStatement = 2_000;
const maxEngineQuery = 4_000;
const maxDepth = 40;

function hideLiteral(part: string): string {
  if (/^(?:--|\/\*)/.test(part)) return ' ';
  // The name of a column.
  if (part.startsWith('"')) return part;
  return '?';
}

/**
 * The text of a statement on one line. Values are parameters already; literals of the text, and long lists of parameters, are
 * shortened to `?` and `$1, …`.
 */
export function formatStatement(sql: string): string {
  const text = sql
    // Far more than is shown, so that a text of megabytes costs nothing.
    .slice(0, 10 * maxStatement)
    .replace(partsOfText, hideLiteral)
    .replace(/\s+/g, ' ')
    .replace(/(\$\d+)(?:, ?\$\d+){2,}/g, '$1, …')
    .trim();
  return limitText(text, maxStatement);
}

/**
 * Comments, quoted names, and literals in each way that Postgres writes them. They are found in one pass: a comment may have a
 * quote, and a literal two hyphens. One that is cut off goes on to the end.
 */
const partsOfText = new RegExp(
  [
    String.raw`--[^\n]*`,
    String.raw`/\*[^]*?(?:\*/|$)`,
    String.raw`\be'(?:[^'\\]|\\[^]|'')*'?`,
    `'(?:[^']|'')*'?`,
    String.raw`\$(?<tag>[a-z_]\w*|)\$[^]*?(?:\$\k<tag>\$|$)`,
    '"(?:[^"]|"")*"?',
    String.raw`(?<![\w$.])\d[\d.]*(?:e[+-]?\d+)?\b`,
  ].join('|'),
  'gi',
);

/**
 * The body of a search as JSON, in which every value is the name of its type: `{"match":{"names":"string"}}`. Keys are
 * names of clauses, options and fields. What is repeated in a list is counted: `["string","×300"]`. Of a `_msearch`, the
 * shape of its first search and the number of its searches.
 * @param body JSON, or several lines of it
 */
export function describeSearch(body: string): string {
  const lines = body.split('\n').filter((line) => line !== '' && line !== '{}');
  const [first = ''] = lines;
  const shape = toShapeOfJson(first);
  return limitText(lines.length > 1 ? `${lines.length} × ${shape}` : shape, maxEngineQuery);
}

function toShapeOfJson(text: string): string {
  try {
    return JSON.stringify(toShape(JSON.parse(text), 0));
  } catch {
    return '(no JSON)';
  }
}

function toShape(value: unknown, depth: number): unknown {
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  if (depth >= maxDepth) return '…';
  if (Array.isArray(value)) return toShapeOfList(value, depth + 1);
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [isName(key) ? key : '(name)', toShape(each, depth + 1)]),
  );
}

/** Different shapes once each, with the number of all entries. */
function toShapeOfList(values: readonly unknown[], depth: number): unknown[] {
  const shapes = new Map(
    values.slice(0, maxShapesRead).map((value) => {
      const shape = toShape(value, depth);
      return [JSON.stringify(shape), shape];
    }),
  );
  if (shapes.size < values.length) return [...shapes.values(), `×${values.length}`];
  return [...shapes.values()];
}

const maxShapesRead = 200;

/** Names of clauses, options and fields. Anything else could be a value that was made a key. */
const isName = (key: string): boolean => /^[a-z_][a-z0-9_.^]{0,60}$/i.test(key);

function limitText(text: string, max: number): string {
  if (text.length > max) return `${text.slice(0, max - 1)}…`;
  return text;
}
