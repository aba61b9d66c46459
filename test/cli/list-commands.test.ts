import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { idOf } from '../support/companies.ts';

import { CommandSuite } from './command-suite.ts';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await CommandSuite.start();
});
afterAll(() => suite.end());
beforeEach(() => suite.newAccount());

describe('a List', () => {
  it('goes from a source to a file whose hash is right', async () => {
    const listId = await suite.savedList();
    const fields = ['--field', 'website,employees', '--yes', '--max-credits', '10'];
    const enriched = await suite.run(['list', 'enrich', listId, ...fields]);
    expect(enriched).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/new values +3/) });
    const out = path.join(suite.folder, 'list.csv');
    const exported = await suite.asked('list', 'export', listId, '--out', out);
    const bytes = readFileSync(out);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(exported.sha256);
    expect(bytes.toString()).toContain('架空自動車株式会社');
    expect(bytes.toString()).toContain('https://kakuu-jidosha.co.jp/');
  });

  it('is not left as a file when the download is damaged', async () => {
    const listId = await suite.savedList();
    const out = path.join(suite.folder, 'damaged.csv');
    const damaging: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!/\/exports\//.test(String(input))) return response;
      const bytes = Buffer.from(await response.arrayBuffer());
      bytes[10] = 0;
      return new Response(bytes, { headers: response.headers });
    };
    expect(await suite.run(['list', 'export', listId, '--out', out], { fetch: damaging })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('The download is damaged'),
    });
    expect(existsSync(out)).toBe(false);
  });

  it('is made from a search by estimate and materialize', async () => {
    const estimated = await suite.run(['list', 'estimate', '--prefecture', '東京都', '--order', 'name']);
    expect(estimated.stdout).toMatch(/rows +3\n/);
    const [, estimateId = ''] = /materialize (\S+)/.exec(estimated.stderr) ?? [];
    expect((await suite.asked('list', 'candidates', estimateId)).companies).toHaveLength(3);
    const materialize = ['list', 'materialize', estimateId, '--name', '東京', '--yes', '--max-credits', '3'];
    expect(await suite.run(materialize)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/rows +3/),
    });
    expect(await suite.balance()).toBe(97);
    expect(await suite.run(['list', 'export', estimateId])).toMatchObject({
      exitCode: 9,
      stderr: expect.stringContaining('preview_export_not_allowed'),
    });
  });

  it('is published, refreshed, compared, and leaves companies out', async () => {
    const listId = await suite.savedList();
    expect(await suite.run(['list', 'publish', listId])).toMatchObject({ exitCode: 0 });
    const refreshed = await suite.run(['list', 'refresh', listId]);
    expect(refreshed.stderr).toContain('0 added, 0 removed, 0 changed.');
    expect(await suite.run(['list', 'diff', listId])).toMatchObject({ exitCode: 0 });
    expect(await suite.run(['list', 'suppress', listId, idOf(1), '--reason', 'test'])).toMatchObject({
      exitCode: 0,
    });
    expect((await suite.run(['list', 'suppress', listId])).stdout).toMatch(new RegExp(`${idOf(1)} +test`));
    expect(await suite.run(['list', 'schedule', listId, 'weekly'])).toMatchObject({ exitCode: 0 });
    expect(await suite.run(['list', 'status', listId, 'archived'])).toMatchObject({ exitCode: 0 });
    expect(await suite.run(['list', 'publish', listId])).toMatchObject({ exitCode: 9 });
  });
});
