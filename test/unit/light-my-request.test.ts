import { execFile } from 'node:child_process';
import type { RequestListener } from 'node:http';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import express from 'express';
import inject from 'light-my-request';
import { projectFolder } from '../../engine/project-folder.ts';

/**
 * Why assistants do not call the application with `light-my-request` (docs/decisions/0045-short-ways.md). If one of these fails
 * with a new version, compare again whether it can replace `src/http/own-listener.ts`.
 *
 * express gives each request and response the prototypes of the application, so that methods of the package's own are lost.
 */

const text = 'an answer';

/** Keeps the methods of the package on the request and response themselves: not documented, but then express can serve them. */
function keepMethods(listener: RequestListener): RequestListener {
  return (request, response) => {
    Object.assign(request, { destroy: request.destroy });
    const { write, end, writeHead, destroy } = response;
    Object.assign(response, { write, end, writeHead, destroy });
    listener(request, response);
  };
}

it('loses the answer if it gets a listener that calls the application', async () => {
  const app = express().use((_request, response) => response.end(text));
  const listener: RequestListener = (request, response) => app(request, response);
  const answer = await inject(listener, { url: '/' });
  expect(answer.payload).toBe('');
});

it('counts every complete answer as one whose client has left', async () => {
  const finished: boolean[] = [];
  const app = express().use((_request, response) => {
    response.once('close', () => finished.push(response.writableFinished));
    response.end(text);
  });
  const answer = await inject(
    keepMethods((request, response) => app(request, response)),
    { url: '/' },
  );
  expect(answer.payload).toBe(text);
  expect(finished).toEqual([false]);
});

it('does not tell the application that a caller has left, if the body has been read', async () => {
  const leaving = new AbortController();
  const ends: string[] = [];
  const app = express().use(async (request, response) => {
    response.once('close', () => ends.push('closed'));
    for await (const _ of request);
    leaving.abort();
    await new Promise((resolve) => setTimeout(resolve, 50));
    ends.push('served');
    response.end(text);
  });
  const listener = keepMethods((request, response) => app(request, response));
  await inject(listener, { url: '/', method: 'POST', payload: 'a body', signal: leaving.signal });
  expect(ends[0]).toBe('served');
});

it('ends the process with the next request from the network if it gets the application itself', async () => {
  const program = `
    import { createServer } from 'node:http';
    import express from 'express';
    import inject from 'light-my-request';
    const app = express().use((_request, response) => response.end('an answer'));
    const server = createServer(app).listen(0, '127.0.0.1', async () => {
      const url = 'http://127.0.0.1:' + server.address().port;
      console.log(await (await fetch(url)).text());
      console.log((await inject(app, { url: '/' })).payload);
      console.log(await (await fetch(url)).text());
      process.exit();
    });`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: projectFolder,
  });
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: 'an answer\nan answer\n',
    stderr: expect.stringContaining('light-my-request'),
  });
});
