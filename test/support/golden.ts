import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@jest/globals';

const folder = path.join(process.cwd(), 'test', 'golden', 'files');

/**
 * Compares with the kept answer. A missing file fails the test; `UPDATE_GOLDEN=1` writes it, and the change is reviewed
 * like code.
 */
export function expectGolden(name: string, value: unknown): void {
  const file = path.join(folder, `${name}.json`);
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (process.env.UPDATE_GOLDEN === '1') {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  }
  if (!existsSync(file)) throw new Error(`no golden file ${name}: run with UPDATE_GOLDEN=1 and review it`);
  expect(JSON.parse(text)).toEqual(JSON.parse(readFileSync(file, 'utf8')));
}
