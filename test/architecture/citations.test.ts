import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  anchorsOf,
  brokenOf,
  documentsNamedIn,
  filesNamedIn,
  type Library,
  linksIn,
  modulesNamedIn,
  tableRowsIn,
  wordedCitationsIn,
} from './citations.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const project: Library = {
  exists: (file) => !file.startsWith('..') && existsSync(path.join(root, file)),
  read: (document) => (existsSync(path.join(root, document)) ? read(document) : null),
};

function filesIn(folder: string, isWanted: RegExp): string[] {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
    .filter((file) => isWanted.test(file) && !/\/(target|node_modules)\//.test(file))
    .sort();
}

const inRoot = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name }) => name);
const sourceFolders = [
  'src',
  'indexers',
  'mappings',
  'engine',
  'cli',
  'tables',
  'desk',
  'assistant',
  'client',
  'lab',
  'scripts',
  'test',
  'docker',
  '.ci',
  '.github',
];
const code = [
  ...sourceFolders.flatMap((folder) => filesIn(folder, /(\.([cm]?[jt]s|java|ya?ml)|\/(Dockerfile|run))$/)),
  ...inRoot.filter((name) => /^(Dockerfile|NOTICE)$|\.([cm]js|ya?ml)$/.test(name)),
].filter((file) => !file.startsWith('test/architecture/citations'));
const documents = [
  ...inRoot.filter((name) => name.endsWith('.md')),
  ...filesIn('docs', /\.md$/),
  ...filesIn('.github', /\.md$/),
  ...filesIn('lab', /\.md$/),
];

/** Names of files that programs make, which are not documents of this project. */
const noDocuments = new Set([
  'src/features/research/secrets.ts: research.md',
  'test/cli/source-and-list-commands.test.ts: note.md',
]);

/** What is wrong, by file. */
function faults(files: readonly string[], faultsOf: (file: string, text: string) => string[]): object {
  return Object.fromEntries(
    files.map((file) => [file, faultsOf(file, read(file))] as const).filter(([, found]) => found.length > 0),
  );
}

describe('a citation in code', () => {
  it('leads to a document and a heading that exist', () => {
    expect(
      faults(code, (file, text) =>
        brokenOf(
          documentsNamedIn(text).filter((named) => !noDocuments.has(`${file}: ${named.file}`)),
          project,
        ),
      ),
    ).toEqual({});
  });

  it('names the document by its path', () => {
    expect(faults(code, (_, text) => wordedCitationsIn(text))).toEqual({});
  });

  it('is found in most features', () => {
    const citing = code.filter((file) => documentsNamedIn(read(file)).length > 0);
    expect(citing.length).toBeGreaterThan(50);
  });
});

describe('a module named without its folder', () => {
  const modules = new Set(code.map((file) => path.basename(file)));
  const byName: Library = { exists: (file) => modules.has(file), read: () => null };

  it('exists', () => {
    const today = [...code, ...documents].filter((file) => file !== 'CHANGELOG.md');
    expect(faults(today, (_, text) => brokenOf(modulesNamedIn(text), byName))).toEqual({});
  });

  it('is reported when it does not', () => {
    expect(brokenOf(modulesNamedIn('/** See `gone.ts` and `container.ts`. */'), byName)).toEqual([
      'line 1: there is no gone.ts',
    ]);
  });
});

describe('a document', () => {
  it('links to documents and headings that exist', () => {
    expect(faults(documents, (file, text) => brokenOf(linksIn(file, text), project))).toEqual({});
  });

  it('names files that exist', () => {
    const today = documents.filter((file) => file !== 'CHANGELOG.md');
    expect(faults(today, (_, text) => brokenOf(filesNamedIn(text), project))).toEqual({});
  });
});

describe('the records of decisions', () => {
  const records = filesIn('docs/decisions', /\/\d{4}-[a-z-]+\.md$/);

  it('have a number each, which no other has', () => {
    const numbers = records.map((file) => path.basename(file).slice(0, 4));
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  it('each have a number, a status, a date and three parts', () => {
    const form =
      /^# (\d{4}) .+\n\n- Status: \w.*\n- Date: \d{4}-\d\d-\d\d\n\n## Context\n\n[^#]+\n## Decision\n[\s\S]+\n## Consequences\n/;
    const odd = records.filter((file) => form.exec(read(file))?.[1] !== path.basename(file).slice(0, 4));
    expect(odd).toEqual([]);
  });

  it('are all in the index, under their titles', () => {
    const index = read('docs/decisions/README.md');
    const missing = records.filter((file) => {
      const title = read(file).split('\n')[0]?.slice(2);
      return !index.includes(`[${title}](${path.basename(file)})`);
    });
    expect(missing).toEqual([]);
  });
});

describe('the rules of a decision', () => {
  const rules = filesIn('docs/decisions', /\.md$/).flatMap((file) => {
    if (!read(file).includes('\n| Rule | Why | Module | Test |\n')) return [];
    return tableRowsIn(read(file)).filter((cells) => cells.length === 4);
  });
  /** Of files and folders, from the root. */
  const paths = new Set(
    code.flatMap((file) => file.split('/').map((_, at, names) => names.slice(0, at + 1).join('/'))),
  );
  const namesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  const isPath = (name: string) => [...paths].some((one) => `/${one}`.endsWith(`/${name}`));
  /** `file.ts`: `function`, `function`; `folder/other.ts` */
  const partsOf = (cell = '') =>
    cell.split('; ').map((part) => {
      const [module = '', ...functions] = namesIn(part);
      return { module, functions };
    });

  it('each name modules and a test that exist', () => {
    expect(rules.length).toBeGreaterThan(100);
    const faulty = rules.filter(([, , modules, tests]) => {
      const inCode = partsOf(modules).map(({ module }) => module);
      const inTests = namesIn(tests);
      const areTests = inTests.length > 0 && inTests.every((name) => name.endsWith('.test.ts'));
      return !areTests || ![...inCode, ...inTests].every(isPath);
    });
    expect(faulty).toEqual([]);
  });

  it('name functions that the module before them has', () => {
    const named = rules.flatMap(([, , modules]) => partsOf(modules));
    expect(named.flatMap(({ functions }) => functions).length).toBeGreaterThan(100);
    const missing = named.flatMap(({ module, functions }) => {
      const files = code.filter((file) => `/${file}`.endsWith(`/${module}`));
      return functions.filter((name) => !files.some((file) => declares(read(file), name)));
    });
    expect(missing).toEqual([]);
  });

  it("name functions: one that is only called or imported is not the module's", () => {
    expect(declares("import { settle } from './settle.ts';\nsettle(row);", 'settle')).toBe(false);
    expect(declares('export function settle(row: Row) {}', 'settle')).toBe(true);
    expect(declares('class Rows {\n  async #settle(row: Row) {\n  }\n}', '#settle')).toBe(true);
  });
});

/** Whether a module has a function, constant, class or method of this name. */
function declares(text: string, name: string): boolean {
  return new RegExp(
    `^(?:export )?(?:async )?(?:function\\*? |const |class )${name}\\b|^  (?:async )?${name}\\(.*\\{$|^  (?:async )?${name}\\($`,
    'm',
  ).test(text);
}

describe('the glossary', () => {
  const words = tableRowsIn(read('docs/glossary.md')).flatMap(([names = '', shown = '', , place = '']) =>
    names.split(', ').map((word) => ({ word, shown, place: place.replaceAll('`', '') })),
  );
  const textOf = (folder: string) =>
    filesIn(folder, /\.tsx?$/)
      .map(read)
      .join('\n');

  it('has at most 45 words', () => {
    expect(words.length).toBeGreaterThan(30);
    expect(words.length).toBeLessThanOrEqual(45);
  });

  it('has words that the code uses in the place that it names', () => {
    const unused = words.filter(
      ({ word, place }) => !new RegExp(word.replaceAll(' ', '[ _-]?'), 'i').test(textOf(place)),
    );
    expect(unused).toEqual([]);
  });

  it('has the Japanese words of the desk', () => {
    const desk = textOf('desk') + textOf('src/contract');
    expect(words.filter(({ shown }) => shown !== '–' && !desk.includes(shown))).toEqual([]);
  });
});

describe('a dead citation', () => {
  const library: Library = {
    exists: (file) => ['docs/rules.md', 'src/rules.ts'].includes(file),
    read: () => '# Rules\n\n## Two `words` & more\n\n```\n# no heading\n```\n\n## Twice\n\n## Twice\n',
  };
  const inCode = (text: string) => brokenOf(documentsNamedIn(text), library);
  const inDocument = (text: string) => brokenOf(linksIn('docs/page.md', text), library);

  it('is a file that does not exist', () => {
    expect(inCode('/** See docs/rules.md and docs/gone.md. */')).toEqual([
      'line 1: there is no docs/gone.md',
    ]);
    expect(inCode("/** By rules.md. */\n// '../outside/rules.md'")).toEqual([
      'line 1: there is no rules.md',
      'line 2: there is no ../outside/rules.md',
    ]);
    expect(inDocument('[rules](rules.md), [gone](gone.md), [web](https://example.com/gone.md)')).toEqual([
      'line 1: there is no docs/gone.md',
    ]);
    expect(brokenOf(filesNamedIn('`src/rules.ts` and `src/gone.ts`'), library)).toEqual([
      'line 1: there is no src/gone.ts',
    ]);
  });

  it('is a heading that does not exist', () => {
    expect(inCode('// docs/rules.md#two-words--more, docs/rules.md#twice-1')).toEqual([]);
    expect(inCode('// docs/rules.md#three-words')).toEqual([
      'line 1: docs/rules.md has no heading #three-words',
    ]);
    expect(inDocument('[a](rules.md#no-heading) `[b](gone.md)` [c](../docs/rules.md#twice)')).toEqual([
      'line 1: docs/rules.md has no heading #no-heading',
    ]);
  });

  it('is a heading cited by its words, also across lines', () => {
    expect(wordedCitationsIn('/** As decided (decisions.md, "Errors"). */')).toHaveLength(1);
    expect(wordedCitationsIn(' * by the specification,\n * "Company search"; more')).toHaveLength(1);
    expect(wordedCitationsIn('the specification\'s default, and the word "all"')).toEqual([]);
  });

  it('is found by comparing with the anchors that GitHub makes', () => {
    expect([...anchorsOf('# The 422 of max_employees\n\n## `POST /search`\n\n## 会社名 (names)')]).toEqual([
      'the-422-of-max_employees',
      'post-search',
      '会社名-names',
    ]);
  });
});
