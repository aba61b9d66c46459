import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readIfThere } from '../processes/read-if-there.ts';
import { StackError } from '../processes/stack-error.ts';

/** A Java development kit: its home folder and feature version (21, 25 …). */
export type Jdk = { readonly home: string; readonly version: number };

type Environment = Readonly<Record<string, string | undefined>>;

const minimumJava = 21;

/**
 * The JDK to build and run the engine: the first with Java 21 or newer of JAVA_HOME, the `java` on PATH, and the newest in
 * the system's usual folders. Throws a StackError that says what to install if there is none.
 */
export function findJdk(
  environment: Environment = process.env,
  folders: readonly string[] = listJvmFolders(),
): Jdk {
  const onPath = findProgramsOnPath('java', environment).map((java) =>
    path.dirname(path.dirname(realpathSync(java))),
  );
  for (const home of [environment.JAVA_HOME, ...onPath]) {
    const jdk = home && readJdk(home);
    if (jdk && jdk.version >= minimumJava) return jdk;
  }
  const installed = folders.flatMap(listJavaHomes).flatMap((home) => readJdk(home) ?? []);
  installed.sort((a, b) => b.version - a.version || a.home.localeCompare(b.home));
  const newest = installed[0];
  if (newest !== undefined && newest.version >= minimumJava) return newest;
  const best = newest === undefined ? 'none was found' : `the newest one found is Java ${newest.version}`;
  throw new StackError(
    `The local Elasticsearch needs a JDK with Java ${minimumJava} or newer, but ${best}. Install one, set JAVA_HOME, or set ELASTICSEARCH_URL.`,
  );
}

/** The Maven program, from PATH or MAVEN_HOME. Throws a StackError that says what to install if there is none. */
export function findMaven(environment: Environment = process.env): string {
  const named = [environment.MAVEN_HOME, environment.M2_HOME]
    .filter((home) => home)
    .map((home) => path.join(home ?? '', 'bin', 'mvn'));
  const [maven] = [...findProgramsOnPath('mvn', environment), ...named.filter(isExecutable)];
  if (maven !== undefined) return maven;
  throw new StackError(
    'Maven is needed once, to download the local Elasticsearch. Install it, set MAVEN_HOME, or set ELASTICSEARCH_URL.',
  );
}

/** The feature version in a version text: `1.8.0_402` is 8, `21.0.4+7-LTS` is 21, `25-ea` is 25; null if there is none. */
export function parseFeatureVersion(text: string): number | null {
  const match = /^(?:1\.)?(\d+)/.exec(text.trim());
  if (match?.[1] === undefined) return null;
  return Number(match[1]);
}

function readJdk(home: string): Jdk | null {
  if (!['java', 'javac'].every((program) => isExecutable(path.join(home, 'bin', program)))) return null;
  const release = readIfThere(path.join(home, 'release')) ?? '';
  const [, stated] = /^JAVA_VERSION="?([^"\n]+)"?/m.exec(release) ?? [];
  const version = parseFeatureVersion(stated ?? readProgramVersion(home));
  if (version === null) return null;
  return { home: realpathSync(home), version };
}

function readProgramVersion(home: string): string {
  const java = spawnSync(path.join(home, 'bin', 'java'), ['-version'], { encoding: 'utf8', timeout: 20_000 });
  return /version "([^"]+)"/.exec(`${java.stderr ?? ''}${java.stdout ?? ''}`)?.[1] ?? '';
}

function listJvmFolders(): string[] {
  const home = os.homedir();
  return [
    '/usr/lib/jvm',
    '/usr/lib64/jvm',
    '/usr/java',
    '/opt/java',
    '/opt',
    path.join(home, '.sdkman/candidates/java'),
    path.join(home, '.jdks'),
    '/Library/Java/JavaVirtualMachines',
    path.join(home, 'Library/Java/JavaVirtualMachines'),
    '/opt/homebrew/opt',
    '/usr/local/opt',
  ];
}

/** Possible Java homes in a folder, in the layouts of Linux, macOS and Homebrew. */
function listJavaHomes(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const inside = readdirSync(folder).map((name) => path.join(folder, name));
  return inside.flatMap((home) => [
    home,
    path.join(home, 'Contents/Home'),
    path.join(home, 'libexec/openjdk.jdk/Contents/Home'),
  ]);
}

function findProgramsOnPath(name: string, environment: Environment): string[] {
  const folders = (environment.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => path.join(folder, name)).filter(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
