import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { build } from 'esbuild';
import { nodeSettings } from '../../engine/elasticsearch/elasticsearch-node.ts';
import { projectFolder } from '../../engine/project-folder.ts';
import { readConfig } from '../../src/config.ts';
import { getFullPath } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { missingIn } from '../cli/documents-programs.ts';
import {
  type ComposeService,
  readCompose,
  readProjectFile,
  secretsOf,
  unlocked,
  variablesOf,
} from '../support/compose.ts';

const manifest = JSON.parse(readProjectFile('package.json')) as {
  version: string;
  dependencies: Record<string, string>;
};
const buildScript = readProjectFile('scripts/build.mjs');
const compose = readCompose('docker-compose.yml');
const services = Object.entries(compose.services);
const service = composeService('service');

const dockerfile = readProjectFile('Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => {
    const [, keyword = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    return { keyword, rest };
  });
/** The instructions of the final image: those after the last FROM. */
const lastStage = dockerfile.slice(dockerfile.map(({ keyword }) => keyword).lastIndexOf('FROM') + 1);
const imageVariables = Object.fromEntries(
  valuesOf('ENV', lastStage).flatMap((rest) => rest.split(/\s+/).map((pair) => pair.split('=', 2))),
) as Record<string, string>;

function valuesOf(keyword: string, instructions = dockerfile): string[] {
  return instructions.filter((one) => one.keyword === keyword).map(({ rest }) => rest);
}

function composeService(name: string): ComposeService {
  const found = compose.services[name];
  if (!found) throw new Error(`docker-compose.yml has no ${name}`);
  return found;
}

/** The command of the last instruction with that keyword, which must be in the form without a shell. */
function execForm(keyword: string): string[] {
  const text = valuesOf(keyword, lastStage).at(-1) ?? '';
  return JSON.parse(text.slice(text.indexOf('['))) as string[];
}

/** The sources of a COPY, without options and target. */
function copies(): { from: string | null; sources: string[] }[] {
  return valuesOf('COPY').map((rest) => {
    const words = rest.split(/\s+/);
    const options = words.filter((word) => word.startsWith('--'));
    const from = options.find((option) => option.startsWith('--from='))?.slice('--from='.length) ?? null;
    return { from, sources: words.filter((word) => !word.startsWith('--')).slice(0, -1) };
  });
}

const contextRules = readProjectFile('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const contextEntries = contextRules.slice(1).map((rule) => rule.replace(/^!/, ''));
const inContext = (file: string) =>
  contextEntries.some(
    (entry) => file === entry || file.startsWith(`${entry}/`) || entry.startsWith(`${file}/`),
  );

/** The programs in the image, without `.js`. */
const programs = copies().flatMap(({ from, sources }) =>
  from === 'build'
    ? sources.flatMap((source) => /^\/build\/dist\/([a-z-]+)\.js/.exec(source)?.[1] ?? [])
    : [],
);
/** The source of each program, by its name in the build. */
const entryPoints = new Map(
  [...buildScript.matchAll(/^ {2}'?([a-z-]+)'?: '([^']+\.ts)',$/gm)].map(([, name = '', source = '']) => [
    name,
    source,
  ]),
);

describe('the Dockerfile, by a linter', () => {
  it('has no faults', () => {
    expect(
      validate(readProjectFile('Dockerfile')).map(({ range, message }) => [range.start.line + 1, message]),
    ).toEqual([]);
  });

  it('would report a fault', () => {
    expect(validate('FROM node\nCMD\nRUNN x\n')).not.toEqual([]);
  });
});

describe('the context of the image', () => {
  it('contains only what it names, and all of that exists', () => {
    expect(contextRules[0]).toBe('*');
    expect(contextRules.slice(1).filter((rule) => !rule.startsWith('!'))).toEqual([]);
    expect(contextEntries.filter((entry) => !existsSync(path.join(projectFolder, entry)))).toEqual([]);
  });

  it.each(['.git', '.local', '.env', 'node_modules', 'dist', 'test', 'docs', 'docker'])(
    'leaves out %s',
    (entry) => {
      expect(inContext(entry)).toBe(false);
    },
  );

  it('has every folder that the build reads', () => {
    const [, list = ''] = /^export const sourceFolders = \[([^\]]*)\];$/m.exec(buildScript) ?? [];
    const folders = [...list.matchAll(/'([^']+)'/g)].map(([, folder = '']) => folder);
    expect(folders).toContain('src');
    expect(folders.filter((folder) => !contextEntries.includes(folder))).toEqual([]);
  });

  it('has every module that the build script imports', () => {
    const imported = [...buildScript.matchAll(/from '\.\/([^']+)'/g)].map(([, file]) => `scripts/${file}`);
    expect(imported).toContain('scripts/bootstrap.mjs');
    expect([...imported, 'scripts/build.mjs'].filter((file) => !inContext(file))).toEqual([]);
  });
});

describe('the image', () => {
  it('copies only what the context has or the build makes', () => {
    for (const { from, sources } of copies()) {
      if (from === null) expect(sources.filter((source) => source !== '.' && !inContext(source))).toEqual([]);
      else expect(sources.join(' ')).toMatch(/^\/build\/(node_modules$|dist\/)/);
    }
    expect(programs).toEqual(['main', 'ops', 'import-worker', 'research-worker', 'xls-worker']);
    expect(programs.filter((name) => !entryPoints.has(name))).toEqual([]);
  });

  it('has every built file that its programs load, also those that they load later', () => {
    const copied = copies()
      .filter(({ from }) => from === 'build')
      .flatMap(({ sources }) => sources.map((source) => source.replace('/build/dist/', '')));
    const isCopied = (file: string) =>
      copied.some((source) =>
        source.endsWith('*') ? file.startsWith(source.slice(0, -1)) : file === source,
      );
    const loaded = new Set(programs.map((name) => `${name}.js`));
    for (const file of loaded)
      for (const [, found = ''] of readProjectFile(`dist/${file}`).matchAll(
        /(?:from|import)\s*\(?\s*"\.\/([^"]+\.js)"/g,
      ))
        loaded.add(found);
    expect(loaded.size).toBeGreaterThan(programs.length);
    expect([...loaded].filter((file) => !isCopied(file))).toEqual([]);
  });

  it('uses one exact release of the recommended Node', () => {
    const [base = '', ...stages] = valuesOf('FROM').map((rest) => rest.split(' ')[0]);
    const [, major] = /^node:(\d+)\.\d+\.\d+-\w+-slim$/.exec(base) ?? [];
    expect(major).toBe(readProjectFile('.nvmrc').trim());
    expect(new Set(stages)).toEqual(new Set(['base']));
  });

  it('has programs that need only packages installed in production', async () => {
    const sources = programs.map((name) => path.join(projectFolder, entryPoints.get(name) ?? ''));
    const { metafile } = await build({
      entryPoints: sources,
      outdir: projectFolder,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      metafile: true,
      write: false,
    });
    // Dynamic imports are for the local stack, which no program of the image starts.
    const imported = Object.values(metafile.outputs)
      .flatMap(({ imports }) => imports)
      .filter(({ external, kind }) => external && kind === 'import-statement')
      .map(({ path: name }) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      )
      .filter((name) => !name.startsWith('node:'));
    expect(imported).toContain('express');
    expect(imported.filter((name) => manifest.dependencies[name] === undefined)).toEqual([]);
  });

  it('runs the service without a shell, for production, as a numeric user that is not root', () => {
    expect(valuesOf('ENTRYPOINT')).toEqual([]);
    expect(execForm('CMD')).toEqual(['node', '--enable-source-maps', 'dist/main.js']);
    expect(valuesOf('USER', lastStage).at(-1)).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(imageVariables).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0' });
    expect(valuesOf('EXPOSE')).toEqual([imageVariables.PORT]);
  });

  it('contains no secret', () => {
    expect([...valuesOf('ENV'), ...valuesOf('ARG')].join(' ')).not.toMatch(/KEY|SECRET|TOKEN|PASS/i);
    expect(dockerfile.filter(({ rest }) => /:\/\/[^/\s]*:[^/\s]*@/.test(rest))).toEqual([]);
  });

  it('has the version of the package', () => {
    expect(valuesOf('LABEL').join(' ')).toContain(`org.opencontainers.image.version="${manifest.version}"`);
    expect(service.image).toBe(`company-data-service:${manifest.version}`);
  });
});

describe('the health check', () => {
  const [program = '', ...args] = execForm('HEALTHCHECK');

  /** How the check ends, with a service at the port that answers `/healthz` with the status, or with none there. */
  async function check(status: number | null): Promise<number | null> {
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/healthz' && status !== null ? status : 404;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const close = () => new Promise((resolve) => server.close(resolve));
    if (status === null) await close();
    const child = spawn(program, args, { env: { PATH: process.env.PATH, PORT: String(port) } });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (status !== null) await close();
    return code;
  }

  it('passes when the service is alive', async () => {
    expect(await check(200)).toBe(0);
  });

  it('fails when the service answers with a failure, or not at all', async () => {
    expect(await check(500)).toBe(1);
    expect(await check(null)).toBe(1);
  });
});

/** Faults of compose files by the schema of the Compose Specification and by the linter's rules, except those of style. */
function composeFaults(...files: readonly string[]): string[] {
  const linter = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] });
  const results = linter.lintFiles([...files], false);
  expect(results).toHaveLength(files.length);
  return results.flatMap(({ filePath, messages }) =>
    messages.filter(({ type }) => type === 'error').map(({ message }) => `${filePath}: ${message}`),
  );
}

describe('the compose files, by a linter', () => {
  const files = ['docker-compose.yml', 'docker-compose.cluster.yml', 'docker/published-stores.yml'];

  it('have no faults', () => {
    expect(composeFaults(...files.map((file) => path.join(projectFolder, file)))).toEqual([]);
  });

  it('would report a fault', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'compose-'));
    const file = path.join(folder, 'docker-compose.yml');
    writeFileSync(file, readProjectFile('docker-compose.yml').replace('read_only:', 'reed_only:'));
    expect(composeFaults(file).join()).toContain('must NOT have additional properties');
    rmSync(folder, { recursive: true });
  });
});

describe('docker-compose.yml', () => {
  it('has the node settings of the local engine', () => {
    expect(composeService('elasticsearch').environment).toMatchObject(nodeSettings);
  });

  it('builds on the Elasticsearch version of the local engine', () => {
    const version = /<elasticsearch\.version>([^<]+)</.exec(readProjectFile('engine/java/pom.xml'))?.[1];
    expect(readProjectFile('docker/elasticsearch/Dockerfile')).toContain(`elasticsearch:${version}\n`);
  });

  it('pins every image that it does not build, and builds where a Dockerfile is', () => {
    for (const [, { image, build: context }] of services) {
      if (context === undefined) expect(image).toMatch(/:\d+\.\d+/);
      else expect(existsSync(path.join(projectFolder, context, 'Dockerfile'))).toBe(true);
    }
  });

  it('has no secret, and says what is missing when one is not given', () => {
    const secrets = secretsOf('docker-compose.yml');
    expect(new Set(secrets.map(({ name }) => name))).toEqual(
      new Set(['POSTGRES_PASSWORD', 'SERVICE_PASSWORD', 'OPERATOR_PASSWORD', 'CURSOR_KEYS', 'SECRET_KEYS']),
    );
    for (const { name, rule } of secrets) expect(rule).toMatch(new RegExp(`^:\\?set ${name} to `));
    const secret = services.flatMap(([, { environment }]) =>
      Object.entries(environment).filter(([name]) => /PASSWORD|KEY|SECRET(?!S$)/.test(name)),
    );
    expect(secret.length).toBeGreaterThan(0);
    expect(secret.filter(([, value]) => !/^\$\{\w+:\?[^}]+\}$/.test(value))).toEqual([]);
  });

  it('runs nothing as root, with a file system that can be written, or with rights of its own', () => {
    expect(services.flatMap(([name, each]) => unlocked(name, each))).toEqual([]);
    expect(unlocked('x', { environment: {}, image: 'postgres:18.4' })).toHaveLength(5);
  });

  it('gives each program its own user of the database, and only the migration the owner', () => {
    const userOf = (name: string) => new URL(variablesOf(composeService(name)).DATABASE_URL ?? '').username;
    expect(['service', 'sync', 'ops', 'migrate'].map(userOf)).toEqual([
      'company_data_service',
      'company_data_operator',
      'company_data_operator',
      'company_data_service',
    ]);
    const owners = services.filter(([, { environment }]) => 'DATABASE_MIGRATE_URL' in environment);
    expect(owners.map(([name]) => name)).toEqual(['migrate']);
    const config = readConfig({
      ...variablesOf(composeService('migrate')),
      ELASTICSEARCH_URL: 'http://unused',
    });
    expect(config.databaseOperateUrl).toBe(variablesOf(composeService('ops')).DATABASE_URL);
  });

  it('gets its secrets from a script, which changes none that is there', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'env-'));
    mkdirSync(path.join(folder, 'docker'));
    copyFileSync(path.join(projectFolder, 'docker/make-env.sh'), path.join(folder, 'docker/make-env.sh'));
    const file = path.join(folder, '.env');
    writeFileSync(file, 'CURSOR_KEYS=mine\n', { mode: 0o644 });
    const made = () => {
      expect(spawnSync('sh', [path.join(folder, 'docker/make-env.sh')]).status).toBe(0);
      return readFileSync(file, 'utf8');
    };
    const first = made();
    const given = ['docker-compose.yml', 'docker-compose.cluster.yml'].flatMap(secretsOf);
    for (const { name } of given)
      expect(first).toMatch(new RegExp(`^${name}=${name === 'CURSOR_KEYS' ? 'mine' : '[0-9a-f]{64}'}$`, 'm'));
    expect(new Set(first.match(/[0-9a-f]{64}/g)).size).toBe(5);
    expect(made()).toBe(first);
    expect(statSync(file).mode & 0o077).toBe(0);
    rmSync(folder, { recursive: true });
  });

  it('publishes only the API, and only to this machine', () => {
    expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['service']);
    expect(service.ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:.*:8080$/)]);
    const published = Object.values(readCompose('docker/published-stores.yml').services);
    for (const { ports } of published)
      expect(ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:(\d+):\1$/)]);
  });

  it('limits the memory of everything, and leaves Elasticsearch as much memory outside its heap', () => {
    expect(services.filter(([, { mem_limit: limit }]) => !/^\d+g$/.test(limit ?? ''))).toEqual([]);
    const { environment, mem_limit: limit } = composeService('elasticsearch');
    const [, heap] = /-Xmx(\d+)m/.exec(environment.ES_JAVA_OPTS ?? '') ?? [];
    expect(Number.parseInt(limit ?? '', 10) * 1024).toBeGreaterThanOrEqual(2 * Number(heap));
  });

  it('checks the stores itself, the API as the image does, and nothing that has no API', () => {
    const checked = services.filter(([, { healthcheck }]) => healthcheck?.test).map(([name]) => name);
    expect(checked).toEqual(['postgres', 'elasticsearch']);
    const unchecked = services.filter(([, { healthcheck }]) => healthcheck?.disable).map(([name]) => name);
    expect(unchecked).toEqual(['migrate', 'sync', 'ops']);
    expect(service.healthcheck).toBeUndefined();
  });

  it('starts services that need the schema only when it is up to date and the stores answer', () => {
    expect(composeService('migrate').command).toEqual(['node', 'dist/ops.js', 'migrate']);
    for (const name of ['service', 'sync', 'ops']) {
      expect(composeService(name).depends_on).toEqual({
        postgres: { condition: 'service_healthy' },
        elasticsearch: { condition: 'service_healthy' },
        migrate: { condition: 'service_completed_successfully' },
      });
    }
  });

  it('gives the service a valid configuration, and a volume for its files', () => {
    const config = readConfig({ ...imageVariables, ...variablesOf(service) });
    expect(config).toMatchObject({ production: true, host: '0.0.0.0', port: 8080, migrate: false });
    const kept = [`state:${config.stateFolder}`];
    expect([service.volumes, composeService('ops').volumes]).toEqual([kept, kept]);
    expect(Object.keys(compose.volumes)).toContain('state');
    // Compose kills what has not stopped by then.
    const stopSeconds = (config.drainDelayMs + config.stopTimeoutMs) / 1000;
    expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(stopSeconds);
  });

  it('runs only programs in the image', () => {
    const words = services.flatMap(([, { command = [], entrypoint = [] }]) => [...entrypoint, ...command]);
    const run = words.flatMap((word) => /^dist\/(.*)\.js$/.exec(word)?.[1] ?? []);
    expect(new Set(run)).toEqual(new Set(['ops']));
    expect(programs).toContain('ops');
  });
});

describe('the script that tries the containers', () => {
  const script = readProjectFile('docker/try-compose.sh');

  it('is one that bash can read, and what the workflow runs', () => {
    expect(spawnSync('bash', ['-n', path.join(projectFolder, 'docker/try-compose.sh')]).status).toBe(0);
    expect(statSync(path.join(projectFolder, 'docker/try-compose.sh')).mode & 0o111).not.toBe(0);
    expect(readProjectFile('.github/workflows/containers.yml')).toContain('- run: docker/try-compose.sh\n');
  });

  it('names only services, commands and paths that exist', async () => {
    const used = [...script.matchAll(/docker compose (?:exec --no-TTY|run --rm|stop --timeout 30) (\w+)/g)];
    expect(used.map(([, name]) => name).sort()).toEqual(['ops', 'service', 'service', 'service']);
    for (const [, name = ''] of used) expect(services.map(([each]) => each)).toContain(name);
    const commands = [...script.matchAll(/^(?:key=\$\()?ops ([a-z ]+?)(?: --.*| [|].*)?$/gm)].map(
      ([, words = '']) => words,
    );
    expect(commands.length).toBeGreaterThan(3);
    for (const command of commands) {
      expect(await missingIn(`npm run ops -- ${command}`)).toEqual([]);
    }
    for (const [, place = ''] of script.matchAll(/\$url(\/[a-z/]+)"/g))
      expect(Object.values(endpoints).map((endpoint) => getFullPath(endpoint))).toContain(place);
  });

  describe('with Docker and curl that only say what they should', () => {
    /** Each writes down how it was called. */
    const programs = {
      docker: `case "$*" in
        *"$FAILS"*) exit 1 ;;
        *'id --user'*) echo 1000 ;;
        *' touch '*) exit "$TOUCH" ;;
        *'ops audit'*) echo 'account create done' ;;
        *'ops key create'*) echo 'api_key=cds_abc' ;;
        inspect*) echo 0 ;;
      esac`,
      curl: `case "$*" in
        *write-out*) printf 503 ;;
        *companies*) echo '{"company_id":1}' ;;
        *metrics*) echo 'store_up{store="elasticsearch"} 1' ;;
      esac`,
      openssl: 'echo 00',
    };

    function tryWith({ fails = 'nothing', touch = 1 }) {
      const folder = mkdtempSync(path.join(tmpdir(), 'try-'));
      const calls = path.join(folder, 'calls');
      writeFileSync(calls, '');
      for (const [name, body] of Object.entries(programs))
        writeFileSync(path.join(folder, name), `#!/bin/sh\necho "${name} $*" >> "$CALLS"\n${body}\n`, {
          mode: 0o755,
        });
      const { status, stdout } = spawnSync('bash', [path.join(projectFolder, 'docker/try-compose.sh')], {
        encoding: 'utf8',
        env: { PATH: `${folder}:${process.env.PATH}`, CALLS: calls, FAILS: fails, TOUCH: String(touch) },
      });
      const called = readFileSync(calls, 'utf8').trim().split('\n');
      rmSync(folder, { recursive: true });
      return { status, said: stdout, called };
    }
    const isRemoved = (called: readonly string[]) =>
      /^docker compose --profile ops down --volumes /.test(called.at(-1) ?? '');

    it('passes all steps, and removes everything', () => {
      const { status, said, called } = tryWith({});
      expect(said).toContain('== all steps passed');
      expect({ status, removed: isRemoved(called) }).toEqual({ status: 0, removed: true });
      expect(called.join('\n')).toContain('x-api-key: cds_abc');
    });

    it.each([
      { fails: 'up --build' },
      { fails: 'ops reindex' },
      { fails: 'stop --timeout' },
      // The file system could be written.
      { touch: 0 },
    ])('fails at the first fault, shows the logs, and removes everything: %j', (fault) => {
      const { status, said, called } = tryWith(fault);
      expect(said).not.toContain('all steps passed');
      expect({ status, removed: isRemoved(called) }).toEqual({ status: 1, removed: true });
      expect(called).toContain('docker compose logs --tail 50');
    });
  });
});
