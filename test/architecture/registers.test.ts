import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { loadKinds } from '../../indexers/registers/index.ts';

const projectRoot = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');

describe('the registers', () => {
  const folders = readdirSync(path.join(projectRoot, 'indexers/registers'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

  it.each(folders)('%s is in the list and has a test', (folder) => {
    expect(read('indexers/registers/index.ts')).toContain(`'./${folder}/`);
    expect(existsSync(path.join(projectRoot, 'test/indexers/registers', folder, 'load.test.ts'))).toBe(true);
  });

  it.each(loadKinds)('%s is described for operators', (kind) => {
    const page = read('docs/loading.md');
    expect(page).toContain(`\n| \`${kind}\` |`);
    expect(/load <([^>]+)>/.exec(page)?.[1]?.split('|')).toContain(kind);
  });
});
