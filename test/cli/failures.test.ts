import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiFailure } from '../../cli/api-failure.ts';
import { checkPlace, writeWhole } from '../../cli/output/output-file.ts';
import { ApiError } from '../../client/index.ts';
import { projectFolder } from '../../engine/project-folder.ts';
import { type ErrorCode, errorCatalogue } from '../../src/contract/errors.ts';
import { run } from './command-line.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cli-failures-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const env = { COMPANY_DATA_URL: 'http://127.0.0.1:9', COMPANY_DATA_API_KEY: 'cds_0123456789abcdef' };

/** Runs a command whose every request has this answer. */
const answeredWith = (body: string | null, status: number, type = 'text/html') =>
  run(['company', 'cn_1180301018771'], {
    env,
    fetch: async () => new Response(body, { status, headers: { 'Content-Type': type } }),
  });

describe('a failure of the service', () => {
  const recoveryOf = (code: ErrorCode) => {
    const { status, message, recovery } = errorCatalogue[code];
    return new ApiFailure(new ApiError(status, { ok: false, error: { code, message, recovery } })).recovery;
  };
  // The command line never leaves out what these codes require.
  const neverMet = [
    'execute_required',
    'idempotency_key_required',
    'max_credits_required',
    'account_scope_conflict',
  ];
  const codes = (Object.keys(errorCatalogue) as ErrorCode[]).filter((code) => !neverMet.includes(code));

  it.each(codes)('is reported with what to do on the command line: %s', (code) => {
    expect(recoveryOf(code)).toMatch(/\S/);
    expect(recoveryOf(code)).not.toMatch(
      /error\.details|maxCredits|Idempotency-Key|Content-Type|Retry-After|\bAllow\b|\bAccept\b|\bGET |\bPOST |\brequest\b|semantic_tag|max_employees/,
    );
  });

  it('names the rows and columns of a table as a person counts them, and does not repeat itself', () => {
    const failure = (message: string, details: object[]) =>
      new ApiFailure(new ApiError(413, { error: { code: 'payload_too_large', message, details } }));
    const large = failure('rows[0].memo has more than 10000 characters.', [
      { field: 'rows[0].memo', message: 'has more than 10000 characters' },
    ]);
    expect(large.message).toBe('row 1 memo has more than 10000 characters.');
    expect(large.details).toEqual([]);
    const doubled = failure('Two columns have the same header.', [
      { field: 'headers[1]', message: 'is the same as headers[0]' },
    ]);
    expect(doubled.details).toEqual(['column 2 is the same as column 1']);
  });

  it('says how many invalid fields it does not list', () => {
    const error = { code: 'invalid_request', message: 'No.', details: [{ field: 'a', message: 'is bad' }] };
    const long = new ApiFailure(new ApiError(400, { error: { ...error, details_omitted: 900 } }));
    expect(long.details).toEqual(['a is bad', 'and 900 more']);
  });
});

describe('an address where something else answers', () => {
  it.each([
    ['a page', '<html>hello</html>', 200],
    ['nothing', null, 204],
    ['a page that does not exist', '<html>no</html>', 404],
    ['a redirect to another address', '', 302],
  ])(
    'is reported as unavailable, not as an unknown company, and points to the address: %s',
    async (_, body, status) => {
      const { exitCode, stderr } = await answeredWith(body, status);
      expect(exitCode).toBe(8);
      expect(stderr).toContain('company-data config');
      expect(stderr).not.toMatch(/^ +at /m);
    },
  );

  it('keeps the usual meaning of a status that any server may send', async () => {
    expect(await answeredWith('<html>', 401)).toMatchObject({ exitCode: 5 });
    expect(await answeredWith('<html>', 413)).toMatchObject({ exitCode: 9 });
    expect(await answeredWith('<html>', 500)).toMatchObject({ exitCode: 1 });
  });
});

describe('an output file', () => {
  it.each([
    ['in a folder that does not exist', () => path.join(folder, 'none', 'x.csv')],
    ['that is a folder', () => folder],
    ['that is a device', () => '/dev/null'],
  ])('is refused before any request: %s', async (_, place) => {
    let requests = 0;
    const { exitCode, stderr } = await run(['source', 'export', '0190', '--out', place()], {
      env,
      fetch: async () => {
        requests += 1;
        return new Response('a\n');
      },
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`${place()} cannot be written`);
    expect(requests).toBe(0);
  });

  it('keeps its old content until the new content is complete', async () => {
    const file = path.join(folder, 'rows.csv');
    writeFileSync(file, 'old');
    checkPlace(file);
    await expect(
      writeWhole(file, async (part) => {
        writeFileSync(part, 'half');
        throw new Error('broke off');
      }),
    ).rejects.toThrow('broke off');
    expect(readFileSync(file, 'utf8')).toBe('old');
    await writeWhole(file, async (part) => writeFileSync(part, 'new'));
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['rows.csv']);
  });

  it('is not written if the download is interrupted', async () => {
    const file = path.join(folder, 'rows.csv');
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('half'));
      },
      pull(controller) {
        controller.error(new Error('terminated'));
      },
    });
    const { exitCode, stderr } = await run(['source', 'export', '0190', '--out', file], {
      env,
      fetch: async (request) =>
        new Request(request).url.includes('/export')
          ? new Response(broken, { headers: { 'Content-Type': 'text/csv' } })
          : Response.json({ ok: true, source: { reading: null } }),
    });
    expect(exitCode).toBe(8);
    expect(stderr).toContain('The download was interrupted');
    expect(readFileSync(file, 'utf8')).toBe('new');
  });
});

describe('the program', () => {
  const program = path.join(projectFolder, 'dist', 'company-data.js');
  const shell = (command: string) => spawnSync('bash', ['-c', command, program], { encoding: 'utf8' });

  it('succeeds when its reader stops reading', () => {
    const { status, stdout, stderr } = shell('set -o pipefail; node "$0" completion bash | head -n 1');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe('_company_data_commands() {\n');
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('reports that stdout cannot be written', () => {
    const { status, stderr } = shell('node "$0" completion bash > /dev/full');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: cannot write to stdout: ENOSPC.*\n$/);
  });
});
