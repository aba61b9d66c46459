import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';

const projectRoot = path.resolve(import.meta.dirname, '../..');
const report = z.object({
  summary: z.object({
    totalCruised: z.number(),
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

/** The violations of the import rules in a folder. */
async function checkImports(folder: string): Promise<z.output<typeof report>['summary']> {
  const program = path.join(projectRoot, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [
    program,
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    'src',
    'indexers',
    'mappings',
    'engine',
    'assistant',
    'cli',
    'desk',
    'lab',
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  });
  return report.parse(JSON.parse(stdout)).summary;
}

/** Each violates the rule named beside it. Imported files that are not listed are created empty. */
const plantedViolations: readonly [rule: string, from: string, to: string][] = [
  ['pure-ground', 'src/text/names/names.ts', 'knex'],
  ['pure-ground', 'src/contract/search.ts', '../features/lists/pricing.ts'],
  ['pure-ground', 'mappings/lists.ts', '../src/database/database.ts'],
  ['contract-below-mappings', 'src/contract/companies.ts', '../../mappings/companies.ts'],
  ['text-below-contract', 'src/text/labels.ts', '../contract/words.ts'],
  ['knex-in-stores', 'src/features/lists/lists-service.ts', 'knex'],
  ['knex-in-stores', 'src/http/serve.ts', 'pg'],
  ['elasticsearch-in-search', 'src/features/lists/search-service.ts', '@elastic/elasticsearch'],
  ['express-in-http', 'src/features/lists/render-service.ts', 'express'],
  ['express-in-http', 'indexers/serve.ts', 'express'],
  ['pure-features', 'src/features/lists/lists-query.ts', '../../database/database.ts'],
  ['pure-features', 'src/features/lists/row-state.ts', '../../config.ts'],
  ['assistant-calls-the-api', 'assistant/tools/shortcut.ts', '../../src/database/database.ts'],
  ['pure-ground', 'src/text/days/calendar.ts', '../../process/private-files.ts'],
  ['pure-elsewhere', 'src/search/clauses.ts', './gateway.ts'],
  ['pure-elsewhere', 'src/process/failure-report.ts', './config.ts'],
  ['pure-elsewhere', 'lab/relevance/name-forms.ts', './company-samples.ts'],
  ['documents-are-pure', 'indexers/documents/list-document.ts', 'pg'],
  ['features-through-services', 'src/features/credits/credits-service.ts', '../lists/lists-store.ts'],
  ['features-through-services', 'src/features/credits/more-service.ts', '../lists/lists-handlers.ts'],
  ['features-through-services', 'src/features/credits/other-service.ts', '../lists/saved/rows-store.ts'],
  ['http-knows-no-feature', 'src/http/limit.ts', '../features/lists/pricing.ts'],
  ['layers-know-no-feature', 'src/idempotency/claim.ts', '../features/credits/credits-service.ts'],
  ['src-never-indexers', 'src/search/build.ts', '../../indexers/other.ts'],
  ['indexers-without-http', 'indexers/report.ts', '../src/http/other.ts'],
  ['indexers-below-engine', 'indexers/find.ts', '../engine/open-stack.ts'],
  ['lab-serves-no-request', 'src/features/lists/made.ts', '../../../lab/fictional/company.ts'],
  ['lab-serves-no-request', 'indexers/ops-lab.ts', '../lab/index.ts'],
  ['lab-by-one-door', 'engine/made.ts', '../lab/fictional/companies.ts'],
  ['rooms-on-floors', 'indexers/loading/read.ts', '../registers/index.ts'],
  ['registers-stand-alone', 'indexers/registers/jpx/rules.ts', '../nta/rules.ts'],
  ['rooms-on-floors', 'indexers/facts/names.ts', '../loading/merge.ts'],
  ['rooms-on-floors', 'indexers/documents/page.ts', '../indexing/page.ts'],
  ['rooms-on-floors', 'indexers/indexing/generations/page.ts', '../writing/page.ts'],
  ['rooms-on-floors', 'indexers/loading/files/page.ts', '../joining/page.ts'],
  ['rooms-on-floors', 'src/text/letters/kana.ts', '../names/names.ts'],
  ['rooms-on-floors', 'src/features/sources/records/row.ts', '../view/view.ts'],
  ['rooms-on-floors', 'src/text/days/years.ts', '../places/page.ts'],
  ['rooms-on-floors', 'src/features/company-search/requests/page.ts', '../warnings/page.ts'],
  ['rooms-below-files-beside-them', 'src/features/company-search/warnings/list.ts', '../page-service.ts'],
  ['rooms-on-floors', 'src/features/sources/parsing/workbook/cell.ts', '../table/header.ts'],
  ['rooms-on-floors', 'src/features/sources/parsing/table/word.ts', '../workbook/cell.ts'],
  ['rooms-below-files-beside-them', 'src/features/sources/parsing/table/line.ts', '../read-all.ts'],
  ['rooms-below-files-beside-them', 'indexers/indexing/writing/lines.ts', '../commands.ts'],
  ['rooms-on-floors', 'cli/output/view.ts', '../input/ask.ts'],
  ['rooms-below-files-beside-them', 'cli/sources/walk.ts', '../program.ts'],
  ['rooms-on-floors', 'desk/pages/review/state/next.ts', '../candidates/card.ts'],
  ['rooms-below-files-beside-them', 'desk/pages/review/candidates/list.ts', '../whole-page.ts'],
  ['rooms-on-floors', 'engine/processes/find.ts', '../postgres/server.ts'],
  ['rooms-on-floors', 'engine/elasticsearch/heap.ts', '../postgres/server.ts'],
  ['rooms-below-files-beside-them', 'engine/elasticsearch/node.ts', '../start-all.ts'],
  ['no-cycles', 'src/search/one.ts', './two.ts'],
  ['resolvable', 'src/search/lost.ts', './nowhere.ts'],
  ['no-development-packages', 'indexers/measure.ts', 'supertest'],
];

/** Pure modules may not import anything that does I/O, even as a type. These import only types. */
const plantedTypeViolations: typeof plantedViolations = [
  ['pure-ground', 'src/text/kana.ts', 'knex'],
  ['pure-ground', 'src/contract/lists/rows.ts', '../../features/lists/lists-store.ts'],
  ['pure-ground', 'mappings/documents.ts', 'pg'],
  ['pure-features', 'src/features/lists/list-shape.ts', 'knex'],
  ['pure-features', 'src/features/lists/list-view.ts', './lists-store.ts'],
  ['pure-features', 'src/features/lists/saved/list-names.ts', '../../credits/credits-service.ts'],
  ['pure-features', 'src/features/lists/list-hits.ts', '../../search/gateway.ts'],
  ['pure-features', 'src/features/lists/list-work.ts', '../../database/transaction.ts'],
  ['pure-features', 'src/features/lists/list-answer.ts', 'express'],
  ['pure-elsewhere', 'src/search/search-answer.ts', '@elastic/elasticsearch'],
  ['pure-elsewhere', 'src/outbound/public-target.ts', './outbound-client.ts'],
  ['features-through-services', 'src/features/credits/own-service.ts', '../lists/rows-store.ts'],
  ['documents-are-pure', 'indexers/documents/list-card.ts', 'pg'],
  ['documents-are-pure', 'indexers/documents/list-words.ts', './list-reader.ts'],
];

const allowed: readonly [from: string, to: string][] = [
  ['src/features/lists/list-prices.ts', './list-states.ts'],
  ['src/features/lists/list-prices.ts', '../../contract/lists/lists.ts'],
  ['src/features/lists/lists-store.ts', 'knex'],
  ['src/features/lists/lists-service.ts', './lists-store.ts'],
  ['src/features/credits/pricing-service.ts', '../lists/lists-service.ts'],
  ['src/search/client.ts', '@elastic/elasticsearch'],
  ['src/http/router.ts', 'express'],
  ['src/text/words.ts', 'tldts'],
  ['indexers/documents/list-reader.ts', 'pg'],
  ['indexers/write.ts', '../src/features/lists/lists-service.ts'],
  ['indexers/registers/jpx/loader.ts', '../../loading/files/read-csv.ts'],
  ['mappings/words.ts', '../src/contract/words.ts'],
  ['engine/start.ts', '../indexers/load.ts'],
  ['engine/ops-command.ts', '../lab/index.ts'],
  ['desk/pages/review/candidates/words.ts', '../code-words.ts'],
  ['cli/sources/ask.ts', '../session.ts'],
];

describe('a violation of the import rules', () => {
  let folder = '';
  let found: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'import-rules-'));
    symlinkSync(path.join(projectRoot, 'node_modules'), path.join(folder, 'node_modules'));
    for (const file of ['.dependency-cruiser.cjs', 'package.json'])
      cpSync(path.join(projectRoot, file), path.join(folder, file));
    writeFileSync(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { module: 'ESNext', moduleResolution: 'Bundler' } }),
    );
    for (const part of ['src', 'indexers', 'mappings', 'engine', 'lab']) mkdirSync(path.join(folder, part));
    const imports = new Map<string, string[]>();
    const written = [
      ...plantedViolations.map(([, from, to]) => [from, to, `import '${to}';`] as const),
      ...plantedTypeViolations.map(
        ([, from, to]) => [from, to, `import type { Thing } from '${to}';`] as const,
      ),
      ...allowed.map(([from, to]) => [from, to, `import '${to}';`] as const),
    ];
    for (const [from, to, line] of written) {
      imports.set(from, [...(imports.get(from) ?? []), line]);
      const target = path.join(path.dirname(from), to);
      if (to.startsWith('.') && !to.includes('nowhere')) imports.set(target, imports.get(target) ?? []);
    }
    imports.set('src/search/two.ts', ["import './one.ts';"]);
    for (const [file, lines] of imports) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(folder, file), lines.map((line) => `${line}\n`).join(''));
    }
    const { violations } = await checkImports(folder);
    found = violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([...plantedViolations, ...plantedTypeViolations])(
    'of %s is found when %s imports %s',
    (rule, from, to) => {
      const end = to.startsWith('.') ? path.basename(to) : to;
      expect(
        found.filter((breach) => breach.startsWith(`${rule}: ${from} → `) && breach.includes(end)),
      ).not.toEqual([]);
    },
  );

  it.each(allowed)('is not seen when %s imports %s', (from, to) => {
    const end = to.startsWith('.') ? path.basename(to) : to;
    expect(found.filter((breach) => breach.includes(`: ${from} → `) && breach.includes(end))).toEqual([]);
  });
});
