import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { productSettings } from '../../engine/elasticsearch/elasticsearch-node.ts';
import { projectFolder } from '../../engine/project-folder.ts';
import { readConfig } from '../../src/config.ts';
import { splitHostUrls } from '../../src/database/hosts.ts';
import {
  type ComposeService,
  readCompose,
  readProjectFile,
  unlocked,
  variablesOf,
} from '../support/compose.ts';

const cluster = readCompose('docker-compose.cluster.yml');
const single = readCompose('docker-compose.yml');
const names = Object.keys(cluster.services);
const proxyText = readProjectFile('docker/haproxy/haproxy.cfg');
const nodeNames = ['elasticsearch-1', 'elasticsearch-2', 'elasticsearch-3'];
const serviceNames = ['service-1', 'service-2'];

function composeService(name: string): ComposeService {
  const found = cluster.services[name];
  if (!found) throw new Error(`docker-compose.cluster.yml has no ${name}`);
  return found;
}

const hostsOf = (urls: readonly string[]) => urls.map((url) => new URL(url).hostname);

describe('docker-compose.cluster.yml', () => {
  it('has three nodes with the settings of the local engine, which know each other', () => {
    for (const name of nodeNames) {
      expect(composeService(name).environment).toMatchObject({
        ...productSettings,
        'node.name': name,
        'discovery.seed_hosts': nodeNames.join(','),
        'cluster.initial_master_nodes': nodeNames.join(','),
      });
      expect(composeService(name).environment).not.toHaveProperty(['discovery.type']);
    }
  });

  it('gives both services all hosts, and a valid configuration', () => {
    for (const name of serviceNames) {
      const config = readConfig({ ...variablesOf(composeService(name)), NODE_ENV: 'production' });
      expect(hostsOf(config.elasticsearchNodes)).toEqual(nodeNames);
      expect(hostsOf(splitHostUrls(config.databaseUrl))).toEqual(['postgres-1', 'postgres-2']);
      expect(hostsOf(splitHostUrls(config.databaseReadUrl ?? ''))).toEqual(['postgres-1', 'postgres-2']);
      expect(config.trustProxy).toBe(1);
    }
  });

  it('has the same programs, images and limits as docker-compose.yml', () => {
    for (const [mine, theirs] of [
      ['service-1', 'service'],
      ['service-2', 'service'],
      ['sync', 'sync'],
      ['migrate', 'migrate'],
      ['ops', 'ops'],
      ['postgres-1', 'postgres'],
      ['elasticsearch-1', 'elasticsearch'],
    ] as const) {
      const parts = ({
        image,
        build,
        entrypoint,
        mem_limit,
        healthcheck,
        stop_grace_period,
      }: ComposeService) => ({
        ...{ image, build, entrypoint, mem_limit, healthcheck, stop_grace_period },
      });
      expect(parts(composeService(mine))).toEqual(parts(single.services[theirs] as ComposeService));
    }
    expect(names.filter((name) => !/^\d+g$/.test(composeService(name).mem_limit ?? ''))).toEqual([]);
  });

  it('publishes only the proxy, and only to this machine', () => {
    expect(names.filter((name) => composeService(name).ports)).toEqual(['proxy']);
    expect(composeService('proxy').ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:.*:8080$/)]);
  });

  it('mounts only files that exist, and volumes that it declares', () => {
    const sources = names
      .flatMap((name) => composeService(name).volumes ?? [])
      .map((each) => each.split(':')[0] ?? '');
    const files = sources.filter((source) => source.startsWith('./'));
    expect(files.filter((file) => !existsSync(path.join(projectFolder, file)))).toEqual([]);
    const volumes = sources.filter((source) => !source.startsWith('./'));
    expect(new Set(volumes)).toEqual(new Set(Object.keys(cluster.volumes)));
  });

  it('runs nothing as root, with a file system that can be written, or with rights of its own', () => {
    expect(names.flatMap((name) => unlocked(name, composeService(name)))).toEqual([]);
  });

  it('gives only the migration the owner of the tables', () => {
    expect(names.filter((name) => composeService(name).environment?.DATABASE_MIGRATE_URL)).toEqual([
      'migrate',
    ]);
    const { DATABASE_READ_URL, DATABASE_URL } = variablesOf(composeService('service-1'));
    expect(variablesOf(composeService('migrate'))).toMatchObject({ DATABASE_READ_URL, DATABASE_URL });
  });

  it('has no secret', () => {
    const secrets = names.flatMap((name) =>
      Object.entries(composeService(name).environment ?? {}).filter(([key]) =>
        /PASSWORD|KEY|SECRET(?!S$)/.test(key),
      ),
    );
    expect(secrets.length).toBeGreaterThan(0);
    expect(secrets.filter(([, value]) => !/^\$\{\w+:\?[^}]+\}$/.test(value))).toEqual([]);
  });

  it('has scripts that a shell can read', () => {
    for (const file of ['standby.sh', 'permit-replication.sh'])
      expect(spawnSync('sh', ['-n', path.join(projectFolder, 'docker', 'postgres', file)]).status).toBe(0);
  });
});

describe('the proxy', () => {
  const servers = [...proxyText.matchAll(/^ {2}server (\S+) (\S+):(\d+) (.*)$/gm)];

  it('sends to both services, first to those that are ready', () => {
    const checked = servers.filter(([, , , , rest]) => rest === 'check');
    const others = servers.filter(([, , , , rest]) => rest === 'backup');
    for (const each of [checked, others]) {
      expect(each.map(([, , host]) => host)).toEqual(serviceNames);
      expect(each.map(([, , , port]) => port)).toEqual(['8080', '8080']);
    }
    expect(servers).toHaveLength(4);
    expect(proxyText).toContain('http-check send meth GET uri /readyz ');
  });

  it('never sends a request twice that may have had its effect', () => {
    expect([...proxyText.matchAll(/^\s*retry-on (.*)$/gm)].map(([, when]) => when)).toEqual(['conn-failure']);
  });

  it('notices a service that stops before its port is closed', () => {
    const [, inter, fall] = /default-server inter (\d+)s fall (\d+) /.exec(proxyText) ?? [];
    const { drainDelayMs } = readConfig({
      ...variablesOf(composeService('service-1')),
      NODE_ENV: 'production',
    });
    expect(Number(inter) * Number(fall) * 1000).toBeLessThan(drainDelayMs);
  });

  it('logs no query, which may contain names', () => {
    const [, format = ''] = /^ {2}log-format (.*)$/m.exec(proxyText) ?? [];
    expect(format).toContain('%HPO');
    expect(format).not.toMatch(/%(r|HU|HQ|HP)\b/);
  });
});
