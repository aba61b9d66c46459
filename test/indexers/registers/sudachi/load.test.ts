import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { selectOfficialFiles } from '../../../../indexers/registers/folder.ts';
import { idOf } from '../../../support/companies.ts';
import { reasons, type SuiteLoading, suiteLoading } from '../../../support/loading.ts';
import { jpxFile } from '../jpx/samples.ts';
import { registerFile } from '../nta/samples.ts';

let suite: SuiteLoading;
beforeAll(async () => {
  suite = await suiteLoading();
});
afterAll(() => suite.remove());
beforeEach(() => suite.clear());

/** Lines of a group: a writing, and its form, abbreviation and spelling by the codes of the dictionary. */
function group(
  number: number,
  ...writings: readonly (readonly [text: string, codes: string, about?: string])[]
) {
  return writings.map(([text, codes, about = '企業名']) => {
    return `${String(number).padStart(6, '0')},1,0,1,${[...codes].join(',')},(${about}),${text},,\n`;
  });
}
const load = (...groups: readonly (readonly string[])[]) =>
  suite.load('sudachi-synonyms', groups.map((lines) => lines.join('')).join('\n'));
const stored = () =>
  suite.rows('SELECT company_id, alias, alias_kind FROM name_aliases ORDER BY company_id, alias');
const register = (...names: readonly string[]) =>
  suite.load('nta', registerFile(...names.map((name, at) => ({ number: at + 1, name }))));

describe('the synonym dictionary', () => {
  const kakuu = group(
    11,
    ['架空製作', '000'],
    ['ＫＫＳ', '010'],
    ['架製', '020'],
    ['カクセイ', '022'],
    ['カクさん', '200'],
    ['旧架空', '300'],
    ['KQS', '310'],
    ['Kakuu Works', '100'],
    ['KAKUU', '001'],
    ['かくう製作', '002'],
    ['架空制作', '003'],
    ['架空セイサク', '400'],
  );

  it('gives a company the other writings of its name, each with its kind, and its source', async () => {
    await register('架空製作株式会社');
    expect(await load(kakuu)).toMatchObject({ rows_read: 12, changed: 12, rejected: 0 });
    expect(Object.fromEntries((await stored()).map(({ alias, alias_kind }) => [alias, alias_kind]))).toEqual({
      ＫＫＳ: 'initials',
      架製: 'abbreviation',
      カクセイ: 'abbreviation',
      カクさん: 'nickname',
      旧架空: 'former',
      KQS: 'former',
      'Kakuu Works': 'translation',
      KAKUU: 'translation',
      かくう製作: 'other',
      架空制作: 'misuse',
      架空セイサク: 'misuse',
    });
    expect(
      await suite.rows('SELECT DISTINCT source, source_url, exclusive, withdrawn FROM name_aliases'),
    ).toEqual([
      {
        source: 'synonym_dictionary',
        source_url: 'https://github.com/WorksApplications/SudachiDict',
        exclusive: false,
        withdrawn: false,
      },
    ]);
  });

  it('changes nothing when it is loaded again, and replaces what an earlier one said', async () => {
    await register('架空製作株式会社', '架空商事株式会社');
    const shoji = group(12, ['架空商事', '000'], ['架商', '020']);
    await suite.rows(
      `INSERT INTO name_aliases (company_id, alias, exclusive, source) VALUES ('${idOf(1)}', 'カクマル', true, 'company_website')`,
    );
    await load(kakuu, shoji);
    expect(await load(kakuu, shoji)).toMatchObject({ changed: 0, unchanged: 14 });
    await load(group(11, ['架空製作', '000'], ['架製', '010']));
    expect(await stored()).toEqual([
      { company_id: idOf(1), alias: 'カクマル', alias_kind: null },
      { company_id: idOf(1), alias: '架製', alias_kind: 'initials' },
    ]);
  });

  it('says in the rejected rows which groups name no company or several', async () => {
    await register('架空製作株式会社', '有限会社架空製作', '架空商事株式会社');
    const report = await load(
      kakuu,
      group(12, ['架空鉄道', '000', '企業名/交通'], ['架鉄', '020', '企業名/交通']),
      group(13, ['旧架空商事', '000', '旧企業名'], ['架空商事', '020', '旧企業名']),
      group(14, ['架空商事', '000', '人名'], ['架さん', '020', '人名']),
    );
    expect(report).toMatchObject({ changed: 0, rejected: 3 });
    expect(reasons(report.rejected_file)).toEqual([
      'names_several_companies: 2',
      'company_not_found',
      'company_not_found',
    ]);
    expect(await stored()).toEqual([]);
  });

  it('means the company of several that another name of the group names, or the only listed one', async () => {
    await suite.load(
      'nta',
      registerFile(
        { number: 1, name: '架空製作株式会社' },
        { number: 2, name: '有限会社架空製作', english: 'Kakuu Works, Ltd.' },
        { number: 3, name: '株式会社架空商事' },
      ),
    );
    await suite.load('jpx', jpxFile('20260131', { code: '9001', name: '架空商事' }));
    await load(kakuu, group(12, ['架空商事', '000'], ['架商', '020']));
    const companies = (await stored()).map(({ company_id }) => company_id);
    expect(companies).toContain(idOf(2));
    expect(companies).not.toContain(idOf(1));
  });

  it('takes a translation for the name only of a company that files or is listed, in its letters', async () => {
    await suite.load(
      'nta',
      registerFile(
        { number: 1, name: 'ＫＡＫＵ株式会社' },
        { number: 2, name: '株式会社ソラセイ', english: 'Sora, Inc.' },
        { number: 3, name: 'ＵＭＩ株式会社' },
      ),
    );
    await suite.rows(
      `INSERT INTO company_identifiers (company_id, identifier_type, value, source)
       VALUES ('${idOf(1)}', 'edinet_code', 'E00001', 'edinet'), ('${idOf(2)}', 'edinet_code', 'E00002', 'edinet')`,
    );
    const report = await load(
      group(11, ['カク', '000'], ['KAKU', '001'], ['カクさん', '200']),
      group(12, ['ソラ', '000'], ['SORA', '001'], ['ソラさん', '200']),
      group(13, ['ウミ', '000'], ['UMI', '001'], ['ウミさん', '200']),
    );
    expect(reasons(report.rejected_file)).toEqual(['company_not_found', 'company_not_found']);
    expect((await stored()).map(({ alias }) => alias)).toEqual(['カク', 'カクさん']);
  });

  it('keeps groups with the same name apart by their other names, and rejects those without', async () => {
    await suite.load(
      'nta',
      registerFile({ number: 1, name: '架空製作株式会社', english: 'Kakuu Works, Ltd.' }),
    );
    const report = await load(kakuu, group(12, ['架空製作', '000'], ['架さん', '200']));
    expect(reasons(report.rejected_file)).toEqual(['names_several_companies: 2']);
    expect((await stored()).map(({ alias }) => alias)).not.toContain('架さん');
  });

  it('rejects a former name that is the name of another company today', async () => {
    await register('架空製作株式会社', '株式会社旧架空');
    const report = await load(kakuu);
    expect(reasons(report.rejected_file)).toEqual(['former_name_is_of_another_company']);
    expect((await stored()).map(({ alias }) => alias)).not.toContain('旧架空');
  });

  it('leaves out names that the company has, single characters, and legal forms', async () => {
    await suite.load(
      'nta',
      registerFile({ number: 1, name: '架空製作株式会社', english: 'Kakuu Works, Ltd.' }),
    );
    await load(
      group(
        11,
        ['架空製作', '000'],
        ['Kakuu Works', '100'],
        ['架', '020'],
        ['株式会社', '020'],
        ['架\\u002C製', '020'],
      ),
    );
    expect((await stored()).map(({ alias }) => alias)).toEqual(['架,製']);
  });

  it('rejects lines that are not of its format, and reads its own file names', async () => {
    await register('架空製作株式会社');
    const report = await load(
      kakuu,
      ['11,1\n'],
      ['000012,1,0,1,0,0,0,(企業名),,,\n', 'x,1,0,1,0,0,0,(企業名),架,,\n'],
    );
    expect(reasons(report.rejected_file)).toEqual([
      'has 2 columns instead of 11',
      'has no text of 1 to 200 characters',
      'x is not the number of a group',
    ]);
    expect(selectOfficialFiles(['synonyms.txt', 'sudachi-synonyms-20261015.txt.gz', 'notes.txt'])).toEqual([
      { kind: 'sudachi-synonyms', name: 'sudachi-synonyms-20261015.txt.gz' },
      { kind: 'sudachi-synonyms', name: 'synonyms.txt' },
    ]);
  });
});
