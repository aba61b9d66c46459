import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { notPrinted, readGuide } from '../support/guides.ts';
import { listSuite } from '../support/lists.ts';
import { size } from '../support/size.ts';

/**
 * A widely used generator makes a Python client from the API document, which then goes the whole way of a table. This
 * needs Python with pip, and PyPI the first time. Without them, the tests are skipped and say so.
 */

const exec = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const parts = path.join(root, 'test/support/python');
/** pandas is large, so docs/python.md runs in `npm run prove`. */
const withPandas = size(0, 1) === 1;
const installMs = 150_000;

const folder = mkdtempSync(path.join(tmpdir(), 'python-'));
const { place: packagesFolder = '', missing = null } = (await packages().then(
  (place) => ({ place }),
  (error) => ({ missing: String(error) }),
)) as { place?: string; missing?: string };
if (missing !== null) console.warn(`The Python client was not tested: ${missing}`);
const suite = await listSuite([
  {
    number: 1,
    name: '中宮塗料株式会社',
    code: '9203',
    prefecture: { code: '34', name: '広島県', city: '大竹市' },
  },
  { number: 2, name: '株式会社同名商事', prefecture: { code: '13', name: '東京都', city: '千代田区' } },
  { number: 3, name: '株式会社同名商事', prefecture: { code: '27', name: '大阪府', city: '大阪市北区' } },
]);
const account = await suite.richAccount();
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await suite.end();
});

/** The generator's packages, and pandas if it is used, in a folder that later runs use again. */
async function packages(): Promise<string> {
  const lists = ['requirements.txt', ...(withPandas ? ['pandas.txt'] : [])].map((name) =>
    path.join(parts, name),
  );
  const { stdout: version } = await exec('python3', ['--version']);
  const hash = createHash('sha256').update(version);
  for (const list of lists) hash.update(readFileSync(list));
  const place = path.join(root, '.local', `python-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(place)) return place;
  const fresh = path.join(folder, 'packages');
  const args = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--retries',
    '1',
    '--target',
    fresh,
  ];
  await exec('python3', [...args, ...lists.flatMap((list) => ['-r', list])], { timeout: installMs });
  mkdirSync(path.dirname(place), { recursive: true });
  renameSync(fresh, place);
  return place;
}

function python(args: readonly string[], timeout: number) {
  const env = {
    PATH: process.env.PATH,
    PYTHONPATH: [packagesFolder, path.join(folder, 'client')].join(path.delimiter),
    PYTHONNOUSERSITE: '1',
    PYTHONUTF8: '1',
    COMPANY_DATA_URL: suite.service.url,
    COMPANY_DATA_API_KEY: account.apiKey,
  };
  return exec('python3', [...args], { cwd: folder, env, timeout });
}

const testPython = missing === null ? describe : describe.skip;
testPython('a Python client that openapi-python-client generates', () => {
  it('is complete', async () => {
    // Formatting it takes longer than making it.
    writeFileSync(path.join(folder, 'config.yml'), 'post_hooks: []\n');
    // A busy machine may take longer than the generator waits for an address.
    const document = await fetch(`${suite.service.url}/openapi.json`);
    writeFileSync(path.join(folder, 'openapi.json'), await document.text());
    const made = ['generate', '--path', 'openapi.json', '--config', 'config.yml', '--output-path', 'client'];
    const { stdout, stderr } = await python(['-m', 'openapi_python_client', ...made], 100_000);
    expect(stdout + stderr).not.toMatch(/warning|error|unable|skipping/i);
  }, 110_000);

  it('searches, and takes a table to its companies', async () => {
    const { stdout } = await python([path.join(parts, 'flow.py')], 50_000);
    expect(stdout.trim().split('\n')).toEqual([
      "['中宮塗料株式会社']",
      'resolved',
      'invalid_cursor',
      '1 1 True',
      '株式会社同名商事 2 1',
      "['cd_resolve_status', 'matched', 'matched', 'not_found']",
    ]);
  });

  if (withPandas)
    it('does what docs/python.md says', async () => {
      const guide = readGuide('docs/python.md', 'python', ' #');
      writeFileSync(path.join(folder, 'guide.py'), guide.program);
      const { stdout } = await python(['guide.py'], 50_000);
      expect(guide.printed.length).toBeGreaterThan(6);
      expect({ missing: notPrinted(guide, stdout), stdout }).toEqual({ missing: [], stdout });
    });
});
