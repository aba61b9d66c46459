import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { corporateNumber, idOf } from '../support/companies.ts';
import { type SuiteLoading, storedFacts, suiteLoading } from '../support/loading.ts';
import { edinetFile, type FilerCells, kakuu } from './registers/edinet/samples.ts';
import { jpxFile, type SecurityCells } from './registers/jpx/samples.ts';
import { jsonLines } from './registers/jsonl/samples.ts';
import { registerFile } from './registers/nta/samples.ts';

let suite: SuiteLoading;
beforeAll(async () => {
  suite = await suiteLoading();
});
afterAll(() => suite.remove());
beforeEach(() => suite.clear());

const edinet = (...filers: FilerCells[]) => suite.load('edinet', edinetFile('2025年12月24日', ...filers));
const jpx = (...securities: SecurityCells[]) => suite.load('jpx', jpxFile('20260131', ...securities));
const { aliases, ids, listings, names, profile } = storedFacts({ rows: (...query) => suite.rows(...query) });

describe('a company made from the exchange alone, when its corporate number becomes known', () => {
  it('keeps its id when it is the only record, and the number becomes an alias', async () => {
    await jpx({ code: '9001', name: '架空製作' });
    await edinet(kakuu);

    expect(await suite.rows('SELECT company_id, corporate_number FROM companies')).toEqual([
      { company_id: 'tse_9001', corporate_number: corporateNumber(1) },
    ]);
    expect(await aliases()).toEqual([
      { alias_id: idOf(1), company_id: 'tse_9001', reason: 'corporate_number' },
    ]);
    expect((await names('tse_9001')).map(({ kind, name }) => [kind, name])).toContainEqual([
      'legal',
      '株式会社架空製作',
    ]);

    await suite.load('nta', registerFile({ number: 1, name: '株式会社架空製作', kana: 'カクウセイサク' }));
    expect(await ids()).toEqual(['tse_9001']);
    expect(await suite.rows('SELECT register_updated_on FROM companies')).toEqual([
      { register_updated_on: '2024-04-01' },
    ]);
  });

  it('is merged into the record of the register if there are two, with all its facts', async () => {
    await suite.load('nta', registerFile({ number: 1, name: '株式会社架空製作' }));
    await jpx({ code: '9001', name: '架空製作' });
    await suite.load(
      'jsonl',
      jsonLines(
        { securities_code: '9001', employees: 12 },
        {
          record: 'job_posting',
          securities_code: '9001',
          title: '架空職',
          ai_related: false,
          opened_at: '2026-01-01',
        },
      ),
    );
    expect(await ids()).toEqual([idOf(1), 'tse_9001']);

    await edinet(kakuu);
    expect(await ids()).toEqual([idOf(1)]);
    expect(await aliases()).toEqual([{ alias_id: 'tse_9001', company_id: idOf(1), reason: 'merged_record' }]);
    expect(await listings()).toMatchObject([{ company_id: idOf(1), code: '9001' }]);
    expect(await profile(idOf(1))).toMatchObject({ employees: 12 });
    expect(
      await suite.rows(
        'SELECT company_id, employees, cardinality(job_openings) AS jobs FROM company_source_enrichment',
      ),
    ).toEqual([{ company_id: idOf(1), employees: 12, jobs: 1 }]);
    expect(
      await suite.rows(
        `SELECT company_id, version, change FROM company_changes WHERE change <> 'added' AND company_id = 'tse_9001'
         ORDER BY version`,
      ),
    ).toEqual([
      { company_id: 'tse_9001', version: 2, change: 'changed' },
      { company_id: 'tse_9001', version: 3, change: 'renumbered' },
    ]);

    expect(await jpx({ code: '9001', name: '架空製作' })).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await ids()).toEqual([idOf(1)]);
  });

  it('is also found by a JSON line that names both', async () => {
    await suite.load('nta', registerFile({ number: 1, name: '株式会社架空製作' }));
    await jpx({ code: '9001', name: '架空製作' });
    await suite.load(
      'jsonl',
      jsonLines({ corporate_number: corporateNumber(1), securities_code: '9001', employees: 7 }),
    );
    expect(await ids()).toEqual([idOf(1)]);
  });
});
