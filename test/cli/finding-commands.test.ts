import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { idOf } from '../support/companies.ts';

import { CommandSuite } from './command-suite.ts';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await CommandSuite.start();
});
afterAll(() => suite.end());
beforeEach(() => suite.newAccount());

/** The commands of a person who looks for one company. */
describe('finding companies', () => {
  it('shows results as a table, the total with its certainty, and warnings', async () => {
    const { exitCode, stdout, stderr } = await suite.run(['search', '--prefecture', '東京都', '--has-jobs']);
    expect(exitCode).toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toContain('0 companies in total (exact).');
    expect(stderr).toMatch(/warning: .*\(jobs_no_data\)/);
  });

  it('prints only the answer for programs', async () => {
    const answer = await suite.json('search', '架空自動車');
    expect(answer).toMatchObject({ ok: true, object: 'company_search', meta: { returned_companies: 1 } });
  });

  it('says what to do on the command line instead of over HTTP', async () => {
    const { exitCode, stdout, stderr } = await suite.run(['list', 'show', 'nothing', '--json']);
    expect(exitCode).toBe(3);
    expect(stderr).toContain('Use a list_id from `company-data list list`.');
    expect(JSON.parse(stdout)).toMatchObject({ error: { recovery: 'Use a list_id from GET /lists.' } });
  });

  it('reads all pages', async () => {
    const { stdout } = await suite.run([
      'search',
      '--limit',
      '1',
      '--prefecture',
      '東京都',
      '--all',
      '--json',
    ]);
    const pages = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const ids = pages.flatMap(({ companies }) =>
      companies.map(({ company }: { company: { company_id: string } }) => company.company_id),
    );
    expect(ids.sort()).toEqual([idOf(1), idOf(2), idOf(4)].sort());
  });

  it.each([
    ['9203', 0, /Identifier type: securities_code/],
    ['株式会社同名商事', 4, /Several companies/],
    ['無い会社', 3, /No company was found/],
    ['1234567890124', 3, /identifier_check_digit_invalid/],
  ])('resolves %s with exit code %i', async (identifier, exitCode, said) => {
    const result = await suite.run(['resolve', identifier]);
    expect(result).toMatchObject({ exitCode, stderr: expect.stringMatching(said) });
  });

  it('resolves a name with hints, which are not for a file or an identifier', async () => {
    const asked = ['resolve', '株式会社同名商事', '--prefecture', '大阪府'];
    const { data } = await suite.json(...asked);
    expect(data).toMatchObject({ status: 'resolved', assurance: 'name_and_place' });
    expect(data.candidates[0]).toMatchObject({ prefecture: '大阪府' });
    const file = await suite.run(['resolve', '--file', 'rows.csv', '--city', '大阪市北区']);
    expect(file).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('company-data match') });
    const code = await suite.run(['resolve', '9203', '--city', '大阪市北区']);
    expect(code.exitCode).not.toBe(0);
    expect(code.stderr).toContain('hints');
  });

  it('resolves a file, and adds the outcome to each row', async () => {
    const out = path.join(suite.folder, 'resolved.csv');
    const file = suite.writeCsv(
      '番号,会社名\r\n1,株式会社孤立電機\r\n2,株式会社同名商事\r\n3,\r\n4,=株式会社無い\r\n',
    );
    const { exitCode, stderr } = await suite.run([
      'resolve',
      '--file',
      file,
      '--column',
      '会社名',
      '--out',
      out,
    ]);
    expect(exitCode).toBe(4);
    expect(stderr).toContain('resolved: 1, ambiguous: 1, blank: 1, not_found: 1');
    const [head, first, second, third, fourth] = readFileSync(out, 'utf8').split('\r\n');
    expect(head).toBe(
      '\ufeff番号,会社名,resolve_status,company_id,display_name,legal_name,superseded_by,assurance,set_aside,candidate_ids,suggestion_ids,remarks',
    );
    expect(first).toBe(
      `1,株式会社孤立電機,resolved,${idOf(4)},株式会社孤立電機,株式会社孤立電機,,name_in_whole_register,,,,`,
    );
    expect(second).toMatch(new RegExp(`ambiguous.*(${idOf(2)}; ${idOf(3)}|${idOf(3)}; ${idOf(2)})`));
    expect(third).toBe('3,,blank,,,,,,,,,');
    expect(fourth).toMatch(/^4,'=株式会社無い,not_found,/);
    expect(stderr).toContain('1 cell would run as a formula and was disarmed by an apostrophe');
  });

  it.each([
    ['nobody that is known', '会社名\n無い会社一\n無い会社二\n', 3, 'none of 2 rows has one'],
    ['a cover', '取引先一覧,営業部\n,\n', 3, 'The table has no rows'],
    ['empty cells', '会社名,番号\n,1\n-,2\n', 3, 'none of 2 rows has one'],
    ['faulty numbers', '法人番号\n1180301018770\n', 3, 'none of 1 row has one'],
  ])('of a file with %s does not end as if it were done', async (_, text, exitCode, said) => {
    const file = suite.writeCsv(text);
    const [column = ''] = text.split(/[,\n]/);
    const type = column === '法人番号' ? ['--type', 'corporate_number'] : [];
    const run = await suite.run(['resolve', '--file', file, '--column', column, ...type]);
    expect(run).toMatchObject({ exitCode, stderr: expect.stringContaining(said) });
  });

  it('says everything once, and keeps in a file what was set aside', async () => {
    const name = '株式会社孤立電機 大阪支店 他2社';
    const { stderr } = await suite.run(['resolve', name]);
    expect(stderr).toContain('大阪支店 (branch), 他2社 (and others)');
    expect(stderr.split('The text names several companies')).toHaveLength(2);
    const out = path.join(suite.folder, 'aside.csv');
    const file = suite.writeCsv(`会社名\r\n${name}\r\n`);
    await suite.run(['resolve', '--file', file, '--column', '会社名', '--out', out]);
    const [headers = [], cells = []] = parse(readFileSync(out), { bom: true }) as string[][];
    expect(cells[headers.indexOf('set_aside')]).toBe('大阪支店 / 他2社');
  });

  it('resolves a file without changing its cells on request, line breaks included', async () => {
    const out = path.join(suite.folder, 'kept.csv');
    const rows = '番号,会社名\n"1\r2",=無い会社\n"a\nb",-1\n';
    const file = suite.writeCsv(rows);
    const flags = ['--column', '会社名', '--out', out, '--no-bom', '--newline', 'lf', '--keep-formulas'];
    const { stderr } = await suite.run(['resolve', '--file', file, ...flags]);
    expect(stderr).not.toContain('formula');
    const records: string[][] = parse(readFileSync(out), { record_delimiter: '\n' });
    expect(records.map((record) => record.slice(0, 2))).toEqual([
      ['番号', '会社名'],
      ['1\r2', '=無い会社'],
      ['a\nb', '-1'],
    ]);
    // The result has headers that the next one must not repeat.
    const again = path.join(suite.folder, 'again.csv');
    await suite.run(['resolve', '--file', out, '--column', '会社名', '--out', again]);
    const [headers = []] = parse(readFileSync(again), { bom: true }) as string[][];
    expect(headers.slice(2, 4)).toEqual(['resolve_status', 'company_id']);
    expect(headers.slice(12, 14)).toEqual(['cd_resolve_status', 'cd_company_id']);
    expect(new Set(headers).size).toBe(headers.length);
  });

  it('shows a company with the source of each value', async () => {
    const { stdout } = await suite.run(['company', idOf(1)]);
    expect(stdout).toMatch(/employees +1200 +company_website/);
  });
});

describe('a failure', () => {
  it('names the invalid fields, the recovery and the request', async () => {
    const { exitCode, stderr } = await suite.run(['search', '--min-employees', '9', '--max-employees', '3']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('filters.max_employees must be at least min_employees');
    expect(stderr).toMatch(/\(code invalid_request, request id [\w-]+\)/);
  });

  it('is the unchanged answer of the service with --json', async () => {
    const { stdout, exitCode } = await suite.run(['company', 'cn_nothing', '--json']);
    expect(exitCode).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'company_not_found' } });
  });

  it.each([
    ['an unknown flag', ['search', '--wrong'], {}, 2],
    ['an unknown command', ['nothing'], {}, 2],
    ['a file that does not exist', ['source', 'import', '/nothing.csv'], {}, 2],
    ['a wrong key', ['usage'], { COMPANY_DATA_API_KEY: 'cds_wrong' }, 5],
    ['no key', ['usage'], { COMPANY_DATA_API_KEY: undefined }, 5],
    ['a service that does not run', ['usage'], { COMPANY_DATA_URL: 'http://127.0.0.1:9' }, 8],
  ] as const)('has its exit code: %s', async (_, args, env, exitCode) => {
    expect(await suite.run(args, { env })).toMatchObject({ exitCode });
  });

  it('of the rate limit causes a wait, or exit code 7 if the wait would be too long', async () => {
    suite.account = await suite.service.service.createAccount({ overrides: { search_per_minute: 1 } });
    const waits: number[] = [];
    const first = await suite.run(['search', '架空'], { slept: (ms) => waits.push(ms) });
    expect(first.exitCode).toBe(0);
    const second = await suite.run(['search', '架空', '--max-wait', '0']);
    expect(second).toMatchObject({
      exitCode: 7,
      stderr: expect.stringContaining('The service asks to wait'),
    });
  });
});

describe('API keys', () => {
  it('are created, listed with limit and spending, and revoked', async () => {
    const purpose = ['--purpose', 'reconciliation'];
    const created = await suite.run([
      'key',
      'create',
      ...purpose,
      '--max-credits',
      '5',
      '--label',
      'OpenRefine',
    ]);
    expect(created.stdout).toMatch(/^cds_\S+\n$/);
    const listed = await suite.run(['key', 'list', '--limit', '1']);
    expect(listed.stdout).toMatch(/reconciliation +5 +0 .*OpenRefine/);
    expect(listed.stdout).toMatch(/created +last used/i);
    const { items } = await suite.json('key', 'list', '--limit', '1');
    const revoked = await suite.run(['key', 'revoke', items[0].key_id]);
    // Another key can have the same label.
    expect(revoked.stderr).toContain(
      `Revoked ${items[0].key_start}… ("OpenRefine", created ${items[0].created_at}, last used never) at `,
    );
    const unlimited = await suite.run(['key', 'create', ...purpose]);
    expect([unlimited.exitCode, unlimited.stderr]).toEqual([2, expect.stringContaining('max_credits')]);
    const unknown = await suite.run(['key', 'revoke', 'x']);
    expect([unknown.exitCode, unknown.stderr]).toEqual([3, expect.stringContaining('company-data key list')]);
  });
});
