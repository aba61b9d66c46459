import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../../engine/project-folder.ts';

/** While no version has a tag: the last commit before the migrations of the version that is being made, 0037 and later. */
const beforeTags = '5217e60be53cc0cab7600e8936c9fcfcfb3ae9f8';

/** The version that was released before this one: the newest tag before this commit. Null without the history in git. */
export function releasedCommit(): string | null {
  const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD~1');
  return commitOf(tag ?? beforeTags);
}

function commitOf(name: string): string | null {
  return git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
}

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: projectFolder, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** Builds that commit in a folder of its own, once. @returns the folder, with `dist/` */
export function buildReleased(commit: string): string {
  const folder = path.join(projectFolder, '.local', `released-${commit.slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  // Under another name until it is complete, so that a killed run leaves no partial one.
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  run('sh', ['-c', `git archive ${commit} | tar -x -C "$0"`, fresh], projectFolder);
  sharePackages(fresh);
  const build = "import('./scripts/build.mjs').then(({ buildOrExit }) => buildOrExit())";
  run(process.execPath, ['--input-type=module', '--eval', build], fresh);
  renameSync(fresh, folder);
  return folder;
}

/**
 * The packages of this version, if they are those that the other one names; otherwise its build installs its own. Each package is
 * a link, so that an installation cannot change those of this version.
 */
function sharePackages(folder: string): void {
  const wanted = Object.entries(lockedPackages(folder));
  const present = lockedPackages(projectFolder);
  if (wanted.some(([name, version]) => present[name] !== version)) return;
  const own = path.join(folder, 'node_modules');
  mkdirSync(own);
  for (const name of readdirSync(path.join(projectFolder, 'node_modules')))
    symlinkSync(path.join(projectFolder, 'node_modules', name), path.join(own, name));
  rmSync(path.join(own, '.installed-lock'), { force: true });
  const lock = readFileSync(path.join(folder, 'package-lock.json'));
  const stamp = createHash('sha256').update(lock).update(process.versions.modules).digest('hex');
  writeFileSync(path.join(own, '.installed-lock'), stamp);
}

/** The versions of the packages that the project names itself. */
function lockedPackages(folder: string): Record<string, string | undefined> {
  const { packages } = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; dependencies?: object; devDependencies?: object }>;
  };
  const named = { ...packages['']?.dependencies, ...packages['']?.devDependencies };
  return Object.fromEntries(
    Object.keys(named).map((name) => [name, packages[`node_modules/${name}`]?.version]),
  );
}

function run(program: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stdout}${stderr}`);
}
