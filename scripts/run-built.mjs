// Runs a program of dist/ in this process, building first what changed: its arguments and signals are then simply ours.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from './bootstrap.mjs';
import { buildOrExit } from './build.mjs';
import { followNpm } from './follow-npm.mjs';
import { guarded } from './guarded.mjs';

/** @param purpose that of the stack which the program brings up, if it does */
export async function runBuilt(program, purpose) {
  if (purpose === undefined) followNpm();
  else guarded(purpose);
  await buildOrExit();
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(path.join(projectRoot, 'dist', `${program}.js`)).href);
}
