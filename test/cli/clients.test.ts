import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isSafeToRepeat } from '../../client/index.ts';
import { verifyWebhook, WebhookError } from '../../client/webhooks.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { getDocumentPath } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { idOf } from '../support/companies.ts';
import { notPrinted, readGuide } from '../support/guides.ts';
import { listSuite } from '../support/lists.ts';
import { pythonPackages } from '../support/python/generator.ts';
import { startReceiver } from '../support/receiver.ts';
import { size } from '../support/size.ts';

const exec = promisify(execFile);
/** Other versions of Node, another resolution of modules, and pandas take minutes. */
const proving = size(0, 1) === 1;
const root = path.resolve(import.meta.dirname, '../..');
const hiroshima = { code: '34', name: '広島県', city: '大竹市' };
const tokyo = { code: '13', name: '東京都', city: '千代田区' };

const receiver = await startReceiver();
/** A folder of a person who has only the package. */
const folder = mkdtempSync(path.join(tmpdir(), 'client-'));
const installing = pythonPackages(folder, proving).then(
  (place) => ({ place, missing: null }),
  (error) => ({ place: '', missing: String(error) }),
);
const suite = await listSuite(
  [
    { number: 1, name: '中宮塗料株式会社', code: '9203', prefecture: hiroshima },
    { number: 2, name: '株式会社同名商事', prefecture: tokyo },
    { number: 3, name: '株式会社同名商事', prefecture: hiroshima },
  ],
  { JOBS: 'true', DELIVERY_TEST_RECEIVERS: receiver.origin, PUBLIC_URL: 'https://api.example.jp' },
);
const account = await suite.richAccount();
const modules = path.join(folder, 'node_modules');
const tarball = await pack();
const pythonPlace = await installing;
if (pythonPlace.missing !== null) console.warn(`The Python client was not tested: ${pythonPlace.missing}`);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await suite.end();
  await receiver.stop();
});

const env = {
  PATH: process.env.PATH,
  COMPANY_DATA_URL: suite.service.url,
  COMPANY_DATA_API_KEY: account.apiKey,
  RECEIVER_URL: `${receiver.origin}/hook`,
};

async function pack(): Promise<string> {
  // `npm test` has built it.
  const args = ['pack', './client', '--ignore-scripts', '--json', '--pack-destination', folder];
  const { stdout } = await exec('npm', args, { cwd: root });
  return path.join(folder, JSON.parse(stdout)[0].filename);
}

/** As npm does, without a registry: what the package depends on comes from this project. */
async function install(): Promise<void> {
  const place = path.join(modules, 'company-data-client');
  if (existsSync(place)) return;
  mkdirSync(place, { recursive: true });
  await exec('tar', ['-xzf', tarball, '-C', place, '--strip-components', '1']);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    cpSync(path.join(root, 'node_modules', name), path.join(modules, name), { recursive: true });
  mkdirSync(path.join(modules, '@types'));
  for (const name of ['@types/node', 'undici-types'])
    symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
}

const body = `{ identifier_type: 'name', identifier: '中宮塗料(株)' }`;
const calls = `
  const client = createClient({ baseUrl: process.env.COMPANY_DATA_URL, apiKey: process.env.COMPANY_DATA_API_KEY });
  const { data } = await answered(client.POST('/api/service/resolve', { body: ${body} }));
  console.log(process.versions.node.split('.')[0], data.candidates[0].legal_name, typeof verifyWebhook);`;
const programs = {
  'program.mjs': `import { answered, createClient } from 'company-data-client';
    import { verifyWebhook } from 'company-data-client/webhooks';${calls}`,
  'program.cjs': `(async () => { const { answered, createClient } = await import('company-data-client');
    const { verifyWebhook } = await import('company-data-client/webhooks');${calls} })()`,
};

async function expectPrograms(node: string, inFolder: string, version: string): Promise<void> {
  const running = Object.entries(programs).map(([name, program]) => {
    writeFileSync(path.join(inFolder, name), program);
    return exec(node, [name], { cwd: inFolder, env });
  });
  for (const { stdout } of await Promise.all(running))
    expect(stdout).toBe(`${version} 中宮塗料株式会社 function\n`);
}

describe('the package of the client', () => {
  it('contains JavaScript, declarations and the licence, in the version of the API', async () => {
    const { stdout } = await exec('tar', ['-tzf', tarball]);
    const files = stdout
      .trim()
      .split('\n')
      .map((file) => file.replace('package/', ''));
    expect(files.filter((file) => !/^dist\/[\w-]+\.(js|d\.ts)$/.test(file)).sort()).toEqual([
      'LICENSE',
      'NOTICE',
      'package.json',
    ]);
    const manifest = (at: string) => JSON.parse(readFileSync(path.join(root, at, 'package.json'), 'utf8'));
    const [own, project] = [manifest('client'), manifest('.')];
    expect(own.version).toBe(project.version);
    expect(own.engines).toEqual(project.engines);
    for (const [name, version] of Object.entries(own.dependencies))
      expect(project.dependencies[name]).toBe(version);
  });

  it('is imported from ES modules and from CommonJS, and calls a service', async () => {
    await install();
    await expectPrograms(process.execPath, folder, process.versions.node.split('.')[0] ?? '');
  });

  it('needs nothing of Node, except to check webhooks', () => {
    const built = readFileSync(path.join(root, 'client/dist/index.js'), 'utf8');
    expect([...built.matchAll(/^import .* from "(.*)";$/gm)].map(([, from]) => from)).toEqual([
      'openapi-fetch',
    ]);
    expect(built).not.toMatch(/\b(process|Buffer|require)\b/);
  });

  if (proving)
    it.each(['20.19', '22', '24'])(
      'is installed and imported with Node %s',
      async (version) => {
        const clean = mkdtempSync(path.join(folder, `node-${version}-`));
        writeFileSync(path.join(clean, 'package.json'), '{ "private": true }');
        await exec('npm', ['install', '--no-audit', '--no-fund', tarball, `node@${version}`], { cwd: clean });
        await expectPrograms(
          path.join(clean, 'node_modules/node/bin/node'),
          clean,
          version.split('.')[0] ?? '',
        );
      },
      300_000,
    );
});

describe('docs/client.md', () => {
  const guide = readGuide('docs/client.md', 'ts', '//');
  /** Gives the guide's receiver what the service sends to the test's receiver. */
  const serving = `
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = new Headers(request.headers as Record<string, string>);
  const answer = await receive(new Request('http://receiver', { method: 'POST', headers, body: Buffer.concat(chunks) }));
  response.writeHead(answer.status).end();
  server.close();
});
server.listen(0, '127.0.0.1', () => writeFileSync('port', String((server.address() as { port: number }).port)));
`;

  async function compile(moduleKind: string, resolution: string, out: string): Promise<void> {
    const options = {
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      target: 'es2022',
      lib: ['es2023'],
      types: ['node'],
      module: moduleKind,
      moduleResolution: resolution,
      outDir: out,
    };
    const config = `tsconfig.${resolution}.json`;
    writeFileSync(
      path.join(folder, config),
      JSON.stringify({ compilerOptions: options, files: ['guide.mts'] }),
    );
    // Version 5 needs ten seconds for the schema.
    for (const version of proving ? ['typescript7', 'typescript'] : ['typescript7']) {
      const compiler = path.join(root, `node_modules/${version}/bin/tsc`);
      await exec(process.execPath, [compiler, '-p', config], { cwd: folder }).catch((error) => {
        throw new Error(error.stdout);
      });
    }
  }

  it(`compiles with moduleResolution node16${proving ? ' and bundler' : ''}`, async () => {
    await install();
    writeFileSync(path.join(folder, 'guide.mts'), `${guide.program}\n${serving}`);
    await compile('node16', 'node16', 'built');
    if (proving) await compile('esnext', 'bundler', 'bundled');
  }, 120_000);

  it('prints what it says, with the delivery that the service sends', async () => {
    receiver.answer = async (response, { headers, body: content }) => {
      const file = path.join(folder, 'port');
      for (let tries = 0; tries < 80 && !existsSync(file); tries += 1) await wait(100);
      const url = `http://127.0.0.1:${readFileSync(file, 'utf8')}`;
      const { status } = await fetch(url, { method: 'POST', body: content, headers: passed(headers) });
      response.writeHead(status).end();
    };
    const { stdout } = await exec(process.execPath, ['built/guide.mjs'], {
      cwd: folder,
      env,
      timeout: 50_000,
    });
    expect(guide.printed.length).toBeGreaterThan(8);
    expect({ missing: notPrinted(guide, stdout), stdout }).toEqual({ missing: [], stdout });
  });

  const passed = (headers: object) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('webhook-')));
});

describe('a delivery that is not as the service sent it', () => {
  it('is refused', async () => {
    const listId = await suite.saveList(account, [idOf(1)], '顧客');
    await suite.as(account).patch(`/lists/${listId}/delivery`, { type: 'webhook', url: env.RECEIVER_URL });
    receiver.answer = (response) => void response.end();
    const { delivery } = await suite.as(account).patch(`/lists/${listId}/delivery`, { rotate_secret: true });
    const before = receiver.messages.length;
    await suite.as(account).post(`/lists/${listId}/deliver`, {}, { status: 202 });
    const { headers, body: content } = await receiver.message(before + 1);
    const { secret } = delivery;
    expect(verifyWebhook(secret, headers as Record<string, string>, content).data.list.list_id).toBe(listId);
    const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    expect(
      verifyWebhook([other, secret], new Headers(headers as Record<string, string>), Buffer.from(content))
        .type,
    ).toBe('list.summary');
    const refused = (...given: Parameters<typeof verifyWebhook>) =>
      expect(() => verifyWebhook(...given)).toThrow(WebhookError);
    const known = headers as Record<string, string>;
    refused(other, known, content);
    refused('no secret', known, content);
    refused(secret, known, content.replace('顧客', '他社'));
    refused(secret, { ...known, 'webhook-id': 'other' }, content);
    refused(secret, { ...known, 'webhook-signature': 'v1,' }, content);
    refused(secret, { ...known, 'webhook-signature': undefined }, content);
    const sent = Number(known['webhook-timestamp']);
    for (const seconds of [-301, 301])
      refused(secret, known, content, { now: new Date((sent + seconds) * 1000) });
  });
});

it('repeats without a key only what changes nothing', () => {
  const posts = Object.entries<Endpoint>(endpoints).filter(([, { method }]) => method === 'POST');
  const repeated = posts.filter(([, endpoint]) => {
    const url = `http://service${getDocumentPath(endpoint).replace(/\{\w+\}/g, 'id')}`;
    return isSafeToRepeat(new Request(url, { method: 'POST' }));
  });
  const writing = repeated.filter(([, { writes }]) => writes).map(([name]) => name);
  expect(writing.sort()).toEqual(['cancelSourceRun', 'estimateList', 'mapSource']);
  // A tool that an assistant calls may decide or pay, although `/mcp` itself writes nothing.
  const reading = posts.filter(([, { writes, path }]) => !writes && path !== '/mcp').map(([name]) => name);
  expect(repeated.map(([name]) => name)).toEqual(expect.arrayContaining(reading));
});

/**
 * A widely used generator makes a Python client from the API document, which then goes the whole way of a table. Without Python
 * or its packages, this is skipped and says so.
 */
const testPython = pythonPlace.missing === null ? describe : describe.skip;
testPython('a Python client that openapi-python-client generates', () => {
  const home = path.join(folder, 'python');
  let apiKey = '';
  beforeAll(async () => {
    mkdirSync(home);
    ({ apiKey } = await suite.richAccount());
  });

  function python(args: readonly string[], timeout: number) {
    const pythonEnv = {
      PATH: process.env.PATH,
      PYTHONPATH: [pythonPlace.place, path.join(home, 'client')].join(path.delimiter),
      PYTHONNOUSERSITE: '1',
      PYTHONUTF8: '1',
      COMPANY_DATA_URL: suite.service.url,
      COMPANY_DATA_API_KEY: apiKey,
    };
    return exec('python3', [...args], { cwd: home, env: pythonEnv, timeout });
  }

  it('is complete', async () => {
    // Formatting it takes longer than making it.
    writeFileSync(path.join(home, 'config.yml'), 'post_hooks: []\n');
    // A busy machine may take longer than the generator waits for an address.
    const document = await fetch(`${suite.service.url}/openapi.json`);
    writeFileSync(path.join(home, 'openapi.json'), await document.text());
    const made = ['generate', '--path', 'openapi.json', '--config', 'config.yml', '--output-path', 'client'];
    const { stdout, stderr } = await python(['-m', 'openapi_python_client', ...made], 100_000);
    expect(stdout + stderr).not.toMatch(/warning|error|unable|skipping/i);
  }, 110_000);

  it('searches, and takes a table to its companies', async () => {
    // It is imported once, so there is nothing to compile for later.
    const { stdout } = await python(['-B', path.join(root, 'test/support/python/flow.py')], 50_000);
    expect(stdout.trim().split('\n')).toEqual([
      "['中宮塗料株式会社']",
      'resolved',
      'invalid_cursor',
      '1 1 True',
      '株式会社同名商事 2 1',
      "['cd_resolve_status', 'matched', 'matched', 'not_found']",
    ]);
  }, 60_000);

  if (proving)
    it('does what docs/python.md says', async () => {
      const guide = readGuide('docs/python.md', 'python', ' #');
      writeFileSync(path.join(home, 'guide.py'), guide.program);
      const { stdout } = await python(['-B', 'guide.py'], 50_000);
      expect(guide.printed.length).toBeGreaterThan(6);
      expect({ missing: notPrinted(guide, stdout), stdout }).toEqual({ missing: [], stdout });
    });
});
