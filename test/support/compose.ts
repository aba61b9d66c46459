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
const given: Record<string, string> = { POSTGRES_PASSWORD: 'p@ss/word', CURSOR_KEYS: 'k'.repeat(32) };

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
