import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { errorCatalogue } from '../../src/contract/errors.ts';
import * as limits from '../../src/contract/limits.ts';
import { describeApi } from '../../src/openapi/document.ts';
import { findCopies } from './contract-copies.ts';

/**
 * The client has the enumerations, limits and prices of the contract as values (`client/render-values.ts`). The command line, the
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

const contract = {
  enumerations: [
    ...new Map(listEnumerations(await describeApi()).map((each) => [each.join(), each])).values(),
  ],
  limits: Object.fromEntries(
    Object.entries(limits).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, value] as const] : [],
    ),
  ),
};

/** What is no copy, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  "cli/commands/credits.ts: 'List every grant, charge, reversal and expiry, newest first": 'ordinary words',
  "cli/input/identifier-type.ts: [ ['company_id', new RegExp(`^(cn_\\\\d{13}|(${exchanges.join(":
    'tests in their order; what fits none is handled below them',
  'cli/sources/source-resolving.ts: { max_credits_reached: exitCodes.payment, credit_balance_ins':
    'the stops with an exit code of their own',
  "desk/parts/remarks.tsx: { jobs: '求人', construction: '建設業許可', web: 'ウェブサイト', employee":
    'a signal without a word is shown by its code',
  'desk/parts/remarks.tsx: translateRemark':
    'a sentence for each state; others have the message of the service',
  'desk/pages/companies/related.tsx: Why': 'relations that are shown in a way of their own',
  "desk/pages/lists/diff-line.tsx: { status: 'status', listing_status: 'listing', market_segmen":
    'fields whose values are codes; others are shown as they are',
  'desk/pages/lists/diff.tsx: limit: 100': 'rows that a page of the desk loads at once; the API permits more',
  'desk/pages/lists/rows.tsx: limit: 100': 'rows that a page of the desk loads at once; the API permits more',
  "desk/pages/lists/row-columns.tsx: { case 'place': return ( <DataText text={[company.prefecture":
    'columns that are shown in a way of their own',
  "desk/pages/review/candidates/shown-company.ts: { trade: 'trade_name', english: 'english_name', kana: 'kana_":
    'names of fields; a kind without one is shown by its code',
  'desk/pages/review/state/review-store.ts: handleDone': 'the actions after which a row is read again',
  'desk/pages/sources/rows/format-band.ts: yen >= 10_000': 'the unit 万',
  'desk/pages/sources/rows/format-band.ts: yen / 10_000': 'the unit 万',
  'desk/pages/sources/rows/prefecture-map.tsx: count < 10_000': 'what fits a tile',
  'assistant/quoted-text.ts: maxDataLength = 100_000': 'what a model can read at once',
  'assistant/quoted-text.ts: maxErrorLength = 500': 'what a model can read at once',
  'assistant/quoted-text.ts: /^[\\w.:/+=~%-]{1,2000}$/': 'what a model can read at once',
  'assistant/sent-table.ts: z.string().min(1).max(1000)':
    'a header that a model writes; files have longer ones',
  'assistant/tools/build-list.ts: z.array(z.string().min(1).max(100)).min(1).max(1_000)':
    'companies that a model writes one by one; a List takes more',
  "assistant/tools/find-company.ts: ['corporate_number', 'securities_code', 'domain', 'name']":
    'the fields of the tool, the surest first',
  'assistant/tools/open-rows.ts: { several_candidates: multiple_candidates, not_found, invali':
    'compared with the output of the tool by the compiler',
  'client/retrying-fetch.ts: pieceBytes = 64 * 1024': 'a body is sent in pieces of this size',
  'client/retrying-fetch.ts: /\\/api\\/service\\/(observations|jobs|construction)\\/search$/':
    'paths, which only share words with an enumeration',
};

describe('values of the contract', () => {
  const found = ['cli', 'desk', 'assistant', 'client'].flatMap((folder) =>
    listModules(folder).flatMap((module) =>
      findCopies(contract, module, readFileSync(path.join(projectRoot, module), 'utf8')),
    ),
  );

  it('have no copy in what calls the service', () => {
    expect(found.filter((copy) => !(copy in exceptions))).toEqual([]);
  });

  it('have no exception that nothing needs', () => {
    expect(Object.keys(exceptions).filter((copy) => !found.includes(copy))).toEqual([]);
  });
});

/** Each form, as somebody would write it. */
const planted: readonly [string, string][] = [
  ['an array', "const words = ['listed', 'private', 'delisted'];"],
  ['an array with undefined', "const words = ['listed', 'private', 'delisted', undefined];"],
  ['an array with one other value', "const words = ['', 'matched', 'not_found', 'invalid'];"],
  ['an array with what is spread', "const words = [...more, 'matched', 'not_found', 'invalid'];"],
  ['an array that is spread', "const words = [...['matched', 'not_found', 'invalid']];"],
  ['pairs', "const words = new Map([['active', 1], ['closed', 2], ['merged', 3]]);"],
  ['a set', "const words = new Set(['active', 'closed', 'merged']);"],
  ['arguments', "isOneOf('active', 'closed', 'merged');"],
  ['both values of a short list', "const formats = ['csv', 'xlsx'];"],
  ['a union', "type Status = 'matched' | 'not_found' | 'invalid';"],
  ['a union with null', "type Status = 'matched' | 'not_found' | 'invalid' | null;"],
  ['a union of two', "type Newline = 'crlf' | 'lf';"],
  ['a tuple', "type Words = ['active', 'closed', 'merged'];"],
  ['words in a text', "const words = split('closed merged active');"],
  ['words in a sentence', "const help = 'Set it to active, paused or archived.';"],
  ['a schema', "z.enum(['webhook', 'chat']);"],
  ['a schema of literals', "z.union([z.literal('active'), z.literal('closed'), z.literal('merged')]);"],
  ['keys', 'const words = { active: 1, closed: 2, merged: 3, removed: 4 };'],
  [
    'keys of a record by any text',
    'const words: Record<string, number> = { active: 1, closed: 2, merged: 3 };',
  ],
  ['cases', "switch (status) { case 'active': case 'closed': case 'merged': return 1; default: return 2; }"],
  ['comparisons', "const ended = status === 'closed' || status === 'merged' || status === 'removed';"],
  [
    'comparisons one after the other',
    "if (s === 'closed') a(); else if (s === 'merged') b(); else if ('active' === s) c();",
  ],
  ['a regular expression', 'const words = /^(?:active|closed|merged)$/;'],
  ['a regular expression in a text', "const words = new RegExp('^(active|closed|merged)$');"],
  [
    'options',
    "<select><option value='active'>A</option><option value='closed'>C</option><option value='merged' /></select>;",
  ],
  ['a number', 'const rowsInOneCall = 50_000;'],
  ['a number in another notation', 'const rowsInOneCall = 5e4;'],
  ['a product', 'const rowsInOneCall = 50 * 1000;'],
  ['bytes', 'const maxBytes = 32 * 1024 * 1024;'],
  ['shifted bytes', 'const maxBytes = 32 << 20;'],
  ['a smaller limit by its name', 'const maxBatchItems = 1000;'],
  ['a small limit by its own name', 'const maxSuggestions = 3;'],
  ['a property', 'send({ maxBatchItems: 1000 });'],
  ['a page', 'const query = { limit: 1000 };'],
  ['a default parameter', 'function send(items = 1000) {}'],
  ['a default of a property', 'function send({ items = 1000 }) {}'],
  ['a length', 'if (items.length > 1000) stop();'],
  ['a limit of a field', 'const field = <input maxLength={500} />;'],
  ['a limit of a schema', 'z.array(item).max(1000)'],
  ['a number in a regular expression', 'const key = /^[!-~]{8,200}$/;'],
  ['the digits of a number of a row', String.raw`const row = /^\d{1,5}$/;`],
  ['a number in a text', `const hint = \`At most 50,000 rows in \${file}.\`;`],
  ['a smaller number in a text', "const hint = 'Give at most 100 companies.';"],
  ['a smaller number in Japanese', "const hint = '100 社まで表示します。';"],
  ['a number on a page', 'const hint = <p>At most 50,000 rows.</p>;'],
  ['a size', "const hint = 'The file is larger than 32 MiB.';"],
  ['a price', "const hint = 'Each row costs 1 basic credit.';"],
  ['a price in words', "const hint = 'One credit for each row.';"],
  ['a price in Japanese', "const hint = '1 行 1 クレジットです。';"],
  ['a price as a number', 'const creditsOfRow = 1;'],
];

const permitted: readonly [string, string][] = [
  [
    'a choice of a long catalogue',
    "const passing = ['rate_limit_exceeded', 'search_unavailable', 'internal_error'];",
  ],
  ['two of many values', "const open = ['multiple_candidates', 'invalid'];"],
  ['a condition', "if (format === 'csv') write(); else if (format === 'xlsx') zip();"],
  [
    'keys that the compiler compares',
    'const words: Record<CompanyStatus, number> = { active: 1, closed: 2, merged: 3, removed: 4 };',
  ],
  ['keys of a constant', "const words = { active: 'a', closed: 'c', merged: 'm', removed: 'r' } as const;"],
  [
    'cases that the compiler counts',
    "switch (status) { case 'active': return 1; case 'closed': return 2; case 'merged': return 3; }",
  ],
  ['ordinary words', "const help = 'List companies added, changed, closed or merged';"],
  ['a wait', 'setTimeout(retry, 500)'],
  ['a text that is cut', 'text.slice(0, 100)'],
  ['a balance', `const hint = \`\${balance} credits left\`;`],
];

describe('a copy', () => {
  it.each(planted)('is found: %s', (_, code) => {
    expect(findCopies(contract, 'planted.tsx', code)).toHaveLength(1);
  });

  it.each(permitted)('is not: %s', (_, code) => {
    expect(findCopies(contract, 'planted.tsx', code)).toEqual([]);
  });
});
