import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { projectFolder } from '../../engine/project-folder.ts';

const read = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8').trim();

interface Job {
  readonly strategy: { readonly matrix: { readonly node: readonly string[] } };
  readonly steps: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Readonly<Record<string, unknown>>;
  }[];
}

const folder = '.github/workflows';
const jobs = readdirSync(path.join(projectFolder, folder)).flatMap((file) => {
  const workflow = parse(read(`${folder}/${file}`)) as { readonly jobs: Readonly<Record<string, Job>> };
  return Object.entries(workflow.jobs).map(([name, job]) => [`${file} ${name}`, job] as const);
});
/** Other jobs use the version of the image. */
const jobsWithNode = jobs.filter(([, { steps }]) => steps.some(({ uses }) => uses?.includes('setup-node')));
const oldest = JSON.parse(read('package.json')).engines.node.replace('>=', '') as string;
const recommended = read('.nvmrc');

describe('Node', () => {
  it('is refused below the oldest version that package.json names', () => {
    expect(read('scripts/bootstrap.mjs')).toContain(`minimumNode = [${oldest.replace('.', ', ')}];`);
  });

  it('is named in the README as the version that works and the one that is recommended', () => {
    expect(read('README.md')).toContain(`**Node ${recommended}** (${oldest} is the oldest that works)`);
  });
});

it('has a job that runs the checks', () => {
  expect(jobsWithNode.map(([name]) => name)).toContain('checks.yml checks');
});

describe.each(jobsWithNode)('%s', (_name, { strategy, steps }) => {
  it('runs .ci/run on the oldest Node that works, the recommended one, and nothing older or newer', () => {
    const versions = strategy.matrix.node;
    expect(versions.at(0)).toBe(oldest);
    expect(versions.at(-1)).toBe(recommended);
    expect([...versions].sort((one, other) => Number(one) - Number(other))).toEqual(versions);
    expect(existsSync(path.join(projectFolder, '.ci/run'))).toBe(true);
    expect(steps.map(({ run }) => run)).toContain('.ci/run');
    const setup = steps.find(({ uses }) => uses?.startsWith('actions/setup-node@'));
    expect(setup?.with?.['node-version']).toBe(`\${{ matrix.node }}`);
  });
});

describe.each(jobs)('%s', (_name, { steps }) => {
  it('pins every action', () => {
    const actions = steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    expect(actions.filter((uses) => !/^[\w-]+\/[\w-]+@(v\d+|[0-9a-f]{40})$/.test(uses))).toEqual([]);
  });
});
