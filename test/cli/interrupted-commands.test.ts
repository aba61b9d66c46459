import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { idOf } from '../support/companies.ts';

import type { RunOptions } from './command-line.ts';
import { CommandSuite } from './command-suite.ts';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await CommandSuite.start();
});
afterAll(() => suite.end());
beforeEach(() => suite.newAccount());

/** The command is killed after the service has done its work and before the answer is read. */
describe('an interrupted command', () => {
  const killedAfter = (pathEnd: RegExp): RunOptions => {
    const interruption = new AbortController();
    return {
      signal: interruption.signal,
      fetch: async (input, init) => {
        const { body } = init ?? {};
        const isReal =
          !(body instanceof Uint8Array) || !Buffer.from(body).toString().includes('"dryRun":true');
        const response = await fetch(input, { ...init, signal: null });
        if (!pathEnd.test(String(input)) || !isReal) return response;
        await response.arrayBuffer();
        interruption.abort();
        throw new Error('killed');
      },
    };
  };

  const agreed = ['--yes', '--max-credits', '50'];
  const cases: readonly [what: string, pathEnd: RegExp, cost: number, prepare: () => Promise<string[]>][] = [
    ['resolve', /\/resolve$/, 2, async () => ['source', 'resolve', await suite.importedSource()]],
    [
      'select',
      /\/select$/,
      1,
      async () => {
        const sourceId = await suite.resolvedSource();
        const [row] = (await suite.asked('source', 'review', sourceId)).rows;
        return ['source', 'select', sourceId, row.source_row_id, idOf(2)];
      },
    ],
    [
      'materialize',
      /\/lists\/materialize$/,
      3,
      async () => {
        const { estimate } = await suite.asked('list', 'estimate', '--prefecture', '東京都');
        return ['list', 'materialize', estimate.estimate_id, '--name', '東京'];
      },
    ],
    [
      'enrich',
      /\/enrichments\/run$/,
      2,
      async () => ['list', 'enrich', await suite.savedList(), '--field', 'employees'],
    ],
    [
      'materialize of a discovery',
      /\/discovery\/[^/]+\/materialize$/,
      3,
      async () => {
        const { discovery } = await suite.asked('discovery', 'create', '東京', '--prefecture', '東京都');
        return ['discovery', 'materialize', discovery.discovery_id];
      },
    ],
    [
      'research add',
      /\/research\/external\/fetch$/,
      1,
      async () => {
        const content = path.join(suite.folder, 'note.md');
        writeFileSync(content, '# 新製品\n\n発表があった。\n');
        return ['research', 'add', idOf(1), 'web_search', '--content', content];
      },
    ],
  ];

  it.each(cases)('does not pay twice: %s', async (what, pathEnd, cost, prepare) => {
    const creditClass = what === 'enrich' ? 'enrichment' : 'basic';
    const command = [...(await prepare()), ...agreed];
    const before = await suite.balance(creditClass);
    expect(await suite.run(command, killedAfter(pathEnd))).toMatchObject({ exitCode: 130 });
    const paid = before - (await suite.balance(creditClass));
    expect(paid).toBe(cost);
    const again = await suite.run(command);
    expect([0, 4]).toContain(again.exitCode);
    expect(before - (await suite.balance(creditClass))).toBe(paid);
  });

  it('makes one List of a source', async () => {
    const create = ['list', 'create', '一覧', '--source', await suite.resolvedSource()];
    expect(await suite.run(create, killedAfter(/\/lists$/))).toMatchObject({ exitCode: 130 });
    expect(await suite.run(create)).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('The same command already made this List.'),
    });
    expect((await suite.asked('list', 'list')).items).toHaveLength(1);
  });

  it('is another purchase after the state has changed', async () => {
    const listId = await suite.savedList();
    const enrich = ['list', 'enrich', listId, '--field', 'employees', ...agreed];
    await suite.run(enrich);
    await suite.run(enrich);
    expect((await suite.asked('list', 'enrichments', listId)).items).toHaveLength(2);
  });
});
