// Runs a program of dist/ in this process, building first what changed: its arguments and signals are then simply ours.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from './bootstrap.mjs';
import { buildOrExit } from './build.mjs';
import { followNpm } from './follow-npm.mjs';

export async function runBuilt(program) {
  followNpm();
  await buildOrExit();
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(path.join(projectRoot, 'dist', `${program}.js`)).href);
}
