import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const projectRoot = path.resolve(import.meta.dirname, '../..');

/** The modules below a folder, by their paths from the project's root. */
function modulesOf(folder: string): string[] {
  return readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
    .sort();
}

/** The code of a module without its comments. */
function codeOf(module: string): string {
  return readFileSync(path.join(projectRoot, module), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

const service = modulesOf('src');
const operators = [...modulesOf('indexers'), ...modulesOf('lab/fictional'), ...modulesOf('lab/relevance')];
const mappings = modulesOf('mappings');

describe('the environment', () => {
  it('is read only by the config', () => {
    const readers = [...service, ...operators, ...mappings].filter((module) =>
      /process\.env\b/.test(codeOf(module)),
    );
    expect(readers).toEqual(['src/config.ts']);
  });
});

describe('private parts of packages', () => {
  const everything = [
    'src',
    'indexers',
    'mappings',
    'engine',
    'client',
    'cli',
    'tables',
    'assistant',
    'desk',
  ];
  const modules = [...everything.flatMap(modulesOf), ...modulesOf('lab')];
  /** Fields that Elasticsearch, and the protocol for assistants, call so in their documented answers. */
  const documented = ['_source', '_id', '_index', '_score', '_version', '_shards', '_meta', '_nodes', '_all'];
  const parts: readonly (readonly [part: string, pattern: RegExp])[] = [
    ['a name that begins with an underscore', new RegExp(`\\.(?!(?:${documented.join('|')})\\b)_\\w`)],
    ["knex's client", /\.client\.(acquire|release|destroy)\w*\(|\bknex\.client\b/],
    ["pg's connection", /\b(this|client|session|connection)\.connection\b|\.(readyForQuery|processID)\b/],
    ["a symbol of another's", /getOwnPropertySymbols/],
    ["Node's parser", /\.parser\b|\.onIncoming\b/],
  ];

  it.each(parts)('are used only by adapters: %s', (_part, pattern) => {
    const users = modules.filter(
      (module) => !module.startsWith('src/adapters/') && pattern.test(codeOf(module)),
    );
    // zod documents its definitions.
    expect(users.filter((module) => module !== 'src/contract/schema-definition.ts')).toEqual([]);
  });

  it.each([
    ['transaction.client.acquireConnection()', 1],
    ['client.connection.stream.destroy()', 2],
    ['session.readyForQuery', 2],
    ['schema._zod.def', 0],
  ])('are noticed: %s', (code, kind) => {
    expect(parts[kind]?.[1].test(code)).toBe(true);
  });
});

describe('Unicode normalisation', () => {
  it('is done in one place, where no text can make the cost quadratic', () => {
    const callers = [...service, ...operators, ...mappings].filter((module) =>
      /\.normalize\(/.test(codeOf(module)),
    );
    expect(callers).toEqual(['src/text/letters/nfkc.ts']);
  });
});

describe('pure modules', () => {
  const pure = [
    ...mappings,
    ...service.filter((module) => /^src\/(text|contract)\//.test(module)),
    ...service.filter(
      (module) =>
        /^src\/features\//.test(module) && !/(-(store|service|handlers|worker)|\/index)\.ts$/.test(module),
    ),
    ...operators.filter((module) => /^indexers\/documents\//.test(module) && !module.endsWith('-reader.ts')),
    'src/text/days/calendar.ts',
    'src/process/failure-report.ts',
    'src/idempotency/idempotency-key.ts',
    'src/outbound/outbound-outcome.ts',
    'src/outbound/public-target.ts',
    'src/search/clauses.ts',
    'src/search/search-answer.ts',
  ];

  it.each(pure)('%s has no clock, no randomness and no I/O', (module) => {
    const code = codeOf(module);
    expect(code).not.toMatch(
      /\bnew Date(\(\)|[^(\w])|(?<!new )\bDate\(|\bDate\.now\b|\bperformance\.|\bMath\.random\b|\brandom(UUID|Bytes|Int|Fill|FillSync)\b|\bgetRandomValues\b/,
    );
    expect(code).not.toMatch(
      /\bset(Timeout|Interval|Immediate)\(|\bfetch\(|\bconsole\.|\bprocess\.|from 'node:(fs|net|http|https|child_process|timers)/,
    );
  });
});

describe('stores', () => {
  /** Functions that find an account instead of receiving it, or that work on all accounts for an operator. */
  const withoutAccount: Readonly<Record<string, readonly string[]>> = {
    'src/features/accounts/accounts-store.ts': [
      'insertAccount',
      'findAccountByName',
      'listPlanIds',
      'getPlanLimits',
      'listAccounts',
      'runInTransaction',
    ],
    'src/features/accounts/keys-store.ts': ['recordKeyUses', 'findKeyOwners'],
    'src/features/reconcile/reconcile-store.ts': ['runInTransaction', 'removeOlderThan'],
    'src/features/limits/limits-store.ts': ['addUsage', 'removeEnded'],
    'src/idempotency/idempotency-store.ts': ['transaction', 'removeOlderThan'],
    'src/features/delivery/delivery-store.ts': ['removeBodies'],
    'src/features/delivery/schedules-store.ts': ['readNow', 'claimDue'],
    'src/features/delivery/target-secrets-store.ts': ['rotateTargets', 'countKeysInUse'],
    'src/features/lists/estimates/estimates-store.ts': ['removeExpiredBefore'],
    'src/features/lists/exports/export-files-store.ts': ['removeDraftsBefore'],
    'src/features/lists/exports/exports-store.ts': ['listOutdatedExports'],
    'src/features/lists/saved/lists-store.ts': ['runInTransaction', 'runInSnapshot'],
    'src/features/sources/review/presence-store.ts': ['removeSeenBefore'],
    'src/features/sources/records/source-choices-store.ts': ['transaction'],
    'src/features/sources/records/sources-store.ts': ['transaction'],
    'src/features/credits/ledger-store.ts': [
      'runInTransaction',
      'findEntryOfAnyAccount',
      'listDueBalances',
      'findFaults',
      'countBalances',
      'listAvailableCredits',
    ],
  };
  const aboutNoAccount =
    /^src\/housekeeping\/|^src\/features\/(health|companies|company-search|company-resolve|invoice-register|freshness|row-matching|observations|changes|financial-query|jobs|construction)\//;
  const stores = service.filter((module) => module.endsWith('-store.ts') && !aboutNoAccount.test(module));
  const methods =
    /^ {2}(?:async )?(?!constructor|if|for|while|switch|return)(\w+)(?:<[^>]*>)?\(\s*([^,)]*)/gm;
  /** The account id, or a scope that begins with it. */
  const accountFirst = /^(accountId\b|scope\b|\{ accountId\b)/;

  it.each(stores)('%s takes the account id first in every function', (module) => {
    const strays = [...codeOf(module).matchAll(methods)].flatMap(([, name = '', first = '']) =>
      accountFirst.test(first) || withoutAccount[module]?.includes(name) ? [] : [`${name}(${first}`],
    );
    expect(strays).toEqual([]);
  });
});

describe('module names', () => {
  it('say what a module is', () => {
    const vague = /(^|[/-])(utils?|helpers?|common|manager|data|info|misc|shared)(-[^/]*)?\.ts$/;
    const named = [...service, ...operators, ...mappings].filter((module) => vague.test(module));
    expect(named.filter((module) => module !== 'src/text/identifiers/shared-domains.ts')).toEqual([]);
  });
});
