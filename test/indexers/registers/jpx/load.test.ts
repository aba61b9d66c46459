import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { idOf } from '../../../support/companies.ts';
import { type SuiteLoading, storedFacts, suiteLoading } from '../../../support/loading.ts';
import { edinetFile, type FilerCells, kakuu } from '../edinet/samples.ts';
import { jpxFile, jpxWorkbook, oldJpxWorkbook, type SecurityCells } from './samples.ts';

let suite: SuiteLoading;
beforeAll(async () => {
  suite = await suiteLoading();
});
afterAll(() => suite.remove());
beforeEach(() => suite.clear());

const edinet = (...filers: FilerCells[]) => suite.load('edinet', edinetFile('2025年12月24日', ...filers));
const jpx = (...securities: SecurityCells[]) => suite.load('jpx', jpxFile('20260131', ...securities));
const { aliases, ids, listings, names } = storedFacts({ rows: (...query) => suite.rows(...query) });

describe("the exchange's list", () => {
  it('lists the company that EDINET names for the code, with sector and segment', async () => {
    await edinet(kakuu);
    const report = await jpx(
      { code: '9001', name: '架空製作', sector: '50', size: 'TOPIX Small 1' },
      { code: '90015', name: '架空製作第１種優先株式', sector: '50' },
    );

    expect(report).toMatchObject({ rows_read: 2, added: 0, changed: 2, rejected: 0 });
    const listing = {
      company_id: idOf(1),
      market_segment: 'prime',
      industry_33_code: '0050',
      listed_to: null,
    };
    expect(await listings()).toMatchObject([
      { ...listing, code: '9001', security_kind: 'common', short_name: '架空製作', as_of: '2026-01-31' },
      { ...listing, code: '90015', security_kind: 'preferred', short_name: '架空製作第１種優先株式' },
    ]);
    expect(await aliases()).toEqual([
      { alias_id: 'tse_9001', company_id: idOf(1), reason: 'listing' },
      { alias_id: 'tse_90015', company_id: idOf(1), reason: 'listing' },
    ]);
    expect((await names(idOf(1))).filter(({ source }) => source === 'exchange')).toEqual([
      { kind: 'trade', name: '架空製作', source: 'exchange' },
    ]);
  });

  it('makes a company from a code that no other source has, once for all its securities', async () => {
    await jpx({ code: '130A', name: '新架空' }, { code: '130A5', name: '新架空優先' });
    expect(await ids()).toEqual(['tse_130A']);
    expect((await listings()).map(({ code, company_id }) => [code, company_id])).toEqual([
      ['130A', 'tse_130A'],
      ['130A5', 'tse_130A'],
    ]);
  });

  it('reads the market segments', async () => {
    const segments = {
      'プライム（内国株式）': 'prime',
      'スタンダード（外国株式）': 'standard',
      'グロース（内国株式）': 'growth',
      'PRO Market': 'pro_market',
      '新しい区分（内国株式）': 'other',
    };
    const labels = Object.keys(segments);
    await jpx(...labels.map((segment, at) => ({ code: `900${at}`, name: `架空${at}`, segment })));
    expect((await listings()).map(({ market_segment }) => market_segment)).toEqual(Object.values(segments));
  });

  it('keeps funds as funds, and makes a company only of an organisation with investment securities', async () => {
    const report = await jpx(
      { code: '1999', name: '架空ＥＴＦ', segment: 'ETF・ETN', sector: '-' },
      {
        code: '8998',
        name: '架空リート',
        segment: 'REIT・ベンチャーファンド・カントリーファンド・インフラファンド',
        sector: '-',
      },
      { code: '8999', name: '架空銀行　出資証券', segment: '出資証券', sector: '-' },
    );
    expect(report).toMatchObject({ rows_read: 3, added: 1, unchanged: 2, rejected: 0 });
    expect(report.notes).toEqual(['Funds, which are known as such and are no companies: 2.']);
    expect(await ids()).toEqual(['tse_8999']);
    expect(await names('tse_8999')).toEqual([{ kind: 'trade', name: '架空銀行', source: 'exchange' }]);
    expect(await listings()).toMatchObject([{ security_kind: 'investment', industry_33_code: null }]);
    const funds = () => suite.rows('SELECT code, name, category FROM listed_funds ORDER BY code');
    expect(await funds()).toEqual([
      { code: '1999', name: '架空ＥＴＦ', category: 'ETF・ETN' },
      {
        code: '8998',
        name: '架空リート',
        category: 'REIT・ベンチャーファンド・カントリーファンド・インフラファンド',
      },
    ]);
    // A newer list has another name, and one fund less.
    await suite.load(
      'jpx',
      jpxFile(
        '20260228',
        { code: '1999', name: '新ＥＴＦ', segment: 'ETF・ETN', sector: '-' },
        { code: '8999', name: '架空銀行　出資証券', segment: '出資証券', sector: '-' },
      ),
    );
    expect(await funds()).toEqual([{ code: '1999', name: '新ＥＴＦ', category: 'ETF・ETN' }]);
  });

  it('ends the listings that a newer list lacks, and lists again what returns', async () => {
    await jpx({ code: '9001', name: '架空' }, { code: '9002', name: '退場' });
    const later = await suite.load('jpx', jpxFile('20260228', { code: '9001', name: '架空' }));
    expect(later).toMatchObject({ changed: 0, unchanged: 1 });
    expect(later.notes).toEqual([
      'Listings that ended, because the list of 2026-02-28 does not contain them: 1.',
    ]);
    expect(await listings()).toMatchObject([
      { code: '9001', listed_to: null, as_of: '2026-02-28' },
      { code: '9002', listed_to: '2026-02-28', as_of: '2026-01-31' },
    ]);
    expect(
      await suite.rows("SELECT company_id, fields FROM company_changes WHERE change = 'changed'"),
    ).toEqual([{ company_id: 'tse_9002', fields: ['listings', 'observations'] }]);

    await suite.load(
      'jpx',
      jpxFile('20260331', { code: '9001', name: '架空' }, { code: '9002', name: '再登場' }),
    );
    expect((await listings()).map(({ code, listed_to }) => [code, listed_to])).toEqual([
      ['9001', null],
      ['9002', '2026-02-28'],
      ['9002', null],
    ]);
  });

  describe('that is incomplete', () => {
    const securities = Array.from({ length: 200 }, (_, at) => ({
      code: `${10 + Math.floor(at / 10)}${at % 10}0`,
      name: `架空${at}`,
    }));
    const open = async () => (await listings()).filter(({ listed_to }) => listed_to === null).length;
    beforeEach(() => jpx(...securities));

    it('ends no listing when it is cut off in the middle of a line', async () => {
      const list = jpxFile('20260228', ...securities);
      await expect(suite.load('jpx', list.slice(0, list.indexOf('架空150')))).rejects.toThrow(
        /^jpx.txt is cut off or damaged: the last line \(152\) is incomplete$/,
      );
      expect(await open()).toBe(200);
      expect(await jpx(...securities)).toMatchObject({ unchanged: 200 });
    });

    it('ends no listing when a quote swallows the rest', async () => {
      const list = jpxFile('20260228', ...securities).replace('架空7,', '"架空7,');
      await expect(suite.load('jpx', list)).rejects.toThrow(
        /^jpx.txt is cut off or damaged: the record that begins on line 9 has no end$/,
      );
      expect(await open()).toBe(200);
    });

    it('ends no listing when most of them are missing, and loads the complete list of that day', async () => {
      const part = suite.load('jpx', jpxFile('20260228', ...securities.slice(0, 90)));
      await expect(part).rejects.toThrow(
        'The list of 2026-02-28 does not contain 110 of 200 open listings, so it is incomplete. No listing was ended.',
      );
      expect(await open()).toBe(200);

      const whole = await suite.load('jpx', jpxFile('20260228', ...securities.slice(1)));
      expect(whole.notes).toEqual([]);
      const next = await suite.load('jpx', jpxFile('20260331', ...securities.slice(1)));
      expect(next.notes).toEqual([
        'Listings that ended, because the list of 2026-03-31 does not contain them: 1.',
      ]);
      expect(await open()).toBe(199);
    });
  });

  it('takes no names with --without-names, and keeps earlier names', async () => {
    await suite.load('jpx', jpxFile('20260131', { code: '9001', name: '架空' }), {
      flags: ['without_names'],
    });
    expect(await names('tse_9001')).toEqual([]);
    expect(await listings()).toMatchObject([{ short_name: null }]);

    await jpx({ code: '9001', name: '架空' });
    await suite.load('jpx', jpxFile('20260131', { code: '9001', name: '架空' }), {
      flags: ['without_names'],
    });
    expect(await names('tse_9001')).toEqual([{ kind: 'trade', name: '架空', source: 'exchange' }]);
    expect(await listings()).toMatchObject([{ short_name: '架空' }]);
  });

  describe('as the workbook that the exchange publishes', () => {
    const list = jpxFile(
      '20260131',
      { code: '9001', name: '架空製作', sector: '50', size: 'TOPIX Small 1' },
      { code: '130A', name: '新架空髙﨑' },
      { code: '1999', name: '架空ＥＴＦ', segment: 'ETF・ETN', sector: '-' },
    );
    const loadXls = (content: Uint8Array) =>
      suite.load('jpx', '', { file: suite.write('data_j.xls', content) });

    it.each([
      ['Excel 97-2003', jpxWorkbook],
      ['Excel 95, in Shift_JIS', oldJpxWorkbook],
    ])('says the same as CSV: %s', async (_, workbookOf) => {
      const simple = list.replace('髙﨑', '高崎');
      await suite.load('jpx', simple);
      const before = [await listings(), await names('tse_9001'), await names('tse_130A')];
      expect(await loadXls(workbookOf(simple))).toMatchObject({
        rows_read: 3,
        added: 0,
        changed: 0,
        unchanged: 3,
        rejected: 0,
      });
      await suite.clear();
      expect(await loadXls(workbookOf(simple))).toMatchObject({ rows_read: 3, added: 2, rejected: 0 });
      expect([await listings(), await names('tse_9001'), await names('tse_130A')]).toEqual(before);
    });

    it('is refused with a reason when it is damaged, too large or not a list', async () => {
      const workbook = jpxWorkbook(list);
      await expect(loadXls(workbook.subarray(0, 1200))).rejects.toThrow(
        /^data_j.xls cannot be read as an Excel workbook: /,
      );
      await expect(loadXls(Buffer.concat([workbook], 17 << 20))).rejects.toThrow(
        'data_j.xls is an Excel workbook of more than 16 MiB.',
      );
      await expect(loadXls(jpxWorkbook('何か,別の\n1,2\n'))).rejects.toThrow(/has no column 日付/);
      expect(await ids()).toEqual([]);
    });
  });

  it('changes nothing when it is loaded again', async () => {
    await edinet(kakuu);
    await jpx({ code: '9001', name: '架空製作' }, { code: '9002', name: '単独' });
    const before = await suite.rows('SELECT * FROM company_changes');
    expect(await jpx({ code: '9001', name: '架空製作' }, { code: '9002', name: '単独' })).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 2,
    });
    expect(await edinet(kakuu)).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    expect(await suite.rows('SELECT * FROM company_changes')).toEqual(before);
  });
});
