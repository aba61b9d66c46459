import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { run } from './command-line.ts';

const key = 'cds_0123456789abcdef0123456789abcdef_abcdef';
let folder = '';
let file = '';
let env: Record<string, string> = {};

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cli-config-'));
  file = path.join(folder, 'company-data', 'config.json');
  env = { COMPANY_DATA_CONFIG: file };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('config', () => {
  it('stores address and key readable only by their owner', async () => {
    expect(await run(['config', 'set', 'url', 'https://data.example.jp/'], { env })).toMatchObject({
      exitCode: 0,
    });
    expect(await run(['config', 'set-key'], { env, input: `${key}\n` })).toMatchObject({
      exitCode: 0,
      stdout: '',
    });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url: 'https://data.example.jp', api_key: key });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  });

  it('takes the key from a person without echo', async () => {
    const { exitCode, stdout, stderr } = await run(['config', 'set-key'], {
      env,
      person: [['API key', `${key}\r`]],
    });
    expect(exitCode).toBe(0);
    expect(stdout + stderr).not.toContain(key);
    expect(readFileSync(file, 'utf8')).toContain(key);
  });

  it('never takes the key as an argument', async () => {
    const { exitCode, stderr } = await run(['config', 'set', 'api_key', key], { env });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('config set-key');
    expect(existsSync(file)).toBe(false);
  });

  it('never shows the whole key', async () => {
    await run(['config', 'set-key'], { env, input: key });
    for (const args of [
      ['config', 'show'],
      ['config', 'show', '--json'],
    ]) {
      const { stdout, stderr, exitCode } = await run(args, { env });
      expect(exitCode).toBe(0);
      expect(stdout).toContain('cds_0123…');
      expect(stdout + stderr).not.toContain(key.slice(0, 12));
    }
  });

  it.each([
    ['file', () => file, '600'],
    ['folder', () => path.dirname(file), '700'],
  ] as const)('refuses a %s that others can read', async (kind, place, mode) => {
    await run(['config', 'set-key'], { env, input: key });
    chmodSync(place(), kind === 'file' ? 0o640 : 0o755);
    const { exitCode, stderr } = await run(['credits', 'balance'], { env });
    expect(exitCode).toBe(5);
    expect(stderr).toContain(`chmod ${mode} '${place()}'`);
  });

  it('is not needed if the environment has everything', async () => {
    await run(['config', 'set-key'], { env, input: key });
    chmodSync(file, 0o644);
    const full = {
      ...env,
      COMPANY_DATA_URL: 'http://127.0.0.1:9999',
      COMPANY_DATA_API_KEY: 'cds_other_0123456789abcdef',
    };
    expect(await run(['config', 'show', '--json'], { env: full })).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('"url_from": "COMPANY_DATA_URL"'),
    });
  });

  it('does not use the stored key for another address', async () => {
    await run(['config', 'set-key'], { env, input: key });
    const elsewhere = { ...env, COMPANY_DATA_URL: 'https://elsewhere.example.jp' };
    expect(await run(['credits', 'balance'], { env: elsewhere })).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('There is no API key for https://elsewhere.example.jp'),
    });
    await run(['config', 'set', 'url', 'https://elsewhere.example.jp'], { env });
    expect(readFileSync(file, 'utf8')).not.toContain(key);
  });

  it.each(['cds_…', 'cds_0123456789\nabcdef', 'x'])(
    'refuses a key that cannot be valid: %j',
    async (wrong) => {
      const { exitCode, stderr } = await run(['credits', 'balance'], {
        env: { ...env, COMPANY_DATA_API_KEY: wrong },
      });
      expect(exitCode).toBe(5);
      expect(stderr).toContain('COMPANY_DATA_API_KEY does not contain a valid API key');
      expect(stderr).not.toContain(wrong);
    },
  );

  it('forgets the key', async () => {
    await run(['config', 'set-key'], { env, input: key });
    expect(await run(['config', 'remove-key'], { env })).toMatchObject({ exitCode: 0 });
    expect(readFileSync(file, 'utf8')).not.toContain(key);
  });

  it.each(['ftp://x', 'nothing', 'https://user:pass@x', 'https://x/?a=1'])(
    'refuses %s as an address',
    async (url) => {
      expect(await run(['config', 'set', 'url', url], { env })).toMatchObject({ exitCode: 2 });
    },
  );
});
