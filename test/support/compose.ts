import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { projectFolder } from '../../engine/project-folder.ts';

export interface ComposeService {
  image?: string;
  build?: string;
  command?: string[];
  entrypoint?: string[];
  environment: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  mem_limit?: string;
  user?: string;
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  healthcheck?: { test?: string[]; disable?: boolean };
  depends_on?: Record<string, { condition: string }>;
}

interface ComposeFile {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
}

export const readProjectFile = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');
export const readCompose = (file: string) => parse(readProjectFile(file), { merge: true }) as ComposeFile;

/** Values for the variables that compose reads from the environment. */
const given: Record<string, string> = {
  POSTGRES_PASSWORD: 'p@ss/word',
  SERVICE_PASSWORD: 'a1',
  OPERATOR_PASSWORD: 'b2',
  READER_PASSWORD: 'c3',
  CURSOR_KEYS: 'k'.repeat(32),
  SECRET_KEYS: 's'.repeat(32),
};

/** The environment of a service, as compose would give it. */
export function variablesOf({ environment }: ComposeService): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, interpolate(value)]));
}

function interpolate(text: string): string {
  return text.replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind?: string, rest?: string) => given[name] ?? (kind === '-' ? (rest ?? '') : ''),
  );
}

/** The passwords and keys that a compose file takes from the environment, and what it says without them. */
export function secretsOf(file: string): { name: string; rule: string }[] {
  const found = readProjectFile(file).matchAll(/\$\{(\w*(?:PASSWORD|KEY)\w*)(.*?)\}/g);
  return [...found].map(([, name = '', rule = '']) => ({ name, rule }));
}

/** What of a service is not as locked down as it can be. */
export function unlocked(name: string, service: ComposeService): string[] {
  const { read_only, cap_drop = [], security_opt = [], tmpfs = [], image = '', user } = service;
  const runsAsRoot = image.startsWith('postgres:') && user !== 'postgres';
  return [
    ...(read_only === true ? [] : ['writes its file system']),
    ...(cap_drop.join() === 'ALL' ? [] : ['keeps capabilities']),
    ...(security_opt.includes('no-new-privileges:true') ? [] : ['can gain privileges']),
    ...(tmpfs.some((place) => /^\/tmp(:|$)/.test(place)) || image.startsWith('haproxy:')
      ? []
      : ['has no /tmp']),
    ...(runsAsRoot || user === 'root' || user === '0' ? ['runs as root'] : []),
  ].map((fault) => `${name} ${fault}`);
}
