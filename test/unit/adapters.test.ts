import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { projectFolder } from '../../engine/project-folder.ts';

/** The packages into which adapters reach, and the version with which each was tested. */
const testedVersions: Readonly<Record<string, string>> = {
  '@elastic/transport': '9.4.0',
  express: '5.3.0',
  'graphile-worker': '0.17.3',
  knex: '3.3.0',
  pg: '8.23.1',
};

/** Releases of Node with which `src/adapters/node-http.ts` was tested: each line of releases that the service supports. */
const testedNodes = ['20.20', '22.23', '24.21'];

/** `@elastic/transport` → `elastic-transport` */
const toFileName = (name: string) => name.replace('@', '').replace('/', '-');

const readVersion = (name: string): string =>
  JSON.parse(readFileSync(path.join(projectFolder, 'node_modules', name, 'package.json'), 'utf8')).version;

it.each(Object.entries(testedVersions))(
  'the adapter of %s was tested with the installed version',
  (name, tested) => {
    const installed = readVersion(name);
    if (installed !== tested)
      throw new Error(
        `src/adapters/${toFileName(name)}.ts uses parts of ${name} that are not documented, and was tested with ${tested}. Installed is ${installed}: compare each part that the file names, run the tests, then change the version in test/unit/adapters.test.ts.`,
      );
  },
);

it('the adapter of Node was tested with this line of its releases', () => {
  const running = process.versions.node;
  const lines = testedNodes.map((release) => release.split('.')[0]);
  if (!lines.includes(running.split('.')[0]))
    throw new Error(
      `src/adapters/node-http.ts uses a part of Node's parser that is not documented, and was tested with ${testedNodes.join(', ')}. This is ${running}: run test/http/pipelined-requests.test.ts, then add the version in test/unit/adapters.test.ts.`,
    );
});

it('each adapter is of one package, whose version is checked, or of Node', () => {
  const names = readdirSync(path.join(projectFolder, 'src/adapters')).map((file) => path.parse(file).name);
  expect(names.filter((name) => !name.startsWith('node-')).sort()).toEqual(
    Object.keys(testedVersions).map(toFileName).sort(),
  );
});
