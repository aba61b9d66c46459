import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { findDayInName } from '../../indexers/loading/files/day-in-name.ts';
import { takeLoadLock } from '../../indexers/loading/load-lock.ts';
import { loadFile } from '../../indexers/registers/index.ts';
import { generate } from '../../lab/fictional/writing.ts';
import { corporateNumber } from '../support/companies.ts';
import { type SuiteLoading, suiteLoading } from '../support/loading.ts';
import { ops as runHere } from '../support/operator.ts';

let suite: SuiteLoading;
beforeAll(async () => {
  suite = await suiteLoading();
});
beforeEach(() => suite.clear());
afterAll(() => suite.remove());

const ops = (...args: string[]) => runHere(['loads', ...args], { DATABASE_URL: suite.database.url });
async function loads(...args: string[]) {
  const { code, out, err } = await ops(...args, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out).loads;
}

/** A row of the register of corporate numbers, of this day. */
function row(number: number, updatedOn: string, name = `株式会社${number}`): string {
  const cells = [
    ...[
      '1',
      corporateNumber(number),
      '01',
      '0',
      updatedOn,
      '2015-10-05',
      name,
      '',
      '301',
      '東京都',
      '千代田区',
    ],
    ...[
      '一丁目',
      '',
      '13',
      '101',
      '1000001',
      '',
      '',
      '',
      '',
      '',
      '',
      '2015-10-05',
      '1',
      '',
      '',
      '',
      '',
      '',
      '0',
    ],
  ];
  return `${cells.join(',')}\n`;
}
const file = (name: string, content: string | Uint8Array) => suite.write(name, content);
const load = (kind: Parameters<typeof loadFile>[0], path: string, options = {}) =>
  loadFile(kind, {
    databaseUrl: suite.database.url,
    stateFolder: `${suite.folder}/state`,
    file: path,
    ...options,
  });

describe('the day of a file', () => {
  it('is in the name of a file of the register, or else the newest day of its rows', async () => {
    const content = row(1, '2026-08-19') + row(2, '2026-08-20') + row(3, '2026-02-31');
    await load('nta-diff', file('diff_20260821.csv', content));
    await load('nta', file('00_zenkoku_sample.csv', content));
    expect(await loads()).toMatchObject([
      { register: 'nta', file: '00_zenkoku_sample.csv', day: '2026-08-20' },
      { register: 'nta-diff', file: 'diff_20260821.csv', day: '2026-08-21' },
    ]);
  });

  it('is the day of the list for EDINET and the exchange', async () => {
    const edinet = [
      'ダウンロード実行日,2025年12月24日現在,件数,1件',
      ...[
        'ＥＤＩＮＥＴコード,提出者種別,上場区分,連結の有無,資本金,決算日,提出者名,提出者名（英字）,提出者名（ヨミ）,' +
          '所在地,提出者業種,証券コード,提出者法人番号',
        `E00001,内国法人・組合,上場,有,100,3月31日,株式会社一,,,東京都,卸売業,13010,${corporateNumber(1)}`,
      ],
    ];
    await load('edinet', file('EdinetcodeDlInfo.csv', `${edinet.join('\n')}\n`));
    const jpx = [
      '日付,コード,銘柄名,市場・商品区分,33業種コード,33業種区分,17業種コード,17業種区分,規模コード,規模区分',
      '20260731,1301,一,プライム（内国株式）,50,水産・農林業,1,食品,7,TOPIX Small 2',
    ];
    await load('jpx', file('data_j.csv', `${jpx.join('\n')}\n`));
    expect(await loads()).toMatchObject([
      { register: 'jpx', day: '2026-07-31', rows_read: 1 },
      { register: 'edinet', day: '2025-12-24', rows_read: 1 },
    ]);
  });

  it('is unknown for JSON Lines, which state none, and for loads of earlier builds', async () => {
    const line = { corporate_number: corporateNumber(1), name: '株式会社一', record: 'company' };
    await load('jsonl', file('mine_20260101.jsonl', `${JSON.stringify(line)}\n`));
    await suite.database.knex('loads').insert({
      kind: 'nta',
      file_name: 'old.csv',
      file_sha256: 'a'.repeat(64),
      status: 'done',
      rows_read: 5,
      rejected: 1,
      started_at: '2026-01-01T00:00:00Z',
      finished_at: '2026-01-01T00:01:30Z',
    });
    expect(await loads()).toMatchObject([
      { register: 'jsonl', day: null },
      { register: 'nta', day: null, rejected: 1, rejected_file: null, seconds: 90, state: 'finished' },
    ]);
    const { out } = await ops();
    expect(out).toMatch(/\n\S+Z +jsonl +mine_20260101.jsonl +unknown +finished +1 +1 +0 +0 +0 +\d+\.\d\n/);
    expect(out).toContain('Rejected rows of old.csv: place unknown\n');
  });

  it('is that of generated companies', async () => {
    await generate({ databaseUrl: suite.database.url, companies: 5, seed: 1, today: '2026-08-21' });
    expect(await loads('--register', 'generate')).toMatchObject([
      { register: 'generate', day: '2026-08-21', state: 'finished', rows_read: 5, added: 5 },
    ]);
  });

  it.each([
    ['diff_20260821.csv', '2026-08-21'],
    ['diff_20210714-20260821_written.csv.gz', '2026-08-21'],
    ['Kihonjoho_UTF-8_20260821.csv', '2026-08-21'],
    ['00_zenkoku_all_20261399.zip', null],
    ['00_zenkoku_all_20260231.zip', null],
    ['12026082100.csv', null],
    ['data.csv', null],
  ])('in the name %s is %s', (name, day) => {
    expect(findDayInName(name)).toBe(day);
  });
});

describe('loads', () => {
  it('says when there are none', async () => {
    expect((await ops()).out).toBe('Nothing was loaded.\n');
  });

  it('shows counts, where rejected rows are, and both results of a file that was loaded again', async () => {
    const path = file('diff_20260821.csv', `${row(1, '2026-08-19')}broken\n${row(2, '2026-08-20')}`);
    await load('nta-diff', path);
    await load('nta-diff', path, { rejectedFile: `${suite.folder}/mine.jsonl` });
    const [again, first] = await loads();
    expect(again).toMatchObject({
      ...{ state: 'finished', rows_read: 3, added: 0, changed: 0, unchanged: 2, rejected: 1 },
      rejected_file: `${suite.folder}/mine.jsonl`,
      started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      finished_at: expect.any(String),
      seconds: expect.any(Number),
    });
    expect(first).toMatchObject({ state: 'finished', rows_read: 3, added: 2, unchanged: 0, rejected: 1 });
    expect(first.rejected_file).toMatch(/\/state\/rejected\/nta-diff-[0-9a-f]{12}\.jsonl$/);
    expect(again.started_at > first.started_at).toBe(true);
    expect((await ops()).out).toContain(`Rejected rows of diff_20260821.csv: ${suite.folder}/mine.jsonl\n`);
  });

  it('can be limited in number and to one register', async () => {
    await load('nta-diff', file('diff_20260820.csv', row(1, '2026-08-20')));
    await load('nta-diff', file('diff_20260821.csv', row(1, '2026-08-21')));
    await load('nta', file('zenkoku.csv', row(2, '2026-08-21')));
    expect(await loads('--limit', '2')).toMatchObject([{ register: 'nta' }, { file: 'diff_20260821.csv' }]);
    expect(await loads('--register', 'nta-diff')).toHaveLength(2);
    expect(await loads('--register', 'jpx')).toEqual([]);
    const unknown = await ops('--register', 'none');
    expect(unknown.code).toBe(1);
    expect(unknown.err).toContain('Allowed choices are nta, nta-diff, edinet');
    expect((await ops('--limit', '0')).code).toBe(1);
  });

  it('tell a failed load, an interrupted one and the one that is running', async () => {
    const several = Array.from({ length: 10_500 }, (_, at) => row(at + 1, '2026-08-21')).join('');
    await expect(load('nta', file('empty.csv', ''))).rejects.toThrow('is empty');
    const stop = new AbortController();
    const stopped = { signal: stop.signal, onProgress: () => stop.abort() };
    const path = file('stopped.csv', several);
    await expect(load('nta', path, stopped)).rejects.toThrow('The load was stopped');
    expect(await loads()).toMatchObject([
      { file: 'stopped.csv', state: 'interrupted', rows_read: 5000, day: null, finished_at: null },
      { file: 'empty.csv', state: 'failed', rows_read: 0 },
    ]);

    // A process that is killed leaves its row as it is; the lock shows whether one is at work.
    const running = new pg.Client({ connectionString: suite.database.url });
    await running.connect();
    await takeLoadLock(running);
    await running.query(`INSERT INTO loads (kind, file_name, file_sha256, status, run_started_at)
      VALUES ('nta', 'now.csv', repeat('b', 64), 'running', now())`);
    const states = async () =>
      (await loads()).map(({ file, state }: { file: string; state: string }) => [file, state]);
    expect(await states()).toEqual([
      ['now.csv', 'running'],
      ['stopped.csv', 'interrupted'],
      ['empty.csv', 'failed'],
    ]);
    await running.end();
    expect((await states())[0]).toEqual(['now.csv', 'interrupted']);

    const before = (await loads()).find((each: { file: string }) => each.file === 'stopped.csv');
    await load('nta', path);
    const [resumed] = await loads();
    expect(resumed).toMatchObject({
      ...{ file: 'stopped.csv', state: 'finished', rows_read: 10_500, added: 10_500, day: '2026-08-21' },
      started_at: before.started_at,
    });
    expect(resumed.seconds).toBeGreaterThan(before.seconds);
  });
});
