// `node scripts/run-built.mjs <program> [arguments]`: builds what changed, then runs a program of dist/ in this process, so
// that arguments and signals reach it directly.
import { buildOrExit, importBuilt } from './build.mjs';
import { followNpm } from './follow-npm.mjs';
import { startGuard } from './start-guard.mjs';

/** Programs that start a stack, and the purpose of that stack. */
const purposes = { start: 'start', stack: 'start', bench: 'bench', sizing: 'bench', weeks: 'bench' };

const [program] = process.argv.splice(2, 1);
if (program in purposes) startGuard(purposes[program]);
else followNpm();
await buildOrExit();
process.setSourceMapsEnabled(true);
await importBuilt(program);
