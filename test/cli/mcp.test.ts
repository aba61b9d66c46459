import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Assistant, commandLine } from '../support/assistants.ts';
import { idOf } from '../support/companies.ts';
import { CommandSuite } from './command-suite.ts';

/** `company-data mcp`, as an assistant starts it: the built program. */

const suite = await CommandSuite.start();
afterAll(() => suite.end());
await suite.newAccount(10);
const { url } = suite.service.service;

const ping = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`;

function start(environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [commandLine, 'mcp'], {
    env: {
      PATH: process.env.PATH,
      COMPANY_DATA_URL: url,
      COMPANY_DATA_API_KEY: suite.account.apiKey,
      COMPANY_DATA_CONFIG: '/nowhere/config.json',
      ...environment,
    },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (piece) => {
    output.stdout += piece;
  });
  child.stderr.on('data', (piece) => {
    output.stderr += piece;
  });
  // The program may end before it has read everything.
  child.stdin.on('error', () => {});
  const ended = once(child, 'close').then(([code, signal]) => ({ code: code ?? signal, ...output }));
  return { child, ended, output };
}

async function started(running: ReturnType<typeof start>): Promise<void> {
  running.child.stdin.write(ping);
  for (let tries = 0; running.output.stdout === '' && tries < 200; tries += 1) await wait(50);
}

describe('company-data mcp', () => {
  it('prices, resolves and decides a table, charged once', async () => {
    const tools = await Assistant.overStdio(url, suite.account);
    const csv = '会社名\n架空自動車株式会社\n株式会社同名商事\n';
    const { source_id, price } = await tools.done('resolve_table', { csv });
    expect(price).toEqual({ credits: 1, exact: true, balance: 10 });
    const agreed = { source_id, max_credits: 1 };
    expect(await tools.done('resolve_table', agreed)).toMatchObject({ charged: 1, counts: { matched: 1 } });
    expect(await tools.done('resolve_table', agreed)).toMatchObject({ charged: 0 });
    const open = await tools.done('open_rows', { source_id });
    expect(open.rows).toMatchObject([{ row: 2, candidate_count: 2 }]);
    const decisions = [{ row: 2, action: 'choose', company_id: idOf(2) }];
    const decided = await tools.done('decide_rows', { source_id, decisions, max_credits: 1 });
    expect(decided).toMatchObject({ done: true, credits: 1, balance: 8 });
    const list = await tools.done('build_list', { source_id, name: 'by an assistant' });
    expect(list).toMatchObject({ companies: 2, charged: 0 });
    const exported = await tools.done('export_table', { list_id: list.list_id });
    expect(exported.url).toContain(url);
    expect(await tools.call('get_company', { company_id: 'x' })).toMatchObject({ isError: true });
    await tools.end();
  }, 60_000);

  it('writes only the protocol to stdout, and ends with stdin', async () => {
    const running = start();
    await started(running);
    running.child.stdin.end();
    expect(await running.ended).toEqual({
      code: 0,
      stdout: `${JSON.stringify({ result: {}, jsonrpc: '2.0', id: 1 })}\n`,
      stderr: '',
    });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends on %s', async (signal) => {
    const running = start();
    await started(running);
    running.child.kill(signal);
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('says on stderr what is wrong, and nothing on stdout', async () => {
    expect(await start({ COMPANY_DATA_API_KEY: '' }).ended).toMatchObject({
      code: 5,
      stdout: '',
      stderr: expect.stringContaining('There is no API key'),
    });
    const tooLarge = start();
    tooLarge.child.stdin.write(`"${'x'.repeat(2 * 1024 * 1024)}"\n`);
    expect(await tooLarge.ended).toMatchObject({ code: 9, stdout: '' });
  });

  it('tells the assistant that the key is wrong or the service does not answer', async () => {
    const wrong = await Assistant.overStdio(url, { apiKey: `${suite.account.apiKey.slice(0, -4)}AAAA` });
    const refused = await wrong.call('credit_balance');
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('invalid_api_key') });
    await wrong.end();
  }, 30_000);
});
