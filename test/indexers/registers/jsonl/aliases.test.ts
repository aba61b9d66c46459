import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { corporateNumber, idOf } from '../../../support/companies.ts';
import { reasons, type SuiteLoading, suiteLoading } from '../../../support/loading.ts';
import { jpxFile } from '../jpx/samples.ts';
import { registerFile } from '../nta/samples.ts';
import { jsonLines } from './samples.ts';

let suite: SuiteLoading;
beforeAll(async () => {
  suite = await suiteLoading();
});
afterAll(() => suite.remove());
beforeEach(async () => {
  await suite.clear();
  await suite.load('nta', registerFile({ number: 1, name: '株式会社架空製作' }));
});

const corporate_number = corporateNumber(1);
const alias = { record: 'alias', corporate_number, alias: 'カクマル', source: 'company_website' };
const load = (...records: object[]) => suite.load('jsonl', jsonLines(...records));
const stored = () => suite.rows('SELECT * FROM name_aliases ORDER BY company_id, alias, source');

describe('a record `alias`', () => {
  const full = {
    ...alias,
    kind: 'brand',
    exclusive: true,
    language: 'ja',
    source_url: 'https://www.kakuu.co.jp/brands',
    observed_at: '2026-04-01',
  };

  it('gives the company an alias with all that the source says', async () => {
    expect(await load(full)).toMatchObject({ rows_read: 1, changed: 1, rejected: 0 });
    expect(await stored()).toEqual([
      {
        company_id: idOf(1),
        alias: 'カクマル',
        alias_kind: 'brand',
        exclusive: true,
        withdrawn: false,
        language: 'ja',
        source: 'company_website',
        source_url: 'https://www.kakuu.co.jp/brands',
        stated_on: '2026-04-01',
      },
    ]);
    expect(await suite.rows("SELECT fields FROM company_changes WHERE change = 'changed'")).toEqual([
      { fields: ['alias'] },
    ]);
  });

  it('needs only the company, the alias and the source, and is not exclusive by default', async () => {
    await load(alias);
    expect(await stored()).toMatchObject([{ exclusive: false, alias_kind: null, stated_on: null }]);
  });

  it('changes nothing when it is loaded again', async () => {
    await load(full);
    expect(await load(full)).toMatchObject({ changed: 0, unchanged: 1 });
  });

  it('is replaced by a later statement of the same source, and not by an earlier one', async () => {
    await load(full);
    await load({ ...full, exclusive: false, observed_at: '2026-05-01' });
    expect(await stored()).toMatchObject([{ exclusive: false, stated_on: '2026-05-01' }]);
    await load({ ...full, observed_at: '2026-03-01' });
    expect(await stored()).toMatchObject([{ exclusive: false, stated_on: '2026-05-01' }]);
    await load({ ...full, source: 'gbizinfo' });
    expect(await stored()).toMatchObject([{ source: 'company_website' }, { source: 'gbizinfo' }]);
  });

  it('can be withdrawn by its source, whatever is loaded first, and stated again', async () => {
    await load(full, { ...full, source: 'gbizinfo' });
    await load({ ...alias, withdrawn: true, observed_at: '2026-05-01' });
    expect(await stored()).toMatchObject([{ withdrawn: true, exclusive: false }, { withdrawn: false }]);
    expect(await load(full)).toMatchObject({ unchanged: 1 });
    await load({ ...full, observed_at: '2026-06-01' });
    expect(await stored()).toMatchObject([{ withdrawn: false, exclusive: true }, { withdrawn: false }]);
  });

  it('counts by its day in a file that has it twice', async () => {
    await load({ ...alias, withdrawn: true, observed_at: '2026-05-01' }, full);
    expect(await stored()).toMatchObject([{ withdrawn: true }]);
  });

  it('is one in whatever width and case it is written, in one file as in several', async () => {
    await load(alias);
    await load({ ...alias, alias: 'ｶｸﾏﾙ　', withdrawn: true, observed_at: '2026-05-01' });
    expect(await stored()).toMatchObject([{ alias: 'カクマル', withdrawn: true }]);
    await load(
      { ...alias, alias: 'Kakumaru' },
      { ...alias, alias: 'ＫＡＫＵＭＡＲＵ', withdrawn: true, observed_at: '2026-05-01' },
      { ...alias, alias: 'KAKUMARU', source: 'gbizinfo' },
    );
    expect(await stored()).toMatchObject([
      { alias: 'KAKUMARU', withdrawn: false, source: 'gbizinfo' },
      { alias: 'Kakumaru', withdrawn: true },
      { alias: 'カクマル' },
    ]);
  });

  it('is rejected with the field and the reason, and the load continues', async () => {
    const report = await load(
      { ...alias, alias: ' ' },
      { ...alias, alias: 'あ'.repeat(201) },
      { ...alias, alias: '株式会社' },
      { ...alias, alias: undefined },
      { ...alias, kind: 'secret' },
      { ...alias, exclusive: 'yes' },
      { ...alias, withdrawn: 'yes' },
      // Without a day, it would be unknown whether a line of the alias is older.
      { ...alias, withdrawn: true },
      { ...alias, source: undefined },
      { ...alias, source: 'wikipedia' },
      { ...alias, source_url: 'javascript:alert(1)' },
      { ...alias, language: 'Japanese' },
      { ...alias, name: 'カクマル' },
      { record: 'alias', alias: 'カクマル', source: 'edinet' },
      { ...alias, corporate_number: corporateNumber(2) },
      alias,
    );
    expect(report).toMatchObject({ rows_read: 16, changed: 1, rejected: 15 });
    const named = reasons(report.rejected_file).map((reason) => reason.replace(/[: ].*/, ''));
    expect(named).toEqual([
      ...['alias', 'alias', 'alias', 'alias', 'kind', 'exclusive', 'withdrawn', 'observed_at', 'source'],
      ...['source', 'source_url', 'language', 'line', 'does', 'company_not_found'],
    ]);
    expect(reasons(report.rejected_file)[2]).toBe('alias: is only a legal form');
  });

  it('moves with its company when two records of it are joined', async () => {
    await suite.load('jpx', jpxFile('20260131', { code: '9001', name: '架空製作' }));
    await load(
      alias,
      { ...alias, corporate_number: undefined, securities_code: '9001' },
      { ...alias, corporate_number: undefined, securities_code: '9001', alias: 'カクサンカク' },
    );
    expect(await stored()).toHaveLength(3);
    await load({ corporate_number, securities_code: '9001', employees: 7 });
    expect(await stored()).toMatchObject([
      { company_id: idOf(1), alias: 'カクサンカク' },
      { company_id: idOf(1), alias: 'カクマル' },
    ]);
  });
});
