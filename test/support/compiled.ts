import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../../engine/project-folder.ts';

const file = (name: string) => path.join(projectFolder, name);
const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext'];

/**
 * What the compiler says about JSON that must have a type of a package: unknown properties, missing ones, wrong values. Empty if it
 * is right.
 * @param typed what each value is, as text: `{ type: 'Dashboard', from: '@grafana/schema', json }`
 */
export function compilerFaults(
  typed: readonly { readonly type: string; readonly from: string; readonly json: string }[],
): string {
  const folder = file(`.local/typed-json-${process.pid}`);
  const program = path.join(folder, 'typed.ts');
  const text = [
    '// In JSON, an enum is one of its values.',
    'type Json<T> = T extends string ? `$' + '{T}` : T extends readonly (infer E)[] ? Json<E>[]',
    '  : T extends object ? { [K in keyof T]: Json<T[K]> } : T;',
    ...typed.map(
      ({ type, from, json }, at) => `export const typed${at}: Json<import('${from}').${type}> = ${json};`,
    ),
  ].join('\n');
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(program, text);
    const compiler = file('node_modules/typescript7/bin/tsc');
    execFileSync(process.execPath, [compiler, ...options, '--moduleResolution', 'bundler', program]);
    return '';
  } catch (error) {
    return String(Object(error).stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
