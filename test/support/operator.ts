import { tmpdir } from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import { runOps } from '../../indexers/ops.ts';
import { addLabCommands } from '../../lab/index.ts';
import { urlsOf } from './database.ts';

class Exit extends Error {}

/** Runs `npm run ops -- <args>` in this process, which has loaded its packages: what it prints, and its exit code. */
export async function ops(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const text = { out: '', err: '' };
  let code: number | undefined;
  const print = (stream: 'out' | 'err', end: string) => (piece: unknown) => {
    if (code === undefined) text[stream] += `${piece}${end}`;
    return true;
  };
  const replaced = [
    jest.replaceProperty(process, 'argv', ['node', 'ops', ...args]),
    jest.replaceProperty(process, 'env', { ...process.env, ...environment, ...withRights(environment) }),
    jest.spyOn(console, 'log').mockImplementation(print('out', '\n')),
    jest.spyOn(console, 'error').mockImplementation(print('err', '\n')),
    jest.spyOn(process.stdout, 'write').mockImplementation(print('out', '')),
    jest.spyOn(process.stderr, 'write').mockImplementation(print('err', '')),
    jest.spyOn(process, 'exit').mockImplementation((status) => {
      code = Number(status);
      throw new Exit();
    }),
  ];
  try {
    await runOps({ stateFolder: path.join(tmpdir(), 'ops'), findRunning: () => null }, addLabCommands);
    return { code: code ?? Number(process.exitCode ?? 0), ...text };
  } finally {
    process.exitCode = undefined;
    for (const each of replaced) 'restore' in each ? each.restore() : each.mockRestore();
  }
}

/** The commands connect with the operator's rights only, as in production. */
function withRights({ DATABASE_URL: owner }: Readonly<Record<string, string>>) {
  if (owner === undefined || !URL.canParse(owner) || new URL(owner).username !== 'postgres') return {};
  const { serving, operating } = urlsOf(owner);
  return { DATABASE_URL: serving, DATABASE_OPERATE_URL: operating, DATABASE_MIGRATE_URL: owner };
}
