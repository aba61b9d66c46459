import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import jestConfig from '../../jest.config.mjs';
import { ops } from '../support/operator.ts';
import { run } from './command-line.ts';

/** Whether the programs, commands, flags and files that a command names exist, for commands that are not run. */

const root = path.resolve(import.meta.dirname, '../..');

/** @returns what does not exist */
export async function missingIn(command: string): Promise<string[]> {
  const missing: string[] = [];
  for (const part of command.split(/\s*(?:&&|\|\||;)\s*/))
    missing.push(...(await missingInOne(wordsOf(part))));
  return missing;
}

/** Without the brackets of optional parts. */
function wordsOf(command: string): string[] {
  const words = command.replace(/[[\]]/g, '').match(/(?:'[^']*'|"[^"]*"|\S)+/g) ?? [];
  const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  return words.slice(first);
}

async function missingInOne([program, ...args]: readonly string[]): Promise<string[]> {
  switch (program) {
    case 'npm':
      return missingInNpm(args);
    case 'npx':
      return [
        ...missingFiles([`node_modules/.bin/${args[0]}`]),
        ...missingFiles(args.slice(1).filter((word) => !word.startsWith('-'))),
      ];
    case 'node':
      return missingInNode(args);
    case 'company-data':
      return missingInHelp('company-data', args);
    case 'docker':
      return missingInDocker(args);
    case 'hadolint':
      return missingFiles(args);
    default:
      return [];
  }
}

async function missingInNpm(args: readonly string[]): Promise<string[]> {
  const [script = '', ...rest] = args.filter((word) => word !== 'run');
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  if (!(script in scripts)) return [`npm run ${script}`];
  const own = rest[0] === '--' ? rest.slice(1) : [];
  if (['test', 'check', 'prove'].includes(script)) return missingTests(own);
  const program = script === 'dev' ? 'start' : script;
  const flags = own.filter((word) => !word.startsWith('--inspect'));
  return flags.length === 0 ? [] : missingInHelp(`dist/${program}.js`, flags);
}

function missingTests(args: readonly string[]): string[] {
  const tests = ['test', 'lab/test'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => `${folder}/${file}`),
  );
  const from = args.indexOf('--selectProjects');
  const projects = from < 0 ? [] : args.slice(from + 1);
  const paths = args.slice(0, from < 0 ? args.length : from).filter((word) => word.includes('/'));
  return [
    ...projects.filter((name) => jestConfig.projects.every(({ displayName }) => displayName !== name)),
    ...paths.filter((wanted) => !tests.some((file) => file.includes(wanted))),
  ];
}

async function missingInNode([file = '', ...args]: readonly string[]): Promise<string[]> {
  const missing = missingFiles([file]);
  if (missing.length > 0 || !/^dist\/(ops|start|bench|company-data)\.js$/.test(file)) return missing;
  return missingInHelp(file, args);
}

/** Containers are not available everywhere, but the files that start them are. */
async function missingInDocker(args: readonly string[]): Promise<string[]> {
  const files = args.flatMap((word, at) => (args[at - 1] === '-f' ? [word] : []));
  const compose = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8');
  const service = args.findIndex((word) => /^(postgres|elasticsearch|migrate|service|sync|ops)$/.test(word));
  const unknown =
    service >= 0 && !compose.includes(`\n  ${args[service]}:`) ? [`service ${args[service]}`] : [];
  const inOps = args[service] === 'ops' ? await missingInHelp('dist/ops.js', args.slice(service + 1)) : [];
  return [...missingFiles(files), ...unknown, ...inOps];
}

/** Checks the words of a command against the help of each subcommand. */
async function missingInHelp(program: string, args: readonly string[]): Promise<string[]> {
  const place: string[] = [];
  const missing: string[] = [];
  let help = await helpOf(program, place);
  for (const word of args) {
    if (/^--?[a-zA-Z]/.test(word)) {
      const flag = word.replace(/=.*/, '');
      if (!new RegExp(`(^|[\\s,])${flag}([\\s,]|$)`, 'm').test(help))
        missing.push(`${program} ${place.join(' ')} ${flag}`);
      continue;
    }
    const commands = help.split('\nCommands:\n')[1];
    if (commands === undefined) continue;
    const alternatives = word.replace(/^<(.*)>$/, '$1').split('|');
    // `<command>` can be any.
    if (word.startsWith('<') && alternatives.length === 1) return missing;
    const unknown = alternatives.filter((name) => !new RegExp(`^ {2}${name}( |$)`, 'm').test(commands));
    if (unknown.length > 0)
      return [...missing, ...unknown.map((name) => `${program} ${[...place, name].join(' ')}`)];
    place.push(alternatives[0] ?? '');
    help = await helpOf(program, place);
  }
  return missing;
}

const helps = new Map<string, Promise<string>>();

function helpOf(program: string, place: readonly string[]): Promise<string> {
  const key = [program, ...place].join(' ');
  const help = helps.get(key) ?? printedHelp(program, [...place, '--help']);
  helps.set(key, help);
  return help;
}

async function printedHelp(program: string, args: readonly string[]): Promise<string> {
  if (program === 'company-data') return (await run(args)).stdout;
  if (program === 'dist/ops.js') return (await ops(args, {})).out;
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(root, program), ...args]);
  return stdout;
}

function missingFiles(files: readonly string[]): string[] {
  return files.filter((file) => !/[<…*]/.test(file) && !existsSync(path.join(root, file)));
}
