import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { companyStatuses } from '../../src/contract/companies/company-vocabulary.ts';
import { assurances } from '../../src/contract/company-resolve/assurance.ts';
import { suggestionSchema } from '../../src/contract/company-resolve/suggestions.ts';
import {
  defaultResultColumns,
  getColumnTitle,
  resultColumnGroups,
  resultColumns,
} from '../../src/contract/sources/columns/result-columns.ts';
import { rowReasonCodes } from '../../src/contract/sources/row-reasons.ts';
import { rowIssueTexts } from '../../src/contract/sources/row-texts.ts';
import { rowDecisions, rowStatuses } from '../../src/contract/sources/sources.ts';
import { corporateNumber, formerName, idOf } from '../support/companies.ts';
import { type SourceAccount, sourceSuite, usualHeaders, usualMapping } from '../support/sources.ts';

const observed = { company_id: idOf(5), source: 'edinet', observed_at: '2025-06-30T00:00:00Z' } as const;
const suite = await sourceSuite({}, [
  {
    profile_values: [
      { ...observed, field: 'capital_yen', value: 100_000_000 },
      { ...observed, field: 'fiscal_year_end', value: '３月31日' },
      { ...observed, field: 'industry', value: '電気機器' },
      { ...observed, field: 'employees', value: 120 },
    ],
    company_names: [
      formerName(5, '株式会社昔', '2010-04-01', '2001-04-01'),
      {
        company_id: idOf(5),
        kind: 'english',
        name: 'Koritsu Denki Co., Ltd.',
        valid_from: null,
        valid_to: null,
        source: 'edinet',
      },
    ],
  },
]);
let caller: SourceAccount;
let id = '';
beforeAll(async () => {
  caller = await suite.account();
  id = await caller.resolved([
    { number: corporateNumber(5), name: '株式会社孤立電機' },
    { name: '株式会社同名商事', prefecture: '大阪府' },
    { number: corporateNumber(7) },
    { name: '株式会社同名商事' },
    { name: '存在しない株式会社' },
    { number: '123' },
    { name: '株式会社孤立電気' },
    { number: corporateNumber(5), name: '株式会社同名商事' },
  ]);
  const body = { execute: true, maxCredits: 0, decisions: [{ row: 5, action: 'not_a_company' }] };
  await caller.post(`/sources/${id}/decisions`, body, 'not-a-company').expect(200);
});
afterAll(suite.end);

async function exported(sourceId: string, query: string): Promise<string[][]> {
  const { text } = await caller.get(`/sources/${sourceId}/export?${query}`).expect(200);
  return parse(text, { bom: true });
}

/** Rows as objects by header. */
function byHeader([headers = [], ...rows]: readonly string[][]) {
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [headers[at] ?? '', cell])));
}

const codes = [
  ...rowStatuses,
  ...rowDecisions,
  ...rowReasonCodes,
  ...assurances,
  ...companyStatuses,
  ...suggestionSchema.shape.reason.options,
  ...Object.keys(rowIssueTexts),
].filter((code) => code.includes('_') || ['matched', 'invalid', 'active'].includes(code));

describe('an export for people', () => {
  it('has titles and words in Japanese', async () => {
    const rows = byHeader(await exported(id, 'lang=ja&columns=all'));
    expect(rows[0]).toMatchObject({
      照合_結果: '確定',
      照合_理由: '法人番号と名称がこの会社と一致します。',
      照合_会社ID: idOf(5),
      照合_法人番号: corporateNumber(5),
      照合_商号: '株式会社孤立電機',
      照合_都道府県: '東京都',
      照合_会社の状態: '存続',
      照合_確かさ: '番号・コード・サイト',
      照合_一致した項目: expect.stringContaining('法人番号が一致'),
    });
    expect(rows[2]).toMatchObject({
      照合_会社の状態: '合併により消滅',
      照合_合併先: `株式会社同名商事 (${idOf(3)})`,
      照合_閉鎖の事由: '合併による解散等',
    });
    expect(rows[3]).toMatchObject({ 照合_結果: '候補あり', 照合_候補数: '2' });
    expect(rows[3]).toMatchObject({ 照合_候補1_商号: '株式会社同名商事', 照合_会社ID: '' });
    expect(rows[4]).toMatchObject({ 照合_結果: '会社ではない', 照合_担当者の判断: '会社ではない' });
    expect(rows[5]).toMatchObject({ 照合_結果: '値に誤り', 照合_注意点: 'number: 法人番号ではありません。' });
  });

  it('has titles and words in English', async () => {
    const rows = byHeader(await exported(id, 'lang=en&columns=all'));
    expect(rows[0]).toMatchObject({
      'Match: Result': 'settled',
      'Match: Legal name': '株式会社孤立電機',
      'Match: Company status': 'Active',
      'Match: What agrees': expect.stringContaining('Corporate number is the same'),
    });
  });

  it.each(['en', 'ja'])('has no code of the API in any cell: %s', async (lang) => {
    const [headers = [], ...rows] = await exported(id, `lang=${lang}&columns=all`);
    expect(headers.slice(usualHeaders.length)).toHaveLength(resultColumns.length);
    const words = new Set(rows.flat().flatMap((cell) => cell.split(/[^a-z_]+/)));
    expect(codes.filter((code) => words.has(code))).toEqual([]);
    expect([...words].filter((word) => /[a-z]_[a-z]/.test(word))).toEqual([]);
  });

  it('has the same columns by default as one for programs', async () => {
    for (const language of [null, 'ja', 'en'] as const) {
      const [headers = []] = await exported(id, language === null ? '' : `lang=${language}`);
      const prefix = { ja: '照合_', en: 'Match: ' };
      const wanted = defaultResultColumns.map(
        (column) => (language === null ? 'cd_' : prefix[language]) + getColumnTitle(column, language),
      );
      expect(headers).toEqual([...usualHeaders, ...wanted]);
    }
  });

  it('takes another prefix', async () => {
    const [headers = []] = await exported(id, 'lang=ja&columns=row&prefix=x_');
    expect(headers.at(-1)).toBe('x_行ID');
  });
});

describe('further facts', () => {
  it('are there if they are chosen, with the register and day of each', async () => {
    const columns = `columns=${resultColumnGroups.facts.join(',')}`;
    const [row] = byHeader(await exported(id, columns));
    expect(row).toMatchObject({
      cd_capital: '100000000',
      cd_industry: '電気機器',
      cd_employee_count: '120',
      cd_settlement_month: '3',
      cd_former_names: '株式会社昔',
      cd_english_name: 'Koritsu Denki Co., Ltd.',
      cd_closed_on: '',
      cd_invoice_number: '',
      cd_invoice_status: 'unknown',
      cd_facts_from: expect.stringContaining('capital:edinet:2025-06-30 industry:edinet:2025-06-30'),
    });
    const [inJapanese, , merged] = byHeader(await exported(id, `${columns}&lang=ja`));
    expect(inJapanese).toMatchObject({
      照合_決算月: '3月',
      照合_出典: expect.stringContaining('資本金（円）、業種、従業員数、決算月: EDINET 2025-06-30'),
    });
    expect(merged).toMatchObject({ 照合_閉鎖日: '2024-04-01', '照合_資本金（円）': '' });
    expect(merged?.照合_出典).toBe('閉鎖日、閉鎖の事由: 法人番号公表サイト 2024-01-01');
  });

  it('name where the usual columns come from, too', async () => {
    const [row] = byHeader(await exported(id, 'columns=legal_name,facts_from&lang=en'));
    expect(row?.['Match: Sources']).toBe('Legal name: Register of corporate numbers 2024-01-01');
  });
});

describe('an export for people that is imported again', () => {
  it.each([
    ['ja', 'en'],
    ['en', 'ja'],
    ['ja', null],
    [null, 'ja'],
  ] as const)(
    'is recognised, settles its rows free, and is replaced in its place: %s, then %s',
    async (first, then) => {
      const query = (language: string | null) => (language === null ? '' : `lang=${language}`);
      const [headers = [], ...rows] = await exported(id, query(first));
      const body = {
        headers: [...headers, 'メモ'],
        rows: rows.map((row) =>
          Object.fromEntries([...headers, 'メモ'].map((header, at) => [header, row[at] ?? ''])),
        ),
      };
      const { body: answer } = await caller.post('/sources/import', body).expect(200);
      const again = answer.source.source_id as string;
      const detected = [
        ...answer.source.detected_identifier_columns,
        ...answer.source.detected_hint_columns,
      ].map(({ header }: { header: string }) => header);
      expect(detected.filter((header) => !(usualHeaders as readonly string[]).includes(header))).toEqual([]);
      await caller.post(`/sources/${again}/map`, usualMapping).expect(200);
      const { body: resolved } = await caller.resolve(again, { maxCredits: 0 }).expect(200);
      expect(resolved.billing.credits_used).toBe(0);
      const reasons = (await caller.rows(again)).map(({ reason }) => reason?.code);
      expect(reasons.slice(0, 3)).toEqual(['earlier_export', 'earlier_export', 'earlier_export']);
      const [same = []] = await exported(again, query(first));
      expect(same).toEqual(body.headers);
      const [other = []] = await exported(again, query(then));
      expect(other).toEqual([
        ...usualHeaders,
        ...((await exported(id, query(then)))[0] ?? []).slice(usualHeaders.length),
        'メモ',
      ]);
    },
  );
});
