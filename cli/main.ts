#!/usr/bin/env node
import { setTimeout as wait } from 'node:timers/promises';
import { exitCodes, Interrupted } from './failure.ts';
import { runCompanyData } from './program.ts';

/** The program of the command-line client. */

const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
process.once('SIGTERM', () => interruption.abort());
// A reader such as `head` closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`error: cannot write to stdout: ${error.message}.\n`);
  process.exit(exitCodes.unexpected);
});

process.exitCode = await runCompanyData(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  signal: interruption.signal,
  fetch,
  now: () => new Date(),
  async sleep(milliseconds) {
    await wait(milliseconds, undefined, { signal: interruption.signal }).catch(() => {
      throw new Interrupted();
    });
  },
});
