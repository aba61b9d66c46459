// Builds what changed, then runs a program of dist/ in this process, so that arguments and signals reach it directly.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from './bootstrap.mjs';
import { buildOrExit } from './build.mjs';
import { followNpm } from './follow-npm.mjs';
import { guarded } from './guarded.mjs';

/** @param purpose of the stack that the program starts, if it starts one */
export async function runBuilt(program, purpose) {
  if (purpose === undefined) followNpm();
  else guarded(purpose);
  await buildOrExit();
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(path.join(projectRoot, 'dist', `${program}.js`)).href);
}
