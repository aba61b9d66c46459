import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ops } from '../support/operator.ts';
import { run as runCommand } from './command-line.ts';
import {
  isShown,
  normalized,
  Placeholders,
  type ReadDocument,
  readDocument,
  rewritten,
  type ShownCommand,
} from './documents.ts';
import { missingIn } from './documents-programs.ts';
import { StartedProject } from './documents-service.ts';
import { type Outcome, plainWords, Shell } from './documents-shell.ts';

/**
 * Runs every command of the documents and compares what they show with what is printed. After an intended change,
 * `RECORD_DOCUMENTS=1 npm test -- test/cli/documents.test.ts` rewrites the outputs.
 */

const root = path.resolve(import.meta.dirname, '../..');
const recording = process.env.RECORD_DOCUMENTS === '1';
const names = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const documents = new Map<string, ReadDocument>(
  names.map((name) => [name, readDocument(readFileSync(path.join(root, name), 'utf8'))]),
);

/** Commands of `sh` blocks that are not run here, each with the reason. What they name must still exist. */
const notRunHere = new Map<RegExp, string>([
  [/^npm (start|test)\b/, 'the first runs this test, which starts the second; CI runs both'],
  [/^npm run (check|prove)\b/, 'runs tests, as `npm test` does'],
  [/^npm run (stack|dev)\b/, 'runs until it is stopped'],
  [/^npm run bench\b/, 'takes minutes, and needs a machine that does nothing else'],
  [/^npm run ops -- reindex\b/, 'as `npm start` did; test/indexers/ops-commands.test.ts runs it'],
  [/^npm run ops -- load\b/, "needs a publisher's file; the suites of test/indexers load small ones"],
  [
    /^npm run ops -- (backup|check-backup|restore)\b/,
    'need a new folder and an empty database; test/indexers/backup.test.ts runs them',
  ],
  [/^npm run ops -- follow\b/, 'needs publishers; test/indexers/following has its own'],
  [/^npm run ops -- relevance\b/, 'takes a minute; lab/test measures the same'],
  [/^node dist\/source-outcomes\.js\b/, 'needs the files of the registers'],
  [
    /^(hadolint|haproxy)\b/,
    'needs a program that npm does not install; test/unit/container.test.ts reads the files',
  ],
  [/\bdocker (build|compose)\b/, 'needs a container engine; test/unit/container.test.ts reads the files'],
]);

let project: StartedProject;
beforeAll(async () => {
  project = await StartedProject.start();
}, 150_000);
afterAll(() => project.stop());

const namesWithCommands = names.filter((name) => {
  const { commands, mentioned, faults } = documents.get(name) as ReadDocument;
  return commands.length + mentioned.length + faults.length > 0;
});

describe.each(namesWithCommands)('%s', (name) => {
  const { commands, mentioned, faults } = documents.get(name) as ReadDocument;
  const reasonNot = ({ command }: ShownCommand) =>
    [...notRunHere.keys()].find((pattern) => pattern.test(command));

  it('shows commands only where this test finds them', () => {
    expect(faults).toEqual([]);
  });

  it('names only programs, commands, flags and files that exist', async () => {
    const notRun = commands.filter((each) => each.shown === null && reasonNot(each));
    const checked = new Set([...mentioned, ...notRun.map(({ command }) => command)]);
    const missing: Record<string, string[]> = {};
    for (const command of checked) {
      const found = await missingIn(command);
      if (found.length > 0) missing[command] = found;
    }
    expect(missing).toEqual({});
  });

  const run = commands.filter((each) => each.shown !== null || !reasonNot(each));
  if (run.length === 0) return;
  it('shows what its commands print', async () => {
    const setsKey = run.some(({ command }) => command.startsWith('export COMPANY_DATA_API_KEY='));
    const walk = new Walk(name, await project.newAccount(name), setsKey);
    expect(await walk.differences(run)).toEqual([]);
  }, 120_000);
});

it('lists no exception that no document needs', () => {
  const all = [...documents.values()].flatMap(({ commands }) => commands);
  const unused = [...notRunHere.keys()].filter(
    (pattern) => !all.some(({ command }) => pattern.test(command)),
  );
  expect(unused).toEqual([]);
});

/** One person who follows one document from its first command to its last. */
class Walk {
  readonly #file: string;
  readonly #shell: Shell;
  readonly #env: Record<string, string>;
  readonly #placeholders: Placeholders;

  constructor(name: string, apiKey: string, setsKey: boolean) {
    this.#file = path.join(root, name);
    this.#env = {
      ...project.env,
      COMPANY_DATA_URL: project.url,
      ...(!setsKey && { COMPANY_DATA_API_KEY: apiKey }),
    };
    this.#shell = new Shell(project.folder, this.#env);
    this.#placeholders = new Placeholders({
      'http://127.0.0.1:8080': project.url,
      'cds_…': apiKey,
      '~/company-data-service': project.folder,
    });
  }

  async differences(commands: readonly ShownCommand[]): Promise<object[]> {
    const differences: object[] = [];
    const outputs: { at: ShownCommand['outputLines']; output: string }[] = [];
    for (const { line, command, shown, outputLines } of commands) {
      const { exitCode, output } = await this.#run(command);
      if (shown === null) {
        if (exitCode !== 0) differences.push({ line, command, exitCode, output });
        continue;
      }
      this.#placeholders.learn(shown, output);
      const printed = this.#placeholders.toShown(output);
      if (isShown(shown, printed)) continue;
      if (recording) outputs.push({ at: outputLines, output: printed });
      else differences.push({ line, command, shown: normalized(shown), printed: normalized(printed) });
    }
    await this.#shell.end();
    if (outputs.length > 0) writeFileSync(this.#file, rewritten(readFileSync(this.#file, 'utf8'), outputs));
    return differences;
  }

  /**
   * The service runs already: `npm start` shows what it printed. Commands without anything for a shell run in this process,
   * which has loaded their packages.
   */
  async #run(command: string): Promise<Outcome> {
    if (command === 'npm start')
      return { exitCode: 0, output: project.printed.replaceAll(project.apiKey, 'cds_…') };
    const real = this.#placeholders.toReal(command);
    const [, args] = /^npm run ops -- ([^'"$]+)$/.exec(real) ?? [];
    if (args !== undefined) {
      const { code, out, err } = await ops(args.split(' '), project.env);
      return { exitCode: code, output: out + err };
    }
    const [program, ...words] = plainWords(real) ?? [];
    if (program !== 'company-data') {
      const [, name, value] = /^export (\w+)=(\S+)$/.exec(real) ?? [];
      if (name !== undefined && value !== undefined) this.#env[name] = value;
      return this.#shell.run(real);
    }
    const own = process.cwd();
    process.chdir(project.folder);
    try {
      const { exitCode, output } = await runCommand(words, { env: this.#env });
      this.#shell.remember(exitCode);
      return { exitCode, output: output.trimEnd() };
    } finally {
      process.chdir(own);
    }
  }
}
