import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);
const parts = import.meta.dirname;
const root = path.resolve(parts, '../../..');
const installMs = 150_000;

/**
 * The packages of a generator of Python clients, in a folder that later runs use again. This needs Python with pip, and PyPI the
 * first time.
 * @param folder where they are installed first
 */
export async function pythonPackages(folder: string, withPandas: boolean): Promise<string> {
  // With everything that they depend on, so that pip has nothing to find out.
  const lists = ['requirements.txt', ...(withPandas ? ['pandas.txt'] : [])].map((name) =>
    path.join(parts, name),
  );
  const { stdout: version } = await exec('python3', ['--version']);
  const hash = createHash('sha256').update(version);
  for (const list of lists) hash.update(readFileSync(list));
  const place = path.join(root, '.local', `python-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(place)) return place;
  const fresh = path.join(folder, 'packages');
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--retries', '1'];
  const args = [...pip, '--no-deps', '--no-compile', '--target', fresh];
  await exec('python3', [...args, ...lists.flatMap((list) => ['-r', list])], { timeout: installMs });
  mkdirSync(path.dirname(place), { recursive: true });
  renameSync(fresh, place);
  return place;
}
