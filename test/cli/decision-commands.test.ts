import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { idOf } from '../support/companies.ts';
import { readCsv } from '../support/strict-csv.ts';
import { workbook } from '../support/workbooks.ts';
import { readWorkbook } from '../support/written-workbook.ts';
import { enter } from './command-line.ts';
import { CommandSuite } from './command-suite.ts';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await CommandSuite.start();
});
afterAll(() => suite.end());
beforeEach(() => suite.newAccount());

const at = (name: string) => path.join(suite.folder, name);
const rowsIn = async (sourceId: string, status: string) =>
  (await suite.json('source', 'review', sourceId, '--status', status)).rows;

describe('deciding about rows', () => {
  it('chooses a company that was no candidate, reopens the row, and settles it again free of charge', async () => {
    const sourceId = await suite.resolvedSource();
    const decide = (...rest: string[]) =>
      suite.run(['source', 'decide', sourceId, '4', ...rest, '--max-credits', '1']);
    const chosen = await decide('--company', idOf(1), '--why', '電話で確認');
    expect(chosen).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(idOf(1)) });
    expect(chosen.stderr).toContain('1 row to change.');
    expect(await suite.balance()).toBe(97);
    expect(await rowsIn(sourceId, 'not_found')).toEqual([]);
    await decide('--reopen');
    expect(await rowsIn(sourceId, 'not_found')).toHaveLength(1);
    await decide('--company', idOf(1));
    expect(await suite.balance()).toBe(97);
    const { stdout } = await suite.run(['source', 'history', sourceId]);
    expect(stdout).toMatch(/choose[\s\S]*reopen[\s\S]*choose/);
    expect(stdout).toContain('電話で確認');
  });

  it('selects a company again after the row was reopened, free of charge', async () => {
    const sourceId = await suite.resolvedSource();
    const select = () => suite.run(['source', 'select', sourceId, '２', idOf(3), '--max-credits', '1']);
    await select();
    expect((await select()).stderr).toContain('already done by the same command');
    await suite.run(['source', 'decide', sourceId, '2', '--reopen']);
    expect((await select()).stderr).toContain('Charged 0 basic credits; 97 remaining.');
    expect(await rowsIn(sourceId, 'matched')).toContainEqual(
      expect.objectContaining({ row_number: 2, company_id: idOf(3) }),
    );
    expect((await select()).stderr).toContain('already done by the same command');
  });

  it('pays nothing without agreement, and names what is wrong with a decision', async () => {
    const sourceId = await suite.resolvedSource();
    const decide = (...rest: string[]) => suite.run(['source', 'decide', sourceId, ...rest]);
    expect(await decide('4', '--company', idOf(1))).toMatchObject({ exitCode: 6 });
    for (const actions of [[], ['--none', '--not-a-company']])
      expect(await decide('4', ...actions)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('Give exactly one of --company, --none'),
      });
    expect(await decide('99', '--none')).toMatchObject({ exitCode: 3 });
    expect(await decide('1', '--company', idOf(2), '--max-credits', '1')).toMatchObject({
      exitCode: 9,
    });
    expect(await suite.balance()).toBe(98);
  });

  it.each(['candidates.csv', 'candidates.xlsx'])(
    'takes the choices back that were made in %s',
    async (name) => {
      const sourceId = await suite.resolvedSource();
      const file = path.join(suite.folder, name);
      const out = await suite.run(['source', 'candidates', sourceId, '--out', file]);
      expect(out).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(`Written to ${file}`) });
      const lines = name.endsWith('.csv')
        ? readCsv(readFileSync(file, 'utf8'))
        : (await readWorkbook(readFileSync(file))).lines;
      const [headers = [], ...rest] = lines;
      const [company, choice] = ['cd_candidate_company_id', 'cd_choice'].map((header) =>
        headers.indexOf(header),
      );
      const chosen = rest.map((cells) =>
        cells.map((cell, place) => (place === choice && cells[company ?? -1] === idOf(3) ? 'x' : cell)),
      );
      if (name.endsWith('.csv'))
        writeFileSync(
          file,
          [headers, ...chosen]
            .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
            .join('\r\n'),
        );
      else {
        const numbered = Object.fromEntries([headers, ...chosen].map((cells, at) => [at + 1, cells]));
        writeFileSync(file, workbook([{ name: 'choices', lines: numbered }]));
      }
      const send = (...flags: string[]) => suite.run(['source', 'choices', sourceId, file, ...flags]);
      const wrong = name.endsWith('.csv') ? ['--encoding', 'utf-16le'] : ['--sheet', 'nonsense'];
      expect(await send(...wrong)).toMatchObject({ exitCode: 2 });
      expect(await send()).toMatchObject({ exitCode: 6 });
      expect(await send('--max-credits', '1')).toMatchObject({
        exitCode: 0,
        stdout: expect.stringMatching(/changed +1\n/),
      });
      expect(await rowsIn(sourceId, 'matched')).toContainEqual(
        expect.objectContaining({ company_id: idOf(3) }),
      );
      expect(await suite.balance()).toBe(97);
    },
  );

  it('shows why rows are open, and accepts all rows with one reason', async () => {
    const file = suite.writeCsv('会社名,法人番号\r\n株式会社孤立電機,12345\r\n株式会社同名商事,\r\n');
    const { source } = await suite.json('source', 'import', file, '--detected');
    const mapped = ['--name-column', '会社名', '--number-column', '法人番号'];
    await suite.run(['source', 'map', source.source_id, ...mapped]);
    await suite.run(['source', 'resolve', source.source_id, '--max-credits', '5']);
    const { stdout } = await suite.run(['source', 'reasons', source.source_id]);
    expect(stdout).toContain('faulty_value_one_company');
    expect(stdout).toContain('To accept them for 1 credit: company-data source accept');
    const accept = (reason: string) =>
      suite.run(['source', 'accept', source.source_id, reason, '--max-credits', '5']);
    expect(await accept('nonsense')).toMatchObject({ exitCode: 3 });
    expect(await accept('several_companies')).toMatchObject({
      exitCode: 9,
      stderr: expect.stringContaining('Rows with these reasons can: faulty_value_one_company.'),
    });
    expect(await accept('faulty_value_one_company')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Accepted 1 row.'),
    });
    expect(await rowsIn(source.source_id, 'matched')).toHaveLength(1);
    expect(await suite.balance()).toBe(99);
  });

  it('does not replace what another person decided while the row was on the screen', async () => {
    const rows = '株式会社同名商事\r\n架空の誰か株式会社\r\n';
    const file = suite.writeCsv(`会社名\r\n${rows}`);
    const { source } = await suite.json('source', 'import', file, '--detected');
    const id = source.source_id;
    await suite.run(['source', 'resolve', id, '--max-credits', '5']);
    let isFirst = true;
    const { stderr, exitCode } = await suite.run(['source', 'review', id, '--max-credits', '1'], {
      person: [
        ['1–2, n, x, /name, r, s, q:', `1${enter}`],
        ['No row', ''],
      ],
      fetch: async (...call) => {
        const isDecision = new Request(...call).url.endsWith('/decisions');
        if (isDecision && isFirst) {
          isFirst = false;
          await suite.run(['source', 'decide', id, '1', '--none']);
        }
        return await fetch(...call);
      },
    });
    expect(stderr).toContain('its decision is now none_of_these');
    expect(exitCode).toBe(0);
    expect(await suite.balance()).toBe(100);
    expect(await rowsIn(id, 'not_found')).toMatchObject([{ decision: 'none_of_these' }, {}]);
  });

  it('decides for all rows with the same name, and skips rows for everybody', async () => {
    const rows = '株式会社同名商事,京都府\r\n㈱同名商事,\r\n株式会社同名商事,大阪府\r\n';
    const file = suite.writeCsv(`会社名,都道府県\r\n${rows}`);
    const { source } = await suite.json('source', 'import', file, '--detected');
    const id = source.source_id;
    await suite.run(['source', 'resolve', id, '--max-credits', '5']);
    await suite.run(['source', 'decide', id, '1', '--skip', '--max-credits', '0']);
    const states = async () =>
      (await suite.json('source', 'review', id, '--status', 'multiple_candidates')).rows.map(
        ({ row_number, skipped }: Record<string, unknown>) => [row_number, skipped !== null],
      );
    expect(await states()).toEqual([
      [1, true],
      [2, false],
    ]);
    const { exitCode, stderr } = await suite.run(['source', 'review', id, '--max-credits', '2'], {
      person: [
        ['1–2, n, x, /name, m, r, s, q:', `m${enter}`],
        ['The next decision is for up to 2 rows with the same name', ''],
        ['1–2, n, x, /name, m, r, s, q:', `1${enter}`],
        ['1–2, n, x, /name, r, u, s, q:', `q${enter}`],
      ],
    });
    expect(stderr).toContain('Settled 1 row; ');
    expect(stderr).toContain('Left open, because something in them contradicts: 1 row with the same name.');
    expect(exitCode).toBe(4);
    expect(await states()).toEqual([[1, true]]);
    const flags = ['1', '--none', '--same', '--same-name'];
    expect(await suite.run(['source', 'decide', id, ...flags])).toMatchObject({ exitCode: 2 });
  });

  it('decides for all rows that say the same, and exports the history and the remembered choices', async () => {
    const rows = '架空自動車株式会社\r\n株式会社同名商事\r\n株式会社同名商事\r\n';
    const { source } = await suite.json(
      'source',
      'import',
      suite.writeCsv(`会社名\r\n${rows}`),
      '--detected',
    );
    const id = source.source_id;
    await suite.run(['source', 'resolve', id, '--max-credits', '5']);
    const decide = (...flags: string[]) => suite.run(['source', 'decide', id, ...flags]);
    expect(await decide('2', '--company', idOf(2), '--same')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringMatching(
        /2 rows to change, of which 1 says?.*\nerror: The decision costs 2 basic credits/,
      ),
    });
    const chosen = ['2', '--company', idOf(2), '--same', '--remember', 'always', '--why', '電話で確認'];
    expect(await decide(...chosen, '--max-credits', '2')).toMatchObject({ exitCode: 0 });
    expect(await decide('2', '--reopen')).toMatchObject({ exitCode: 0 });
    expect(await suite.run(['source', 'history', id, '--out', at('history.csv')])).toMatchObject({
      exitCode: 0,
    });
    expect(readFileSync(at('history.csv')).toString()).toContain('電話で確認');

    const { items } = await suite.json('choices', 'list');
    for (const { choice_id } of items) {
      const edited = await suite.json('choices', 'edit', choice_id, '--no-always', '--note', '確認済み');
      expect(edited.choice).toMatchObject({ always: false, note: '確認済み' });
    }
    expect(await suite.run(['choices', 'export', '--out', at('choices.csv')])).toMatchObject({
      exitCode: 0,
    });
    for (const { choice_id } of items)
      expect(await suite.run(['choices', 'delete', choice_id, '--yes'])).toMatchObject({ exitCode: 0 });
  });
});

describe('a remembered choice', () => {
  it('shows the rows that it settled, and reopens them when it is corrected or forgotten', async () => {
    const settled = async () => {
      const { source } = await suite.json(
        'source',
        'import',
        suite.writeCsv('会社名\r\n株式会社同名商事\r\n'),
        '--detected',
        '--new',
      );
      await suite.run(['source', 'resolve', source.source_id, '--max-credits', '5']);
      return source.source_id;
    };
    const statusOf = async (id: string) =>
      (await suite.json('source', 'review', id, '--list')).review.statuses;
    const first = await settled();
    const always = ['--company', idOf(3), '--remember', 'always', '--max-credits', '1'];
    expect(await suite.run(['source', 'decide', first, '1', ...always])).toMatchObject({ exitCode: 0 });
    const id = await settled();
    expect(await statusOf(id)).toMatchObject({ matched: 1 });
    const { items } = await suite.json('choices', 'list', '--always');
    const choice = items[0].choice_id;
    const rows = await suite.run(['choices', 'rows', choice]);
    expect(rows.stdout).toContain(`${id}`);
    expect(rows.stdout).toContain('株式会社同名商事');
    // Switched off, and on again by the file.
    const file = at('choices.csv');
    expect(await suite.run(['choices', 'export', '--out', file])).toMatchObject({ exitCode: 0 });
    expect((await suite.json('choices', 'edit', choice, '--no-enabled')).choice.enabled).toBe(false);
    expect((await suite.run(['choices', 'list'])).stdout).toMatch(/off +1/);
    const trial = await suite.run(['choices', 'import', file, '--dry-run']);
    expect(trial).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/changed +1/) });
    expect((await suite.json('choices', 'import', file)).imported).toMatchObject({ added: 0, changed: 1 });
    expect((await suite.run(['choices', 'list'])).stdout).toMatch(/always +1/);
    const refused = await suite.run(['choices', 'import', suite.writeCsv('name,company_id\n架空,x\n')]);
    expect(refused.exitCode).not.toBe(0);
    expect(refused.stderr).toContain('line 2, company_id');
    const edited = await suite.run(['choices', 'edit', choice, '--company', idOf(4)]);
    expect(edited.stderr).toContain(`company-data choices edit ${choice} --reopen`);
    expect(edited.stderr).toContain('any more: 1. Reopened: 0.');
    expect(await statusOf(id)).toMatchObject({ matched: 1 });
    const reopened = await suite.run(['choices', 'edit', choice, '--reopen']);
    expect(reopened.stderr).toContain('Reopened: 1.');
    expect(await statusOf(id)).toMatchObject({ matched: 0, multiple_candidates: 1 });
    const other = await settled();
    const deleted = await suite.run(['choices', 'delete', choice, '--reopen', '--yes']);
    expect(deleted.stderr).toContain('Reopened: 1.');
    expect(await statusOf(other)).toMatchObject({ matched: 0, multiple_candidates: 1 });
  });
});

describe('undoing a call', () => {
  const states = async (sourceId: string) =>
    (await suite.json('source', 'review', sourceId, '--list')).review.statuses;
  const undo = (sourceId: string, ...flags: string[]) => suite.run(['source', 'undo', sourceId, ...flags]);

  it('shows what the last call decided, and undoes it for all of its rows', async () => {
    const id = await suite.resolvedSource();
    const before = await states(id);
    expect(await undo(id)).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('Nobody has decided about rows of this source.'),
    });
    const decided = await suite.run([
      ...['source', 'decide', id, '2', '4', '--company', idOf(3), '--max-credits', '2', '--why', '電話'],
    ]);
    expect(decided.stderr).toMatch(new RegExp(`company-data source undo ${id} --batch [0-9a-f-]{36}\n`));
    const after = await states(id);
    const dry = await undo(id, '--dry-run');
    expect(dry).toMatchObject({ exitCode: 0, stdout: '2 rows to undo.\n' });
    expect(dry.stderr).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC, by .+: decisions \(電話\)\.\n/);
    expect(await states(id)).toEqual(after);
    expect(await undo(id, '--why', '取り違え')).toMatchObject({ exitCode: 0, stdout: 'Undone: 2 rows.\n' });
    expect(await states(id)).toEqual(before);
    expect(await suite.balance()).toBe(96);
    // The last call is now the undoing.
    expect(await undo(id)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('is a call that only reopened rows'),
    });
  });

  it('undoes a named call once, and leaves rows that were decided again', async () => {
    const id = await suite.resolvedSource();
    await suite.run(['source', 'decide', id, '2', '4', '--none']);
    const [{ batch_id: batch }] = (await suite.json('source', 'history', id)).items;
    await suite.run(['source', 'decide', id, '2', '--company', idOf(3), '--max-credits', '1']);
    const first = await undo(id, '--batch', batch);
    expect(first.stdout).toBe('Undone: 1 row. Left as they are: 1 row decided again since.\n');
    const again = await undo(id, '--batch', batch);
    expect(again).toMatchObject({ exitCode: 0, stdout: first.stdout });
    expect(again.stderr).toContain('already undone by the same command');
    const { items } = await suite.json('source', 'history', id, '--batch', batch);
    expect(items).toHaveLength(2);
    expect(await undo(id, '--batch', '01a1feb2-7c1e-7e4a-9d8e-1f0a3b5c7d9e')).toMatchObject({ exitCode: 3 });
    expect(await undo(id, '--batch', 'nonsense')).toMatchObject({ exitCode: 2 });
  });

  it('asks on a terminal', async () => {
    const id = await suite.resolvedSource();
    await suite.run(['source', 'decide', id, '4', '--none']);
    const before = await states(id);
    const answer = (typed: string) =>
      suite.run(['source', 'undo', id], { person: [['Undo it?', `${typed}\r`]] });
    expect(await answer('n')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Not undone.') });
    expect((await suite.json('source', 'history', id)).items).toHaveLength(1);
    expect(await answer('y')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Undone: 1 row.'),
    });
    expect((await suite.json('source', 'history', id)).items).toHaveLength(2);
    expect(await states(id)).toEqual(before);
  });
});
