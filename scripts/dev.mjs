// `npm run dev`: the service of `npm start`, restarted whenever a source file changes. The stack keeps running.
// Arguments that begin with --inspect go to node, the others to the program of `npm start`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import path from 'node:path';
import { handleStopSignals } from '../engine/processes/on-stop.mjs';
import { projectRoot } from './bootstrap.mjs';
import { build, buildOrExit, openBuiltStack, sourceFolders } from './build.mjs';
import { startGuard } from './start-guard.mjs';

/** An editor may write several files, or one file several times. */
const settleMs = 100;
const args = process.argv.slice(2);
const toNode = args.filter((arg) => arg.startsWith('--inspect'));
const heap = args.includes('--heap') ? args[args.indexOf('--heap') + 1] : undefined;
const toService = args.filter((arg) => !arg.startsWith('--inspect'));
let service;
let timer;
let work = Promise.resolve();
let stopping = false;

startGuard('start');
await buildOrExit();
const stack = await openBuiltStack({ purpose: 'start', ...(heap && { heap }) });
if (!stack) process.exit(1);
handleStopSignals(() => end(0));
void stack.ended.then((sentence) => {
  console.error(sentence);
  return end(1);
});
for (const folder of sourceFolders)
  watch(path.join(projectRoot, folder), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(restart);
    }, settleMs);
  });
startService();

function startService() {
  service = spawn(
    process.execPath,
    [...toNode, '--enable-source-maps', path.join(projectRoot, 'dist', 'start.js'), ...toService],
    {
      cwd: projectRoot,
      stdio: 'inherit',
      env: { ...process.env, DATABASE_URL: stack.databaseUrl, ELASTICSEARCH_URL: stack.elasticsearchUrl },
    },
  );
  service.on('exit', () => {
    if (!stopping) console.error('The service has stopped. The next change restarts it.');
  });
}

async function stopService() {
  service.removeAllListeners('exit');
  if (service.exitCode !== null || service.signalCode !== null) return;
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  await ended;
}

async function restart() {
  if (stopping || !(await built())) return;
  console.error('Restarting …');
  await stopService();
  if (!stopping) startService();
}

/** Whether there is a new build. Without one, the running service stays. */
async function built() {
  try {
    return await build();
  } catch {
    console.error('The build failed: see the lines above. The previous build keeps running.');
    return false;
  }
}

async function end(code) {
  stopping = true;
  await stopService();
  await stack.close();
  process.exit(code);
}
